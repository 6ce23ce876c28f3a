import { styled } from '@mui/material/styles'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { addDays, isDate } from '#contract/day'
import { preAssessmentCalls as calls } from '#contract/pre-assessment'
import { ShopChips } from '#web/features/company/shared/shop-chips.tsx'
import { DaysForm } from '#web/features/insight/shared/biz/days-form.tsx'
import { FigureRead } from '#web/features/insight/shared/biz/figure-card.tsx'
import { monthDay, todayInTokyo } from '#web/lib/dates.ts'
import { useCallWithPrevious } from '#web/lib/query-client.ts'
import type { SearchParams } from '#web/lib/search-params.ts'
import { useStaff } from '#web/lib/staff.ts'
import { Empty } from '#web/ui/empty.tsx'
import { QuietLink } from '#web/ui/link-button.tsx'
import { Muted } from '#web/ui/page.tsx'
import { DetailPage } from '#web/ui/page-kit.tsx'
import { Segmented } from '#web/ui/segmented.tsx'
import { AccuracyCard, AllCard } from './accuracy-card.tsx'

const lengths = { '30': '30日', '90': '90日', '180': '180日', '365': '1年' } as const
type Length = keyof typeof lengths
const usual: Length = '180'

const dayOf = (value: unknown): string | undefined =>
  typeof value === 'string' && isDate(value) ? value : undefined

/** Days and shop in the address: days up to today, or two days of one's own. */
function useDays() {
  const search: SearchParams = useSearch({ strict: false })
  const navigate = useNavigate()
  const [from, to] = [dayOf(search.date_from), dayOf(search.date_to)]
  const isOwn = from !== undefined && to !== undefined && from <= to
  const days = Object.hasOwn(lengths, String(search.days)) ? (String(search.days) as Length) : usual
  const today = todayInTokyo()
  const dateTo = isOwn ? to : today
  const dateFrom = isOwn ? from : addDays(today, 1 - Number(days))
  const shop = Number(search.shop) || undefined
  const wanted = useMemo(() => ({ dateFrom, dateTo, shop }), [dateFrom, dateTo, shop])
  const put = (changes: SearchParams) =>
    void navigate({
      to: '.',
      search: (before: SearchParams) => ({ ...before, ...changes }),
      resetScroll: false,
    })
  return { wanted, chosen: isOwn ? ('own' as const) : days, put }
}

const Cards = styled('div')(({ theme }) => ({
  display: 'grid',
  gap: 12,
  gridTemplateColumns: 'minmax(0, 1fr)',
  [theme.breakpoints.up('md')]: {
    gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
    '& > :first-of-type': { gridColumn: '1 / -1' },
  },
}))

const segments = [
  ...Object.entries(lengths).map(([value, label]) => ({
    value: value as Length | 'own',
    label: label as string,
  })),
  { value: 'own' as const, label: '期間を選ぶ' },
]

export default function AccuracyPage() {
  const shops = useStaff()?.company.shops ?? []
  const { wanted, chosen, put } = useDays()
  const [isChoosing, setChoosing] = useState(false)
  const read = useCallWithPrevious(calls.accuracy, { query: wanted })
  const { dateFrom, dateTo, shop } = wanted
  return (
    <DetailPage
      title="事前査定の精度"
      lead={<Muted>{`${monthDay(dateFrom)}–${monthDay(dateTo)}に買い取った品`}</Muted>}
      actions={
        <>
          <ShopChips shops={shops} shop={shop} onChoose={(next) => put({ shop: next })} />
          <Segmented
            legend="期間"
            segments={segments}
            value={isChoosing ? 'own' : chosen}
            onChange={(value) => {
              setChoosing(value === 'own')
              if (value !== 'own') put({ days: value, date_from: undefined, date_to: undefined })
            }}
          />
        </>
      }
    >
      {(isChoosing || chosen === 'own') && (
        <DaysForm
          key={`${dateFrom}${dateTo}`}
          from={dateFrom}
          to={dateTo}
          onChoose={(from, to) => {
            setChoosing(false)
            put({ days: undefined, date_from: from, date_to: to })
          }}
        />
      )}
      <FigureRead title="お伝えした金額と買取額の差" state={read}>
        {(data) =>
          data.n === 0 ? (
            <Empty
              title="この期間に、事前査定から買い取った品はありません"
              action={<QuietLink to="/biz/price-templates">価格テンプレートを見る</QuietLink>}
            >
              事前査定でお伝えした品を買い取ると、お伝えした金額との差がここに表示されます。
            </Empty>
          ) : (
            <Cards>
              <AllCard figures={data} />
              <AccuracyCard
                title="ブランド"
                rows={data.byBrand.map((row) => ({ ...row, key: row.brand, name: row.brandName }))}
              />
              <AccuracyCard
                title="カテゴリ"
                rows={data.byCategory.map((row) => ({ ...row, key: row.category, name: row.categoryName }))}
              />
              <AccuracyCard
                title="店舗"
                rows={data.byShop.map((row) => ({ ...row, key: row.shop, name: row.shopName }))}
              />
              <AccuracyCard
                title="担当"
                rows={data.byOperator.map((row) => ({ ...row, key: row.operator, name: row.operatorName }))}
              />
            </Cards>
          )
        }
      </FigureRead>
    </DetailPage>
  )
}
