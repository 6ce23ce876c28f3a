// Lists and files from a standby: real streaming, two processes, and everything that may happen to the standby.
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { buildApp } from '#server/app'
import { makeRequest } from '#server/domains/purchase-request/purchase-request.factory'
import { inBatches } from '#server/platform/cursor'
import { makeDb, makePool, primaryOf } from '#server/platform/db'
import { createMetrics } from '#server/platform/metrics'
import { openReplica } from '#server/platform/replica'
import { type AskOptions, ask, type TestApp, testApp } from './support/app.ts'
import { startTestPostgres, type TestPostgres } from './support/database.ts'
import { proxyTo } from './support/proxy.ts'
import { makeStandby, type Standby } from './support/standby.ts'
import { endAllSessions, makeWorld, type World } from './support/world.ts'

const isExternal = process.env.DATABASE_URL !== undefined
let server: TestPostgres
let t: TestApp
let w: World
let standby: Standby
let url: string
let one: Process
let two: Process

/** Another process of the server on the same database. */
async function startProcess(replicaUrl: string, maxLag = 300) {
  const pool = makePool({ connectionString: url, max: 6, onError: () => undefined })
  const db = makeDb(pool)
  const logged: string[] = []
  const log = {
    warn: (detail: object, text: string) => logged.push(`warn ${text} ${JSON.stringify(detail)}`),
    info: (text: string) => logged.push(`info ${text}`),
  }
  const replica = openReplica(db, {
    ...{ url: replicaUrl, maxLag, background: db, max: 4, every: 100 },
    log: log as never,
  })
  const metrics = createMetrics()
  metrics.watchReplica(replica.state)
  const app = await buildApp({ db, replica, ...t.tools, metrics })
  await app.ready()
  return {
    db,
    replica,
    logged,
    metrics,
    ask: (route: string, options?: AskOptions) => ask(app, route, options),
    stop: async () => {
      replica.stop()
      await app.close()
      await db.destroy()
    },
  }
}
type Process = Awaited<ReturnType<typeof startProcess>>

/** On a busy machine a standby is now and then too slow for a moment, and the primary is read instead. */
const patiently = { timeout: 30_000, interval: 50 }
const inUse = (one: Process, isWanted = true) =>
  expect.poll(() => one.replica.isInUse, patiently).toBe(isWanted)
const warnings = (one: Process) => one.logged.filter((line) => line.startsWith('warn')).length
const reads = (one: Process) => one.replica.state().reads

beforeAll(async () => {
  if (isExternal) return
  server = await startTestPostgres()
  t = await testApp()
  w = await makeWorld(t)
  url = String(t.pool.options.connectionString)
  standby = await makeStandby(url)
}, 300_000)
beforeEach(async (context) => {
  if (isExternal) return context.skip()
  one = await startProcess(standby.urlOf(url))
  two = await startProcess(standby.urlOf(url))
  await inUse(one)
  await inUse(two)
})
afterEach(async () => {
  await standby?.tell('select pg_wal_replay_resume()')
  await one?.stop()
  await two?.stop()
})
afterAll(async () => {
  await t?.close()
  await standby?.remove()
  await server?.stop()
})

const list = 'GET /api/biz/purchase_requests/'
const staff = () => w.aoyama.staff.token
const ids = async (process: Process, token = staff(), query: AskOptions['query'] = { size: 200 }) => {
  const { status, body } = await process.ask(list, { token, query })
  expect(status).toBe(200)
  return body.results.map(({ id }: { id: number }) => id)
}
const addRequest = () =>
  makeRequest(t.db, {
    customer_id: w.hanako.id,
    company_id: w.aoyama.company,
    shop_id: w.aoyama.shops[0],
    terms_version: w.terms,
  })

/** The first question marks the position that stands for everybody; the standby has to pass it. */
const settled = () =>
  expect
    .poll(async () => {
      const before = reads(one).replica
      await ids(one)
      return reads(one).replica > before
    }, patiently)
    .toBe(true)

test('a list comes from the standby, and whoever follows changes reads the primary', async () => {
  await settled()
  await standby.tell('select pg_wal_replay_pause()')
  const added = await addRequest()
  const before = reads(one).replica
  await expect.poll(() => ids(one), patiently).not.toContain(added)
  expect(reads(one).replica).toBeGreaterThan(before)
  expect(await ids(one, staff(), { updated_since: '2020-01-01T00:00:00Z', size: 200 })).toContain(added)
  await standby.tell('select pg_wal_replay_resume()')
  await expect.poll(() => ids(one), patiently).toContain(added)
})

test('everybody sees what they have written, in every process', async () => {
  await settled()
  await standby.tell('select pg_wal_replay_pause()')
  const added = await addRequest()
  const { status } = await two.ask('POST /api/biz/saved-views/', {
    token: staff(),
    key: 'replica-view-1',
    body: { list: 'requests', name: '遅れ', search: '', hidden: null, shop: null },
  })
  expect(status).toBe(201)
  expect(await ids(one)).toContain(added)
  await expect
    .poll(async () => {
      expect(await ids(one)).toContain(added)
      return reads(one).behind
    }, patiently)
    .toBeGreaterThan(0)
  await expect.poll(() => ids(one, w.aoyama.admin.token), patiently).not.toContain(added)
  await standby.tell('select pg_wal_replay_resume()')
})

