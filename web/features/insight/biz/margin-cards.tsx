import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { CallResult } from '#contract/call'
import { labelOf, salesChannel } from '#contract/codes'
import { type InsightTable, insightCalls } from '#contract/insight'
import { formatYen } from '#contract/text'
import type { CamelCased } from '#web/lib/case.ts'
import { monthDay } from '#web/lib/dates.ts'
import { useCallWithPrevious } from '#web/lib/query-client.ts'
import { FigureCard, FigureRead, FigureTable } from '../shared/biz/figure-card.tsx'
import { changeText, itemsText, profitRate } from '../shared/biz/figure-texts.ts'
import { Columns, Rows } from '../shared/biz/lazy-charts.tsx'
import type { Figures } from '../shared/biz/use-period.ts'
import { FigureFile } from './figure-file.tsx'

type Margin = CamelCased<CallResult<typeof insightCalls.margin>>
type Sold = Omit<Margin['byDay'][number], 'date'>

const mostBars = 8
const mostRows = 30
const noSale = 'この期間の販売はありません。'
const heads = ['点数', '販売額', '買取額', '手数料など', '利益', '利益率', '売れるまで'] as const

const soldIn = ({ dateFrom, dateTo, shop }: Figures) => ({
  sold_from: dateFrom,
  sold_to: dateTo,
  shop,
  is_returned: false,
})

const saleLink = (n: number, search: Record<string, unknown>, words: string): ReactNode =>
  n > 0 ? (
    <Link to="/biz/sales" search={search}>
      {words}
    </Link>
  ) : (
    words
  )

const cellsOf = (row: Sold): ReactNode[] => [
  row.n,
  formatYen(row.revenue),
  formatYen(row.cost),
  formatYen(row.fees + row.shipping + row.handling),
  formatYen(row.profit),
  profitRate(row.profit, row.revenue),
  row.daysToSell === null ? '—' : `${row.daysToSell}日`,
]

/** What was sold and what it earned, by day. */
export function MarginCard({ wanted }: { wanted: Figures }) {
  const read = useCallWithPrevious(insightCalls.margin, { query: wanted })
  return (
    <FigureRead title="販売と利益" state={read}>
      {(told, title) => (
        <FigureCard
          title={title}
          value={formatYen(told.profit)}
          note={`利益率 ${profitRate(told.profit, told.revenue)} ・ 販売 ${formatYen(told.revenue)} ・ ${changeText(told.revenue, told.revenueBefore)}`}
          says={told.byDay.map((day) => `${monthDay(day.date)} ${formatYen(day.revenue)}`).join('、')}
          chart={
            <Columns
              bars={told.byDay.map((day) => ({
                label: monthDay(day.date),
                value: day.revenue,
                text: formatYen(day.revenue),
              }))}
            />
          }
          table={
            <FigureTable
              label="販売と利益、日ごと"
              heads={['日', ...heads]}
              rows={[
                ...told.byDay.map((day) => ({
                  key: day.date,
                  cells: [
                    saleLink(
                      day.n,
                      { ...soldIn(wanted), sold_from: day.date, sold_to: day.date },
                      monthDay(day.date),
                    ),
                    ...cellsOf(day),
                  ],
                })),
                { key: 'sum', cells: ['合計', ...cellsOf(told)], isSum: true },
              ]}
            />
          }
          words="図は販売額です。利益は、販売額から買取額・手数料・送料・作業費を引いた金額です。返品された販売は含みません。"
          links={saleLink(told.n, soldIn(wanted), `販売 ${itemsText(told.n)}を見る`)}
          none={told.n === 0 && noSale}
          file={<FigureFile table="margin_by_day" wanted={wanted} />}
        />
      )}
    </FigureRead>
  )
}

type Part = Sold & { key: string | number; name: string; search: Record<string, unknown> }

const parts = {
  brand: {
    title: 'ブランド別の利益',
    of: 'ブランド',
    csv: 'margin_by_brand',
    rows: ({ byBrand }: Margin, days: object): Part[] =>
      byBrand.map((row) => ({
        ...row,
        key: row.brand ?? 0,
        name: row.brandName || 'ブランドなし',
        search: { ...days, brand: row.brand ?? 0 },
      })),
  },
  category: {
    title: 'カテゴリ別の利益',
    of: 'カテゴリ',
    csv: 'margin_by_category',
    rows: ({ byCategory }: Margin, days: object): Part[] =>
      byCategory.map((row) => ({
        ...row,
        key: row.category ?? 0,
        name: row.categoryName || 'カテゴリなし',
        search: { ...days, category: row.category ?? 0 },
      })),
  },
  channel: {
    title: '販路別の利益',
    of: '販路',
    csv: 'margin_by_channel',
    rows: ({ byChannel }: Margin, days: object): Part[] =>
      byChannel.map((row) => ({
        ...row,
        key: row.salesChannel,
        name: labelOf(salesChannel, row.salesChannel),
        search: { ...days, sales_channel: row.salesChannel },
      })),
  },
} as const satisfies Record<
  string,
  { title: string; of: string; csv: InsightTable; rows: (told: Margin, days: object) => Part[] }
>

export function MarginPartCard({ wanted, part }: { wanted: Figures; part: keyof typeof parts }) {
  const read = useCallWithPrevious(insightCalls.margin, { query: wanted })
  const { title: name, of, csv, rows: rowsOf } = parts[part]
  return (
    <FigureRead title={name} state={read}>
      {(told, title) => {
        const rows = rowsOf(told, soldIn(wanted))
        const best = rows.toSorted((one, other) => other.profit - one.profit)
        const [first] = best
        return (
          <FigureCard
            title={title}
            value={first && first.profit > 0 ? first.name : '—'}
            note={
              first && first.profit > 0
                ? `利益がいちばん多い${of} ・ ${formatYen(first.profit)} ・ ${rows.length}のうち`
                : '0点'
            }
            says={best
              .slice(0, mostBars)
              .map((row) => `${row.name} ${formatYen(row.profit)}`)
              .join('、')}
            chart={
              <Rows
                bars={best.slice(0, mostBars).map((row) => ({
                  label: row.name,
                  value: Math.max(0, row.profit),
                  text: formatYen(row.profit),
                }))}
              />
            }
            table={
              <FigureTable
                label={title}
                heads={[of, ...heads]}
                rows={best.slice(0, mostRows).map((row) => ({
                  key: row.key,
                  cells: [saleLink(row.n, row.search, row.name), ...cellsOf(row)],
                }))}
              />
            }
            words={
              rows.length > mostRows &&
              `利益の多い順に${mostRows}まで。残りの${rows.length - mostRows}はCSVにあります。`
            }
            none={rows.length === 0 && noSale}
            file={<FigureFile table={csv} wanted={wanted} />}
          />
        )
      }}
    </FigureRead>
  )
}
