import { sql } from 'kysely'
import { tokyoDate } from '#contract/day'
import { itemStatus as I, requestStatus as S } from '#contract/lifecycle'
import { isIdentifiedFor, isInReviewFor } from '#server/domains/identity/identification.predicates'
import { isBackItem, isBoughtItem } from '#server/domains/item/item.predicates'
import { promiseOf } from '#server/domains/purchase-request/purchase-request.rules'
import type { Db } from '#server/platform/db'
import type { Letter } from './notification.letter.ts'
import type { CorrectionNews, TransferNews } from './notification.texts.ts'
import type { MoveNews, QuestionNews, RequestNews, RescindedNews } from './request.texts.ts'

export interface Recipient {
  account_id: number
  email: string
  /** Blank before the person has entered one. */
  customer_name: string
}

export const accountRecipient = (db: Db, accountId: number): Promise<Recipient | undefined> =>
  db
    .selectFrom('account')
    .leftJoin('customer', 'customer.account_id', 'account.id')
    .select((eb) => [
      'account.id as account_id',
      'account.email',
      eb.fn.coalesce('customer.name', eb.val('')).as('customer_name'),
    ])
    .where('account.id', '=', accountId)
    .where('account.is_active', '=', true)
    .executeTakeFirst()

type RequestRow = Omit<RequestNews, 'promised_on'> &
  Recipient & { arrived_at: string | null; updated_at: string; reminders_sent: number; offers: number }

export async function requestNews(
  db: Db,
  requestId: number,
): Promise<(RequestRow & { promised_on: string | null }) | undefined> {
  const { rows } = await sql<RequestRow>`
    select r.id, c.name as customer_name, c.is_corporate, s.name as shop_name, k.store_key, r.delivering_option, r.carrier, r.pickup_date, r.pickup_time_slot, r.arrived_at, r.updated_at,
      r.reminders_sent, r.item_count as declared_count, r.arrived_item_count as arrived_count, s.phone as shop_phone, r.status, x.boxes,
      (select jsonb_build_object('size', q.size, 'box_count', q.box_count, 'expected_on', q.expected_on, 'sent_at', q.sent_at, 'carrier', q.carrier,
        'tracking_number', q.tracking_number) from request_kit q where q.request_id = r.id) as kit, r.offer_total, r.offered_at, coalesce(r.second_look_answered_at = r.offered_at, false) as is_second_look, r.second_look_answer, r.offer_expires_at, r.answered_at, r.contracted_at, r.is_invoice_issuer,
      r.return_carrier, r.return_tracking_number, k.return_cost, r.abort_reason, c.auto_transfer,
      exists (select from consent w where w.request_id = r.id and w.kind = 'auto_accept'
        and w.offer_id = (select max(o.id) from offer o where o.request_id = r.id)) as is_auto_accepted,
      exists (select from bank_account b where b.customer_id = c.id) as has_bank_account,
      ${isIdentifiedFor('c.id', 'r.company_id')} as is_verified, ${isInReviewFor('c.id', 'r.company_id')} as is_in_review,
      (select count(*) from offer o where o.request_id = r.id) as offers,
      coalesce(i.priced, 0) as priced, coalesce(i.bought, 0) as bought, coalesce(i.back, 0) as back, coalesce(p.item_count, 0) as parcel_count, coalesce(i.total, 0) as bought_total,
      coalesce((select e.amount from book_entry e where e.request_id = r.id and e.kind = 'SET_OFF'), 0) as set_off,
      a.id as account_id, a.email
    from purchase_request r
    join shop s on s.id = r.shop_id
    join company k on k.id = r.company_id
    join customer c on c.id = r.customer_id
    join account a on a.id = c.account_id
    left join lateral (
      select count(*) filter (where price > 0) as priced, count(*) filter (where ${isBoughtItem('l')}) as bought,
        count(*) filter (where ${isBackItem('l')}) as back, sum(price) filter (where ${isBoughtItem('l')})::bigint as total
      from purchase_item l where l.request_id = r.id
    ) i on true
    left join lateral (
      select coalesce(jsonb_agg(jsonb_build_object('seq', b.seq, 'arrived_at', b.arrived_at) order by b.seq), '[]') as boxes
      from request_box b where b.request_id = r.id
    ) x on true
    left join lateral (select item_count from return_parcel where request_id = r.id order by id desc limit 1) p on true
    where r.id = ${requestId} and c.left_at is null and a.is_active`.execute(db)
  const row = rows[0]
  const promise = row && promiseOf({ status: S.ARRIVED, arrived_at: row.arrived_at })
  return row && { ...row, promised_on: promise ? tokyoDate(promise.by) : null }
}

export async function wasTold(db: Db, accountId: number, event: string): Promise<boolean> {
  const row = await db
    .selectFrom('notification')
    .select('id')
    .where('account_id', '=', accountId)
    .where('event', '=', event)
    .executeTakeFirst()
  return row !== undefined
}

export async function lineMessageRow(db: Db, id: number) {
  const row = await db
    .selectFrom('line_message as m')
    .innerJoin('notification as n', 'n.id', 'm.notification_id')
    .innerJoin('account as a', 'a.id', 'n.account_id')
    .select(['m.id', 'm.text', 'm.letter', 'm.created_at', 'n.title', 'n.link', 'n.event'])
    .select(['a.id as account_id', 'a.email'])
    .where('m.id', '=', id)
    .where('m.sent_at', 'is', null)
    .where('m.failed_at', 'is', null)
    .executeTakeFirst()
  return row && { ...row, letter: row.letter as Letter['mail'] | null }
}

