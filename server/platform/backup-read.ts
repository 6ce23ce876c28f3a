import { pipeline, Readable } from 'node:stream'
import { promisify } from 'node:util'
import { createGunzip, gunzip } from 'node:zlib'
import * as z from 'zod'
import { timeOfBackup } from './backup.rules.ts'
import { BackupDamaged, nameOfFile, openObject } from './backup-seal.ts'
import type { BackupTarget } from './backup-target.ts'
import type { ListedFile } from './files.ts'

const Count = z.int().nonnegative()
const Section = z.object({ first: Count, chunks: Count })
const Table = Section.extend({
  schema: z.string(),
  name: z.string(),
  columns: z.array(z.string()),
  rows: Count,
})
const Manifest = z.object({
  format: z.literal(1),
  name: z.string(),
  begun_at: z.string(),
  ended_at: z.string(),
  migrations: z.array(z.object({ version: z.string(), checksum: z.string() })),
  /** With check values: keys that do not fit are refused before anything is restored. */
  keys: z.array(z.object({ purpose: z.enum(['field', 'chain']), id: z.string(), canary: z.base64() })),
  tables: z.array(Table),
  sequences: z.array(z.object({ schema: z.string(), name: z.string(), last: z.string().nullable() })),
  files: Section.extend({ count: Count, bytes: Count }),
  extras: z.array(Section.extend({ name: z.string() })),
  /** Of the objects of this backup alone. */
  bytes: Count,
})
export type Manifest = z.output<typeof Manifest>
export type BackupTable = z.output<typeof Table>

const plainOf = promisify(gunzip)

export const folderOf = (name: string) => `backups/${name}/`
export const chunkOf = (name: string, number: number) => `${folderOf(name)}${String(number).padStart(6, '0')}`
export const manifestOf = (name: string) => `${folderOf(name)}manifest`

/** Whole ones, oldest first, and those without a manifest. */
export async function listBackups(target: BackupTarget): Promise<{ whole: string[]; broken: string[] }> {
  const begun = new Set<string>()
  const whole = new Set<string>()
  for await (const object of target.list('backups/')) {
    const [, name = '', part] = object.split('/')
    if (!timeOfBackup(name)) continue
    begun.add(name)
    if (part === 'manifest') whole.add(name)
  }
  const names = [...begun].sort()
  return { whole: names.filter((name) => whole.has(name)), broken: names.filter((name) => !whole.has(name)) }
}

export async function readManifest(target: BackupTarget, key: Buffer, name: string): Promise<Manifest> {
  const object = manifestOf(name)
  const text = await plainOf(openObject(key, object, await target.get(object)))
  return Manifest.parse(JSON.parse(text.toString('utf8')))
}

export interface ReadingBackup {
  target: BackupTarget
  key: Buffer
  manifest: Manifest
}

export async function* chunksOf(
  { target, key, manifest }: ReadingBackup,
  section: { first: number; chunks: number },
): AsyncGenerator<Buffer> {
  for (let number = section.first; number < section.first + section.chunks; number++) {
    const object = chunkOf(manifest.name, number)
    yield openObject(key, object, await target.get(object))
  }
}

/** The bytes of a table's COPY, of the list of files, or of an extra. */
export function plainBytes(reading: ReadingBackup, section: { first: number; chunks: number }): Readable {
  if (section.chunks === 0) return Readable.from([])
  const plain = createGunzip()
  // Its error ends `plain`, whose reader learns of it.
  pipeline(chunksOf(reading, section), plain, () => undefined)
  return plain
}

export async function* filesIn(reading: ReadingBackup): AsyncGenerator<ListedFile> {
  let rest = ''
  const plain = plainBytes(reading, reading.manifest.files).setEncoding('utf8')
  for await (const part of plain as AsyncIterable<string>) {
    const lines = (rest + part).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) {
      const [key, size, stamp] = FileLine.parse(JSON.parse(line))
      yield { key, size, stamp }
    }
  }
}

const FileLine = z.tuple([z.string(), Count, z.string()])

export async function extraBytes(reading: ReadingBackup, extra: Manifest['extras'][number]): Promise<Buffer> {
  return Buffer.concat(await plainBytes(reading, extra).toArray())
}

export async function readFileOf({ target, key }: ReadingBackup, file: ListedFile): Promise<Buffer> {
  const object = nameOfFile(key, file)
  const bytes = openObject(key, object, await target.get(object))
  if (bytes.length !== file.size) throw new BackupDamaged(object)
  return bytes
}

/** Reads every row and list, and finds every file; with `files` reads those too. Throws at the first damage. */
export async function checkBackup(reading: ReadingBackup, { files = false } = {}): Promise<void> {
  const { target, key, manifest } = reading
  for (const table of manifest.tables) {
    if ((await linesIn(plainBytes(reading, table))) !== table.rows)
      throw new BackupDamaged(`${table.schema}.${table.name}`)
  }
  for (const extra of manifest.extras) await extraBytes(reading, extra)
  const there = new Set<string>()
  for await (const name of target.list('files/')) there.add(name)
  let count = 0
  for await (const file of filesIn(reading)) {
    count += 1
    const object = nameOfFile(key, file)
    if (!there.has(object)) throw new BackupDamaged(object)
    if (files) await readFileOf(reading, file)
  }
  if (count !== manifest.files.count) throw new BackupDamaged('files')
}

/** COPY writes a row as one line. */
async function linesIn(plain: AsyncIterable<Buffer>): Promise<number> {
  let lines = 0
  for await (const part of plain)
    for (let at = part.indexOf(10); at >= 0; at = part.indexOf(10, at + 1)) lines += 1
  return lines
}
