import { adultAge } from '#contract/application'
import { ageOn, tokyoDate, tokyoDateTime } from '#contract/day'
import { type DealBlocker, dealBlockerSentences, dealBlockers } from '#contract/deal-blocker'
import {
  itemStatus as I,
  isBeingAssessed,
  isBought,
  isEditable,
  requestStatus as S,
} from '#contract/lifecycle'
import { problemsOf } from '#contract/publication'
import { trackingUrl } from '#contract/tracking-number'
import { birthdayOf } from '#server/domains/customer/customer.service'
import { type DeclaredList, shownList } from '#server/domains/declared-list/declared-list.service'
import { holds, seizes } from '#server/domains/hold/hold.predicates'
import { customerItemStatus, isDisputed, isRescinded, type SecondLook } from '#server/domains/item/item.rules'
import { itemsOfRequest, type SummaryRow } from '#server/domains/item/item.service'
import type { Actor, BusinessActor, CustomerActor } from '#server/platform/actor'
import type { Db } from '#server/platform/db'
import { type Picture, pictureOf } from '#server/platform/picture'
import { notFound } from '#server/platform/refusal'
import type { Tools } from '#server/platform/tools'
import { boxForStaff, boxShown, isHere } from './purchase-request.boxes.ts'
import { kitShown } from './purchase-request.kit.ts'
import { isResultOut } from './purchase-request.predicates.ts'
import { type RequestDetailRecord, requestDetail, requestHistory } from './purchase-request.queries.ts'
import { countDiffers, isPickupDue, movesFor, promiseOf, rescissionEnd } from './purchase-request.rules.ts'

export { requestDetail }

type Reader = CustomerActor | BusinessActor

export async function customerRequest(db: Db, actor: CustomerActor, id: number, tools: Pick<Tools, 'keys'>) {
  const { record, items, history, declared } = await load(db, actor, id, tools)
  const blockers = dealBlockersOf(record, actor.at, tools)
  return {
    ...common(record, items, actor, tools),
    declared,
    items: isResultOut(record) ? items.map((item) => ofCustomer(summary(item, record, actor, tools))) : [],
    status_history: history.map((line) => ({
      id: line.id,
      from_status: line.from_status,
      to_status: line.to_status,
      at: line.at,
      actor:
        line.actor_kind === 'customer'
          ? 'お客さま'
          : line.actor_kind === 'business'
            ? record.shop_name
            : '自動',
      reason: line.actor_kind === 'customer' || line.is_reason_public ? line.reason : '',
    })),
    allowed_transitions: movesFor(moveContext(record, items, actor.at), 'customer'),
    deal_blockers: blockers,
    what_blocks_contract: dealBlockerSentences(blockers),
    ship_to: {
      name: `${record.shop_name} 買取受付`,
      postal_code: record.shop_postal_code,
      address: record.shop_address,
      phone: record.shop_phone,
    },
    is_editable: isEditable(record.status),
    may_object_to_count:
      countDiffers(record) && record.count_objections.every(({ answered_at }) => answered_at !== null),
    is_pickup_due: isEditable(record.status) && isPickupDue(record, tokyoDate(actor.at)),
  }
}

export async function businessRequest(db: Db, actor: BusinessActor, id: number, tools: Pick<Tools, 'keys'>) {
  const { record, items, history, declared } = await load(db, actor, id, tools)
  const blockers = dealBlockersOf(record, actor.at, tools)
  return {
    ...common(record, items, actor, tools),
    boxes: record.boxes.map(boxForStaff(record.carrier)),
    declared,
    items: items.map((item) => summary(item, record, actor, tools)),
    status_history: history.map((line) => ({
      id: line.id,
      from_status: line.from_status,
      to_status: line.to_status,
      at: line.at,
      actor: actorShown(line, record.customer_name),
      reason: line.reason,
    })),
    allowed_transitions: movesFor(moveContext(record, items, actor.at), 'staff'),
    customer: record.customer_id,
    customer_name: record.customer_name,
    customer_is_verified: record.is_verified,
    customer_request_count: record.customer_request_count,
    assessor: record.assessor_id,
    assessor_name: record.assessor_name,
    arrived_note: record.arrived_note,
    internal_note: record.internal_note,
    station: record.station,
    holds: record.holds,
    is_held: record.is_held,
    deal_blockers: blockers,
    what_blocks: dealBlockerSentences(blockers),
  }
}

