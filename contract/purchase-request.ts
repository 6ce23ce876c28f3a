import * as z from 'zod'
import { call } from './call.ts'
import {
  approvalModeLabel,
  carrierLabel,
  deliveringOptionLabel,
  deliveringOptions,
  kitSizeLabel,
  pickupTimeSlotLabel,
  unpricedPolicyLabel,
} from './codes.ts'
import { dealBlockers } from './deal-blocker.ts'
import { declaredList, draftKey, requestDraft } from './declared-list.ts'
import {
  address,
  changing,
  changingPage,
  code,
  codeShown,
  count,
  countFrom,
  date,
  dateTime,
  grade,
  historyLine,
  id,
  maybeText,
  missingCodes,
  move,
  page,
  paged,
  pageSize,
  percent,
  picture,
  query,
  text,
  version,
  word,
  wordShown,
  yen,
  yenFrom,
} from './field.ts'
import { hold, holdInput } from './hold.ts'
import { dealerCheck } from './identity.ts'
import { outcomes } from './insight.ts'
import {
  itemStatusLabel,
  type NextStep,
  nextStepLabel,
  requestStationLabel,
  requestStations,
  requestStatusLabel,
} from './lifecycle.ts'
import { publicationProblems } from './publication.ts'
import { act, whole } from './put.ts'
import { kitOfRow, requestKit } from './request-kit.ts'
import { countObjection, receivedBox, requestBox, rescission, returnParcel } from './request-record.ts'
import { ownBalance } from './transfer.ts'

export const requestOrder = {
  fields: [
    'id',
    'created_at',
    'updated_at',
    'status_changed_at',
    'pickup_date',
    'arrived_at',
    'offer_expires_at',
    'offer_total',
    'status',
    'shop',
  ],
  usual: '-id',
} as const

/** `customer_*` filters have no effect for a customer. */
export const requestFilter = z.object({
  id: query.int,
  status: query.code(requestStatusLabel),
  shop: query.int,
  brand_name: query.text,
  customer_id: query.int,
  customer_name: query.text,
  date_from: query.date,
  date_to: query.date,
  delivering_option: query.choice(deliveringOptions),
  pickup_date: query.date,
  ordering: query.ordering(requestOrder),
  ...paged,
})

export const bizRequestFilter = requestFilter.extend({
  q: query.search,
  view: query.choice(['late', 'arriving', 'mine', 'objected', 'statement', ...requestStations]),
  assessor: query.int,
  published_from: query.date.describe('First day on which the first result was published.'),
  published_to: query.date,
  lead_over: query.int.describe('Minutes from the arrival to the first result that it took longer than.'),
  ended_from: query.date.describe('First day on which the offer ended.'),
  ended_to: query.date,
  outcome: query.choice(['refused', ...outcomes]).describe('How the offer ended; `refused`: not sold.'),
})

export const mostBoxes = 20

const boxNumber = countFrom(1, mostBoxes)
const trackings = z
  .array(z.object({ box: boxNumber, tracking_number: maybeText(30) }))
  .max(mostBoxes)
  .describe('Numbers of single boxes; a blank one takes the number off.')

export const requestInput = z.object({
  shop: id,
  delivering_option: z.enum(['PICKUP_ONLY', 'SELF_ONLY']),
  pickup_date: date.nullish(),
  pickup_time_slot: word(pickupTimeSlotLabel).nullish(),
  carrier: word(carrierLabel).nullish(),
  box_count: boxNumber,
  kit_size: code(kitSizeLabel)
    .nullish()
    .describe('Size of the cardboard boxes that the shop sends first; null for the customer’s own boxes.'),
  item_count: countFrom(1, 500).nullish(),
  note: maybeText(1000).optional(),
  approval_mode: word(approvalModeLabel),
  auto_accept_amount: yenFrom(1).nullish(),
  unpriced_policy: word(unpricedPolicyLabel),
  agreed_terms: z.string().min(1).max(40).describe('The version of the terms agreed to.'),
  tracking_number: maybeText(30).nullish().describe('Of the first box.'),
})

