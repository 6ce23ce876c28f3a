import * as z from 'zod'
import { call } from './call.ts'
import { accessories, authenticity, careNeeded, decisionLabel, itemGender, salesChannel } from './codes.ts'
import { commentVariables, mostFilled } from './comment-text.ts'
import {
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
  mean,
  missingCodes,
  move,
  paged,
  picture,
  query,
  ratio,
  text,
  version,
  wordShown,
  yen,
  yenFrom,
} from './field.ts'
import { gapBandNames } from './insight.ts'
import { itemStatusLabel } from './lifecycle.ts'
import { whole } from './put.ts'
import { noticeHit } from './stolen-notice.ts'

export const photoMark = z
  .object({
    x: countFrom(0, 1000),
    y: countFrom(0, 1000),
    r: countFrom(10, 500),
  })
  .describe('A circle on a photo.')

export const deduction = z.object({
  label: text(60),
  place: maybeText(60).describe('Where on the garment.').default(''),
  amount: yenFrom(1),
  photo: id.nullish(),
  mark: photoMark.describe('Where on the photo the defect is.').nullish(),
})

export const deductionShown = deduction.extend({ photo: id.nullable(), mark: photoMark.nullable() })
export type DeductionShown = z.output<typeof deductionShown>
export type PhotoMark = z.output<typeof photoMark>

const commentFilled = z
  .array(z.object({ variable: z.enum(commentVariables), text: text(200) }))
  .max(mostFilled)
  .describe('What templates put into the comment from the article.')

/** Company-wide figures, also for staff limited to some shops: never add anything that identifies an item or person. */
export const priceEvidence = z.object({
  n: count,
  days: count,
  min: yen,
  q1: yen,
  median: yen,
  q3: yen,
  max: yen,
  histogram: z.array(count).describe('Ten equal steps from min to max.'),
  label: z.string(),
})

export const itemRow = z.object({
  slug: z.string(),
  seq: count,
  name: z.string(),
  status: codeShown(itemStatusLabel),
  request: id,
  shop: id,
  shop_name: z.string(),
  customer_name: z.string(),
  brand: id.nullable(),
  brand_name: z.string(),
  category: id.nullable(),
  category_name: z.string(),
  grade: grade.nullable(),
  price: yen.nullable(),
  purchased_at: dateTime.nullable(),
  is_disputed: z.boolean(),
  created_at: dateTime,
})

export const itemHistoryLine = historyLine(itemStatusLabel)
export const itemMove = move(itemStatusLabel)

export const itemColumns = {
  gender: codeShown(itemGender).nullable(),
  color: z.string(),
  material: z.string(),
  size: z.string(),
  product_number: z.string(),
  serial_number: z.string(),
  features: z.string(),
  authenticity: codeShown(authenticity),
  accessories: codeShown(accessories),
  care_needed: codeShown(careNeeded),
  comment: z.string(),
  /** Required when the price is far from the usual range; customers read it when it is below. */
  price_reason: z.string(),
  not_buyable_reason: z.string(),
}

export const resultColumns = z.object(itemColumns).pick({
  color: true,
  material: true,
  size: true,
  comment: true,
  not_buyable_reason: true,
}).shape

export const item = itemRow.extend({
  ...itemColumns,
  sales_channel: codeShown(salesChannel),
  base_price: yen.nullable(),
  deductions: z.array(deductionShown),
  campaign: id.nullable(),
  campaign_name: z.string(),
  uplift: yen,
  price_reason_photo: id.nullable(),
  price_reason_amount: yen.nullable(),
  named_low: yen.nullable(),
  comment_filled: commentFilled,
  decision: wordShown(decisionLabel).nullable(),
  photos: z.array(picture).describe('In their order; the first is the main one.'),
  photo_order_version: count.describe('Counts how often the order was set by hand.'),
  history: z.array(itemHistoryLine),
  allowed_transitions: z.array(itemMove),
  is_held: z.boolean(),
  notice_hits: z
    .array(noticeHit)
    .describe('For staff: articles of police notices that it may be, without those decided to be others.'),
  needs_other_assessor: z
    .boolean()
    .describe('A second look was asked for, and the reader assessed it first: a colleague does it.'),
  origin_seq: count.nullable(),
  edited_by: z.string(),
  edited_at: dateTime.nullable(),
  version,
})

