import * as z from 'zod'
import { call } from './call.ts'
import { itemGender } from './codes.ts'
import {
  code,
  codeShown,
  count,
  countFrom,
  date,
  dateTime,
  figure,
  id,
  maybeText,
  page,
  paged,
  picture,
  query,
  version,
  word,
  wordShown,
  yen,
  yenFrom,
} from './field.ts'
import { attributes, changes, reads, total, use } from './pre-assessment-fields.ts'
import { preAssessmentMasterCalls, prospectRow } from './pre-assessment-master.ts'
import { whole } from './put.ts'

export const preAssessmentStateLabel = {
  draft: '作成中',
  sent: 'お渡し済み',
  accepted: '申し込みあり',
  declined: '見送り',
  expired: '期限切れ',
} as const
export type PreAssessmentState = keyof typeof preAssessmentStateLabel

export const preAssessmentChannelLabel = {
  counter: '店頭',
  phone: '電話',
  line: 'LINE',
  web: 'サイト',
} as const

interface Move {
  from: PreAssessmentState
  to: PreAssessmentState
  by: readonly ('staff' | 'customer' | 'system')[]
  label: string
}

/** `sent` and `accepted` by calls of their own: one makes the link, the other puts the articles into the customer's draft. */
export const preAssessmentMoves: readonly Move[] = [
  { from: 'draft', to: 'sent', by: ['staff'], label: 'お客さまにお渡しする' },
  { from: 'sent', to: 'draft', by: ['staff'], label: '内容を直す' },
  { from: 'draft', to: 'accepted', by: ['staff'], label: '申し込みに進む' },
  { from: 'sent', to: 'accepted', by: ['staff', 'customer'], label: '申し込みに進む' },
  { from: 'sent', to: 'declined', by: ['staff', 'customer'], label: '見送りにする' },
  { from: 'sent', to: 'expired', by: ['system'], label: '期限切れにする' },
  { from: 'accepted', to: 'sent', by: ['system'], label: 'お渡し済みに戻す' },
  { from: 'accepted', to: 'expired', by: ['system'], label: '期限切れにする' },
  { from: 'accepted', to: 'draft', by: ['system'], label: '作成中に戻す' },
  { from: 'expired', to: 'draft', by: ['staff'], label: '作り直す' },
  { from: 'declined', to: 'draft', by: ['staff'], label: '作り直す' },
]

export const findPreAssessmentMove = (from: string, to: string, by: Move['by'][number]): Move | undefined =>
  preAssessmentMoves.find((move) => move.from === from && move.to === to && move.by.includes(by))

export const mostPreItems = 50
/** How long a named price stands, in days, unless said otherwise. */
export const usualValidDays = 14
export const longestValidDays = 60
const operator = id.describe('The colleague who named the price.').meta({ example: 12 })

// Prices

const article = {
  brand: id.nullish(),
  brand_text: maybeText(60).optional(),
  category: id.nullish(),
  gender: code(itemGender).nullish(),
  condition: id.nullish(),
  season: id.nullish(),
  attributes: attributes.optional(),
}
const step = z.object({
  step: z.enum(['template', 'brand', 'category', 'status', 'season', 'rounding', 'band', 'hand']),
  label: z.string().describe('In words, with the rows it comes from.'),
  template: id.optional(),
  permille: count.optional(),
  amount: yen.optional(),
  low: yen.optional(),
  high: yen.optional(),
})
const spread = z.object({
  n: count,
  days: count,
  min: yen,
  q1: yen,
  median: yen,
  q3: yen,
  max: yen,
  histogram: z.array(count),
})
const named = z.object({
  low: yen.nullable(),
  center: yen.nullable(),
  high: yen.nullable(),
  template: id.nullable(),
  steps: z.array(step),
  past: spread.nullable().describe('Own purchases of the same brand, category and grade band.'),
  drift_permille: figure.nullable(),
  reason: z
    .enum(['no_template', 'seen_first', 'incomplete'])
    .nullable()
    .describe('Why there is no price: none fits, the goods are seen first, or something is missing.'),
})

