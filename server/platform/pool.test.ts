import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { cloneDatabase } from '../../tests/support/database.ts'
import { proxyTo, type TcpProxy } from '../../tests/support/proxy.ts'
import { DatabaseUnavailable } from './database-trouble.ts'
import { type Db, inTransaction, makeDb, makePool, useLongLimits } from './db.ts'

const short = { connect: 700, statement: 500, lock: 300, idleInTransaction: 600 }

let url: string
let drop: () => Promise<void>
let proxy: TcpProxy
let other: pg.Pool
let db: Db
const open: Db[] = []

beforeAll(async () => {
  const database = await cloneDatabase()
  url = database.url
  drop = database.drop
  proxy = await proxyTo(url)
  other = makePool({ connectionString: url, max: 2 })
  await other.query('create table box (id bigint primary key); insert into box values (1)')
  db = shortOne(4)
})
afterEach(() => proxy.restore())
afterAll(async () => {
  await proxy.close()
  for (const one of open) await one.destroy()
  await other.end()
  await drop()
})

function shortOne(max: number): Db {
  const one = makeDb(makePool({ connectionString: proxy.url, limits: short, max }))
  open.push(one)
  return one
}

/** The error and its time in seconds. */
async function failure(work: Promise<unknown>): Promise<{ trouble: string; seconds: number }> {
  const begun = performance.now()
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (!(error instanceof DatabaseUnavailable)) throw error ?? new Error('it did not fail')
  return { trouble: error.trouble, seconds: (performance.now() - begun) / 1000 }
}

const read = (one = db) => sql`select 1 as one`.execute(one)
/** A new connection may take longer than the short limit on a busy machine. */
const answers = () => expect.poll(() => read().then(() => 'read', String), { timeout: 5_000 }).toBe('read')

test('a session has the limits and the time of Tokyo, however it was reached', async () => {
  const { rows } =
    await sql`select current_setting('TimeZone') as zone, current_setting('statement_timeout') as statement,
    current_setting('lock_timeout') as lock, current_setting('idle_in_transaction_session_timeout') as idle`.execute(
      db,
    )
  expect(rows).toEqual([{ zone: 'Asia/Tokyo', statement: '500ms', lock: '300ms', idle: '600ms' }])
})

test('a locked row is waited for as long as is set, and then the database is busy', async () => {
  const holder = await other.connect()
  try {
    await holder.query('begin; select from box where id = 1 for update')
    const { trouble, seconds } = await failure(
      inTransaction(db, (tx) => sql`select from box where id = 1 for update`.execute(tx)),
    )
    expect(trouble).toBe('busy')
    expect(seconds).toBeLessThan(10)
  } finally {
    await holder.query('rollback')
    holder.release()
  }
  await read()
})

test('a statement that takes too long is given up; one whose asker is patient is not', async () => {
  const slow = sql`select pg_sleep(1.2)`
  expect(await failure(slow.execute(db))).toMatchObject({ trouble: 'busy' })
  await inTransaction(db, async (tx) => {
    await useLongLimits(tx)
    await slow.execute(tx)
  })
  // Long limits end with their transaction.
  expect(await failure(inTransaction(db, (tx) => slow.execute(tx)))).toMatchObject({ trouble: 'busy' })
})

test('a transaction in which nothing happens is ended, and its locks with it', async () => {
  const idle = inTransaction(db, async (tx) => {
    await sql`select from box where id = 1 for update`.execute(tx)
    await sleep(1_200)
    await read(tx)
  })
  expect(await failure(idle)).toMatchObject({ trouble: 'lost' })
  await inTransaction(db, async (tx) => {
    await useLongLimits(tx)
    await sql`select from box where id = 1 for update`.execute(tx)
    await sleep(1_200)
    await read(tx)
  })
})

test('a connection that falls silent is given up, and the next one is good as soon as the way is', async () => {
  await Promise.all([answers(), answers()])
  proxy.silence()
  const begun = performance.now()
  // Existing connections are silent and no new one is accepted.
  const failed = await Promise.all(Array.from({ length: 8 }, () => failure(read())))
  expect(new Set(failed.map(({ trouble }) => trouble)).size).toBeGreaterThan(0)
  for (const { trouble } of failed) expect(['silent', 'unreachable', 'busy']).toContain(trouble)
  expect(performance.now() - begun).toBeLessThan(20_000)
  proxy.restore()
  await answers()
})

test('a database that refuses connections is unreachable at once, and is there again by itself', async () => {
  await read()
  await proxy.close()
  const { trouble, seconds } = await failure(read())
  expect(['unreachable', 'lost']).toContain(trouble)
  expect(seconds).toBeLessThan(5)
  await proxy.open()
  await answers()
})

test('nobody waits longer for a free connection than for a new one', async () => {
  const narrow = shortOne(1)
  const taken = inTransaction(narrow, async (tx) => {
    await useLongLimits(tx)
    await sql`select pg_sleep(8)`.execute(tx)
  })
  await sleep(100)
  const { trouble, seconds } = await failure(read(narrow))
  expect(trouble).toBe('busy')
  expect(seconds).toBeLessThan(7)
  await taken
  await read(narrow)
})

test('what is wrong with a statement stays what it is', async () => {
  await expect(sql`insert into box values (1)`.execute(db)).rejects.toMatchObject({ code: '23505' })
  await expect(sql`select no_such()`.execute(db)).rejects.toMatchObject({ code: '42883' })
})

test('a write where none can be made is told apart', async () => {
  const work = inTransaction(db, async (tx) => {
    await sql`set transaction read only`.execute(tx)
    await sql`insert into box values (2)`.execute(tx)
  })
  expect(await failure(work)).toMatchObject({ trouble: 'read_only' })
})
