import { sql } from 'kysely'
import type { CallBody } from '#contract/call'
import { tokyoDate } from '#contract/day'
import { itemStatus as I, isBought, requestStatus as S } from '#contract/lifecycle'
import type { purchaseRequestCalls } from '#contract/purchase-request'
import { normalizeTrackingNumber, usualCarrier } from '#contract/tracking-number'
import { recordActivity } from '#server/domains/activity/activity.service'
import { withdrawOffer } from '#server/domains/assessment/offer.service'
import { seesShop } from '#server/domains/company/shop.predicates'
import { visibleColleague } from '#server/domains/company/staff.service'
import { recordSent } from '#server/domains/custody/handover.service'
import { heldParts, seizedItems } from '#server/domains/hold/hold.service'
import { lockItems, moveItems } from '#server/domains/item/item.service'
import { compareItems } from '#server/domains/stolen-notice/compare.service'
import type { BusinessActor } from '#server/platform/actor'
import type { ChangeQuery } from '#server/platform/changes'
import { type Db, inTransaction, type Tx } from '#server/platform/db'
import type { Paged } from '#server/platform/paging'
import { invalidField, notFound, refuse, staleVersion, unknownKey } from '#server/platform/refusal'
import type { Tools } from '#server/platform/tools'
import { boxesOf } from './purchase-request.boxes.ts'
import { businessPage } from './purchase-request.list.ts'
import { moveRequest, touched } from './purchase-request.move.ts'
import { businessRequest } from './purchase-request.present.ts'
import { lockRequest, type RequestRecord } from './purchase-request.queries.ts'
import { isPickupDue, nothingPublished, returnEnd } from './purchase-request.rules.ts'
import { refuseHeld, returnWholeBox } from './purchase-request.service.ts'
import { trackingNumberOf, trackingsOf, writeOutbound } from './purchase-request.tracking.ts'
import { type RequestFilter, requestCodesMissing } from './purchase-request-list.queries.ts'

export async function listForBusiness(
  db: Db,
  actor: BusinessActor,
  filter: RequestFilter & Paged & ChangeQuery,
) {
  return businessPage(db, actor, filter)
}

export const codesNotListed = requestCodesMissing

type MoveInput = CallBody<typeof purchaseRequestCalls.move>

/** A stale version is refused with the current object. */
export async function updateByStaff(
  db: Db,
  actor: BusinessActor,
  id: number,
  input: MoveInput,
  tools: Tools,
) {
  const stale = await inTransaction(db, async (tx) => {
    const request = await lockRequest(tx, actor, id)
    if (!request) throw notFound()
    const moves = input.status !== undefined && input.status !== request.status
    // Repeating a move has no effect; the same move with other data is somebody else's.
    if (input.version !== request.version) return !(await isRepeated(tx, request, input))
    const returning = isReturning(request.status)
    const current = await writeRequestColumns(tx, actor, request, input)
    if (!returning) await writeOutbound(tx, actor, current, input)
    if (moves) await moveByStaff(tx, actor, current, input.status as number, input)
    return false
  })
  const shown = await businessRequest(db, actor, id, tools)
  if (stale) throw staleVersion(shown)
  return shown
}

const isReturning = (status: number): boolean => status === S.RETURNING || status === S.CONTRACTED

async function isRepeated(tx: Tx, request: RequestRecord, input: MoveInput): Promise<boolean> {
  const { status } = request
  if (input.status !== status) return false
  const returned = status === S.RETURNING || status === S.RETURNED || status === S.COMPLETED
  const isSame = Object.entries(columnsFor(request, input, returned)).every(
    ([column, value]) => request[column as keyof RequestRecord] === value,
  )
  if (!isSame || returned) return isSame
  const boxes = await boxesOf(tx, request.id)
  const carrier = input.carrier ?? request.carrier ?? usualCarrier
  return [...trackingsOf(input.tracking_number, input.trackings)].every(([seq, text]) => {
    const tracking = normalizeTrackingNumber(carrier, text)
    const number = text.trim() === '' ? '' : tracking.ok ? tracking.number : undefined
    return boxes.some((box) => box.seq === seq && box.tracking_number === number)
  })
}

/** Carrier and tracking number belong to the way back while the box is `returning`. */
function columnsFor(request: RequestRecord, input: MoveInput, returning: boolean) {
  const carrier = input.carrier ?? (returning ? request.return_carrier : request.carrier)
  const tracking =
    returning && input.tracking_number
      ? trackingNumberOf(carrier ?? usualCarrier, input.tracking_number)
      : undefined
  return {
    ...(input.assessor !== undefined ? { assessor_id: input.assessor } : {}),
    ...(input.internal_note !== undefined ? { internal_note: input.internal_note } : {}),
    ...(input.carrier !== undefined
      ? returning
        ? { return_carrier: input.carrier }
        : { carrier: input.carrier }
      : {}),
    ...(tracking !== undefined ? { return_tracking_number: tracking } : {}),
    ...(input.pickup_date !== undefined ? { pickup_date: input.pickup_date } : {}),
    ...(input.pickup_time_slot !== undefined ? { pickup_time_slot: input.pickup_time_slot } : {}),
  }
}

