import { Global } from '@emotion/react'
import { styled } from '@mui/material/styles'
import { usualPeriod } from '#contract/insight'
import { ShopChips } from '#web/features/company/shared/shop-chips.tsx'
import { monthDay } from '#web/lib/dates.ts'
import { useStaff } from '#web/lib/staff.ts'
import { QuietButton } from '#web/ui/button.tsx'
import { Muted } from '#web/ui/page.tsx'
import { DetailPage } from '#web/ui/page-kit.tsx'
import { Segmented } from '#web/ui/segmented.tsx'
import { DaysForm } from '../shared/biz/days-form.tsx'
import { usePeriod } from '../shared/biz/use-period.ts'
import { AcceptanceCard, LeadCard, RefusalCard } from './box-cards.tsx'
import { MarginCard, MarginPartCard } from './margin-cards.tsx'
import { GapCard, SpreadCard } from './price-cards.tsx'
import { BrandCard, CategoryCard, PurchaseCard, ShopCard } from './purchase-cards.tsx'

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

const lengths = { '1': '昨日', '7': '直近7日', '30': '30日' } as const
const usual = String(usualPeriod) as keyof typeof lengths

const Wide = styled('div')({ maxWidth: '100%' })

export default function InsightPage() {
  const shops = useStaff()?.company.shops ?? []
  const { wanted, segments, chosen, choose, setDays, setShop } = usePeriod({ lengths, usual, daysAgo: 1 })
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
            <Segmented legend="期間" segments={segments} value={chosen} onChange={choose} />
          </Wide>
          <QuietButton onClick={() => window.print()}>印刷・PDF</QuietButton>
        </>
      }
    >
      <Global styles={onPaper} />
      {chosen === 'own' && (
        <DaysForm key={`${dateFrom}${dateTo}`} from={dateFrom} to={dateTo} onChoose={setDays} />
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
