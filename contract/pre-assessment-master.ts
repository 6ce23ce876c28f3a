import * as z from 'zod'
import { call } from './call.ts'
import { bulkResult, fileEncoding } from './catalogue.ts'
import { gradeBandLabel, itemGender } from './codes.ts'
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
  query,
  scalar,
  text,
  version,
  word,
  wordShown,
  yen,
  yenFrom,
} from './field.ts'
import { attributes, changes, reads, use } from './pre-assessment-fields.ts'
import { whole } from './put.ts'

export const attributeKindLabel = { STRING: '文字', NUMBER: '数値', BOOLEAN: 'はい・いいえ' } as const
export type AttributeKind = keyof typeof attributeKindLabel

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

const master = 'biz.pre_assessment.master' as const

const permille = (min: number, max: number) => countFrom(min, max).describe('In thousandths.')
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
export const prospectRow = z.object({
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

export const preAssessmentMasterCalls = {
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
  attributes: call('GET /api/pre-assessment/attributes/', {
    summary:
      'By which attributes the price templates in force tell articles apart, where an attribute can still change which one counts',
    may: use,
    reads,
    query: z.object({
      ...{ category: query.int, brand: query.int, gender: query.code(itemGender) },
      ...{ condition: query.int, season: query.int },
    }),
    ok: z.array(
      z.object({
        name: z.string(),
        kind: word(attributeKindLabel),
        values: z.array(scalar).describe('What templates say, the most frequent first.'),
      }),
    ),
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
}
