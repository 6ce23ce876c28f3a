import type * as z from 'zod'
import type { CallBody } from '#contract/call'
import { ekyc } from '#contract/codes'
import type { identificationRecord } from '#contract/customer'
import { ageOn, tokyoDate } from '#contract/day'
import type { identityCalls } from '#contract/identity'
import { openRequestStatuses } from '#contract/lifecycle'
import { toFullKatakana } from '#contract/text'
import { recordActivity } from '#server/domains/activity/activity.service'
import { dealerOfCustomer } from '#server/domains/customer/related-shop.service'
import type { Actor, BusinessActor, CustomerActor } from '#server/platform/actor'
import { type Db, inTransaction, type Tx } from '#server/platform/db'
import { inTransactionOnce, type Once } from '#server/platform/idempotency'
import { addJob } from '#server/platform/jobs'
import { nextId } from '#server/platform/next-id'
import { invalid, notFound, refuse, unknownKey } from '#server/platform/refusal'
import type { Tools } from '#server/platform/tools'
import { inForce, isInForce } from './identification.predicates.ts'
import {
  answeredRequests,
  bankAccountHolder,
  birthdayOf,
  type DealerCheck,
  dealerChecks,
  type IdentificationRow,
  identificationRows,
  lockedSubject,
  type Subject,
} from './identity.queries.ts'
import { type Check, maskedNumber, missingOf, refusedFields, type Verified } from './identity.rules.ts'
import { eraseEvidence, settleReview } from './session.close.ts'
import { reopenSession } from './session.edit.ts'

type Keys = Pick<Tools, 'keys'>
type RecordInput = CallBody<typeof identityCalls.record>
type RecordGiven = Omit<RecordInput, 'mail_delivered_on' | 'bank_account'> &
  Partial<Pick<RecordInput, 'mail_delivered_on' | 'bank_account'>>
export type IdentificationRecord = z.output<typeof identificationRecord>

const superseded = '新しい本人確認の記録に置き換えました。'
const numberPlace = 'identification.document_number_enc'
const birthdayPlace = 'identification.verified_birthday_enc'

export function openIdentification(
  row: Pick<IdentificationRow, 'id' | 'document_number_enc' | 'verified_birthday_enc'>,
  { keys }: Keys,
): { document_number: string; verified_birthday: string | null } {
  const { id, document_number_enc: number, verified_birthday_enc: birthday } = row
  return {
    document_number: number ? keys.field.decrypt(number, numberPlace, id) : '',
    verified_birthday: birthday ? keys.field.decrypt(birthday, birthdayPlace, id) : null,
  }
}

function presented(row: IdentificationRow, tools: Keys): IdentificationRecord {
  return {
    id: row.id,
    identification_kind: row.identification_kind,
    ekyc_status: row.ekyc_status,
    clause: row.clause,
    document_issuer: row.document_issuer,
    document_number_masked: maskedNumber(openIdentification(row, tools).document_number),
    verified_name: row.verified_name,
    verified_address: row.verified_address,
    verified_agent_name: row.verified_agent_name,
    authority_evidence: row.authority_evidence,
    missing: row.missing,
    verified_at: row.verified_at,
    verified_by: row.verified_by,
    cleared_at: row.cleared_at,
    cleared_reason: row.cleared_reason,
  }
}

export async function ownChecks(db: Db, actor: CustomerActor): Promise<DealerCheck[]> {
  return actor.customer_id === null ? [] : dealerChecks(db, actor.customer_id, openRequestStatuses)
}

export async function identificationsOf(
  db: Db,
  customerId: number,
  companyId: number,
  tools: Keys,
): Promise<IdentificationRecord[]> {
  const rows = await identificationRows(db, customerId, companyId)
  return rows.map((row) => presented(row, tools))
}

/** An incomplete check is stored with what it lacks and does not count. */
export async function recordIdentification(
  db: Db,
  actor: BusinessActor,
  key: { shop_pk: number; id: number },
  input: RecordInput,
  once: Once,
  tools: Keys,
): Promise<IdentificationRecord> {
  return inTransactionOnce(db, actor, once, async (tx) => {
    const dealer = await dealerOfCustomer(tx, actor, key.id, key.shop_pk)
    if (!dealer) throw notFound()
    return recordIn(tx, actor, { customer_id: key.id, company_id: dealer.company_id }, input, tools)
  })
}

interface OfDealer {
  customer_id: number
  company_id: number
}

