import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { cloneDatabase } from '../../tests/support/database.ts'
import { type Db, inTransaction, makeDb, makePool } from './db.ts'
import { type JobWorker, startJobs } from './job-worker.ts'
import { addJob, type JobName, runJob } from './jobs.ts'
import { logTest } from './log.ts'

let connectionString: string
let pool: pg.Pool
let db: Db
let drop: () => Promise<void>
const workers: JobWorker[] = []

beforeAll(async () => {
  const database = await cloneDatabase()
  connectionString = database.url
  drop = database.drop
  pool = makePool({ connectionString, max: 6, onError: () => undefined })
  db = makeDb(pool)
})
afterEach(async () => {
  for (const worker of workers.splice(0)) await worker.stop()
})
afterAll(async () => {
  await db.destroy()
  await drop()
})

const add = (name: string, payload: Record<string, unknown> = {}) =>
  inTransaction(db, (tx) => addJob(tx, name as JobName, payload as never))

/** A job left by a killed process. */
async function leaveJob(name: string): Promise<void> {
  await add(name)
  await pool.query(
    `update graphile_worker._private_jobs j set locked_by = 'pool-killed', locked_at = now(), attempts = 1
    from graphile_worker._private_tasks t where t.id = j.task_id and t.identifier = $1`,
    [name],
  )
}

function work(
  name: string,
  handler: (payload: Record<string, unknown>) => Promise<void> = async () => undefined,
) {
  const done: unknown[] = []
  const { logger, lines } = logTest('warn')
  const tasks = {
    [name]: async (payload: Record<string, unknown>) => {
      await handler(payload)
      done.push(payload.number ?? name)
    },
  }
  const worker = startJobs({ connectionString, tasks, schedules: [], log: logger })
  workers.push(worker)
  return { worker, done, lines }
}

const marksOf = async (name: string) =>
  (
    await pool.query<{ pid: number; worker: string }>(
      `select l.pid, j.locked_by as worker from graphile_worker.jobs j
       join pg_locks l on l.locktype = 'advisory' and l.objid = (hashtext(j.locked_by)::bigint & 4294967295)::oid
       where j.task_identifier = $1`,
      [name],
    )
  ).rows

test('a job without a handler is an error, not skipped', async () => {
  await expect(runJob({}, 'test.unknown', {})).rejects.toThrow('no handler for the job test.unknown')
})

test('what a killed process was at is done again, also while others live', async () => {
  const other = work('test.other')
  await leaveJob('test.left')
  const { done, lines } = work('test.left')
  await expect.poll(() => done, { timeout: 10_000 }).toEqual(['test.left'])
  expect([...lines(), ...other.lines()]).toContainEqual(expect.objectContaining({ level: 'warn', jobs: 1 }))
})

test('a process that dies at its job each time does not use up the attempts within seconds', async () => {
  await leaveJob('test.deadly')
  await pool.query(`update graphile_worker._private_jobs set attempts = 8 where locked_by = 'pool-killed'`)
  work('test.survivor')
  const waits = async () =>
    (
      await pool.query(
        `select extract(epoch from run_at - now())::int as seconds from graphile_worker.jobs
         where task_identifier = 'test.deadly' and locked_at is null`,
      )
    ).rows
  await expect.poll(waits, { timeout: 10_000 }).toHaveLength(1)
  // As after a failure: e to the power of the attempts.
  expect((await waits())[0].seconds).toBeGreaterThan(2_000)
})

test('what a living process is at stays with it, however long it takes', async () => {
  let finish: () => void = () => undefined
  const long = new Promise<void>((resolve) => (finish = resolve))
  let begun = 0
  const first = work('test.long', async () => {
    begun += 1
    await long
  })
  await add('test.long')
  await expect.poll(() => begun, { timeout: 10_000 }).toBe(1)
  const second = work('test.long')
  // Longer than it takes to free a dead worker's jobs.
  await sleep(6_000)
  expect([begun, second.done]).toEqual([1, []])
  finish()
  await expect.poll(() => first.done).toEqual(['test.long'])
  await expect
    .poll(
      async () =>
        (await pool.query(`select from graphile_worker.jobs where task_identifier = 'test.long'`)).rowCount,
    )
    .toBe(0)
})

test('a process that lost only its mark shows itself again and goes on', async () => {
  let finish: () => void = () => undefined
  const long = new Promise<void>((resolve) => (finish = resolve))
  const { done } = work('test.marked', ({ number }) => (number === 1 ? long : Promise.resolve()))
  await add('test.marked', { number: 1 })
  await expect.poll(() => marksOf('test.marked'), { timeout: 10_000 }).toHaveLength(1)
  const [mark] = await marksOf('test.marked')
  await pool.query('select pg_terminate_backend($1)', [mark?.pid])
  finish()
  await add('test.marked', { number: 2 })
  await expect.poll(() => done, { timeout: 15_000 }).toContain(2)
  const { rows } = await pool.query('select from graphile_worker.jobs where locked_by = $1', [mark?.worker])
  expect(rows).toEqual([])
})

test('connections killed again and again under work end nothing, and every job is done', async () => {
  await pool.query('create table effect (number bigint primary key)')
  const { done } = work('test.effect', ({ number }) =>
    inTransaction(db, async (tx) => {
      await sql`insert into effect values (${number}) on conflict do nothing`.execute(tx)
    }),
  )
  const all = 600
  await inTransaction(db, async (tx) => {
    for (let number = 1; number <= all; number++)
      await addJob(tx, 'test.effect' as JobName, { number } as never)
  })
  await expect.poll(() => done.length, { timeout: 10_000 }).toBeGreaterThan(0)
  const killer = makePool({ connectionString, max: 1 })
  for (let round = 0; round < 20; round++) {
    await killer.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
    )
    await sleep(150)
  }
  const effects = async () => (await killer.query('select count(*)::int as n from effect')).rows[0].n
  await expect.poll(effects, { timeout: 40_000, interval: 250 }).toBe(all)
  const left = async () =>
    (await killer.query(`select from graphile_worker.jobs where task_identifier = 'test.effect'`)).rowCount
  await expect.poll(left, { timeout: 20_000, interval: 250 }).toBe(0)
  await killer.end()
})
