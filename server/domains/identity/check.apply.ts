import { ekyc as status } from '#contract/codes'
import { tokyoDate } from '#contract/day'
import {
  type CaptureSlot,
  type CorrectionPart,
  type CorrectionReason,
  captureSlots,
  documentProblems,
  documentRules,
  providerReasons,
  registeredParts,
  slotsOf,
} from '#contract/identity-paper'
import { recordActivity } from '#server/domains/activity/activity.service'
import type { SystemActor } from '#server/platform/actor'
import { type Db, inTransaction, type Tx } from '#server/platform/db'
import { type EkycResult, meaningOf, type Verification } from '#server/platform/ekyc'
import { addJob } from '#server/platform/jobs'
import type { Tools } from '#server/platform/tools'
import { insertCapture, type SealedPicture } from './capture.service.ts'
import { type CheckRow, checkRow, endCheck } from './check.queries.ts'
import { clauseOf, documentOfResult, resultPlace } from './check.result.ts'
import { methodOn } from './identity.methods.ts'
import { answeredRequests, birthdayOf, lockedSubject, type Subject } from './identity.queries.ts'
import { missingOf, refusedFields } from './identity.rules.ts'
import { recordIn } from './identity.service.ts'
import { leaveEvidence } from './session.close.ts'
import { liveSession, type SessionRow } from './session.queries.ts'
import { finishBy, reviewBy } from './session.rules.ts'
import { dropCaptures, fixed, touchSession } from './session.service.ts'

export type ReadTools = Pick<Tools, 'clock' | 'keys' | 'files' | 'ekyc' | 'log'>

export interface Open {
  check: CheckRow
  session: SessionRow
  subject: Subject
}

/** Runs under the customer's lock, and not at all once the check or its session is closed. */
export async function withOpen(
  db: Db,
  checkId: number,
  work: (tx: Tx, open: Open) => Promise<void>,
): Promise<void> {
  const of = await db
    .selectFrom('identity_check as k')
    .innerJoin('identity_session as s', 's.id', 'k.session_id')
    .select('s.customer_id')
    .where('k.id', '=', checkId)
    .executeTakeFirst()
  if (!of) return
  await inTransaction(db, async (tx) => {
    const subject = await lockedSubject(tx, of.customer_id)
    const check = await checkRow(tx, checkId)
    const session = await liveSession(tx, of.customer_id)
    if (!subject || !check || check.closed_at !== null || session?.id !== check.session_id) return
    await work(tx, { check, session, subject })
  })
}

export async function apply(
  tx: Tx,
  actor: SystemActor,
  open: Open,
  found: Verification,
  pictures: readonly SealedPicture[],
  tools: ReadTools,
): Promise<void> {
  await tx
    .updateTable('identity_check')
    .set({ updated_at: actor.at.toISOString() })
    .where('id', '=', open.check.id)
    .execute()
  switch (meaningOf(found.status)) {
    case 'open':
      return
    case 'again':
      return again(tx, actor, open)
    case 'submitted':
      return submitted(tx, actor, open)
    case 'approved':
      return approved(tx, actor, open, found.result ?? undefined, pictures, tools)
    case 'rejected':
      return rejected(tx, actor, open, corrections(found.reasons))
    case 'expired':
      await giveBack(tx, open, status.STARTED)
      await endCheck(tx, actor, open.session.id, 'expired')
      return touchSession(tx, actor, open.session.id)
    case 'failed':
      return fail(tx, actor, open)
  }
}

/** Of the dealers that the customer agreed to. */
const reviewsOfCheck = (tx: Tx, { check, session }: Open) =>
  tx
    .updateTable('identity_review')
    .where('session_id', '=', session.id)
    .where('company_id', 'in', check.company_ids)
    .where('ekyc_status', '<>', status.APPROVED)

async function giveBack(tx: Tx, open: Open, to: number): Promise<void> {
  await reviewsOfCheck(tx, open).set({ ekyc_status: to }).execute()
}

async function again(tx: Tx, actor: SystemActor, open: Open): Promise<void> {
  if (open.check.state !== 'submitted') return
  await giveBack(tx, open, status.STARTED)
  await tx
    .updateTable('identity_check')
    .set(({ eb }) => ({
      // The address lasts as long as the provider said; after that a new check begins.
      state: eb.case().when('url_enc', 'is not', null).then('ready').else('creating').end(),
    }))
    .where('id', '=', open.check.id)
    .execute()
  await touchSession(tx, actor, open.session.id)
  await addJob(tx, 'notification.identity_again', { check: open.check.id, at: actor.at.toISOString() })
}