/** Refuses what is incomplete instead of storing it. */
export async function recordComplete(
  tx: Tx,
  actor: BusinessActor,
  of: OfDealer,
  input: RecordGiven,
  tools: Keys,
): Promise<IdentificationRecord> {
  const record = await recordIn(tx, actor, of, input, tools)
  if (record.missing.length > 0) throw refuse('identity_gaps', { extra: { missing: record.missing } })
  return record
}

/** `provider`: the identity provider whose result it is; blank when a person records it. */
export async function recordIn(
  tx: Tx,
  actor: Actor,
  of: OfDealer,
  input: RecordGiven,
  tools: Keys,
  provider = '',
): Promise<IdentificationRecord> {
  const { customer_id, company_id } = of
  const subject = await lockedSubject(tx, customer_id)
  if (!subject || subject.left_at !== null) throw notFound()
  const check = checkOf(input)
  refuseOutright(check, subject, tokyoDate(actor.at))
  const missing = missingOf(check, {
    customer: { ...subject, birthday: birthdayOf(subject, tools) },
    holder_kana: await holderOf(tx, customer_id, input.bank_account ?? null),
    former: await formerCheck(tx, customer_id, company_id, tools),
  })
  await supersede(tx, actor, customer_id, company_id, missing.length === 0)
  const id = await insertRecord(tx, actor, of, { check, missing, input, provider }, tools)
  await recordActivity(tx, actor, {
    action: 'identification.record',
    object_type: 'customer',
    object_id: customer_id,
    detail: { identification: id, clause: check.clause, missing: missing.length },
  })
  if (missing.length === 0) {
    await settleReview(tx, actor, of, id)
    await closeDeals(tx, customer_id, company_id)
  }
  return recordById(tx, customer_id, company_id, id, tools)
}

function checkOf(input: RecordGiven): Check {
  return {
    clause: input.clause,
    identification_kind: input.identification_kind,
    document_name: input.document_name ?? '',
    document_issuer: input.document_issuer,
    document_number: input.document_number.normalize('NFKC'),
    verified_name: input.verified_name.replace(/\s+/gu, ' '),
    verified_name_kana: toFullKatakana(input.verified_name_kana),
    verified_birthday: input.verified_birthday,
    verified_address: input.verified_address.replace(/\s+/gu, ' '),
    verified_agent_name: (input.verified_agent_name ?? '').replace(/\s+/gu, ' '),
    authority_evidence: input.authority_evidence ?? '',
    mail_delivered_on: input.mail_delivered_on ?? null,
    mail_number: (input.mail_number ?? '').normalize('NFKC'),
    filed_at: input.filed_at ?? '',
  }
}

function refuseOutright(check: Check, subject: Subject, today: string): void {
  const fields = refusedFields(check, subject.is_corporate, today)
  if (Object.keys(fields).length > 0) throw invalid(fields)
  if (ageOn(check.verified_birthday, today) < 18) throw refuse('under_age')
}

async function holderOf(tx: Tx, customerId: number, accountId: number | null): Promise<string | null> {
  if (accountId === null) return null
  const holder = await bankAccountHolder(tx, customerId, accountId)
  if (holder === null) throw unknownKey('bank_account', accountId)
  return holder
}

/** The last complete check; a withdrawn one invalidates those before it. */
async function formerCheck(
  tx: Tx,
  customerId: number,
  companyId: number,
  tools: Keys,
): Promise<Verified | null> {
  for (const row of await identificationRows(tx, customerId, companyId)) {
    if (!inForce(row) && row.cleared_reason !== superseded) return null
    if (row.ekyc_status !== ekyc.APPROVED) continue
    const { verified_birthday } = openIdentification(row, tools)
    return {
      verified_name: row.verified_name,
      verified_address: row.verified_address,
      verified_birthday: verified_birthday ?? '',
    }
  }
  return null
}

const staffOf = (actor: Actor): number | null => (actor.kind === 'business' ? actor.business_user_id : null)

/** A complete record replaces all others; an incomplete one replaces only incomplete ones. */
async function supersede(
  tx: Tx,
  actor: Actor,
  customerId: number,
  companyId: number,
  byComplete: boolean,
): Promise<void> {
  await tx
    .updateTable('identification')
    .set({
      cleared_at: actor.at.toISOString(),
      cleared_by: staffOf(actor),
      cleared_reason: superseded,
    })
    .where('customer_id', '=', customerId)
    .where('company_id', '=', companyId)
    .where(isInForce('identification'))
    .$if(!byComplete, (query) => query.where('ekyc_status', '<>', ekyc.APPROVED))
    .execute()
}

