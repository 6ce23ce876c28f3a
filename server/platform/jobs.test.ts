import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cloneDatabase } from '../../tests/support/database.ts'
import { type Db, inTransaction, makeDb, makePool } from './db.ts'
import { addJob, startJobs } from './jobs.ts'
import { logTest } from './log.ts'

let pool: pg.Pool
let db: Db
let drop: () => Promise<void>

beforeAll(async () => {
  const database = await cloneDatabase()
  drop = database.drop
  pool = makePool({ connectionString: database.url, max: 6 })
  db = makeDb(pool)
})
afterAll(async () => {
  await db.destroy()
  await drop()
})

/** A job that a killed process had begun. */
async function leaveJob(name: string): Promise<void> {
  await inTransaction(db, (tx) => addJob(tx, name, {}))
  await pool.query(
    `update graphile_worker._private_jobs j set locked_by = 'worker-killed', locked_at = now(), attempts = 1
    from graphile_worker._private_tasks t where t.id = j.task_id and t.identifier = $1`,
    [name],
  )
}

async function work(name: string) {
  const done: string[] = []
  const { logger, lines } = logTest('warn')
  const tasks = { [name]: async () => void done.push(name) }
  const runner = await startJobs({ pool, tasks, schedules: [], log: logger })
  return { runner, done, lines }
}

test('what a killed process was at is done again as soon as the next one starts', async () => {
  await leaveJob('test.left')
  const { runner, done, lines } = await work('test.left')
  await expect.poll(() => done, { timeout: 10_000 }).toEqual(['test.left'])
  expect(lines()).toMatchObject([{ level: 'warn', jobs: 1 }])
  await runner.stop()
})

test('what another living process is at stays with it', async () => {
  const other = await work('test.other')
  await leaveJob('test.busy')
  const { runner, done } = await work('test.busy')
  // A new job of the same kind is done, so the worker has looked; the one that is being done is not touched.
  await inTransaction(db, (tx) => addJob(tx, 'test.busy', { second: true }))
  await expect.poll(() => done, { timeout: 10_000 }).toEqual(['test.busy'])
  const { rows } = await pool.query(
    "select count(*)::int as n from graphile_worker.jobs where locked_by = 'worker-killed'",
  )
  expect(rows).toEqual([{ n: 1 }])
  await runner.stop()
  await other.runner.stop()
})
