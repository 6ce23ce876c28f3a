import { Global } from '@emotion/react'
import { styled } from '@mui/material/styles'
import { useState } from 'react'
import { ShopChips } from '#web/features/company/shared/shop-chips.tsx'
import { monthDay } from '#web/lib/dates.ts'
import { useStaff } from '#web/lib/staff.ts'
import { QuietButton } from '#web/ui/button.tsx'
import { Muted } from '#web/ui/page.tsx'
import { DetailPage } from '#web/ui/page-kit.tsx'
import { Segmented } from '#web/ui/segmented.tsx'
import { DaysForm } from '../shared/biz/days-form.tsx'
import { AcceptanceCard, LeadCard, RefusalCard } from './box-cards.tsx'
import { MarginCard, MarginPartCard } from './margin-cards.tsx'
import { GapCard, SpreadCard } from './price-cards.tsx'
import { BrandCard, CategoryCard, PurchaseCard, ShopCard } from './purchase-cards.tsx'
import { type Chosen, type Length, lengths, usePeriod } from './use-period.ts'

const Cards = styled('div')(({ theme }) => ({
  display: 'grid',
  gap: 12,
  gridTemplateColumns: 'minmax(0, 1fr)',
  [theme.breakpoints.up('md')]: { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' },
  [theme.breakpoints.up('lg')]: { gridTemplateColumns: 'repeat(3, minmax(0, 1fr))' },
  '@media print': { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' },
}))

const onPaper = {
  '@page': { size: 'A4', margin: '12mm' },
  '@media print': {
    'body header:not(main header), nav, main .actions': { display: 'none !important' },
    body: { background: '#ffffff' },
  },
} as const

const chips: readonly { value: Chosen; label: string }[] = [
  ...Object.entries(lengths).map(([value, label]) => ({ value: value as Length, label })),
  { value: 'own', label: '期間を選ぶ' },
]

const Wide = styled('div')({ maxWidth: '100%' })

export default function InsightPage() {
  const shops = useStaff()?.company.shops ?? []
  const { wanted, chosen, setLength, setDays, setShop } = usePeriod()
  const [isChoosing, setChoosing] = useState(false)
  const { dateFrom, dateTo, shop } = wanted
  const days = dateFrom === dateTo ? monthDay(dateFrom) : `${monthDay(dateFrom)}–${monthDay(dateTo)}`
  return (
    <DetailPage
      title="分析"
      lead={
        <Muted>
          {days}
          {shop !== undefined && ` ・ ${shops.find(({ id }) => id === shop)?.name ?? '店舗'}`}
        </Muted>
      }
      actions={
        <>
          <ShopChips shops={shops} shop={shop} onChoose={setShop} />
          <Wide>
            <Segmented
              legend="期間"
              segments={chips}
              value={isChoosing ? 'own' : chosen}
              onChange={(value) => {
                setChoosing(value === 'own')
                if (value !== 'own') setLength(value)
              }}
            />
          </Wide>
          <QuietButton onClick={() => window.print()}>印刷・PDF</QuietButton>
        </>
      }
    >
      <Global styles={onPaper} />
      {(isChoosing || chosen === 'own') && (
        <DaysForm
          key={`${dateFrom}${dateTo}`}
          from={dateFrom}
          to={dateTo}
          onChoose={(from, to) => {
            setChoosing(false)
            setDays(from, to)
          }}
        />
      )}
      <Cards>
        <PurchaseCard wanted={wanted} />
        <MarginCard wanted={wanted} />
        <AcceptanceCard wanted={wanted} />
        <LeadCard wanted={wanted} />
        <GapCard wanted={wanted} />
        <SpreadCard wanted={wanted} />
        <ShopCard wanted={wanted} />
        <BrandCard wanted={wanted} />
        <CategoryCard wanted={wanted} />
        <MarginPartCard wanted={wanted} part="channel" />
        <MarginPartCard wanted={wanted} part="brand" />
        <MarginPartCard wanted={wanted} part="category" />
        <RefusalCard wanted={wanted} />
      </Cards>
    </DetailPage>
  )
}
