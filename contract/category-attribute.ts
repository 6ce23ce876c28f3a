import * as z from 'zod'
import { call } from './call.ts'
import { bulkResult, fileEncoding } from './catalogue.ts'
import {
  count,
  countFrom,
  id,
  maybeText,
  page,
  paged,
  query,
  text,
  version,
  word,
  wordShown,
} from './field.ts'
import { whole } from './put.ts'

export const valueTypeLabel = { STRING: '文字', NUMBER: '数値', BOOLEAN: 'ある・ない' } as const
export type ValueType = keyof typeof valueTypeLabel

export const mostChoices = 60

const fields = {
  name: text(30).meta({ description: 'What it is called, without ">" and "|".', example: '着丈' }),
  value_type: word(valueTypeLabel),
  unit: maybeText(10),
  choices: z.array(text(40)).max(mostChoices).describe('Of texts: what can be chosen; empty: anything.'),
  is_measure: z.boolean(),
  is_required: z.boolean(),
  sort: countFrom(1, 9999).meta({ description: 'Its place among those of an article.', example: 3 }),
  is_active: z.boolean().describe('Whether articles of this category are described by it.'),
}
const attributeInput = z.object(fields)
const filter = { q: query.text, category: query.int, is_active: query.bool }

export const categoryAttribute = z.object({
  ...fields,
  id,
  category: id,
  category_path: z.array(z.string()).describe('Names from the top category down to its own.'),
  name: z.string(),
  value_type: wordShown(valueTypeLabel),
  unit: z.string(),
  choices: z.array(z.string()),
  sort: count.meta({ description: 'Its place among those of an article.', example: 3 }),
  version,
})

/** As articles of a category have it. */
export const attributeShown = z.object({
  id,
  name: z.string(),
  value_type: wordShown(valueTypeLabel),
  unit: z.string(),
  choices: z.array(z.string()),
  is_measure: z.boolean(),
  is_required: z.boolean(),
})

export type AttributeShown = z.output<typeof attributeShown>

export const about =
  'What articles are described by when they are sold. Attributes of a category hold for those below it, unless one of the same name there takes its place.'

const may = 'operator.setup'

export const categoryAttributeCalls = {
  list: call('GET /api/biz/category-attributes/', {
    summary: 'Attributes in the order of the category tree, also those out of use',
    may,
    reads: ['catalogue'],
    query: z.object({ ...filter, ...paged }),
    ok: page(categoryAttribute),
  }),
  get: call('GET /api/biz/category-attributes/{id}/', {
    summary: 'One attribute',
    may,
    reads: ['catalogue'],
    ok: categoryAttribute,
  }),
  create: call('POST /api/biz/category-attributes/', {
    summary: 'Take an attribute in',
    may,
    changes: ['catalogue', 'product'],
    idempotent: true,
    status: 201,
    body: attributeInput.extend({ category: id }),
    ok: categoryAttribute,
    errors: ['attribute_exists', 'idempotency_key_reused'],
  }),
  replace: call('PUT /api/biz/category-attributes/{id}/', {
    summary: 'Change an attribute, or take it out of use; one that articles have a value of keeps its type',
    may,
    changes: ['catalogue', 'product'],
    body: whole(attributeInput.extend({ version }), {}),
    ok: categoryAttribute,
    errors: ['attribute_exists', 'attribute_in_use', 'stale_version'],
  }),
  load: call('POST /api/biz/category-attributes/bulk-upload/', {
    summary: 'Load attributes from the text of a CSV file: all or nothing; the same again changes nothing',
    may,
    changes: ['catalogue', 'product'],
    repeated: 'changes nothing',
    limit: 'upload',
    bodyLimit: 1_000_000,
    body: z.object({
      csv: z
        .string()
        .max(600_000)
        .describe(
          'With a header: カテゴリ, 項目, 型; and, where they change, 単位, 選択肢, 採寸, 必須, 順番, 使用.',
        ),
      encoding: fileEncoding,
      dry_run: z.boolean().optional().describe('Only says what would change.'),
    }),
    ok: bulkResult.extend({
      unchanged: count.describe('Rows that say what is known already.').meta({ example: 12 }),
    }),
  }),
  csv: call('GET /api/biz/category-attributes/csv/', {
    summary: 'The listed attributes as a file that can be loaded again',
    may,
    reads: ['catalogue'],
    limit: 'export',
    query: z.object(filter),
    ok: 'csv',
  }),
  ofCategory: call('GET /api/biz/item-categories/{id}/attributes/', {
    summary: 'What articles of a category are described by, also by attributes of the categories above it',
    may: 'biz.catalogue.read',
    reads: ['catalogue'],
    ok: z.array(attributeShown),
  }),
}
