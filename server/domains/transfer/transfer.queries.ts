import { type Insertable, sql } from 'kysely'
import type * as z from 'zod'
import { transferStatus as T } from '#contract/codes'
import { itemStatus as I } from '#contract/lifecycle'
import type { transaction } from '#contract/transfer'
import { isHoldOn } from '#server/domains/hold/hold.predicates'
import { isInForce } from '#server/domains/identity/identification.predicates'
import type { Actor } from '#server/platform/actor'
import type { Db, Tx } from '#server/platform/db'
import type { transfer as TransferRow } from '#server/platform/db-types'
import { countOf, type Window } from '#server/platform/paging'
import { scopeOf } from '#server/platform/scope'
import type { TransferFacts, TransferKind } from './transfer.rules.ts'

export interface CustomerRow extends Omit<TransferFacts, 'can_account_receive'> {
  id: number
  balance: number
  newest_credit_at: string | null
  newest_bounce_at: string | null
  newest_bounce_reason: string
  reminded_at: string | null
  bank_code: string | null
  bank_name: string | null
  branch_code: string | null
  branch_name: string | null
  /** As in a bank's file; null if the bank or branch no longer exists. */
  bank_kana: string | null
  branch_kana: string | null
  account_type: number | null
  bank_account_id: number | null
  account_number_enc: Buffer | null
  account_number_tail: string | null
}

/** Account names verified by dealers for the customer `c`; the customer's own kana where a record has none. */
export const verifiedNames = sql`
  array(select coalesce(nullif(i.verified_name_kana, ''), c.name_kana) from identification i
    where i.customer_id = c.id and i.verified_at is not null and ${isInForce('i')} order by i.id) as names_in_force,
  array(select i.verified_name_kana from identification i
    where i.customer_id = c.id and i.verified_at is not null and not ${isInForce('i')} and i.verified_name_kana <> ''
    order by i.id) as names_before`

export const isHeld = sql<boolean>`
  exists (select from hold h join purchase_request r on r.id = h.request_id
    where r.customer_id = c.id and ${isHoldOn('h')} and r.contracted_at is not null)`

/** The newest settled transfer decides whether the account works: a paid one cancels an earlier bounce. */
export async function customerRows(db: Db, customerIds: readonly number[]): Promise<CustomerRow[]> {
  const { rows } = await sql<CustomerRow>`
    select c.id, c.is_transfer_expired, c.auto_transfer, ${verifiedNames}, ${isHeld} as has_hold,
      b.account_holder_kana, b.account_type, b.id as bank_account_id, b.account_number_enc, b.account_number_tail,
      b.bank_code, coalesce(bank.name, '') as bank_name, b.branch_code, coalesce(branch.name, '') as branch_name,
      bank.name_kana as bank_kana, branch.name_kana as branch_kana,
      exists (select from transfer t where t.customer_id = c.id and t.status = ${sql.lit(T.REQUESTED)}) as has_transfer_under_way,
      coalesce(settled.status = ${sql.lit(T.FAILED)} and settled.settled_at >= b.updated_at, false) as is_account_bounced,
      case when settled.status = ${sql.lit(T.FAILED)} then coalesce(settled.returned_at, settled.settled_at) end as newest_bounce_at,
      coalesce(settled.failed_reason, '') as newest_bounce_reason,
      coalesce(held.balance, 0) as balance, held.newest_credit_at,
      (select max(a.at) from activity a where a.object_type = 'customer' and a.object_id = c.id::text
        and a.action = 'transfer.expiry_reminder') as reminded_at
    from customer c
    left join bank_account b on b.customer_id = c.id
    left join bank on bank.bank_code = b.bank_code
    left join bank_branch branch on branch.bank_code = b.bank_code and branch.branch_code = b.branch_code
    left join lateral (select t.status, t.settled_at, t.returned_at, t.failed_reason from transfer t where t.customer_id = c.id and t.status <> ${sql.lit(T.REQUESTED)}
      order by t.id desc limit 1) settled on true
    left join lateral (select sum(a.balance)::bigint as balance, max(a.newest_credit_at) as newest_credit_at
      from book_account a where a.customer_id = c.id and a.kind = 'customer') held on true
    where c.id = any(${customerIds}::bigint[]) order by c.id`.execute(db)
  return rows
}

export async function customersWithMoney(db: Db, after: number, limit: number): Promise<{ id: number }[]> {
  const { rows } = await sql<{ id: number }>`
    select distinct customer_id as id from book_account
    where kind = 'customer' and balance > 0 and customer_id > ${after}
    order by customer_id limit ${limit}`.execute(db)
  return rows
}

export async function insertTransfer(tx: Tx, transfer: Insertable<TransferRow>): Promise<void> {
  await tx.insertInto('transfer').values(transfer).execute()
}

