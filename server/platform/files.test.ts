import { randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type S3StandIn, startS3Server } from '../../tests/support/s3-server.ts'
import { createFieldCipher, FieldCipherError } from './field-cipher.ts'
import { FileStoreError } from './file-store-error.ts'
import {
  createFileStore,
  createFolderStore,
  getEncrypted,
  isSafeKey,
  putEncrypted,
  signFileUrl,
  uploadFolder,
  verifyFileUrl,
} from './files.ts'
import { createS3Store } from './files-s3.ts'

let folder: string
let s3: S3StandIn
beforeAll(async () => {
  s3 = await startS3Server()
})
afterAll(() => s3.close())
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'okuru-files-'))
  s3.objects.clear()
  s3.failures.length = 0
  s3.requests.length = 0
})
afterEach(() => rm(folder, { recursive: true, force: true }))

test('deleting a file takes along what a power cut left of it, and nothing of its neighbours', async () => {
  const files = createFileStore({ s3: undefined, dataDir: folder })
  await files.put('items/1/a.webp', Buffer.from('a'), 'image/webp')
  await files.put('items/1/a-s.webp', Buffer.from('s'), 'image/webp')
  const beside = join(folder, 'files', 'items', '1')
  await writeFile(join(beside, 'a.webp.0123456789ab.part'), 'half')
  await writeFile(join(beside, 'a-s.webp.0123456789ab.part'), 'half')
  await files.delete('items/1/a.webp')
  expect((await readdir(beside)).sort()).toEqual(['a-s.webp', 'a-s.webp.0123456789ab.part'])
})

describe.each(['folder', 's3'] as const)('the %s store', (kind) => {
  const store = () => createFileStore({ s3: kind === 's3' ? s3.config : undefined, dataDir: folder })

  test('gives back what was put, replaces, deletes, and knows what is not there', async () => {
    const files = store()
    const bytes = randomBytes(70_000)
    await files.put('items/12/a.webp', bytes, 'image/webp')
    expect(await files.get('items/12/a.webp')).toEqual({ bytes, contentType: 'image/webp' })
    await files.put('items/12/a.webp', Buffer.from('new'), 'image/webp')
    expect((await files.get('items/12/a.webp'))?.bytes.toString()).toBe('new')
    await files.delete('items/12/a.webp')
    await files.delete('items/12/a.webp')
    expect(await files.get('items/12/a.webp')).toBeNull()
    expect(await files.get('never/there.pdf')).toBeNull()
  })

  test('a local file is moved, and a stored one is read where it lies, leaving nothing beside', async () => {
    const files = store()
    const uploads = uploadFolder({ dataDir: folder })
    await mkdir(uploads, { recursive: true })
    const bytes = randomBytes(70_000)
    const path = join(uploads, 'a.drawn')
    await writeFile(path, bytes)
    await files.put('items/12/a.webp', { path, size: bytes.length }, 'image/webp')
    expect(await readdir(uploads)).toEqual([])
    expect(await files.get('items/12/a.webp')).toEqual({ bytes, contentType: 'image/webp' })
    expect(await files.withLocal('items/12/a.webp', (there) => readFile(there))).toEqual(bytes)
    expect(await files.withLocal('items/12/b.webp', (there) => readFile(there))).toBeNull()
    const failing = files.withLocal('items/12/a.webp', () => Promise.reject(new Error('in the middle')))
    await expect(failing).rejects.toThrow('in the middle')
    expect(await readdir(uploads)).toEqual([])
    expect(await files.get('items/12/a.webp')).toEqual({ bytes, contentType: 'image/webp' })
  })

  test('many writers of one key leave one whole file', async () => {
    const files = store()
    const versions = Array.from({ length: 8 }, (_, index) => Buffer.alloc(200_000, index))
    await Promise.all(versions.map((bytes) => files.put('a.webp', bytes, 'image/webp')))
    const read = await files.get('a.webp')
    expect(versions.some((bytes) => read?.bytes.equals(bytes))).toBe(true)
  })

  test.each([
    '../a.webp',
    '/etc/a.webp',
    'a/../b.webp',
    'a//b.webp',
    'A.webp',
    'a.html',
    'a',
    '.a.webp',
    'a\0.webp',
  ])('refuses the key %j for everything', async (key) => {
    const files = store()
    expect(isSafeKey(key)).toBe(false)
    await expect(files.put(key, Buffer.from('x'), 'image/webp')).rejects.toThrow()
    await expect(files.get(key)).rejects.toThrow()
    await expect(files.delete(key)).rejects.toThrow()
  })

  test('refuses a content type that is not the one of the key', async () => {
    await expect(store().put('a.webp', Buffer.from('x'), 'text/html')).rejects.toThrow(/text\/html/)
  })

  test('encrypted files are opaque where they lie, and open only under their own key', async () => {
    const files = store()
    const cipher = createFieldCipher([{ id: 'f1', key: randomBytes(32) }])
    const document = Buffer.from('運転免許証 第 123456789012 号')
    await putEncrypted(files, cipher, 'identity/1.sealed', document, 'image/webp')
    const raw = await files.get('identity/1.sealed')
    expect(raw?.bytes.includes('123456789012')).toBe(false)
    expect(await getEncrypted(files, cipher, 'identity/1.sealed')).toEqual({
      bytes: document,
      contentType: 'image/webp',
    })
    expect(await getEncrypted(files, cipher, 'identity/2.sealed')).toBeNull()
    await files.put('identity/2.sealed', raw?.bytes ?? Buffer.alloc(0), 'application/octet-stream')
    await expect(getEncrypted(files, cipher, 'identity/2.sealed')).rejects.toThrow(FieldCipherError)
  })
})