async function insertRecord(
  tx: Tx,
  actor: Actor,
  of: OfDealer,
  result: { check: Check; missing: string[]; input: RecordGiven; provider: string },
  { keys }: Keys,
): Promise<number> {
  const { document_number, verified_birthday, ...plain } = result.check
  const at = actor.at.toISOString()
  const isComplete = result.missing.length === 0
  const id = await nextId(tx, 'identification')
  await tx
    .insertInto('identification')
    .values({
      ...plain,
      ...of,
      id,
      ekyc_status: isComplete ? ekyc.APPROVED : ekyc.IN_REVIEW,
      document_number_enc:
        document_number === '' ? null : keys.field.encrypt(document_number, numberPlace, id),
      verified_birthday_enc: keys.field.encrypt(verified_birthday, birthdayPlace, id),
      bank_account_id: result.input.bank_account ?? null,
      missing: result.missing,
      recorded_by: staffOf(actor),
      provider: result.provider,
      verified_at: isComplete ? at : null,
      created_at: at,
    })
    .execute()
  return id
}

async function closeDeals(tx: Tx, customerId: number, companyId: number): Promise<void> {
  for (const request of await answeredRequests(tx, customerId, companyId)) {
    await addJob(tx, 'deal.close', { request })
  }
}

async function recordById(
  tx: Tx,
  customerId: number,
  companyId: number,
  id: number,
  tools: Keys,
): Promise<IdentificationRecord> {
  const record = (await identificationsOf(tx, customerId, companyId, tools)).find((row) => row.id === id)
  if (!record) throw notFound()
  return record
}

/** Withdraws the check with any unfinished one; returns the one that was in force. */
export async function withdrawIdentification(
  db: Db,
  actor: BusinessActor,
  key: { shop_pk: number; id: number },
  reason: string,
  tools: Keys,
): Promise<IdentificationRecord> {
  return inTransaction(db, async (tx) => {
    const dealer = await dealerOfCustomer(tx, actor, key.id, key.shop_pk)
    // A concurrent deal also locks the customer: it finishes first, or finds no check in force.
    if (!dealer || !(await lockedSubject(tx, key.id))) throw notFound()
    const cleared = await tx
      .updateTable('identification')
      .set({ cleared_at: actor.at.toISOString(), cleared_by: actor.business_user_id, cleared_reason: reason })
      .where('customer_id', '=', key.id)
      .where('company_id', '=', dealer.company_id)
      .where(isInForce('identification'))
      .returning(['id', 'ekyc_status'])
      .execute()
    const shown = cleared.find((row) => row.ekyc_status === ekyc.APPROVED) ?? cleared[0]
    if (!shown) throw notFound()
    await recordActivity(tx, actor, {
      action: 'identification.clear',
      object_type: 'customer',
      object_id: key.id,
      detail: { identifications: cleared.map((row) => row.id) },
    })
    return recordById(tx, key.id, dealer.company_id, shown.id, tools)
  })
}

/** The pictures of the paper are kept exactly as long as a record that rests on them. */
export async function eraseIdentification(tx: Tx, actor: Actor, id: number): Promise<void> {
  await eraseEvidence(tx, actor, id)
  const { customer_id } = await tx
    .deleteFrom('identification')
    .where('id', '=', id)
    .returning('customer_id')
    .executeTakeFirstOrThrow()
  await recordActivity(tx, actor, {
    action: 'identification.erase',
    object_type: 'customer',
    object_id: customer_id,
    detail: { identification: id },
  })
}

/** Lets a missing customer be a 404 before the body is validated. */
export async function mayReachCustomer(
  db: Db,
  actor: BusinessActor,
  key: { shop_pk: number; id: number },
): Promise<boolean> {
  return (await dealerOfCustomer(db, actor, key.id, key.shop_pk)) !== null
}

/** Clears all checks, also those in review, and queues a message. Returns whether there was any. Lock the customer. */
export async function clearIdentifications(
  tx: Tx,
  actor: Actor,
  customerId: number,
  reason: string,
): Promise<boolean> {
  const cleared = await tx
    .updateTable('identification')
    .set({ cleared_at: actor.at.toISOString(), cleared_reason: reason })
    .where('customer_id', '=', customerId)
    .where(isInForce('identification'))
    .returning('id')
    .execute()
  await reopenSession(tx, actor, customerId)
  if (cleared.length === 0) return false
  await recordActivity(tx, actor, {
    action: 'identification.clear',
    object_type: 'customer',
    object_id: customerId,
    detail: { identifications: cleared.map((row) => row.id) },
  })
  await addJob(tx, 'notification.identification_cleared', { customer: customerId })
  return true
}
