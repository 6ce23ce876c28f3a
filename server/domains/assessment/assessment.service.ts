import { sql } from 'kysely'
import type { AssessmentInput } from '#contract/assessment'
import { outdatedWords } from '#contract/comment-text'
import { answerConsent } from '#contract/consent'
import { tokyoDate } from '#contract/day'
import { dealBlockerSentences } from '#contract/deal-blocker'
import { evidenceMinimum } from '#contract/evidence'
import { resultColumns } from '#contract/item'
import { itemStatus as I, isBeingAssessed, type RequestStatus, requestStatus as S } from '#contract/lifecycle'
import { withoutUplift } from '#contract/price'
import {
  isBelowNamed,
  isReasonShown,
  type Measures,
  needsReason,
  priceBand,
  problemsOf,
  publicationProblems,
} from '#contract/publication'
import { recordActivity } from '#server/domains/activity/activity.service'
import { settlePrices } from '#server/domains/item/item.price'
import { customerItemStatus, isDisputed, isRescinded } from '#server/domains/item/item.rules'
import {
  disposeItems,
  evidenceOf,
  keepEvidence,
  lockItems,
  moveItems,
} from '#server/domains/item/item.service'
import { recordConsent } from '#server/domains/purchase-request/consent.service'
import {
  lockRequest,
  moveRequest,
  type RequestRecord,
} from '#server/domains/purchase-request/purchase-request.move'
import { isResultOut } from '#server/domains/purchase-request/purchase-request.predicates'
import {
  dealBlockersOf,
  moveContext,
  requestDetail,
} from '#server/domains/purchase-request/purchase-request.present'
import { movesFor } from '#server/domains/purchase-request/purchase-request.rules'
import { applicationConsentText, refuseHeld } from '#server/domains/purchase-request/purchase-request.service'
import { type Actor, type BusinessActor, type SignedIn, systemActor } from '#server/platform/actor'
import { addBusinessDays, endOfTokyoDay } from '#server/platform/calendar'
import { type Db, inTransaction, type Tx } from '#server/platform/db'
import { addJob } from '#server/platform/jobs'
import { pictureOf } from '#server/platform/picture'
import { invalidField, notFound, refuse, staleVersion } from '#server/platform/refusal'
import { columnsIn } from '#server/platform/statement'
import type { Tools } from '#server/platform/tools'
import {
  type AssessedRow,
  assessedItems,
  lastConsent,
  openOffer,
  resultBefore,
  shownInOffer,
} from './assessment.queries.ts'
import { mayAsk, questionShown, questionsOf } from './assessment.question.ts'
import { autoAccepts, consentIntro, consentVersion } from './assessment.rules.ts'
import { secondLookPhotos } from './second-look.photo.ts'

