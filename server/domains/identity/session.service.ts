import type * as z from 'zod'
import { ekyc } from '#contract/codes'
import { ageOn, tokyoDate } from '#contract/day'
import type { identitySession } from '#contract/identity'
import type { CaptureSlot, IdentityDocument } from '#contract/identity-paper'
import { isProfileComplete } from '#contract/profile'
import { recordActivity } from '#server/domains/activity/activity.service'
import type { Actor, CustomerActor } from '#server/platform/actor'
import type { Db, Tx } from '#server/platform/db'
import { notFound, refuse, staleVersion } from '#server/platform/refusal'
import type { Tools } from '#server/platform/tools'
import { dropFile } from '#server/platform/unclaimed-file'
import { lastCheck } from './check.queries.ts'
import { birthdayOf, lockedSubject, type Subject } from './identity.queries.ts'
import {
  capturesOf,
  correctionsOf,
  ownSession,
  type ReviewRow,
  reviewsOf,
  type SessionRow,
} from './session.queries.ts'
import { finishBy, isEditable, isEvidence, stateOf } from './session.rules.ts'

export type IdentitySession = z.output<typeof identitySession>

export const documentOf = (row: Pick<SessionRow, 'document'>): IdentityDocument | null =>
  row.document === '' ? null : (row.document as IdentityDocument)

/** The customer's row is the lock of everything about the session. */
export async function lockedCustomer(tx: Tx, customerId: number): Promise<Subject> {
  const subject = await lockedSubject(tx, customerId)
  if (!subject || subject.left_at !== null) throw notFound()
  return subject
}

export function refuseUnsuitable(subject: Subject, at: Date, tools: Pick<Tools, 'keys'>): void {
  if (subject.is_corporate) throw refuse('corporate_not_supported')
  const birthday = birthdayOf(subject, tools)
  if (birthday !== null && ageOn(birthday, tokyoDate(at)) < 18) throw refuse('under_age')
  if (!isProfileComplete({ ...subject, has_birthday: birthday !== null })) throw refuse('customer_incomplete')
}