async function submitted(tx: Tx, actor: SystemActor, open: Open): Promise<void> {
  if (open.check.state === 'submitted') return
  const at = actor.at.toISOString()
  await tx
    .updateTable('identity_check')
    .set({ state: 'submitted', submitted_at: at })
    .where('id', '=', open.check.id)
    .execute()
  await inReview(tx, actor, open)
  await touchSession(tx, actor, open.session.id)
}

async function inReview(tx: Tx, actor: SystemActor, open: Open): Promise<void> {
  await reviewsOfCheck(tx, open)
    .set({
      ekyc_status: status.IN_REVIEW,
      submitted_at: actor.at.toISOString(),
      review_by: reviewBy(actor.at).toISOString(),
      opened_by: null,
      opened_at: null,
      note: '',
    })
    .execute()
  await fixed(tx, actor, open.session.id, [...captureSlots, 'document', ...registeredParts])
}

export async function fail(tx: Tx, actor: SystemActor, open: Open): Promise<void> {
  const { session, check } = open
  await giveBack(tx, open, status.STARTED)
  await endCheck(tx, actor, session.id, 'failed')
  await touchSession(tx, actor, session.id, { expires_at: finishBy(actor.at).toISOString() })
  await audited(tx, actor, open, 'fail')
  // Who has handed in waits for a result that does not come.
  if (check.state === 'submitted')
    await addJob(tx, 'notification.identity_again', { check: check.id, at: actor.at.toISOString() })
}

const audited = (
  tx: Tx,
  actor: SystemActor,
  { check, session }: Open,
  act: 'approve' | 'reject' | 'fail',
  reasons: string[] = [],
) =>
  recordActivity(tx, actor, {
    action: `identity_check.${act}`,
    object_type: 'customer',
    object_id: session.customer_id,
    detail: { session: session.id, check: check.id, ...(reasons.length > 0 && { reasons }) },
  })

export interface Correction {
  part: CorrectionPart
  reason: CorrectionReason
}

/** One per step; a reason that is not known asks for another paper. */
export function corrections(reasons: readonly string[]): Correction[] {
  const asked = reasons.flatMap((reason) =>
    Object.hasOwn(providerReasons, reason) ? [providerReasons[reason] as Correction] : [],
  )
  const usable: Correction[] = asked.length > 0 ? asked : [{ part: 'document', reason: 'unusable' }]
  return [...new Map(usable.map((one) => [one.part, one])).values()]
}

async function rejected(tx: Tx, actor: SystemActor, open: Open, asked: readonly Correction[]): Promise<void> {
  const { session } = open
  const at = actor.at.toISOString()
  await inReview(tx, actor, open)
  await tx
    .insertInto('identity_correction')
    .values(asked.map(({ part, reason }) => ({ session_id: session.id, part, reason, created_at: at })))
    .execute()
  const returned = await reviewsOfCheck(tx, open)
    .set({ ekyc_status: status.REFUSED, decided_by: null, decided_at: at })
    .returning(['id', 'company_id'])
    .execute()
  await endCheck(tx, actor, session.id, 'rejected')
  await touchSession(tx, actor, session.id, {
    expires_at: finishBy(actor.at).toISOString(),
    confirmed_at: null,
  })
  await audited(
    tx,
    actor,
    open,
    'reject',
    asked.map(({ part, reason }) => `${part}:${reason}`),
  )
  for (const review of returned) await decided(tx, open, review)
}

async function decided(tx: Tx, { session }: Open, review: { id: number; company_id: number }): Promise<void> {
  await addJob(tx, 'notification.identity_decided', {
    review: review.id,
    version: session.version,
    awaited: await answeredRequests(tx, session.customer_id, review.company_id),
  })
}

/** What the paper says and the registered data do not. */
const differences: Readonly<Record<string, Correction>> = {
  name_differs: { part: 'name', reason: 'name_differs' },
  birthday_differs: { part: 'birthday', reason: 'birthday_differs' },
  address_differs: { part: 'address', reason: 'address_differs' },
}

