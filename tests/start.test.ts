import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import os from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { cloneDatabase } from './support/database.ts'
import { type ServerProcess, startProcess } from './support/process.ts'

let database: Awaited<ReturnType<typeof cloneDatabase>>
let root: string
let folder: string
const running: ServerProcess[] = []

beforeAll(async () => {
  database = await cloneDatabase()
  root = await mkdtemp(path.join(os.tmpdir(), 'okuru-refused-'))
  folder = path.join(root, 'data')
  const first = start()
  await first.ready()
  expect(await first.stop()).toBe(0)
})
beforeEach(() => running.splice(0))
afterEach(async () => {
  for (const server of running) if (server.child.exitCode === null) await server.stop()
})
afterAll(async () => {
  await database.drop()
  await rm(root, { recursive: true, force: true })
})

function start(env: NodeJS.ProcessEnv = {}): ServerProcess {
  const server = startProcess({ DATABASE_URL: database.url, OKURU_DATA_DIR: folder, ...env })
  running.push(server)
  return server
}

async function refusal(env: NodeJS.ProcessEnv = {}): Promise<string> {
  const begun = performance.now()
  const server = start(env)
  expect(await server.ended).toBe(1)
  expect(performance.now() - begun).toBeLessThan(20_000)
  expect(server.output()).not.toContain('    at ')
  return server.output()
}

const chainKey = (byte: number) => `c1:${Buffer.alloc(32, byte).toString('base64')}`

test('a port in use', async () => {
  const other = createServer()
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
  const { port } = other.address() as { port: number }
  const text = await refusal({ PORT: String(port) })
  expect(text).toContain(`Port ${port} is in use`)
  expect(text).not.toContain('PostgreSQL')
  other.close()
})

test('no network', async () => {
  expect(await refusal({ DATABASE_URL: 'postgres://u:p@db.nowhere.invalid/okuru' })).toMatch(
    /DATABASE_URL のサーバー名 db\.nowhere\.invalid/,
  )
  expect(
    await refusal({ OKURU_SMTP_URL: 'smtp://smtp.nowhere.invalid', OKURU_MAIL_FROM: 'a@example.com' }),
  ).toContain('OKURU_SMTP_URL')
})

test('a database that is not there', async () => {
  expect(await refusal({ DATABASE_URL: 'postgres://u:p@127.0.0.1:9/okuru' })).toContain('refuses connections')
})

test('a folder that cannot be written', async () => {
  const file = path.join(root, 'file')
  await writeFile(file, '')
  expect(await refusal({ OKURU_DATA_DIR: path.join(file, 'data') })).toContain('cannot be written')
})

test('lost keys beside filled data; with them the server starts again', async () => {
  await rename(path.join(folder, 'secrets.json'), path.join(root, 'kept.json'))
  expect(await refusal()).toMatch(/secrets\.json が見つかりません.*Restore secrets\.json/s)
  expect(await readdir(folder)).not.toContain('secrets.json')
  await rename(path.join(root, 'kept.json'), path.join(folder, 'secrets.json'))
  const server = start({ OKURU_CHAIN_KEY: chainKey(1) })
  await server.ready()
  await server.stop()
  expect(await refusal({ OKURU_CHAIN_KEY: chainKey(2) })).toContain('「c1」')
  expect(await refusal()).toContain('keys forget --chain c1')
})

test('a folder that is not shared', async () => {
  // Keys given by name, as for servers that share no folder.
  const { field, chain } = JSON.parse(await readFile(path.join(folder, 'secrets.json'), 'utf8'))
  const all = (given: { id: string; key: string }[]) => given.map(({ id, key }) => `${id}:${key}`).join(',')
  const env = {
    OKURU_TOKEN_KEY: randomBytes(32).toString('base64'),
    OKURU_FILE_KEY: randomBytes(32).toString('base64'),
    OKURU_FIELD_KEY: all(field),
    OKURU_CHAIN_KEY: `${chainKey(1)},${all(chain)}`,
  }
  const text = await refusal({ ...env, OKURU_DATA_DIR: path.join(root, 'elsewhere') })
  expect(text).toMatch(/共有.*files adopt.*share one data folder/s)
  const server = start(env)
  await server.ready()
})

test('an embedded database that cannot be kept running ends the process with an error', async () => {
  const embedded = path.join(root, 'embedded')
  const server = start({ DATABASE_URL: '', OKURU_DATA_DIR: embedded })
  const address = await server.ready()
  expect((await fetch(`${address}/readyz`)).status).toBe(200)
  // As root, the database lives where its own user can reach it.
  const inside = path.join(embedded, 'postgres')
  const location = await readFile(path.join(inside, 'database-location'), 'utf8').catch(() => inside)
  const cluster = path.join(location.trim(), 'cluster')
  const [pid] = (await readFile(path.join(cluster, 'postmaster.pid'), 'utf8')).split('\n')
  await rename(cluster, `${cluster}.away`)
  process.kill(Number(pid), 'SIGKILL')
  expect(await server.ended).toBe(1)
  expect(server.output()).toContain('could not access directory')
  await rm(location.trim(), { recursive: true, force: true })
})
