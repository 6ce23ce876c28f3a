import * as z from 'zod'
import { call } from './call.ts'
import { bulkResult, fileEncoding } from './catalogue.ts'
import { gradeBandLabel, itemGender } from './codes.ts'
import { declaredItem } from './declared-list.ts'
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
  percent,
  picture,
  query,
  scalar,
  scalarUpTo,
  text,
  version,
  word,
  wordShown,
  yen,
  yenFrom,
} from './field.ts'
import { whole } from './put.ts'

export const preAssessmentStateLabel = {
  draft: '作成中',
  sent: 'お渡し済み',
  accepted: '申し込みあり',
  declined: '見送り',
  expired: '期限切れ',
} as const
export type PreAssessmentState = keyof typeof preAssessmentStateLabel

/** What a link says of itself; `withdrawn`: the shop corrects it, or has sent another one. */
export const priceEstimateStateLabel = {
  sent: 'お返事待ち',
  accepted: '申し込みあり',
  declined: '見送り',
  expired: '期限切れ',
  withdrawn: '取り下げ',
} as const
export type PriceEstimateState = keyof typeof priceEstimateStateLabel

export const preAssessmentChannelLabel = {
  counter: '店頭',
  phone: '電話',
  line: 'LINE',
  web: 'サイト',
} as const

export const uploadKindLabel = {
  brands: 'ブランドのランクと係数',
  categories: 'カテゴリの係数',
  customers: '見込みのお客さま',
  price_templates: '価格テンプレート',
  season_tags: '季節タグ',
} as const
export type UploadKind = keyof typeof uploadKindLabel

export const uploadStateLabel = {
  waiting: '順番待ち',
  running: '読み込み中',
  done: '完了',
  refused: '誤りあり',
  failed: '中断',
} as const

interface Move {
  from: PreAssessmentState
  to: PreAssessmentState
  by: readonly ('staff' | 'customer' | 'system')[]
  label: string
}

/** `sent` by its own call, which makes the link. */
export const preAssessmentMoves: readonly Move[] = [
  { from: 'draft', to: 'sent', by: ['staff'], label: 'お客さまにお渡しする' },
  { from: 'sent', to: 'draft', by: ['staff'], label: '内容を直す' },
  { from: 'sent', to: 'accepted', by: ['customer'], label: '申し込む' },
  { from: 'sent', to: 'declined', by: ['staff', 'customer'], label: '見送りにする' },
  { from: 'sent', to: 'expired', by: ['system'], label: '期限切れにする' },
  { from: 'expired', to: 'draft', by: ['staff'], label: '作り直す' },
  { from: 'declined', to: 'draft', by: ['staff'], label: '作り直す' },
]

export const findPreAssessmentMove = (from: string, to: string, by: Move['by'][number]): Move | undefined =>
  preAssessmentMoves.find((move) => move.from === from && move.to === to && move.by.includes(by))

export const mostPreItems = 50
/** How long a named price stands, in days, unless said otherwise. */
export const usualValidDays = 14
export const longestValidDays = 60
/** Articles whose price a customer asks for at once on a storefront. */
export const mostAskedItems = 20

const use = 'biz.pre_assessment.use' as const
const master = 'biz.pre_assessment.master' as const
const reads = ['pre_assessment'] as const
const changes = ['pre_assessment'] as const

const permille = (min: number, max: number) => countFrom(min, max).describe('In thousandths.')
const attributes = z
  .record(z.string().max(60), scalarUpTo(200))
  .describe('By name: a text, a number, or yes and no.')

const operator = id.describe('The colleague who named the price.').meta({ example: 12 })

// Masters