export async function openTransferOf(db: Db, customerId: number) {
  return db
    .selectFrom('transfer')
    .select(['id', 'kind', 'status', 'amount', 'fee', 'scheduled_on', 'second_checked_by'])
    .where('customer_id', '=', customerId)
    .where('status', '=', T.REQUESTED)
    .$narrowType<{ kind: TransferKind }>()
    .executeTakeFirst()
}

const ownEntries = (actor: Actor) => sql`
  select e.id, e.kind, e.amount, e.request_id, e.transfer_id, e.note, e.created_at, a.company_id
  from book_account a join book_entry e on e.credit_account_id = a.id
  where a.kind = 'customer' and ${scopeOf(actor, { customer: 'a.customer_id' })}
  union all
  select e.id, e.kind, -e.amount, e.request_id, e.transfer_id, e.note, e.created_at, a.company_id
  from book_account a join book_entry e on e.debit_account_id = a.id
  where a.kind = 'customer' and ${scopeOf(actor, { customer: 'a.customer_id' })}`

export const countTransactions = (db: Db, actor: Actor): Promise<number> =>
  countOf(db, sql`(${ownEntries(actor)}) own`)

const ownTransactions = (actor: Actor) => sql`
  select own.id, own.kind, own.amount, sum(own.amount) over (order by own.id, own.amount)::bigint as balance_after,
    t.status, own.request_id as purchase_request, own.transfer_id as transfer, c.name as dealer, own.note, own.created_at
  from (${ownEntries(actor)}) own
  join company c on c.id = own.company_id left join transfer t on t.id = own.transfer_id`

export type TransactionRow = z.output<typeof transaction>

export async function listTransactions(db: Db, actor: Actor, window: Window) {
  const { rows } = await sql<TransactionRow>`
    select * from (${ownTransactions(actor)}) listed
    order by id desc, amount desc limit ${window.limit} offset ${window.offset}`.execute(db)
  return rows
}

/** Oldest first. */
export async function transactionsBetween(db: Db, actor: Actor, from: Date, until: Date) {
  const { rows } = await sql<TransactionRow>`
    select * from (${ownTransactions(actor)}) listed
    where created_at >= ${from.toISOString()}::timestamptz and created_at < ${until.toISOString()}::timestamptz
    order by id, amount`.execute(db)
  return rows
}

export async function yearsOfTransactions(db: Db, actor: Actor): Promise<number[]> {
  const { rows } = await sql<{ year: number }>`
    select distinct extract(year from own.created_at at time zone 'Asia/Tokyo')::int as year
    from (${ownEntries(actor)}) own order by year desc`.execute(db)
  return rows.map(({ year }) => year)
}

export async function holderName(db: Db, customerId: number): Promise<string> {
  const row = await db.selectFrom('customer').select('name').where('id', '=', customerId).executeTakeFirst()
  return row?.name ?? ''
}

export async function balanceBefore(db: Db, actor: Actor, at: Date): Promise<number> {
  const { rows } = await sql<{ balance: number }>`
    select coalesce(sum(own.amount), 0)::bigint as balance from (${ownEntries(actor)}) own
    where own.created_at < ${at.toISOString()}::timestamptz`.execute(db)
  return rows[0]?.balance ?? 0
}

export interface EntryItemRow {
  entry: number
  slug: string
  name: string
  brand_name: string
  price: number
  status: number
  photo_id: number | null
  key: string | null
  thumbnail_key: string | null
  kind: string | null
  caption: string | null
}

/** What was bought with an entry; for a rescission, what went back at its moment. */
export async function itemsOfEntries(
  db: Db,
  actor: Actor,
  entries: readonly number[],
): Promise<EntryItemRow[]> {
  if (entries.length === 0) return []
  const { rows } = await sql<EntryItemRow>`
    select e.id as entry, i.slug, i.name, coalesce(b.name, '') as brand_name, coalesce(i.price, 0) as price, i.status,
      p.id as photo_id, p.key, p.thumbnail_key, p.kind, p.caption
    from book_entry e
    join purchase_request r on r.id = e.request_id and ${scopeOf(actor, { customer: 'r.customer_id' })}
    join purchase_item i on i.request_id = r.id and i.purchased_at is not null
    left join brand b on b.id = i.brand_id
    left join lateral (
      select p.id, f.key, f.thumbnail_key, p.kind, p.caption from item_photo p join stored_file f on f.id = p.file_id
      where p.item_id = i.id order by p.position, p.id limit 1
    ) p on true
    where e.id = any(${entries}::bigint[]) and (e.kind = 'PURCHASE' or (e.kind = 'REVERSAL' and exists (
      select from item_history h where h.item_id = i.id and h.at = e.created_at and h.from_status = ${sql.lit(I.PURCHASED)})))
    order by e.id, i.seq`.execute(db)
  return rows
}
