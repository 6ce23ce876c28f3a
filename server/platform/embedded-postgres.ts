// Runs the PostgreSQL binaries from npm on a private unix socket (TCP on loopback on Windows).
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import * as fs from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { connectionStringFor, type PostgresHome, prepareHome } from './embedded-postgres-home.ts'
import { finishMove, requireOwnMajor } from './embedded-postgres-major.ts'
import {
  cleanEnvironment,
  executable,
  type ProcessOptions,
  StartFailure,
  spawnUser,
  stopLeftover,
} from './embedded-postgres-process.ts'
import { type Supervised, type SupervisorOptions, supervise } from './embedded-postgres-supervisor.ts'
import { connectAlone, endAlone, limits } from './pool.ts'
import { type ProcessLock, takeProcessLock } from './process-lock.ts'
import { freePort } from './start-checks.ts'

export interface EmbeddedPostgres extends Supervised {
  readonly connectionString: string
}

interface Options extends SupervisorOptions {
  readonly dataDir: string
  /** Milliseconds to wait for another server on the same folder to end. */
  readonly lockPatience?: number
}

export const database = 'okuru'
export const socketPort = 5432

export async function startEmbeddedPostgres(options: Options): Promise<EmbeddedPostgres> {
  const home = await prepareHome(path.resolve(options.dataDir))
  const lock = await takeLock(home, options)
  try {
    await stopLeftover(home, options.log)
    await finishMove(home, options.log)
    if (!existsSync(home.cluster)) await createCluster(home, options)
    requireOwnMajor(home)
    const port = home.socketDir === undefined ? await freePort() : socketPort
    const supervised = await supervise(home, port, options)
    const connectionString = connectionStringFor(home, port, database)
    await ensureDatabase(connectionStringFor(home, port, 'postgres')).catch(async (error) => {
      await supervised.stop()
      throw error
    })
    return {
      connectionString,
      onExit: supervised.onExit,
      async stop() {
        await supervised.stop()
        lock.release()
      },
    }
  } catch (error) {
    lock.release()
    throw error
  }
}

export async function takeLock(
  home: PostgresHome,
  options: Pick<Options, 'dataDir' | 'lockPatience'>,
): Promise<ProcessLock> {
  const file = path.join(home.root, 'server.lock')
  const patience = Date.now() + (options.lockPatience ?? 5_000)
  for (;;) {
    const lock = await takeProcessLock(file)
    if (typeof lock !== 'number') return lock
    if (Date.now() > patience) {
      throw new Error(
        `データの保存先 ${options.dataDir} は、動作中の別の okuru (pid ${lock}) が使っています。先にそちらを止めるか、OKURU_DATA_DIR に別の場所を指定してください。 / ` +
          `Another okuru (pid ${lock}) is using the data folder ${options.dataDir}. Stop it first, or set OKURU_DATA_DIR to another folder.`,
      )
    }
    await sleep(100)
  }
}

export async function createCluster(home: PostgresHome, { log, fast }: ProcessOptions): Promise<void> {
  log('データベースを作成しています… / Creating the database…')
  // Created under another name and renamed, so that an interrupted start leaves nothing behind.
  const draft = `${home.cluster}.new`
  await fs.rm(draft, { recursive: true, force: true })
  await fs.mkdir(draft, { mode: 0o700 })
  if (home.user) await fs.chown(draft, home.user.uid, home.user.gid)
  const flags = ['--pgdata', draft, '--username=okuru', '--auth=trust', '--encoding=UTF8', '--locale=C']
  flags.push('--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--no-instructions')
  if (fast) flags.push('--no-sync')
  const initdb = spawnSync(path.join(home.bin, executable('initdb')), flags, {
    ...spawnUser(home),
    cwd: '/',
    env: cleanEnvironment(),
    encoding: 'utf8',
  })
  if (initdb.status !== 0) {
    await fs.rm(draft, { recursive: true, force: true })
    throw new StartFailure(`${initdb.error?.message ?? ''}${initdb.stdout ?? ''}${initdb.stderr ?? ''}`)
  }
  await fs.rename(draft, home.cluster)
}

export async function ensureDatabase(connectionString: string): Promise<void> {
  const client = await connectAlone({ connectionString, limits: limits.long })
  try {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [database])
    if (rowCount === 0) await client.query(`create database ${database}`)
    // The details of an error quote the row, and PostgreSQL's log outlives the people in it.
    await client.query(`alter database ${database} set log_error_verbosity = terse`)
  } finally {
    await endAlone(client)
  }
}
