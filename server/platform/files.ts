import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { mkdir, open, opendir, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { LRUCache } from 'lru-cache'
import type { Config } from './config.ts'
import type { FieldCipher } from './field-cipher.ts'
import { asStoreError } from './file-store-error.ts'
import { createS3Store } from './files-s3.ts'
import type { Secret } from './keys.ts'
import { privateFile, privateFolder, restrictFolder } from './private-folder.ts'

export interface StoredFile {
  bytes: Buffer
  contentType: string
}

/** A large file on its way into the store: it never passes through the memory of the server, whose pauses it would lengthen. */
export interface LocalFile {
  path: string
  size: number
}

/** Deletes local files that were not moved into the store. */
export async function dropLocal(contents: readonly (Buffer | LocalFile)[]): Promise<void> {
  for (const content of contents) if (!Buffer.isBuffer(content)) await dropTemporary(content.path)
}

/** The extension of a key gives the content type. Put and delete are idempotent. */
export interface FileStore {
  /** Moves a local file: nothing is left at its path. */
  put(key: string, content: Buffer | LocalFile, contentType: string): Promise<void>
  get(key: string): Promise<StoredFile | null>
  /** Gives a path to read the file from while `work` runs; null when there is no such file. */
  withLocal<Result>(key: string, work: (path: string) => Promise<Result>): Promise<Result | null>
  delete(key: string): Promise<void>
}

const contentTypes: Readonly<Record<string, string>> = {
  webp: 'image/webp',
  avif: 'image/avif',
  jpg: 'image/jpeg',
  png: 'image/png',
  pdf: 'application/pdf',
  csv: 'text/csv; charset=utf-8',
  txt: 'text/plain; charset=utf-8',
  json: 'application/json',
  sealed: 'application/octet-stream',
}
/** Of files that arrive, are drawn or are read for a moment. What is left over is deleted daily. */
export const uploadFolder = ({ dataDir }: Pick<Config, 'dataDir'>): string => join(dataDir, 'uploads')

/** What cannot be deleted goes with the daily cleaning, and does not hide the error that came before. */
export const dropTemporary = (path: string): Promise<void> => rm(path, { force: true }).catch(() => undefined)

const sealedType = 'application/octet-stream'

/** Excludes path traversal. */
export function isSafeKey(key: string): boolean {
  const [, ending] = /^(?:[a-z0-9][a-z0-9_-]*\/)*[a-z0-9][a-z0-9_-]*\.([a-z]+)$/.exec(key) ?? []
  return key.length <= 200 && ending !== undefined && Object.hasOwn(contentTypes, ending)
}

export function contentTypeOf(key: string): string {
  const type = isSafeKey(key) ? contentTypes[key.slice(key.lastIndexOf('.') + 1)] : undefined
  if (type === undefined) throw new Error('a file key is not safe or has an unknown ending')
  return type
}

function assertType(key: string, contentType: string): void {
  if (contentTypeOf(key) !== contentType)
    throw new Error(`the key of a file does not end like ${contentType}`)
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR')
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

export async function writeAtomically(path: string, bytes: Buffer): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: privateFolder })
  const temporary = `${path}.${randomBytes(6).toString('hex')}.part`
  try {
    const handle = await open(temporary, 'wx', privateFile)
    try {
      await handle.writeFile(bytes)
      await handle.sync()
    } finally {
      await handle.close()
    }
    await rename(temporary, path)
  } catch (error) {
    await dropTemporary(temporary)
    throw error
  }
  await syncFolder(dirname(path))
}

/** Copies where the two are on different disks. */
async function moveAtomically({ path: from }: LocalFile, path: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: privateFolder })
  const handle = await open(from, 'r+')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
  try {
    await rename(from, path)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EXDEV')) throw error
    await writeAtomically(path, await readFile(from))
    await dropTemporary(from)
  }
  await syncFolder(dirname(path))
}

/** Writes are atomic and survive a power cut. */
export function createFolderStore(folder: string): FileStore {
  restrictFolder(folder)
  return {
    async put(key, content, contentType) {
      assertType(key, contentType)
      const path = join(folder, key)
      await onDisk(() =>
        Buffer.isBuffer(content) ? writeAtomically(path, content) : moveAtomically(content, path),
      )
    },
    async get(key) {
      const contentType = contentTypeOf(key)
      const bytes = await onDisk(() => readStored(join(folder, key)))
      return bytes && { bytes, contentType }
    },
    async withLocal(key, work) {
      contentTypeOf(key)
      const path = join(folder, key)
      const isThere = await onDisk(() => isFile(path))
      return isThere ? work(path) : null
    },
    async delete(key) {
      contentTypeOf(key)
      await onDisk(() => removeStored(join(folder, key)))
    },
  }
}

export async function onDisk<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    throw asStoreError(error)
  }
}

async function readStored(path: string): Promise<Buffer | null> {
  try {
    return await readFile(path)
  } catch (error) {
    if (isMissing(error)) return null
    throw error
  }
}

async function isFile(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isFile()
  } catch (error) {
    if (isMissing(error)) return false
    throw error
  }
}

async function removeStored(path: string): Promise<void> {
  await rm(path, { force: true })
  await removeUnfinished(path)
}

async function removeUnfinished(path: string): Promise<void> {
  const beside = dirname(path)
  const begun = `${basename(path)}.`
  for (const name of await readdir(beside).catch(() => [])) {
    if (name.startsWith(begun) && name.endsWith('.part')) await rm(join(beside, name), { force: true })
  }
}