export async function writeRequestColumns(
  tx: Tx,
  actor: BusinessActor,
  request: RequestRecord,
  input: MoveInput,
): Promise<RequestRecord> {
  const set = columnsFor(request, input, isReturning(request.status))
  if (input.assessor && input.assessor !== request.assessor_id)
    await requireColleague(tx, actor, input.assessor, [request.shop_id])
  if (Object.keys(set).length === 0) return request
  await tx
    .updateTable('purchase_request')
    .set({ ...set, ...touched(actor, request) })
    .where('id', '=', request.id)
    .execute()
  await recordActivity(tx, actor, {
    action: 'request.update',
    object_type: 'request',
    object_id: request.id,
    detail: { fields: Object.keys(set), ...changedValues(request, set) },
  })
  return { ...request, ...set, version: request.version + 1 } as RequestRecord
}

/** As they were and as they are; a note may name people, who can ask to be forgotten. */
function changedValues(
  request: RequestRecord,
  { internal_note: _note, ...set }: ReturnType<typeof columnsFor>,
) {
  const names = Object.keys(set) as (keyof typeof set & keyof RequestRecord)[]
  return { before: Object.fromEntries(names.map((name) => [name, request[name] ?? null])), after: set }
}

/** A colleague who can sign in, and sees the requests of all these shops. */
export async function requireColleague(
  tx: Tx,
  actor: BusinessActor,
  id: number,
  shops: readonly number[],
): Promise<void> {
  const { rows } = await sql<{ name: string; unseen: string | null }>`
    select b.name, (
      select string_agg(s.name, '・' order by s.id) from shop s
      where s.id = any(${shops}::bigint[]) and not ${seesShop('b.id', sql`s.id`)}
    ) as unseen
    from business_user b where b.id = ${id} and b.company_id = ${actor.company_id} and b.can_sign_in`.execute(
    tx,
  )
  const [found] = rows
  if (!found || !(await visibleColleague(tx, actor, id))) throw unknownKey('assessor', id)
  if (found.unseen !== null)
    throw invalidField(
      'assessor',
      `${found.name}さんは、${found.unseen}の申し込みを見られません。別の担当を選んでください。`,
    )
}

const reasonNeeded = (reason: string | undefined): string => {
  if (!reason?.trim()) throw invalidField('reason', '理由を入力してください。')
  return reason.trim()
}

export async function moveByStaff(
  tx: Tx,
  actor: BusinessActor,
  request: RequestRecord,
  to: number,
  input: MoveInput,
): Promise<void> {
  switch (to) {
    case S.AWAITING_SHIPMENT:
      return bookShipment(tx, actor, request)
    case S.ARRIVED:
      throw refuse('guard_failed', { message: '受け取りは、点数を数えて「受け取り」から記録してください。' })
    case S.ASSESSING:
      return startAssessment(tx, actor, request)
    case S.OFFERED:
      throw refuse('guard_failed', { message: '査定結果は「確認・公開」から公開してください。' })
    case S.REASSESSING:
      return reopen(tx, actor, request, reasonNeeded(input.reason))
    case S.RETURNING:
      if (request.status === S.CONTRACTED) return bookReturn(tx, actor, request)
      await returnWholeBox(tx, actor, request, reasonNeeded(input.reason))
      return
    case S.COMPLETED:
    case S.RETURNED:
      return finishReturn(tx, actor, request, to, input.parcel_count)
    case S.CANCELED:
      return cancel(tx, actor, request, input.reason)
    case S.ABORTED:
      return abort(tx, actor, request, reasonNeeded(input.reason))
    default:
      await moveRequest(tx, actor, request, { to, ...(input.reason ? { reason: input.reason } : {}) })
  }
}

async function cancel(
  tx: Tx,
  actor: BusinessActor,
  request: RequestRecord,
  reason: string | undefined,
): Promise<void> {
  if (isPickupDue(request, tokyoDate(actor.at))) {
    throw refuse('guard_failed', {
      message: '集荷の日になっています。集荷されていないときは、集荷日を改めてから取り消してください。',
    })
  }
  await moveRequest(tx, actor, request, { to: S.CANCELED, ...(reason ? { reason } : {}) })
}

export async function bookShipment(
  tx: Tx,
  actor: BusinessActor,
  request: RequestRecord,
  reason?: string,
): Promise<void> {
  if (request.delivering_option === 'PICKUP_ONLY' && (!request.carrier || !request.pickup_date)) {
    throw refuse('guard_failed', { message: '運送会社と集荷日を決めてから進めてください。' })
  }
  await moveRequest(tx, actor, request, { to: S.AWAITING_SHIPMENT, ...(reason ? { reason } : {}) })
}

