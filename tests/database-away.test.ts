// The database dies, hangs, is locked and comes back, under a real server in a process of its own.
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { errors } from '#contract/error'
import { makePool } from '#server/platform/db'
import { limits } from '#server/platform/pool'
import { cloneDatabase } from './support/database.ts'
import { type ServerProcess, startProcess } from './support/process.ts'
import { proxyTo, type TcpProxy } from './support/proxy.ts'

let database: Awaited<ReturnType<typeof cloneDatabase>>
let folder: string
let proxy: TcpProxy
let server: ServerProcess
let address: string
let pool: pg.Pool

beforeAll(async () => {
  database = await cloneDatabase()
  folder = await mkdtemp(path.join(os.tmpdir(), 'okuru-away-'))
  proxy = await proxyTo(database.url)
  pool = makePool({ connectionString: database.url, max: 2 })
  server = startProcess({ DATABASE_URL: proxy.url, OKURU_DATA_DIR: folder })
  address = await server.ready()
})
afterAll(async () => {
  proxy.restore()
  expect(await server.stop()).toBe(0)
  await proxy.close()
  await pool.end()
  await database.drop()
  await rm(folder, { recursive: true, force: true })
})

interface Told {
  status: number
  body: unknown
  retryAfter: string | null
  seconds: number
}

async function ask(path: string, body?: object): Promise<Told> {
  const begun = performance.now()
  const response = await fetch(address + path, {
    ...(body
      ? { method: 'POST', body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }
      : {}),
    signal: AbortSignal.timeout(30_000),
  })
  const text = await response.text()
  return {
    status: response.status,
    body: text === '' ? null : JSON.parse(text),
    retryAfter: response.headers.get('retry-after'),
    seconds: (performance.now() - begun) / 1000,
  }
}

const signIn = () =>
  ask('/api/auth/jwt/create/', { email: 'nobody@example.com', password: 'wrong-password-1' })
const brands = () => ask('/api/brand/')
const register = () => ask('/api/register/email/', { email: `${Math.random()}@example.com` })

const everybody = () => Promise.all([signIn(), brands(), register(), signIn(), brands()])

function expectAway(responses: Told[], within: number): void {
  for (const { status, body, retryAfter, seconds } of responses) {
    expect({ status, body }).toEqual({
      status: 503,
      body: { detail: errors.database_unavailable.message, code: 'database_unavailable' },
    })
    expect(Number(retryAfter)).toBeGreaterThan(0)
    expect(seconds).toBeLessThan(within)
  }
}

async function expectBack(): Promise<void> {
  const statuses = async () => (await everybody()).map(({ status }) => status)
  await expect.poll(statuses, { timeout: 20_000, interval: 500 }).toEqual([401, 200, 204, 401, 200])
  await expect.poll(async () => (await ask('/readyz')).status, { timeout: 10_000 }).toBe(200)
}

test('refused: at once, and back by itself', async () => {
  await expectBack()
  await proxy.close()
  await everybody()
  expectAway(await everybody(), 2)
  expect((await ask('/healthz')).status).toBe(200)
  expect((await ask('/readyz')).status).toBe(503)
  await proxy.open()
  await expectBack()
})

/** Of processes that work on jobs. */
const workers = async () =>
  (
    await pool.query<{ pid: number }>(
      `select pid from pg_stat_activity where application_name like 'okuru-jobs/%' and datname = current_database()`,
    )
  ).rows.map(({ pid }) => pid)

test('silent: within seconds, and back by itself', { timeout: 240_000 }, async () => {
  // It may still be on its way back from the test before.
  await expect.poll(workers, { timeout: 40_000, interval: 500 }).toHaveLength(1)
  const before = await workers()
  proxy.silence()
  expectAway(await everybody(), 13)
  expect((await ask('/healthz')).status).toBe(200)
  const readyz = await ask('/readyz')
  expect([readyz.status, readyz.seconds < 5]).toEqual([503, true])
  proxy.restore()
  await expectBack()
  // Background work has noticed too, and holds its lock on a new connection: at the latest when a statement of a job that
  // was under way is given up.
  const isNew = async () => (await workers()).some((pid) => !before.includes(pid))
  await expect.poll(isNew, { timeout: limits.jobs.statement + 30_000, interval: 500 }).toBe(true)
})

test('locked: those who need the table, and nobody else', async () => {
  const holder = await pool.connect()
  try {
    await holder.query('begin; lock table account in access exclusive mode')
    expectAway([await signIn()], 7)
    expect((await brands()).status).toBe(200)
    expect((await ask('/readyz')).status).toBe(200)
  } finally {
    await holder.query('rollback')
    holder.release()
  }
  await expectBack()
})

test('cut off again and again under work: the process lives, and every mail is sent', {
  timeout: 120_000,
}, async () => {
  const mails = 300
  await pool.query(
    `with written as (
      insert into mail (to_address, template, subject, body, created_at)
      select 'm' || n || '@example.com', 'trial', 'trial', 'text', now() from generate_series(1, $1::int) n returning id
    )
    select graphile_worker.add_job('mail.send', json_build_object('mail', id)) from written`,
    [mails],
  )
  const cuts = 20
  let isOver = false
  const calling = (async () => {
    for (; !isOver; await sleep(60)) await Promise.all([brands(), ask('/readyz')])
  })()
  for (let cut = 0; cut < cuts; cut++) {
    await sleep(120 + 20 * (cut % 5))
    if (cut % 4 === 3) {
      await proxy.close()
      await sleep(200)
      await proxy.open()
    } else proxy.cut()
  }
  isOver = true
  await calling
  expect(server.child.exitCode).toBeNull()
  const count = async (what: string) =>
    (await pool.query<{ n: number }>(`select count(*)::int as n from ${what}`)).rows[0]?.n
  const unsent = () => count(`mail where subject = 'trial' and sent_at is null`)
  await expect.poll(unsent, { timeout: 60_000, interval: 200 }).toBe(0)
  const left = () =>
    count(`graphile_worker.jobs where task_identifier = 'mail.send' and attempts < max_attempts`)
  await expect.poll(left, { timeout: 20_000, interval: 200 }).toBe(0)
  expect((await brands()).status).toBe(200)
  // Once each, except mails whose connection died before they were marked as sent.
  const sent = (await readdir(path.join(folder, 'outbox'))).filter((name) => name.endsWith('.json')).length
  expect(sent).toBeGreaterThanOrEqual(mails)
  expect(sent).toBeLessThanOrEqual(mails + 2 * cuts)
})
