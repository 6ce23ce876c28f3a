import { labelOf, salesChannel } from '#contract/codes'
import {
  gapBandLabel,
  type InsightTable,
  insightTables,
  leadStepLabel,
  outcomeLabel,
} from '#contract/insight'
import { recordRead } from '#server/domains/activity/activity.service'
import type { BusinessActor } from '#server/platform/actor'
import { type CsvColumn, type CsvValue, csvPieces } from '#server/platform/csv'
import type { CsvFile } from '#server/platform/csv-response'
import type { Db } from '#server/platform/db'
import { invalidField } from '#server/platform/refusal'
import {
  type Asked,
  acceptance,
  leadTime,
  margin,
  pastGap,
  priceSpread,
  purchases,
  wantedOf,
} from './insight.service.ts'

type Cells = Readonly<Record<string, CsvValue>>

interface Table {
  /** Header by key, in the order of the columns. */
  columns: Readonly<Record<string, string>>
  rows: (db: Db, actor: BusinessActor, asked: Asked) => Promise<readonly Cells[]>
}

const percentOf = (part: number, of: number): string => (of === 0 ? '' : ((part * 100) / of).toFixed(1))
const percentFrom = (thousandths: number | null): string =>
  thousandths === null ? '' : (thousandths / 10).toFixed(1)
const bought = { item_count: '点数', amount: '買取額' }

const sold = {
  n: '販売点数',
  revenue: '販売額',
  cost: '買取額',
  fees: '手数料',
  shipping: '送料',
  handling: '作業費',
  profit: '利益',
  rate: '利益率(%)',
  days_to_sell: '売れるまでの日数(中央値)',
}
const withRate = <Row extends { profit: number; revenue: number }>(rows: readonly Row[]) =>
  rows.map((row) => ({ ...row, rate: percentOf(row.profit, row.revenue) }))

const tables: Readonly<Record<InsightTable, Table>> = {
  lead_time: {
    columns: { name: '工程・店舗', n: '件数', p50: '半分の箱(分)', p90: '9割の箱(分)' },
    rows: async (...of) => {
      const { steps, by_shop } = await leadTime(...of)
      return [
        ...steps.map((row) => ({ ...row, name: leadStepLabel[row.step] })),
        ...by_shop.map((row) => ({ ...row, name: row.shop_name })),
      ]
    },
  },
  acceptance: {
    columns: {
      shop_name: '店舗',
      n: 'お返事',
      sold: '売る',
      share: '承諾率(%)',
      n_before: '前の期間のお返事',
      sold_before: '前の期間の売る',
      share_before: '前の期間の承諾率(%)',
    },
    rows: async (...of) => {
      const { by_shop, n, sold, n_before, sold_before } = await acceptance(...of)
      return [...by_shop, { shop_name: '合計', n, sold, n_before, sold_before }].map((row) => ({
        ...row,
        share: percentOf(row.sold, row.n),
        share_before: percentOf(row.sold_before, row.n_before),
      }))
    },
  },
  refusals: {
    columns: { reason: '理由', n: '件数' },
    rows: async (...of) =>
      (await acceptance(...of)).reasons.map(({ outcome, n }) => ({ reason: outcomeLabel[outcome], n })),
  },
  purchases_by_day: {
    columns: { date: '日付', ...bought },
    rows: async (...of) => (await purchases(...of)).by_day,
  },
  purchases_by_brand: {
    columns: { brand_name: 'ブランド', ...bought },
    rows: async (...of) => (await purchases(...of)).by_brand,
  },
  purchases_by_category: {
    columns: { category_name: 'カテゴリ', ...bought },
    rows: async (...of) => (await purchases(...of)).by_category,
  },
  purchases_by_shop: {
    columns: { shop_name: '店舗', ...bought },
    rows: async (...of) => (await purchases(...of)).by_shop,
  },
  margin_by_day: {
    columns: { date: '日付', ...sold },
    rows: async (...of) => withRate((await margin(...of)).by_day),
  },
  margin_by_brand: {
    columns: { brand_name: 'ブランド', ...sold },
    rows: async (...of) => withRate((await margin(...of)).by_brand),
  },
  margin_by_category: {
    columns: { category_name: 'カテゴリ', ...sold },
    rows: async (...of) => withRate((await margin(...of)).by_category),
  },
  margin_by_channel: {
    columns: { channel: '販路', ...sold },
    rows: async (...of) =>
      withRate((await margin(...of)).by_channel).map((row) => ({
        ...row,
        channel: labelOf(salesChannel, row.sales_channel),
      })),
  },
  price_spread: {
    columns: {
      assessor_name: '担当',
      priced: '査定した点数',
      n: '比べた点数',
      q1: '真ん中の5割の下(%)',
      median: '中央値(%)',
      q3: '真ん中の5割の上(%)',
    },
    rows: async (...of) =>
      (await priceSpread(...of)).assessors.map((row) => ({
        ...row,
        q1: percentFrom(row.q1),
        median: percentFrom(row.median),
        q3: percentFrom(row.q3),
      })),
  },
  past_gap: {
    columns: { band: 'これまでの買取との差', n: '点数' },
    rows: async (...of) =>
      (await pastGap(...of)).bands.map(({ band, n }) => ({ band: `差 ${gapBandLabel[band]}`, n })),
  },
}

export async function exportTable(
  db: Db,
  actor: BusinessActor,
  { table: name, ...asked }: Asked & { table?: InsightTable | undefined },
): Promise<CsvFile> {
  if (name === undefined) throw invalidField('table', 'この項目は必須です。')
  const { columns, rows } = tables[name]
  const { from, to } = wantedOf(actor, asked).period
  return {
    name: `${insightTables[name]} ${from}〜${to}.csv`,
    pieces: async function* () {
      const cells = await rows(db, actor, asked)
      await recordRead(db, actor, { action: 'insight.export', detail: { table: name, rows: cells.length } })
      yield* csvPieces(columnsOf(columns), once(cells), { bom: true })
    },
  }
}

const columnsOf = (headers: Table['columns']): CsvColumn[] =>
  Object.entries(headers).map(([key, header]) => ({ key, header }))

async function* once(cells: readonly Cells[]): AsyncGenerator<readonly Cells[]> {
  yield cells
}