export async function getAssessment(db: Db, actor: SignedIn, requestId: number, tools: Pick<Tools, 'keys'>) {
  const record = await requestDetail(db, actor, requestId)
  if (!record) throw notFound()
  const { second_look_at: secondLookAt } = record
  const [current, offer, before, shown, questions, photos, consent] = await Promise.all([
    assessedItems(db, requestId),
    openOffer(db, requestId),
    secondLookAt === null ? new Map() : resultBefore(db, requestId, secondLookAt),
    isBeingAssessed(record.status) ? new Map() : shownInOffer(db, requestId),
    questionsOf(db, requestId),
    secondLookAt === null && actor.kind === 'business' ? [] : secondLookPhotos(db, requestId),
    lastConsent(db, requestId),
  ])
  const ownPhotos = photos.map((photo) => pictureOf(photo, actor.at, tools))
  const stored = current.map((item) => ({ ...item, ...shown.get(item.slug) }))
  const isPublished = isResultOut(record)
  const isStaff = actor.kind === 'business'
  const isOpen = isBeingAssessed(record.status)
  // A published result is fixed; an open one is shown as it would be published now.
  const items = isOpen && isStaff ? await withEvidence(db, record.company_id, stored, actor.at) : stored
  const visible = isPublished || isStaff ? items : []
  const blockers = dealBlockersOf(record, actor.at, tools)
  return {
    purchase_request: record.id,
    status: record.status,
    is_published: isPublished,
    total: isPublished || isStaff ? (isPublished ? record.offer_total : totalOf(items)) : null,
    agreed: record.agreed,
    offered_at: record.offered_at,
    expires_at: record.status === S.OFFERED ? record.offer_expires_at : null,
    offer: offer?.id ?? null,
    unpriced_policy: record.unpriced_policy,
    return_cost: record.company_return_cost,
    second_look_used: secondLookAt !== null,
    second_look: secondLookAt === null ? null : { ...secondLookOf(record, secondLookAt), photos: ownPhotos },
    second_look_photos: secondLookAt === null ? ownPhotos : [],
    may_ask: !isStaff && mayAsk(record, actor.at),
    consent:
      consent && record.answered_at !== null
        ? { at: consent.at, kind: consent.kind, text: consent.text }
        : null,
    consent_text: consentIntro,
    consent_version: consentVersion,
    items: visible.map((item) => ({
      ...present(item, isStaff, actor.at, tools),
      is_disputed: isDisputed(record, item),
      problems: isStaff && isOpen && isOffered(item) ? problemsIn(item) : [],
      // Whoever looks again does not see the first price before a new one stands.
      before: (isStaff && isToBePriced(item) ? null : before.get(item.slug)) ?? null,
      questions: questions
        .filter(({ item_id }) => item_id === item.id)
        .map((question) => questionShown(question, { isStaff, isWithheld: isStaff && isToBePriced(item) })),
    })),
    deal_blockers: blockers,
    what_blocks: dealBlockerSentences(blockers),
    allowed_transitions: movesFor(moveContext(record, items, actor.at), isStaff ? 'staff' : 'customer'),
    version: record.version,
  }
}

const secondLookOf = (record: RequestRecord, secondLookAt: string) => ({
  reason: record.second_look_reason,
  asked_at: secondLookAt,
  items: record.second_look_items,
  answer: record.second_look_answer,
  answered_at: record.second_look_answered_at,
})

const totalOf = (items: readonly AssessedRow[]) =>
  items.filter((item) => item.status === I.ASSESSED).reduce((sum, item) => sum + (item.price ?? 0), 0)

const isToBePriced = (item: AssessedRow): boolean => item.status < I.ASSESSED

const isOffered = (item: AssessedRow): boolean =>
  item.status !== I.RETURN_REQUESTED && item.disposed_at === null

const measuresOf = ({ evidence, named_low }: AssessedRow): Measures => ({ evidence, namedLow: named_low })

const problemsIn = (item: AssessedRow) =>
  problemsOf(
    {
      status: item.status,
      price: item.price,
      uplift: item.uplift,
      photos: item.photos.length,
      authenticity: item.authenticity,
      priceReason: item.price_reason,
      priceReasonPhoto: item.price_reason_photo_id,
      priceReasonAmount: item.price_reason_amount,
      isCommentOutdated: outdatedIn(item).length > 0,
    },
    measuresOf(item),
  )

const outdatedIn = (item: AssessedRow) =>
  outdatedWords(
    item.comment,
    item.comment_filled,
    { ...item, brandName: item.brand_name, categoryName: item.category_name },
    item.status === I.NOT_BUYABLE ? null : item.price,
  )