// Pre-assessments

const itemInput = {
  ...article,
  count: countFrom(1, 99).optional(),
  note: maybeText(200).optional(),
  low: yenFrom(0).nullish(),
  high: yenFrom(0).nullish(),
  hand_reason: maybeText(200)
    .optional()
    .describe('Of a price set by hand; wanted where it is outside the band.'),
}
const itemShown = named.extend({
  id,
  position: count,
  brand: id.nullable(),
  brand_name: z.string(),
  category: id.nullable(),
  category_name: z.string(),
  gender: codeShown(itemGender).nullable(),
  condition: id.nullable(),
  condition_name: z.string(),
  season: id.nullable(),
  season_name: z.string(),
  attributes,
  count,
  note: z.string(),
  hand_reason: z.string(),
  photos: z.array(picture),
  result: z
    .object({ slug: z.string(), price: yen, error_permille: figure, is_within: z.boolean() })
    .nullable()
    .describe('What was paid in the end.'),
  version,
})
const preAssessmentRow = z.object({
  id,
  state: wordShown(preAssessmentStateLabel),
  channel: wordShown(preAssessmentChannelLabel),
  shop: id,
  shop_name: z.string(),
  prospect: id.nullable(),
  prospect_name: z.string(),
  operator: operator.nullable(),
  operator_name: z.string(),
  item_count: count,
  total,
  valid_until: date.nullable(),
  request: id.nullable(),
  created_at: dateTime,
  version,
})
const preAssessment = preAssessmentRow.extend({
  note: z.string(),
  prospect_detail: prospectRow.nullable(),
  items: z.array(itemShown),
  sent_at: dateTime.nullable(),
  ended_at: dateTime.nullable(),
  link_expires_at: dateTime.nullable(),
  allowed_transitions: z.array(z.object({ to: wordShown(preAssessmentStateLabel), label: z.string() })),
})
const input = {
  shop: id.optional().describe('Without it, the only one of the reader.'),
  channel: word(preAssessmentChannelLabel).optional(),
  prospect: id.nullish(),
  operator: operator.nullish(),
  note: maybeText(1000).optional(),
  valid_until: date.nullish(),
  state: word(preAssessmentStateLabel).optional(),
}
const change = z.object({ ...input, version })

const order = { fields: ['id', 'created_at', 'valid_until'], usual: '-id' } as const
const filter = {
  q: query.text,
  status: query.choice(Object.keys(preAssessmentStateLabel) as PreAssessmentState[]),
  channel: query
    .choice(Object.keys(preAssessmentChannelLabel) as (keyof typeof preAssessmentChannelLabel)[])
    .describe('How they asked.'),
  operator: query.int.describe('Who named the price.').meta({ example: 12 }),
  customer: query.int,
  shop: query.int,
  date_from: query.date,
  date_to: query.date,
  ordering: query.ordering(order),
}

const period = { date_from: query.date, date_to: query.date, shop: query.int }
const accuracy = z.object({
  n: count,
  within: count.describe('How many were within the named band or 15 percent of its centre.'),
  below: count,
  above: count,
  median_error_permille: figure.nullable(),
})

const namedOfItem = z.object({
  pre_item: id.describe('Number of the row of the pre-assessment.').meta({ example: 31 }),
  pre_assessment: id.describe('Number of the pre-assessment.').meta({ example: 2208 }),
  brand_name: z.string(),
  category_name: z.string(),
  condition_name: z.string(),
  low: yen,
  center: yen,
  high: yen,
  named_on: date.describe('When it was named.'),
  count,
})

export const about =
  'Prices named before goods are sent: at the counter, by telephone, by LINE; and what they come from.'