test('marks that were lost in a crash stand for everybody', async () => {
  await standby.tell('select pg_wal_replay_pause()')
  const added = await addRequest()
  await t.pool.query('truncate write_position')
  expect(await ids(one)).toContain(added)
  expect(await ids(one, w.aoyama.admin.token)).toContain(added)
  await standby.tell('select pg_wal_replay_resume()')
})

test('a killed standby is not noticed, and used again when it is back', async () => {
  const before = warnings(one)
  await standby.kill()
  try {
    for (let n = 0; n < 10; n++) await ids(one)
    await inUse(one, false)
    expect(await one.metrics.metricsText()).toContain('replica_in_use 0')
    await expect.poll(() => warnings(one), patiently).toBe(before + 1)
  } finally {
    await standby.start()
  }
  await inUse(one)
  expect(one.logged.at(-1)).toContain('used again')
  const text = await one.metrics.metricsText()
  expect(text).toContain('replica_in_use 1')
  expect(text).toMatch(/replica_lag_bytes \d/)
  await settled()
}, 120_000)

test('a standby that falls silent delays a list by seconds, and a late one is left', async () => {
  const proxy = await proxyTo(standby.urlOf(url))
  const slow = await startProcess(proxy.url)
  const strict = await startProcess(standby.urlOf(url), 3)
  await inUse(slow)
  await ids(slow)
  proxy.silence()
  const begun = performance.now()
  await ids(slow)
  expect(performance.now() - begun).toBeLessThan(15_000)
  await inUse(slow, false)
  await slow.stop()
  proxy.restore()
  await proxy.close()
  await inUse(strict)
  await standby.tell('select pg_wal_replay_pause()')
  await inUse(strict, false)
  await expect.poll(() => strict.logged.join(), patiently).toContain('behind')
  await standby.tell('select pg_wal_replay_resume()')
  await inUse(strict)
  await strict.stop()
}, 120_000)

test('what is no standby of this database is refused with a sentence', async () => {
  const itself = await startProcess(url)
  await expect.poll(() => itself.logged.join(), patiently).toContain('is no standby: it was promoted')
  expect(itself.replica.isInUse).toBe(false)
  await ids(itself)
  await itself.stop()
})

test('an ended session is refused at once, also by another process', async () => {
  const { admin2 } = w.aoyama
  await ids(one, admin2.token)
  await endAllSessions(t, admin2)
  const { status } = await one.ask(list, { token: admin2.token })
  expect(status).toBe(401)
})

test('a file comes from the standby; a statement cancelled there is run on the primary', async () => {
  const file = 'GET /api/biz/insight/csv/'
  const before = reads(one).replica
  await expect
    .poll(async () => {
      const { status } = await one.ask(file, {
        token: w.aoyama.admin.token,
        query: { table: 'acceptance', from: '2026-11-01', to: '2026-11-24' },
      })
      expect(status).toBe(200)
      return reads(one).replica
    }, patiently)
    .toBeGreaterThan(before)
  let isOver = false
  const cancelling = (async () => {
    while (!isOver) {
      await standby.tell(
        `select pg_cancel_backend(pid) from pg_stat_activity where application_name like 'okuru-replica%' and state = 'active'`,
      )
    }
  })()
  for (let n = 0; n < 40; n++) await ids(one)
  isOver = true
  await cancelling
})

/** What VACUUM and changes of tables do to whoever reads the standby: it has to replay a lock that the reader is in the way of. */
async function conflict(): Promise<void> {
  await t.pool.query('begin; lock table conflicting in access exclusive mode; commit')
}
const sleeping = "select count(*)::int as n from pg_stat_activity where wait_event = 'PgSleep'"
const conflictsSoFar =
  'select confl_lock::int as n from pg_stat_database_conflicts where datname = current_database()'
async function onStandby(statement: string): Promise<number> {
  const pool = makePool({ connectionString: standby.urlOf(url), max: 1 })
  try {
    return (await pool.query(statement)).rows[0].n
  } catch {
    return -1
  } finally {
    await pool.end()
  }
}

test('recovery cancels a statement, and the primary answers; a file that has begun ends with the error', async () => {
  await t.pool.query('create table conflicting as select n from generate_series(1, 2300) n')
  await settled()
  const reader = await one.replica.dbFor(w.aoyama.staff.account_id)
  expect(primaryOf(reader)).not.toBe(reader)
  await expect.poll(() => onStandby('select count(*)::int as n from conflicting'), patiently).toBe(2300)
  const before = { conflicts: await onStandby(conflictsSoFar), failed: reads(one).failed }

  const slow = sql<{ n: number }>`select n from conflicting, (select pg_sleep(1.5)) later order by n`
  const [list, file] = [slow.execute(reader), allOf(inBatches(reader, slow.compile(reader)))]
  await expect.poll(() => onStandby(sleeping), patiently).toBe(2)
  await conflict()
  expect((await list).rows).toHaveLength(2300)
  expect(await file).toHaveLength(2300)
  expect(reads(one).failed).toBeGreaterThan(before.failed)

  await inUse(one)
  const begun = inBatches(reader, sql<{ n: number }>`select n from conflicting order by n`.compile(reader))
  expect((await begun.next()).value).toHaveLength(500)
  await conflict()
  await expect.poll(() => onStandby(conflictsSoFar), patiently).toBeGreaterThanOrEqual(before.conflicts + 3)
  await expect(allOf(begun)).rejects.toThrow()
  await ids(one)
}, 120_000)

async function allOf<Row>(batches: AsyncGenerator<Row[]>): Promise<Row[]> {
  const all: Row[] = []
  for await (const rows of batches) all.push(...rows)
  return all
}