async function load(db: Db, actor: Reader, id: number, tools: Pick<Tools, 'keys'>) {
  const [found, items, history] = await Promise.all([
    requestDetail(db, actor, id),
    itemsOfRequest(db, id),
    requestHistory(db, id),
  ])
  // Only the first statement is scoped.
  if (!found) throw notFound()
  const { declared_list_id: list } = found
  const declared: DeclaredList | null = list === null ? null : await shownList(db, list, actor.at, tools)
  return { record: found, items, history, declared }
}

type HoldState = Pick<RequestDetailRecord, 'is_held' | 'contracted_at' | 'holds'>
type Moving = Pick<SummaryRow, 'id' | 'status'>

const isSeized = ({ holds }: Pick<HoldState, 'holds'>, item: Moving): boolean =>
  holds.some((hold) => seizes(hold, item))

const goesBack = (record: HoldState, item: Moving): boolean =>
  item.status === I.RETURN_REQUESTED && !isSeized(record, item)

/** Before the deal one held item stops the box; after it only held items that go back do. */
function isStopped(record: HoldState, items: readonly Moving[]): boolean {
  if (record.contracted_at === null) return record.is_held
  return record.holds.some(
    (hold) =>
      holds(hold) &&
      (hold.item === null || items.some((item) => item.id === hold.item && goesBack(record, item))),
  )
}

export function moveContext(record: RequestDetailRecord, items: readonly Moving[], at: Date) {
  return {
    status: record.status,
    bought: items.filter((item) => isBought(item.status)).length,
    toReturn: items.filter((item) => goesBack(record, item)).length,
    hasItems: items.length > 0,
    isHeld: isStopped(record, items),
    isBoxHeld: record.holds.some((hold) => holds(hold) && hold.item === null),
    secondLookUsed: record.second_look_at !== null,
    offerOpen: record.offer_expires_at !== null && new Date(record.offer_expires_at) > at,
    isPickupDue: isPickupDue(record, tokyoDate(at)),
  }
}

function actorShown(line: { actor_kind: string; actor_name: string }, customer: string): string {
  if (line.actor_kind === 'customer') return customer
  return line.actor_name || (line.actor_kind === 'system' ? '自動' : '')
}

const ofCustomer = <Item extends { status: number }>(item: Item): Item => ({
  ...item,
  status: customerItemStatus(item.status),
})

function common(record: RequestDetailRecord, items: SummaryRow[], actor: Actor, tools: Pick<Tools, 'keys'>) {
  const promise = promiseOf(record)
  return {
    id: record.id,
    status: record.status,
    shop: record.shop_id,
    shop_name: record.shop_name,
    delivering_option: record.delivering_option,
    carrier: record.carrier,
    pickup_date: record.pickup_date,
    pickup_time_slot: record.pickup_time_slot,
    box_count: record.box_count,
    arrived_box_count: record.boxes.filter(isHere).length,
    kit: record.kit && kitShown(record.kit, record, record.kit_address_differs, actor.at),
    item_count: record.item_count,
    arrived_at: record.arrived_at,
    created_at: record.created_at,
    updated_at: record.updated_at,
    status_changed_at: record.status_changed_at,
    offer_total: actor.kind === 'customer' && !isResultOut(record) ? null : record.offer_total,
    agreed: record.agreed,
    offer_expires_at: record.status === S.OFFERED ? record.offer_expires_at : null,
    note: record.note,
    approval_mode: record.approval_mode,
    auto_accept_amount: record.auto_accept_amount,
    unpriced_policy: record.unpriced_policy,
    terms_version: record.terms_version,
    pickup_address: record.pickup_address,
    pickup_address_differs: record.pickup_address_differs,
    boxes: record.boxes.map(boxShown(record.carrier)),
    arrived_item_count: record.arrived_item_count,
    arrived_weight_g: record.arrived_weight_g,
    opening_photos: record.opening_photos.map((photo) => pictureOf(photo, actor.at, tools)),
    count_objections: record.count_objections,
    offered_at: record.offered_at,
    answered_at: record.answered_at,
    contracted_at: record.contracted_at,
    return_carrier: record.return_carrier,
    return_tracking_number: record.return_tracking_number,
    return_tracking_url: trackingUrl(record.return_carrier, record.return_tracking_number),
    return_parcels: record.return_parcels.map((parcel) => ({
      ...parcel,
      tracking_url: trackingUrl(parcel.carrier, parcel.tracking_number),
    })),
    return_cost: record.company_return_cost,
    rescissions: record.rescissions,
    second_look_reason: record.second_look_reason,
    second_look_items: record.second_look_items,
    second_look_used: record.second_look_at !== null,
    second_look_at: record.second_look_at,
    second_look_answer: record.second_look_answer,
    second_look_answered_at: record.second_look_answered_at,
    abort_reason: record.abort_reason,
    has_statement: record.is_invoice_issuer && record.contracted_at !== null,
    rescission_until: rescissionUntil(record, items, actor.at),
    promises: promise
      ? [
          {
            status: promise.status,
            label: promise.label,
            promised_at: tokyoDateTime(promise.by),
            is_late: promise.by < actor.at,
          },
        ]
      : [],
    version: record.version,
  }
}

