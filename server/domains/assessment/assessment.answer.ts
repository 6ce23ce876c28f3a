import type { Decision } from '#contract/answer'
import { answerConsent } from '#contract/consent'
import { itemStatus as I, requestStatus as S } from '#contract/lifecycle'
import { reopenForSecondLook } from '#server/domains/item/item.second-look'
import { lockItems } from '#server/domains/item/item.service'
import {
  lockRequest,
  moveRequest,
  type RequestRecord,
} from '#server/domains/purchase-request/purchase-request.move'
import { customerRequest } from '#server/domains/purchase-request/purchase-request.present'
import { nothingPublished } from '#server/domains/purchase-request/purchase-request.rules'
import { refuseHeld } from '#server/domains/purchase-request/purchase-request.service'
import type { CustomerActor } from '#server/platform/actor'
import { type Db, inTransaction, type Tx } from '#server/platform/db'
import { invalidField, notFound, refuse } from '#server/platform/refusal'
import type { Tools } from '#server/platform/tools'
import { lastConsent, openOffer } from './assessment.queries.ts'
import { type Answer, consentVersion, resolveAnswer } from './assessment.rules.ts'
import { getAssessment, settleAnswer } from './assessment.service.ts'
import { withdrawOffer } from './offer.service.ts'

/** Repeating an answer changes nothing; a different one, or one to a replaced offer, is refused. */
export async function answerOffer(
  db: Db,
  actor: CustomerActor,
  requestId: number,
  input: Answer & { offer?: number | null | undefined; consent_version?: string | undefined },
  tools: Tools,
) {
  await inTransaction(db, async (tx) => {
    const request = await lockRequest(tx, actor, requestId)
    if (!request) throw notFound()
    if (request.status !== S.OFFERED) return repeated(tx, request, input)
    await refuseHeld(tx, request.id)
    if (request.offer_expires_at === null || new Date(request.offer_expires_at) <= actor.at)
      throw refuse('offer_expired')
    const offer = await openOffer(tx, request.id)
    if (!offer) throw refuse('illegal_transition')
    const isStale = input.offer && input.offer !== offer.id
    // The customer must have seen this version of the consent.
    if (isStale || (input.consent_version ?? consentVersion) !== consentVersion) throw refuse('offer_changed')
    const items = await lockItems(tx, request.id)
    const resolved = resolveAnswer(items, input, request.unpriced_policy)
    if (typeof resolved === 'string') throw refuse(resolved)
    const total = resolved.sell.reduce((sum, item) => sum + (item.price ?? 0), 0)
    await settleAnswer(tx, actor, request, {
      ...resolved,
      offerId: offer.id,
      kind: 'answer',
      text: answerConsent({
        sell: resolved.sell.length,
        amount: total,
        back: resolved.giveBack.length,
        disposed: resolved.dispose.length,
      }),
    })
  })
  return getAssessment(db, actor, requestId, tools)
}

async function repeated(tx: Tx, request: RequestRecord, input: Answer): Promise<void> {
  const consent = await lastConsent(tx, request.id)
  if (!consent || request.answered_at === null) throw refuse('illegal_transition')
  const recorded = consent.decisions as { slug: string; decision: Decision; price: number | null }[]
  const bySlug = new Map(recorded.map((entry) => [entry.slug, entry.decision]))
  const words = input.decisions ?? []
  const isGiven = words.length > 0 || input.decision_all !== undefined
  const named = new Set(words.map((word) => word.slug))
  const same =
    isGiven &&
    words.every(({ slug, decision }) => bySlug.get(slug) === decision) &&
    recorded.every(
      (entry) => named.has(entry.slug) || entry.price === null || entry.decision === input.decision_all,
    )
  if (!same) throw refuse('answer_differs')
}

export async function secondLook(
  db: Db,
  actor: CustomerActor,
  requestId: number,
  input: { reason: string; items?: string[] | undefined },
  tools: Tools,
) {
  await inTransaction(db, async (tx) => {
    const request = await lockRequest(tx, actor, requestId)
    if (!request) throw notFound()
    if (request.status === S.REASSESSING && request.second_look_reason === input.reason) return
    if (request.second_look_at !== null) throw refuse('second_look_used')
    if (request.status !== S.OFFERED) throw refuse('illegal_transition')
    await refuseHeld(tx, request.id)
    if (request.offer_expires_at === null || new Date(request.offer_expires_at) <= actor.at)
      throw refuse('offer_expired')
    const items = await lockItems(tx, request.id)
    const wished = [...new Set(input.items)]
    if (!wished.every((slug) => items.some((item) => item.slug === slug)))
      throw invalidField('items', 'この申し込みにない商品が含まれています。')
    await withdrawOffer(tx, actor, request.id)
    const reopened = items.filter(
      (item) =>
        (item.status === I.ASSESSED || item.status === I.NOT_BUYABLE) &&
        item.disposed_at === null &&
        (wished.length === 0 || wished.includes(item.slug)),
    )
    await reopenForSecondLook(tx, actor, reopened, request.status)
    await moveRequest(tx, actor, request, {
      to: S.REASSESSING,
      reason: input.reason,
      isReasonPublic: true,
      set: {
        second_look_reason: input.reason,
        second_look_at: actor.at.toISOString(),
        second_look_items: wished,
        // Whoever looks again does not see what was offered.
        offer_total: null,
        ...nothingPublished,
      },
    })
  })
  return customerRequest(db, actor, requestId, tools)
}
