// PostgreSQL inside the product: starts the binaries that npm installed, keeps them running, and leaves
// no orphan. Reached over a private unix socket only (TCP on loopback on Windows).
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { closeSync, existsSync, openSync, readFileSync, statSync } from 'node:fs'
import * as fs from 'node:fs/promises'
import { createServer } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { codeOf, connectionStringFor, type PostgresHome, settleHome } from './embedded-postgres-home.ts'
import { isAlive, type ProcessLock, takeProcessLock } from './process-lock.ts'

export interface EmbeddedPostgres {
  readonly connectionString: string
  stop(): Promise<void>
  /** Called at every exit that nobody asked for; `restarting` is false once supervision has given up. */
  onExit(listener: (exit: UnexpectedExit) => void): void
}

export interface UnexpectedExit {
  readonly cause: string
  readonly restarting: boolean
}

interface Options {
  /** Kept from start to start. The cluster, its log and its locks live in here. */
  readonly dataDir: string
  readonly log: (line: string) => void
  /** Tests only: nothing is forced to disk, so a power cut would corrupt the cluster. */
  readonly fast?: boolean
  /** How long to wait for another server on the same folder to end, in milliseconds. */
  readonly lockPatience?: number
}

const database = 'okuru'
const socketPort = 5432
// Between the attempts to start after a crash, in milliseconds.
const pauses = [200, 300, 500, 1_000, 2_000, 2_000]
const startTimeout = 60_000
const mostRestartsAMinute = 8

export async function startEmbeddedPostgres(options: Options): Promise<EmbeddedPostgres> {
  const home = await settleHome(path.resolve(options.dataDir))
  const lock = await takeLock(home, options)
  try {
    await stopLeftover(home, options.log)
    if (!existsSync(home.cluster)) await createCluster(home, options)
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

/** A holder that is just ending, as in a restart, is given a moment. */
async function takeLock(home: PostgresHome, options: Options): Promise<ProcessLock> {
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

// ---- the cluster

async function createCluster(home: PostgresHome, { log, fast }: Options): Promise<void> {
  log('データベースを作成しています… / Creating the database…')
  // Made under another name and renamed when whole: a start that was cut off leaves nothing in the way.
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
    throw new Error(explain(`${initdb.error?.message ?? ''}${initdb.stdout ?? ''}${initdb.stderr ?? ''}`))
  }
  await fs.rename(draft, home.cluster)
}

async function ensureDatabase(connectionString: string): Promise<void> {
  const client = new pg.Client({ connectionString })
  client.on('error', () => undefined)
  await client.connect()
  try {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [database])
    if (rowCount === 0) await client.query(`create database ${database}`)
  } finally {
    await client.end()
  }
}

/** A sixteenth of the machine's memory, in megabytes: much for a database, little for a computer that does other things. */
const sharedBuffers = (): number => Math.min(1024, Math.max(128, Math.round(os.totalmem() / 16 / 1_048_576)))

function settings(home: PostgresHome, port: number, fast: boolean | undefined): string[] {
  const values: Record<string, string> = {
    port: String(port),
    listen_addresses: home.socketDir === undefined ? '127.0.0.1' : '',
    shared_buffers: `${fast ? 128 : sharedBuffers()}MB`,
    max_connections: '100',
    work_mem: '16MB',
    jit: 'off',
    random_page_cost: '1.1',
    wal_compression: 'on',
    max_wal_size: '2GB',
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_line_prefix: '%m [%p] ',
  }
  if (home.socketDir !== undefined) {
    values.unix_socket_directories = home.socketDir
    values.unix_socket_permissions = '0700'
  }
  if (fast) Object.assign(values, { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' })
  return Object.entries(values).flatMap(([name, value]) => ['-c', `${name}=${value}`])
}

// ---- the process

interface Supervised {
  stop(): Promise<void>
  onExit(listener: (exit: UnexpectedExit) => void): void
}

async function supervise(home: PostgresHome, port: number, options: Options): Promise<Supervised> {
  const listeners: ((exit: UnexpectedExit) => void)[] = []
  let stopping = false
  let running = await startWithRetries(home, port, options, () => stopping)
  let recovery: Promise<void> = Promise.resolve()
  let restarts: number[] = []

  const watch = (child: ChildProcess) => {
    child.once('exit', (code, signal) => {
      if (stopping) return
      const cause = `PostgreSQL exited (${signal ?? code})`
      recovery = recover(cause)
    })
  }
  const recover = async (cause: string) => {
    options.log(`データベースが止まったため、再起動します。 / ${cause}; starting it again.`)
    for (const listener of listeners) listener({ cause, restarting: true })
    try {
      restarts = [...restarts.filter((at) => at > Date.now() - 60_000), Date.now()]
      if (restarts.length > mostRestartsAMinute) throw new Error(`${cause} again and again; giving up`)
      running = await startWithRetries(home, port, options, () => stopping)
      watch(running)
      options.log('データベースを再起動しました。 / PostgreSQL is running again.')
    } catch (error) {
      if (stopping) return
      const reason = error instanceof Error ? error.message : String(error)
      options.log(reason)
      for (const listener of listeners) listener({ cause: reason, restarting: false })
    }
  }
  const stopAtExit = () => running.kill('SIGINT')
  process.once('exit', stopAtExit)
  watch(running)

  return {
    onExit: (listener) => void listeners.push(listener),
    async stop() {
      stopping = true
      await recovery
      process.off('exit', stopAtExit)
      await shutDown(running)
    },
  }
}

/** After a crash the old backends hold the shared memory for a moment, so the first attempts may fail. */
async function startWithRetries(
  home: PostgresHome,
  port: number,
  options: Options,
  cancelled: () => boolean,
): Promise<ChildProcess> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await startOnce(home, port, options)
    } catch (error) {
      const pause = pauses[attempt]
      if (pause === undefined || cancelled() || isHopeless(error)) throw error
      await sleep(pause)
    }
  }
}