function summary(
  item: SummaryRow,
  request: SecondLook & Pick<HoldState, 'holds'>,
  actor: Reader,
  tools: Pick<Tools, 'keys'>,
) {
  const photo: Picture | null =
    item.photo_id !== null && item.key !== null
      ? pictureOf(
          {
            id: item.photo_id,
            key: item.key,
            thumbnail_key: item.thumbnail_key ?? '',
            kind: item.kind ?? '',
            caption: item.caption ?? '',
          },
          actor.at,
          tools,
        )
      : null
  return {
    slug: item.slug,
    seq: item.seq,
    name: item.name,
    status: item.status,
    brand_name: item.brand_name,
    category_name: item.category_name,
    grade: item.grade as 'A_1' | null,
    price: item.price,
    photo,
    is_disputed: isDisputed(request, item),
    problems: actor.kind === 'business' && isBeingAssessed(request.status) ? problemsShown(item) : [],
    is_disposed: item.disposed_at !== null,
    // The shop tells the customer about it itself.
    is_seized: actor.kind === 'business' && isSeized(request, item),
    is_rescinded: isRescinded(item),
  }
}

/** Without the price's reason and the comment, which this row does not have. */
const problemsShown = (item: SummaryRow) =>
  item.status > I.NOT_BUYABLE || item.disposed_at !== null
    ? []
    : problemsOf(
        {
          ...item,
          uplift: 0,
          photos: item.photo_id === null ? 0 : 1,
          ...{ priceReason: '', priceReasonPhoto: null, priceReasonAmount: null, isCommentOutdated: false },
        },
        {},
      )

function rescissionUntil(
  record: RequestDetailRecord,
  items: readonly { status: number }[],
  at: Date,
): string | null {
  if (!record.contracted_at || !items.some((item) => item.status === I.PURCHASED)) return null
  const until = rescissionEnd(record.contracted_at)
  return until >= at ? tokyoDateTime(until) : null
}

export function dealBlockersOf(
  record: RequestDetailRecord,
  at: Date,
  tools: Pick<Tools, 'keys'>,
): DealBlocker[] {
  if (record.status !== S.ANSWERED) return []
  const { customer_id: id, customer_birthday_enc: birthday_enc } = record
  const birthday = birthdayOf({ id, birthday_enc }, tools)
  const under_age = birthday !== null && ageOn(birthday, tokyoDate(at)) < adultAge
  const blocks: Record<DealBlocker, boolean> = {
    not_identified: !record.is_verified && !record.is_in_review && !under_age,
    identity_in_review: !record.is_verified && record.is_in_review && !under_age,
    held: record.is_held || record.is_sold_seized,
    under_age,
  }
  return dealBlockers.filter((blocker) => blocks[blocker])
}
