import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { closeSync, openSync, readFileSync, statSync } from 'node:fs'
import * as fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { codeOf, type PostgresHome } from './embedded-postgres-home.ts'
import { isAlive } from './process-lock.ts'

export interface ProcessOptions {
  readonly log: (line: string) => void
  /** Tests only: no fsync; a power cut would corrupt the cluster. */
  readonly fast?: boolean
}

export class StartFailure extends Error {
  readonly kind: 'disk_full' | 'hopeless' | 'unknown'

  constructor(output: string, isDiskFull = false) {
    const kind =
      isDiskFull || /No space left/.test(output)
        ? 'disk_full'
        : hopeless.test(output)
          ? 'hopeless'
          : 'unknown'
    super(explain(output, kind))
    this.kind = kind
  }
}

/** Crash recovery can take minutes on a slow disk. */
const startTimeout = 600_000
const noticeAfter = 15_000

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
  if (fast) {
    Object.assign(values, { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' })
    // Tables without statistics look large to the planner, which started parallel workers for empty ones.
    values.max_parallel_workers_per_gather = '0'
  }
  return Object.entries(values).flatMap(([name, value]) => ['-c', `${name}=${value}`])
}

export async function startOnce(
  home: PostgresHome,
  port: number,
  options: ProcessOptions,
  cancelled: () => boolean,
): Promise<ChildProcess> {
  const logFile = path.join(home.root, 'postgres.log')
  const { logStart, out } = await openLog(logFile)
  const postgres = path.join(home.bin, executable('postgres'))
  const args = ['-D', home.cluster, ...settings(home, port, options.fast)]
  const [command, commandArgs] = diesWithParent()
    ? ['setpriv', [...deathSignal, postgres, ...args]]
    : [postgres, args]
  // Own process group: Ctrl-C reaches only the server, which then stops PostgreSQL in order.
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
  const begun = Date.now()
  let isNoticed = false
  while (failure === undefined && child.exitCode === null && child.signalCode === null) {
    if (isReady(home, child.pid)) return child
    const waited = Date.now() - begun
    if (waited > startTimeout || cancelled()) {
      await shutDown(child)
      failure = cancelled() ? 'stopped while starting' : `not ready after ${startTimeout / 1000} s`
    }
    if (waited > noticeAfter && !isNoticed) {
      isNoticed = true
      options.log(
        'データベースが前回の続きを復旧しています。そのままお待ちください… / PostgreSQL is recovering; this may take minutes…',
      )
    }
    await sleep(20)
  }
  const written = (await fs.readFile(logFile)).subarray(logStart).toString()
  throw new StartFailure(`${failure ?? ''}${written}`, await isDiskFull(home))
}

/** Checks the disk itself, because a full disk keeps no log. A start needs room for a WAL segment. */
async function isDiskFull(home: PostgresHome): Promise<boolean> {
  const { bavail, bsize } = await fs.statfs(home.root)
  return bavail * bsize < 20_000_000
}

/** PostgreSQL writes its state into line 8 of postmaster.pid. */
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

export async function shutDown(child: ChildProcess): Promise<void> {
  for (const signal of ['SIGINT', 'SIGQUIT', 'SIGKILL'] as const) {
    if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return
    const exited = new Promise<boolean>((resolve) => child.once('exit', () => resolve(true)))
    child.kill(signal)
    if (await Promise.race([exited, sleep(20_000, false, { ref: false })])) return
  }
}

/** Stops a postmaster whose server is gone. Requires the process lock. */
export async function stopLeftover(home: PostgresHome, log: (line: string) => void): Promise<void> {
  const pid = Number(postmasterFile(home)?.[0])
  if (!Number.isInteger(pid) || pid <= 1 || !isAlive(pid)) return
  if (!runsCluster(pid, home)) {
    // The process id was reused; PostgreSQL checks only the id and would refuse to start.
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

/** A postmaster's working directory is its cluster, which distinguishes reused process ids. */
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

const deathSignal = ['--pdeathsig', 'INT', '--']
let setprivWorks: boolean | undefined

/** With `setpriv --pdeathsig` the kernel stops PostgreSQL when this process is killed. */
function diesWithParent(): boolean {
  if (process.platform !== 'linux') return false
  setprivWorks ??= spawnSync('setpriv', [...deathSignal, 'true']).status === 0
  return setprivWorks
}

export function spawnUser(home: PostgresHome): { uid?: number; gid?: number } {
  return home.user ? { uid: home.user.uid, gid: home.user.gid } : {}
}

export function cleanEnvironment(): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(([name]) => !/^(PG|LC_|LANG)/.test(name))
  return { ...Object.fromEntries(kept), LC_ALL: 'C', TZ: 'UTC' }
}

export const executable = (name: string) => (process.platform === 'win32' ? `${name}.exe` : name)

/** The messages of the system are those that PostgreSQL would write. */
const fileTroubles: Readonly<Record<string, string>> = {
  EROFS: 'Read-only file system',
  EACCES: 'Permission denied',
  ENOSPC: 'No space left on device',
}

async function openLog(file: string): Promise<{ logStart: number; out: number }> {
  try {
    return { logStart: await rotate(file), out: openSync(file, 'a', 0o600) }
  } catch (error) {
    const trouble = fileTroubles[codeOf(error) ?? '']
    throw trouble === undefined ? error : new StartFailure(`${file}: ${trouble}`)
  }
}

async function rotate(file: string): Promise<number> {
  const size = await fs.stat(file).then(
    (found) => found.size,
    () => 0,
  )
  if (size <= 10_000_000) return size
  await fs.rename(file, `${file}.1`)
  return 0
}

const hopeless =
  /Read-only file system|database files are incompatible|Permission denied|could not access directory|ENOENT/

export function kindOfFailure(error: unknown): StartFailure['kind'] {
  if (error instanceof StartFailure) return error.kind
  const code = codeOf(error)
  if (code === 'ENOSPC') return 'disk_full'
  return code === 'ENOENT' || code === 'EROFS' || code === 'EACCES' ? 'hopeless' : 'unknown'
}

function explain(output: string, kind: StartFailure['kind']): string {
  const tail = output.trim().split('\n').slice(-8).join('\n')
  const advice =
    kind === 'disk_full'
      ? 'ディスクの空きがありません。空きを作ってください。 / The disk is full: free some space.'
      : /Read-only file system|Permission denied/.test(output)
        ? 'データの保存先に書き込めません。OKURU_DATA_DIR に、書き込める場所を指定してください。 / The data folder cannot be written: set OKURU_DATA_DIR to another folder.'
        : /files are incompatible/.test(output)
          ? 'データが別の版の PostgreSQL で作られています。前の版の okuru で書き出すか、OKURU_DATA_DIR に別の場所を指定してください。 / The data was made by another version of PostgreSQL: export it with that version, or set OKURU_DATA_DIR to another folder.'
          : 'データベースを起動できません。 / PostgreSQL did not start.'
  return `${advice}\n${tail}`
}