async function startAssessment(tx: Tx, actor: BusinessActor, request: RequestRecord): Promise<void> {
  const assessor = request.assessor_id ?? actor.business_user_id
  const items = await lockItems(tx, request.id)
  const held = await heldParts(tx, request.id)
  if (held.box) throw refuse('held')
  const moved = await moveRequest(tx, actor, request, { to: S.ASSESSING, set: { assessor_id: assessor } })
  await moveItems(
    tx,
    actor,
    // Held items keep their status until released.
    items.filter((item) => item.status === I.RECEIVED && !held.items.has(item.id)),
    { to: 1, by: 'assessor', requestStatus: moved.status },
  )
}

/** Stops the deadline and turns accepted items back into assessed ones. */
async function reopen(tx: Tx, actor: BusinessActor, request: RequestRecord, reason: string): Promise<void> {
  const items = await lockItems(tx, request.id)
  if ((await heldParts(tx, request.id)).box) throw refuse('held')
  await moveItems(
    tx,
    actor,
    items.filter((item) => item.status === I.ACCEPTED),
    {
      to: 2,
      by: 'staff',
      requestStatus: request.status,
      reason,
      set: { decision: null, consent_id: null },
    },
  )
  await withdrawOffer(tx, actor, request.id)
  await moveRequest(tx, actor, request, {
    to: S.REASSESSING,
    reason,
    isReasonPublic: true,
    set: nothingPublished,
  })
}

async function bookReturn(tx: Tx, actor: BusinessActor, request: RequestRecord): Promise<void> {
  const back = goingBack(await lockItems(tx, request.id), await seizedItems(tx, request.id))
  if (back.length === 0) throw refuse('guard_failed', { message: '返送する商品がありません。' })
  const held = await heldParts(tx, request.id)
  if (held.box || back.some(({ id }) => held.items.has(id))) throw refuse('held')
  await moveRequest(tx, actor, request, { to: S.RETURNING })
}

const goingBack = <Item extends { id: number; status: number }>(
  items: readonly Item[],
  seized: ReadonlySet<number>,
): Item[] => items.filter(({ id, status }) => status === I.RETURN_REQUESTED && !seized.has(id))

async function finishReturn(
  tx: Tx,
  actor: BusinessActor,
  request: RequestRecord,
  to: number,
  counted: number | undefined,
): Promise<void> {
  if (request.contracted_at === null) await refuseHeld(tx, request.id)
  const { return_carrier: carrier, return_tracking_number: tracking } = request
  if (!carrier || !tracking) {
    throw refuse('guard_failed', { message: '返送の運送会社と送り状番号を入力してください。' })
  }
  const items = await lockItems(tx, request.id)
  const bought = items.filter((item) => isBought(item.status)).length
  if (to !== returnEnd({ bought })) throw refuse('illegal_transition')
  const packed = goingBack(items, await seizedItems(tx, request.id))
  if (packed.length + bought === 0) throw refuse('guard_failed', { message: '返送する商品がありません。' })
  // What a notice that has just come asks about does not leave the house; `moveItems` finds it held.
  await compareItems(
    tx,
    actor,
    packed.map(({ id }) => id),
  )
  if (counted === undefined) throw invalidField('parcel_count', '箱に入れた点数を入力してください。')
  if (counted !== packed.length) {
    throw refuse('parcel_count_differs', {
      message: `お返しするのは${packed.length}点です。箱の中の商品をもう一度お確かめください。`,
      extra: { expected: packed.length },
    })
  }
  const parcel = packed.length > 0 ? await sendParcel(tx, actor, request, packed.length) : null
  await moveItems(tx, actor, packed, {
    to: 7,
    by: 'staff',
    requestStatus: request.status,
    set: { return_parcel_id: parcel },
  })
  await recordSent(
    tx,
    actor,
    packed.map(({ id }) => id),
  )
  await moveRequest(tx, actor, request, { to })
}

async function sendParcel(
  tx: Tx,
  actor: BusinessActor,
  request: RequestRecord,
  count: number,
): Promise<number> {
  const parcel = await tx
    .insertInto('return_parcel')
    .values({
      request_id: request.id,
      carrier: request.return_carrier as string,
      tracking_number: request.return_tracking_number,
      item_count: count,
      sent_by: actor.business_user_id,
      sent_at: actor.at.toISOString(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return parcel.id
}

async function abort(tx: Tx, actor: BusinessActor, request: RequestRecord, reason: string): Promise<void> {
  await refuseHeld(tx, request.id)
  const items = await lockItems(tx, request.id)
  if (request.status === S.IN_TRANSIT && items.length > 0) {
    throw refuse('guard_failed', {
      message: '届いた箱があります。届かない箱は「残りの箱を待たずに進める」から記録してください。',
    })
  }
  if (items.some((item) => isBought(item.status))) {
    throw refuse('guard_failed', { message: '買い取った商品があるため、中止にはできません。' })
  }
  await withdrawOffer(tx, actor, request.id)
  await moveRequest(tx, actor, request, {
    to: S.ABORTED,
    reason,
    isReasonPublic: true,
    set: { abort_reason: reason },
  })
}
