import { sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import { mostCounted } from '#contract/field'
import { type Db, inTransaction, type Tx } from './db.ts'
import type { Jobs } from './jobs.ts'
import type { Counted } from './paging.ts'
import { sharedRuns } from './shared-run.ts'
import { joined, nothing, type Part, selectRows } from './statement.ts'

// Counts and the choice of a page's rows, read once for everybody who asks the same while nothing that lists are chosen,
// ordered or counted by has changed (`list_change`). The rows themselves are always read anew, at most once for all who ask
// at the same moment.

interface Shared {
  stamp: string
  rows: Promise<readonly object[]>
}

/** Each entry is a count or the ids of a page. */
const mostEntries = 5000

const caches = new WeakMap<Db, LRUCache<string, Shared>>()

/** What a statement asks: its text and its parameters. */
export function questionOf(db: Db, statement: Part): string {
  const { sql: text, parameters } = statement.compile(db)
  return `${text}\n${JSON.stringify(parameters)}`
}

function cacheOf(db: Db): LRUCache<string, Shared> {
  const known = caches.get(db)
  if (known) return known
  const made = new LRUCache<string, Shared>({ max: mostEntries })
  caches.set(db, made)
  return made
}

/**
 * What the statement reads for lists of a company. It may read only tables that leave marks in `list_change`, and everything
 * that depends on the reader or the time has to be in its parameters, because text and parameters are the key.
 */
export async function sharedRows<Row extends object>(
  db: Db | Tx,
  company: number,
  statement: Part,
): Promise<readonly Row[]> {
  if (db.isTransaction) return selectRows<Row>(db, statement)
  // Read first: what is counted after it may be newer than the stamp, never older.
  const readsGoods = goodsTables.test(statement.compile(db).sql)
  return sharedWhile<Row>(db, await stampOf(db, company, readsGoods), statement)
}

/** Their marks count only for statements that read them. */
const goodsTables = /\b(?:product|sale)\b/

/**
 * Reads the statement again when the stamp is another. The caller has read the stamp, which is never the same again after
 * what the statement reads has changed.
 */
export async function sharedWhile<Row extends object>(
  db: Db | Tx,
  stamp: string,
  statement: Part,
): Promise<readonly Row[]> {
  if (db.isTransaction) return selectRows<Row>(db, statement)
  const key = questionOf(db, statement)
  const cache = cacheOf(db)
  const known = cache.get(key)
  if (known?.stamp === stamp) return known.rows as Promise<Row[]>
  const rows = selectRows<Row>(db, statement)
  const entry: Shared = { stamp, rows }
  cache.set(key, entry)
  rows.catch(() => {
    if (cache.peek(key) === entry) cache.delete(key)
  })
  return rows
}

/** What the statement reads, once for all who ask the same at the same moment, whatever tables it reads. */
export async function readTogether<Row extends object>(
  db: Db | Tx,
  statement: Part,
): Promise<readonly Row[]> {
  if (db.isTransaction) return selectRows<Row>(db, statement)
  const share = together.get(db) ?? sharedRuns<object[]>()
  together.set(db, share)
  return share(questionOf(db, statement), () => selectRows<Row>(db, statement)) as Promise<Row[]>
}

const together = new WeakMap<Db, ReturnType<typeof sharedRuns<object[]>>>()

/** The rows of a table with its joins and conditions. */
export async function sharedCount(db: Db | Tx, company: number, from: Part): Promise<number> {
  const [row] = await sharedRows<{ count: number }>(db, company, sql`select count(*) as count from ${from}`)
  return row?.count ?? 0
}

/** Rows to be counted, up to the limit if one is given. */
export type Countable = (limit: Part) => Part

export const countAll = (db: Db | Tx, company: number, rows: Countable): Promise<number> =>
  sharedCount(db, company, sql`(${rows(nothing)}) n`)

/**
 * For a list: counts to the end where the planner expects that to be quick, otherwise up to `mostCounted`. Without it, a
 * filter that finds millions of rows would be answered by the timeout of a statement instead of its first page.
 */
export const listCount =
  (db: Db | Tx, company: number, rows: Countable) =>
  async (isExact?: boolean): Promise<Counted> => {
    if (isExact || !(await takesLong(db, rows(nothing)))) return { count: await countAll(db, company, rows) }
    const limit = sql`limit ${sql.lit(mostCounted + 1)}`
    const count = await sharedCount(db, company, sql`(${rows(limit)} ${limit}) n`)
    return count > mostCounted ? { count: mostCounted, isLimited: true } : { count }
  }

/** In the planner's units: about two seconds on two processors where little of it is in memory. */
const longCount = 100_000

/** Counts that take long, or not; the data grows slowly. */
const expected = new WeakMap<Db | Tx, LRUCache<string, boolean>>()
const expectedFor = 10 * 60_000

async function takesLong(db: Db | Tx, rows: Part): Promise<boolean> {
  const known = expected.get(db) ?? new LRUCache<string, boolean>({ max: mostEntries, ttl: expectedFor })
  expected.set(db, known)
  const question = questionOf(db, rows)
  const before = known.get(question)
  if (before !== undefined) return before
  const plan = sql<{ 'QUERY PLAN': [{ Plan: { 'Total Cost': number } }] }>`explain (format json) ${rows}`
  const { rows: plans } = await plan.execute(db)
  const isLong = (plans[0]?.['QUERY PLAN'][0].Plan['Total Cost'] ?? 0) > longCount
  known.set(question, isLong)
  return isLong
}

/** The ids that the statement chooses, as a source of rows: `page(id)`, to be joined and ordered again. */
export async function sharedPage(db: Db | Tx, company: number, statement: Part): Promise<Part> {
  const rows = await sharedRows<{ id: number }>(db, company, statement)
  return sql`unnest(${rows.map(({ id }) => id)}::bigint[]) as page(id)`
}

/**
 * Stands for the whole set of marks: its size and its ends alone may come back while old marks are removed. After a
 * failover the numbers of lost transactions are given out again, but by another server, which started at another time.
 */
async function stampOf(db: Db, company: number, withGoods: boolean): Promise<string> {
  const share = stamps.get(db) ?? sharedRuns<string>()
  stamps.set(db, share)
  return share(`${company} ${withGoods}`, () => readStamp(db, company, withGoods))
}

const stamps = new WeakMap<Db, ReturnType<typeof sharedRuns<string>>>()

async function readStamp(db: Db, company: number, withGoods: boolean): Promise<string> {
  const [row] = await selectRows<{ stamp: string }>(
    db,
    sql`select concat_ws(' ', count(*), bit_xor(hashint8extended(xact, company_id * 2 + is_goods::integer)), pg_postmaster_start_time()) as stamp
      from list_change where company_id in (0, ${company}) ${withGoods ? sql`` : sql`and not is_goods`}`,
  )
  return row?.stamp ?? ''
}

/**
 * Removes old marks. Leaves one of its own: otherwise a transaction that began earlier and commits later could bring back
 * a stamp that stood before.
 */
async function pruneListChanges(tx: Tx): Promise<void> {
  const { rows } = await sql<{ company_id: number }>`
    with old as (
      delete from list_change l where l.company_id in (select company_id from list_change group by 1 having count(*) > 1)
      returning l.company_id)
    select distinct company_id from old`.execute(tx)
  if (rows.length === 0) return
  const marks = rows.map(({ company_id }) => sql`(${company_id}::bigint, pg_current_xact_id()::text::bigint)`)
  await sql`insert into list_change (company_id, xact) values ${joined(marks, ', ')}`.execute(tx)
}

export const sharedReadJobs: Jobs<'list_change'> = {
  tasks: (db) => ({
    'list_change.prune': async () => {
      await inTransaction(db, pruneListChanges)
    },
  }),
  schedules: [{ task: 'list_change.prune', match: '*/10 * * * *' }],
}