async function startOnce(home: PostgresHome, port: number, options: Options): Promise<ChildProcess> {
  const logFile = path.join(home.root, 'postgres.log')
  const logStart = await rotate(logFile)
  const out = openSync(logFile, 'a', 0o600)
  const postgres = path.join(home.bin, executable('postgres'))
  const args = ['-D', home.cluster, ...settings(home, port, options.fast)]
  const [command, commandArgs] = diesWithParent()
    ? ['setpriv', [...deathSignal, postgres, ...args]]
    : [postgres, args]
  // A group of its own: Ctrl-C in the terminal must reach the server only, which then stops us in order.
  const child = spawn(command, commandArgs, {
    ...spawnUser(home),
    cwd: '/',
    env: cleanEnvironment(),
    stdio: ['ignore', out, out],
    detached: true,
  })
  closeSync(out)
  let failure: string | undefined
  child.once('error', (error) => {
    failure = error.message
  })
  const deadline = Date.now() + startTimeout
  while (failure === undefined && child.exitCode === null && child.signalCode === null) {
    if (isReady(home, child.pid)) return child
    if (Date.now() > deadline) {
      await shutDown(child)
      failure = `not ready after ${startTimeout / 1000} s`
    }
    await sleep(20)
  }
  const written = (await fs.readFile(logFile)).subarray(logStart).toString()
  throw new Error(explain(`${failure ?? ''}${written}`))
}

/** PostgreSQL writes its state into the eighth line of postmaster.pid. */
function isReady(home: PostgresHome, pid: number | undefined): boolean {
  const lines = postmasterFile(home)
  return lines !== undefined && Number(lines[0]) === pid && lines[7]?.trim() === 'ready'
}

function postmasterFile(home: PostgresHome): string[] | undefined {
  try {
    return readFileSync(path.join(home.cluster, 'postmaster.pid'), 'utf8').split('\n')
  } catch {
    return undefined
  }
}

/** Fast shutdown (SIGINT): open transactions are rolled back, everything committed is written. */
async function shutDown(child: ChildProcess): Promise<void> {
  for (const signal of ['SIGINT', 'SIGQUIT', 'SIGKILL'] as const) {
    if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return
    const exited = new Promise<boolean>((resolve) => child.once('exit', () => resolve(true)))
    child.kill(signal)
    if (await Promise.race([exited, sleep(20_000, false, { ref: false })])) return
  }
}