/** The provider saw the paper; whether it is the registered person's is compared here, with the data of now. */
async function approved(
  tx: Tx,
  actor: SystemActor,
  open: Open,
  result: EkycResult | undefined,
  pictures: readonly SealedPicture[],
  tools: ReadTools,
): Promise<void> {
  const { subject, session } = open
  const today = tokyoDate(actor.at)
  const input = result && recordOf(result, open, pictures)
  if (!result || !input || !methodOn(input.clause, today)) return fail(tx, actor, open)
  const { document } = input
  const dates = {
    document_expires_on: result.document.expires_on,
    document_issued_on: result.document.issued_on ?? null,
  }
  const problems = documentProblems({ document, ...dates }, today)
  if (Object.keys(problems).length > 0) {
    const isExpired = 'document_expires_on' in problems
    return rejected(tx, actor, open, [{ part: 'document', reason: isExpired ? 'expired' : 'unusable' }])
  }
  const check = { ...blank, ...input.record }
  const gaps = missingOf(check, {
    customer: { ...subject, birthday: birthdayOf(subject, tools) },
    holder_kana: null,
    former: null,
  })
  if (Object.keys(refusedFields(check, subject.is_corporate, today)).length > 0) return fail(tx, actor, open)
  if (gaps.some((gap) => !Object.hasOwn(differences, gap))) return fail(tx, actor, open)
  if (gaps.length > 0)
    return rejected(
      tx,
      actor,
      open,
      gaps.map((gap) => differences[gap] as Correction),
    )
  await dropCaptures(tx, actor, session.id, 'all')
  for (const picture of pictures) await insertCapture(tx, actor, session.id, picture, tools)
  await inReview(tx, actor, open)
  await touchSession(tx, actor, session.id, {
    document,
    ...dates,
    has_new_address: false,
    confirmed_at: actor.at.toISOString(),
  })
  await record(tx, actor, open, input, result, tools)
}

const blank = {
  verified_agent_name: '',
  authority_evidence: '',
  mail_delivered_on: null,
  mail_number: '',
}

/** Undefined when it names no method or paper that is known here, or lacks a picture to keep. */
function recordOf(result: EkycResult, { session, subject }: Open, pictures: readonly SealedPicture[]) {
  const clause = clauseOf(result)
  const document = documentOfResult(result)
  if (!clause || !document) return undefined
  const kept = new Set<CaptureSlot>(pictures.map(({ slot }) => slot))
  const isComplete = slotsOf(document).every((slot) => slot === 'face' || kept.has(slot))
  if (clause === 'clause_8' && !isComplete) return undefined
  const { kind, name } = documentRules[document]
  return {
    clause,
    document,
    record: {
      clause,
      identification_kind: kind as 1,
      document_name: name,
      document_issuer: result.document.issuer,
      // Nobody may keep the number of this card.
      document_number: document === 'my_number_card' ? '' : result.document.number,
      verified_name: result.name,
      verified_name_kana: subject.name_kana,
      verified_birthday: result.birth,
      verified_address: result.address,
      filed_at: `本人確認 ${session.id}(${session.provider}の結果、暗号化)`,
    },
  }
}

async function record(
  tx: Tx,
  actor: SystemActor,
  open: Open,
  input: NonNullable<ReturnType<typeof recordOf>>,
  result: EkycResult,
  tools: ReadTools,
): Promise<void> {
  const { check, session } = open
  const at = actor.at.toISOString()
  await tx
    .updateTable('identity_check')
    .set({
      state: 'approved',
      clause: input.clause,
      result_enc: tools.keys.field.encrypt(JSON.stringify(withoutNumber(result)), resultPlace, check.id),
      url_enc: null,
      closed_at: at,
      updated_at: at,
    })
    .where('id', '=', check.id)
    .execute()
  const reviews = await tx
    .selectFrom('identity_review')
    .select(['id', 'company_id'])
    .where('session_id', '=', session.id)
    .where('ekyc_status', '=', status.IN_REVIEW)
    .where('company_id', 'in', check.company_ids)
    .execute()
  for (const review of reviews) {
    const of = { customer_id: session.customer_id, company_id: review.company_id }
    await recordIn(tx, actor, of, input.record, tools, session.provider)
    await decided(tx, open, review)
  }
  await audited(tx, actor, open, 'approve')
  // Dealers that came later were not named when the customer agreed.
  const still = await liveSession(tx, session.customer_id)
  if (still?.id === session.id) await leaveEvidence(tx, actor, still)
}

/** The record holds it, encrypted on its own. */
const withoutNumber = (result: EkycResult): EkycResult => ({
  ...result,
  document: { ...result.document, number: '' },
})
