import { sql } from 'kysely'
import type { Place } from '#contract/address'
import { applicationRefusal, isPickupSlotOpen } from '#contract/application'
import type { CallBody } from '#contract/call'
import { tokyoDate } from '#contract/day'
import {
  itemStatus as I,
  isEditable,
  isExpected,
  isOpenItem,
  openItemStatuses,
  requestStatus as S,
} from '#contract/lifecycle'
import { pickupDayProblem } from '#contract/pickup-day'
import type { purchaseRequestCalls as calls } from '#contract/purchase-request'
import { formatYen } from '#contract/text'
import { usualCarrier } from '#contract/tracking-number'
import { recordActivity } from '#server/domains/activity/activity.service'
import { withdrawOffer } from '#server/domains/assessment/offer.service'
import { promiseCampaigns } from '#server/domains/catalogue/campaign.service'
import { relateToShop } from '#server/domains/company/related-shop.service'
import { customerForRequest } from '#server/domains/customer/customer.service'
import { refuseStopped } from '#server/domains/customer/purchase-stop.service'
import { takeDraft } from '#server/domains/declared-list/draft.service'
import { isRequestHeld } from '#server/domains/hold/hold.service'
import { lockItems, moveItems } from '#server/domains/item/item.service'
import { currentTerms } from '#server/domains/terms/terms.service'
import type { Actor, CustomerActor } from '#server/platform/actor'
import { isHoliday } from '#server/platform/calendar'
import { type Db, inTransaction, type Tx } from '#server/platform/db'
import { inTransactionOnce, type Once } from '#server/platform/idempotency'
import { addJob } from '#server/platform/jobs'
import type { Paged } from '#server/platform/paging'
import { invalidField, notFound, refuse, staleVersion, unknownKey } from '#server/platform/refusal'
import type { Tools } from '#server/platform/tools'
import { recordConsent } from './consent.service.ts'
import { insertBoxes, resizeBoxes } from './purchase-request.boxes.ts'
import {
  checkKitOffer,
  eraseKitAddresses,
  insertKit,
  kitChangeOf,
  kitOf,
  newKit,
  writeKitChange,
} from './purchase-request.kit.ts'
import { requestPage } from './purchase-request.list.ts'
import { moveRequest, touched, touchRequest, writeHistory } from './purchase-request.move.ts'
import { isOwnRequest } from './purchase-request.predicates.ts'
import { customerRequest } from './purchase-request.present.ts'
import { lockRequest, type RequestRecord } from './purchase-request.queries.ts'
import { isPickupDue } from './purchase-request.rules.ts'
import { trackingsOf, writeTrackingsOf } from './purchase-request.tracking.ts'
import type { RequestFilter } from './purchase-request-list.queries.ts'

type Application = CallBody<typeof calls.create>
export type RequestInput = Omit<Application, 'draft'>
type RequestChange = CallBody<typeof calls.update>

/** Stored word for word with the consent. */
export function applicationConsentText(
  input: Pick<RequestInput, 'approval_mode' | 'auto_accept_amount' | 'unpriced_policy'>,
): string {
  const unpriced =
    input.unpriced_policy === 'dispose'
      ? '値段のつかなかった品は、リサイクルに出すことに同意します。'
      : '値段のつかなかった品は、返してもらいます。'
  if (input.approval_mode === 'review_each')
    return `査定結果を見て、1点ずつ決めます。お返事をしないまま売却になることはありません。${unpriced}`
  const amount = formatYen(input.auto_accept_amount ?? 0)
  return `査定額の合計が${amount}以上のときは、値段のついた品をすべて売ることに、あらかじめ同意します。${amount}に満たないときは、結果を見て決めます。${unpriced}`
}

export async function listOwn(db: Db, actor: CustomerActor, filter: RequestFilter & Paged) {
  return requestPage(db, actor, filter)
}

export async function createRequest(
  db: Db,
  actor: CustomerActor,
  input: Application,
  once: Once,
  tools: Tools,
) {
  const id = await inTransactionOnce(db, actor, once, async (tx) => ({
    id: await insertRequest(tx, actor, input, tools),
  }))
  return customerRequest(db, actor, id.id, tools)
}

