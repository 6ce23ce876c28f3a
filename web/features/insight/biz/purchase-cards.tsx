import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { formatDateJa } from '#contract/day'
import { insightCalls } from '#contract/insight'
import { formatYen } from '#contract/text'
import { monthDay } from '#web/lib/dates.ts'
import { useCallWithPrevious } from '#web/lib/query-client.ts'
import { FigureCard, FigureRead, FigureTable } from '../shared/biz/figure-card.tsx'
import { changeText, durationText, itemsText, shareText } from '../shared/biz/figure-texts.ts'
import { Columns, Rows } from '../shared/biz/lazy-charts.tsx'
import type { Figures } from '../shared/biz/use-period.ts'
import { FigureFile } from './figure-file.tsx'

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

/** 21 土, of a few days that follow each other. */
const shortDay = (date: string) => `${Number(date.slice(8))} ${/\((.)\)/.exec(formatDateJa(date))?.[1]}`

const noPurchase = 'この期間の買取はありません。'

const purchasedIn = ({ dateFrom, dateTo, shop }: Figures) => ({
  purchased_from: dateFrom,
  purchased_to: dateTo,
  shop,
})

export function PurchaseCard({ wanted }: { wanted: Figures }) {
  const read = useCallWithPrevious(insightCalls.purchases, { query: wanted })
  const days = purchasedIn(wanted)
  return (
    <FigureRead title="買取" state={read}>
      {({ itemCount, amount, amountBefore, byDay }, title) => {
        const most = Math.max(...byDay.map((day) => day.amount))
        return (
          <FigureCard
            title={title}
            value={formatYen(amount)}
            note={`${itemsText(itemCount)} ・ ${changeText(amount, amountBefore)}`}
            says={byDay.map((day) => `${dayText(day.date)} ${formatYen(day.amount)}`).join('、')}
            chart={
              <Columns
                bars={byDay.map((day) => ({
                  label: byDay.length > 8 ? monthDay(day.date) : shortDay(day.date),
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
            links={rowLink(itemCount, days, `買取 ${itemsText(itemCount)}を見る`, '')}
            none={itemCount === 0 && noPurchase}
            file={<FigureFile table="purchases_by_day" wanted={wanted} />}
          />
        )
      }}
    </FigureRead>
  )
}

export function BrandCard({ wanted }: { wanted: Figures }) {
  const read = useCallWithPrevious(insightCalls.purchases, { query: wanted })
  return (
    <FigureRead title="ブランド別の買取" state={read}>
      {({ amount, byBrand }, title) => (
        <SumCard
          title={title}
          of="ブランド"
          file={<FigureFile table="purchases_by_brand" wanted={wanted} />}
          amount={amount}
          rows={byBrand.map((row) => ({
            ...row,
            key: row.brand ?? 0,
            name: row.brandName || 'ブランドなし',
            search: { ...purchasedIn(wanted), brand: row.brand ?? 0 },
          }))}
        />
      )}
    </FigureRead>
  )
}

export function CategoryCard({ wanted }: { wanted: Figures }) {
  const read = useCallWithPrevious(insightCalls.purchases, { query: wanted })
  return (
    <FigureRead title="カテゴリ別の買取" state={read}>
      {({ amount, byCategory }, title) => (
        <SumCard
          title={title}
          of="カテゴリ"
          file={<FigureFile table="purchases_by_category" wanted={wanted} />}
          amount={amount}
          rows={byCategory.map((row) => ({
            ...row,
            key: row.category ?? 0,
            name: row.categoryName || 'カテゴリなし',
            search: { ...purchasedIn(wanted), category: row.category ?? 0 },
          }))}
        />
      )}
    </FigureRead>
  )
}

/** Each shop with the figures of the other cards. */
export function ShopCard({ wanted }: { wanted: Figures }) {
  const read = useCallWithPrevious(insightCalls.purchases, { query: wanted })
  const lead = useCallWithPrevious(insightCalls.leadTime, { query: wanted }).data
  const answers = useCallWithPrevious(insightCalls.acceptance, { query: wanted }).data
  return (
    <FigureRead title="店舗ごと" state={read}>
      {({ byShop, amount }, title) => (
        <FigureCard
          title={title}
          value={`${byShop.length}店`}
          note={`買取 ${formatYen(amount)}`}
          says={byShop.map((row) => `${row.shopName} ${formatYen(row.amount)}`).join('、')}
          first="table"
          chart={
            <Rows
              bars={byShop.map((row) => ({
                label: row.shopName,
                value: row.amount,
                text: formatYen(row.amount),
              }))}
            />
          }
          table={
            <FigureTable
              label="店舗ごとの買取、公開までの時間、承諾率"
              heads={['店舗', '買取', '半分の箱', '9割の箱', '承諾率']}
              rows={byShop.map((row) => {
                const time = lead?.byShop.find(({ shop }) => shop === row.shop)
                const answer = answers?.byShop.find(({ shop }) => shop === row.shop)
                return {
                  key: row.shop,
                  cells: [
                    rowLink(row.itemCount, { ...purchasedIn(wanted), shop: row.shop }, row.shopName),
                    formatYen(row.amount),
                    durationText(time?.p50),
                    durationText(time?.p90),
                    answer ? shareText(answer.sold, answer.n) : '—',
                  ],
                }
              })}
            />
          }
          none={amount === 0 && noPurchase}
          file={<FigureFile table="purchases_by_shop" wanted={wanted} />}
        />
      )}
    </FigureRead>
  )
}

const rowLink = (count: number, search: Record<string, unknown>, words: string, none = words): ReactNode =>
  count > 0 ? (
    <Link to="/biz/items" search={search}>
      {words}
    </Link>
  ) : (
    none
  )

type SumProps = {
  title: string
  of: string
  rows: readonly Sum[]
  file: ReactNode
  amount: number
}

function SumCard({ title, of, rows, file, amount }: SumProps) {
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
          : '0点'
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
      none={rows.length === 0 && noPurchase}
      file={file}
    />
  )
}
