import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { formatDateJa } from '#contract/day'
import { type InsightTable, insightCalls } from '#contract/insight'
import { formatYen } from '#contract/text'
import { monthDay } from '#web/lib/dates.ts'
import { useCallWithPrevious } from '#web/lib/query-client.ts'
import { WhenPartRead } from '#web/ui/query-state.tsx'
import { FigureCard, FigureTable } from './figure-card.tsx'
import { changeText, itemsText, shareText } from './figure-texts.ts'
import { Columns, Rows } from './lazy-charts.tsx'
import type { Figures } from './use-period.ts'

type Sum = {
  key: string | number
  name: string
  itemCount: number
  amount: number
  search: Record<string, unknown>
}

const mostBars = 8
const mostRows = 30

/** 11/21(土) */
const dayText = (date: string) => `${monthDay(date)}(${/\((.)\)/.exec(formatDateJa(date))?.[1]})`

const noMargin = '粗利は、販売価格の記録がまだないため分かりません。買取額だけを数えています。'

export function PurchaseCards({ wanted }: { wanted: Figures }) {
  const read = useCallWithPrevious(insightCalls.purchases, { query: wanted })
  const days = { purchased_from: wanted.dateFrom, purchased_to: wanted.dateTo, shop: wanted.shop }
  return (
    <WhenPartRead state={read} lines={6}>
      {({ itemCount, amount, amountBefore, byDay, byBrand, byCategory, byShop }) => {
        const most = Math.max(...byDay.map((day) => day.amount))
        const sums = (rows: readonly Sum[], title: string, of: string, csv: InsightTable) => (
          <SumCard title={title} of={of} rows={rows} csv={csv} wanted={wanted} amount={amount} />
        )
        return (
          <>
            <FigureCard
              title="買取"
              value={formatYen(amount)}
              note={`${itemsText(itemCount)} ・ ${changeText(amount, amountBefore)}`}
              says={byDay.map((day) => `${dayText(day.date)} ${formatYen(day.amount)}`).join('、')}
              chart={
                <Columns
                  bars={byDay.map((day) => ({
                    label: byDay.length > 8 ? monthDay(day.date) : dayText(day.date),
                    value: day.amount,
                    text: formatYen(day.amount),
                  }))}
                  isMarked={(index) => byDay[index]?.amount === most}
                />
              }
              table={
                <FigureTable
                  label="買取、日ごと"
                  heads={['日', '点数', '買取額']}
                  rows={byDay.map(({ date, ...day }) => ({
                    key: date,
                    cells: [
                      rowLink(
                        day.itemCount,
                        { ...days, purchased_from: date, purchased_to: date },
                        dayText(date),
                      ),
                      day.itemCount,
                      formatYen(day.amount),
                    ],
                  }))}
                />
              }
              words={noMargin}
              links={
                itemCount > 0 && (
                  <Link to="/biz/items" search={days}>
                    買取 {itemsText(itemCount)}を見る
                  </Link>
                )
              }
              csv="purchases_by_day"
              wanted={wanted}
            />
            {sums(
              byBrand.map((row) => ({
                ...row,
                key: row.brand ?? 0,
                name: row.brandName || 'ブランドなし',
                search: { ...days, brand: row.brand ?? 0 },
              })),
              'ブランド別の買取',
              'ブランド',
              'purchases_by_brand',
            )}
            {sums(
              byCategory.map((row) => ({
                ...row,
                key: row.category ?? 0,
                name: row.categoryName || 'カテゴリなし',
                search: { ...days, category: row.category ?? 0 },
              })),
              'カテゴリ別の買取',
              'カテゴリ',
              'purchases_by_category',
            )}
            {byShop.length > 1 &&
              sums(
                byShop.map((row) => ({
                  ...row,
                  key: row.shop,
                  name: row.shopName,
                  search: { ...days, shop: row.shop },
                })),
                '店舗ごとの買取',
                '店舗',
                'purchases_by_shop',
              )}
          </>
        )
      }}
    </WhenPartRead>
  )
}

const rowLink = (count: number, search: Record<string, unknown>, words: string): ReactNode =>
  count > 0 ? (
    <Link to="/biz/items" search={search}>
      {words}
    </Link>
  ) : (
    words
  )

type SumProps = {
  title: string
  of: string
  rows: readonly Sum[]
  csv: InsightTable
  wanted: Figures
  amount: number
}

function SumCard({ title, of, rows, csv, wanted, amount }: SumProps) {
  const shown = rows.slice(0, mostBars)
  const [first] = rows
  const left = rows.length - mostRows
  return (
    <FigureCard
      title={title}
      value={first && first.amount > 0 ? first.name : '—'}
      note={
        first && first.amount > 0
          ? `いちばん多い${of} ・ ${shareText(first.amount, amount)} ・ ${rows.length}のうち`
          : 'この期間の買取はありません'
      }
      says={shown.map((row) => `${row.name} ${formatYen(row.amount)}`).join('、')}
      chart={
        <Rows
          bars={shown.map((row) => ({ label: row.name, value: row.amount, text: formatYen(row.amount) }))}
        />
      }
      table={
        <FigureTable
          label={title}
          heads={[of, '点数', '買取額', '割合']}
          rows={rows.slice(0, mostRows).map((row) => ({
            key: row.key,
            cells: [
              rowLink(row.itemCount, row.search, row.name),
              row.itemCount,
              formatYen(row.amount),
              shareText(row.amount, amount),
            ],
          }))}
        />
      }
      words={left > 0 && `買取額の多い順に${mostRows}まで。残りの${left}はCSVにあります。`}
      links={
        first &&
        first.itemCount > 0 &&
        rowLink(first.itemCount, first.search, `${first.name}の ${itemsText(first.itemCount)}を見る`)
      }
      csv={csv}
      wanted={wanted}
    />
  )
}
