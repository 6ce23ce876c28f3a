import { sql } from 'kysely'
import { type ChangePosition, mostChangesCounted, positionIn } from '#contract/field'
import type { Db } from './db.ts'
import { type Listed, sizeOf } from './paging.ts'
import { readTogether } from './shared-reads.ts'
import type { Part } from './statement.ts'

// Lists in the order of their changes, for systems that follow them. A row that changes moves to the end, so none is missed
// and none is read twice unchanged, whatever is inserted meanwhile. Identical
// simultaneous requests share the statements that choose the rows.

export interface ChangeQuery {
  updated_since?: string | undefined
  after?: string | undefined
  size?: string | number | undefined
}

/**
 * Changes before this time are all committed, or were undone. Read before the rows: of a transaction that is still open now,
 * nothing is shown that it may have changed.
 */
async function settledAt(db: Db): Promise<string> {
  const [row] = await readTogether<{ at: string }>(
    db,
    sql`select coalesce(min(xact_start), clock_timestamp()) as at from pg_stat_activity
      where datname = current_database() and backend_xid is not null and pid <> pg_backend_pid()`,
  )
  return (row as { at: string }).at
}

/** Whether a row with this time and number is to be read. */
export type IsNews = (changedAt: Part, id: Part) => Part
/** Selects `id` and `at` of the rows that match and are news; of those, no more than the first `limit` are needed. */
type Source = (isNews: IsNews, limit: number) => Part

/** Null unless the query asks for changes. `rows` returns those of the ids, in any order, by `key`. */
export async function changesOf<Row extends object>(
  db: Db,
  query: ChangeQuery,
  source: Source,
  { rows, key }: { rows: (ids: number[]) => Promise<Row[]>; key: (row: Row) => number },
): Promise<Listed<Row> | null> {
  const from = startOf(query)
  if (!from) return null
  const limit = sizeOf(query.size)
  const until = await settledAt(db)
  const isNews: IsNews = (at, id) =>
    sql`${at} >= ${from.at}::timestamptz and (${at}, ${id}) > (${from.at}::timestamptz, ${from.id}::bigint)
      and ${at} < ${until}::timestamptz`
  const most = Math.max(limit + 1, mostChangesCounted)
  const found = await readTogether<ChangePosition>(
    db,
    sql`select n.id, n.at from (${source(isNews, most)}) n order by n.at, n.id limit ${most}`,
  )
  const isMore = found.length > limit
  const page = found.slice(0, limit)
  const places = new Map(page.map(({ id }, place) => [id, place]))
  const placeOf = (row: Row) => places.get(key(row)) ?? 0
  return {
    rows: page.length === 0 ? [] : (await rows([...places.keys()])).sort((a, b) => placeOf(a) - placeOf(b)),
    count: found.length,
    window: { limit, offset: 0 },
    by: 'changes',
    changes: { after: textOf(page.at(-1) ?? from), isMore },
  }
}

function startOf({ after, updated_since }: ChangeQuery): ChangePosition | undefined {
  if (after) return positionIn(after)
  // After the whole moment: rows of it were in what was read before.
  return updated_since ? { at: updated_since, id: Number.MAX_SAFE_INTEGER } : undefined
}

const textOf = ({ at, id }: ChangePosition): string =>
  Buffer.from(`${at} ${id}`, 'utf8').toString('base64url')
