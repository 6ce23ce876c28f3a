import { styled } from '@mui/material/styles'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { announcementCalls } from '#contract/announcement'
import { catalogueCalls } from '#contract/catalogue'
import { priceGuideCalls } from '#contract/price-guide'
import { CampaignNotices, useCampaignNotices } from '#web/features/catalogue/shared/campaign-notices.tsx'
import { ShopCard } from '#web/features/company/shared/shop-card.tsx'
import { figuresOf } from '#web/features/company/shared/shop-figures.ts'
import { useShops, useStoreQuery } from '#web/features/company/shared/use-store.ts'
import { PastDeals } from '#web/features/price-guide/shared/past-deals.tsx'
import { MOST_OFTEN, usePastDeals } from '#web/features/price-guide/shared/use-price-guide.ts'
import { queryOf, useCall } from '#web/lib/query-client.ts'
import { useDocumentTitle } from '#web/ui/page.tsx'
import { CardListSkeleton } from '#web/ui/skeletons.tsx'
import { KnowBefore } from './know-before.tsx'
import { News } from './news.tsx'
import { TopFacts } from './top-facts.tsx'
import { TopHero } from './top-hero.tsx'
import { TopSteps } from './top-steps.tsx'

const Body = styled('div')(({ theme }) => ({
  maxWidth: 1128,
  margin: '0 auto',
  padding: '0 16px',
  [theme.breakpoints.up('md')]: { padding: '0 24px' },
  '& > section': { paddingTop: 40, [theme.breakpoints.up('md')]: { paddingTop: 72 } },
  '& > section > h2, & .head h2': {
    ...theme.typography.h2,
    [theme.breakpoints.up('md')]: { fontSize: 26 },
  },
  '& > section > h2': { marginBottom: 14, [theme.breakpoints.up('md')]: { marginBottom: 24 } },
  '& .head': {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    justifyContent: 'space-between',
    columnGap: 16,
    marginBottom: 8,
    [theme.breakpoints.up('md')]: { marginBottom: 16 },
  },
  '& .head a': { display: 'inline-flex', alignItems: 'center', minHeight: 44, fontSize: 13 },
}))

const ShopGrid = styled('div')(({ theme }) => ({
  display: 'grid',
  gap: 12,
  [theme.breakpoints.up('sm')]: { gridTemplateColumns: 'repeat(auto-fill, minmax(300px, 1fr))', gap: 16 },
}))

const Brands = styled('ul')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
  gap: '0 24px',
  [theme.breakpoints.up('md')]: { gridTemplateColumns: 'repeat(4, minmax(0, 1fr))', gap: '0 32px' },
  '& a': {
    display: 'flex',
    justifyContent: 'space-between',
    alignItems: 'center',
    gap: 8,
    height: '100%',
    minHeight: 44,
    padding: '8px 0',
    borderTop: `1px solid ${theme.okuru.palette.border.main}`,
    fontSize: 13,
    fontWeight: 600,
    lineHeight: 1.5,
    color: theme.okuru.palette.font.main,
    textDecoration: 'none',
  },
  '& a:hover b': { textDecoration: 'underline' },
  '& small': { fontSize: 13, fontWeight: 400, whiteSpace: 'nowrap', color: theme.okuru.palette.font.sub },
}))

const BRANDS_SHOWN = 12
const DEALS_SHOWN = 6
const NEWS_SHOWN = 3

export default function TopPage() {
  useDocumentTitle()
  return (
    <main id="main">
      <TopHero />
      <Body>
        <Facts />
        <section>
          <h2>お申し込みからお振り込みまで</h2>
          <TopSteps />
        </section>
        <Campaigns />
        <Deals />
        <section>
          <h2>送る前に知っておきたいこと</h2>
          <Know />
        </section>
        <Shops />
        <BrandsByName />
        <Announcements />
      </Body>
    </main>
  )
}

// Each part reads its own data, so that a response re-renders only that part.
const Facts = () => <TopFacts figures={figuresOf(useShops().data ?? [])} />
const Know = () => <KnowBefore figures={figuresOf(useShops().data ?? [])} />

function Shops() {
  const shops = useShops()
  if (shops.isError || shops.data?.length === 0) return null
  return (
    <section>
      <div className="head">
        <h2>お店を選ぶ</h2>
        <Link to="/shops">お店の一覧を見る</Link>
      </div>
      {shops.isPending && <CardListSkeleton count={2} />}
      <ShopGrid>
        {shops.data?.map((shop) => (
          <ShopCard key={shop.id} shop={shop} />
        ))}
      </ShopGrid>
    </section>
  )
}

function Campaigns() {
  const notices = useCampaignNotices()
  if (notices.length === 0) return null
  return (
    <section>
      <h2>実施中のキャンペーン</h2>
      <CampaignNotices notices={notices} />
    </section>
  )
}

function Deals() {
  const deals = usePastDeals({ size: DEALS_SHOWN })
  if (!deals.data?.length) return null
  return (
    <section>
      <div className="head">
        <h2>買取実績</h2>
        <Link to="/brands">ブランドから探す</Link>
      </div>
      <PastDeals deals={deals.data} />
    </section>
  )
}

/** Those bought most often, with their number; while there are none, those that shops handle. */
function BrandsByName() {
  const store = useStoreQuery()
  const bought = useCall(priceGuideCalls.brands, { query: { size: MOST_OFTEN, ...store } })
  const handled = useQuery({
    ...queryOf(catalogueCalls.brands, { query: { shopOnly: true, size: BRANDS_SHOWN, ...store } }),
    enabled: bought.data?.length === 0,
  })
  const brands = bought.data?.length ? bought.data : (handled.data ?? [])
  if (brands.length === 0) return null
  return (
    <section>
      <div className="head">
        <h2>ブランドから調べる</h2>
        <Link to="/brands">すべて見る</Link>
      </div>
      <Brands>
        {brands.slice(0, BRANDS_SHOWN).map((brand) => (
          <li key={brand.id}>
            <Link to="/brands/$id" params={{ id: String(brand.id) }}>
              <b>{brand.name}</b>
              {'n' in brand && <small>{`${brand.n}件`}</small>}
            </Link>
          </li>
        ))}
      </Brands>
    </section>
  )
}

function Announcements() {
  const { data } = useCall(announcementCalls.list, { query: { limit: NEWS_SHOWN } })
  if (!data || data.results.length === 0) return null
  return (
    <section>
      <div className="head">
        <h2>お知らせ</h2>
        <Link to="/announcements">すべて見る</Link>
      </div>
      <News items={data.results} />
    </section>
  )
}
