// A real PgBouncer between server and database: per session it works, otherwise the start is refused with the reason.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { chmod, chown, mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { freePort, requireEnoughSessions } from '#server/platform/start-checks'
import { cloneDatabase, type TestDatabase } from './support/database.ts'
import { type ServerProcess, startProcess } from './support/process.ts'

const toolPath = `${process.env.PATH}:/usr/sbin`
const isInstalled =
  spawnSync('pgbouncer', ['--version'], { env: { ...process.env, PATH: toolPath } }).status === 0
if (!isInstalled)
  process.stdout.write(
    'pgbouncer is not installed, so its tests are skipped (Debian: apt-get install pgbouncer)\n',
  )

let database: TestDatabase
let folder: string
let pooler: ChildProcess | undefined
const running: ServerProcess[] = []

beforeAll(async () => {
  if (!isInstalled) return
  database = await cloneDatabase()
  folder = await mkdtemp(path.join(os.tmpdir(), 'okuru-pooler-'))
  await chmod(folder, 0o755)
})
afterEach(async () => {
  for (const server of running.splice(0)) if (server.child.exitCode === null) await server.stop()
  await stopPooler()
})
afterAll(async () => {
  if (!isInstalled) return
  await database.drop()
  await rm(folder, { recursive: true, force: true })
})

async function stopPooler(): Promise<void> {
  if (!pooler || pooler.exitCode !== null || pooler.signalCode !== null) return
  const ended = new Promise((resolve) => pooler?.once('exit', resolve))
  pooler.kill('SIGKILL')
  await ended
}

/** Returns the address through it. */
async function startPooler(
  mode: 'session' | 'transaction' | 'statement',
  size = 40,
  port = 0,
): Promise<string> {
  const url = new URL(database.url)
  const socket = url.searchParams.get('host')
  const at = port || (await freePort())
  const file = path.join(folder, `${mode}-${at}.ini`)
  const host = socket ?? url.hostname
  await writeFile(
    file,
    `[databases]
* = host=${host} port=${url.port || 5432} user=${decodeURIComponent(url.username)}${url.password ? ` password=${decodeURIComponent(url.password)}` : ''}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${at}
unix_socket_dir =
auth_type = any
pool_mode = ${mode}
default_pool_size = ${size}
max_client_conn = 200
`,
  )
  // It refuses to run as root, and the socket lets in nobody but its owner.
  const owner = socket === null ? undefined : await stat(socket)
  if (owner) await chown(file, owner.uid, owner.gid)
  const user = process.getuid?.() === 0 ? { uid: owner?.uid ?? 65_534, gid: owner?.gid ?? 65_534 } : {}
  pooler = spawn('pgbouncer', ['--quiet', file], {
    ...user,
    env: { ...process.env, PATH: toolPath },
    stdio: 'ignore',
  })
  const through = `postgres://${url.username}@127.0.0.1:${at}${url.pathname}`
  for (let waited = 0; waited < 10_000; waited += 50) {
    const client = new pg.Client({ connectionString: through })
    client.on('error', () => undefined)
    const isThere = await client.connect().then(
      () => true,
      () => false,
    )
    await client.end().catch(() => undefined)
    if (isThere) return through
    await sleep(50)
  }
  throw new Error('pgbouncer does not respond')
}

function start(url: string): ServerProcess {
  const server = startProcess({ DATABASE_URL: url, OKURU_DATA_DIR: path.join(folder, 'data') })
  running.push(server)
  return server
}

const waiting = async () => {
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  const { rows } = await client.query<{ n: number }>('select count(*)::int as n from graphile_worker.jobs')
  await client.end()
  return rows[0]?.n
}

test.skipIf(!isInstalled)(
  'per session: calls and jobs, also after the pooler was killed',
  async () => {
    const url = await startPooler('session')
    const server = start(url)
    const address = await server.ready()
    const register = async (email: string) => {
      const response = await fetch(`${address}/api/register/email/`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email }),
      })
      return response.status
    }
    const many = Array.from({ length: 40 }, () => fetch(`${address}/api/brand/`).then(({ status }) => status))
    expect(new Set(await Promise.all(many))).toEqual(new Set([200]))
    expect(await register('one@example.com')).toBe(204)
    await expect.poll(waiting, { timeout: 20_000 }).toBe(0)

    await stopPooler()
    expect(await register('two@example.com')).toBe(503)
    await startPooler('session', 40, Number(new URL(url).port))
    await expect.poll(() => register('three@example.com'), { timeout: 20_000 }).toBe(204)
    await expect.poll(waiting, { timeout: 20_000 }).toBe(0)
  },
  120_000,
)

test.skipIf(!isInstalled)(
  'per transaction or statement: refused, with what to set',
  async () => {
    for (const mode of ['transaction', 'statement'] as const) {
      const server = start(await startPooler(mode))
      expect(await server.ended).toBe(1)
      expect(server.output()).toMatch(/pool_mode = session にするか.*Set pool_mode = session/s)
      expect(server.output()).not.toContain('    at ')
      await stopPooler()
    }
  },
  120_000,
)

test.skipIf(!isInstalled)(
  'fewer sessions than a process keeps: refused, with how many it needs',
  async () => {
    const server = start(await startPooler('session', 10))
    expect(await server.ended).toBe(1)
    expect(server.output()).toMatch(/10 本しか.*lends only 10 sessions at once, and a process needs 28/s)
  },
  60_000,
)

test.skipIf(!isInstalled)('without a pooler nothing is tried', async () => {
  await requireEnoughSessions({ databaseUrl: database.url, dbPool: 100_000 })
})