/** Items sold or agreed to sell, without rescinded ones. Null before the answer, zero when everything is returned. */
export const agreed = z.object({ count, total: yen })

const requestChange = requestInput.partial().extend({
  take_registered_address: z.boolean().optional(),
  trackings: trackings.optional(),
  version: version.optional(),
})

export const requestRow = z.object({
  id,
  status: codeShown(requestStatusLabel),
  shop: id,
  shop_name: z.string(),
  delivering_option: wordShown(deliveringOptionLabel),
  carrier: wordShown(carrierLabel).nullable(),
  pickup_date: date.nullable(),
  pickup_time_slot: wordShown(pickupTimeSlotLabel).nullable(),
  box_count: count,
  arrived_box_count: count,
  kit: kitOfRow.nullable(),
  item_count: count.nullable(),
  arrived_at: dateTime.nullable(),
  /** As assessed; `agreed` is what was sold. */
  offer_total: yen.nullable(),
  agreed: agreed.nullable(),
  offer_expires_at: dateTime.nullable(),
  created_at: dateTime,
  updated_at: dateTime,
  status_changed_at: dateTime.describe('Since when it is in its status.'),
})

export const bizRequestRow = requestRow.extend({
  customer: id,
  customer_name: z.string(),
  assessor: id.nullable(),
  assessor_name: z.string().nullable(),
  is_held: z.boolean(),
  version,
  delivered_at: dateTime
    .nullable()
    .describe('When the carrier delivered the last box that is not received yet; null where there is none.'),
})

/** In one act: what is chosen on a page of the list at its largest. */
export const mostAssigned = pageSize.most

const notDistinct = { error: '同じ申し込みが2回あります。' }
const chosenRequests = (most: number) =>
  z
    .array(z.object({ id, version }))
    .min(1)
    .max(most)
    .refine((chosen) => new Set(chosen.map((each) => each.id)).size === chosen.length, notDistinct)
    .describe('As the list showed them.')

/** Each is a transaction of its own. */
export const mostMoved = 50

const assigned = {
  changed: z.array(id).describe('Requests that have another person now.'),
  kept: z.array(id).describe('Requests that stayed as they were: changed by somebody meanwhile, or ended.'),
}

export const itemSummary = z.object({
  slug: z.string(),
  seq: count,
  name: z.string(),
  status: codeShown(itemStatusLabel),
  brand_name: z.string(),
  category_name: z.string(),
  grade: grade.nullable(),
  price: yen.nullable(),
  photo: picture.nullable(),
  is_disputed: z.boolean(),
  is_disposed: z.boolean(),
  is_seized: z.boolean(),
  is_rescinded: z.boolean(),
  /** The price check needs the whole request and is left out. */
  problems: z.array(z.enum(publicationProblems)),
})

export const promiseStep = z.object({
  status: codeShown(requestStatusLabel),
  label: z.string(),
  promised_at: dateTime.nullable(),
  is_late: z.boolean(),
})

export const requestHistoryLine = historyLine(requestStatusLabel)
export const requestMove = move(requestStatusLabel).extend({ needs: z.array(z.string()) })

