// A backup: `backups/<name>/` with the rows of one snapshot, and files that all backups share below `files/`.
// Its manifest is written last, so that an interrupted one never looks whole.
import { randomBytes } from 'node:crypto'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { createGzip, gzip } from 'node:zlib'
import type pg from 'pg'
import { backupName, backupsToKeep, timeOfBackup } from './backup.rules.ts'
import {
  type BackupTable,
  chunkOf,
  filesIn,
  folderOf,
  listBackups,
  type Manifest,
  manifestOf,
  readManifest,
} from './backup-read.ts'
import { nameOfFile, sealObject } from './backup-seal.ts'
import { copyOut, sequencesOf, tablesOf } from './backup-tables.ts'
import type { BackupTarget } from './backup-target.ts'
import type { Config } from './config.ts'
import { type FileStore, type ListedFile, listFiles } from './files.ts'
import { readMigrations } from './migration-files.ts'
import { connectAlone, endAlone, limits } from './pool.ts'

/** Small files outside database and file store that belong to the snapshot. */
export interface Extra {
  name: string
  bytes: Buffer
}
export type ExtrasOf = (client: pg.Client, config: Making['config']) => Promise<Extra[]>

const chunkLength = 8 * 1024 * 1024
const compressed = promisify(gzip)

export interface Making {
  connectionString: string
  config: Pick<Config, 's3' | 'dataDir'>
  files: FileStore
  target: BackupTarget
  key: Buffer
  extrasOf: ExtrasOf
  at: Date
  now: () => Date
}

export interface Made {
  manifest: Manifest
  /** Why old backups could not be removed; the new one is whole nevertheless. */
  untidy: unknown
}

/** Another process makes one. */
export class BackupUnderWay extends Error {
  override readonly name = 'BackupUnderWay'
}

/** A process of another release makes it: this one does not know all tables. */
export class OtherRelease extends Error {
  override readonly name = 'OtherRelease'
}

const lockNumber = 7_261_548_907

/** The database's snapshot comes first: files that it names are not deleted before they are listed, but for a moment. */
export async function makeBackup(making: Making): Promise<Made> {
  const { connectionString, at, now, target, key } = making
  await target.requireWritable?.()
  const name = backupName(at, randomBytes(4).toString('hex'))
  const client = await connectAlone({ connectionString, name: 'okuru-backup', limits: limits.copy })
  try {
    const { rows } = await client.query<{ is_mine: boolean }>('select pg_try_advisory_lock($1) as is_mine', [
      lockNumber,
    ])
    if (!rows[0]?.is_mine) {
      throw new BackupUnderWay(
        '別のバックアップを作っている途中です。終わってからやり直してください。 / Another backup is under way. Try again when it has ended.',
      )
    }
    const writer = chunkWriter(making, name)
    const migrations = await recordedMigrations(client)
    await client.query('begin isolation level repeatable read read only')
    const keys = await keysIn(client)
    const tables: BackupTable[] = []
    for (const table of await tablesOf(client)) {
      let section = { first: 0, chunks: 0 }
      const count = await copyOut(client, table, async (rows) => {
        section = await writer.write(rows)
      })
      tables.push({ ...table, ...section, rows: count })
    }
    const sequences = await sequencesOf(client)
    const extras: Manifest['extras'] = []
    for (const { name: extra, bytes } of await making.extrasOf(client, making.config))
      extras.push({ name: extra, ...(await writer.write([bytes])) })
    await client.query('commit')
    const files = await copyFiles(making, writer)
    const manifest: Manifest = {
      format: 1,
      name,
      begun_at: at.toISOString(),
      ended_at: now().toISOString(),
      migrations,
      keys,
      tables,
      sequences,
      files,
      extras,
      bytes: writer.bytes(),
    }
    const object = manifestOf(name)
    const text = await compressed(Buffer.from(JSON.stringify(manifest)))
    await target.put(object, sealObject(key, object, text))
    const untidy = await removeOld(target, key, name, now()).then(
      () => null,
      (error: unknown) => error,
    )
    return { manifest, untidy }
  } finally {
    await endAlone(client)
  }
}

/** Refuses a schema that is not this program's: its backup could not be restored. */
async function recordedMigrations(client: pg.Client): Promise<Manifest['migrations']> {
  const { rows } = await client.query<{ version: string; checksum: string }>(
    'select version, checksum from public.schema_migration order by version',
  )
  const known = new Map((await readMigrations()).map(({ version, checksum }) => [version, checksum]))
  const isOurs = rows.length === known.size && rows.every((row) => known.get(row.version) === row.checksum)
  if (!isOurs) {
    throw new OtherRelease(
      'データベースの版がこのプログラムと違うため、バックアップを作れません。 / The database is not of this release, so no backup is made.',
    )
  }
  return rows
}

