import { Global } from '@emotion/react'
import { styled } from '@mui/material/styles'
import { useState } from 'react'
import { monthDay } from '#web/lib/dates.ts'
import { useStaff } from '#web/lib/staff.ts'
import { QuietButton } from '#web/ui/button.tsx'
import { Muted, Row } from '#web/ui/page.tsx'
import { DetailPage } from '#web/ui/page-kit.tsx'
import { Segmented } from '#web/ui/segmented.tsx'
import { AcceptanceCards, LeadCard } from './box-cards.tsx'
import { DaysForm } from './days-form.tsx'
import { GapCard, SpreadCard } from './price-cards.tsx'
import { PurchaseCards } from './purchase-cards.tsx'
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
    'header:not(main header), nav, [data-screen]': { display: 'none !important' },
    body: { background: '#ffffff' },
  },
} as const

const chips: readonly { value: Chosen; label: string }[] = [
  ...Object.entries(lengths).map(([value, label]) => ({ value: value as Length, label })),
  { value: 'own', label: '期間を選ぶ' },
]

const ALL = 'all'

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
        <Row data-screen>
          {shops.length > 1 && (
            <Segmented
              legend="店舗"
              segments={[
                { value: ALL, label: 'すべての店舗' },
                ...shops.map(({ id, name }) => ({ value: String(id), label: name })),
              ]}
              value={shop === undefined ? ALL : String(shop)}
              onChange={(value) => setShop(value === ALL ? undefined : Number(value))}
            />
          )}
          <Segmented
            legend="期間"
            segments={chips}
            value={isChoosing ? 'own' : chosen}
            onChange={(value) => {
              setChoosing(value === 'own')
              if (value !== 'own') setLength(value)
            }}
          />
          <QuietButton onClick={() => window.print()}>印刷・PDF</QuietButton>
        </Row>
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
        <PurchaseCards wanted={wanted} />
        <AcceptanceCards wanted={wanted} />
        <LeadCard wanted={wanted} />
        <SpreadCard wanted={wanted} />
        <GapCard wanted={wanted} />
      </Cards>
    </DetailPage>
  )
}
