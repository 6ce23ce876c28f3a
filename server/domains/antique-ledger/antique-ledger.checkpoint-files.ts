// Where the checkpoint files are: beside the data, or in S3 where several machines share one database.
import * as fs from 'node:fs/promises'
import path from 'node:path'
import type { Config } from '#server/platform/config'
import { createS3Store, type S3Store } from '#server/platform/files-s3'

export type CheckpointPlace = Pick<Config, 's3' | 'dataDir'>

export interface CheckpointFiles {
  /** Empty when there is none. */
  read: (companyId: number) => Promise<string>
  append: (companyId: number, line: string) => Promise<void>
}

const largestFile = 512 * 1024
const keptLines = 500

const folderName = 'ledger-checkpoints'
export const checkpointFolder = (dataDir: string) => path.join(dataDir, folderName)
const fileOf = (folder: string, companyId: number) => path.join(folder, `${companyId}.log`)
export const checkpointName = (companyId: number) => `${folderName}/${companyId}.log`

export function checkpointFiles({ s3, dataDir }: CheckpointPlace): CheckpointFiles {
  const folder = checkpointFolder(dataDir)
  const inFolder = (companyId: number) => readText(fileOf(folder, companyId))
  if (!s3)
    return { read: inFolder, append: (company, line) => appendLine(folder, fileOf(folder, company), line) }
  const store = createS3Store(s3)
  // A file of before S3 was configured goes on there.
  const read = async (companyId: number) =>
    (await store.get(checkpointName(companyId)))?.toString('utf8') ?? inFolder(companyId)
  return {
    read,
    append: async (companyId, line) =>
      putText(store, checkpointName(companyId), continued(await read(companyId), line)),
  }
}

const putText = (store: S3Store, name: string, text: string) =>
  store.put(name, Buffer.from(text), 'text/plain; charset=utf-8')

/** The text with one line more, without the oldest where it has grown large. */
function continued(text: string, line: string): string {
  const lines = text.split('\n').filter((part) => part !== '')
  const kept = text.length > largestFile ? lines.slice(-keptLines) : lines
  return `${[...kept, line].join('\n')}\n`
}

async function readText(file: string): Promise<string> {
  try {
    return await fs.readFile(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return ''
    throw error
  }
}

async function appendLine(folder: string, file: string, line: string): Promise<void> {
  await fs.mkdir(folder, { recursive: true })
  const text = await readText(file)
  if (text.length > largestFile) {
    // Atomic replacement: the old file stays until the new one is on disk.
    const next = `${file}.new`
    try {
      await writeDurably(next, 'w', continued(text, line))
      await fs.rename(next, file)
    } catch (error) {
      await fs.rm(next, { force: true })
      throw error
    }
  } else {
    // Keeps an incomplete line from merging with the next.
    const separator = text === '' || text.endsWith('\n') ? '' : '\n'
    await writeDurably(file, 'a', `${separator}${line}\n`)
  }
  await syncFolder(folder)
}

/** Writes everything and fsyncs, or throws: on a full disk a write can be partial without an error. */
async function writeDurably(file: string, flag: 'a' | 'w', text: string): Promise<void> {
  const handle = await fs.open(file, flag, 0o600)
  try {
    const before = flag === 'a' ? (await handle.stat()).size : 0
    await handle.writeFile(text)
    await handle.sync()
    const written = (await handle.stat()).size - before
    if (written !== Buffer.byteLength(text)) throw new Error(`${path.basename(file)} was not written whole`)
  } finally {
    await handle.close()
  }
}

/** Fsyncs the folder so that a rename survives a crash. Systems that cannot open folders do not need it. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await fs.open(folder, 'r').catch(() => null)
  if (!handle) return
  await handle.sync().catch(() => undefined)
  await handle.close()
}

/** Returns where files that were there are now: they may be evidence. */
export async function placeCheckpoints(
  { s3, dataDir }: CheckpointPlace,
  files: readonly PlacedFile[],
  at: Date,
): Promise<string | null> {
  const moment = at.toISOString().replaceAll(/[-:]/g, '').slice(0, 15)
  if (s3) return placeInStore(createS3Store(s3), files, moment)
  const folder = checkpointFolder(dataDir)
  const aside = `${folder}.${moment}`
  const hadFiles = await fs.rename(folder, aside).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return false
      throw error
    },
  )
  await fs.mkdir(folder, { recursive: true })
  for (const { name, bytes } of files) {
    const [, file] = placedName.exec(name) ?? []
    if (file !== undefined) await writeDurably(path.join(folder, file), 'w', bytes.toString('utf8'))
  }
  await syncFolder(folder)
  return hadFiles ? aside : null
}

interface PlacedFile {
  name: string
  bytes: Buffer
}

const placedName = /^ledger-checkpoints\/(\d+\.log)$/

async function placeInStore(
  store: S3Store,
  files: readonly PlacedFile[],
  moment: string,
): Promise<string | null> {
  let hadFiles = false
  for await (const { key } of store.list(`${folderName}/`)) {
    const bytes = await store.get(key)
    if (!bytes) continue
    await putText(store, key.replace(folderName, `${folderName}.${moment}`), bytes.toString('utf8'))
    await store.delete(key)
    hadFiles = true
  }
  for (const { name, bytes } of files)
    if (placedName.test(name)) await putText(store, name, bytes.toString('utf8'))
  return hadFiles ? `${folderName}.${moment}` : null
}