async function keysIn(client: pg.Client): Promise<Manifest['keys']> {
  const { rows } = await client.query<{ purpose: 'field' | 'chain'; id: string; canary: Buffer }>(
    'select purpose, id, canary from known_key order by purpose, id',
  )
  return rows.map(({ purpose, id, canary }) => ({ purpose, id, canary: canary.toString('base64') }))
}

type Bytes = Iterable<Buffer> | AsyncIterable<Buffer>

interface ChunkWriter {
  write: (source: Bytes) => Promise<{ first: number; chunks: number }>
  bytes: () => number
}

function chunkWriter({ target, key }: Pick<Making, 'target' | 'key'>, name: string): ChunkWriter {
  let next = 1
  let bytes = 0
  return {
    bytes: () => bytes,
    async write(source) {
      const first = next
      let isEmpty = true
      const noting = async function* () {
        for await (const part of source) {
          isEmpty = false
          yield part
        }
      }
      await pipeline(noting, createGzip({ level: 5 }), async (packed: AsyncIterable<Buffer>) => {
        for await (const chunk of inChunks(packed)) {
          if (isEmpty) continue
          const object = chunkOf(name, next)
          const sealed = sealObject(key, object, chunk)
          await target.put(object, sealed)
          bytes += sealed.length
          next += 1
        }
      })
      return { first, chunks: next - first }
    },
  }
}

async function* inChunks(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let parts: Buffer[] = []
  let length = 0
  for await (const part of source) {
    parts.push(part)
    length += part.length
    if (length < chunkLength) continue
    yield Buffer.concat(parts)
    parts = []
    length = 0
  }
  if (length > 0) yield Buffer.concat(parts)
}

const filesAtOnce = 8

/** Copies those that no backup has yet, and lists all. */
async function copyFiles(making: Making, writer: ChunkWriter): Promise<Manifest['files']> {
  const { target, config } = making
  const there = new Set<string>()
  for await (const name of target.list('files/')) there.add(name)
  let count = 0
  let bytes = 0
  const lines = async function* () {
    for await (const batch of inBatches(listFiles(config), filesAtOnce)) {
      const copied = await Promise.all(batch.map((file) => copyFile(making, file, there)))
      for (const [at, file] of batch.entries()) {
        if (!copied[at]) continue
        count += 1
        bytes += file.size
        yield Buffer.from(`${JSON.stringify([file.key, file.size, file.stamp])}\n`)
      }
    }
  }
  const section = await writer.write(lines())
  return { ...section, count, bytes }
}

/** False: deleted meanwhile. */
async function copyFile(
  { files, target, key }: Making,
  file: ListedFile,
  there: ReadonlySet<string>,
): Promise<boolean> {
  const object = nameOfFile(key, file)
  if (there.has(object)) return true
  const stored = await files.get(file.key)
  if (!stored) return false
  await target.put(object, sealObject(key, object, stored.bytes))
  return true
}

async function* inBatches<T>(source: AsyncIterable<T>, size: number): AsyncGenerator<T[]> {
  let batch: T[] = []
  for await (const one of source) {
    batch.push(one)
    if (batch.length < size) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}

const abandonedAfter = 24 * 3_600_000

/** What the rule does not keep, and begun backups of more than a day ago. The manifest goes first. */
async function removeOld(target: BackupTarget, key: Buffer, newest: string, now: Date): Promise<void> {
  const { whole, broken } = await listBackups(target)
  const kept = backupsToKeep(whole)
  const abandoned = broken.filter(
    (name) => now.getTime() - (timeOfBackup(name)?.getTime() ?? 0) > abandonedAfter,
  )
  const gone = [...whole.filter((name) => name !== newest && !kept.has(name)), ...abandoned]
  for (const name of gone) {
    await target.delete(manifestOf(name))
    for await (const object of target.list(folderOf(name))) await target.delete(object)
  }
  if (gone.length > 0)
    await removeFiles(
      target,
      key,
      whole.filter((name) => !gone.includes(name)),
    )
}

/** Files that no backup names any more. Throws, and deletes none, where one of them cannot be read. */
async function removeFiles(target: BackupTarget, key: Buffer, names: readonly string[]): Promise<void> {
  const needed = new Set<string>()
  for (const name of names) {
    const manifest = await readManifest(target, key, name)
    for await (const file of filesIn({ target, key, manifest })) needed.add(nameOfFile(key, file))
  }
  for await (const object of target.list('files/')) if (!needed.has(object)) await target.delete(object)
}