/** Stops a postmaster whose server is gone. The lock is ours here, so nobody else can be using it. */
async function stopLeftover(home: PostgresHome, log: (line: string) => void): Promise<void> {
  const pid = Number(postmasterFile(home)?.[0])
  if (!Number.isInteger(pid) || pid <= 1 || !isAlive(pid)) return
  if (!runsCluster(pid, home)) {
    // The id belongs to an unrelated process now; PostgreSQL looks at the id alone and would refuse.
    await fs.rm(path.join(home.cluster, 'postmaster.pid'), { force: true })
    return
  }
  log('前回のデータベースが残っているため、止めています… / Stopping a PostgreSQL left from an earlier start…')
  for (const signal of ['SIGINT', 'SIGQUIT'] as const) {
    trySignal(pid, signal)
    for (let waited = 0; waited < 15_000; waited += 50) {
      if (!isAlive(pid) || !runsCluster(pid, home)) return
      await sleep(50)
    }
  }
  throw new Error(
    `前回のデータベース (pid ${pid}) を止められません。手で止めてから、もう一度起動してください。 / ` +
      `PostgreSQL left from an earlier start (pid ${pid}) does not stop. End it by hand, then start again.`,
  )
}

function trySignal(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch (error) {
    if (codeOf(error) !== 'ESRCH') throw error
  }
}

/** A postmaster works inside its cluster, which tells it from any other process with the same id. */
function runsCluster(pid: number, home: PostgresHome): boolean {
  if (process.platform === 'linux') {
    try {
      const [at, own] = [statSync(`/proc/${pid}/cwd/`), statSync(home.cluster)]
      return at.ino === own.ino && at.dev === own.dev
    } catch {
      return false
    }
  }
  if (process.platform === 'win32') return true
  const shown = spawnSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' })
  return shown.stdout.includes(home.cluster)
}

// ---- the system

const deathSignal = ['--pdeathsig', 'INT', '--']
let setprivWorks: boolean | undefined

/** Where setpriv knows `--pdeathsig`, the kernel stops PostgreSQL when this process is killed. */
function diesWithParent(): boolean {
  if (process.platform !== 'linux') return false
  setprivWorks ??= spawnSync('setpriv', [...deathSignal, 'true']).status === 0
  return setprivWorks
}

function spawnUser(home: PostgresHome): { uid?: number; gid?: number } {
  return home.user ? { uid: home.user.uid, gid: home.user.gid } : {}
}

function cleanEnvironment(): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(([name]) => !/^(PG|LC_|LANG)/.test(name))
  return { ...Object.fromEntries(kept), LC_ALL: 'C', TZ: 'UTC' }
}

const executable = (name: string) => (process.platform === 'win32' ? `${name}.exe` : name)

/** Keeps one older log once the log has grown past 10 MB; returns where this start's lines begin. */
async function rotate(file: string): Promise<number> {
  const size = await fs.stat(file).then(
    (found) => found.size,
    () => 0,
  )
  if (size <= 10_000_000) return size
  await fs.rename(file, `${file}.1`)
  return 0
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}

const hopeless =
  /No space left|Read-only file system|database files are incompatible|Permission denied|ENOENT/

const isHopeless = (error: unknown) => error instanceof Error && hopeless.test(error.message)

function explain(output: string): string {
  const tail = output.trim().split('\n').slice(-8).join('\n')
  const cure = /No space left/.test(output)
    ? 'ディスクの空きがありません。空きを作ってから、もう一度起動してください。 / The disk is full: free some space and start again.'
    : /Read-only file system|Permission denied/.test(output)
      ? 'データの保存先に書き込めません。OKURU_DATA_DIR に、書き込める場所を指定してください。 / The data folder cannot be written: set OKURU_DATA_DIR to another folder.'
      : /files are incompatible/.test(output)
        ? 'データが別の版の PostgreSQL で作られています。前の版の okuru で書き出すか、OKURU_DATA_DIR に別の場所を指定してください。 / The data was made by another version of PostgreSQL: export it with that version, or set OKURU_DATA_DIR to another folder.'
        : 'データベースを起動できません。 / PostgreSQL did not start.'
  return `${cure}\n${tail}`
}
