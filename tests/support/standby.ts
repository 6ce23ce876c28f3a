// A standby of the PostgreSQL that a test has started: a copy of its files made while it runs, then kept up by streaming.
import { type ChildProcess, spawn } from 'node:child_process'
import * as fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { connectionStringFor, type PostgresHome, prepareHome } from '#server/platform/embedded-postgres-home'
import { cleanEnvironment, executable, shutDown, spawnUser } from '#server/platform/embedded-postgres-process'

export interface Standby {
  /** Of a database of the primary, on the standby. */
  urlOf: (primaryUrl: string) => string
  /** On the standby, with all rights. */
  tell: (statement: string) => Promise<pg.QueryResult>
  start: () => Promise<void>
  /** Kills it. */
  kill: () => Promise<void>
  remove: () => Promise<void>
}

const port = 5432

async function told(connectionString: string, statement: string): Promise<pg.QueryResult> {
  const client = new pg.Client({ connectionString })
  client.on('error', () => undefined)
  await client.connect()
  try {
    return await client.query(statement)
  } finally {
    await client.end()
  }
}

export async function makeStandby(primaryUrl: string): Promise<Standby> {
  const folder = await fs.mkdtemp(path.join(os.tmpdir(), `okuru-test-${process.pid}-standby-`))
  await fs.chmod(folder, 0o755)
  const home = await prepareHome(folder)
  const primary = new pg.Client({ connectionString: primaryUrl })
  await primary.connect()
  const { rows } = await primary.query<{ place: string; sockets: string }>(
    "select current_setting('data_directory') as place, current_setting('unix_socket_directories') as sockets",
  )
  const { place = '', sockets = '' } = rows[0] ?? {}
  await primary.query("select pg_backup_start('standby', true)")
  await copyCluster(place, home.cluster)
  const label = await primary.query<{ labelfile: string }>('select labelfile from pg_backup_stop(false)')
  await primary.end()
  const put = (name: string, text: string) => fs.writeFile(path.join(home.cluster, name), text)
  await put('backup_label', label.rows[0]?.labelfile ?? '')
  await put('standby.signal', '')
  await put('postgresql.auto.conf', `primary_conninfo = 'host=${sockets} port=${port} user=okuru'\n`)
  if (home.user) await own(home.cluster, home.user)
  let child: ChildProcess | undefined
  const admin = connectionStringFor(home, port, 'postgres')
  const start = async () => {
    child = run(home)
    for (let tries = 0; ; tries++) {
      const isUp = await told(admin, 'select 1').then(
        () => true,
        (error: unknown) => {
          if (tries > 200 || child?.exitCode !== null) throw error
          return false
        },
      )
      if (isUp) return
      await sleep(100)
    }
  }
  await start()
  const urlOf = (url: string) => connectionStringFor(home, port, new URL(url).pathname.slice(1))
  return {
    urlOf,
    tell: (statement) => told(admin, statement),
    start,
    async kill() {
      const ended = new Promise((resolve) => child?.once('exit', resolve))
      child?.kill('SIGQUIT')
      await ended
    },
    async remove() {
      if (child) await shutDown(child)
      await fs.rm(home.root, { recursive: true, force: true })
      await fs.rm(folder, { recursive: true, force: true })
    },
  }
}

function run(home: PostgresHome): ChildProcess {
  const settings = {
    port,
    listen_addresses: '',
    unix_socket_directories: home.socketDir ?? '',
    fsync: 'off',
    hot_standby_feedback: 'on',
    max_standby_streaming_delay: '100ms',
    wal_retrieve_retry_interval: '200ms',
    max_connections: 100,
  }
  const given = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  return spawn(path.join(home.bin, executable('postgres')), ['-D', home.cluster, ...given], {
    ...spawnUser(home),
    cwd: '/',
    env: cleanEnvironment(),
    stdio: 'ignore',
  })
}

/** Files that vanish meanwhile are made again from the log. */
async function copyCluster(from: string, to: string): Promise<void> {
  await fs.mkdir(to, { mode: 0o700 })
  for (const entry of await fs.readdir(from, { withFileTypes: true })) {
    if (['postmaster.pid', 'postmaster.opts'].includes(entry.name)) continue
    const [source, target] = [path.join(from, entry.name), path.join(to, entry.name)]
    const gone = (error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error
    }
    if (entry.isDirectory()) {
      if (entry.name === 'pg_wal') {
        await fs.mkdir(target, { mode: 0o700 })
      } else await copyCluster(source, target)
    } else await fs.copyFile(source, target).catch(gone)
  }
}

async function own(folder: string, user: { uid: number; gid: number }): Promise<void> {
  await fs.chown(folder, user.uid, user.gid)
  for (const entry of await fs.readdir(folder, { withFileTypes: true })) {
    const place = path.join(folder, entry.name)
    if (entry.isDirectory()) await own(place, user)
    else await fs.chown(place, user.uid, user.gid)
  }
}
