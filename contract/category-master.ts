import * as z from 'zod'
import { call } from './call.ts'
import { bulkResult, fileEncoding } from './catalogue.ts'
import { ledgerClass } from './codes.ts'
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

const fields = {
  name: text(50).meta({ description: 'Its name, without ">".', example: 'ニット' }),
  name_kana: maybeText(50).describe('Its reading in katakana.'),
  ledger_class: word(ledgerClass),
  sort: countFrom(1, 9999).meta({ description: 'Its place among those under the same parent.', example: 3 }),
  is_active: z.boolean().describe('Whether it is offered for new articles.'),
}
const categoryInput = z.object(fields)
const filter = { q: query.text, is_active: query.bool }

export const categoryMaster = z.object({
  ...fields,
  id,
  name: z.string(),
  name_kana: z.string(),
  ledger_class: wordShown(ledgerClass),
  sort: count.meta({ description: 'Its place among those under the same parent.', example: 3 }),
  parent: id.nullable(),
  path: z.array(z.string()).describe('Names of those above it, from the top.'),
  version,
})

export const about =
  'Categories as the operator keeps them. Those out of use stay on the articles that have them.'

const may = 'operator.setup'

export const categoryMasterCalls = {
  list: call('GET /api/biz/category-masters/', {
    summary: 'Categories in the order of their tree, also those out of use',
    may,
    reads: ['catalogue'],
    query: z.object({ ...paged, ...filter }),
    ok: page(categoryMaster),
  }),
  get: call('GET /api/biz/category-masters/{id}/', {
    summary: 'One category',
    may,
    reads: ['catalogue'],
    ok: categoryMaster,
  }),
  create: call('POST /api/biz/category-masters/', {
    summary: 'Take a category in, at the top or under another',
    may,
    changes: ['catalogue'],
    idempotent: true,
    status: 201,
    body: categoryInput.extend({ parent: id.nullable() }),
    ok: categoryMaster,
    errors: ['category_exists', 'idempotency_key_reused'],
  }),
  replace: call('PUT /api/biz/category-masters/{id}/', {
    summary: 'Change a category, or take it out of use; it stays where it is in the tree',
    may,
    changes: ['catalogue'],
    body: whole(categoryInput.extend({ version }), {}),
    ok: categoryMaster,
    errors: ['category_exists', 'stale_version'],
  }),
  load: call('POST /api/biz/category-masters/bulk-upload/', {
    summary: 'Load categories from the text of a CSV file: all or nothing; the same again changes nothing',
    may,
    changes: ['catalogue'],
    repeated: 'changes nothing',
    limit: 'upload',
    bodyLimit: 1_000_000,
    body: z.object({
      csv: z
        .string()
        .max(600_000)
        .describe(
          'With a header: 上位カテゴリ, カテゴリ, 品目区分; and, where they change, カナ, 順番, 使用.',
        ),
      encoding: fileEncoding,
      dry_run: z.boolean().optional().describe('Only says what would change.'),
    }),
    ok: bulkResult.extend({
      unchanged: count.describe('Rows that say what is known already.').meta({ example: 12 }),
    }),
  }),
  csv: call('GET /api/biz/category-masters/csv/', {
    summary: 'The listed categories as a file that can be loaded again',
    may,
    reads: ['catalogue'],
    limit: 'export',
    query: z.object(filter),
    ok: 'csv',
  }),
}
