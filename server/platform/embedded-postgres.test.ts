// Real servers in child processes: what matters is what remains when they are killed.
import { type ChildProcess, spawn } from 'node:child_process'
import { chmod, mkdtemp, readFile, rename, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { kindOfFailure, StartFailure } from './embedded-postgres-process.ts'
import { isAlive } from './process-lock.ts'

let dataDir: string
const servers: Server[] = []

beforeAll(async () => {
  // Spaces, quotes and Japanese letters must work.
  dataDir = await mkdtemp(path.join(os.tmpdir(), "okuru 箱's "))
  await chmod(dataDir, 0o755)
})

afterEach(async () => {
  for (const server of servers.splice(0)) await server.stop()
})

afterAll(() => rm(dataDir, { recursive: true, force: true }))

interface Server {
  readonly process: ChildProcess
  readonly url: string
  readonly output: () => string
  stop(): Promise<void>
}

const script = `
  import { startEmbeddedPostgres } from ${JSON.stringify(new URL('./embedded-postgres.ts', import.meta.url).href)}
  const postgres = await startEmbeddedPostgres({
    dataDir: process.argv[1], log: console.log, lockPatience: 300, pauses: [50, 100] })
  postgres.onExit((exit) => console.log('exit ' + JSON.stringify(exit)))
  process.on('SIGTERM', () => postgres.stop().then(() => process.exit(0)))
  setInterval(() => undefined, 1000)
  console.log('ready ' + postgres.connectionString)`

async function startServer(env: NodeJS.ProcessEnv = process.env): Promise<Server> {
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script, dataDir], { env })
  let output = ''
  child.stdout.on('data', (chunk) => (output += chunk))
  child.stderr.on('data', (chunk) => (output += chunk))
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  await until(() => /ready \S+\n/.test(output) || child.exitCode !== null)
  const url = /ready (\S+)\n/.exec(output)?.[1]
  if (url === undefined) throw new Error(output)
  const server = {
    process: child,
    url,
    output: () => output,
    async stop() {
      child.kill('SIGTERM')
      await exited
    },
  }
  servers.push(server)
  return server
}

async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  for (let waited = 0; waited < 20_000; waited += 25) {
    if (await condition()) return
    await sleep(25)
  }
  throw new Error('waited in vain')
}

async function query(url: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => undefined)
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}

const postmaster = async () =>
  Number((await readFile(path.join(dataDir, 'cluster', 'postmaster.pid'), 'utf8')).split('\n')[0])

test('what was committed survives an orderly stop, and no one else may connect', async () => {
  const first = await startServer()
  await query(first.url, `create table box as select 1 as id`)
  const pid = await postmaster()
  await first.stop()
  expect(isAlive(pid)).toBe(false)
  const second = await startServer()
  expect(await query(second.url, 'select id from box')).toEqual([{ id: 1 }])
  expect(await query(second.url, `select current_setting('listen_addresses') as tcp`)).toEqual([{ tcp: '' }])
})

test('no row gets into its log when a statement fails', async () => {
  const server = await startServer()
  await query(server.url, 'create table person (name text unique, age int check (age > 0))')
  await query(server.url, `insert into person values ('山田花子', 1)`)
  await expect(query(server.url, 'insert into person select name, 0 from person')).rejects.toThrow(
    'check constraint',
  )
  await expect(query(server.url, 'insert into person select * from person')).rejects.toThrow('duplicate key')
  const log = await readFile(path.join(dataDir, 'postgres.log'), 'utf8')
  expect(log).toContain('duplicate key')
  expect(log).not.toContain('山田')
})

test('a second server on the same folder is told who uses it, and harms nothing', async () => {
  const first = await startServer()
  await expect(startServer()).rejects.toThrow(
    `Another okuru (pid ${first.process.pid}) is using the data folder`,
  )
  expect(await query(first.url, 'select id from box')).toEqual([{ id: 1 }])
})

test('PostgreSQL killed with -9 is started again', async () => {
  const server = await startServer()
  await query(server.url, 'insert into box values (2)')
  process.kill(await postmaster(), 'SIGKILL')
  await until(() => server.output().includes('PostgreSQL is running again'))
  expect(server.output()).toContain('exit {"cause":"PostgreSQL exited (SIGKILL)","restarting":true}')
  expect(await query(server.url, 'select id from box order by id')).toEqual([{ id: 1 }, { id: 2 }])
})

test('however often PostgreSQL dies, it is started again, with pauses that grow', async () => {
  const server = await startServer()
  const starts = () => server.output().split('PostgreSQL is running again').length - 1
  for (let crash = 1; crash <= 10; crash++) {
    process.kill(await postmaster(), 'SIGKILL')
    await until(() => starts() === crash)
  }
  expect(server.output()).not.toContain('"restarting":false')
  expect(await query(server.url, 'select count(*)::int as boxes from box')).toEqual([{ boxes: 2 }])
})

test('a cluster that is gone is not waited for: whoever runs the server is told', async () => {
  const server = await startServer()
  const cluster = path.join(dataDir, 'cluster')
  const pid = await postmaster()
  await rename(cluster, `${cluster}.away`)
  process.kill(pid, 'SIGKILL')
  await until(() => server.output().includes('"restarting":false'))
  expect(server.output()).toContain('could not access directory')
  await rename(`${cluster}.away`, cluster)
})

test.each([
  ['could not write to file "pg_wal/xlogtemp.1": No space left on device', 'disk_full', 'disk is full'],
  ['FATAL: could not open file: Read-only file system', 'hopeless', 'cannot be written'],
  ['FATAL: database files are incompatible with server', 'hopeless', 'another version'],
  ['FATAL: something else', 'unknown', 'did not start'],
])('%s: %s', (output, kind, cure) => {
  const failure = new StartFailure(output)
  expect([failure.kind, kindOfFailure(failure)]).toEqual([kind, kind])
  expect(failure.message).toContain(cure)
  expect(failure.message).toContain(output)
})

test('a server killed with -9 does not keep the next one from starting', async () => {
  const server = await startServer()
  await query(server.url, 'insert into box values (3)')
  const orphan = await postmaster()
  server.process.kill('SIGKILL')
  const next = await startServer()
  expect(await query(next.url, 'select count(*)::int as boxes from box')).toEqual([{ boxes: 3 }])
  expect(isAlive(orphan) && (await postmaster()) === orphan).toBe(false)
})

test('where the system does not stop the orphan, the next start does', async () => {
  // Without PATH there is no setpriv, as on systems other than Linux.
  const server = await startServer({ ...process.env, PATH: '' })
  const orphan = await postmaster()
  server.process.kill('SIGKILL')
  await until(() => server.process.signalCode !== null)
  await sleep(200)
  expect(isAlive(orphan)).toBe(true)
  const next = await startServer()
  expect(next.output()).toContain('Stopping a PostgreSQL left from an earlier start')
  expect(isAlive(orphan)).toBe(false)
})

test('both killed with -9 at once leave nothing in the way', async () => {
  const server = await startServer()
  await query(server.url, 'insert into box values (4)')
  const pid = await postmaster()
  server.process.kill('SIGKILL')
  process.kill(pid, 'SIGKILL')
  const next = await startServer()
  expect(await query(next.url, 'select count(*)::int as boxes from box')).toEqual([{ boxes: 4 }])
})
