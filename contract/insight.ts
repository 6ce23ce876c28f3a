import * as z from 'zod'
import { call } from './call.ts'
import { salesChannel } from './codes.ts'
import { codeShown, count, date, figure, id, query, word, yen } from './field.ts'

/** How an offer ended. */
export const outcomeLabel = {
  sold: '売る',
  chosen: '返送を選ばれた',
  after_second_look: '再査定のあとに返送',
  no_price: '値段のつく品がなかった',
  expired: 'お返事の期限が過ぎた',
} as const
export type Outcome = keyof typeof outcomeLabel
export const outcomes = Object.keys(outcomeLabel) as [Outcome, ...Outcome[]]

export const leadStepLabel = {
  wait: '届いてから開始',
  assess: '査定',
  check: '確認・公開',
  lead: '全体',
} as const
export type LeadStep = keyof typeof leadStepLabel

/** Difference of a price from the median of the past purchases shown with it: thousandths from which each band begins. */
export const gapBands = {
  under_25: { label: '−25%未満', from: null },
  under_15: { label: '−25〜−15%', from: -250 },
  under_5: { label: '−15〜−5%', from: -150 },
  near: { label: '±5%', from: -50 },
  over_5: { label: '+5〜+15%', from: 51 },
  over_15: { label: '+15%超', from: 151 },
} as const
export type GapBand = keyof typeof gapBands
export const gapBandLabel = {
  under_25: gapBands.under_25.label,
  under_15: gapBands.under_15.label,
  under_5: gapBands.under_5.label,
  near: gapBands.near.label,
  over_5: gapBands.over_5.label,
  over_15: gapBands.over_15.label,
} as const
export const gapBandNames = Object.keys(gapBands) as [GapBand, ...GapBand[]]
/** Where each band after the first begins. */
export const gapStarts = gapBandNames.flatMap((band) => gapBands[band].from ?? [])
/** Outside of ±15 percent. */
export const wideGaps: readonly GapBand[] = ['under_25', 'under_15', 'over_15']

export const insightTables = {
  lead_time: '届いてから公開まで',
  acceptance: '承諾率',
  refusals: '売却にならなかった理由',
  purchases_by_day: '買取(日別)',
  purchases_by_brand: '買取(ブランド別)',
  purchases_by_category: '買取(カテゴリ別)',
  purchases_by_shop: '買取(店舗別)',
  margin_by_day: '販売と利益(日別)',
  margin_by_brand: '販売と利益(ブランド別)',
  margin_by_category: '販売と利益(カテゴリ別)',
  margin_by_channel: '販売と利益(販路別)',
  price_spread: '担当ごとの価格差',
  past_gap: 'これまでの買取との差',
} as const
export type InsightTable = keyof typeof insightTables

/** The longest period of a figure, in days. */
export const longestPeriod = 366
export const usualPeriod = 7

const insightPeriod = z.object({
  date_from: query.date.describe(
    'First day, in Tokyo; without both days, the seven days until yesterday. One alone is a period of that day.',
  ),
  date_to: query.date.describe('Last day.'),
  shop: query.int,
})

const period = z.object({ date_from: date, date_to: date })
const days = { period, before: period.describe('As many days before it.') }
const shop = { shop: id, shop_name: z.string() }
const n = count.describe('How many are counted.')
const minutes = count.nullable()
const thousandths = figure
  .nullable()
  .describe('In thousandths of the usual amount; negative below it. Null where nothing is compared.')
const share = z.object({ n, sold: count, n_before: count, sold_before: count })
const bought = z.object({ item_count: count, amount: yen })
const sold = z.object({
  n: count.describe('Sales, without those that came back.'),
  revenue: yen.describe('What buyers paid, with tax.').meta({ example: 1_240_000 }),
  cost: yen.describe('What was paid to the customers for these articles.').meta({ example: 620_000 }),
  fees: yen.describe('What the channels took.').meta({ example: 124_000 }),
  shipping: yen,
  handling: yen,
  profit: yen
    .describe('Revenue without cost, fees, shipping and handling; negative for a loss.')
    .meta({ example: 410_000 }),
  days_to_sell: count
    .nullable()
    .describe('Median of the days from the purchase to the sale; null without a sale.')
    .meta({ example: 21 }),
})