export async function insertSession(
  tx: Tx,
  actor: Actor,
  customerId: number,
  set: Partial<Omit<SessionRow, 'id'>> = {},
): Promise<number> {
  const at = actor.at.toISOString()
  const { id } = await tx
    .insertInto('identity_session')
    .values({
      customer_id: customerId,
      expires_at: finishBy(actor.at).toISOString(),
      created_at: at,
      updated_at: at,
      ...set,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await recordActivity(tx, actor, {
    action: 'identity_session.open',
    object_type: 'customer',
    object_id: customerId,
    detail: { session: id },
  })
  return id
}

export async function addReviews(
  tx: Tx,
  actor: Actor,
  sessionId: number,
  companies: readonly number[],
): Promise<void> {
  const added = await tx
    .insertInto('identity_review')
    .values(
      companies.map((company_id) => ({
        session_id: sessionId,
        company_id,
        ekyc_status: ekyc.STARTED,
        created_at: actor.at.toISOString(),
      })),
    )
    .onConflict((conflict) => conflict.columns(['session_id', 'company_id']).doNothing())
    .returning('id')
    .execute()
  if (added.length > 0) await touchSession(tx, actor, sessionId)
}

export async function touchSession(
  tx: Tx,
  actor: Actor,
  sessionId: number,
  set: Partial<
    Pick<
      SessionRow,
      | 'document'
      | 'document_expires_on'
      | 'document_issued_on'
      | 'has_new_address'
      | 'confirmed_at'
      | 'expires_at'
      | 'closed_as'
      | 'closed_at'
    >
  > = {},
): Promise<void> {
  await tx
    .updateTable('identity_session')
    .set((row) => ({ ...set, version: row('version', '+', 1), updated_at: actor.at.toISOString() }))
    .where('id', '=', sessionId)
    .execute()
}

export async function presentSession(db: Db, row: SessionRow): Promise<IdentitySession> {
  const reviews = await reviewsOf(db, row.id)
  const corrections = await correctionsOf(db, row.id)
  const latest = (values: readonly (string | null)[]): string | null =>
    values.reduce((one, other) => (other !== null && (one === null || other > one) ? other : one), null)
  const waiting = reviews.filter(({ ekyc_status }) => ekyc_status === ekyc.IN_REVIEW)
  return {
    id: row.id,
    state: stateOf(row.closed_as, reviews),
    dealers: reviews.map(({ company_id, company_name, ekyc_status, note }) => ({
      id: company_id,
      name: company_name,
      ekyc_status,
      note: ekyc_status === ekyc.REFUSED ? note : '',
    })),
    document: documentOf(row),
    document_expires_on: row.document_expires_on,
    document_issued_on: row.document_issued_on,
    has_new_address: row.has_new_address,
    confirmed_at: row.confirmed_at,
    captures: await capturesOf(db, row.id),
    corrections: corrections.filter(({ is_fixed }) => !is_fixed),
    submitted_at: latest(reviews.map(({ submitted_at }) => submitted_at)),
    review_by: latest(waiting.map(({ review_by }) => review_by)),
    provider:
      row.provider === ''
        ? null
        : { name: row.provider, state: (await lastCheck(db, row.id))?.state ?? 'none' },
    expires_at: row.expires_at,
    version: row.version,
  }
}

const customerOf = (actor: CustomerActor): number => {
  if (actor.customer_id === null) throw notFound()
  return actor.customer_id
}

export async function getSession(db: Db, actor: CustomerActor, id: number): Promise<IdentitySession> {
  const row = await ownSession(db, id, customerOf(actor))
  if (!row) throw notFound()
  return presentSession(db, row)
}

export async function sessionExists(db: Db, actor: CustomerActor, id: number): Promise<boolean> {
  return actor.customer_id !== null && (await ownSession(db, id, actor.customer_id)) !== undefined
}

export interface Editing {
  subject: Subject
  row: SessionRow
  reviews: ReviewRow[]
}

/** Locks the customer and returns the session when it may still be changed. */
export async function editableSession(tx: Tx, actor: CustomerActor, id: number): Promise<Editing> {
  const editing = await lockedSession(tx, actor, id)
  const { row, reviews } = editing
  const isOver = row.closed_at !== null || new Date(row.expires_at) <= actor.at
  if (isOver || !isEditable(reviews) || reviews.some(isEvidence)) throw refuse('illegal_transition')
  return editing
}

export async function lockedSession(tx: Tx, actor: CustomerActor, id: number): Promise<Editing> {
  const customerId = customerOf(actor)
  const subject = await lockedCustomer(tx, customerId)
  const row = await ownSession(tx, id, customerId)
  if (!row) throw notFound()
  return { subject, row, reviews: await reviewsOf(tx, id) }
}

export async function requireVersion(tx: Tx, row: SessionRow, version: number): Promise<void> {
  if (row.version !== version) throw staleVersion(await presentSession(tx, row))
}

export async function shownSession(tx: Tx, id: number, customerId: number): Promise<IdentitySession> {
  const row = await ownSession(tx, id, customerId)
  if (!row) throw notFound()
  return presentSession(tx, row)
}

export async function fixed(
  tx: Tx,
  actor: Actor,
  sessionId: number,
  parts: readonly string[],
): Promise<void> {
  await tx
    .updateTable('identity_correction')
    .set({ fixed_at: actor.at.toISOString() })
    .where('session_id', '=', sessionId)
    .where('part', 'in', [...parts])
    .where('fixed_at', 'is', null)
    .execute()
}

/** Returns the keys for `discardNow`; a job deletes them in any case. */
export async function dropCaptures(
  tx: Tx,
  actor: Actor,
  sessionId: number,
  slots: readonly CaptureSlot[] | 'all',
): Promise<string[]> {
  if (slots !== 'all' && slots.length === 0) return []
  const dropped = await tx
    .deleteFrom('identity_capture')
    .where('session_id', '=', sessionId)
    .$if(slots !== 'all', (query) => query.where('slot', 'in', [...(slots as readonly CaptureSlot[])]))
    .returning('key')
    .execute()
  for (const { key } of dropped) await dropFile(tx, { key, thumbnail_key: '' }, actor.at)
  return dropped.map(({ key }) => key)
}
