import { existsSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import pg from 'pg'
import { systemClock } from '#server/platform/clock'
import { type Config, ConfigError, readConfig } from '#server/platform/config'
import { type Db, makeDb, makePool } from '#server/platform/db'
import { startEmbeddedPostgres } from '#server/platform/embedded-postgres'
import { connectionStringFor, settleHome } from '#server/platform/embedded-postgres-home'
import { createFileStore } from '#server/platform/files'
import { loadKeys } from '#server/platform/keys'
import { createLogger, type Logger } from '#server/platform/log'
import { createMail, type Outbox } from '#server/platform/mail'
import { migrate } from '#server/platform/migrate'
import type { Tools } from '#server/platform/tools'
import { requireDataFolder, requireOurDatabase } from './existing-data.ts'

/** Outside things as the configuration asks for them, for the server and for the operator's commands. */
export interface Booted {
  config: Config
  tools: Tools
  log: Logger
  outbox: Outbox | undefined
  pool: pg.Pool
  db: Db
  /** Ends connections and, where it is ours, PostgreSQL. */
  stop: () => Promise<void>
}

interface BootOptions {
  env?: NodeJS.ProcessEnv
  /** Short news for the person at the terminal. */
  say: (line: string) => void
  /** Whether to bring the schema up to date; commands that only look make nothing and change nothing. */
  migrating?: boolean
  /** Whether to use the database of a server that is running on the same data folder. */
  joining?: boolean
}

/** Reads the configuration and opens the database, starting our own when none is named. */
export async function boot({ env, say, migrating = true, joining = false }: BootOptions): Promise<Booted> {
  const config = readConfig(env)
  if (!migrating) requireDataFolder(config)
  const log = createLogger(config)
  const { mail, outbox } = createMail(config, systemClock.now)
  const tools: Tools = {
    clock: systemClock,
    config,
    keys: loadKeys(config),
    files: createFileStore(config),
    mail,
    log,
  }
  const database = (joining && (await runningDatabase(config))) || (await openDatabase(config, say))
  try {
    if (migrating) await migrate(database.connectionString, say)
  } catch (error) {
    await database.stop()
    throw error
  }
  let stopping = false
  const pool = makePool({
    connectionString: database.connectionString,
    onError: (error) => {
      if (!stopping) log.warn({ err: error }, 'a database connection ended')
    },
  })
  const db = makeDb(pool)
  try {
    if (!migrating) await requireOurDatabase(pool)
  } catch (error) {
    stopping = true
    await pool.end()
    await database.stop()
    throw error
  }
  return {
    config,
    tools,
    log,
    outbox,
    pool,
    db,
    async stop() {
      stopping = true
      await db.destroy()
      await database.stop()
    },
  }
}

interface Database {
  connectionString: string
  stop: () => Promise<void>
}

async function openDatabase(config: Config, say: (line: string) => void): Promise<Database> {
  if (config.databaseUrl !== undefined) return leftRunning(config.databaseUrl)
  return startEmbeddedPostgres({ dataDir: embeddedFolder(config), log: say })
}

const embeddedFolder = (config: Config) => path.resolve(config.dataDir, 'postgres')
const leftRunning = (connectionString: string): Database => ({
  connectionString,
  stop: async () => undefined,
})

/** The embedded database of a running server, reached through its socket. */
async function runningDatabase(config: Config): Promise<Database | undefined> {
  if (config.databaseUrl !== undefined || process.platform === 'win32') return undefined
  const home = await settleHome(embeddedFolder(config))
  const connectionString = connectionStringFor(home, 5432, 'okuru')
  const client = new pg.Client({ connectionString })
  client.on('error', () => undefined)
  try {
    await client.connect()
    return leftRunning(connectionString)
  } catch {
    return undefined
  } finally {
    await client.end().catch(() => undefined)
  }
}

type SeedDemo = (db: Db, tools: Tools) => Promise<unknown>

/** The demo world, where this copy of the program has one. */
export async function demoSeed(): Promise<SeedDemo | undefined> {
  const file = `${import.meta.dirname}/seed/demo.ts`
  if (!existsSync(file)) return undefined
  const { seedDemo } = (await import(pathToFileURL(file).href)) as { seedDemo: SeedDemo }
  return seedDemo
}

/** What to tell the person at the terminal when starting failed: causes that have a cure, without a stack. */
export function explainFailure(error: unknown): string {
  if (error instanceof ConfigError) {
    return `設定を確かめてください。 / ${error.message}`
  }
  if (!(error instanceof Error)) return String(error)
  const { code } = error as NodeJS.ErrnoException
  if (code === 'EADDRINUSE') {
    const { port } = error as Error & { port?: number }
    return (
      `ポート ${port} は、ほかのプログラムが使っています。そちらを止めるか、PORT=${Number(port) + 1} のように別の番号を指定してください。 / ` +
      `Port ${port} is in use. Stop the other program, or choose another port: PORT=${Number(port) + 1} npm start`
    )
  }
  if (code === 'EACCES' && 'port' in error) {
    return `ポート ${String(error.port)} を開く権限がありません。PORT=3000 のように 1024 以上の番号を指定してください。 / Not allowed to open port ${String(error.port)}: choose one above 1023.`
  }
  if (code === 'ECONNREFUSED' || code === 'ENOTFOUND' || code === '28P01' || code === '3D000') {
    return `データベースに接続できません。DATABASE_URL を確かめてください。 / The database of DATABASE_URL cannot be reached: ${error.message || code}`
  }
  // Messages in the reader's language say cause and cure; where they were thrown helps nobody.
  return /[^\p{ASCII}]/u.test(error.message) ? error.message : (error.stack ?? error.message)
}
