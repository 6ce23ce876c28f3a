import { type CompiledQuery, type RawBuilder, sql } from 'kysely'
import type { AccountKind } from '#contract/book-side'
import { yen } from '#contract/money'
import type { Db, Tx } from '#server/platform/db'
import type { Window } from '#server/platform/paging'
import type { Change, EntryKind, EntryRow, Holding, Posted, ProofCheck } from './book.rules.ts'

export interface AccountKey {
  kind: AccountKind
  customer_id?: number | null
  company_id?: number | null
}

const same = (column: string, value: number | null | undefined): RawBuilder<unknown> =>
  value == null ? sql`${sql.ref(column)} is null` : sql`${sql.ref(column)} = ${value}`

/** Ids in the order of the keys, null where there is none yet. */
export async function findAccounts(db: Db, keys: readonly AccountKey[]): Promise<(number | null)[]> {
  const { rows } = await accountsOfKeys(keys).execute(db)
  return inOrder(keys, rows)
}

/**
 * The accounts of a purchase, and the receivable where the customer still owes that dealer something. The newest
 * credit is now, so a deadline that had passed for the customer begins again. Reads more of them than it answers: what
 * the posting will need is then in memory before anybody has to wait for it.
 */
export function accountsForPurchase(
  tx: Tx,
  input: { customer_id: number; company_id: number },
  keys: readonly AccountKey[],
): {
  statement: CompiledQuery
  read: (rows: readonly unknown[]) => { found: (number | null)[]; receivable: number | null }
} {
  const { customer_id, company_id } = input
  const statement = sql<FoundAccount>`
    with restarted as (
      update customer set is_transfer_expired = false where id = ${customer_id} and is_transfer_expired
    )
    select position, id, balance, (select max(e.id) from book_entry e where e.credit_account_id = a.id) as newest
    from (${accountsOfKeys(keys)}) a join book_account using (id)
    union all
    select -1, id, balance, null from book_account
    where kind = 'receivable' and customer_id = ${customer_id} and company_id = ${company_id} and balance < 0`.compile(
    tx,
  )
  const read = (rows: readonly unknown[]) => {
    const accounts = rows as FoundAccount[]
    return {
      found: inOrder(keys, accounts),
      receivable: accounts.find(({ position }) => position === -1)?.id ?? null,
    }
  }
  return { statement, read }
}

interface FoundAccount {
  position: number
  id: number
}

function accountsOfKeys(keys: readonly AccountKey[]): RawBuilder<FoundAccount> {
  const parts = keys.map(
    (key, position) => sql`
      select ${position}::int as position, id from book_account
      where kind = ${key.kind} and ${same('customer_id', key.customer_id)} and ${same('company_id', key.company_id)}`,
  )
  return sql<FoundAccount>`${sql.join(parts, sql` union all `)}`
}

const inOrder = (keys: readonly AccountKey[], rows: readonly FoundAccount[]) =>
  keys.map((_, position) => rows.find((row) => row.position === position)?.id ?? null)