function present(item: AssessedRow, isStaff: boolean, at: Date, tools: Pick<Tools, 'keys'>) {
  const price = withoutUplift(item)
  const evidence = item.evidence && (isStaff || item.evidence.n >= evidenceMinimum) ? item.evidence : null
  // The reason survives price changes but is only shown for a price that needs one.
  const isReasoned = isStaff || isReasonShown(price, measuresOf(item))
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
    is_rescinded: isRescinded(item),
    ...columnsIn(resultColumns, item),
    price_reason: isReasoned ? item.price_reason : '',
    price_reason_photo: isReasoned ? item.price_reason_photo_id : null,
    price_reason_amount: isStaff ? item.price_reason_amount : null,
    price_band: priceBand(price, item.evidence),
    named_low: item.named_low ?? null,
    authenticity: isStaff ? item.authenticity : null,
    evidence,
    images: item.photos.map((photo) => pictureOf(photo, at, tools)),
  }
}

/** The deadline is 23:59 JST of the company's nth business day. Automatic acceptance follows at once. */
export async function publish(
  db: Db,
  actor: BusinessActor,
  requestId: number,
  input: Publication & Pick<AssessmentInput, 'version'>,
  tools: Tools,
) {
  const stale = await inTransaction(db, async (tx) => {
    const request = await lockRequest(tx, actor, requestId)
    if (!request) throw notFound()
    if (input.version === undefined) throw invalidField('version', 'この項目は必須です。')
    if (input.version !== request.version) return true
    // Settling the prices changed what the reader saw.
    if (isBeingAssessed(request.status) && (await settleLocked(tx, actor, request.id)) > 0) return true
    await publishLocked(tx, actor, request, input)
    return false
  })
  const shown = await getAssessment(db, actor, requestId, tools)
  if (stale) throw staleVersion(shown)
  return shown
}

type Publication = Pick<AssessmentInput, 'expires_at' | 'answer'>

async function settleLocked(tx: Tx, actor: Actor, requestId: number): Promise<number> {
  await lockItems(tx, requestId)
  return settlePrices(tx, actor, requestId)
}

/** Call with the request locked. */
export async function publishLocked(
  tx: Tx,
  actor: BusinessActor,
  request: RequestRecord,
  { expires_at: wished = null, answer = '' }: Publication,
): Promise<void> {
  if (request.status !== S.ASSESSING && request.status !== S.REASSESSING) throw refuse('illegal_transition')
  await refuseHeld(tx, request.id)
  await settleLocked(tx, actor, request.id)
  const items = await assessedItems(tx, request.id)
  const open = await withEvidence(tx, request.company_id, items.filter(isOffered), actor.at)
  refuseIncomplete(open)
  const isSecondLook = request.second_look_at !== null && request.second_look_answered_at === null
  if (isSecondLook && answer === '') throw refuse('second_look_answer_missing')
  // Stored, so that later sales do not change what was shown.
  await keepEvidence(tx, open)
  const total = totalOf(open)
  const expiresAt = await deadline(tx, actor, request.company_id, wished)
  const offer = await tx
    .insertInto('offer')
    .values({
      request_id: request.id,
      number: sql<number>`(select count(*) + 1 from offer where request_id = ${request.id})`,
      total,
      snapshot: JSON.stringify(open.map(({ photos: _photos, ...shown }) => shown)),
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
      ...(isSecondLook
        ? { second_look_answer: answer, second_look_answered_at: actor.at.toISOString() }
        : {}),
    },
  })
  await recordActivity(tx, actor, {
    action: 'request.publish',
    object_type: 'request',
    object_id: request.id,
    detail: { items: open.length },
  })
  await recordOutliers(tx, actor, open)
  if (autoAccepts(request.approval_mode, request.auto_accept_amount, total))
    await acceptByApplication(tx, actor, moved, open, offer.id, total)
}

/** The reason stands in the offer as well, but nobody would look for it there. */
async function recordOutliers(tx: Tx, actor: BusinessActor, items: readonly AssessedRow[]): Promise<void> {
  for (const item of items) {
    const { id, status, evidence, named_low, price_reason } = item
    const price = withoutUplift(item)
    if (status !== I.ASSESSED || !needsReason(price, measuresOf(item))) continue
    await recordActivity(tx, actor, {
      action: 'item.publish_outlier',
      object_type: 'item',
      object_id: id,
      detail: {
        amount: price,
        ...(evidence && { usual_min: evidence.min, usual_max: evidence.max }),
        ...(isBelowNamed(price, named_low) && { named_low }),
        price_reason,
      },
    })
  }
}

