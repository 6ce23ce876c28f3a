// Two processes on one database whose machine falls silent, as in a failover: both are back by themselves, and what was
// acknowledged before, meanwhile and after is there once.
import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cloneDatabase, openPool, type TestDatabase } from './support/database.ts'
import { type ServerProcess, startProcess } from './support/process.ts'
import { proxyTo, type TcpProxy } from './support/proxy.ts'
import { startSmtp } from './support/smtp-server.ts'

let database: TestDatabase
let proxy: TcpProxy
let folder: string
let smtp: Awaited<ReturnType<typeof startSmtp>>
let servers: ServerProcess[]
let addresses: string[]
let pool: pg.Pool

beforeAll(async () => {
  database = await cloneDatabase()
  pool = openPool(database.url, 2)
  proxy = await proxyTo(database.url)
  folder = await mkdtemp(path.join(os.tmpdir(), 'okuru-failover-'))
  smtp = await startSmtp()
  const env = {
    ...{ DATABASE_URL: proxy.url, OKURU_DATA_DIR: folder, OKURU_MAIL_FROM: 'info@okuru.example' },
    OKURU_SMTP_URL: `smtp://127.0.0.1:${smtp.port}`,
  }
  servers = [startProcess(env), startProcess(env)]
  addresses = await Promise.all(servers.map((server) => server.ready()))
}, 120_000)
afterAll(async () => {
  proxy.restore()
  for (const server of servers) await server.stop()
  await proxy.close()
  await pool.end()
  await smtp.close()
  await database.drop()
  await rm(folder, { recursive: true, force: true })
})

test('a silent failover under load', async () => {
  const acknowledged: string[] = []
  const statuses = new Set<number>()
  let longest = 0
  let isOver = false
  const caller = async (n: number): Promise<void> => {
    for (let turn = 0; !isOver; turn++) {
      const email = `${randomUUID()}@example.com`
      const began = performance.now()
      const { status } = await fetch(`${addresses[(n + turn) % 2]}/api/register/email/`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email }),
      })
      longest = Math.max(longest, performance.now() - began)
      statuses.add(status)
      if (status === 204) acknowledged.push(email)
      await sleep(400)
    }
  }
  const callers = [0, 1, 2].map(caller)
  await sleep(2_000)
  proxy.silence()
  await sleep(14_000)
  proxy.restore()
  const restored = performance.now()
  for (const address of addresses)
    await expect
      .poll(async () => (await fetch(`${address}/readyz`)).status, { timeout: 30_000, interval: 200 })
      .toBe(200)
  const seconds = (performance.now() - restored) / 1000
  await sleep(2_000)
  isOver = true
  await Promise.all(callers)
  process.stdout.write(
    `failover: ready ${seconds.toFixed(1)} s after, slowest response ${(longest / 1000).toFixed(1)} s\n`,
  )
  expect([...statuses].filter((status) => ![204, 429, 503].includes(status))).toEqual([])
  expect(statuses).toContain(503)
  expect(seconds).toBeLessThan(15)
  expect(longest).toBeLessThan(14_000)

  const { rows } = await pool.query<{ to_address: string; n: number }>(
    'select to_address, count(*)::int as n from mail group by to_address',
  )
  const mails = new Map(rows.map((row) => [row.to_address, row.n]))
  expect(acknowledged.length).toBeGreaterThan(5)
  expect(acknowledged.filter((email) => mails.get(email) !== 1)).toEqual([])
  const unsent = async () =>
    (await pool.query('select from mail where sent_at is null and failed_at is null')).rowCount
  // At the latest when a statement of a job that was under way is given up.
  await expect.poll(unsent, { timeout: 170_000, interval: 500 }).toBe(0)
  const ids = new Map<string, Set<string>>()
  for (const { to, id } of smtp.received) ids.set(to, (ids.get(to) ?? new Set()).add(id))
  expect([...ids.values()].filter((own) => own.size > 1)).toEqual([])
  expect(acknowledged.filter((email) => !ids.has(email))).toEqual([])
}, 300_000)