async function insertRequest(
  tx: Tx,
  actor: CustomerActor,
  input: Application,
  tools: Tools,
): Promise<number> {
  if (actor.customer_id === null) throw refuse('customer_incomplete')
  const applicant = await customerForRequest(tx, actor.customer_id, actor.at, tools)
  const refusal = applicationRefusal(applicant)
  if (refusal) throw refuse(refusal)
  const shop = await openShop(tx, input)
  await refuseStopped(tx, actor.customer_id, shop.company_id)
  const kit = newKit(input, actor.at)
  if (kit) checkKitOffer(kit, input, shop.kit_sizes)
  checkPickup(input, actor.at, kit?.expected_on ?? null)
  checkApproval(input)
  const terms = await currentTerms(tx, actor.at)
  if (input.agreed_terms !== terms.version)
    throw refuse('terms_outdated', { extra: { terms_version: terms.version } })
  const at = actor.at.toISOString()
  const declared_list_id = input.draft ? await takeDraft(tx, actor, input.draft, tools) : null
  const row = await tx
    .insertInto('purchase_request')
    .values({
      ...columnsOf(input),
      declared_list_id,
      customer_id: actor.customer_id,
      company_id: shop.company_id,
      terms_version: terms.version,
      terms_agreed_at: at,
      is_invoice_issuer: applicant.is_invoice_issuer,
      invoice_registration_number: applicant.invoice_registration_number,
      pickup_address: input.delivering_option === 'PICKUP_ONLY' ? JSON.stringify(applicant.address) : null,
      created_at: at,
      updated_at: at,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await promiseCampaigns(tx, actor, {
    ...{ request: row.id, company: shop.company_id, shop: shop.id },
    isFirst: !(await hasSoldTo(tx, actor.customer_id, shop.company_id)),
  })
  await insertBoxes(tx, row.id, 1, input.box_count)
  if (kit) await insertKit(tx, row.id, kit, applicant.address)
  await recordConsent(tx, actor, {
    request_id: row.id,
    customer_id: actor.customer_id,
    kind: 'application',
    text_version: terms.version,
    text: applicationConsentText(input),
  })
  await relateToShop(tx, actor, { customer_id: actor.customer_id, shop_id: shop.id })
  await writeHistory(tx, actor, row.id, null, { to: S.APPLIED })
  await recordActivity(tx, actor, { action: 'request.create', object_type: 'request', object_id: row.id })
  await addJob(tx, 'notification.request', { request: row.id, to: S.APPLIED, from: null })
  return row.id
}

const hasSoldTo = async (tx: Tx, customer: number, company: number): Promise<boolean> =>
  (await tx
    .selectFrom('purchase_request')
    .select('id')
    .where('customer_id', '=', customer)
    .where('company_id', '=', company)
    .where('contracted_at', 'is not', null)
    .limit(1)
    .executeTakeFirst()) !== undefined

function columnsOf(input: RequestInput) {
  const isPickup = input.delivering_option === 'PICKUP_ONLY'
  return {
    shop_id: input.shop,
    delivering_option: input.delivering_option,
    pickup_date: isPickup ? (input.pickup_date ?? null) : null,
    pickup_time_slot: isPickup ? (input.pickup_time_slot ?? null) : null,
    carrier: input.carrier ?? (isPickup || input.kit_size ? usualCarrier : null),
    box_count: input.box_count,
    item_count: input.item_count ?? null,
    note: input.note ?? '',
    approval_mode: input.approval_mode,
    auto_accept_amount: input.approval_mode === 'review_each' ? null : (input.auto_accept_amount ?? null),
    unpriced_policy: input.unpriced_policy,
  }
}

/** Validates shop-dependent fields; returns the shop. */
async function openShop(tx: Tx, input: RequestInput) {
  const shop = await tx
    .selectFrom('shop')
    .select(['id', 'company_id', 'delivering_option', 'kit_sizes', 'is_open'])
    .where('id', '=', input.shop)
    .executeTakeFirst()
  if (!shop?.is_open) throw unknownKey('shop', input.shop)
  if (shop.delivering_option !== 'PICKUP_AND_SELF' && shop.delivering_option !== input.delivering_option) {
    throw refuse('delivering_option_not_offered')
  }
  return shop
}

/** `kitOn`: when the kit is expected; null with own boxes. */
function checkPickup(input: RequestInput, at: Date, kitOn: string | null): void {
  if (input.delivering_option !== 'PICKUP_ONLY') return
  const { pickup_date: date, pickup_time_slot: slot } = input
  if (!date) throw invalidField('pickup_date', '集荷に伺う日をお選びください。')
  if (!slot) throw invalidField('pickup_time_slot', '集荷の時間帯をお選びください。')
  const wish = { date, carrier: input.carrier ?? usualCarrier, kitOn }
  const problem = pickupDayProblem(wish, at, isHoliday)
  if (problem) throw refuse(problem.code, { message: problem.message })
  if (!isPickupSlotOpen(date, slot, at)) throw refuse('pickup_slot_closed')
}

function checkApproval(input: RequestInput): void {
  if (input.approval_mode !== 'review_each' && !input.auto_accept_amount) {
    throw invalidField('auto_accept_amount', '自動で売ってよい合計の最低額を入力してください。')
  }
}

const pickupIsDue =
  '集荷の日になったため、集荷の変更や取り消しはできません。集荷が来ないときは、お店へご連絡ください。箱は届いたあとで、そのままお返しできます。'

/** Before sending only; a tracking number marks the box as sent. */
export async function updateRequest(
  db: Db,
  actor: CustomerActor,
  id: number,
  input: RequestChange,
  tools: Tools,
) {
  const stale = await inTransaction(db, async (tx) => {
    const request = await lockRequest(tx, actor, id)
    if (!request) throw notFound()
    const { version, tracking_number: first, trackings, ...fields } = input
    if (version !== undefined && version !== request.version) return true
    const writes = Object.keys(fields).length > 0
    // A number can also be entered or corrected while the boxes are under way.
    if (!(writes ? isEditable : isExpected)(request.status)) throw refuse('not_editable')
    const current = writes ? await writeFields(tx, actor, request, fields, tools) : request
    await shipBySelf(tx, actor, current, trackingsOf(first, trackings))
    return false
  })
  const shown = await customerRequest(db, actor, id, tools)
  if (stale) throw staleVersion(shown)
  return shown
}

async function writeFields(
  tx: Tx,
  actor: CustomerActor,
  request: RequestRecord,
  { take_registered_address: takeRegistered = false, ...fields }: RequestChange,
  tools: Tools,
): Promise<RequestRecord> {
  const stored = await kitOf(tx, request.id)
  const merged: RequestInput = {
    shop: request.shop_id,
    delivering_option: request.delivering_option,
    pickup_date: request.pickup_date,
    pickup_time_slot: request.pickup_time_slot,
    carrier: request.carrier,
    box_count: request.box_count,
    kit_size: stored?.size ?? null,
    item_count: request.item_count,
    note: request.note,
    approval_mode: request.approval_mode,
    auto_accept_amount: request.auto_accept_amount,
    unpriced_policy: request.unpriced_policy,
    agreed_terms: request.terms_version,
    ...definedOf(fields),
  }
  if (merged.shop !== request.shop_id)
    throw invalidField('shop', 'お店を変えるときは、取り消してからもう一度お申し込みください。')
  // Validates only changed fields: a past day or closed shop does not block a note.
  const kit = kitChangeOf(stored, merged, request.carrier, actor.at)
  if (merged.delivering_option !== request.delivering_option || kit.offered) {
    const { kit_sizes } = await openShop(tx, merged)
    if (kit.offered) checkKitOffer(kit.offered, merged, kit_sizes)
  }
  const booked = ['delivering_option', 'pickup_date', 'pickup_time_slot'] as const
  const moved =
    booked.some((field) => merged[field] !== request[field]) ||
    (merged.delivering_option === 'PICKUP_ONLY' && merged.carrier !== request.carrier)
  if (moved || takeRegistered || kit.isChanged) {
    if (isPickupDue(request, tokyoDate(actor.at))) throw refuse('not_editable', { message: pickupIsDue })
    checkPickup(merged, actor.at, kit.expectedOn)
  }
  checkApproval(merged)
  const registered = () => registeredAddress(tx, actor, request, tools)
  const pickup_address = await pickupAddressOf(request, merged, takeRegistered, registered)
  const columns = { ...columnsOf(merged), pickup_address }
  if (merged.box_count !== request.box_count) {
    await resizeBoxes(tx, request.id, request.box_count, merged.box_count)
  }
  await writeKitChange(tx, request.id, kit, takeRegistered, registered)
  await tx
    .updateTable('purchase_request')
    .set({
      ...columns,
      pickup_address: pickup_address && JSON.stringify(pickup_address),
      ...touched(actor, request),
    })
    .where('id', '=', request.id)
    .execute()
  const consented =
    merged.approval_mode !== request.approval_mode ||
    merged.auto_accept_amount !== request.auto_accept_amount ||
    merged.unpriced_policy !== request.unpriced_policy
  if (consented) {
    await recordConsent(tx, actor, {
      request_id: request.id,
      customer_id: request.customer_id,
      kind: 'application',
      text_version: request.terms_version,
      text: applicationConsentText(merged),
    })
  }
  await recordActivity(tx, actor, { action: 'request.update', object_type: 'request', object_id: request.id })
  return { ...request, ...columns, version: request.version + 1 } as RequestRecord
}

/** Updated to the registered address only on request. */
async function pickupAddressOf(
  request: RequestRecord,
  merged: RequestInput,
  takeRegistered: boolean,
  registered: () => Promise<Place>,
): Promise<Place | null> {
  if (merged.delivering_option !== 'PICKUP_ONLY') return null
  return request.pickup_address && !takeRegistered ? request.pickup_address : registered()
}

async function registeredAddress(tx: Tx, actor: Actor, request: RequestRecord, tools: Tools): Promise<Place> {
  const customer = await customerForRequest(tx, request.customer_id, actor.at, tools)
  if (!customer.profile_complete) throw refuse('customer_incomplete')
  return customer.address
}

function definedOf(fields: Partial<RequestInput>): Partial<RequestInput> {
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined),
  ) as Partial<RequestInput>
}

