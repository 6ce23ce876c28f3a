import { styled } from '@mui/material/styles'
import { Link, useParams } from '@tanstack/react-router'
import { catalogueCalls } from '#contract/catalogue'
import { evidenceDays, evidenceMinimum } from '#contract/evidence'
import { priceGuideCalls } from '#contract/price-guide'
import { ShopCard } from '#web/features/company/shared/shop-card.tsx'
import { costText, figuresOf, leadTimeText, type Shop } from '#web/features/company/shared/shop-figures.ts'
import { useShops, useStoreQuery } from '#web/features/company/shared/use-store.ts'
import { PastDeals } from '#web/features/price-guide/shared/past-deals.tsx'
import { spreadOf, usePastDeals } from '#web/features/price-guide/shared/use-price-guide.ts'
import type { AskResult } from '#web/lib/ask.ts'
import { useCall } from '#web/lib/query-client.ts'
import { Fact } from '#web/ui/definition-list.tsx'
import { FailedRead } from '#web/ui/error-panel.tsx'
import { MainLink, NextLink } from '#web/ui/link-button.tsx'
import { Loading } from '#web/ui/loading.tsx'
import { BackMark, Page, Section } from '#web/ui/page.tsx'
import { PriceBands } from '#web/ui/price-bands.tsx'
import { PriceRange } from '#web/ui/price-range.tsx'
import { CardListSkeleton } from '#web/ui/skeletons.tsx'

const back = (
  <Link to="/brands">
    <BackMark />
    ブランドの一覧
  </Link>
)

const Columns = styled('div')(({ theme }) => ({
  display: 'grid',
  marginBottom: 48,
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: 16,
  [theme.breakpoints.up('md')]: {
    gridTemplateColumns: 'minmax(0, 1fr) 320px',
    gap: 32,
    alignItems: 'start',
  },
}))

const Bands = styled('section')(({ theme }) => ({
  padding: '20px 16px',
  background: theme.okuru.palette.bg.paper,
  border: `1px solid ${theme.okuru.palette.border.main}`,
  borderRadius: theme.okuru.radius.card,
  boxShadow: theme.okuru.shadow.card,
  [theme.breakpoints.up('md')]: { padding: 28 },
  '& h2': { ...theme.typography.h2, fontSize: 20, marginBottom: 8 },
  '& p + figure': { marginTop: 16 },
}))

const Send = styled('aside')(({ theme }) => {
  const { brand } = theme.okuru.palette
  return {
    padding: 20,
    borderRadius: theme.okuru.radius.card,
    color: brand.contrastText,
    background: brand.main,
    [theme.breakpoints.up('md')]: { position: 'sticky', top: 24, padding: 24 },
    '& h2': { ...theme.typography.h2, fontSize: 20 },
    '& > p': { margin: '6px 0 16px', fontSize: 13, opacity: 0.88 },
    '& > p > a': { color: 'inherit', fontWeight: 700 },
    '& dl': { marginBottom: 18, fontSize: 13 },
    '& dl > div': {
      display: 'flex',
      justifyContent: 'space-between',
      gap: 12,
      padding: '8px 0',
      borderTop: `1px solid color-mix(in srgb, ${brand.contrastText} 22%, transparent)`,
    },
    '& dd': { fontWeight: 700 },
    '& a:focus-visible': { outlineColor: brand.contrastText },
  }
})

const ShopGrid = styled('div')(({ theme }) => ({
  display: 'grid',
  gap: 12,
  [theme.breakpoints.up('sm')]: { gridTemplateColumns: 'repeat(auto-fill, minmax(300px, 1fr))', gap: 16 },
}))

type Brand = AskResult<typeof catalogueCalls.brand>
type Figures = AskResult<typeof priceGuideCalls.brand>

export default function BrandPage() {
  const params = useParams({ from: '/storefront/brands/$id' })
  const id = Number(params.id)
  const brand = useCall(catalogueCalls.brand, { params: { id } })
  const shops = useShops({ brand: id })
  const figures = useCall(priceGuideCalls.brand, { params: { id }, query: useStoreQuery() })
  const reads = [brand, shops, figures]
  const failed = reads.find(({ isError }) => isError)
  if (failed) {
    const all = {
      error: failed.error,
      isRefetching: reads.some(({ isRefetching }) => isRefetching),
      refetch: () => reads.forEach((read) => void (read.isError && read.refetch())),
    }
    return (
      <Page title="ブランド" back={back}>
        <FailedRead
          read={all}
          missing="このブランドは見つかりませんでした。一覧からもう一度お探しください。"
          action={<MainLink to="/brands">ブランドの一覧へ</MainLink>}
        />
      </Page>
    )
  }
  if (!brand.data || !shops.data || !figures.data) {
    return (
      <Page title={brand.data?.name ?? 'ブランド'} back={back} wide>
        <Loading skeleton={<CardListSkeleton count={2} />} />
      </Page>
    )
  }
  return <Shown brand={brand.data} shops={shops.data} figures={figures.data} />
}

