import { type CompiledQuery, type RawBuilder, sql } from 'kysely'
import type * as z from 'zod'
import type { bookAccount, bookCalls, bookEntry, bookKind } from '#contract/book'
import type { BookAccountKind } from '#contract/book-side'
import type { CallQuery, CallResult } from '#contract/call'
import { yen } from '#contract/money'
import type { transferCalls } from '#contract/transfer'
import type { BusinessActor } from '#server/platform/actor'
import type { Db, Tx } from '#server/platform/db'
import { countOf, type Window } from '#server/platform/paging'
import { type Countable, sharedCount, sharedPage } from '#server/platform/shared-reads'
import { limited, type Part } from '#server/platform/statement'
import type { AccountBalance, Change, EntryKind, EntryRow, Posted, ProofCheck } from './book.rules.ts'

export interface BookAccountKey {
  kind: BookAccountKind
  customer_id?: number | null
  company_id?: number | null
}

const same = (column: string, value: number | null | undefined): RawBuilder<unknown> =>
  value == null ? sql`${sql.ref(column)} is null` : sql`${sql.ref(column)} = ${value}`

export async function findBookAccounts(db: Db, keys: readonly BookAccountKey[]): Promise<(number | null)[]> {
  const parts = keys.map(
    (key, position) => sql`
      select ${position}::int as position, id from book_account
      where kind = ${key.kind} and ${same('customer_id', key.customer_id)} and ${same('company_id', key.company_id)}`,
  )
  const { rows } = await sql<{ position: number; id: number }>`${sql.join(parts, sql` union all `)}`.execute(
    db,
  )
  return keys.map((_, position) => rows.find((row) => row.position === position)?.id ?? null)
}

/** Inserts in a fixed order, so that concurrent transactions do not deadlock. */
export async function insertBookAccounts(tx: Tx, keys: readonly BookAccountKey[]): Promise<void> {
  const values = keys.map(({ kind, customer_id = null, company_id = null }) => ({
    kind,
    customer_id,
    company_id,
  }))
  await tx
    .insertInto('book_account')
    .values(values.toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1)))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export async function lockBookAccounts(tx: Tx, ids: readonly number[]): Promise<AccountBalance[]> {
  const { rows } = await sql<{ id: number; balance: number }>`
    select id, balance from book_account where id = any(${ids}::bigint[]) order by id for update`.execute(tx)
  return rows.map(({ id, balance }) => ({ id, balance: yen(balance) }))
}

/** Locks the customer's accounts and the account of transfers in progress by id. */
export async function lockCustomerBookAccounts(tx: Tx, customerId: number): Promise<AccountBalance[]> {
  const { rows } = await sql<{ id: number; kind: string; balance: number }>`
    select id, kind, balance from book_account
    where (kind = 'customer' and customer_id = ${customerId}) or (kind = 'in_progress' and customer_id is null)
    order by id for update`.execute(tx)
  return rows
    .filter(({ kind }) => kind === 'customer')
    .map(({ id, balance }) => ({ id, balance: yen(balance) }))
}