/** The first number says that the customer has sent the boxes. */
async function shipBySelf(
  tx: Tx,
  actor: CustomerActor,
  request: RequestRecord,
  trackings: ReadonlyMap<number, string>,
): Promise<void> {
  const carrier = request.carrier ?? usualCarrier
  const written = await writeTrackingsOf(tx, request, carrier, trackings)
  if (!written.isNumbered || request.status === S.IN_TRANSIT) {
    if (written.isChanged) await touchRequest(tx, actor, request)
    return
  }
  let current = request
  if (current.status === S.APPLIED) {
    current = await moveRequest(tx, actor, current, { to: S.AWAITING_SHIPMENT, as: 'system' })
  }
  await moveRequest(tx, actor, current, { to: S.IN_TRANSIT, set: { carrier } })
}

export async function cancelRequest(db: Db, actor: CustomerActor, id: number): Promise<void> {
  await inTransaction(db, async (tx) => {
    const request = await lockRequest(tx, actor, id)
    if (!request) throw notFound()
    if (request.status === S.CANCELED) return
    if (!isEditable(request.status)) throw refuse('not_editable')
    if (isPickupDue(request, tokyoDate(actor.at))) {
      throw refuse('not_editable', { message: pickupIsDue })
    }
    await moveRequest(tx, actor, request, { to: S.CANCELED })
  })
}