export const preAssessmentCalls = {
  ...preAssessmentMasterCalls,
  assessments: call('GET /api/pre-assessment/assessments/', {
    summary: 'Pre-assessments of the own shops',
    may: use,
    reads,
    query: z.object({ ...paged, ...filter }),
    fromReplica: true,
    ok: page(preAssessmentRow),
  }),
  assessmentsCsv: call('GET /api/pre-assessment/assessments/csv/', {
    summary: 'The list as a file',
    may: 'biz.pre_assessment.master',
    reads,
    sensitive: true,
    freshSignIn: true,
    limit: 'export',
    query: z.object(filter),
    fromReplica: true,
    ok: 'csv',
    errors: ['reauthentication_required'],
  }),
  createAssessment: call('POST /api/pre-assessment/assessments/', {
    summary: 'Begin a pre-assessment',
    may: use,
    changes,
    idempotent: true,
    status: 201,
    body: z.object(input),
    ok: preAssessment,
    errors: ['idempotency_key_reused'],
  }),
  assessment: call('GET /api/pre-assessment/assessments/{id}/', {
    summary: 'One pre-assessment',
    may: use,
    reads,
    sensitive: true,
    ok: preAssessment,
  }),
  replaceAssessment: call('PUT /api/pre-assessment/assessments/{id}/', {
    summary: 'Change a pre-assessment, or move it on',
    may: use,
    changes,
    body: whole(
      change.extend({
        shop: id,
        channel: word(preAssessmentChannelLabel),
        state: word(preAssessmentStateLabel),
      }),
      {
        note: '',
      },
    ),
    ok: preAssessment,
    errors: ['stale_version', 'illegal_transition', 'guard_failed'],
  }),
  updateAssessment: call('PATCH /api/pre-assessment/assessments/{id}/', {
    summary: 'Change part of a pre-assessment, or move it on',
    may: use,
    changes,
    body: change,
    ok: preAssessment,
    errors: ['stale_version', 'illegal_transition', 'guard_failed'],
  }),
  removeAssessment: call('DELETE /api/pre-assessment/assessments/{id}/', {
    summary: 'Remove a draft',
    may: use,
    changes,
    ok: 'nothing',
    errors: ['illegal_transition'],
  }),
  items: call('GET /api/pre-assessment/assessments/{assessment_pk}/items/', {
    summary: 'Its articles',
    may: use,
    reads,
    query: z.object({ ...paged }),
    ok: page(itemShown),
  }),
  createItem: call('POST /api/pre-assessment/assessments/{assessment_pk}/items/', {
    summary: `Add an article; at most ${mostPreItems}`,
    may: use,
    changes,
    idempotent: true,
    status: 201,
    body: z.object(itemInput),
    ok: itemShown,
    errors: ['illegal_transition', 'guard_failed', 'idempotency_key_reused'],
  }),
  item: call('GET /api/pre-assessment/assessments/{assessment_pk}/items/{id}/', {
    summary: 'One article',
    may: use,
    reads,
    ok: itemShown,
  }),
  replaceItem: call('PUT /api/pre-assessment/assessments/{assessment_pk}/items/{id}/', {
    summary: 'Change an article; its price is found anew',
    may: use,
    changes,
    body: whole(z.object({ ...itemInput, version }), {
      brand_text: '',
      attributes: {},
      count: 1,
      note: '',
      hand_reason: '',
    }),
    ok: itemShown,
    errors: ['stale_version', 'illegal_transition', 'guard_failed'],
  }),
  updateItem: call('PATCH /api/pre-assessment/assessments/{assessment_pk}/items/{id}/', {
    summary: 'Change part of an article; its price is found anew',
    may: use,
    changes,
    body: z.object({ ...itemInput, version }),
    ok: itemShown,
    errors: ['stale_version', 'illegal_transition', 'guard_failed'],
  }),
  removeItem: call('DELETE /api/pre-assessment/assessments/{assessment_pk}/items/{id}/', {
    summary: 'Remove an article',
    may: use,
    changes,
    ok: 'nothing',
    errors: ['illegal_transition'],
  }),
  addPhoto: call('POST /api/pre-assessment/assessments/{assessment_pk}/items/{id}/photos/', {
    summary: 'Add a photo of an article',
    may: use,
    changes,
    repeated: 'changes nothing',
    multipart: z.object({}),
    limit: 'upload',
    bodyLimit: 21_000_000,
    status: 201,
    ok: picture,
    errors: ['file_type', 'file_heic', 'file_too_large', 'illegal_transition'],
  }),
  removePhoto: call('DELETE /api/pre-assessment/assessments/{assessment_pk}/photos/{id}/', {
    summary: 'Remove a photo of an article',
    may: use,
    changes,
    ok: 'nothing',
    errors: ['illegal_transition'],
  }),
  price: call('POST /api/pre-assessment/prices/', {
    summary: 'Name prices of up to fifty articles, with every step; keeps nothing',
    may: use,
    changes: [],
    repeated: 'writes nothing',
    body: z.object({ articles: z.array(z.object(article)).min(1).max(mostPreItems), on: date.nullish() }),
    ok: z.object({ prices: z.array(named), total }),
  }),
  send: call('POST /api/pre-assessment/assessments/{id}/send/', {
    summary: 'Hand it to the customer: a link, and a message by LINE or mail where wanted',
    may: use,
    changes,
    idempotent: true,
    body: z.object({ version, by: z.enum(['link', 'line', 'mail', 'paper']), valid_until: date.nullish() }),
    ok: z.object({ url: z.string(), expires_at: dateTime, pre_assessment: preAssessment }),
    current: preAssessment,
    errors: ['stale_version', 'illegal_transition', 'guard_failed', 'idempotency_key_reused'],
  }),
  handOver: call('POST /api/pre-assessment/assessments/{id}/draft/', {
    summary:
      'Put the articles into the draft of a request of its customer, who is told; once, whoever does it first',
    may: use,
    changes: ['pre_assessment', 'draft'],
    repeated: 'changes nothing',
    body: z.object({ version }),
    ok: preAssessment,
    current: preAssessment,
    errors: ['stale_version', 'illegal_transition', 'guard_failed'],
  }),
  pdf: call('GET /api/pre-assessment/assessments/{id}/pdf/', {
    summary: 'The estimate as PDF',
    may: use,
    reads,
    limit: 'export',
    ok: 'pdf',
  }),
  namedOfItem: call('GET /api/biz/purchase-items/{slug}/named-price/', {
    summary: 'What was named for an article before it was sent, and what else of its request it could be',
    may: use,
    reads: ['pre_assessment', 'item'],
    ok: z.object({
      named: namedOfItem.nullable().describe('Null while nobody has said which.'),
      candidates: z.array(namedOfItem),
    }),
  }),
  linkItem: call('PUT /api/biz/purchase-items/{slug}/named-price/', {
    summary: 'Say which named price an article is, until it is sold to the shop; null: none',
    may: use,
    changes: ['pre_assessment', 'item'],
    body: whole(z.object({ pre_item: id.nullable().describe('Of the request.').meta({ example: 31 }) }), {}),
    ok: z.object({ named: namedOfItem.nullable().describe('Null while nobody has said which.') }),
    errors: ['illegal_transition'],
  }),
  accuracy: call('GET /api/pre-assessment/accuracy/', {
    summary: 'How near named prices came to those paid, by brand, category, shop and colleague',
    may: use,
    reads,
    query: z.object(period),
    fromReplica: true,
    ok: accuracy.extend({
      by_brand: z.array(accuracy.extend({ brand: id.nullable(), brand_name: z.string() })),
      by_category: z.array(accuracy.extend({ category: id.nullable(), category_name: z.string() })),
      by_shop: z.array(accuracy.extend({ shop: id, shop_name: z.string() })),
      by_operator: z.array(accuracy.extend({ operator: operator.nullable(), operator_name: z.string() })),
    }),
  }),
  accuracyCsv: call('GET /api/pre-assessment/accuracy/csv/', {
    summary: 'Each article of these figures with what was named and what was paid, as a file',
    may: use,
    reads,
    limit: 'export',
    query: z.object(period),
    fromReplica: true,
    ok: 'csv',
  }),
}
