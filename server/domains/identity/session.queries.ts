import { type Selectable, sql } from 'kysely'
import { isBusiness } from '#server/domains/customer/related-shop.service'
import type { Db } from '#server/platform/db'
import type { identity_review, identity_session } from '#server/platform/db-types'
import { isIdentifiedFor } from './identification.predicates.ts'

export type SessionRow = Selectable<identity_session>
export type ReviewRow = Pick<
  Selectable<identity_review>,
  'id' | 'company_id' | 'ekyc_status' | 'submitted_at' | 'review_by' | 'note'
> & { company_name: string }

export async function ownSession(db: Db, id: number, customerId: number): Promise<SessionRow | undefined> {
  return db
    .selectFrom('identity_session')
    .selectAll()
    .where('id', '=', id)
    .where('customer_id', '=', customerId)
    .executeTakeFirst()
}

export async function liveSession(db: Db, customerId: number): Promise<SessionRow | undefined> {
  return db
    .selectFrom('identity_session')
    .selectAll()
    .where('customer_id', '=', customerId)
    .where('closed_at', 'is', null)
    .executeTakeFirst()
}

export async function reviewsOf(db: Db, sessionId: number): Promise<ReviewRow[]> {
  const { rows } = await sql<ReviewRow>`
    select r.id, r.company_id, r.ekyc_status, r.submitted_at, r.review_by, r.note, c.name as company_name
    from identity_review r join company c on c.id = r.company_id
    where r.session_id = ${sessionId} order by r.id`.execute(db)
  return rows
}

export interface CaptureRow {
  slot: string
  captured_at: string
}

export async function capturesOf(db: Db, sessionId: number): Promise<CaptureRow[]> {
  const { rows } = await sql<CaptureRow>`
    select slot, created_at as captured_at from identity_capture where session_id = ${sessionId} order by id`.execute(
    db,
  )
  return rows
}

export interface CorrectionRow {
  part: string
  reason: string
  is_fixed: boolean
}

export async function correctionsOf(db: Db, sessionId: number): Promise<CorrectionRow[]> {
  const { rows } = await sql<CorrectionRow>`
    select part, reason, fixed_at is not null as is_fixed from identity_correction
    where session_id = ${sessionId} order by id desc`.execute(db)
  return rows
}

export interface DealerOfCustomer {
  company_id: number
  is_identified: boolean
}

/** The dealer of a shop the customer has business with, or those of all open requests. */
export async function dealersToIdentify(
  db: Db,
  customerId: number,
  shopId: number | null,
  openStatuses: readonly number[],
): Promise<DealerOfCustomer[]> {
  const { rows } = await sql<DealerOfCustomer>`
    select x.company_id, ${isIdentifiedFor('x.customer_id', 'x.company_id')} as is_identified
    from (
      select distinct rs.customer_id, s.company_id from related_shop rs join shop s on s.id = rs.shop_id
      where rs.customer_id = ${customerId} and ${isBusiness} and (
        s.id = ${shopId}::bigint or ${shopId}::bigint is null and exists (
          select from purchase_request r where r.customer_id = rs.customer_id and r.shop_id = s.id
            and r.status = any(${[...openStatuses]}::smallint[])))
    ) x order by x.company_id`.execute(db)
  return rows
}

export async function expiredSessions(
  db: Db,
  at: Date,
  inReview: number,
  after: number,
  limit: number,
): Promise<{ id: number; customer_id: number }[]> {
  const { rows } = await sql<{ id: number; customer_id: number }>`
    select s.id, s.customer_id from identity_session s
    where s.closed_at is null and s.expires_at <= ${at.toISOString()} and s.id > ${after}
      and not exists (select from identity_review r where r.session_id = s.id and r.ekyc_status = ${inReview})
    order by s.id limit ${limit}`.execute(db)
  return rows
}

/** Faces of checks that ended, and sessions that led to no record. */
export async function sessionsToThin(
  db: Db,
  before: { faces: Date; traces: Date },
  after: number,
  limit: number,
): Promise<{ id: number; customer_id: number; is_trace: boolean }[]> {
  const { rows } = await sql<{ id: number; customer_id: number; is_trace: boolean }>`
    select s.id, s.customer_id, s.closed_as <> 'done' as is_trace from identity_session s
    where s.id > ${after} and (
      s.closed_as = 'done' and s.closed_at <= ${before.faces.toISOString()}
        and exists (select from identity_capture c where c.session_id = s.id and c.slot = 'face')
      or s.closed_as <> 'done' and s.closed_at <= ${before.traces.toISOString()})
    order by s.id limit ${limit}`.execute(db)
  return rows
}