/** Before anything is sold, or withdrawing the sale before the deal. */
export async function wantBack(db: Db, actor: CustomerActor, id: number, reason: string, tools: Tools) {
  await inTransaction(db, async (tx) => {
    const request = await lockRequest(tx, actor, id)
    if (!request) throw notFound()
    if (request.status === S.RETURNING) return
    await returnWholeBox(tx, actor, request, reason)
    await recordConsent(tx, actor, {
      request_id: id,
      customer_id: request.customer_id,
      kind: 'withdraw',
      text_version: request.terms_version,
      text: '売却をやめて、お品物を返してもらいます。',
    })
  })
  return customerRequest(db, actor, id, tools)
}

/** Returns every item that is still here; call with the request locked. */
export async function returnWholeBox(
  tx: Tx,
  actor: Parameters<typeof moveRequest>[1],
  request: RequestRecord,
  reason: string,
  as?: 'system',
): Promise<RequestRecord> {
  await refuseHeld(tx, request.id)
  const items = await lockItems(tx, request.id)
  const back = items.filter((item) => isOpenItem(item.status) && item.disposed_at === null)
  for (const status of openItemStatuses) {
    const those = back.filter((item) => item.status === status)
    await moveItems(tx, actor, those, {
      to: I.RETURN_REQUESTED,
      by: 'system',
      requestStatus: request.status,
      reason,
      set: { decision: 'return', refused_at: actor.at.toISOString() },
    })
  }
  const moved = await moveRequest(tx, actor, request, {
    to: S.RETURNING,
    reason,
    // A deadline is told; what staff note is theirs.
    ...(as ? { as, isReasonPublic: true } : {}),
  })
  await withdrawOffer(tx, actor, request.id)
  return moved
}

export async function refuseHeld(tx: Tx, requestId: number): Promise<void> {
  if (await isRequestHeld(tx, requestId)) throw refuse('held')
}

export async function eraseRequestAddresses(tx: Tx, customerId: number): Promise<void> {
  await eraseKitAddresses(tx, customerId)
  await tx
    .updateTable('purchase_request')
    .set({ pickup_address: null })
    .where('customer_id', '=', customerId)
    .where('pickup_address', 'is not', null)
    .execute()
}

export async function requestExists(db: Db, actor: Actor, id: number): Promise<boolean> {
  const { rows } = await sql`select 1 from purchase_request r
    where r.id = ${id} and ${isOwnRequest(actor, 'r')}`.execute(db)
  return rows.length > 0
}
