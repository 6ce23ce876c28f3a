import { sql } from 'kysely'
import { ekyc } from '#contract/codes'
import { recordActivity } from '#server/domains/activity/activity.service'
import type { Actor, CustomerActor } from '#server/platform/actor'
import { type Db, inTransaction, type Tx } from '#server/platform/db'
import { refuse } from '#server/platform/refusal'
import type { Tools } from '#server/platform/tools'
import { discardNow } from '#server/platform/unclaimed-file'
import { endCheck } from './check.queries.ts'
import { liveSession, reviewsOf, type SessionRow } from './session.queries.ts'
import { type ClosedAs, closedAsWithout, isEvidence, isSettled } from './session.rules.ts'
import {
  dropCaptures,
  type IdentitySession,
  insertSession,
  lockedSession,
  shownSession,
  touchSession,
} from './session.service.ts'

export async function cancelSession(
  db: Db,
  actor: CustomerActor,
  id: number,
  tools: Pick<Tools, 'files' | 'log'>,
): Promise<IdentitySession> {
  const dropped: string[] = []
  const session = await inTransaction(db, async (tx) => {
    dropped.length = 0
    const { row, reviews } = await lockedSession(tx, actor, id)
    if (row.closed_as === 'done') throw refuse('illegal_transition')
    if (row.closed_at === null)
      dropped.push(...(await closeSession(tx, actor, row, closedAsWithout(reviews, 'canceled'))))
    return shownSession(tx, id, row.customer_id)
  })
  await discardNow(db, dropped, tools)
  return session
}

/** Call under the customer's lock. Returns the keys of deleted pictures. */
export async function closeSession(
  tx: Tx,
  actor: Actor,
  row: Pick<SessionRow, 'id' | 'customer_id'>,
  closedAs: ClosedAs,
): Promise<string[]> {
  await touchSession(tx, actor, row.id, { closed_as: closedAs, closed_at: actor.at.toISOString() })
  await recordActivity(tx, actor, {
    action: 'identity_session.close',
    object_type: 'customer',
    object_id: row.customer_id,
    detail: { session: row.id, closed_as: closedAs },
  })
  await endCheck(tx, actor, row.id, 'canceled')
  return closedAs === 'done' ? [] : dropCaptures(tx, actor, row.id, 'all')
}

/** When the customer leaves. Call under the customer's lock. */
export async function endSessionOf(tx: Tx, actor: Actor, customerId: number): Promise<void> {
  const live = await liveSession(tx, customerId)
  if (live) await closeSession(tx, actor, live, closedAsWithout(await reviewsOf(tx, live.id), 'canceled'))
}

/**
 * What a dealer approved stays with its session. The other dealers go on with a new one, whose pictures are made anew.
 * Returns the session that goes on. Call under the customer's lock, when the customer has to change something.
 */
export async function leaveEvidence(tx: Tx, actor: Actor, live: SessionRow): Promise<number> {
  if (!(await reviewsOf(tx, live.id)).some(isEvidence)) return live.id
  await closeSession(tx, actor, live, 'done')
  const { document, document_expires_on, document_issued_on, has_new_address, confirmed_at, version } = live
  const id = await insertSession(tx, actor, live.customer_id, {
    ...{ document, document_expires_on, document_issued_on, has_new_address, confirmed_at },
    provider: live.provider,
    // Goes on, because the messages about a review are told apart by it.
    version: version + 1,
  })
  await tx
    .updateTable('identity_review')
    .set({ session_id: id })
    .where('session_id', '=', live.id)
    .where((row) => row.or([row('ekyc_status', '<>', ekyc.APPROVED), row('submitted_at', 'is', null)]))
    .execute()
  return id
}

/** The dealer has a complete record now, by this review or by other means. Call under the customer's lock. */
export async function settleReview(
  tx: Tx,
  actor: Actor,
  of: { customer_id: number; company_id: number },
  identificationId: number | null,
): Promise<void> {
  const live = await liveSession(tx, of.customer_id)
  if (!live) return
  const settled = await tx
    .updateTable('identity_review')
    .set((row) => ({
      ekyc_status: ekyc.APPROVED,
      // A record made by other means does not rest on papers that were given back.
      submitted_at: row
        .case()
        .when('ekyc_status', '=', ekyc.IN_REVIEW)
        .then(row.ref('submitted_at'))
        .else(null)
        .end(),
      identification_id: identificationId,
      decided_by: actor.kind === 'business' ? actor.business_user_id : null,
      decided_at: actor.at.toISOString(),
    }))
    .where('session_id', '=', live.id)
    .where('company_id', '=', of.company_id)
    .where('ekyc_status', '<>', ekyc.APPROVED)
    .returning('id')
    .execute()
  if (settled.length === 0) return
  await touchSession(tx, actor, live.id)
  if (isSettled(await reviewsOf(tx, live.id))) await closeSession(tx, actor, live, 'done')
}

/** Deletes what is left of a session: its rows and any pictures. */
export async function eraseSession(tx: Tx, actor: Actor, id: number): Promise<void> {
  await dropCaptures(tx, actor, id, 'all')
  await sql`delete from identity_check where session_id = ${id}`.execute(tx)
  await sql`delete from identity_correction where session_id = ${id}`.execute(tx)
  await sql`delete from identity_review where session_id = ${id}`.execute(tx)
  await sql`delete from identity_session where id = ${id}`.execute(tx)
}

/** A session goes with the last record that rests on it. */
export async function eraseEvidence(tx: Tx, actor: Actor, identificationId: number): Promise<void> {
  const reviews = await tx
    .updateTable('identity_review')
    .set({ identification_id: null })
    .where('identification_id', '=', identificationId)
    .returning('session_id')
    .execute()
  for (const { session_id } of reviews) {
    const other = await tx
      .selectFrom('identity_review as r')
      .innerJoin('identity_session as s', 's.id', 'r.session_id')
      .select('r.id')
      .where('r.session_id', '=', session_id)
      .where((row) => row.or([row('r.identification_id', 'is not', null), row('s.closed_at', 'is', null)]))
      .executeTakeFirst()
    if (!other) await eraseSession(tx, actor, session_id)
  }
}
