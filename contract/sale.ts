import * as z from 'zod'
import { call } from './call.ts'
import { bulkResult, fileEncoding } from './catalogue.ts'
import { ledgerClass, salesChannel } from './codes.ts'
import { csvEncodings } from './csv-encoding.ts'
import {
  changing,
  changingPage,
  codeShown,
  count,
  countFrom,
  date,
  dateTime,
  grade,
  id,
  maybeText,
  missingCodes,
  paged,
  query,
  text,
  version,
  word,
  wordShown,
  yen,
  yenFrom,
} from './field.ts'
import { itemStatusLabel } from './lifecycle.ts'

export const saleSourceLabel = { hand: '画面', file: 'ファイル', next_engine: 'ネクストエンジン' } as const
export type SaleSource = keyof typeof saleSourceLabel

/** Channels through which something can be sold: without the one that is undecided. */
export const soldChannels = [1, 2, 3] as const

/** A sale that never was: undone with this reason on the day it was recorded, and told apart from goods that came back. */
export const mistakeReason = '記録の誤り'

/** What the antique ledger asks of a sale at a price. */
export const saleEntryLabel = {
  none: '記載は不要',
  unnamed: '記載が必要(買い手の記載は不要)',
  named: '記載と買い手の情報が必要',
} as const

export const mostSalesInFile = 500
export const mostPreviewed = 20

const soldChannel = z.literal([...soldChannels])

/** Each is named under `buyer` when the law asks for it and it is missing. */
export const buyer = z
  .object({
    name: maybeText(200).optional(),
    address: maybeText(300).optional(),
    occupation: maybeText(100).optional(),
    age: countFrom(0, 150).nullish(),
  })
  .describe('Written into the antique ledger where the law asks for it, and refused elsewhere.')

const saleFacts = {
  sales_channel: codeShown(salesChannel),
  sold_on: date,
  price: yen,
  fee: yen,
  shipping: yen,
}
const figures = {
  cost: yen.describe('What was paid to the customer.').meta({ example: 4000 }),
  profit: yen
    .describe('Price without cost, fee, shipping and handling; negative for a loss.')
    .meta({ example: 5740 }),
}

export const saleRow = z
  .object({
    id,
    slug: z.string(),
    request: id,
    seq: count,
    name: z.string(),
    brand: id.nullable(),
    brand_name: z.string(),
    category: id.nullable(),
    category_name: z.string(),
    shop: id,
    shop_name: z.string(),
    ...saleFacts,
    handling: yen,
    ...figures,
    days_to_sell: count.describe('Days from the purchase.'),
    source: wordShown(saleSourceLabel),
    order_number: z.string(),
    note: z.string(),
    recorded_by: z.string(),
    recorded_at: dateTime,
    is_returned: z.boolean(),
    is_mistake: z.boolean().describe('Undone because it was recorded by mistake.'),
    returned_on: date.nullable(),
    return_reason: z.string(),
    returned_by: z.string(),
    ledger_seq: count
      .nullable()
      .describe('Its row in the antique ledger, where the law asks for one.')
      .meta({ example: 120 }),
    return_ledger_seq: count
      .nullable()
      .describe('The row that says that it came back.')
      .meta({ example: 131 }),
    version,
  })
  .describe('A sale, and whether it came back.')

export const saleOrder = { fields: ['sold_on', 'price', 'id'], usual: '-sold_on' } as const

export const saleFilter = z.object({
  q: query.search.describe(
    'Name or brand of the article, or the order number. Or several codes: the sales of any of them.',
  ),
  sales_channel: query.code(salesChannel),
  shop: query.int,
  brand: query.int.describe('0: without a brand.'),
  category: query.int.describe('0: without a category.'),
  sold_from: query.date.describe('First day of the sale.'),
  sold_to: query.date.describe('Last day of the sale.'),
  is_returned: query.bool.describe('It came back.'),
  source: query.choice(Object.keys(saleSourceLabel) as SaleSource[]).describe('How it was recorded.'),
  ordering: query.ordering(saleOrder),
  ...paged,
})
const { page: _page, size: _size, ...conditions } = saleFilter.shape