/** Every field may be sent alone (autosave); the server recomputes the price. */
export const itemUpdate = z.object({
  version,
  status: code(itemStatusLabel).optional(),
  name: maybeText(120).optional(),
  brand: id.nullish(),
  category: id.nullish(),
  gender: code(itemGender).nullish(),
  color: maybeText(40).optional(),
  material: maybeText(60).optional(),
  size: maybeText(40).optional(),
  product_number: maybeText(60).optional(),
  serial_number: maybeText(60).optional(),
  features: maybeText(500).optional(),
  grade: grade.nullish(),
  authenticity: code(authenticity).optional(),
  accessories: code(accessories).optional(),
  care_needed: code(careNeeded).optional(),
  sales_channel: code(salesChannel).optional(),
  base_price: yenFrom(0).nullish(),
  deductions: z.array(deduction).max(20).optional(),
  campaign: id.describe('Computed from what was promised to the request; a wrong one is refused.').nullish(),
  uplift: yenFrom(0).optional(),
  price: yenFrom(0).nullish(),
  comment: maybeText(1000).optional(),
  price_reason: maybeText(500).optional(),
  price_reason_photo: id.nullish(),
  price_reason_amount: yenFrom(0)
    .describe('The price that the reason is for; without it, the price as it is after the change.')
    .nullish(),
  comment_filled: commentFilled.optional(),
  not_buyable_reason: maybeText(500).optional(),
})

/** `campaign`, `price` and `uplift` are computed, and checked when sent. */
const itemReplacement = whole(
  itemUpdate.extend({ status: code(itemStatusLabel), uplift: yenFrom(0).nullish() }),
  {
    name: '',
    color: '',
    material: '',
    size: '',
    product_number: '',
    serial_number: '',
    features: '',
    authenticity: -1000,
    accessories: -1001,
    care_needed: -1002,
    sales_channel: -1003,
    deductions: [],
    comment: '',
    comment_filled: [],
    price_reason: '',
    not_buyable_reason: '',
  },
)

export const itemOrder = { fields: ['id', 'created_at', 'price', 'status', 'name'], usual: '-id' } as const

const itemFilter = z.object({
  q: query.search,
  slug: query.text,
  name: query.text,
  status: query.code(itemStatusLabel),
  customer_name: query.text,
  shop: query.int,
  brand: query.int.describe('0: without a brand.'),
  category: query.int.describe('0: without a category.'),
  purchased_from: query.date.describe('First day of the purchase; only what is still bought.'),
  purchased_to: query.date,
  published_from: query.date.describe('First day of the first result, of articles with a price in it.'),
  published_to: query.date,
  priced_by: query.int.describe('Who assessed it for the first result; staff find only their own.'),
  past_gap: query
    .choice(['wide', ...gapBandNames])
    .describe('Difference of the first price from past purchases; `wide`: more than 15 percent.'),
  ordering: query.ordering(itemOrder),
  ...paged,
})
const refusals = [
  'illegal_transition',
  'stale_version',
  'price_mismatch',
  'guard_failed',
  'held',
  'second_look_other_person',
  'wrong_place',
] as const

export const photoKinds = ['intake', 'assessment', 'defect', 'label', 'return'] as const

export const about = 'Articles: assessment, photos, lists.'