const brandRow = z.object({
  id,
  name: z.string(),
  name_kana: z.string(),
  rank: z.string().describe('Of the own company; blank where it has none.'),
  factor_permille: count,
  version: version.describe('0 while the company has said nothing of it.'),
})
const categoryRow = z.object({
  id,
  name: z.string(),
  path: z.array(z.string()),
  factor_permille: count,
  version,
})
const statusInput = {
  name: text(30),
  grade_band: word(gradeBandLabel),
  description: maybeText(200),
  sort: countFrom(0, 9999),
  factor_permille: permille(0, 10_000),
  is_active: z.boolean(),
}
const statusRow = z.object({ ...statusInput, id, grade_band: wordShown(gradeBandLabel), version })
const seasonInput = {
  name: text(30),
  months: z.array(countFrom(1, 12)).min(1).max(12),
  factor_permille: permille(0, 10_000),
  sort: countFrom(0, 9999),
  is_active: z.boolean(),
}
const seasonRow = z.object({ ...seasonInput, id, version })
const prospectInput = {
  name: maybeText(60),
  name_kana: maybeText(60),
  phone: maybeText(20),
  email: maybeText(254),
  note: maybeText(500),
}
const prospectRow = z.object({
  ...prospectInput,
  id,
  has_line: z.boolean(),
  customer: id.nullable().describe('The customer with whom it was merged.'),
  pre_assessments: count,
  last_on: date.nullable(),
  version,
})
const templateFields = {
  brand: id.nullable(),
  brand_rank: z
    .string()
    .regex(/^[A-Z0-9]{1,4}$/)
    .nullable(),
  category: id.nullable(),
  gender: code(itemGender).nullable(),
  condition: id.nullable(),
  season: id.nullable(),
  attributes,
  base: yenFrom(0),
  band_permille: permille(0, 900),
  valid_from: date,
  valid_to: date.nullable(),
}
const templateRow = z.object({
  ...templateFields,
  id,
  gender: codeShown(itemGender).nullable(),
  brand_name: z.string(),
  category_name: z.string(),
  condition_name: z.string(),
  season_name: z.string(),
  replaces: id.nullable(),
  replaced_at: dateTime.nullable(),
  created_by_name: z.string(),
  created_at: dateTime,
  drift_permille: figure
    .nullable()
    .describe('How far the median of own purchases is from it; null below five.'),
  past_n: count
    .nullable()
    .meta({ description: 'Own purchases of the same kind; null below five.', example: 42 }),
  past_median: yen.nullable().meta({ description: 'Their median; null below five.', example: 12_800 }),
})

