import * as z from 'zod'
import { call } from './call.ts'
import { bulkResult, fileEncoding } from './catalogue.ts'
import { type CsvEncoding, csvEncodings } from './csv-encoding.ts'
import { count, maybeText, query, word, wordShown } from './field.ts'
import { productFilter } from './productization.ts'

/** Who reads a file of goods. */
export const goodsFormatLabel = {
  okuru: '編集用(Okuru)',
  next_engine: 'ネクストエンジン',
  shopify: 'Shopify',
  yahoo: 'Yahoo!ショッピング',
} as const
export type GoodsFormatName = keyof typeof goodsFormatLabel
export const goodsFormatNames = Object.keys(goodsFormatLabel) as GoodsFormatName[]

/** What each reader takes; the first is usual. */
export const goodsEncodings: Readonly<Record<GoodsFormatName, readonly CsvEncoding[]>> = {
  okuru: ['utf-8', 'shift_jis'],
  next_engine: ['utf-8', 'shift_jis'],
  shopify: ['utf-8'],
  yahoo: ['shift_jis'],
}

export const goodsProblemLabel = {
  missing: '入力がありません',
  characters: 'この形式で使えない文字があります',
  formula: '先頭の記号が、表計算の式として読まれます',
  one_line: '改行などの、見えない文字が入っています',
  too_long: '長すぎます',
  format: '形が正しくありません',
} as const
export type GoodsProblemKind = keyof typeof goodsProblemLabel

/** Of a file, to be saved as well as loaded. */
export const mostGoods = 5_000
export const longestGoodsFile = 5_000_000
export const mostGoodsShown = 20
export const mostGoodsProblems = 200

export const usualSupplier = '9999'

const file = productFilter.omit({ page: true, size: true }).extend({
  format: query.choice(goodsFormatNames).describe('Who reads the file; `okuru` by default.'),
  encoding: query.choice(csvEncodings).describe('As the format takes it; its usual one by default.'),
  supplier_code: query.text.meta({
    description: `Next Engine: the supplier of new articles, four digits; ${usualSupplier} by default.`,
    example: usualSupplier,
  }),
  product_category: query.text.meta({
    description: 'Yahoo! Shopping: number of the product category, for all articles of the file.',
    example: '36504',
  }),
})

const whichFilter =
  'With none of `stage`, `status`, `is_finished` and `is_sold` given, finished articles that are not sold.'

const shownTitle = z.string().meta({ description: 'Of the article.', example: 'ウールコート キャメル 38' })

const shownLabel = z.string().meta({ description: 'What the staff call the column.', example: '販売価格' })

const fieldChange = z.object({
  column: z.string().describe('Column of the file.'),
  label: shownLabel,
  before: z.string().meta({ description: 'As it is.', example: '52800' }),
  after: z.string(),
})

export const about = 'Files of finished products for other systems, and their way back.'

export const goodsFileCalls = {
  csv: call('GET /api/biz/item-productization/csv/', {
    summary: `The listed articles as a file for another system or for editing; each download is recorded. ${whichFilter}`,
    may: 'biz.productization.read',
    reads: ['item', 'product'],
    limit: 'export',
    query: file.extend({
      substitute: query.bool.describe('Write characters that the format lacks as their substitutes.'),
      leave_out: query.bool.describe('Leave out articles with problems; without it they refuse the file.'),
    }),
    ok: 'csv',
    errors: ['guard_failed'],
  }),
  check: call('GET /api/biz/item-productization/csv/check/', {
    summary: `What that file would contain, and what the format does not take. ${whichFilter}`,
    may: 'biz.productization.read',
    reads: ['item', 'product'],
    limit: 'export',
    query: file,
    errors: ['guard_failed'],
    ok: z.object({
      format: word(goodsFormatLabel),
      encoding: z.enum(csvEncodings),
      articles: count.meta({ description: 'Articles that the filter finds.', example: 120 }),
      good: count.describe('Of them, those without problems.'),
      substitutable: count.describe('Of the others, those that substitutes alone make good.'),
      problem_count: count,
      problems: z
        .array(
          z.object({
            line: count.describe('Record of the file; the header is 1.'),
            slug: z.string().describe('Article; blank for the header.'),
            title: shownTitle,
            column: z.string(),
            label: shownLabel,
            problem: wordShown(goodsProblemLabel),
            text: z.string().meta({ description: 'What it says.', example: 'コート ①' }),
            characters: z.array(z.string()).describe('Those that the format lacks.'),
            suggestion: z.string().describe('A text that fits; blank where there is none.'),
          }),
        )
        .describe(`The first ${mostGoodsProblems}.`),
    }),
  }),
  load: call('POST /api/biz/item-productization/bulk-upload/', {
    summary:
      'Load sale data from the text of a CSV file in one of the formats: all or nothing; the same again changes nothing',
    may: 'biz.productization.write',
    changes: ['product', 'item', 'notice'],
    repeated: 'changes nothing',
    limit: 'upload',
    bodyLimit: 8_000_000,
    body: z.object({
      csv: maybeText(longestGoodsFile).describe('With its header, from which the format is known.'),
      encoding: fileEncoding,
      dry_run: z.boolean().optional().describe('Only says what would change.'),
    }),
    ok: bulkResult.extend({
      format: word(goodsFormatLabel),
      unchanged: count.describe('Lines that say what is known already.').meta({ example: 12 }),
      out_of_stock: z
        .array(z.object({ line: count, slug: z.string(), title: shownTitle }))
        .describe('Unsold articles of which the file says that none is left. This is not a sale.'),
      changes: z
        .array(z.object({ line: count, slug: z.string(), title: shownTitle, fields: z.array(fieldChange) }))
        .describe(`The first ${mostGoodsShown} lines that change something.`),
    }),
    errors: ['guard_failed', 'held', 'already_sold', 'illegal_transition', 'wrong_place'],
  }),
}
