import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cloneDatabase } from '../../tests/support/database.ts'
import { inBatches } from './cursor.ts'
import { type Db, makeDb, makePool } from './db.ts'

let db: Db
let pool: pg.Pool
let drop: () => Promise<void>
beforeAll(async () => {
  const database = await cloneDatabase()
  pool = makePool({ connectionString: database.url, max: 3 })
  db = makeDb(pool)
  drop = database.drop
  await pool.query('create table number as select n, n::text as word from generate_series(1, 2300) n')
})
afterAll(async () => {
  await db.destroy()
  await drop()
})

interface Numbered {
  n: number
  word: string
}
const numbers = (from = 0) =>
  sql<Numbered>`select n, word from number where n > ${from} order by n`.compile(db)
/** Running statements of other connections. */
const working = async () =>
  (
    await pool.query(
      `select query from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
       and state in ('active', 'idle in transaction')`,
    )
  ).rows

test('brings every row once and in order, some hundreds at a time', async () => {
  const seen: number[] = []
  const sizes: number[] = []
  for await (const rows of inBatches(db, numbers(100))) {
    sizes.push(rows.length)
    seen.push(...rows.map(({ n }) => n))
  }
  expect(seen).toEqual(Array.from({ length: 2200 }, (_, index) => index + 101))
  expect(Math.max(...sizes)).toBeLessThanOrEqual(500)
  await expect.poll(working).toEqual([])
})

test('sees one moment, whatever is written meanwhile', async () => {
  const words: string[] = []
  for await (const rows of inBatches(db, numbers())) {
    if (words.length === 0) {
      await pool.query("update number set word = 'changed'")
      await pool.query('insert into number values (9999, $1)', ['late'])
    }
    words.push(...rows.map(({ word }) => word))
  }
  expect(words).toHaveLength(2300)
  expect(new Set(words)).not.toContain('changed')
  await pool.query('delete from number where n = 9999')
})

test('whoever stops taking ends it in the database, and the connection is not lent out again', async () => {
  for (let round = 0; round < 5; round += 1) for await (const _ of inBatches(db, numbers())) break
  await expect.poll(working).toEqual([])
  expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
})

const slow = () =>
  sql<Numbered>`select n, pg_sleep(0.05)::text as word from generate_series(1, 10000) n`.compile(db)

test('a statement that runs is cancelled', async () => {
  const stop = new AbortController()
  const taking = (async () => {
    for await (const _ of inBatches(db, slow(), stop.signal)) throw new Error('nothing comes for 25 seconds')
  })()
  await expect.poll(working).toMatchObject([{ query: 'fetch 500 from batches' }])
  const before = performance.now()
  stop.abort()
  await expect(taking).rejects.toMatchObject({ trouble: 'busy' })
  expect(performance.now() - before).toBeLessThan(5_000)
  await expect.poll(working).toEqual([])
})

test('a statement that is about to start is not waited for', async () => {
  for (const wait of [0, 1, 2, 4, 8, 16]) {
    const stop = new AbortController()
    const taking = (async () => {
      for await (const _ of inBatches(db, slow(), stop.signal))
        throw new Error('nothing comes for 25 seconds')
    })()
    const before = performance.now()
    setTimeout(() => stop.abort(), wait)
    await expect(taking).rejects.toThrow()
    expect(performance.now() - before).toBeLessThan(10_000)
  }
  await expect.poll(working).toEqual([])
})

test('an error in the middle is the taker’s, and leaves nothing behind', async () => {
  const broken =
    sql<Numbered>`select n, (1 / (1200 - n))::text as word from (select n from number order by n offset 0) ordered`.compile(
      db,
    )
  let seen = 0
  const taking = (async () => {
    for await (const rows of inBatches(db, broken)) seen += rows.length
  })()
  await expect(taking).rejects.toMatchObject({ code: '22012' })
  expect(seen).toBe(1000)
  await expect.poll(working).toEqual([])
})

test('may take longer than a call may', async () => {
  const limited = makePool({
    connectionString: pool.options.connectionString as string,
    limits: { connect: 4_000, statement: 300, lock: 300, idleInTransaction: 300 },
    max: 1,
  })
  const hasty = makeDb(limited)
  try {
    const slow = sql<{ n: number }>`select n, pg_sleep(0.2)::text from generate_series(1, 4) n`.compile(hasty)
    const seen: number[] = []
    for await (const rows of inBatches(hasty, slow)) {
      await sleep(500)
      seen.push(...rows.map(({ n }) => n))
    }
    expect(seen).toEqual([1, 2, 3, 4])
  } finally {
    await hasty.destroy()
  }
})
