import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import type pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { makePool } from '#server/platform/db'
import { cloneDatabase } from './support/database.ts'
import { type ServerProcess, startProcess } from './support/process.ts'
import { startSmtp } from './support/smtp-server.ts'

let database: Awaited<ReturnType<typeof cloneDatabase>>
let pool: pg.Pool
let folder: string
const running: ServerProcess[] = []

beforeAll(async () => {
  database = await cloneDatabase()
  pool = makePool({ connectionString: database.url, max: 2 })
  folder = await mkdtemp(path.join(os.tmpdir(), 'okuru-killed-'))
})
afterEach(async () => {
  for (const server of running.splice(0)) {
    server.child.kill('SIGKILL')
    await server.ended
  }
})
afterAll(async () => {
  await pool.end()
  await database.drop()
  await rm(folder, { recursive: true, force: true })
})

function start(smtpPort: number): ServerProcess {
  const server = startProcess({
    DATABASE_URL: database.url,
    OKURU_DATA_DIR: folder,
    OKURU_SMTP_URL: `smtp://127.0.0.1:${smtpPort}`,
    OKURU_MAIL_FROM: 'info@okuru.example',
  })
  running.push(server)
  return server
}

const people = Array.from({ length: 8 }, (_, n) => `person-${n}@example.com`)

const column = async <T>(query: string): Promise<T[]> =>
  (await pool.query({ text: query, rowMode: 'array' })).rows.map(([value]) => value)
const unrecorded = () =>
  column<string>('select to_address from mail where sent_at is null and failed_at is null')
/** Jobs of mails that the server did not take. */
const putOff = () =>
  column<number>(
    `select id from graphile_worker.jobs
     where task_identifier = 'mail.send' and locked_at is null and run_at > now() + interval '1 minute'`,
  )

/** In place of the minutes until the next attempt. */
const timePasses = () =>
  pool.query('update graphile_worker._private_jobs set run_at = now() where locked_at is null')

test('mails outlive a mail server that is down and processes killed in the middle of sending', async () => {
  const down = await startSmtp()
  await down.close()
  const first = start(down.port)
  const address = await first.ready()
  for (const email of people) {
    const asked = await fetch(`${address}/api/register/email/`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email }),
    })
    expect(asked.status).toBe(204)
  }
  await expect.poll(putOff, { timeout: 30_000 }).toHaveLength(people.length)
  first.child.kill('SIGKILL')
  await first.ended

  const smtp = await startSmtp(down.port)
  /** Those that were here, though nobody noted it before the kill. */
  const again: string[] = []
  const killedAt = async (nth: number, isConfirmed: boolean) => {
    const before = smtp.received.length
    await timePasses()
    const server = start(down.port)
    smtp.onMail((_mail, take) => {
      const isTheOne = smtp.received.length === before + nth
      if (!isTheOne || isConfirmed) take()
      if (isTheOne) server.child.kill('SIGKILL')
    })
    await server.ended
    await expect.poll(smtp.connections, { timeout: 10_000 }).toBe(0)
    const here = new Set(smtp.received.slice(before).map(({ to }) => to))
    again.push(...(await unrecorded()).filter((to) => here.has(to)))
  }
  await killedAt(2, false)
  expect(again).toContain(smtp.received[1]?.to)
  await killedAt(3, true)

  smtp.onMail((_mail, take) => take())
  await timePasses()
  const last = start(down.port)
  const back = await last.ready()
  await expect.poll(unrecorded, { timeout: 60_000 }).toEqual([])

  const copies = smtp.received.map(({ to }) => to).sort()
  expect(copies).toEqual([...people, ...again].sort())
  for (const email of people) {
    const own = smtp.received.filter(({ to }) => to === email)
    expect(new Set(own.map(({ id }) => id)).size).toBe(1)
  }
  expect(new Set(smtp.received.map(({ id }) => id)).size).toBe(people.length)
  // A job whose mail was recorded just before the kill is left, and done with its next attempt.
  const leftOver = async () => {
    await timePasses()
    return column(`select id from graphile_worker.jobs where task_identifier = 'mail.send'`)
  }
  await expect.poll(leftOver, { timeout: 30_000 }).toEqual([])

  // The link in each of two copies is the same and works.
  for (const { to, raw } of smtp.received.filter((mail) => again.includes(mail.to))) {
    const token = /token=([\w-]+)/.exec(textOf(raw))?.[1]
    const link = await fetch(`${back}/api/signup/link/`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ token }),
    })
    expect(await link.json()).toMatchObject({ email: to })
  }
  await smtp.close()
}, 180_000)

/** The first part of a mail, which is plain text. */
function textOf(raw: string): string {
  const encoded = /content-type: text\/plain[\s\S]*?\r\n\r\n([A-Za-z0-9+/=\r\n]+)/i.exec(raw)?.[1] ?? ''
  return Buffer.from(encoded, 'base64').toString()
}
