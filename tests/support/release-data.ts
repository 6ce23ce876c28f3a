// The rows that a release left, as its demo data fill them: written at each release, read by the test of the upgrade.
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { gunzipSync, gzipSync } from 'node:zlib'
import pg from 'pg'
import {
  copyIn,
  copyOut,
  refill,
  type SequenceState,
  sequencesOf,
  setSequences,
  type TableShape,
  tablesOf,
} from '#server/platform/backup-tables'

export interface ReleaseData {
  release: string
  /** Its last migration. */
  last: string
  secrets: string
  checkpoints: Record<string, string>
  tables: (TableShape & { rows: number; copy: string })[]
  sequences: SequenceState[]
}

const folder = path.join(import.meta.dirname, '..', 'fixtures')
export const releaseFile = (release: string) => path.join(folder, `release-${release}.json.gz`)

const checkpointFolder = (dataDir: string) => path.join(dataDir, 'ledger-checkpoints')

/** Public lists, which every start loads. */
const loadedAtStart = new Set(['bank', 'bank_branch', 'postal_code'])

export async function writeReleaseData(
  connectionString: string,
  dataDir: string,
  { release, last }: Pick<ReleaseData, 'release' | 'last'>,
): Promise<void> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    await client.query('begin isolation level repeatable read read only')
    const tables: ReleaseData['tables'] = []
    for (const table of await tablesOf(client)) {
      const parts: Buffer[] = []
      if (!loadedAtStart.has(table.name))
        await copyOut(client, table, async (rows) => {
          for await (const part of rows) parts.push(part)
        })
      const copy = Buffer.concat(parts).toString('utf8')
      tables.push({ ...table, rows: copy.split('\n').length - 1, copy })
    }
    const checkpoints: Record<string, string> = {}
    for (const name of await readdir(checkpointFolder(dataDir)))
      checkpoints[name] = await readFile(path.join(checkpointFolder(dataDir), name), 'utf8')
    const secrets = await readFile(path.join(dataDir, 'secrets.json'), 'utf8')
    const data: ReleaseData = {
      release,
      last,
      secrets,
      checkpoints,
      tables,
      sequences: await sequencesOf(client),
    }
    await mkdir(folder, { recursive: true })
    await writeFile(releaseFile(release), gzipSync(JSON.stringify(data), { level: 9 }))
  } finally {
    await client.end()
  }
}

export async function readReleaseData(release: string): Promise<ReleaseData> {
  return JSON.parse(gunzipSync(await readFile(releaseFile(release))).toString('utf8')) as ReleaseData
}

/** Into a database with the schema of that release. */
export async function placeReleaseData(
  data: ReleaseData,
  connectionString: string,
  dataDir: string,
): Promise<void> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    await client.query('begin')
    await refill(client, data.tables, async () => {
      for (const table of data.tables) await copyIn(client, table, Readable.from([Buffer.from(table.copy)]))
      await setSequences(client, data.sequences)
    })
    await client.query('commit')
  } finally {
    await client.end()
  }
  await writeFile(path.join(dataDir, 'secrets.json'), data.secrets, { mode: 0o600 })
  await mkdir(checkpointFolder(dataDir), { recursive: true })
  for (const [name, text] of Object.entries(data.checkpoints))
    await writeFile(path.join(checkpointFolder(dataDir), name), text)
}