export async function moveNews(
  db: Db,
  requestId: number,
  from: number | null,
  to: number,
): Promise<(MoveNews & { id: number }) | undefined> {
  const { rows } = await sql<MoveNews & { id: number }>`
    select id, from_status as "from", to_status as "to", actor_kind as by, reason, is_reason_public from request_history
    where request_id = ${requestId} and from_status is not distinct from ${from}::smallint and to_status = ${to}
    order by id desc limit 1`.execute(db)
  return rows[0]
}

export async function rescindedNews(
  db: Db,
  requestId: number,
  itemIds: readonly number[],
): Promise<RescindedNews> {
  const { rows } = await sql<RescindedNews>`
    select count(*) as count, coalesce(sum(i.price), 0)::bigint as total,
      coalesce(bool_or(h.actor_kind = 'business'), false) as is_by_dealer, coalesce(max(h.reason), '') as reason,
      coalesce((select -a.balance from book_account a join purchase_request r on r.customer_id = a.customer_id and r.company_id = a.company_id
        where r.id = ${requestId} and a.kind = 'receivable'), 0) as receivable
    from purchase_item i
    left join lateral (select actor_kind, reason from item_history where item_id = i.id and from_status = ${sql.lit(I.PURCHASED)} and to_status = ${sql.lit(I.RETURN_REQUESTED)}
      order by id desc limit 1) h on true
    where i.request_id = ${requestId} and i.id = any(${itemIds}::bigint[])`.execute(db)
  return rows[0] ?? { count: 0, total: 0, is_by_dealer: false, reason: '', receivable: 0 }
}

export async function objectionNews(
  db: Db,
  objectionId: number,
): Promise<{ request: number; answer: string } | undefined> {
  return db
    .selectFrom('count_objection')
    .select(['request_id as request', 'answer'])
    .where('id', '=', objectionId)
    .where('answered_at', 'is not', null)
    .executeTakeFirst()
}

export async function questionNews(db: Db, questionId: number): Promise<QuestionNews | undefined> {
  const { rows } = await sql<QuestionNews>`
    select q.request_id as request, q.answer, i.seq, coalesce(nullif(i.name, ''), k.name, '') as name
    from item_question q join purchase_item i on i.id = q.item_id left join item_category k on k.id = i.category_id
    where q.id = ${questionId} and q.answered_at is not null`.execute(db)
  return rows[0]
}

/** A customer who has left is notified only of money that came back. */
export async function transferNews(
  db: Db,
  transferId: number,
  alsoWhoLeft: boolean,
): Promise<(TransferNews & Recipient) | undefined> {
  const { rows } = await sql<TransferNews & Recipient>`
    select t.amount, t.scheduled_on, t.kind, t.settled_at, t.failed_reason, t.refused_by is null as is_by_bank, c.left_at is not null as has_left,
      (select coalesce(sum(e.amount), 0)::bigint from book_entry e where e.transfer_id = t.id and e.kind = 'SET_OFF') as set_off, a.id as account_id, a.email, c.name as customer_name
    from transfer t join customer c on c.id = t.customer_id join account a on a.id = c.account_id
    where t.id = ${transferId} and (a.is_active or (${alsoWhoLeft} and c.left_at is not null and a.email <> ''))`.execute(
    db,
  )
  return rows[0]
}

export async function correctionNews(
  db: Db,
  proposalId: number,
): Promise<(CorrectionNews & Recipient) | undefined> {
  const { rows } = await sql<CorrectionNews & Recipient>`
    select p.kind, p.amount, p.note, p.request_id as request, coalesce(d.name, '') as dealer,
      a.id as account_id, a.email, c.name as customer_name
    from book_proposal p join customer c on c.id = p.customer_id join account a on a.id = c.account_id
    left join company d on d.id = p.company_id
    where p.id = ${proposalId} and p.state = 'approved' and c.left_at is null and a.is_active`.execute(db)
  return rows[0]
}

export interface CustomerNews extends Recipient {
  balance: number
  cleared_id: number | null
  bank_account: string | null
  bank_changed_at: string | null
  is_new_bank_account: boolean
  reminder_id: number | null
}

export async function customerNews(db: Db, customerId: number): Promise<CustomerNews | undefined> {
  const { rows } = await sql<CustomerNews>`
    select a.id as account_id, a.email, c.name as customer_name,
      (select coalesce(sum(balance), 0)::bigint from book_account b where b.customer_id = c.id and b.kind = 'customer') as balance,
      (select max(id) from identification f where f.customer_id = c.id and f.cleared_at is not null) as cleared_id,
      b.id || '.' || b.version as bank_account, b.updated_at as bank_changed_at, coalesce(b.version = 1, false) as is_new_bank_account,
      (select max(id) from activity v where v.object_type = 'customer' and v.object_id = c.id::text
        and v.action = 'transfer.expiry_reminder') as reminder_id
    from customer c join account a on a.id = c.account_id left join bank_account b on b.customer_id = c.id
    where c.id = ${customerId} and c.left_at is null and a.is_active`.execute(db)
  return rows[0]
}