test('the folder store leaves no half-written files behind', async () => {
  const files = createFolderStore(folder)
  await files.put('a.webp', Buffer.from('x'), 'image/webp')
  await files.put('b/c.webp', Buffer.from('x'), 'image/webp')
  await expect(files.put('b/c.webp/d.webp', Buffer.from('x'), 'image/webp')).rejects.toThrow()
  expect((await readdir(folder, { recursive: true })).sort()).toEqual(['a.webp', 'b', 'b/c.webp'])
})

test('what is kept is for the user the server runs as, also in folders that were there before', async () => {
  const modeOf = async (name: string) => (await stat(join(folder, 'own', name))).mode & 0o777
  await mkdir(join(folder, 'own', 'earlier'), { recursive: true, mode: 0o755 })
  await writeFile(join(folder, 'own', 'earlier', 'b.webp'), 'x', { mode: 0o644 })
  const files = createFolderStore(join(folder, 'own'))
  await files.put('items/12/a.webp', Buffer.from('x'), 'image/webp')
  expect(await Promise.all(['', 'items', 'items/12', 'items/12/a.webp'].map(modeOf))).toEqual([
    0o700, 0o700, 0o700, 0o600,
  ])
  expect(await Promise.all(['earlier', 'earlier/b.webp'].map(modeOf))).toEqual([0o700, 0o600])
})

describe('the S3 store', () => {
  const quick = { timeout: 150, pause: 1 }

  test('asks by path and says the content type', async () => {
    await createS3Store(s3.config).put('items/1.webp', Buffer.from('x'), 'image/webp')
    expect(s3.requests).toEqual(['PUT /okuru-files/items/1.webp'])
    expect(s3.objects.get('items/1.webp')?.contentType).toBe('image/webp')
  })

  test('a wrong secret is refused at once, and the error says nothing of it', async () => {
    const store = createS3Store({ ...s3.config, secretKey: 'another-secret' }, quick)
    const error = await store.put('a.webp', Buffer.from('x'), 'image/webp').catch((caught: unknown) => caught)
    expect(error).toBeInstanceOf(FileStoreError)
    expect(error).toMatchObject({ status: 403, message: 'storage: PUT got status 403' })
    expect(s3.requests).toHaveLength(1)
    expect(s3.objects.size).toBe(0)
  })

  test('500 and no answer in time are tried again until it works', async () => {
    s3.failures.push(500, 'hang')
    await createS3Store(s3.config, quick).put('a.webp', Buffer.from('x'), 'image/webp')
    expect(s3.requests).toHaveLength(3)
    expect(s3.objects.get('a.webp')?.bytes.toString()).toBe('x')
  })

  test('gives up after the last try', async () => {
    s3.failures.push(503, 503, 503)
    await expect(createS3Store(s3.config, quick).get('a.webp')).rejects.toMatchObject({ status: 503 })
    s3.failures.push('hang', 'hang')
    await expect(createS3Store(s3.config, { ...quick, tries: 2 }).get('a.webp')).rejects.toMatchObject({
      status: 0,
    })
  })

  test('a bucket that is not there is an error for writing', async () => {
    const store = createS3Store({ ...s3.config, bucket: 'elsewhere' }, quick)
    await expect(store.put('a.webp', Buffer.from('x'), 'image/webp')).rejects.toMatchObject({ status: 404 })
  })
})

describe('signed addresses', () => {
  const secret = randomBytes(32)
  const now = new Date('2026-11-21T01:20:00Z')
  const later = (minutes: number) => new Date(now.getTime() + minutes * 60_000)
  const url = signFileUrl('items/1.webp', later(60), secret)
  const query = Object.fromEntries(new URL(url, 'http://host').searchParams)

  test('open until the hour they were rounded up to', () => {
    expect(url).toMatch(/^\/files\/items\/1\.webp\?expires=\d+&signature=[\w-]{43}$/)
    expect(verifyFileUrl('items/1.webp', query, secret, now)).toBe(true)
    expect(verifyFileUrl('items/1.webp', query, secret, later(99))).toBe(true)
    expect(verifyFileUrl('items/1.webp', query, secret, later(100))).toBe(false)
  })

  test('stay the same within the hour', () => {
    expect(signFileUrl('items/1.webp', later(90), secret)).toBe(url)
    expect(signFileUrl('items/1.webp', later(101), secret)).not.toBe(url)
  })

  test('open nothing else', () => {
    const verify = (key: string, change: object, by = secret) =>
      verifyFileUrl(key, { ...query, ...change }, by, now)
    expect(verify('items/2.webp', {})).toBe(false)
    expect(verify('items/1.webp', { expires: String(Number(query.expires) + 3600) })).toBe(false)
    expect(verify('items/1.webp', { signature: 'short' })).toBe(false)
    expect(verify('items/1.webp', { signature: undefined })).toBe(false)
    expect(verify('items/1.webp', { expires: [query.expires] })).toBe(false)
    expect(verify('items/1.webp', {}, randomBytes(32))).toBe(false)
  })
})