/** In one order, so that two who open the same accounts never wait for each other crosswise. */
export async function insertAccounts(tx: Tx, keys: readonly AccountKey[]): Promise<void> {
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

export async function lockAccounts(tx: Tx, ids: readonly number[]): Promise<Holding[]> {
  const { rows } = await sql<{ id: number; balance: number }>`
    select id, balance from book_account where id = any(${ids}::bigint[]) order by id for update`.execute(tx)
  return rows.map(({ id, balance }) => ({ id, balance: yen(balance) }))
}

/** The customer's accounts by id; the account of transfers in progress is locked in the same order. */
export async function lockCustomerAccounts(tx: Tx, customerId: number): Promise<Holding[]> {
  const { rows } = await sql<{ id: number; kind: string; balance: number }>`
    select id, kind, balance from book_account
    where (kind = 'customer' and customer_id = ${customerId}) or (kind = 'in_progress' and customer_id is null)
    order by id for update`.execute(tx)
  return rows
    .filter(({ kind }) => kind === 'customer')
    .map(({ id, balance }) => ({ id, balance: yen(balance) }))
}

/** The customers whose accounts these are, by id. Before any account: a customer comes first in the order of locks. */
export async function lockOwners(tx: Tx, accountIds: readonly number[]): Promise<void> {
  if (accountIds.length === 0) return
  await sql`
    select c.id from customer c
    where c.id in (select a.customer_id from book_account a where a.id = any(${accountIds}::bigint[]))
    order by c.id for no key update`.execute(tx)
}

/** Moves the balances of locked accounts and writes the entries that say why, in one statement. */
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
      request_id, transfer_id, reverses_id, note, second_actor_id, actor_kind, actor_id, created_at)
    select e.kind, e.debit, e.credit, e.amount, e.debit_balance_after, e.credit_balance_after,
      e.request_id, e.transfer_id, e.reverses_id, coalesce(e.note, ''), e.second_actor_id,
      ${by.actor_kind}::text, ${by.actor_id}::bigint, ${at}::timestamptz
    from rows from (jsonb_to_recordset(${JSON.stringify(posted)}::jsonb) as (
      kind text, debit bigint, credit bigint, amount bigint, debit_balance_after bigint, credit_balance_after bigint,
      request_id bigint, transfer_id bigint, reverses_id bigint, note text, second_actor_id bigint
    )) with ordinality as e(kind, debit, credit, amount, debit_balance_after, credit_balance_after,
      request_id, transfer_id, reverses_id, note, second_actor_id, position)
    order by e.position
    returning id`.execute(tx)
  return rows.map(({ id }) => id)
}

export interface PostedPurchase {
  debit: number
  credit: number
  amount: number
  request_id: number
  /** What the customer still owes the dealer, where there is something. */
  receivable: number | null
}

interface By {
  actor_kind: string
  actor_id: number | null
  at: Date
}

/**
 * The parts of a statement (`with …`) that post one deal's price: accounts locked by id, balances moved, the
 * entry written with the balances as they were when the lock came. What the customer owes the dealer is set off in
 * the same statement; customers who owe nothing, nearly all, get a shorter one.
 */
export function purchasePosted(input: PostedPurchase, by: By): RawBuilder<unknown> {
  if (input.receivable !== null) return purchaseSetOff({ ...input, receivable: input.receivable }, by)
  const { debit, credit, amount, request_id } = input
  const at = by.at.toISOString()
  return sql`
    book_locked as materialized (
      select id, balance from book_account where id = any(${[debit, credit]}::bigint[]) order by id for update
    ), book_moved as (
      update book_account a
      set balance = a.balance + case when a.id = ${credit} then ${amount}::bigint else -${amount}::bigint end, entry_count = a.entry_count + 1,
        newest_credit_at = case when a.id = ${credit} then ${at}::timestamptz else a.newest_credit_at end
      from book_locked l where a.id = l.id
    ), book_written as (
      insert into book_entry (kind, debit_account_id, credit_account_id, amount, debit_balance_after, credit_balance_after,
        request_id, actor_kind, actor_id, created_at)
      select 'PURCHASE', d.id, c.id, ${amount}::bigint, d.balance - ${amount}::bigint, c.balance + ${amount}::bigint,
        ${request_id}::bigint, ${by.actor_kind}::text, ${by.actor_id}::bigint, ${at}::timestamptz
      from book_locked d, book_locked c where d.id = ${debit} and c.id = ${credit}
    )`
}

/**
 * How much is set off is decided by the balances under the lock, whatever was seen before. The new balances are made
 * of them, too: one made of the row as the statement first saw it would meet the table's check before the database
 * notices that the row is newer.
 */
function purchaseSetOff(input: PostedPurchase & { receivable: number }, by: By): RawBuilder<unknown> {
  const { debit, credit, amount, request_id, receivable } = input
  const at = by.at.toISOString()
  return sql`
    book_locked as materialized (
      select id, balance from book_account where id = any(${[debit, credit, receivable]}::bigint[]) order by id for update
    ), book_known as materialized (
      select d.balance as company, c.balance as customer, r.balance as receivable, greatest(0, least(${amount}::bigint, -r.balance)) as set_off
      from book_locked d, book_locked c, book_locked r where d.id = ${debit} and c.id = ${credit} and r.id = ${receivable}
    ), book_moved as (
      update book_account a
      set balance = l.balance + case a.id when ${debit} then -${amount}::bigint when ${credit} then ${amount}::bigint - k.set_off else k.set_off end,
        entry_count = a.entry_count + case when a.id <> ${debit} and k.set_off > 0 then 1 else 0 end + case when a.id <> ${receivable} then 1 else 0 end,
        newest_credit_at = case when a.id = ${credit} then ${at}::timestamptz else a.newest_credit_at end
      from book_locked l, book_known k where a.id = l.id
    ), book_written as (
      insert into book_entry (kind, debit_account_id, credit_account_id, amount, debit_balance_after, credit_balance_after,
        request_id, actor_kind, actor_id, created_at)
      select e.kind, e.debit, e.credit, e.amount, e.debit_after, e.credit_after,
        ${request_id}::bigint, ${by.actor_kind}::text, ${by.actor_id}::bigint, ${at}::timestamptz
      from (
        select 1 as position, 'PURCHASE' as kind, ${debit}::bigint as debit, ${credit}::bigint as credit, ${amount}::bigint as amount,
          company - ${amount}::bigint as debit_after, customer + ${amount}::bigint as credit_after from book_known
        union all
        select 2, 'SET_OFF', ${credit}::bigint, ${receivable}::bigint, set_off, customer + ${amount}::bigint - set_off, receivable + set_off
        from book_known where set_off > 0
      ) e order by e.position
    )`
}

/** The receivables of the customers and dealers of these accounts, where something is still owed. */
export async function receivablesBeside(
  tx: Tx,
  customerAccounts: readonly number[],
): Promise<{ customer: number; receivable: number }[]> {
  if (customerAccounts.length === 0) return []
  const { rows } = await sql<{ customer: number; receivable: number }>`
    select c.id as customer, r.id as receivable from book_account c
    join book_account r on r.kind = 'receivable' and r.customer_id = c.customer_id and r.company_id = c.company_id
    where c.id = any(${customerAccounts}::bigint[]) and r.balance < 0 order by c.id`.execute(tx)
  return rows
}

export async function entriesById(db: Db, ids: readonly number[]): Promise<EntryRow[]> {
  const { rows } = await sql<EntryRow>`
    select id, debit_account_id as debit, credit_account_id as credit, amount, request_id, transfer_id
    from book_entry where id = any(${ids}::bigint[]) order by id`.execute(db)
  return rows
}

/** How much of each entry was taken back; entries of which nothing was are not in it. */
export async function reversedOf(db: Db, ids: readonly number[]): Promise<Map<number, number>> {
  const { rows } = await sql<{ id: number; amount: number }>`
    select reverses_id as id, sum(amount)::bigint as amount from book_entry
    where reverses_id = any(${ids}::bigint[]) group by reverses_id`.execute(db)
  return new Map(rows.map(({ id, amount }) => [id, amount]))
}

export async function purchaseEntry(db: Db, requestId: number): Promise<EntryRow | undefined> {
  const { rows } = await sql<EntryRow>`
    select id, debit_account_id as debit, credit_account_id as credit, amount, request_id, transfer_id
    from book_entry where request_id = ${requestId} and kind = 'PURCHASE'`.execute(db)
  return rows[0]
}

/** The entries by which transfers drew on customers' accounts. */
export async function drawsOfTransfers(db: Db, transferIds: readonly number[]): Promise<EntryRow[]> {
  if (transferIds.length === 0) return []
  const { rows } = await sql<EntryRow>`
    select e.id, e.debit_account_id as debit, e.credit_account_id as credit, e.amount, e.request_id, e.transfer_id
    from book_entry e join book_account a on a.id = e.debit_account_id
    where e.transfer_id = any(${transferIds}::bigint[]) and a.kind = 'customer' and e.kind in ('TRANSFER', 'SPECIAL_WITHDRAWAL') order by e.id`.execute(
    db,
  )
  return rows
}

/** The entries by which transfers left the house for the bank. */
export async function paymentsOfTransfers(db: Db, transferIds: readonly number[]): Promise<EntryRow[]> {
  if (transferIds.length === 0) return []
  const { rows } = await sql<EntryRow>`
    select e.id, e.debit_account_id as debit, e.credit_account_id as credit, e.amount, e.request_id, e.transfer_id
    from book_entry e join book_account a on a.id = e.credit_account_id
    where e.transfer_id = any(${transferIds}::bigint[]) and a.kind = 'bank' and e.kind in ('TRANSFER', 'SPECIAL_WITHDRAWAL') order by e.id`.execute(
    db,
  )
  return rows
}

export interface Held {
  company: number
  dealer: string
  balance: number
  /** What the customer owes the dealer: it is set off against the next price. */
  receivable: number
}

export async function holdingsOf(db: Db, customerId: number): Promise<Held[]> {
  const { rows } = await sql<Held>`
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

