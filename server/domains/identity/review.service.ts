import type * as z from 'zod'
import type { CallBody, CallQuery } from '#contract/call'
import { ekyc } from '#contract/codes'
import { ageOn, tokyoDate } from '#contract/day'
import type { identityCalls, identityReview } from '#contract/identity'
import {
  type CaptureSlot,
  documentRules,
  type IdentityDocument,
  isCaptureSlot,
  isReasonOf,
} from '#contract/identity-paper'
import { type Activity, recordActivity, recordRead } from '#server/domains/activity/activity.service'
import type { BusinessActor } from '#server/platform/actor'
import { type Db, inTransaction, type Tx } from '#server/platform/db'
import { addJob } from '#server/platform/jobs'
import { type Listed, paginate } from '#server/platform/paging'
import { invalidField, notFound, refuse, staleVersion } from '#server/platform/refusal'
import type { Tools } from '#server/platform/tools'
import { discardNow } from '#server/platform/unclaimed-file'
import { openCapture } from './capture.service.ts'
import { resultOf } from './check.result.ts'
import { answeredRequests, birthdayOf, lockedSubject } from './identity.queries.ts'
import { type IdentificationRecord, recordComplete } from './identity.service.ts'
import {
  countReviews,
  listReviews,
  markOpened,
  type ReviewDetailRow,
  type ReviewListRow,
  reviewRow,
  waitingReviews,
} from './review.queries.ts'
import { leaveEvidence } from './session.close.ts'
import { paperSlots } from './session.edit.ts'
import { capturesOf, correctionsOf, liveSession } from './session.queries.ts'
import { finishBy } from './session.rules.ts'
import { dropCaptures, touchSession } from './session.service.ts'

export type IdentityReview = z.output<typeof identityReview>
type Keys = Pick<Tools, 'keys'>

export function identityReviews(
  db: Db,
  actor: BusinessActor,
  query: CallQuery<typeof identityCalls.reviews>,
): Promise<Listed<ReviewListRow>> {
  const state = query.state ?? 'waiting'
  return paginate(
    query,
    () => countReviews(db, actor, state),
    (window) => listReviews(db, actor, state, window),
  )
}

export { waitingReviews }

async function presented(db: Db, row: ReviewDetailRow, at: Date, tools: Keys): Promise<IdentityReview> {
  const { company_id: _company, birthday_enc, session_closed_as: _closed, ...plain } = row
  const birthday = birthdayOf({ id: row.customer, birthday_enc }, tools)
  return {
    ...plain,
    birthday,
    age: birthday === null ? null : ageOn(birthday, tokyoDate(at)),
    address: row,
    captures: showsPapers(row) ? await capturesOf(db, row.session) : [],
    corrections: await correctionsOf(db, row.session),
    provider: await resultOf(db, row.session, tools),
  }
}

/** Papers are shown while they are looked at, and afterwards as evidence; not while the customer changes them. */
const showsPapers = ({ ekyc_status }: Pick<ReviewDetailRow, 'ekyc_status'>): boolean =>
  ekyc_status === ekyc.IN_REVIEW || ekyc_status === ekyc.APPROVED

export async function viewReview(
  db: Db,
  actor: BusinessActor,
  id: number,
  tools: Keys,
): Promise<IdentityReview> {
  return inTransaction(db, async (tx) => {
    const row = await reviewRow(tx, actor, id)
    if (!row) throw notFound()
    await markOpened(tx, actor, id)
    await recordActivity(tx, actor, {
      action: 'identity_review.view',
      object_type: 'customer',
      object_id: row.customer,
      detail: { review: id },
    })
    return presented(tx, row, actor.at, tools)
  })
}

export async function reviewExists(db: Db, actor: BusinessActor, id: number): Promise<boolean> {
  return (await reviewRow(db, actor, id)) !== null
}

/** The view is recorded before the picture is decrypted. */
export async function viewCapture(
  db: Db,
  actor: BusinessActor,
  key: { id: number; slot: string },
  tools: Pick<Tools, 'keys' | 'files'>,
): Promise<Blob> {
  const row = await reviewRow(db, actor, key.id)
  if (!row || !showsPapers(row) || !isCaptureSlot(key.slot)) throw notFound()
  const { slot } = key
  await recordRead(db, actor, {
    action: 'identity_review.view_image',
    object_type: 'customer',
    object_id: row.customer,
    detail: { review: key.id, slot },
  })
  const picture = await openCapture(db, row.session, slot, tools)
  if (!picture) throw notFound()
  return new Blob([new Uint8Array(picture.bytes)], { type: picture.contentType })
}

/** Locks the customer, and returns the review as it is then. */
async function lockedReview(
  tx: Tx,
  actor: BusinessActor,
  id: number,
  version: number,
  tools: Keys,
): Promise<ReviewDetailRow> {
  const found = await reviewRow(tx, actor, id)
  if (!found) throw notFound()
  await lockedSubject(tx, found.customer)
  const row = await reviewRow(tx, actor, id)
  if (!row) throw notFound()
  if (row.version !== version) throw staleVersion(await presented(tx, row, actor.at, tools))
  if (row.ekyc_status !== ekyc.IN_REVIEW || row.session_closed_as !== null) throw refuse('illegal_transition')
  return row
}