const requestDetail = requestRow.extend({
  kit: requestKit.nullable(),
  note: z.string(),
  approval_mode: word(approvalModeLabel),
  auto_accept_amount: yen.nullable(),
  unpriced_policy: word(unpricedPolicyLabel),
  terms_version: z.string(),
  /** Registered address at application; null when the customer ships the boxes. */
  pickup_address: address.nullable(),
  pickup_address_differs: z.boolean(),
  boxes: z.array(requestBox),
  arrived_item_count: count.nullable(),
  arrived_weight_g: count.nullable(),
  declared: declaredList.nullable(),
  opening_photos: z.array(picture),
  count_objections: z.array(countObjection),
  offered_at: dateTime.nullable(),
  answered_at: dateTime.nullable(),
  contracted_at: dateTime.nullable(),
  /** Of the return parcel in preparation, or the last one. */
  return_carrier: wordShown(carrierLabel).nullable(),
  return_tracking_number: z.string(),
  return_tracking_url: z.string().nullable(),
  return_parcels: z.array(returnParcel),
  return_cost: yen,
  rescissions: z.array(rescission),
  second_look_reason: z.string(),
  second_look_items: z.array(z.string()).describe('Codes of the articles asked about; empty: all of them.'),
  second_look_used: z.boolean(),
  second_look_at: dateTime.nullable(),
  second_look_answer: z.string(),
  second_look_answered_at: dateTime.nullable(),
  abort_reason: z.string(),
  rescission_until: dateTime.nullable(),
  has_statement: z.boolean().describe('There is a statement for the seller to confirm.'),
  items: z.array(itemSummary),
  status_history: z.array(requestHistoryLine),
  promises: z.array(promiseStep),
  allowed_transitions: z.array(requestMove),
  version,
})

/** For the customer: items only once published, never staff notes. */
export const purchaseRequest = requestDetail.extend({
  deal_blockers: z.array(z.enum(dealBlockers)),
  what_blocks_contract: z.array(z.string()),
  ship_to: z.object({ name: z.string(), postal_code: z.string(), address: z.string(), phone: z.string() }),
  is_editable: z.boolean(),
  may_object_to_count: z.boolean(),
  is_pickup_due: z
    .boolean()
    .describe(
      'The carrier may have the box: the pickup can no longer be moved or called off by the customer.',
    ),
})

export const bizPurchaseRequest = requestDetail.extend({
  customer: id,
  customer_name: z.string(),
  customer_is_verified: z.boolean(),
  customer_request_count: count,
  boxes: z.array(receivedBox),
  assessor: id.nullable(),
  assessor_name: z.string().nullable(),
  arrived_note: z.string(),
  internal_note: z.string(),
  station: word(requestStationLabel).nullable(),
  holds: z.array(hold),
  is_held: z.boolean(),
  deal_blockers: z.array(z.enum(dealBlockers)),
  what_blocks: z.array(z.string()),
})

/** 仕入明細書: purchase statement of the dealer, confirmed by a seller who issues invoices. */
export const purchaseStatement = z.object({
  purchase_request: id,
  dealer_name: z.string(),
  dealer_address: z.string(),
  shop_name: z.string(),
  seller_name: z.string(),
  seller_registration_number: z.string(),
  traded_on: date,
  items: z
    .array(z.object({ seq: count, name: z.string(), price: yen, is_rescinded: z.boolean() }))
    .describe('Prices include the tax.'),
  total: yen.describe('Without what was taken back.'),
  tax_rate: percent,
  tax: yen,
  confirmed_at: dateTime.nullable(),
})

/** More than this is a mistake or a machine. */
export const mostOpeningPhotos = 40

const inputRefusals = [
  'delivering_option_not_offered',
  'kit_not_offered',
  'pickup_date_invalid',
  'pickup_before_kit',
  'pickup_slot_closed',
] as const

export const about = 'Requests from the application to the end of the business.'

const nextStep = z.enum(Object.keys(nextStepLabel) as [NextStep, ...NextStep[]])

/** A request that a scanned parcel may belong to. */
const parcelCandidate = z.object({
  request: id,
  box: count.nullable(),
  status: codeShown(requestStatusLabel),
  customer_name: z.string(),
  shop_name: z.string(),
  created_at: dateTime,
  arrived_at: dateTime.nullable().describe('Since when its box is here; null while it is awaited.'),
  next: nextStep,
})