const read = { may: 'biz.insight.read', query: insightPeriod, fromReplica: true } as const

export const about = 'Figures of a dealer: lead time, acceptance, purchases, prices.'

export const insightCalls = {
  leadTime: call('GET /api/biz/insight/lead-time/', {
    summary: 'How long boxes first published in a period took, by step and shop; in minutes',
    ...read,
    reads: ['request'],
    ok: z.object({
      period,
      n,
      steps: z.array(z.object({ step: word(leadStepLabel), n, p50: minutes, p90: minutes })),
      over_p90: count.describe('Boxes that took longer than nine in ten.'),
      by_shop: z.array(z.object({ ...shop, n, p50: minutes, p90: minutes })),
    }),
  }),
  acceptance: call('GET /api/biz/insight/acceptance/', {
    summary: 'How offers ended in a period, by shop and by reason',
    ...read,
    reads: ['request'],
    ok: share.extend({
      ...days,
      by_shop: z.array(share.extend(shop)),
      reasons: z.array(z.object({ outcome: word(outcomeLabel), n })),
    }),
  }),
  purchases: call('GET /api/biz/insight/purchases/', {
    summary: 'What was bought in a period, by day, brand, category and shop; without what was rescinded',
    ...read,
    reads: ['deal'],
    ok: bought.extend({
      ...days,
      item_count_before: count,
      amount_before: yen,
      by_day: z.array(bought.extend({ date: date.describe('Day in Tokyo.') })),
      by_brand: z.array(bought.extend({ brand: id.nullable(), brand_name: z.string() })),
      by_category: z.array(bought.extend({ category: id.nullable(), category_name: z.string() })),
      by_shop: z.array(bought.extend(shop)),
    }),
  }),
  margin: call('GET /api/biz/insight/margin/', {
    summary:
      'What was sold in a period and what it earned, by day, brand, category and channel; without what came back',
    ...read,
    reads: ['sale'],
    ok: sold.extend({
      ...days,
      n_before: count.describe('Sales of the period before.').meta({ example: 38 }),
      revenue_before: yen.describe('Revenue of the period before.').meta({ example: 1_010_000 }),
      profit_before: yen.describe('Profit of the period before.').meta({ example: 350_000 }),
      by_day: z.array(sold.extend({ date: date.describe('Day of the sale.') })),
      by_brand: z.array(sold.extend({ brand: id.nullable(), brand_name: z.string() })),
      by_category: z.array(sold.extend({ category: id.nullable(), category_name: z.string() })),
      by_channel: z
        .array(sold.extend({ sales_channel: codeShown(salesChannel) }))
        .describe('By sales channel.'),
    }),
  }),
  priceSpread: call('GET /api/biz/insight/price-spread/', {
    summary:
      'How far first published prices were from what is usual for their kind, by assessor; staff see themselves',
    ...read,
    reads: ['item'],
    ok: z.object({
      period,
      n,
      assessors: z
        .array(
          z.object({
            assessor: id,
            assessor_name: z.string(),
            n: count.describe('How many are compared.'),
            priced: count.describe('How many they priced; of some nothing says what is usual.'),
            q1: thousandths,
            median: thousandths,
            q3: thousandths,
          }),
        )
        .describe('Middle half and median, in thousandths of the usual amount of each article.'),
    }),
  }),
  pastGap: call('GET /api/biz/insight/past-gap/', {
    summary: 'How far first published prices were from the median of the past purchases shown with them',
    ...read,
    reads: ['item'],
    ok: z.object({
      period,
      n,
      within: count.describe('Within 15 percent.'),
      bands: z.array(z.object({ band: word(gapBandLabel), n })),
    }),
  }),
  csv: call('GET /api/biz/insight/csv/', {
    summary: 'One table of the figures as CSV',
    may: 'biz.insight.read',
    reads: ['request', 'item', 'deal', 'sale'],
    limit: 'export',
    query: insightPeriod.extend({ table: query.choice(Object.keys(insightTables) as InsightTable[]) }),
    fromReplica: true,
    ok: 'csv',
  }),
}