export async function approveReview(
  db: Db,
  actor: BusinessActor,
  id: number,
  input: CallBody<typeof identityCalls.approve>,
  tools: Keys,
): Promise<IdentificationRecord> {
  const { version, ...paper } = input
  return inTransaction(db, async (tx) => {
    const row = await lockedReview(tx, actor, id, version, tools)
    const { kind, name, clause } = documentRules[row.document as IdentityDocument]
    const record = await recordComplete(
      tx,
      actor,
      { customer_id: row.customer, company_id: row.company_id },
      {
        ...paper,
        clause,
        identification_kind: kind as 1,
        document_name: name,
        verified_name_kana: row.name_kana,
        filed_at: `本人確認 ${row.session}(暗号化した画像)`,
      },
      tools,
    )
    await decided(tx, actor, row, {
      action: 'identity_review.approve',
      detail: { identification: record.id },
    })
    return record
  })
}

async function decided(
  tx: Tx,
  actor: BusinessActor,
  row: ReviewDetailRow,
  activity: Required<Pick<Activity, 'action' | 'detail'>>,
): Promise<void> {
  await recordActivity(tx, actor, {
    action: activity.action,
    object_type: 'customer',
    object_id: row.customer,
    detail: { review: row.id, ...activity.detail },
  })
  const awaited = await answeredRequests(tx, row.customer, row.company_id)
  await addJob(tx, 'notification.identity_decided', { review: row.id, version: row.version, awaited })
}

type Correction = CallBody<typeof identityCalls.returnReview>['corrections'][number]

function requireFitting(corrections: readonly Correction[]): void {
  const isWrong = corrections.some(({ part, reason }) => !isReasonOf(reason, part))
  const parts = new Set(corrections.map(({ part }) => part))
  if (isWrong) throw invalidField('corrections', 'その手順には使えない理由が含まれています。')
  if (parts.size < corrections.length)
    throw invalidField('corrections', '1つの手順につき、理由を1つ選んでください。')
}

/** A paper that cannot be used takes all its pictures along. Of evidence, only what nobody may keep is deleted. */
function slotsToDrop(corrections: readonly Correction[], isEvidence: boolean): CaptureSlot[] {
  const parts = corrections
    .filter(({ reason }) => !isEvidence || reason === 'my_number_visible')
    .map(({ part }) => part)
  return [...new Set([...parts.filter(isCaptureSlot), ...(parts.includes('document') ? paperSlots : [])])]
}

export async function returnReview(
  db: Db,
  actor: BusinessActor,
  id: number,
  input: CallBody<typeof identityCalls.returnReview>,
  tools: Pick<Tools, 'keys' | 'files' | 'log'>,
): Promise<ReviewListRow> {
  requireFitting(input.corrections)
  const dropped: string[] = []
  const result = await inTransaction(db, async (tx) => {
    dropped.length = 0
    const row = await lockedReview(tx, actor, id, input.version, tools)
    const live = await liveSession(tx, row.customer)
    if (!live) throw notFound()
    const session = await leaveEvidence(tx, actor, live)
    const slots = slotsToDrop(input.corrections, session !== live.id)
    dropped.push(...(await dropCaptures(tx, actor, live.id, slots)))
    await insertCorrections(tx, actor, session, input.corrections)
    await giveBack(tx, actor, { id: row.id, session }, input.note)
    const isData = input.corrections.some(({ part }) => !isCaptureSlot(part))
    await touchSession(tx, actor, session, {
      expires_at: finishBy(actor.at).toISOString(),
      ...(isData ? { confirmed_at: null } : {}),
    })
    await decided(tx, actor, row, {
      action: 'identity_review.return',
      detail: { corrections: input.corrections.map(({ part, reason }) => `${part}:${reason}`) },
    })
    const shown = await reviewRow(tx, actor, id)
    if (!shown) throw notFound()
    return shown
  })
  await discardNow(db, dropped, tools)
  return result
}

async function insertCorrections(
  tx: Tx,
  actor: BusinessActor,
  sessionId: number,
  corrections: readonly Correction[],
): Promise<void> {
  await tx
    .insertInto('identity_correction')
    .values(
      corrections.map(({ part, reason }) => ({
        session_id: sessionId,
        part,
        reason,
        created_at: actor.at.toISOString(),
      })),
    )
    .execute()
}

/** Other dealers get the papers again when the customer hands in the next time. */
async function giveBack(
  tx: Tx,
  actor: BusinessActor,
  row: Pick<ReviewDetailRow, 'id' | 'session'>,
  note: string,
): Promise<void> {
  await tx
    .updateTable('identity_review')
    .set({
      ekyc_status: ekyc.REFUSED,
      decided_by: actor.business_user_id,
      decided_at: actor.at.toISOString(),
      note,
    })
    .where('id', '=', row.id)
    .execute()
  await tx
    .updateTable('identity_review')
    .set({ ekyc_status: ekyc.STARTED })
    .where('session_id', '=', row.session)
    .where('ekyc_status', '=', ekyc.IN_REVIEW)
    .execute()
}