/** The refusal names every incomplete item with all it lacks. */
function refuseIncomplete(items: readonly AssessedRow[]): void {
  const incomplete = items.flatMap((item) => {
    const problems = problemsIn(item)
    return problems.length > 0 ? [{ slug: item.slug, seq: item.seq, problems }] : []
  })
  const found = new Set(incomplete.flatMap(({ problems }) => problems))
  const first =
    items.length === 0 ? 'items_unfinished' : publicationProblems.find((problem) => found.has(problem))
  if (first) throw refuse(first, { extra: { items: incomplete } })
}

async function withEvidence(
  db: Db,
  companyId: number,
  items: readonly AssessedRow[],
  at: Date,
): Promise<AssessedRow[]> {
  const priced = items.filter((item) => item.status === I.ASSESSED)
  const found = await evidenceOf(db, companyId, priced, at)
  return items.map((item) => {
    const place = priced.indexOf(item)
    return { ...item, evidence: place < 0 ? null : (found[place] ?? null) }
  })
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
  if (end < least) throw invalidField('expires_at', `お返事の期限は${tokyoDate(least)}以降にしてください。`)
  return end
}

/** The consent given at application counts as the answer. */
async function acceptByApplication(
  tx: Tx,
  actor: Actor,
  request: RequestRecord,
  items: AssessedRow[],
  offerId: number,
  total: number,
): Promise<void> {
  const sell = items.filter((item) => item.status === I.ASSESSED)
  const rest = items.filter((item) => item.status === I.NOT_BUYABLE)
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
  const consent_id = await recordConsent(tx, actor, {
    request_id: request.id,
    offer_id: decided.offerId,
    customer_id: request.customer_id,
    kind: decided.kind,
    text_version: consentVersion,
    text: decided.text,
    decisions: JSON.stringify([
      ...words(decided.sell, 'sell'),
      ...words(decided.giveBack, 'return'),
      ...words(decided.dispose, 'dispose'),
    ]),
  })
  const during = { requestStatus: S.OFFERED, by: 'answer' as const }
  // Automatic acceptance is not an act of whoever publishes the result.
  const mover = decided.kind === 'auto_accept' ? systemActor(actor.at) : actor
  await moveItems(tx, mover, decided.sell, {
    ...during,
    to: I.ACCEPTED,
    set: { decision: 'sell', consent_id },
  })
  await moveItems(
    tx,
    mover,
    decided.giveBack.filter((item) => item.status === I.ASSESSED),
    { ...during, to: I.RETURN_REQUESTED, set: { decision: 'return', refused_at: at } },
  )
  await moveItems(
    tx,
    mover,
    decided.giveBack.filter((item) => item.status === I.NOT_BUYABLE),
    { ...during, to: I.RETURN_REQUESTED, set: { decision: 'return', refused_at: at } },
  )
  await disposeItems(tx, actor, decided.dispose, consent_id)
  const to = await destination(tx, request.id, decided)
  await moveRequest(tx, actor, request, { to, as, set: { answered_at: at } })
  if (to === S.ANSWERED) await addJob(tx, 'deal.close', { request: request.id })
}

/** Something sold → answered; nothing sold but something to send → returning; nothing left → returned. */
async function destination(tx: Tx, requestId: number, decided: Settled): Promise<RequestStatus> {
  if (decided.sell.length > 0) return S.ANSWERED
  const back = await tx
    .selectFrom('purchase_item')
    .select('id')
    .where('request_id', '=', requestId)
    .where('status', '=', I.RETURN_REQUESTED)
    .executeTakeFirst()
  return back ? S.RETURNING : S.RETURNED
}
