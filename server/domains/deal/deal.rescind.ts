import { type Selectable, sql } from 'kysely'
import type { CallBody } from '#contract/call'
import { itemStatus as I, requestStatus as S } from '#contract/lifecycle'
import { sumYen, yen } from '#contract/money'
import type { purchaseRequestCalls as calls } from '#contract/purchase-request'
import { formatCount } from '#contract/text'
import { recordActivity } from '#server/domains/activity/activity.service'
import { appendReturn } from '#server/domains/antique-ledger/antique-ledger.service'
import { rescind as rescindMoney } from '#server/domains/book/book.service'
import { lockCustomer } from '#server/domains/customer/customer.service'
import { moveItems } from '#server/domains/item/item.service'
import { recordConsent } from '#server/domains/purchase-request/consent.service'
import {
  lockRequest,
  moveRequest,
  type RequestRecord,
  touchRequest,
} from '#server/domains/purchase-request/purchase-request.move'
import { businessRequest, customerRequest } from '#server/domains/purchase-request/purchase-request.present'
import { rescissionEnd } from '#server/domains/purchase-request/purchase-request.rules'
import type { BusinessActor, CustomerActor } from '#server/platform/actor'
import type { Db, Tx } from '#server/platform/db'
import type { purchase_item } from '#server/platform/db-types'
import { inTransactionOnce, type Once } from '#server/platform/idempotency'
import { addJob } from '#server/platform/jobs'
import { invalidField, notFound, refuse, staleVersion } from '#server/platform/refusal'
import type { Tools } from '#server/platform/tools'

/** Within 24 hours and before productization. What has left the balance becomes a receivable. */
export async function rescindByCustomer(
  db: Db,
  actor: CustomerActor,
  requestId: number,
  input: CallBody<typeof calls.rescind>,
  once: Once,
  tools: Tools,
) {
  await rescind(db, actor, requestId, input, once, tools, async (_tx, request) => {
    if (actor.at > rescissionEnd(request.contracted_at)) throw refuse('rescission_expired')
  })
  return customerRequest(db, actor, requestId, tools)
}

/** At any time before productization, with a reason shown to the customer; otherwise as `rescindByCustomer`. */
export async function rescindByDealer(
  db: Db,
  actor: BusinessActor,
  requestId: number,
  input: CallBody<typeof calls.bizRescind>,
  once: Once,
  tools: Tools,
) {
  await rescind(db, actor, requestId, input, once, tools, async (tx, request) => {
    if (input.version === request.version) return
    throw staleVersion(await businessRequest(tx, actor, requestId, tools))
  })
  return businessRequest(db, actor, requestId, tools)
}

async function rescind(
  db: Db,
  actor: CustomerActor | BusinessActor,
  requestId: number,
  input: { slugs: readonly string[]; reason?: string | undefined },
  once: Once,
  tools: Tools,
  check: (tx: Tx, request: Contracted) => Promise<void>,
): Promise<void> {
  await inTransactionOnce(db, actor, once, async (tx) => {
    const request = await lockClosed(tx, actor, requestId)
    await check(tx, request)
    const items = await lockItems(tx, requestId, input.slugs)
    if (actor.kind === 'customer') await recordRescission(tx, actor, request, items)
    await rescindItems(tx, actor, request, items, input.reason ?? '', tools)
    return { id: requestId }
  })
}

type Contracted = RequestRecord & { contracted_at: string }

async function lockClosed(
  tx: Tx,
  actor: CustomerActor | BusinessActor,
  requestId: number,
): Promise<Contracted> {
  const request = await lockRequest(tx, actor, requestId)
  if (!request) throw notFound()
  if (!request.contracted_at) throw refuse('illegal_transition')
  return request as Contracted
}

async function recordRescission(
  tx: Tx,
  actor: CustomerActor,
  request: Contracted,
  items: readonly Named[],
): Promise<void> {
  await recordConsent(tx, actor, {
    request_id: request.id,
    customer_id: request.customer_id,
    kind: 'rescind',
    text_version: request.terms_version,
    text: `${formatCount(items.length)}点の売却を取り消し、お品物を返してもらいます。すでに振り込まれた代金は、同じお店の会社の次の買取代金から差し引かれます。`,
    decisions: JSON.stringify(items.map(({ slug, price }) => ({ slug, price }))),
  })
}

type Named = Pick<Selectable<purchase_item>, 'id' | 'slug' | 'status' | 'price'>

async function lockItems(tx: Tx, requestId: number, slugs: readonly string[]): Promise<Named[]> {
  const wanted = [...new Set(slugs)]
  const items = await tx
    .selectFrom('purchase_item')
    .select(['id', 'slug', 'status', 'price'])
    .where('request_id', '=', requestId)
    .where('slug', '=', sql<string>`any(${wanted}::text[])`)
    .orderBy('id')
    .forUpdate()
    .execute()
  if (items.length !== wanted.length) throw invalidField('slugs', 'この申し込みにない商品が含まれています。')
  return items
}

async function rescindItems(
  tx: Tx,
  actor: CustomerActor | BusinessActor,
  request: Contracted,
  items: readonly Named[],
  reason: string,
  tools: Pick<Tools, 'keys'>,
): Promise<void> {
  // Serializes with other deals of this customer, which must see the receivable to set off.
  await lockCustomer(tx, request.customer_id)
  await moveItems(tx, actor, items, {
    to: I.RETURN_REQUESTED,
    by: 'rescission',
    requestStatus: request.status,
    reason,
    set: { decision: 'return', refused_at: actor.at.toISOString() },
  })
  await sendBack(tx, actor, request, reason)
  const ids = items.map((item) => item.id)
  await recordActivity(tx, actor, {
    action: 'deal.rescind',
    object_type: 'request',
    object_id: request.id,
    detail: { items: items.length },
  })
  await addJob(tx, 'notification.rescinded', { request: request.id, items: ids })
  await appendReturn(tx, actor, { company_id: request.company_id, item_ids: ids }, tools)
  await rescindMoney(tx, actor, {
    customer_id: request.customer_id,
    company_id: request.company_id,
    request_id: request.id,
    amount: sumYen(items.map((item) => yen(item.price ?? 0))),
    note: '契約の取り消し',
  })
}

/** Reopens a completed request for the return; otherwise the items join the return in progress. */
async function sendBack(
  tx: Tx,
  actor: CustomerActor | BusinessActor,
  request: RequestRecord,
  reason: string,
): Promise<void> {
  if (request.status === S.COMPLETED) {
    await moveRequest(tx, actor, request, {
      to: S.RETURNING,
      as: 'rescission',
      reason,
      isReasonPublic: true,
      set: { return_carrier: null, return_tracking_number: '' },
    })
    return
  }
  // Bumps the version, so that whoever packs the parcel sees the added items.
  await touchRequest(tx, actor, request)
}