type Props = { brand: Brand; shops: readonly Shop[]; figures: Figures }

function Shown({ brand, shops, figures }: Props) {
  const deals = usePastDeals({ brand: brand.id, size: DEALS_SHOWN }).data ?? []
  const lead = figures.all
    ? `直近${evidenceDays}日の買取 ${figures.all.n}件から、種類ごとの買取額をまとめました。`
    : undefined
  return (
    <Page title={brand.name} back={back} lead={[brand.nameKana, lead].filter(Boolean).join(' ')} wide>
      <Columns>
        <Bands aria-label={`${brand.name}の買取額`}>
          <Prices brand={brand} figures={figures} isHandled={shops.length > 0} />
          {shops.length > 0 && (
            <p style={{ marginTop: 16 }}>
              <Link to="/estimate" search={{ brand: brand.id }}>
                かんたん査定で、お持ちの品の目安を調べる
              </Link>
            </p>
          )}
        </Bands>
        <SendPanel brand={brand} shops={shops} />
      </Columns>
      {deals.length > 0 && (
        <Section title="最近の買取">
          <PastDeals deals={deals} columns={4} />
        </Section>
      )}
      {shops.length > 0 && (
        <Section title={`${brand.name}を取り扱うお店`}>
          <ShopGrid>
            {shops.map((shop) => (
              <ShopCard key={shop.id} shop={shop} />
            ))}
          </ShopGrid>
        </Section>
      )}
    </Page>
  )
}

const DEALS_SHOWN = 4

function Prices({ brand, figures, isHandled }: { brand: Brand; figures: Figures; isHandled: boolean }) {
  const { all, categories } = figures
  if (!all) {
    return (
      <>
        <h2>買取額</h2>
        <p>
          {`${brand.name}の買取は、直近${evidenceDays}日で${evidenceMinimum}件に満たないため、金額をお見せしていません。`}
          {isHandled && '1点から査定し、減額の理由と一緒に金額をお知らせします。'}
        </p>
      </>
    )
  }
  if (categories.length === 0) {
    return (
      <>
        <h2>買取額</h2>
        <p>
          種類ごとの件数が少ないため、すべての種類をまとめた金額です。キャンペーンの上乗せは除いています。
        </p>
        <PriceRange spread={spreadOf(all)} title="すべての種類" />
      </>
    )
  }
  return (
    <>
      <h2>種類ごとの買取額</h2>
      <PriceBands
        title={`${brand.name}の種類ごとの買取額`}
        bands={categories.map(({ id, name, ...range }) => ({ key: id, name, spread: spreadOf(range) }))}
        note={`すべての状態を含みます。${evidenceMinimum}件に満たない種類は表示していません。キャンペーンの上乗せを除いた金額です。`}
      />
    </>
  )
}

function SendPanel({ brand, shops }: Omit<Props, 'figures'>) {
  const { leadTime, returnCost, replyDays } = figuresOf(shops)
  const lead = leadTimeText({ leadTimeDays: leadTime ?? null })
  const only = shops.length === 1 ? shops[0]?.id : undefined
  if (shops.length === 0) {
    return (
      <Send>
        <h2>取扱なし</h2>
        <p>
          {`いま${brand.name}をお取り扱いしているお店はありません。ほかの品と一緒にお受けできるかは、`}
          <Link to="/contact">お問い合わせ</Link>ください。
        </p>
        <NextLink to="/brands">お取り扱いブランドを見る</NextLink>
      </Send>
    )
  }
  return (
    <Send>
      <h2>{`${brand.name}を送る`}</h2>
      <p>査定額は1点ずつ、減額の理由と一緒にお知らせします。</p>
      <dl>
        <Fact name="送料">¥0</Fact>
        {returnCost && <Fact name="返送料">{costText(returnCost)}</Fact>}
        {lead && <Fact name="ご到着から査定まで">{lead}</Fact>}
        <Fact name="お返事がないとき">{replyDays ? `${replyDays}営業日で返送します` : '返送します'}</Fact>
      </dl>
      <NextLink to="/requests/new" search={only === undefined ? { brand: brand.id } : { shop: only }}>
        買取を申し込む
      </NextLink>
    </Send>
  )
}