export const purchaseRequestCalls = {
  list: call('GET /api/purchase_requests/', {
    summary: 'Own requests',
    may: 'customer.self',
    reads: ['request'],
    query: requestFilter,
    ok: page(requestRow),
  }),
  overview: call('GET /api/me/overview/', {
    summary: 'What the own page shows: requests, what may wait for the reader, balance, identity',
    may: 'customer.self',
    reads: ['request', 'balance', 'customer', 'draft'],
    sensitive: true,
    ok: z.object({
      draft: z
        .object({
          updated_at: dateTime,
          expires_at: dateTime.describe('When it is deleted unless it is changed before.'),
          shop_name: z.string().describe('Blank before a shop is chosen.'),
          total: count.describe('Articles of its list.'),
        })
        .nullable()
        .describe('A request that was begun.'),
      newest: z.array(requestRow).describe('The newest requests, at most five.'),
      waiting: z.array(requestRow).describe('Older requests in a status that may wait for the reader.'),
      balance: ownBalance.describe('The same as `GET /api/balance/`.'),
      statements: z
        .array(id)
        .describe('Requests whose statement of purchase waits to be confirmed, the newest first.')
        .meta({ example: [123] }),
      checks: z.array(dealerCheck).describe('The same as `GET /api/identity-checks/`.'),
    }),
  }),
  create: call('POST /api/purchase_requests/', {
    summary: 'Ask for a box to be bought',
    may: 'customer.self',
    changes: ['request', 'draft'],
    idempotent: true,
    body: requestInput.extend({ draft: draftKey.nullish() }),
    status: 201,
    ok: purchaseRequest,
    current: requestDraft,
    errors: [
      'not_found',
      'customer_incomplete',
      'under_age',
      'purchase_disabled',
      'terms_outdated',
      'idempotency_key_reused',
      'stale_version',
      'draft_ended',
      ...inputRefusals,
    ],
  }),
  get: call('GET /api/purchase_requests/{id}/', {
    summary: 'One own request',
    may: 'customer.self',
    reads: ['request', 'item'],
    sensitive: true,
    ok: purchaseRequest,
  }),
  replace: call('PUT /api/purchase_requests/{id}/', {
    summary: 'Change an own request before it is sent',
    may: 'customer.self',
    changes: ['request'],
    body: whole(requestInput.extend({ version: version.optional() }), { note: '' }),
    ok: purchaseRequest,
    errors: ['not_editable', 'kit_sent', 'stale_version', 'customer_incomplete', ...inputRefusals],
  }),
  update: call('PATCH /api/purchase_requests/{id}/', {
    summary: 'Change part of an own request, or enter its tracking number',
    may: 'customer.self',
    changes: ['request'],
    body: requestChange,
    ok: purchaseRequest,
    errors: ['not_editable', 'kit_sent', 'stale_version', 'customer_incomplete', ...inputRefusals],
  }),
  cancel: call('DELETE /api/purchase_requests/{id}/', {
    summary: 'Cancel before sending',
    may: 'customer.self',
    changes: ['request'],
    ok: 'nothing',
    errors: ['not_editable'],
  }),
  objectToCount: call('POST /api/purchase_requests/{id}/count-objections/', {
    summary: 'Tell the shop that another number of articles was in the box',
    may: 'customer.self',
    changes: ['request'],
    repeated: 'changes nothing',
    body: z.object({ text: text(1000) }),
    ok: purchaseRequest,
    errors: ['count_agrees', 'objection_open'],
  }),
  secondLook: call('POST /api/purchase_requests/{id}/second-look/', {
    summary: 'Ask once for a second look',
    may: 'customer.self',
    changes: ['request', 'item'],
    repeated: 'changes nothing',
    body: z.object({ reason: text(1000), items: z.array(z.string().max(40)).max(500).optional() }),
    ok: purchaseRequest,
    errors: ['second_look_used', 'illegal_transition', 'offer_expired', 'held'],
  }),
  wantBack: call('POST /api/purchase_requests/{id}/return/', {
    summary: 'Ask for the whole box back before anything is sold',
    may: 'customer.self',
    changes: ['request', 'item'],
    repeated: 'changes nothing',
    body: z.object({ reason: maybeText(1000).optional() }),
    ok: purchaseRequest,
    errors: ['illegal_transition', 'held'],
  }),
  statement: call('GET /api/purchase_requests/{id}/statement/', {
    summary: 'The dealer’s statement of a purchase from an invoice issuer',
    may: 'customer.self',
    reads: ['request'],
    sensitive: true,
    ok: purchaseStatement,
  }),
  confirmStatement: call('POST /api/purchase_requests/{id}/statement/confirm/', {
    summary: 'Confirm the statement as it was shown',
    may: 'customer.self',
    changes: ['request'],
    repeated: 'changes nothing',
    body: z.object({ total: yenFrom(0) }),
    ok: purchaseStatement,
    errors: ['stale_version'],
  }),
  bizStatement: call('GET /api/biz/purchase_requests/{id}/statement/', {
    summary: 'The statement of a purchase from an invoice issuer, and whether it is confirmed',
    may: 'biz.request.read',
    reads: ['request'],
    sensitive: true,
    ok: purchaseStatement,
  }),
  rescind: call('POST /api/purchase_requests/{id}/rescind/', {
    summary: 'Take a deal back within 24 hours for items not yet productized',
    may: 'customer.self',
    changes: ['request', 'item', 'balance'],
    idempotent: true,
    body: z.object({ slugs: z.array(z.string().max(40)).min(1).max(500), reason: maybeText(500).optional() }),
    ok: purchaseRequest,
    errors: ['rescission_expired', 'illegal_transition', 'held', 'idempotency_key_reused'],
  }),
  bizRescind: call('POST /api/biz/purchase_requests/{id}/rescind/', {
    summary: 'Take a deal back as the dealer, for items not yet productized; the customer is told the reason',
    may: 'biz.contract.rescind',
    changes: ['request', 'item', 'ledger', 'deal'],
    idempotent: true,
    freshSignIn: true,
    body: z.object({
      slugs: z.array(z.string().max(40)).min(1).max(500),
      reason: text(500),
      version,
    }),
    ok: bizPurchaseRequest,
    errors: [
      'illegal_transition',
      'stale_version',
      'held',
      'reauthentication_required',
      'idempotency_key_reused',
    ],
  }),
  bizList: call('GET /api/biz/purchase_requests/', {
    summary: 'Requests of the own shops',
    may: 'biz.request.read',
    reads: ['request'],
    query: bizRequestFilter.extend(changing),
    fromReplica: true,
    ok: changingPage(bizRequestRow),
  }),
  csv: call('GET /api/biz/purchase_requests/csv/', {
    summary: 'Requests as CSV, in the order of the list; each download is recorded',
    may: 'biz.request.export',
    reads: ['request'],
    sensitive: true,
    limit: 'export',
    freshSignIn: true,
    query: bizRequestFilter,
    fromReplica: true,
    ok: 'csv',
    errors: ['reauthentication_required'],
  }),
  codes: call('GET /api/biz/purchase_requests/codes/', {
    summary: 'Which of several codes in a search the list of requests does not show',
    may: 'biz.request.read',
    reads: ['request'],
    query: bizRequestFilter.omit({ page: true, size: true }),
    ok: missingCodes,
  }),
  bizGet: call('GET /api/biz/purchase_requests/{id}/', {
    summary: 'One request of the own shops',
    may: 'biz.request.read',
    reads: ['request', 'item'],
    sensitive: true,
    ok: bizPurchaseRequest,
  }),
  move: call('PUT /api/biz/purchase_requests/{id}/', {
    summary: 'Move a request, assign it, note on it',
    may: 'biz.request.write',
    changes: ['request', 'item'],
    body: act(
      z.object({
        status: code(requestStatusLabel).optional(),
        assessor: id.nullish(),
        internal_note: maybeText(2000).optional(),
        tracking_number: maybeText(30)
          .optional()
          .describe('Of the parcel that goes back; before that, of the first box.'),
        trackings: trackings.optional(),
        carrier: word(carrierLabel).nullish(),
        pickup_date: date.nullish(),
        pickup_time_slot: word(pickupTimeSlotLabel).nullish(),
        reason: maybeText(500).optional(),
        parcel_count: countFrom(0, 500)
          .optional()
          .describe('How many articles are in the parcel that goes back.'),
        version,
      }),
    ),
    ok: bizPurchaseRequest,
    errors: [
      'illegal_transition',
      'stale_version',
      'guard_failed',
      'parcel_count_differs',
      'held',
      'wrong_place',
    ],
  }),
  assignMany: call('POST /api/biz/purchase_requests/assign/', {
    summary:
      'Assign several requests to a colleague, or to nobody; what was changed meanwhile stays as it is',
    may: 'biz.request.write',
    changes: ['request'],
    idempotent: true,
    limit: 'write',
    body: z.object({ requests: chosenRequests(mostAssigned), assessor: id.nullable() }),
    ok: z.object({
      ...assigned,
      act: id.nullable().describe('To take it back with; null where nothing changed.').meta({ example: 12 }),
    }),
    errors: ['idempotency_key_reused'],
  }),
  undoAssignment: call('POST /api/biz/assignments/{id}/undo/', {
    summary:
      'Take the reader’s last assignment of several requests back, within ten minutes, where nothing was changed since and whoever had it may still see it',
    may: 'biz.request.write',
    changes: ['request'],
    idempotent: true,
    limit: 'write',
    ok: z.object(assigned),
    errors: ['idempotency_key_reused'],
  }),
  moveMany: call('POST /api/biz/purchase_requests/move/', {
    summary:
      'Move several requests on to their next status, each by itself, where that asks for nothing: a refused one stops no other; sent again, none moves twice',
    may: 'biz.request.write',
    changes: ['request', 'item'],
    idempotent: true,
    limit: 'write',
    body: z.object({ requests: chosenRequests(mostMoved) }),
    ok: z.object({
      results: z.array(
        z.object({
          request: id,
          is_refused: z.boolean().describe('It stays as it is, for the reason in `message`.'),
          code: z.string().describe('Name of the refusal; blank when it moved.').meta({ example: '' }),
          message: z.string().describe('Sentence of the refusal; blank when it moved.').meta({ example: '' }),
          status: codeShown(requestStatusLabel)
            .nullable()
            .describe('Where it moved to; null where it did not.'),
        }),
      ),
    }),
    errors: ['idempotency_key_reused'],
  }),
  scan: call('GET /api/biz/scan/{code}/', {
    summary:
      'What a scanned or typed code belongs to (box, item, parcel, badge, place), and what is next for it',
    may: 'biz.request.read',
    reads: ['request', 'item'],
    ok: z.object({
      kind: z.enum(['box', 'item', 'parcel', 'staff', 'place']),
      request: id
        .nullable()
        .describe('Null for a badge or a place, and for a parcel of several open requests.'),
      box: count.nullable().describe('Which box of the request; null where the code names none.'),
      slug: z.string().nullable(),
      seq: count.nullable(),
      staff: id.nullable(),
      place: id.nullable().describe('Of a place: its number.').meta({ example: 12 }),
      status: codeShown(requestStatusLabel).nullable(),
      item_status: codeShown(itemStatusLabel).nullable(),
      name: z.string(),
      customer_name: z.string(),
      next: nextStep.nullable(),
      candidates: z
        .array(parcelCandidate)
        .describe(
          'Where the tracking number fits several open requests: all of them, those awaited first, for somebody to choose. Otherwise empty.',
        ),
    }),
  }),
  receive: call('POST /api/biz/purchase_requests/{id}/receive/', {
    summary:
      'Receive boxes: count and weight; makes one item row per article. The last one opens the assessment',
    may: 'biz.request.write',
    changes: ['request', 'item', 'custody'],
    idempotent: true,
    body: z.object({
      item_count: countFrom(1, 500),
      weight_g: countFrom(1, 200_000).nullish(),
      note: maybeText(500).optional(),
      box_numbers: z
        .array(boxNumber)
        .min(1)
        .max(mostBoxes)
        .optional()
        .describe('The boxes counted now; without it, all that were not here yet.'),
      version,
    }),
    ok: bizPurchaseRequest,
    errors: ['illegal_transition', 'stale_version', 'guard_failed', 'held', 'idempotency_key_reused'],
  }),
  giveUpBoxes: call('POST /api/biz/purchase_requests/{id}/missing-boxes/', {
    summary: 'Go on without the boxes that have not arrived; the customer is told',
    may: 'biz.request.write',
    changes: ['request', 'item'],
    body: z.object({ reason: text(500), version }),
    ok: bizPurchaseRequest,
    errors: ['illegal_transition', 'stale_version', 'guard_failed'],
  }),
  openingPhoto: call('POST /api/biz/purchase_requests/{id}/opening-photos/', {
    summary: `Add an opening photo (multipart: file, caption, taken_at); at most ${mostOpeningPhotos} of a request, and the same one only once`,
    may: 'biz.request.write',
    changes: ['request'],
    repeated: 'changes nothing',
    multipart: z.object({ caption: z.string().max(100).optional() }),
    limit: 'upload',
    bodyLimit: 21_000_000,
    status: 201,
    ok: picture,
    errors: ['file_type', 'file_heic', 'file_too_large', 'illegal_transition'],
  }),
  removeOpeningPhoto: call('DELETE /api/biz/purchase_requests/{purchase_request_pk}/opening-photos/{id}/', {
    summary: 'Remove an opening photo before the result, unless the customer counted otherwise',
    may: 'biz.request.write',
    changes: ['request'],
    ok: 'nothing',
    errors: ['illegal_transition', 'guard_failed'],
  }),
  answerObjection: call('POST /api/biz/count-objections/{id}/answer/', {
    summary: 'Answer a customer who counted otherwise; the customer is told',
    may: 'biz.request.write',
    changes: ['request'],
    repeated: 'changes nothing',
    body: z.object({ answer: text(1000) }),
    ok: bizPurchaseRequest,
    errors: ['stale_version'],
  }),
  placeHold: call('POST /api/biz/purchase_requests/{id}/holds/', {
    summary: 'Hold a request or one of its items',
    may: 'biz.hold.write',
    changes: ['request', 'item'],
    idempotent: true,
    status: 201,
    body: holdInput,
    ok: hold,
    errors: ['idempotency_key_reused'],
  }),
  releaseHold: call('POST /api/biz/holds/{id}/release/', {
    summary: 'Release a hold; two different people do it',
    may: 'biz.hold.write',
    changes: ['request', 'item'],
    freshSignIn: true,
    repeated: 'is refused',
    body: z.object({
      reason: text(500),
      seizure: maybeText(500)
        .optional()
        .describe(
          'What the police took; as recorded, if absent. Both say the same: other words make the caller the first of the two.',
        ),
    }),
    ok: hold,
    errors: [
      'two_people_required',
      'second_person_invited',
      'second_person_device',
      'reauthentication_required',
    ],
  }),
  today: call('GET /api/biz/today/', {
    summary: 'What waits, by station; also questions, identity checks and articles that do not add up',
    may: 'biz.request.read',
    reads: ['request', 'identity', 'custody'],
    query: z.object({ shop: query.int }),
    ok: z.object({
      stations: z.array(z.object({ key: z.string(), label: z.string(), count, late: count })),
      late: z.array(bizRequestRow.extend({ late_reason: z.string() })),
      objected: z.array(bizRequestRow.extend({ objection: z.string(), objected_at: dateTime })),
      arriving: z.array(bizRequestRow),
      promised: z
        .object({
          count,
          late: count,
          due_today: count.describe('Promised for today, and not late yet.'),
          boxes: z.array(
            bizRequestRow.extend({
              promised_at: dateTime.nullable().describe('Until when the next step is promised.'),
              is_late: z.boolean(),
            }),
          ),
        })
        .describe('Boxes that are here, in the order of what is promised to their customers.'),
      free: z
        .object({ id, name: z.string(), box_count: count.describe('Boxes that wait for them.') })
        .nullable()
        .describe('Who could take the first box, where nobody has it.'),
    }),
  }),
}