export async function ownersOf(db: Db, accountIds: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select distinct customer_id as id from book_account
    where id = any(${accountIds}::bigint[]) and customer_id is not null`.execute(db)
  return rows.map(({ id }) => id)
}

export async function writePosted(
  tx: Tx,
  posted: readonly Posted[],
  changes: readonly Change[],
  by: { actor_kind: string; actor_id: number | null; at: Date },
): Promise<number[]> {
  const at = by.at.toISOString()
  const { rows } = await sql<{ id: number }>`
    with moved as (
      update book_account a
      set balance = a.balance + c.delta, entry_count = a.entry_count + c.entries,
        newest_credit_at = case when a.kind = 'customer' and c.is_credited then ${at}::timestamptz else a.newest_credit_at end
      from unnest(
        ${changes.map(({ id }) => id)}::bigint[], ${changes.map(({ delta }) => delta)}::bigint[],
        ${changes.map(({ entries }) => entries)}::bigint[], ${changes.map((change) => change.is_credited)}::boolean[]
      ) as c(id, delta, entries, is_credited)
      where a.id = c.id
    )
    insert into book_entry (kind, debit_account_id, credit_account_id, amount, debit_balance_after, credit_balance_after,
      request_id, transfer_id, reverses_id, proposal_id, note, second_actor_id, actor_kind, actor_id, created_at)
    select e.kind, e.debit, e.credit, e.amount, e.debit_balance_after, e.credit_balance_after,
      e.request_id, e.transfer_id, e.reverses_id, e.proposal_id, coalesce(e.note, ''), e.second_actor_id,
      ${by.actor_kind}::text, ${by.actor_id}::bigint, ${at}::timestamptz
    from rows from (jsonb_to_recordset(${JSON.stringify(posted)}::jsonb) as (
      kind text, debit bigint, credit bigint, amount bigint, debit_balance_after bigint, credit_balance_after bigint,
      request_id bigint, transfer_id bigint, reverses_id bigint, proposal_id bigint, note text, second_actor_id bigint
    )) with ordinality as e(kind, debit, credit, amount, debit_balance_after, credit_balance_after,
      request_id, transfer_id, reverses_id, proposal_id, note, second_actor_id, position)
    order by e.position
    returning id`.execute(tx)
  return rows.map(({ id }) => id)
}

/** A customer's account at a dealer with the receivable of the same pair. */
export interface ReceivableOf {
  customer: number
  receivable: number
}

export async function receivablesOf(tx: Tx, customerAccounts: readonly number[]): Promise<ReceivableOf[]> {
  const { rows } = await sql<ReceivableOf>`
    select c.id as customer, r.id as receivable from book_account c
    join book_account r on r.kind = 'receivable' and r.customer_id = c.customer_id and r.company_id = c.company_id
    where c.id = any(${customerAccounts}::bigint[]) and r.balance < 0`.execute(tx)
  return rows
}

const entryColumns = sql`e.id, e.debit_account_id as debit, e.credit_account_id as credit, e.amount, e.request_id, e.transfer_id`

/** Reversed amount by entry; entries without a reversal are not in the map. */
export async function reversedOf(db: Db, ids: readonly number[]): Promise<Map<number, number>> {
  const { rows } = await sql<{ id: number; amount: number }>`
    select reverses_id as id, sum(amount)::bigint as amount from book_entry
    where reverses_id = any(${ids}::bigint[]) group by reverses_id`.execute(db)
  return new Map(rows.map(({ id, amount }) => [id, amount]))
}

export async function purchaseEntry(db: Db, requestId: number): Promise<EntryRow | undefined> {
  const { rows } = await sql<EntryRow>`
    select ${entryColumns} from book_entry e where e.request_id = ${requestId} and e.kind = 'PURCHASE'`.execute(
    db,
  )
  return rows[0]
}

const entriesOfTransfers = (
  side: 'debit' | 'credit',
  kind: BookAccountKind,
  transferIds: readonly number[],
) =>
  sql<EntryRow>`
    select ${entryColumns} from book_entry e join book_account a on a.id = ${sql.ref(`e.${side}_account_id`)}
    where e.transfer_id = any(${transferIds}::bigint[]) and a.kind = ${kind} and e.kind in ('TRANSFER', 'SPECIAL_WITHDRAWAL')
    order by e.id`

export async function drawsOfTransfers(db: Db, transferIds: readonly number[]): Promise<EntryRow[]> {
  return (await entriesOfTransfers('debit', 'customer', transferIds).execute(db)).rows
}

export async function paymentsOfTransfers(db: Db, transferIds: readonly number[]): Promise<EntryRow[]> {
  return (await entriesOfTransfers('credit', 'bank', transferIds).execute(db)).rows
}

/** What a customer holds at a dealer, and owes it. */
export type DealerBalance = CallResult<typeof transferCalls.balance>['accounts'][number]

export async function dealerBalances(db: Db, customerId: number): Promise<DealerBalance[]> {
  const { rows } = await sql<DealerBalance>`
    select a.company_id as company, c.name as dealer, a.balance, coalesce(-r.balance, 0) as receivable
    from book_account a join company c on c.id = a.company_id
    left join book_account r on r.kind = 'receivable' and r.customer_id = a.customer_id and r.company_id = a.company_id
    where a.customer_id = ${customerId} and a.kind = 'customer' order by a.id`.execute(db)
  return rows
}

export async function isDealer(db: Db, companyId: number): Promise<boolean> {
  const row = await db
    .selectFrom('company')
    .select('id')
    .where('id', '=', companyId)
    .where('is_operator', '=', false)
    .executeTakeFirst()
  return row !== undefined
}

const ownerOf = (account: string, company: string) =>
  sql<string>`case
    when ${sql.ref(`${account}.customer_id`)} is not null then concat('お客さま番号 ', ${sql.ref(`${account}.customer_id`)}, ' / ', ${sql.ref(`${company}.name`)})
    else coalesce(${sql.ref(`${company}.name`)}, '') end`

const ofKind = (kind: string | undefined) => (kind === undefined ? sql`true` : sql`a.kind = ${kind}`)

export const countBookAccounts = (db: Db, actor: BusinessActor, kind: string | undefined): Promise<number> =>
  sharedCount(db, actor.company_id, sql`book_account a where ${ofKind(kind)}`)

export async function kindSums(db: Db) {
  const { rows } = await sql<z.output<typeof bookKind>>`
    select a.kind, count(*) as count, coalesce(-sum(a.balance) filter (where a.balance < 0), 0)::bigint as debit,
      coalesce(sum(a.balance) filter (where a.balance > 0), 0)::bigint as credit
    from book_account a group by a.kind`.execute(db)
  return rows
}

type ListedAccount = z.output<typeof bookAccount>

const accountRows = (accounts: Part) => sql<ListedAccount>`
    select a.id, a.kind, ${ownerOf('a', 'c')} as owner, a.balance
    from ${accounts} left join company c on c.id = a.company_id
    order by a.kind, a.id`

export async function listBookAccounts(
  db: Db,
  actor: BusinessActor,
  kind: string | undefined,
  window: Window,
) {
  const page = sql`select a.id from book_account a where ${ofKind(kind)} order by a.kind, a.id ${limited(window)}`
  const ids = await sharedPage(db, actor.company_id, page)
  return (await accountRows(sql`${ids} join book_account a on a.id = page.id`).execute(db)).rows
}

export const allBookAccounts = (db: Db, kind: string | undefined): CompiledQuery<ListedAccount> =>
  accountRows(sql`(select * from book_account a where ${ofKind(kind)}) a`).compile(db)

export type EntryFilter = Partial<CallQuery<typeof bookCalls.entries>>

const entryFilter = ({ kind, account }: EntryFilter) =>
  sql.join(
    [
      sql`true`,
      ...(kind === undefined ? [] : [sql`e.kind = ${kind}`]),
      ...(account === undefined
        ? []
        : [sql`(e.debit_account_id = ${account} or e.credit_account_id = ${account})`]),
    ],
    sql` and `,
  )

export const entriesToCount =
  (filter: EntryFilter): Countable =>
  () =>
    sql`select from book_entry e where ${entryFilter(filter)}`

type ListedEntry = z.output<typeof bookEntry> & { kind: EntryKind }

const entryRows = (entries: Part) => sql<ListedEntry>`
    select e.id, e.kind, concat_ws(' ', d.kind, nullif(${ownerOf('d', 'dc')}, '')) as debit,
      concat_ws(' ', c.kind, nullif(${ownerOf('c', 'cc')}, '')) as credit,
      e.amount, e.note, e.created_at, e.reverses_id as reverses, e.request_id as purchase_request, e.transfer_id as transfer
    from ${entries}
    join book_account d on d.id = e.debit_account_id left join company dc on dc.id = d.company_id
    join book_account c on c.id = e.credit_account_id left join company cc on cc.id = c.company_id`

export async function listEntries(db: Db, actor: BusinessActor, filter: EntryFilter, window: Window) {
  const page = sql`select e.id from book_entry e where ${entryFilter(filter)} order by e.id desc ${limited(window)}`
  const ids = await sharedPage(db, actor.company_id, page)
  const rows = sql<ListedEntry>`${entryRows(sql`${ids} join book_entry e on e.id = page.id`)} order by e.id desc`
  return (await rows.execute(db)).rows
}

export async function entryById(tx: Tx, id: number): Promise<ListedEntry> {
  const { rows } = await entryRows(sql`(select * from book_entry where id = ${id}) e`).execute(tx)
  if (!rows[0]) throw new Error(`entry ${id} not found`)
  return rows[0]
}

export const allEntries = (db: Db, filter: EntryFilter): CompiledQuery<ListedEntry> =>
  sql<ListedEntry>`${entryRows(sql`(select * from book_entry e where ${entryFilter(filter)}) e`)} order by e.id`.compile(
    db,
  )

export const countProofs = (db: Db): Promise<number> => countOf(db, sql`book_proof`)

export async function listProofs(db: Db, window: Window) {
  const rows = await db
    .selectFrom('book_proof')
    .selectAll()
    .orderBy('id', 'desc')
    .limit(window.limit)
    .offset(window.offset)
    .execute()
  return rows.map((row) => ({ ...row, checks: row.checks as ProofCheck[] }))
}

export async function insertProof(
  tx: Tx,
  proof: { made_at: string; is_ok: boolean; entry_count: number; checks: ProofCheck[] },
): Promise<number> {
  const row = await tx
    .insertInto('book_proof')
    .values({ ...proof, checks: JSON.stringify(proof.checks) })
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}
