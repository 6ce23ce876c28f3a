import { existsSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import type pg from 'pg'
import { systemClock } from '#server/platform/clock'
import { type Config, readConfig } from '#server/platform/config'
import { type Db, makeDb, makePool } from '#server/platform/db'
import { ekycOf } from '#server/platform/ekyc'
import { startEmbeddedPostgres } from '#server/platform/embedded-postgres'
import { connectionStringFor, prepareHome } from '#server/platform/embedded-postgres-home'
import { verifyFileStore } from '#server/platform/file-marker'
import { createFileStore } from '#server/platform/files'
import { verifyKeys } from '#server/platform/known-keys'
import { lineOf } from '#server/platform/line'
import { createLogger, type Logger } from '#server/platform/log'
import { createMail, type Outbox } from '#server/platform/mail'
import { migrate } from '#server/platform/migrate'
import { nextEngineOf } from '#server/platform/next-engine'
import { createOutgoing } from '#server/platform/outgoing'
import { connectAlone, endAlone, type Limits, limits } from '#server/platform/pool'
import {
  requireEnoughSessions,
  requireNames,
  requireOwnSession,
  requireWritable,
} from '#server/platform/start-checks'
import type { Tools } from '#server/platform/tools'
import { requireDataFolder, requireOkuruDatabase } from './existing-data.ts'

export interface Opened {
  config: Config
  log: Logger
  connectionString: string
  /** Whether the database is one release ahead. */
  isAhead: boolean
  /** With the long timeouts: for startup and commands. */
  pool: pg.Pool
  db: Db
  connect: (options: { limits: Limits; max: number }) => { pool: pg.Pool; db: Db }
  /** Resolves with the reason when the embedded database cannot be kept running. */
  databaseGone: Promise<string>
  stop: () => Promise<void>
}

export interface Booted extends Opened {
  tools: Tools
  outbox: Outbox | undefined
}

interface BootOptions {
  config?: Config
  say: (line: string) => void
  /** Whether to migrate the schema; read-only commands do not. */
  migrating?: boolean
  /** Whether to use the database of a server running on the same data folder. */
  joining?: boolean
  /** Whether to check configured hosts and the file store. */
  serving?: boolean
}

export async function open(options: BootOptions): Promise<Opened> {
  const { config = readConfig(), say, migrating = true, joining = false, serving = false } = options
  if (!migrating) requireDataFolder(config)
  const log = createLogger(config)
  if (serving) await requireNames(config)
  if (migrating) await requireWritable(config.dataDir)
  const database = (joining && (await runningDatabase(config))) || (await openDatabase(config, say))
  const { connectionString, gone: databaseGone } = database
  let isAhead = false
  try {
    if (migrating) {
      if (config.databaseUrl !== undefined) await requireOwnSession(config.databaseUrl)
      if (serving) await requireEnoughSessions(config)
      ;({ isAhead } = await migrate(connectionString, say))
    }
  } catch (error) {
    await database.stop()
    throw error
  }
  const { connect, end } = poolsOf(connectionString, log)
  const stop = async () => {
    await end()
    await database.stop()
  }
  const first = connect({ limits: limits.long, max: 4 })
  try {
    if (!migrating) await requireOkuruDatabase(first.pool)
  } catch (error) {
    await stop()
    throw error
  }
  return { config, log, connectionString, isAhead, ...first, connect, databaseGone, stop }
}

/** Refuses keys, and for a server files, of another database. */
export async function boot(options: BootOptions): Promise<Booted> {
  const opened = await open(options)
  const { config, pool, log } = opened
  const { migrating = true, serving = false } = options
  try {
    const at = systemClock.now()
    const files = createFileStore(config)
    const keys = await verifyKeys({ config, pool, at, chainKeysInUse, mayWrite: migrating })
    if (serving) await verifyFileStore({ pool, files, config, at })
    const { mail, outbox } = createMail(config, systemClock.now)
    const tools: Tools = {
      clock: systemClock,
      config,
      keys,
      files,
      mail,
      line: lineOf(config),
      ekyc: ekycOf(config),
      nextEngine: nextEngineOf(config),
      outgoing: createOutgoing({ networks: config.webhookNetworks }),
      log,
    }
    return { ...opened, tools, outbox }
  } catch (error) {
    await opened.stop()
    throw error
  }
}

export const chainKeysInUse = 'select distinct key_id as id from antique_ledger'

function poolsOf(connectionString: string, log: Logger) {
  const dbs: Db[] = []
  let isEnding = false
  const onError = (error: Error) => {
    if (!isEnding) log.warn({ reason: error.message }, 'a database connection ended')
  }
  return {
    connect(options: { limits: Limits; max: number }) {
      const pool = makePool({ connectionString, onError, ...options })
      const db = makeDb(pool)
      dbs.push(db)
      return { pool, db }
    },
    async end() {
      isEnding = true
      await Promise.all(dbs.map((db) => db.destroy()))
    },
  }
}

interface Database {
  connectionString: string
  gone: Promise<string>
  stop: () => Promise<void>
}

const never = new Promise<never>(() => undefined)

export async function openDatabase(config: Config, say: (line: string) => void): Promise<Database> {
  if (config.databaseUrl !== undefined) return leftRunning(config.databaseUrl)
  const postgres = await startEmbeddedPostgres({ dataDir: embeddedFolder(config), log: say })
  const gone = new Promise<string>((resolve) =>
    postgres.onExit(({ cause, restarting }) => {
      if (!restarting) resolve(cause)
    }),
  )
  return { ...postgres, gone }
}

export const embeddedFolder = (config: Config) => path.resolve(config.dataDir, 'postgres')
const leftRunning = (connectionString: string): Database => ({
  connectionString,
  gone: never,
  stop: async () => undefined,
})

/** Connects to the embedded database of a running server through its socket. */
export async function runningDatabase(config: Config): Promise<Database | undefined> {
  if (config.databaseUrl !== undefined || process.platform === 'win32') return undefined
  const home = await prepareHome(embeddedFolder(config))
  const connectionString = connectionStringFor(home, 5432, 'okuru')
  try {
    const client = await connectAlone({ connectionString, limits: limits.calls })
    await endAlone(client)
    return leftRunning(connectionString)
  } catch {
    return undefined
  }
}

type SeedDemo = (db: Db, tools: Tools) => Promise<unknown>

export async function demoSeed(): Promise<SeedDemo | undefined> {
  const file = `${import.meta.dirname}/seed/demo.ts`
  if (!existsSync(file)) return undefined
  const { seedDemo } = (await import(pathToFileURL(file).href)) as { seedDemo: SeedDemo }
  return seedDemo
}
