import { sql } from 'kysely'
import { type RequestStatus, requestStatus as S } from '#contract/codes'
import { answerConsent } from '#contract/consent'
import { tokyoDate } from '#contract/day'
import { recordActivity } from '#server/domains/activity/activity.service'
import { customerItemStatus, isResultOut } from '#server/domains/item/item.rules'
import { keepEvidence, lockItems, moveItems, priceEvidences } from '#server/domains/item/item.service'
import {
  lockRequest,
  moveRequest,
  type RequestRecord,
} from '#server/domains/purchase-request/purchase-request.move'
import {
  moveContext,
  requestDetail,
  whatBlocks,
} from '#server/domains/purchase-request/purchase-request.present'
import { evidenceMinimum, movesFor } from '#server/domains/purchase-request/purchase-request.rules'
import { applicationConsentText, refuseHeld } from '#server/domains/purchase-request/purchase-request.service'
import { type Actor, type BusinessActor, type SignedIn, systemActor } from '#server/platform/actor'
import { addBusinessDays, endOfTokyoDay } from '#server/platform/calendar'
import { type Db, inTransaction, type Tx } from '#server/platform/db'
import { addJob } from '#server/platform/jobs'
import { pictureOf } from '#server/platform/picture'
import { invalidField, notFound, refuse } from '#server/platform/refusal'
import type { Tools } from '#server/platform/tools'
import { type AssessedRow, assessedItems, openOffer } from './assessment.queries.ts'
import { autoAccepts, consentIntro, consentVersion } from './assessment.rules.ts'

/** The assessment as its reader may see it; before publication the customer gets no items. */
export async function getAssessment(db: Db, actor: SignedIn, requestId: number, tools: Pick<Tools, 'keys'>) {
  const record = await requestDetail(db, actor, requestId)
  if (!record) throw notFound()
  const [items, offer] = await Promise.all([assessedItems(db, requestId), openOffer(db, requestId)])
  const isPublished = isResultOut(record)
  const isStaff = actor.kind === 'business'
  const visible = isPublished || isStaff ? items : []
  return {
    purchase_request: record.id,
    status: record.status,
    is_published: isPublished,
    total: isPublished || isStaff ? (isPublished ? record.offer_total : totalOf(items)) : null,
    offered_at: record.offered_at,
    expires_at: record.status === S.OFFERED ? record.offer_expires_at : null,
    offer: offer?.id ?? null,
    unpriced_policy: record.unpriced_policy,
    return_cost: record.company_return_cost,
    second_look_used: record.second_look_at !== null,
    consent_text: consentIntro,
    consent_version: consentVersion,
    items: visible.map((item) => present(item, isStaff, actor.at, tools)),
    what_blocks: whatBlocks(record),
    allowed_transitions: movesFor(moveContext(record, items, actor.at), isStaff ? 'staff' : 'customer'),
    version: record.version,
  }
}

const totalOf = (items: readonly AssessedRow[]) =>
  items.filter((item) => item.status === 2).reduce((sum, item) => sum + (item.price ?? 0), 0)

function present(item: AssessedRow, isStaff: boolean, at: Date, tools: Pick<Tools, 'keys'>) {
  const evidence = item.evidence && (isStaff || item.evidence.n >= evidenceMinimum) ? item.evidence : null
  return {
    slug: item.slug,
    seq: item.seq,
    name: item.name,
    brand_name: item.brand_name,
    category_name: item.category_name,
    grade: item.grade,
    price: item.price,
    base_price: item.base_price,
    deductions: item.deductions,
    campaign_name: item.campaign_name,
    uplift: item.uplift,
    item_status: isStaff ? item.status : customerItemStatus(item.status),
    decision: item.decision,
    comment: item.comment,
    not_buyable_reason: item.not_buyable_reason,
    evidence,
    images: item.photos.map((photo) => pictureOf(photo, at, tools)),
  }
}