/** Whose account it is, without a person's name: the number is enough to find the customer. */
const ownerOf = (account: string, company: string) =>
  sql<string>`case
    when ${sql.ref(`${account}.customer_id`)} is not null then concat('お客さま番号 ', ${sql.ref(`${account}.customer_id`)}, ' / ', ${sql.ref(`${company}.name`)})
    else coalesce(${sql.ref(`${company}.name`)}, '') end`

export async function countAccounts(db: Db, kind: string | undefined): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) from book_account where ${kind ?? null}::text is null or kind = ${kind ?? null}`.execute(
    db,
  )
  return rows[0]?.count ?? 0
}

/** Every kind of account there is, with the sums of the balances on either side. */
export async function kindSums(db: Db) {
  const { rows } = await sql<{ kind: AccountKind; count: number; debit: number; credit: number }>`
    select a.kind, count(*) as count, coalesce(-sum(a.balance) filter (where a.balance < 0), 0)::bigint as debit,
      coalesce(sum(a.balance) filter (where a.balance > 0), 0)::bigint as credit
    from book_account a group by a.kind`.execute(db)
  return rows
}

interface ListedAccount {
  id: number
  kind: AccountKind
  owner: string
  balance: number
}

const accountRows = (kind: string | undefined) => sql<ListedAccount>`
    select a.id, a.kind, ${ownerOf('a', 'c')} as owner, a.balance
    from book_account a left join company c on c.id = a.company_id
    where ${kind ?? null}::text is null or a.kind = ${kind ?? null}
    order by a.kind, a.id`

export async function listAccounts(db: Db, kind: string | undefined, window: Window) {
  const page = sql<ListedAccount>`${accountRows(kind)} limit ${window.limit} offset ${window.offset}`
  return (await page.execute(db)).rows
}

/** The same without a window, to be read bit by bit. */
export const allAccounts = (db: Db, kind: string | undefined): CompiledQuery<ListedAccount> =>
  accountRows(kind).compile(db)

export interface EntryFilter {
  id?: number | undefined
  kind?: string | undefined
  account?: number | undefined
}

const entryFilter = ({ id, kind, account }: EntryFilter) =>
  sql.join(
    [
      sql`true`,
      ...(id === undefined ? [] : [sql`e.id = ${id}`]),
      ...(kind === undefined ? [] : [sql`e.kind = ${kind}`]),
      ...(account === undefined
        ? []
        : [sql`(e.debit_account_id = ${account} or e.credit_account_id = ${account})`]),
    ],
    sql` and `,
  )

export async function countEntries(db: Db, filter: EntryFilter): Promise<number> {
  const { rows } = await sql<{
    count: number
  }>`select count(*) from book_entry e where ${entryFilter(filter)}`.execute(db)
  return rows[0]?.count ?? 0
}

interface ListedEntry {
  id: number
  kind: EntryKind
  debit: string
  credit: string
  amount: number
  note: string
  created_at: string
  reverses: number | null
  purchase_request: number | null
  transfer: number | null
}

const entryRows = (filter: EntryFilter) => sql<ListedEntry>`
    select e.id, e.kind, concat_ws(' ', d.kind, nullif(${ownerOf('d', 'dc')}, '')) as debit,
      concat_ws(' ', c.kind, nullif(${ownerOf('c', 'cc')}, '')) as credit,
      e.amount, e.note, e.created_at, e.reverses_id as reverses, e.request_id as purchase_request, e.transfer_id as transfer
    from book_entry e
    join book_account d on d.id = e.debit_account_id left join company dc on dc.id = d.company_id
    join book_account c on c.id = e.credit_account_id left join company cc on cc.id = c.company_id
    where ${entryFilter(filter)}`

export async function listEntries(db: Db, filter: EntryFilter, window: Window) {
  const page = sql<ListedEntry>`
    ${entryRows(filter)} order by e.id desc limit ${window.limit} offset ${window.offset}`
  return (await page.execute(db)).rows
}

/** Every entry a filter finds, oldest first, to be read bit by bit. */
export const allEntries = (db: Db, filter: EntryFilter): CompiledQuery<ListedEntry> =>
  sql<ListedEntry>`${entryRows(filter)} order by e.id`.compile(db)

export async function countProofs(db: Db): Promise<number> {
  const row = await db
    .selectFrom('book_proof')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return row.count
}

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
