import { styled } from '@mui/material/styles'
import { preAssessmentCalls as calls } from '#contract/pre-assessment'
import { ShopChips } from '#web/features/company/shared/shop-chips.tsx'
import { DaysForm } from '#web/features/insight/shared/biz/days-form.tsx'
import { FigureRead } from '#web/features/insight/shared/biz/figure-card.tsx'
import { usePeriod } from '#web/features/insight/shared/biz/use-period.ts'
import { ask } from '#web/lib/ask.ts'
import { monthDay } from '#web/lib/dates.ts'
import { useCallWithPrevious } from '#web/lib/query-client.ts'
import { useStaff } from '#web/lib/staff.ts'
import { CsvButton, type FileOptions } from '#web/ui/csv-button.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { QuietLink } from '#web/ui/link-button.tsx'
import { Muted } from '#web/ui/page.tsx'
import { DetailPage } from '#web/ui/page-kit.tsx'
import { Segmented } from '#web/ui/segmented.tsx'
import { AccuracyCard, AllCard } from './accuracy-card.tsx'

const lengths = { '30': '30日', '90': '90日', '180': '180日', '365': '1年' } as const

const Cards = styled('div')(({ theme }) => ({
  display: 'grid',
  gap: 12,
  gridTemplateColumns: 'minmax(0, 1fr)',
  [theme.breakpoints.up('md')]: {
    gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
    '& > :first-of-type': { gridColumn: '1 / -1' },
  },
}))

export default function AccuracyPage() {
  const shops = useStaff()?.company.shops ?? []
  const { wanted, segments, chosen, choose, setDays, setShop } = usePeriod({
    lengths,
    usual: '180',
    daysAgo: 0,
  })
  const load = (options: FileOptions) => ask(calls.accuracyCsv, { query: wanted, ...options })
  const read = useCallWithPrevious(calls.accuracy, { query: wanted })
  const { dateFrom, dateTo, shop } = wanted
  return (
    <DetailPage
      title="事前査定の精度"
      lead={<Muted>{`${monthDay(dateFrom)}–${monthDay(dateTo)}に買い取った品`}</Muted>}
      actions={
        <>
          <ShopChips shops={shops} shop={shop} onChoose={setShop} />
          <Segmented legend="期間" segments={segments} value={chosen} onChange={choose} />
          <CsvButton name="事前査定の精度" load={load} />
        </>
      }
    >
      {chosen === 'own' && (
        <DaysForm key={`${dateFrom}${dateTo}`} from={dateFrom} to={dateTo} onChoose={setDays} />
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
