import { type CompiledQuery, sql } from 'kysely'
import { type BookAccountKind, bookAccountKinds } from '#contract/book-side'
import type { BusinessActor } from '#server/platform/actor'
import type { Db, Tx } from '#server/platform/db'
import { sharedRows, sharedWhile } from '#server/platform/shared-reads'
import type { Part } from '#server/platform/statement'
import type { EntryKind } from './book.rules.ts'
import { beginOfMonth, nextMonth } from './month.rules.ts'

export interface ClosedMonth {
  month: string
  entry_count: number
  totals: MonthTotal[]
  company_names: Record<string, string>
  closed_by: string
  closed_at: string
}

export interface MonthTotal {
  kind: BookAccountKind
  debit: number
  credit: number
}

const text = sql`to_char(m.month, 'YYYY-MM') as month`

export async function closedMonths(db: Db, months: readonly string[]): Promise<ClosedMonth[]> {
  const { rows } = await sql<ClosedMonth>`
    select ${text}, m.entry_count, m.totals, m.company_names, b.name as closed_by, m.closed_at
    from book_month m join business_user b on b.id = m.closed_by
    where to_char(m.month, 'YYYY-MM') = any(${months}::text[])`.execute(db)
  return rows
}

export async function newestClosed(db: Db): Promise<string | null> {
  const { rows } = await sql<{ month: string }>`
    select ${text} from book_month m order by m.month desc limit 1`.execute(db)
  return rows[0]?.month ?? null
}

/** The month of the first entry. */
export async function firstMonth(db: Db): Promise<string | null> {
  const { rows } = await sql<{ month: string | null }>`
    select to_char(min(created_at) at time zone 'Asia/Tokyo', 'YYYY-MM') as month from book_entry`.execute(db)
  return rows[0]?.month ?? null
}

const within = (month: string) => sql`
  e.created_at >= ${beginOfMonth(month).toISOString()}::timestamptz
  and e.created_at < ${beginOfMonth(nextMonth(month)).toISOString()}::timestamptz`

export interface MonthSums {
  entry_count: number
  totals: MonthTotal[]
}

/**
 * Of each month, also of one without an entry. Entries are neither changed nor removed, so a month whose entries are as many
 * as before has the same ones, and is not added up again.
 */
export async function totalsOf(
  db: Db,
  actor: BusinessActor,
  months: readonly string[],
): Promise<ReadonlyMap<string, MonthSums>> {
  if (months.length === 0) return new Map()
  const counted = await sharedRows<{ month: string; count: number; server: string }>(
    db,
    actor.company_id,
    entryCounts(months),
  )
  const sums = new Map<string, MonthSums>()
  // One after the other: readers of other pages need the connections too.
  for (const { month, count, server } of counted) {
    const [sum] = await sharedWhile<MonthSums>(db, `${count} ${server}`, addedUp(month))
    sums.set(month, sum ?? noSums)
  }
  return sums
}

/** A server that takes over may have lost the newest entries, and as many others may have come since. */
const entryCounts = (months: readonly string[]): Part => sql`
  select w.month, pg_postmaster_start_time()::text as server,
    (select count(*) from book_entry e where e.created_at >= w.begins and e.created_at < w.ends) as count
  from unnest(${months}::text[], ${months.map((month) => beginOfMonth(month).toISOString())}::timestamptz[],
    ${months.map((month) => beginOfMonth(nextMonth(month)).toISOString())}::timestamptz[]) as w(month, begins, ends)`

const otherKinds = bookAccountKinds.filter((kind) => kind !== 'customer')

/** Nearly all accounts are those of customers: only the others are looked up. */
const addedUp = (month: string): Part => sql`
  with other as materialized (
    select a.id, a.kind from book_account a where a.kind = any(${otherKinds}::text[])
  ), pair as (
    select coalesce(d.kind, 'customer') as debit, coalesce(c.kind, 'customer') as credit,
      count(*) as entries, sum(e.amount) as amount
    from book_entry e left join other d on d.id = e.debit_account_id left join other c on c.id = e.credit_account_id
    where ${within(month)} group by 1, 2
  ), kind as (
    select s.kind, sum(s.debit)::bigint as debit, sum(s.credit)::bigint as credit
    from pair p cross join lateral (values (p.debit, p.amount, 0), (p.credit, 0, p.amount)) as s(kind, debit, credit)
    group by s.kind
  )
  select (select coalesce(sum(p.entries), 0)::bigint from pair p) as entry_count,
    coalesce(jsonb_agg(jsonb_build_object('kind', k.kind, 'debit', k.debit, 'credit', k.credit) order by k.kind), '[]') as totals
  from kind k`

export const noSums: MonthSums = { entry_count: 0, totals: [] }

/** Whoever is writing entries finishes first; entries that come meanwhile wait, and are refused if they are of the month. */
export async function stopEntries(tx: Tx): Promise<void> {
  // Who waits for this lock stops every posting behind it.
  await sql`set local lock_timeout = '2s'`.execute(tx)
  await sql`lock table book_entry in share row exclusive mode`.execute(tx)
}

export async function companyNames(db: Db): Promise<Record<string, string>> {
  const rows = await db.selectFrom('company').select(['id', 'name']).execute()
  return Object.fromEntries(rows.map(({ id, name }) => [id, name]))
}

export async function insertMonth(
  tx: Tx,
  input: Omit<ClosedMonth, 'closed_by' | 'closed_at'> & { proof: number; by: number; at: Date },
): Promise<void> {
  await tx
    .insertInto('book_month')
    .values({
      month: `${input.month}-01`,
      ends_at: beginOfMonth(nextMonth(input.month)).toISOString(),
      entry_count: input.entry_count,
      totals: JSON.stringify(input.totals),
      company_names: JSON.stringify(input.company_names),
      proof_id: input.proof,
      closed_by: input.by,
      closed_at: input.at.toISOString(),
    })
    .execute()
}

export interface MonthEntry {
  id: number
  day: string
  kind: EntryKind
  debit: BookAccountKind
  debit_customer: number | null
  debit_company: number | null
  credit: BookAccountKind
  credit_customer: number | null
  credit_company: number | null
  amount: number
  note: string
  request: number | null
  transfer: number | null
  reverses: number | null
  is_special: boolean
  registration_number: string
}

/** Only what never changes: numbers of customers and of issuers of invoices, and the note that the dealer's antique ledger has for the deal. */
export const entriesOfMonth = (db: Db, month: string): CompiledQuery<MonthEntry> =>
  sql<MonthEntry>`
    select e.id, to_char(e.created_at at time zone 'Asia/Tokyo', 'YYYY-MM-DD') as day, e.kind,
      d.kind as debit, d.customer_id as debit_customer, d.company_id as debit_company,
      c.kind as credit, c.customer_id as credit_customer, c.company_id as credit_company,
      e.amount, e.note, e.request_id as request, e.transfer_id as transfer, e.reverses_id as reverses,
      exists (select from purchase_item i join antique_ledger l on l.item_id = i.id
        where i.request_id = e.request_id and l.entry_kind = '買受け' and l.invoice_note = '古物商特例') as is_special,
      coalesce((select r.invoice_registration_number from purchase_request r where r.id = e.request_id), '') as registration_number
    from book_entry e
    join book_account d on d.id = e.debit_account_id
    join book_account c on c.id = e.credit_account_id
    where ${within(month)} order by e.id`.compile(db)
