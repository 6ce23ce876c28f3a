// What the people who run the server rely on: roles of processes, figures for an alarm, the doctor.
import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import type pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { makeDb, makePool } from '#server/platform/db'
import { watchedFigures } from '#server/watched-figures'
import { cloneDatabase } from './support/database.ts'
import { type ServerProcess, startProcess } from './support/process.ts'
import { startSmtp } from './support/smtp-server.ts'

let database: Awaited<ReturnType<typeof cloneDatabase>>
let pool: pg.Pool
let folder: string
const running: ServerProcess[] = []

beforeAll(async () => {
  database = await cloneDatabase()
  pool = makePool({ connectionString: database.url, max: 4 })
  folder = await mkdtemp(path.join(os.tmpdir(), 'okuru-operation-'))
})
afterEach(async () => {
  for (const server of running.splice(0)) await server.stop()
})
afterAll(async () => {
  await pool.end()
  await database.drop()
  await rm(folder, { recursive: true, force: true })
})

async function start(role: 'web' | 'jobs'): Promise<string> {
  const server = startProcess({ DATABASE_URL: database.url, OKURU_DATA_DIR: folder, OKURU_ROLE: role })
  running.push(server)
  if (role === 'web') return server.ready()
  const address = () => /(http:\/\/\S+)\/readyz/.exec(server.output())?.[1]
  await expect.poll(address, { timeout: 60_000 }).toBeDefined()
  return String(address())
}

const left = async () =>
  (await pool.query<{ n: number }>('select count(*)::int as n from graphile_worker.jobs')).rows[0]?.n

test('one process answers calls and works on no job, the other works and answers for its health only', async () => {
  const web = await start('web')
  const asked = await fetch(`${web}/api/register/email/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'role@example.com' }),
  })
  expect(asked.status).toBe(204)
  expect(await left()).toBeGreaterThan(0)
  const jobs = await start('jobs')
  await expect.poll(left, { timeout: 20_000 }).toBe(0)
  expect((await fetch(`${jobs}/readyz`)).status).toBe(200)
  expect((await fetch(`${jobs}/api/brand/`)).status).toBe(404)
  const metrics = await (await fetch(`${jobs}/metrics`)).text()
  expect(metrics).toContain('jobs_total{task="mail.send",result="done"} 1')
  expect(metrics).toContain('figures_read 1')
  for (const server of running) expect(server.output()).not.toContain('Deprecation')
}, 120_000)

test('the figures are those of the database', async () => {
  const now = new Date()
  await pool.query(
    `select graphile_worker.add_job('mail.send', '{"mail":0}', run_at := now() - interval '1 minute')`,
  )
  await pool.query(
    `insert into book_proof (made_at, is_ok, entry_count, checks) values (now(), false, 0, '[]')`,
  )
  const ended = 'insert into backup_run (begun_at, ended_at, name, bytes, file_count, problem) values'
  await pool.query(
    `${ended} (now(), '2026-11-01T00:00:00Z', 'one', 7, 1, ''), (now(), now(), null, 0, 0, 'full')`,
  )
  const db = makeDb(pool)
  const figures = await watchedFigures(db, now)
  expect(figures.jobs).toMatchObject({ waiting: 1, running: 0, given_up: 0 })
  expect(figures.jobs.oldest_wait).toBeGreaterThanOrEqual(60)
  expect(figures.book_proof?.is_ok).toBe(false)
  expect(figures.backup).toEqual({
    is_ok: false,
    succeeded_at: Date.parse('2026-11-01T00:00:00Z') / 1000,
    bytes: 7,
  })
})

function doctor(env: Record<string, string>): Promise<{ code: number; text: string }> {
  const cli = path.join(import.meta.dirname, '..', 'server', 'cli.ts')
  const all = { ...process.env, NODE_ENV: 'test', OKURU_DATA_DIR: folder, DATABASE_URL: database.url, ...env }
  return new Promise((resolve) => {
    execFile(process.execPath, [cli, 'doctor'], { env: all }, (error, stdout, stderr) => {
      resolve({ code: error ? Number(error.code) : 0, text: stdout + stderr })
    })
  })
}

test('the doctor names everything that is wrong at once, in one go', async () => {
  const { code, text } = await doctor({
    OKURU_ROLE: 'jobs',
    OKURU_SMTP_URL: 'smtp://127.0.0.1:9',
    OKURU_MAIL_FROM: 'info@okuru.example',
    OKURU_S3_ENDPOINT: 'http://127.0.0.1:9',
    OKURU_S3_BUCKET: 'okuru',
    OKURU_S3_ACCESS_KEY: 'a',
    OKURU_S3_SECRET_KEY: 'secret-of-storage',
    OKURU_FIELD_KEY: `other:${Buffer.alloc(32, 1).toString('base64')}`,
    OKURU_BACKUP_FOLDER: path.join(folder, '..', 'okuru-no-such-disk'),
    OKURU_BACKUP_KEY: Buffer.alloc(32, 2).toString('base64'),
  })
  expect(code).toBe(1)
  for (const about of ['mail', 'files', 'backup']) expect(text).toMatch(new RegExp(`^NG {4}${about} `, 'm'))
  expect(text).toMatch(/^OK {4}database +PostgreSQL/m)
  expect(text).toMatch(/^OK {4}clock /m)
  expect(text).not.toContain('secret-of-storage')
  expect(text).not.toContain('    at ')
})

test('the doctor finds nothing to mend where there is nothing, and says what it cannot know', async () => {
  const smtp = await startSmtp()
  const { code, text } = await doctor({
    OKURU_ROLE: 'jobs',
    OKURU_SMTP_URL: `smtp://127.0.0.1:${smtp.port}`,
    OKURU_MAIL_FROM: 'info@okuru.example',
  })
  await smtp.close()
  expect([code, text]).toEqual([0, expect.stringMatching(/^OK {4}mail /m)])
  expect(smtp.received).toEqual([])
  expect(await doctor({ DATABASE_URL: 'postgres://127.0.0.1:9/okuru', OKURU_ROLE: 'jobs' })).toMatchObject({
    code: 1,
    text: expect.stringMatching(/^NG {4}database +DATABASE_URL/m),
  })
  expect(await doctor({ PORT: 'x' })).toMatchObject({ code: 1, text: expect.stringContaining('PORT') })
})
