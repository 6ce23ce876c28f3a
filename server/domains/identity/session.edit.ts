import type { CallBody } from '#contract/call'
import { ekyc } from '#contract/codes'
import { tokyoDate } from '#contract/day'
import type { identityCalls } from '#contract/identity'
import {
  type CaptureSlot,
  documentProblems,
  documentRules,
  registeredParts,
  stepsLeft,
} from '#contract/identity-paper'
import { recordActivity } from '#server/domains/activity/activity.service'
import type { Actor, CustomerActor } from '#server/platform/actor'
import { type Db, inTransaction, type Tx } from '#server/platform/db'
import { invalid, refuse } from '#server/platform/refusal'
import type { Tools } from '#server/platform/tools'
import { discardNow } from '#server/platform/unclaimed-file'
import { endCheck } from './check.queries.ts'
import { methodOn } from './identity.methods.ts'
import { leaveEvidence } from './session.close.ts'
import { capturesOf, liveSession, reviewsOf } from './session.queries.ts'
import { finishBy, isEditable, isEvidence, mayBeSubmitted, reviewBy } from './session.rules.ts'
import {
  addReviews,
  documentOf,
  dropCaptures,
  editableSession,
  fixed,
  type IdentitySession,
  lockedSession,
  refuseUnsuitable,
  requireVersion,
  shownSession,
  touchSession,
} from './session.service.ts'

export async function confirmDocument(
  db: Db,
  actor: CustomerActor,
  id: number,
  input: CallBody<typeof identityCalls.confirm>,
  tools: Pick<Tools, 'keys' | 'files' | 'log'>,
): Promise<IdentitySession> {
  const { version, document, document_expires_on, has_new_address } = input
  const document_issued_on = input.document_issued_on ?? null
  const dropped: string[] = []
  const session = await inTransaction(db, async (tx) => {
    dropped.length = 0
    const { subject, row } = await editableSession(tx, actor, id)
    await requireVersion(tx, row, version)
    refuseUnsuitable(subject, actor.at, tools)
    requireUsable({ document, document_expires_on, document_issued_on }, actor.at)
    await endCheck(tx, actor, id, 'canceled')
    if (row.document !== document) dropped.push(...(await dropCaptures(tx, actor, id, paperSlots)))
    await fixed(tx, actor, id, ['document', ...registeredParts])
    await touchSession(tx, actor, id, {
      document,
      document_expires_on,
      document_issued_on: documentRules[document].issued_before ? document_issued_on : null,
      has_new_address,
      confirmed_at: actor.at.toISOString(),
    })
    return shownSession(tx, id, row.customer_id)
  })
  await discardNow(db, dropped, tools)
  return session
}

function requireUsable(chosen: Parameters<typeof documentProblems>[0], at: Date): void {
  const today = tokyoDate(at)
  const problems = documentProblems(chosen, today)
  if (!methodOn(documentRules[chosen.document].clause, today))
    problems.document = 'この書類は、いまはお使いいただけません。'
  const fields = Object.entries(problems).map(([field, sentence]) => [field, [sentence]])
  if (fields.length > 0) throw invalid(Object.fromEntries(fields))
}

export const paperSlots: readonly CaptureSlot[] = ['front', 'back', 'thickness']

/** Handing in is the consent to show the papers to the dealers named in this version. */
export async function submitSession(
  db: Db,
  actor: CustomerActor,
  id: number,
  version: number,
  tools: Pick<Tools, 'keys'>,
): Promise<IdentitySession> {
  return inTransaction(db, async (tx) => {
    const { subject, row, reviews } = await lockedSession(tx, actor, id)
    if (row.closed_at !== null || !mayBeSubmitted(reviews)) throw refuse('illegal_transition')
    if (isEditable(reviews) && new Date(row.expires_at) <= actor.at) throw refuse('illegal_transition')
    await requireVersion(tx, row, version)
    refuseUnsuitable(subject, actor.at, tools)
    const document = documentOf(row)
    const captured = (await capturesOf(tx, id)).map(({ slot }) => slot)
    const left = stepsLeft({ document, is_confirmed: row.confirmed_at !== null, captured })
    if (document === null || left.length > 0) throw refuse('identity_incomplete')
    requireUsable({ ...row, document, document_expires_on: row.document_expires_on ?? '' }, actor.at)
    await endCheck(tx, actor, id, 'canceled')
    const to = reviews.filter(({ ekyc_status }) => ekyc_status !== ekyc.APPROVED)
    await tx
      .updateTable('identity_review')
      .set({
        ekyc_status: ekyc.IN_REVIEW,
        submitted_at: actor.at.toISOString(),
        review_by: reviewBy(actor.at).toISOString(),
        opened_by: null,
        opened_at: null,
        note: '',
      })
      .where('session_id', '=', id)
      .where('ekyc_status', 'in', [ekyc.STARTED, ekyc.REFUSED])
      .execute()
    await touchSession(tx, actor, id)
    await recordActivity(tx, actor, {
      action: 'identity_session.submit',
      object_type: 'customer',
      object_id: row.customer_id,
      detail: { session: id, companies: to.map(({ company_id }) => company_id) },
    })
    return shownSession(tx, id, row.customer_id)
  })
}

/**
 * After a change of name, birthday or address: what was handed in goes back to the customer, who compares the paper with
 * the new data. The pictures show the paper and stay. Call under the customer's lock.
 */
export async function reopenSession(tx: Tx, actor: Actor, customerId: number): Promise<void> {
  const live = await liveSession(tx, customerId)
  if (!live) return
  await endCheck(tx, actor, live.id, 'canceled')
  const approved = (await reviewsOf(tx, live.id)).filter(isEvidence)
  const id = await leaveEvidence(tx, actor, live)
  if (approved.length > 0) {
    await addReviews(
      tx,
      actor,
      id,
      approved.map(({ company_id }) => company_id),
    )
  }
  await tx
    .updateTable('identity_review')
    .set({ ekyc_status: ekyc.STARTED, identification_id: null })
    .where('session_id', '=', id)
    .where('ekyc_status', 'in', [ekyc.IN_REVIEW, ekyc.APPROVED])
    .execute()
  await touchSession(tx, actor, id, { confirmed_at: null, expires_at: finishBy(actor.at).toISOString() })
}

/** The customer put right what a check had found to differ from the paper. Call under the customer's lock. */
export async function noteCorrected(
  tx: Tx,
  actor: Actor,
  customerId: number,
  parts: readonly (typeof registeredParts)[number][],
): Promise<void> {
  const live = await liveSession(tx, customerId)
  if (live) await fixed(tx, actor, live.id, parts)
}

/** What a reviewer has open is out of date. Call under the customer's lock. */
export async function outdateSession(tx: Tx, actor: Actor, customerId: number): Promise<void> {
  const live = await liveSession(tx, customerId)
  if (live) await touchSession(tx, actor, live.id)
}