/**
 * Publishes the result with its deadline (23:59 JST of the company's nth business day). Two staff publishing at
 * once: one does, the other's version is stale. With an automatic acceptance chosen at application the answer
 * follows at once, by the consent given then.
 */
export async function publish(
  db: Db,
  actor: BusinessActor,
  requestId: number,
  input: { version?: number | undefined; expires_at?: string | null | undefined },
  tools: Tools,
) {
  const stale = await inTransaction(db, async (tx) => {
    const request = await lockRequest(tx, actor, requestId)
    if (!request) throw notFound()
    if (input.version === undefined) throw invalidField('version', 'この項目は必須です。')
    if (input.version !== request.version) return true
    await publishLocked(tx, actor, request, input.expires_at ?? null)
    return false
  })
  const shown = await getAssessment(db, actor, requestId, tools)
  if (stale) throw refuse('stale_version', { extra: { current: shown } })
  return shown
}

async function publishLocked(
  tx: Tx,
  actor: BusinessActor,
  request: RequestRecord,
  wished: string | null,
): Promise<void> {
  if (request.status !== S.ASSESSING && request.status !== S.REASSESSING) throw refuse('illegal_transition')
  await refuseHeld(tx, request.id)
  await lockItems(tx, request.id)
  const items = await assessedItems(tx, request.id)
  const open = items.filter((item) => item.status !== 5 && item.disposed_at === null)
  if (open.length === 0 || open.some((item) => item.status !== 2 && item.status !== 3))
    throw refuse('items_unfinished')
  const snapshot = await withEvidence(tx, actor, request, open)
  const total = totalOf(open)
  const expiresAt = await deadline(tx, actor, request.company_id, wished)
  const offer = await tx
    .insertInto('offer')
    .values({
      request_id: request.id,
      number: sql<number>`(select count(*) + 1 from offer where request_id = ${request.id})`,
      total,
      snapshot: JSON.stringify(snapshot),
      published_by: actor.business_user_id,
      published_at: actor.at.toISOString(),
      expires_at: expiresAt.toISOString(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const moved = await moveRequest(tx, actor, request, {
    to: S.OFFERED,
    set: {
      offer_total: total,
      offered_at: actor.at.toISOString(),
      offer_expires_at: expiresAt.toISOString(),
    },
  })
  await recordActivity(tx, actor, {
    action: 'request.publish',
    object_type: 'request',
    object_id: request.id,
    detail: { items: open.length },
  })
  if (autoAccepts(request.approval_mode, request.auto_accept_amount, total))
    await acceptByApplication(tx, actor, moved, open, offer.id, total)
}

/** The evidence shown is kept with the item and the offer, so that later sales do not change what was said. */
async function withEvidence(tx: Tx, actor: BusinessActor, request: RequestRecord, items: AssessedRow[]) {
  const articles = items.map(({ status, brand_id, category_id, grade }) => ({
    brand: status === 2 ? brand_id : null,
    category: category_id,
    grade,
  }))
  const evidences = await priceEvidences(tx, request.company_id, articles, actor.at)
  const shown = items.map((item, index) => ({ ...item, evidence: evidences[index] ?? null }))
  await keepEvidence(tx, shown)
  return shown.map(({ photos: _photos, ...item }) => item)
}

async function deadline(
  tx: Tx,
  actor: BusinessActor,
  companyId: number,
  wished: string | null,
): Promise<Date> {
  const company = await tx
    .selectFrom('company')
    .select('reply_business_days')
    .where('id', '=', companyId)
    .executeTakeFirstOrThrow()
  const least = endOfTokyoDay(addBusinessDays(tokyoDate(actor.at), company.reply_business_days))
  if (wished === null) return least
  const date = new Date(wished)
  if (Number.isNaN(date.getTime())) throw invalidField('expires_at', '日時の形式が違います。')
  const end = endOfTokyoDay(tokyoDate(date))
  // A longer time to think may be given, a shorter one never.
  if (end < least) throw invalidField('expires_at', `お返事の期限は${tokyoDate(least)}以降にしてください。`)
  return end
}

/** The customer chose at application to sell from a certain total: that word is the consent. */
async function acceptByApplication(
  tx: Tx,
  actor: Actor,
  request: RequestRecord,
  items: AssessedRow[],
  offerId: number,
  total: number,
): Promise<void> {
  const sell = items.filter((item) => item.status === 2)
  const rest = items.filter((item) => item.status === 3)
  const dispose = request.unpriced_policy === 'dispose' ? rest : []
  await settleAnswer(tx, actor, request, {
    sell,
    dispose,
    giveBack: rest.filter((item) => !dispose.includes(item)),
    offerId,
    kind: 'auto_accept',
    text: `${applicationConsentText(request)} ${answerConsent({ sell: sell.length, amount: total, back: rest.length - dispose.length, disposed: dispose.length })}`,
  })
}

interface Settled {
  sell: { id: number; slug: string; status: number; price: number | null }[]
  giveBack: { id: number; slug: string; status: number; price: number | null }[]
  dispose: { id: number; slug: string; status: number; price: number | null }[]
  offerId: number
  kind: 'answer' | 'auto_accept'
  text: string
}

/** Writes what was decided: consent, every article's move, and where the request goes from here. */
export async function settleAnswer(
  tx: Tx,
  actor: Actor,
  request: RequestRecord,
  decided: Settled,
): Promise<void> {
  const at = actor.at.toISOString()
  const as = decided.kind === 'auto_accept' ? ('system' as const) : ('customer' as const)
  const words = (list: Settled['sell'], decision: string) =>
    list.map((item) => ({ slug: item.slug, decision, price: item.price }))
  const consent = await tx
    .insertInto('consent')
    .values({
      request_id: request.id,
      offer_id: decided.offerId,
      customer_id: request.customer_id,
      kind: decided.kind,
      text_version: consentVersion,
      text: decided.text,
      at,
      decisions: JSON.stringify([
        ...words(decided.sell, 'sell'),
        ...words(decided.giveBack, 'return'),
        ...words(decided.dispose, 'dispose'),
      ]),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const during = { requestStatus: S.OFFERED, by: 'answer' as const }
  // What was agreed to at application is not the act of whoever publishes the result.
  const mover = decided.kind === 'auto_accept' ? systemActor(actor.at) : actor
  await moveItems(tx, mover, decided.sell, {
    ...during,
    to: 4,
    set: { decision: 'sell', consent_id: consent.id },
  })
  await moveItems(
    tx,
    mover,
    decided.giveBack.filter((item) => item.status === 2),
    { ...during, to: 5, set: { decision: 'return', refused_at: at } },
  )
  await moveItems(
    tx,
    mover,
    decided.giveBack.filter((item) => item.status === 3),
    { ...during, to: 5, set: { decision: 'return', refused_at: at } },
  )
  if (decided.dispose.length > 0) {
    await tx
      .updateTable('purchase_item')
      .set({
        decision: 'dispose',
        disposed_at: at,
        refused_at: at,
        consent_id: consent.id,
        version: sql`version + 1`,
        updated_at: at,
      })
      .where('id', '=', sql<number>`any(${decided.dispose.map((item) => item.id)}::bigint[])`)
      .execute()
  }
  const to = await destination(tx, request.id, decided)
  await moveRequest(tx, actor, request, { to, as, set: { answered_at: at } })
  if (to === S.ANSWERED) await addJob(tx, 'contract.try', { request: request.id })
}

/** Something sold → answered; nothing sold but something to send → returning; nothing left at all → returned. */
async function destination(tx: Tx, requestId: number, decided: Settled): Promise<RequestStatus> {
  if (decided.sell.length > 0) return S.ANSWERED
  const back = await tx
    .selectFrom('purchase_item')
    .select('id')
    .where('request_id', '=', requestId)
    .where('status', '=', 5)
    .executeTakeFirst()
  return back ? S.RETURNING : S.RETURNED
}