const article = z
  .object({
    slug: z.string(),
    request: id,
    seq: count,
    name: z.string(),
    status: codeShown(itemStatusLabel),
    brand_name: z.string(),
    category_name: z.string(),
    grade: grade.nullable(),
    shop_name: z.string(),
    sales_channel: codeShown(salesChannel).describe('Where it was to be sold.'),
    selling_price: yen.nullable(),
    cost: figures.cost,
    purchased_on: date.describe('Day of the deal.'),
    ledger_class: word(ledgerClass),
    channels: z
      .array(
        z.object({
          sales_channel: codeShown(salesChannel),
          fee_permille: count,
          shipping: yen,
          handling: yen,
        }),
      )
      .describe('What each channel takes of a sale.'),
    problem: z.string().describe('Why it cannot be sold now; blank where it can.'),
    sale: id.nullable().describe('The sale that stands.').meta({ example: 12 }),
  })
  .describe('An article that somebody wants to record as sold.')
export type ArticleForSale = z.output<typeof article>

export const about = 'Articles that were sold, and those that came back.'

export const saleCalls = {
  list: call('GET /api/biz/sales/', {
    summary: 'What was sold, also what came back since',
    may: 'biz.sale.read',
    reads: ['sale'],
    query: saleFilter.extend(changing),
    fromReplica: true,
    ok: changingPage(saleRow),
  }),
  codes: call('GET /api/biz/sales/codes/', {
    summary: 'Which of several codes in a search the list does not show',
    may: 'biz.sale.read',
    reads: ['sale'],
    query: z.object(conditions),
    ok: missingCodes,
  }),
  csv: call('GET /api/biz/sales/csv/', {
    summary: 'The listed sales as a file that can be loaded again, without buyers; each download is recorded',
    may: 'biz.sale.export',
    reads: ['sale'],
    limit: 'export',
    query: z.object({
      ...conditions,
      encoding: query.choice(csvEncodings).describe('`utf-8` (with a mark for Excel) by default.'),
    }),
    fromReplica: true,
    ok: 'csv',
  }),
  article: call('GET /api/biz/sales/articles/{code}/', {
    summary: 'The article of a scanned code, what channels take of its sale and why it cannot be sold',
    may: 'biz.sale.write',
    reads: ['sale', 'item', 'product'],
    ok: article,
  }),
  get: call('GET /api/biz/sales/{id}/', {
    summary: 'One sale',
    may: 'biz.sale.read',
    reads: ['sale'],
    ok: saleRow,
  }),
  record: call('POST /api/biz/sales/', {
    summary: 'Record a sale; the antique ledger gets its row where the law asks for one',
    may: 'biz.sale.write',
    changes: ['sale', 'item', 'product', 'ledger'],
    idempotent: true,
    status: 201,
    body: z.object({
      slug: text(40),
      sales_channel: soldChannel,
      sold_on: date,
      price: yenFrom(1),
      fee: yenFrom(0).nullish().describe('By default what the channel takes.'),
      shipping: yenFrom(0).nullish().describe('By default what the channel costs.'),
      order_number: maybeText(60).optional(),
      note: maybeText(300).optional(),
      buyer: buyer.nullish(),
    }),
    ok: saleRow,
    errors: ['already_sold', 'held', 'guard_failed', 'buyer_required', 'idempotency_key_reused'],
  }),
  return: call('POST /api/biz/sales/{id}/return/', {
    summary: 'Record that a sold article came back; it can be sold again',
    may: 'biz.sale.write',
    changes: ['sale', 'item', 'product', 'ledger'],
    status: 200,
    body: z.object({
      version,
      returned_on: date,
      reason: text(200).describe(`${mistakeReason}: only on the day of the record.`),
    }),
    ok: saleRow,
    errors: ['illegal_transition', 'stale_version', 'guard_failed'],
  }),
  load: call('POST /api/biz/sales/bulk-upload/', {
    summary: 'Record sales from the text of a CSV file: all or nothing; the same again changes nothing',
    may: 'biz.sale.write',
    changes: ['sale', 'item', 'product', 'ledger'],
    repeated: 'changes nothing',
    limit: 'upload',
    bodyLimit: 1_000_000,
    body: z.object({
      csv: z
        .string()
        .max(700_000)
        .describe(
          'With a header: 商品コード or 商品番号, 販路, 販売日, 販売額 in any order; and, where they are wanted, 手数料, 送料, 注文番号, メモ. Other columns are left alone.',
        ),
      encoding: fileEncoding,
      dry_run: z.boolean().optional().describe('Only says what would change.'),
    }),
    ok: bulkResult.extend({
      unchanged: count.describe('Rows that say what is known already.').meta({ example: 12 }),
      preview: z
        .array(
          z.object({
            line: count,
            slug: z.string(),
            name: z.string(),
            ...saleFacts,
            ...figures,
            order_number: z.string(),
            is_new: z.boolean().describe('Not recorded before.'),
          }),
        )
        .describe(`The first ${mostPreviewed} rows.`),
    }),
  }),
}