export interface ListedFile {
  key: string
  size: number
  /** Another one when the file was written again. */
  stamp: string
}

/** Every stored file, without order. One that is deleted meanwhile may be missing. */
export async function* listFiles(config: Pick<Config, 's3' | 'dataDir'>): AsyncGenerator<ListedFile> {
  if (config.s3) {
    for await (const { key, size, etag } of createS3Store(config.s3).list(''))
      if (isSafeKey(key)) yield { key, size, stamp: etag }
    return
  }
  const folder = join(config.dataDir, 'files')
  for await (const key of filesBelow(folder)) {
    if (!isSafeKey(key)) continue
    const found = await stat(join(folder, key)).catch((error: unknown) => {
      if (isMissing(error)) return null
      throw asStoreError(error)
    })
    if (found) yield { key, size: found.size, stamp: String(found.mtimeMs) }
  }
}

/** Paths relative to the folder, separated by `/`. */
export async function* filesBelow(folder: string): AsyncGenerator<string> {
  const entries = await opendir(folder).catch((error: unknown) => {
    if (isMissing(error)) return null
    throw asStoreError(error)
  })
  for await (const entry of entries ?? []) {
    if (entry.isFile()) yield entry.name
    else if (entry.isDirectory())
      for await (const name of filesBelow(join(folder, entry.name))) yield `${entry.name}/${name}`
  }
}

export function createFileStore(config: Pick<Config, 's3' | 'dataDir'>): FileStore {
  if (!config.s3) return createFolderStore(join(config.dataDir, 'files'))
  const store = createS3Store(config.s3)
  return {
    async put(key, content, contentType) {
      assertType(key, contentType)
      if (Buffer.isBuffer(content)) return store.put(key, content, contentType)
      await store.put(key, await onDisk(() => readFile(content.path)), contentType)
      await dropTemporary(content.path)
    },
    async get(key) {
      const contentType = contentTypeOf(key)
      const bytes = await store.get(key)
      return bytes && { bytes, contentType }
    },
    async withLocal(key, work) {
      contentTypeOf(key)
      const bytes = await store.get(key)
      if (!bytes) return null
      const path = join(uploadFolder(config), `${randomBytes(16).toString('hex')}.copy`)
      try {
        await onDisk(() => writeAtomically(path, bytes))
        return await work(path)
      } finally {
        await dropTemporary(path)
      }
    },
    async delete(key) {
      contentTypeOf(key)
      await store.delete(key)
    },
  }
}

// Names the file itself, so that files from before row binding decrypt as well.
const sealContext = (key: string) => `file:${key}`

/** For identity documents: stores ciphertext bound to its key, which ends in `.sealed`. */
export async function putEncrypted(
  store: FileStore,
  cipher: FieldCipher,
  key: string,
  bytes: Buffer,
  contentType: string,
): Promise<void> {
  const type = Buffer.from(contentType, 'utf8')
  const plain = Buffer.concat([Buffer.from([type.length]), type, bytes])
  await store.put(key, cipher.encryptBytes(plain, sealContext(key), key), sealedType)
}

export async function getEncrypted(
  store: FileStore,
  cipher: FieldCipher,
  key: string,
): Promise<StoredFile | null> {
  const sealed = await store.get(key)
  if (!sealed) return null
  const plain = cipher.decryptBytes(sealed.bytes, sealContext(key), key)
  const start = 1 + (plain[0] ?? 0)
  return { bytes: plain.subarray(start), contentType: plain.subarray(1, start).toString('utf8') }
}

const hourSeconds = 3600

function signatureOf(key: string, expires: number, secret: Secret): Buffer {
  return createHmac('sha256', secret).update(`file\n${key}\n${expires}`, 'utf8').digest()
}

/** Signs a path until `expiresAt`, rounded up to the hour: within an hour the URL stays cacheable. */
export function signFileUrl(key: string, expiresAt: Date, secret: Secret): string {
  const expires = Math.ceil(expiresAt.getTime() / 1000 / hourSeconds) * hourSeconds
  const paths = signedPaths(secret)
  const wanted = `${expires} ${key}`
  const known = paths.get(wanted)
  if (known) return known
  contentTypeOf(key)
  const path = `/files/${key}?expires=${expires}&signature=${signatureOf(key, expires, secret).toString('base64url')}`
  paths.set(wanted, path)
  return path
}

// Pages show dozens of pictures whose URLs are the same for an hour.
const signed = new WeakMap<Secret, LRUCache<string, string>>()

function signedPaths(secret: Secret): LRUCache<string, string> {
  const known = signed.get(secret)
  if (known) return known
  const made = new LRUCache<string, string>({ max: 5_000 })
  signed.set(secret, made)
  return made
}

export function verifyFileUrl(
  key: string,
  query: { expires?: unknown; signature?: unknown },
  secret: Secret,
  now: Date,
): boolean {
  const { expires, signature } = query
  if (typeof expires !== 'string' || typeof signature !== 'string') return false
  if (!/^\d{1,12}$/.test(expires) || !isSafeKey(key)) return false
  const wanted = signatureOf(key, Number(expires), secret)
  const given = Buffer.from(signature, 'base64url')
  if (given.length !== wanted.length || !timingSafeEqual(given, wanted)) return false
  return now.getTime() < Number(expires) * 1000
}
