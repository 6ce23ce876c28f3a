import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { connect, createServer, type Server } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { cloneDatabase } from '../../tests/support/database.ts'
import { proxyTo } from '../../tests/support/proxy.ts'
import { requireFreePort, requireNames, requireOwnSession, requireWritable } from './start-checks.ts'

let folder: string
const ends: (() => unknown)[] = []
beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'okuru-start-'))
})
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end()
  await rm(folder, { recursive: true, force: true })
})

const listening = (server: Server): Promise<number> =>
  new Promise((resolve) =>
    server.listen(0, '127.0.0.1', () => {
      ends.push(() => server.close())
      resolve((server.address() as { port: number }).port)
    }),
  )

test('a port that is taken fails as listening would', async () => {
  const port = await listening(createServer())
  await expect(requireFreePort({ host: '127.0.0.1', port })).rejects.toMatchObject({
    code: 'EADDRINUSE',
    port,
  })
  await requireFreePort({ host: '127.0.0.1', port: 0 })
})

test('a data folder is made, and nothing is left in it', async () => {
  const inner = path.join(folder, 'a', 'b')
  await requireWritable(inner)
  expect(await readdir(inner)).toEqual([])
})

test('a data folder that cannot be written is named with its cure', async () => {
  await writeFile(path.join(folder, 'file'), '')
  await expect(requireWritable(path.join(folder, 'file', 'data'))).rejects.toThrow(
    /書き込めません.*OKURU_DATA_DIR.*cannot be written/s,
  )
  // Linux returns ENOENT there, on which Node's recursive mkdir hangs.
  const nowhere = process.platform === 'linux' ? '/proc/okuru' : path.join(folder, 'file', 'other')
  await expect(requireWritable(nowhere)).rejects.toThrow(/OKURU_DATA_DIR/)
})

test('every server without an address is named', async () => {
  const config = {
    databaseUrl: 'postgres://u:p@db.nowhere.invalid:5432/okuru',
    smtp: { url: 'smtps://smtp.nowhere.invalid:465', from: 'a@example.com' },
    s3: { endpoint: 'https://s3.nowhere.invalid', bucket: 'b', region: 'r', accessKey: 'a', secretKey: 's' },
  }
  const error = (await requireNames(config).catch((reason: unknown) => reason)) as Error
  for (const name of ['DATABASE_URL', 'OKURU_SMTP_URL', 'OKURU_S3_ENDPOINT'])
    expect(error.message).toContain(name)
  expect(error.message).toMatch(/DNS の設定を確かめて.*Check its spelling, the network and DNS/s)
  await requireNames({ databaseUrl: 'postgres://u@localhost/x', smtp: undefined, s3: undefined })
  await requireNames({ databaseUrl: 'postgres://u@[::1]:5432/x', smtp: undefined, s3: undefined })
})

test('a session of its own is had from PostgreSQL, and not from a pooler that lends single transactions', async () => {
  const database = await cloneDatabase()
  ends.push(() => database.drop())
  await requireOwnSession(database.url)
  const way = await proxyTo(database.url)
  ends.push(() => way.close())
  const { port } = new URL(way.url)
  // A pooler in transaction mode: the session's settings are lost.
  const forgetful = createServer((client) => {
    const upstream = connect(Number(port), '127.0.0.1')
    const end = () => {
      client.destroy()
      upstream.destroy()
    }
    for (const socket of [client, upstream]) socket.on('error', end).on('close', end)
    client.on('data', (chunk) => {
      const text = chunk.toString('latin1')
      upstream.write(
        Buffer.from(text.replace("set_config('okuru.session'", "set_config('other.session'"), 'latin1'),
      )
    })
    upstream.on('data', (chunk) => client.write(chunk))
  })
  const through = new URL(way.url)
  through.port = String(await listening(forgetful))
  await expect(requireOwnSession(through.toString())).rejects.toThrow(/pool_mode = session/)
})
