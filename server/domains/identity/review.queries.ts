import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { ekyc } from '#contract/codes'
import type { reviewListStates } from '#contract/identity'
import { requestStatus as S } from '#contract/lifecycle'
import { isOwnShop } from '#server/domains/company/shop.predicates'
import { isBusiness } from '#server/domains/customer/related-shop.service'
import type { BusinessActor } from '#server/platform/actor'
import type { Db } from '#server/platform/db'
import { countOf, type Window } from '#server/platform/paging'
import { scopeOf } from '#server/platform/scope'

export type ReviewListState = (typeof reviewListStates)[number]

export interface ReviewListRow {
  id: number
  session: number
  customer: number
  customer_name: string
  shop: number
  ekyc_status: number
  document: string
  submitted_at: string
  review_by: string
  is_late: boolean
  is_awaited: boolean
  opened_by: string
  decided_at: string | null
  decided_by: string
}

const minutesOpen = 10
const openedSince = (at: Date) => new Date(at.getTime() - minutesOpen * 60_000).toISOString()

/** A colleague who opened it within the last minutes. */
const isOpenElsewhere = (actor: BusinessActor) =>
  sql<SqlBool>`(r.ekyc_status = ${sql.lit(ekyc.IN_REVIEW)} and r.opened_by <> ${actor.business_user_id}
    and r.opened_at > ${openedSince(actor.at)})`

const inState: Readonly<Record<ReviewListState, RawBuilder<SqlBool>>> = {
  waiting: sql<SqlBool>`(r.ekyc_status = ${sql.lit(ekyc.IN_REVIEW)} and s.closed_at is null)`,
  returned: sql<SqlBool>`(r.ekyc_status = ${sql.lit(ekyc.REFUSED)} and s.closed_at is null)`,
  // Another record may have settled it before anything was handed in.
  approved: sql<SqlBool>`(r.ekyc_status = ${sql.lit(ekyc.APPROVED)} and r.submitted_at is not null)`,
}

const source = (actor: BusinessActor, shop?: number) => sql`
  identity_review r
  join identity_session s on s.id = r.session_id
  join customer c on c.id = s.customer_id
  join lateral (
    select rs.shop_id from related_shop rs join shop sh on sh.id = rs.shop_id
    where rs.customer_id = s.customer_id and sh.company_id = r.company_id and ${isOwnShop(actor, 'sh')} and ${isBusiness}
      and (${shop ?? null}::bigint is null or rs.shop_id = ${shop ?? null})
    order by rs.shop_id limit 1
  ) own on true
  left join business_user o on o.id = r.opened_by
  left join business_user d on d.id = r.decided_by`

const columns = (actor: BusinessActor) => sql`
  r.id, r.session_id as session, s.customer_id as customer, c.name as customer_name, own.shop_id as shop, r.ekyc_status, s.document,
  r.submitted_at, r.review_by,
  r.ekyc_status = ${sql.lit(ekyc.IN_REVIEW)} and r.review_by < ${actor.at.toISOString()} as is_late,
  exists (select from purchase_request q where q.customer_id = s.customer_id and q.company_id = r.company_id
    and q.status = ${sql.lit(S.ANSWERED)}) as is_awaited,
  case when ${isOpenElsewhere(actor)} then o.name else '' end as opened_by,
  r.decided_at, coalesce(d.name, (select f.provider from identification f where f.id = r.identification_id), '') as decided_by`

/** Not while an identity provider looks at it, and not what it alone has seen. */
const isForStaff = sql<SqlBool>`(s.document <> '' and not exists (
  select from identity_check k where k.session_id = s.id and k.closed_at is null))`

const where = (actor: BusinessActor, state: ReviewListState) =>
  sql`${scopeOf(actor, { company: 'r.company_id' })} and ${inState[state]} and ${isForStaff}`

export const countReviews = (db: Db, actor: BusinessActor, state: ReviewListState): Promise<number> =>
  countOf(db, sql`${source(actor)} where ${where(actor, state)}`)

/** What today shows of the list `waiting`. */
export async function waitingReviews(
  db: Db,
  actor: BusinessActor,
  shop: number | undefined,
): Promise<{ count: number; late: number }> {
  const { rows } = await sql<{ count: number; late: number }>`
    select count(*)::int as count, count(*) filter (where r.review_by < ${actor.at.toISOString()})::int as late
    from ${source(actor, shop)} where ${where(actor, 'waiting')}`.execute(db)
  return rows[0] as { count: number; late: number }
}

export async function listReviews(
  db: Db,
  actor: BusinessActor,
  state: ReviewListState,
  { limit, offset }: Window,
): Promise<ReviewListRow[]> {
  const order = state === 'waiting' ? sql`r.submitted_at, r.id` : sql`r.decided_at desc, r.id desc`
  const { rows } = await sql<ReviewListRow>`
    select ${columns(actor)} from ${source(actor)} where ${where(actor, state)}
    order by ${order} limit ${limit} offset ${offset}`.execute(db)
  return rows
}

export interface ReviewDetailRow extends ReviewListRow {
  company_id: number
  opened_at: string | null
  name: string
  name_kana: string
  birthday_enc: Buffer | null
  postal_code: string
  prefecture: string
  city: string
  address1: string
  address2: string
  document_expires_on: string | null
  document_issued_on: string | null
  has_new_address: boolean
  note: string
  version: number
  session_closed_as: string | null
}

/** Null for one of another company, of a shop the reader does not work for, or that was never handed in. */
export async function reviewRow(db: Db, actor: BusinessActor, id: number): Promise<ReviewDetailRow | null> {
  const { rows } = await sql<ReviewDetailRow>`
    select ${columns(actor)}, r.company_id, case when ${isOpenElsewhere(actor)} then r.opened_at end as opened_at,
      c.name, c.name_kana, c.birthday_enc, c.postal_code, c.prefecture, c.city, c.address1, c.address2,
      s.document_expires_on, s.document_issued_on, s.has_new_address, r.note, s.version, s.closed_as as session_closed_as
    from ${source(actor)}
    where r.id = ${id} and ${scopeOf(actor, { company: 'r.company_id' })} and r.submitted_at is not null and ${isForStaff}`.execute(
    db,
  )
  return rows[0] ?? null
}

/** Claims it for the reader unless a colleague has it open. */
export async function markOpened(db: Db, actor: BusinessActor, id: number): Promise<void> {
  await sql`update identity_review r set opened_by = ${actor.business_user_id}, opened_at = ${actor.at.toISOString()}
    where r.id = ${id} and r.ekyc_status = ${sql.lit(ekyc.IN_REVIEW)}
      and (r.opened_by is null or not ${isOpenElsewhere(actor)})`.execute(db)
}
