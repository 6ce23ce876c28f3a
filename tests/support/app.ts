import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type pg from 'pg'
import { vi } from 'vitest'
import { buildApp } from '#server/app'
import { allTasks } from '#server/jobs'
import { standingClock } from '#server/platform/clock'
import { type Config, readConfig } from '#server/platform/config'
import type { ConnectionLimits } from '#server/platform/connection-limits'
import { type Db, makeDb, makePool } from '#server/platform/db'
import { ekycOf } from '#server/platform/ekyc'
import { createFolderStore, type FileStore } from '#server/platform/files'
import { runJob } from '#server/platform/jobs'
import { loadKeys } from '#server/platform/keys'
import { lineOf } from '#server/platform/line'
import { logTest } from '#server/platform/log'
import type { Mail } from '#server/platform/mail'
import { nextEngineOf } from '#server/platform/next-engine'
import { createOutgoing } from '#server/platform/outgoing'
import type { Tools } from '#server/platform/tools'
import { cloneDatabase } from './database.ts'
import { watchAnswers } from './documented.ts'

export interface TestResponse {
  status: number
  // biome-ignore lint/suspicious/noExplicitAny: answers are read freely in tests
  body: any
  headers: Record<string, string | string[] | number | undefined>
}

export interface TestApp {
  app: FastifyInstance
  db: Db
  pool: pg.Pool
  tools: Tools
  clock: ReturnType<typeof standingClock>
  outbox: Mail[]
  logText: () => string
  /** `ask('POST /api/transfer/', { token, body })` */
  ask: (route: string, options?: AskOptions) => Promise<TestResponse>
  /** Runs all jobs due by the test's clock, including those they queue. */
  runJobs: () => Promise<string[]>
  close: () => Promise<void>
}

export interface AskOptions {
  token?: string | undefined
  body?: unknown
  query?: Record<string, string | number | boolean>
  headers?: Record<string, string>
  key?: string
  from?: string
}

/** Tuesday morning in Tokyo. */
export const testStart = '2026-11-24T10:00:00+09:00'

export interface Overrides {
  config?: Partial<Config>
  max?: number
  files?: FileStore
  limits?: ConnectionLimits
  web?: string
}

/** A sign-in provider that does not respond. */
export const awayProvider = {
  id: 'away',
  label: '休み',
  issuer: 'http://127.0.0.1:9',
  clientId: 'okuru-web',
  clientSecret: 'unused',
  scope: 'openid',
}

/** The real server on its own database, with a fixed clock and collected mail. */
export async function testApp(overrides: Overrides = {}): Promise<TestApp> {
  const database = await cloneDatabase()
  const folder = await mkdtemp(path.join(os.tmpdir(), 'okuru-app-'))
  const pool = makePool({ connectionString: database.url, max: overrides.max ?? 8 })
  const db = makeDb(pool)
  const config: Config = {
    ...readConfig({ OKURU_DATA_DIR: folder, NODE_ENV: 'test' }),
    signInProviders: [awayProvider],
    ...overrides.config,
  }
  const log = logTest('info')
  const outbox: Mail[] = []
  const clock = testClock()
  const tools: Tools = {
    clock,
    config,
    keys: loadKeys(config, folder),
    files: overrides.files ?? createFolderStore(path.join(folder, 'files')),
    mail: { send: async (mail) => void outbox.push(mail) },
    line: lineOf(config),
    ekyc: ekycOf(config),
    nextEngine: nextEngineOf(config),
    outgoing: createOutgoing({ networks: config.webhookNetworks }),
    log: log.logger,
  }
  const { limits, web } = overrides
  const app = await buildApp({ db, ...tools, ...(limits && { limits }), ...(web && { web }) })
  const undocumented = watchAnswers(app)
  await app.ready()
  return {
    app,
    db,
    pool,
    tools,
    clock,
    outbox,
    logText: log.text,
    ask: (route, options) => ask(app, route, options),
    runJobs: () => runJobs(pool, db, tools),
    close: async () => {
      vi.useRealTimers()
      await app.close()
      tools.outgoing.close()
      await db.destroy()
      await database.drop()
      await rm(folder, { recursive: true, force: true })
      const wrong = undocumented()
      if (wrong.length > 0) throw new Error(`not as the document of calls says:\n${wrong.join('\n')}`)
    },
  }
}

/** Moves the system clock along, for libraries that read it. */
function testClock(): TestApp['clock'] {
  const clock = standingClock(testStart)
  const shown = () => vi.setSystemTime(clock.now())
  shown()
  return {
    now: clock.now,
    set: (to) => {
      clock.set(to)
      shown()
    },
    forward: (ms) => {
      clock.forward(ms)
      shown()
    },
  }
}

export async function ask(
  app: FastifyInstance,
  route: string,
  options: AskOptions = {},
): Promise<TestResponse> {
  const space = route.indexOf(' ')
  const query = options.query
    ? `?${new URLSearchParams(Object.entries(options.query).map(([key, value]) => [key, String(value)]))}`
    : ''
  const response = await app.inject({
    method: route.slice(0, space) as 'GET',
    url: route.slice(space + 1) + query,
    ...(options.from ? { remoteAddress: options.from } : {}),
    headers: {
      ...(options.token ? { authorization: `Bearer ${options.token}` } : {}),
      ...(options.key ? { 'idempotency-key': options.key } : {}),
      ...options.headers,
    },
    ...(options.body === undefined ? {} : { payload: options.body as object }),
  })
  const type = String(response.headers['content-type'] ?? '')
  return {
    status: response.statusCode,
    body: type.startsWith('application/json') && response.body !== '' ? response.json() : response.body,
    headers: response.headers,
  }
}

/** Queued without a time, so that the database gave it its own, which may be before or after that of the test. */
// A job that replaces another keeps the time of creation, which may be later than the start of its transaction.
const isAtOnce = `j.run_at between j.created_at - interval '1 minute' and now()`

async function runJobs(pool: pg.Pool, db: Db, tools: Tools): Promise<string[]> {
  const tasks = allTasks(db, tools)
  const done: string[] = []
  for (;;) {
    const { rows } = await pool.query<{ id: string; task_identifier: string; payload: unknown }>(
      `select j.id, t.identifier as task_identifier, j.payload from graphile_worker._private_jobs j
       join graphile_worker._private_tasks t on t.id = j.task_id
       where j.locked_at is null and j.attempts < j.max_attempts and (j.run_at <= $1 or ${isAtOnce}) order by j.id limit 1`,
      [tools.clock.now().toISOString()],
    )
    const job = rows[0]
    if (!job) return done
    await pool.query('select graphile_worker.complete_jobs(array[$1::bigint])', [job.id])
    await runJob(tasks, job.task_identifier, job.payload)
    done.push(job.task_identifier)
  }
}

export const randomKey = () => randomBytes(12).toString('hex')

export async function someoneWaits({ pool }: Pick<TestApp, 'pool'>): Promise<void> {
  for (let waited = 0; waited < 10_000; waited += 20) {
    const { rowCount } = await pool.query(
      `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    )
    if (rowCount) return
    await sleep(20)
  }
  throw new Error('nobody waits for a lock')
}