/** `kind`: by brand, category, gender, condition and season, where a new version stays in its place. */
export const templateOrder = { fields: ['kind', 'id', 'base', 'valid_from'], usual: 'kind' } as const

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
const total = z.object({
  low: yen,
  center: yen,
  high: yen,
  priced: count.describe('Articles with a price.'),
  unpriced: count,
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

const upload = z.object({
  id: id.nullable().describe('Of a file that is read in the background; null when it was read at once.'),
  kind: word(uploadKindLabel),
  state: word(uploadStateLabel),
  is_dry_run: z.boolean(),
  rows_total: count.nullable(),
  rows_done: count,
  ...bulkResult.shape,
  unchanged: count.meta({ description: 'Rows that say what is known already.', example: 12 }),
  preview: z
    .array(z.record(z.string(), scalar))
    .describe('The first twenty rows as they were read, by column.'),
  created_by_name: z.string(),
  created_at: dateTime,
})
/** In characters. */
export const longestUpload = 5_000_000
const uploadBody = z.object({
  csv: z.string().max(longestUpload).describe('With a header; columns in any order.'),
  dry_run: z.boolean().optional().describe('Only says what would change.'),
  encoding: fileEncoding,
})
const uploadOf = (of: UploadKind) =>
  ({
    summary: `Load a file: ${uploadKindLabel[of]}; all or nothing, the same again changes nothing`,
    may: master,
    changes,
    repeated: 'changes nothing',
    limit: 'upload',
    bodyLimit: 16_000_000,
    multipart: z.object({ dry_run: z.string().optional(), encoding: z.string().optional() }),
    body: uploadBody,
    ok: upload,
    errors: ['file_too_large'],
  }) as const

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
  assessments: call('GET /api/pre-assessment/assessments/', {
    summary: 'Pre-assessments of the own shops',
    may: use,
    reads,
    query: z.object({ ...paged, ...filter }),
    ok: page(preAssessmentRow),
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
  pdf: call('GET /api/pre-assessment/assessments/{id}/pdf/', {
    summary: 'The estimate as PDF',
    may: use,
    reads,
    limit: 'export',
    ok: 'pdf',
  }),
  brands: call('GET /api/pre-assessment/brands/', {
    summary: 'Brands with what the company says of them',
    may: use,
    reads,
    query: z.object({ ...paged, q: query.text, rank: query.text }),
    ok: page(brandRow),
  }),
  writeBrand: call('PUT /api/pre-assessment/brands/{id}/', {
    summary: 'Set rank and factor of a brand',
    may: master,
    changes,
    body: whole(
      z.object({
        rank: z.string().regex(/^[A-Z0-9]{0,4}$/),
        factor_permille: permille(1, 10_000),
        version,
      }),
      {},
    ),
    ok: brandRow,
    errors: ['stale_version'],
  }),
  uploadBrands: call('POST /api/pre-assessment/brands/csv-upload/', uploadOf('brands')),
  brandsCsv: call('GET /api/pre-assessment/brands/csv/', {
    summary: 'Brands as a file that can be loaded again',
    may: master,
    reads,
    limit: 'export',
    ok: 'csv',
  }),
  categories: call('GET /api/pre-assessment/categories/', {
    summary: 'Categories with what the company says of them',
    may: use,
    reads,
    query: z.object({ ...paged, q: query.text }),
    ok: page(categoryRow),
  }),
  writeCategory: call('PUT /api/pre-assessment/categories/{id}/', {
    summary: 'Set the factor of a category',
    may: master,
    changes,
    body: whole(z.object({ factor_permille: permille(1, 10_000), version }), {}),
    ok: categoryRow,
    errors: ['stale_version'],
  }),
  uploadCategories: call('POST /api/pre-assessment/categories/csv-upload/', uploadOf('categories')),
  categoriesCsv: call('GET /api/pre-assessment/categories/csv/', {
    summary: 'Categories as a file that can be loaded again',
    may: master,
    reads,
    limit: 'export',
    ok: 'csv',
  }),
  customers: call('GET /api/pre-assessment/customers/', {
    summary: 'Who asked for a price: walk-in customers and callers',
    may: use,
    reads,
    sensitive: true,
    query: z.object({ ...paged, q: query.text }),
    ok: page(prospectRow),
  }),
  createCustomer: call('POST /api/pre-assessment/customers/', {
    summary: 'Add somebody who asked for a price',
    may: use,
    changes,
    idempotent: true,
    status: 201,
    body: z.object(prospectInput),
    ok: prospectRow,
    errors: ['idempotency_key_reused'],
  }),
  customer: call('GET /api/pre-assessment/customers/{id}/', {
    summary: 'One of them',
    may: use,
    reads,
    sensitive: true,
    ok: prospectRow,
  }),
  replaceCustomer: call('PUT /api/pre-assessment/customers/{id}/', {
    summary: 'Change one of them',
    may: use,
    changes,
    body: whole(z.object({ ...prospectInput, version }), {}),
    ok: prospectRow,
    errors: ['stale_version'],
  }),
  updateCustomer: call('PATCH /api/pre-assessment/customers/{id}/', {
    summary: 'Change part of one, or merge it with a customer',
    may: use,
    changes,
    body: z
      .object({ ...prospectInput, customer: id.nullable() })
      .partial()
      .extend({ version }),
    ok: prospectRow,
    errors: ['stale_version', 'guard_failed'],
  }),
  removeCustomer: call('DELETE /api/pre-assessment/customers/{id}/', {
    summary: 'Erase one; what was named to it stays without a name',
    may: use,
    changes,
    ok: 'nothing',
  }),
  uploadCustomers: call('POST /api/pre-assessment/customers/csv-upload/', uploadOf('customers')),
  customersCsv: call('GET /api/pre-assessment/customers/csv/', {
    summary: 'Who asked for a price, as a file that can be loaded again',
    may: master,
    reads,
    sensitive: true,
    freshSignIn: true,
    limit: 'export',
    ok: 'csv',
    errors: ['reauthentication_required'],
  }),
  genders: call('GET /api/pre-assessment/genders/', {
    summary: 'Target genders',
    may: use,
    reads,
    ok: z.array(z.object({ id: codeShown(itemGender), name: z.string() })),
  }),
  itemStatuses: call('GET /api/pre-assessment/item-status/', {
    summary: 'Conditions in their order',
    may: use,
    reads,
    query: z.object({ ...paged, is_active: query.bool }),
    ok: page(statusRow),
  }),
  createItemStatus: call('POST /api/pre-assessment/item-status/', {
    summary: 'Add a condition',
    may: master,
    changes,
    idempotent: true,
    status: 201,
    body: z.object(statusInput),
    ok: statusRow,
    errors: ['idempotency_key_reused'],
  }),
  itemStatus: call('GET /api/pre-assessment/item-status/{id}/', {
    summary: 'One condition',
    may: use,
    reads,
    ok: statusRow,
  }),
  replaceItemStatus: call('PUT /api/pre-assessment/item-status/{id}/', {
    summary: 'Change a condition',
    may: master,
    changes,
    body: whole(z.object({ ...statusInput, version }), {}),
    ok: statusRow,
    errors: ['stale_version'],
  }),
  updateItemStatus: call('PATCH /api/pre-assessment/item-status/{id}/', {
    summary: 'Change part of a condition',
    may: master,
    changes,
    body: z.object(statusInput).partial().extend({ version }),
    ok: statusRow,
    errors: ['stale_version'],
  }),
  removeItemStatus: call('DELETE /api/pre-assessment/item-status/{id}/', {
    summary: 'Take a condition out of use; one never used is deleted',
    may: master,
    changes,
    ok: 'nothing',
  }),
  operators: call('GET /api/pre-assessment/operators/', {
    summary: 'Colleagues who name prices',
    may: use,
    reads,
    ok: z.array(z.object({ id, name: z.string() })),
  }),
  priceTemplates: call('GET /api/pre-assessment/price-templates/', {
    summary: 'Price templates in force, or as they were',
    may: use,
    reads,
    query: z.object({
      ...paged,
      brand: query.int.describe('0: without a brand.'),
      rank: query.text,
      category: query.int,
      gender: query.code(itemGender),
      condition: query.int,
      season: query.int,
      on: query.date.describe('Those valid on a day.'),
      is_replaced: query.bool,
      is_drifting: query.bool,
      ordering: query.ordering(templateOrder),
    }),
    ok: page(templateRow),
  }),
  createPriceTemplate: call('POST /api/pre-assessment/price-templates/', {
    summary: 'Add a price template; refused where nothing would say which of two counts',
    may: master,
    changes,
    idempotent: true,
    status: 201,
    body: z.object(templateFields),
    ok: templateRow,
    errors: ['guard_failed', 'idempotency_key_reused'],
  }),
  replacePriceTemplate: call('PUT /api/pre-assessment/price-templates/{id}/', {
    summary: 'Replace a template by a new version; what was named keeps the old one',
    may: master,
    changes,
    body: whole(z.object(templateFields), {}),
    ok: templateRow,
    errors: ['guard_failed', 'stale_version'],
  }),
  removePriceTemplate: call('DELETE /api/pre-assessment/price-templates/{id}/', {
    summary: 'End a template today',
    may: master,
    changes,
    ok: 'nothing',
  }),
  templateHistory: call('GET /api/pre-assessment/price-templates/{id}/history/', {
    summary: 'All versions of a template, the newest first',
    may: use,
    reads,
    ok: z.array(templateRow),
  }),
  uploadPriceTemplates: call(
    'POST /api/pre-assessment/price-templates/csv-upload/',
    uploadOf('price_templates'),
  ),
  priceTemplatesCsv: call('GET /api/pre-assessment/price-templates/csv/', {
    summary: 'Templates in force as a file that can be loaded again',
    may: master,
    reads,
    limit: 'export',
    ok: 'csv',
  }),
  seasonTags: call('GET /api/pre-assessment/season-tags/', {
    summary: 'Season tags in their order',
    may: use,
    reads,
    query: z.object({ ...paged, is_active: query.bool }),
    ok: page(seasonRow),
  }),
  createSeasonTag: call('POST /api/pre-assessment/season-tags/', {
    summary: 'Add a season tag',
    may: master,
    changes,
    idempotent: true,
    status: 201,
    body: z.object(seasonInput),
    ok: seasonRow,
    errors: ['idempotency_key_reused'],
  }),
  seasonTag: call('GET /api/pre-assessment/season-tags/{id}/', {
    summary: 'One season tag',
    may: use,
    reads,
    ok: seasonRow,
  }),
  replaceSeasonTag: call('PUT /api/pre-assessment/season-tags/{id}/', {
    summary: 'Change a season tag',
    may: master,
    changes,
    body: whole(z.object({ ...seasonInput, version }), {}),
    ok: seasonRow,
    errors: ['stale_version'],
  }),
  updateSeasonTag: call('PATCH /api/pre-assessment/season-tags/{id}/', {
    summary: 'Change part of a season tag',
    may: master,
    changes,
    body: z.object(seasonInput).partial().extend({ version }),
    ok: seasonRow,
    errors: ['stale_version'],
  }),
  removeSeasonTag: call('DELETE /api/pre-assessment/season-tags/{id}/', {
    summary: 'Take a season tag out of use; one never used is deleted',
    may: master,
    changes,
    ok: 'nothing',
  }),
  uploadSeasonTags: call('POST /api/pre-assessment/season-tags/csv-upload/', uploadOf('season_tags')),
  seasonTagsCsv: call('GET /api/pre-assessment/season-tags/csv/', {
    summary: 'Season tags as a file that can be loaded again',
    may: master,
    reads,
    limit: 'export',
    ok: 'csv',
  }),
  uploads: call('GET /api/pre-assessment/uploads/', {
    summary: 'Files loaded lately, the newest first',
    may: master,
    reads,
    query: z.object({ ...paged }),
    ok: page(upload),
  }),
  upload: call('GET /api/pre-assessment/uploads/{id}/', {
    summary: 'How far a file is',
    may: master,
    reads,
    ok: upload,
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
    query: z.object({ date_from: query.date, date_to: query.date, shop: query.int }),
    ok: accuracy.extend({
      by_brand: z.array(accuracy.extend({ brand: id.nullable(), brand_name: z.string() })),
      by_category: z.array(accuracy.extend({ category: id.nullable(), category_name: z.string() })),
      by_shop: z.array(accuracy.extend({ shop: id, shop_name: z.string() })),
      by_operator: z.array(accuracy.extend({ operator: operator.nullable(), operator_name: z.string() })),
    }),
  }),
}

const shownItem = z.object({
  position: count,
  brand_name: z.string(),
  category_name: z.string(),
  gender: codeShown(itemGender).nullable(),
  condition_name: z.string(),
  count,
  note: z.string(),
  low: yen.nullable(),
  high: yen.nullable(),
  photos: z.array(picture).describe('The shop’s own photos of it.'),
})
const shown = z
  .object({
    company_name: z.string(),
    shop: id,
    shop_name: z.string(),
    operator_name: z.string(),
    state: wordShown(priceEstimateStateLabel),
    valid_until: date.nullable(),
    items: z.array(shownItem).describe('Empty once the link does not stand any more.'),
    total,
    within_percent: percent.nullable().describe('Share of named prices that came true; null below twenty.'),
    n: count,
  })
  .describe('A named price as its customer sees it, without name or telephone.')

/** Open to who has the link, and to anybody who wants to know a price. */
export const priceEstimateCalls = {
  shown: call('GET /api/price-estimates/{token}/', {
    summary: 'What was named, by its link',
    may: 'anyone',
    reads,
    limit: 'search',
    ok: shown,
  }),
  shownPdf: call('GET /api/price-estimates/{token}/pdf/', {
    summary: 'The estimate as PDF, by its link',
    may: 'anyone',
    reads,
    limit: 'search',
    ok: 'pdf',
  }),
  decline: call('POST /api/price-estimates/{token}/decline/', {
    summary: 'Say that nothing will be sent',
    may: 'anyone',
    ignoresToken: true,
    changes,
    limit: 'search',
    repeated: 'changes nothing',
    body: z.object({}),
    ok: shown,
    errors: ['illegal_transition'],
  }),
  take: call('POST /api/price-estimates/{token}/take/', {
    summary: 'Put what was named into the draft of a request; the link belongs to this customer from then on',
    may: 'customer.self',
    changes: ['draft'],
    repeated: 'changes nothing',
    body: z.object({}),
    ok: z.object({ draft: id, shop: id, items: z.array(declaredItem) }),
    errors: ['illegal_transition', 'guard_failed'],
  }),
  storeAccuracy: call('GET /api/price-estimates/accuracy/', {
    summary: 'How often prices named by the dealers of a storefront came true in the last half year',
    may: 'anyone',
    reads,
    limit: 'search',
    query: z.object({ store: query.text }),
    ok: z.object({
      n: count.describe('Articles that were bought after a price was named.'),
      within_percent: percent.nullable().describe('Share of named prices that came true; null below twenty.'),
    }),
  }),
  apply: call('POST /api/price-estimates/draft/', {
    summary: 'Put articles into the draft of a request; prices are found anew, and kept as named',
    may: 'customer.self',
    changes: ['draft', 'pre_assessment'],
    idempotent: true,
    status: 201,
    body: z.object({
      shop: id,
      articles: z
        .array(
          z.object({
            brand: id.nullish(),
            brand_text: maybeText(60).optional(),
            category: id.nullish(),
            grade_band: word(gradeBandLabel).nullish(),
            count: countFrom(1, 99).optional(),
          }),
        )
        .min(1)
        .max(mostAskedItems),
    }),
    ok: z.object({ draft: id, shop: id, items: z.array(declaredItem) }),
    errors: ['guard_failed', 'customer_incomplete', 'idempotency_key_reused'],
  }),
  bands: call('POST /api/price-estimates/', {
    summary: 'What an article would bring, dealer by dealer; keeps nothing',
    may: 'anyone',
    ignoresToken: true,
    changes: [],
    limit: 'search',
    repeated: 'writes nothing',
    body: z.object({
      brand: id,
      category: id,
      gender: code(itemGender).nullish(),
      grade_band: word(gradeBandLabel),
      store: maybeText(40).optional(),
    }),
    ok: z.array(
      z.object({
        company: id,
        company_name: z.string(),
        shop: id,
        low: yen,
        high: yen,
        n: count.describe('Past purchases of the kind.'),
        within_percent: percent.nullable(),
        accuracy_n: count,
      }),
    ),
  }),
}
