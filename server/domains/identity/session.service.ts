import { sql } from 'kysely'
import type * as z from 'zod'
import type { CallBody } from '#contract/call'
import { ekyc } from '#contract/codes'
import { ageOn, tokyoDate } from '#contract/day'
import type { identityCalls, identitySession } from '#contract/identity'
import {
  type CaptureSlot,
  documentProblems,
  documentRules,
  type IdentityDocument,
  registeredParts,
  stepsLeft,
} from '#contract/identity-paper'
import { openRequestStatuses } from '#contract/lifecycle'
import { isProfileComplete } from '#contract/profile'
import { recordActivity } from '#server/domains/activity/activity.service'
import { lineAddressOf } from '#server/domains/line/line.service'
import type { Actor, CustomerActor } from '#server/platform/actor'
import { type Db, inTransaction, type Tx } from '#server/platform/db'
import { addJob } from '#server/platform/jobs'
import { invalid, notFound, refuse, staleVersion, unknownKey } from '#server/platform/refusal'
import type { Tools } from '#server/platform/tools'
import { discardNow, dropFile } from '#server/platform/unclaimed-file'
import { endCheck, lastCheck } from './check.queries.ts'
import { methodOn } from './identity.methods.ts'
import { birthdayOf, lockedSubject, type Subject } from './identity.queries.ts'
import {
  capturesOf,
  correctionsOf,
  dealersToIdentify,
  liveSession,
  ownSession,
  type ReviewRow,
  reviewsOf,
  type SessionRow,
} from './session.queries.ts'
import {
  type ClosedAs,
  closedAsWithout,
  finishBy,
  isEditable,
  isEvidence,
  isSettled,
  mayBeSubmitted,
  reviewBy,
  sessionStatus,
  stateOf,
} from './session.rules.ts'

export type IdentitySession = z.output<typeof identitySession>
type Keys = Pick<Tools, 'keys'>

export const documentOf = (row: Pick<SessionRow, 'document'>): IdentityDocument | null =>
  row.document === '' ? null : (row.document as IdentityDocument)

/** The customer's row is the lock of everything about the session. */
async function lockedCustomer(tx: Tx, customerId: number): Promise<Subject> {
  const subject = await lockedSubject(tx, customerId)
  if (!subject || subject.left_at !== null) throw notFound()
  return subject
}

export function refuseUnsuitable(subject: Subject, at: Date, tools: Keys): void {
  if (subject.is_corporate) throw refuse('corporate_not_supported')
  const birthday = birthdayOf(subject, tools)
  if (birthday !== null && ageOn(birthday, tokyoDate(at)) < 18) throw refuse('under_age')
  if (!isProfileComplete({ ...subject, has_birthday: birthday !== null })) throw refuse('customer_incomplete')
}

export interface OpenedSession {
  id: number
  url: string
  ekyc_status: number
  expires_at: string
  is_new: boolean
}

/** Opens a check of the customer for the dealers concerned, or returns the one under way. */
export async function openIdentitySession(
  db: Db,
  actor: Actor,
  of: { customer_id: number; shop: number | null },
  tools: Pick<Tools, 'keys' | 'config'>,
): Promise<OpenedSession> {
  return inTransaction(db, async (tx) => {
    const subject = await lockedCustomer(tx, of.customer_id)
    refuseUnsuitable(subject, actor.at, tools)
    const companies = await companiesOf(tx, of)
    const known = await usableSession(tx, actor, of.customer_id)
    const provider = tools.config.ekyc?.name ?? ''
    const id = known?.id ?? (await insertSession(tx, actor, of.customer_id, { provider }))
    await addReviews(tx, actor, id, companies)
    const session = await shown(tx, id, of.customer_id)
    return {
      id,
      url: `${tools.config.publicUrl}/identity/${id}`,
      ekyc_status: sessionStatus(session.dealers),
      expires_at: session.expires_at,
      is_new: known === undefined,
    }
  })
}