export const itemCalls = {
  get: call('GET /api/purchase_items/{slug}/', {
    summary: 'One item',
    may: 'item.read',
    reads: ['item'],
    ok: item,
  }),
  replace: call('PUT /api/purchase_items/{slug}/', {
    summary: "Write one item's assessment",
    may: 'biz.item.write',
    changes: ['item', 'request', 'notice'],
    body: itemReplacement,
    ok: item,
    errors: refusals,
  }),
  update: call('PATCH /api/purchase_items/{slug}/', {
    summary: "Write part of one item's assessment",
    may: 'biz.item.write',
    changes: ['item', 'request', 'notice'],
    body: itemUpdate,
    ok: item,
    errors: refusals,
  }),
  bizList: call('GET /api/biz/purchase-items/', {
    summary: 'Items of the own shops',
    may: 'biz.request.read',
    reads: ['item'],
    query: itemFilter.extend(changing),
    fromReplica: true,
    ok: changingPage(itemRow),
  }),
  codes: call('GET /api/biz/purchase-items/codes/', {
    summary: 'Which of several codes in a search the list of items does not show',
    may: 'biz.request.read',
    reads: ['item'],
    query: itemFilter.omit({ page: true, size: true }),
    ok: missingCodes,
  }),
  csv: call('GET /api/biz/purchase-items/csv/', {
    summary: 'Items as CSV',
    may: 'biz.item.export',
    reads: ['item'],
    sensitive: true,
    limit: 'export',
    freshSignIn: true,
    query: itemFilter,
    fromReplica: true,
    ok: 'csv',
    errors: ['reauthentication_required'],
  }),
  add: call('POST /api/biz/purchase_requests/{id}/items/', {
    summary: 'Add an item found in the box, or split one',
    may: 'biz.item.write',
    changes: ['item', 'request'],
    idempotent: true,
    status: 201,
    body: z.object({ name: maybeText(120).optional(), copy_of: z.string().max(40).nullish() }),
    ok: item,
    errors: ['illegal_transition', 'held', 'wrong_place', 'idempotency_key_reused'],
  }),
  split: call('POST /api/biz/purchase-items/{slug}/split/', {
    summary:
      'Split an article that is two, before publication: both are assessed then, each with a base price set by hand',
    may: 'biz.item.write',
    changes: ['item', 'request'],
    idempotent: true,
    status: 201,
    body: z.object({
      version,
      base_price: yenFrom(1).describe('Of the article as it stays.').meta({ example: 9000 }),
      other_base_price: yenFrom(1).describe('Of the new article.').meta({ example: 5000 }),
      name: maybeText(120).optional().describe('Of the new article; without it, the same.'),
    }),
    ok: item,
    errors: [
      'illegal_transition',
      'stale_version',
      'held',
      'guard_failed',
      'wrong_place',
      'second_look_other_person',
      'idempotency_key_reused',
    ],
  }),
  takeBack: call('POST /api/biz/purchase-items/{slug}/take-back/', {
    summary: 'Take back an article that was copied or split off by mistake, before its result is out',
    may: 'biz.item.write',
    changes: ['item', 'request', 'custody', 'notice'],
    idempotent: true,
    body: z.object({ version, reason: text(200) }),
    ok: z.object({ item_count: count.describe('Articles that the request has now.').meta({ example: 3 }) }),
    current: item,
    errors: ['illegal_transition', 'stale_version', 'held', 'guard_failed', 'idempotency_key_reused'],
  }),
  addPhoto: call('POST /api/biz/purchase-items/{slug}/photos/', {
    summary: 'Add a photo; photos stand in the order they were taken',
    may: 'biz.item.write',
    changes: ['item'],
    repeated: 'changes nothing',
    multipart: z.object({
      kind: z.enum(photoKinds).default('assessment'),
      caption: z.string().max(100).optional(),
    }),
    limit: 'upload',
    bodyLimit: 21_000_000,
    status: 201,
    ok: picture,
    errors: ['file_type', 'file_heic', 'file_too_large', 'guard_failed'],
  }),
  arrangePhotos: call('PUT /api/biz/purchase-items/{slug}/photos/', {
    summary: 'Put the photos into an order before publication; the first is the main one',
    may: 'biz.item.write',
    changes: ['item'],
    body: whole(z.object({ photos: z.array(id).min(1).max(100), photo_order_version: version }), {}),
    ok: item,
    errors: ['stale_version', 'guard_failed'],
  }),
  removePhoto: call('DELETE /api/biz/purchase-items/{slug}/photos/{id}/', {
    summary: 'Remove a photo before publication',
    may: 'biz.item.write',
    changes: ['item'],
    ok: 'nothing',
    errors: ['guard_failed'],
  }),
  evidence: call('GET /api/biz/price-evidence/', {
    summary: 'What the company paid for the same brand, category and grade band, in figures',
    may: 'biz.request.read',
    reads: ['deal'],
    query: z.object({ brand: query.int, category: query.int, grade: query.text }),
    ok: priceEvidence.nullable(),
  }),
  ownPace: call('GET /api/biz/purchase-items/own-pace/', {
    summary:
      'How many articles the reader has finished today and how fast, beside the own usual; of nobody else',
    may: 'biz.request.read',
    reads: ['item'],
    ok: z.object({
      today: count.describe('Articles finished today.').meta({ example: 18 }),
      minutes: mean
        .nullable()
        .describe('Median minutes between two of them, without breaks of more than half an hour.')
        .meta({ example: 4.5 }),
      usual_count: count
        .nullable()
        .describe('Median of the last four weeks, of days with any.')
        .meta({ example: 32 }),
      usual_minutes: mean.nullable().describe('The same of the last four weeks.').meta({ example: 5.2 }),
    }),
  }),
  customerHistory: call('GET /api/biz/purchase_requests/{id}/customer-history/', {
    summary: 'What this customer sold to the company before',
    may: 'biz.request.read',
    reads: ['deal'],
    ok: z.object({
      requests: count,
      acceptance_rate: ratio.nullable(),
      last_on: date.nullable(),
      last_total: yen.nullable(),
      is_verified: z.boolean(),
    }),
  }),
}
