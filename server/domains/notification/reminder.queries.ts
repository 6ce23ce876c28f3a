import { sql } from 'kysely'
import { transferStatus as T } from '#contract/codes'
import { editableStatuses, requestStatus as S } from '#contract/lifecycle'
import { isRequestOnHold } from '#server/domains/hold/hold.predicates'
import { isIdentifiedFor, isInReviewFor } from '#server/domains/identity/identification.predicates'
import type { Db } from '#server/platform/db'
import type { Recipient } from './notification.queries.ts'

interface Due {
  id: number
}

export async function pickupsOn(db: Db, day: string, after: number, limit: number): Promise<Due[]> {
  const { rows } = await sql<Due>`
    select r.id from purchase_request r
    where r.status = any(${[...editableStatuses]}::smallint[]) and r.delivering_option = 'PICKUP_ONLY'
      and r.pickup_date = ${day} and r.id > ${after}
    order by r.id limit ${limit}`.execute(db)
  return rows
}

/** Answered, not identified, and with nobody at the shop who has to look first. */
export async function unidentified(
  db: Db,
  answeredBefore: string,
  after: number,
  limit: number,
): Promise<Due[]> {
  const { rows } = await sql<Due>`
    select r.id from purchase_request r
    where r.status = ${sql.lit(S.ANSWERED)} and r.answered_at <= ${answeredBefore} and r.id > ${after}
      and not ${isIdentifiedFor('r.customer_id', 'r.company_id')} and not ${isRequestOnHold('r.id')}
      and not ${isInReviewFor('r.customer_id', 'r.company_id')}
    order by r.id limit ${limit}`.execute(db)
  return rows
}

export interface MoneyDue extends Recipient, Due {
  balance: number
  /** Since when the money waits. */
  since: string
}

const holder = sql`customer c
  join account a on a.id = c.account_id and a.is_active
  join lateral (select sum(b.balance)::bigint as balance, max(b.newest_credit_at) as newest_credit_at
    from book_account b where b.customer_id = c.id and b.kind = 'customer') held on held.balance > 0`
/** Expired balances have reminders of their own. */
const isOpen = sql`c.left_at is null and not c.is_transfer_expired
  and not exists (select from transfer u where u.customer_id = c.id and u.status = ${sql.lit(T.REQUESTED)})`
const whom = sql`a.id as account_id, a.email, c.name as customer_name, held.balance`

export async function withoutBankAccount(
  db: Db,
  creditedBefore: string,
  after: number,
  limit: number,
): Promise<MoneyDue[]> {
  const { rows } = await sql<MoneyDue>`
    select c.id, ${whom}, held.newest_credit_at as since from ${holder}
    where c.id > ${after} and ${isOpen} and held.newest_credit_at <= ${creditedBefore}
      and not exists (select from bank_account k where k.customer_id = c.id)
    order by c.id limit ${limit}`.execute(db)
  return rows
}

export interface Bounce extends MoneyDue {
  customer: number
}

/** Newest transfers that failed. Whether the customer still has to do something is the transfers' own rule. */
export async function bouncedTransfers(
  db: Db,
  failedBefore: string,
  after: number,
  limit: number,
): Promise<Bounce[]> {
  const { rows } = await sql<Bounce>`
    select t.id, t.customer_id as customer, ${whom}, coalesce(t.returned_at, t.settled_at, t.requested_at) as since
    from transfer t join (${holder}) on c.id = t.customer_id
    where t.id > ${after} and t.status = ${sql.lit(T.FAILED)} and ${isOpen}
      and coalesce(t.returned_at, t.settled_at, t.requested_at) <= ${failedBefore}
      and not exists (select from transfer n where n.customer_id = t.customer_id and n.id > t.id)
    order by t.id limit ${limit}`.execute(db)
  return rows
}