/** Only to the linked LINE user: anybody could name another one. */
export async function openSessionByLine(
  db: Db,
  actor: CustomerActor,
  of: { customer_id: number; line_user_id: string },
  tools: Pick<Tools, 'keys' | 'config' | 'line'>,
): Promise<Omit<OpenedSession, 'expires_at' | 'is_new'>> {
  if (!tools.line) throw refuse('line_not_offered')
  const linked = await lineAddressOf(db, actor.account_id)
  if (linked === undefined || (of.line_user_id !== '' && of.line_user_id !== linked)) {
    throw refuse('line_friend_first')
  }
  const { id, url, ekyc_status } = await openIdentitySession(db, actor, { ...of, shop: null }, tools)
  await inTransaction(db, (tx) =>
    addJob(tx, 'notification.identity_link', { session: id, at: actor.at.toISOString() }),
  )
  return { id, url, ekyc_status }
}

async function companiesOf(tx: Tx, of: { customer_id: number; shop: number | null }): Promise<number[]> {
  const dealers = await dealersToIdentify(tx, of.customer_id, of.shop, openRequestStatuses)
  const open = dealers.filter(({ is_identified }) => !is_identified).map(({ company_id }) => company_id)
  if (open.length > 0) return open
  if (dealers.length > 0) throw refuse('already_identified')
  throw of.shop === null ? refuse('no_dealer_to_identify') : unknownKey('shop', of.shop)
}

/** One that ran out, but that no job has closed yet, is closed here. */
async function usableSession(tx: Tx, actor: Actor, customerId: number): Promise<SessionRow | undefined> {
  const live = await liveSession(tx, customerId)
  if (!live) return undefined
  const reviews = await reviewsOf(tx, live.id)
  if (!isEditable(reviews) || new Date(live.expires_at) > actor.at) return live
  await closeSession(tx, actor, live, closedAsWithout(reviews, 'expired'))
  return undefined
}

async function insertSession(
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

async function addReviews(
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
  if (added.length > 0) await touch(tx, actor, sessionId)
}

async function touch(
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

export { touch as touchSession }

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

async function lockedSession(tx: Tx, actor: CustomerActor, id: number): Promise<Editing> {
  const customerId = customerOf(actor)
  const subject = await lockedCustomer(tx, customerId)
  const row = await ownSession(tx, id, customerId)
  if (!row) throw notFound()
  return { subject, row, reviews: await reviewsOf(tx, id) }
}

export async function requireVersion(tx: Tx, row: SessionRow, version: number): Promise<void> {
  if (row.version !== version) throw staleVersion(await presentSession(tx, row))
}

async function shown(tx: Tx, id: number, customerId: number): Promise<IdentitySession> {
  const row = await ownSession(tx, id, customerId)
  if (!row) throw notFound()
  return presentSession(tx, row)
}

export { shown as shownSession }

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
    await touch(tx, actor, id, {
      document,
      document_expires_on,
      document_issued_on: documentRules[document].issued_before ? document_issued_on : null,
      has_new_address,
      confirmed_at: actor.at.toISOString(),
    })
    return shown(tx, id, row.customer_id)
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

/** Handing in is the consent to show the papers to the dealers named in this version. */
export async function submitSession(
  db: Db,
  actor: CustomerActor,
  id: number,
  version: number,
  tools: Keys,
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
    await touch(tx, actor, id)
    await recordActivity(tx, actor, {
      action: 'identity_session.submit',
      object_type: 'customer',
      object_id: row.customer_id,
      detail: { session: id, companies: to.map(({ company_id }) => company_id) },
    })
    return shown(tx, id, row.customer_id)
  })
}

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
    return shown(tx, id, row.customer_id)
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
  await touch(tx, actor, row.id, { closed_as: closedAs, closed_at: actor.at.toISOString() })
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
  await touch(tx, actor, id, { confirmed_at: null, expires_at: finishBy(actor.at).toISOString() })
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
  if (live) await touch(tx, actor, live.id)
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
  await touch(tx, actor, live.id)
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
