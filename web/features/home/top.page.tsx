import { styled } from '@mui/material/styles'
import { Link } from '@tanstack/react-router'
import { announcementCalls } from '#contract/announcement'
import { catalogueCalls } from '#contract/catalogue'
import { ShopCard } from '#web/features/company/shared/shop-card.tsx'
import { figuresOf } from '#web/features/company/shared/shop-figures.ts'
import { useShops, useStoreQuery } from '#web/features/company/shared/use-store.ts'
import { useCall } from '#web/lib/query-client.ts'
import { usePageSide } from '#web/lib/suspended-session.ts'
import { NextLink } from '#web/ui/link-button.tsx'
import { useDocumentTitle } from '#web/ui/page.tsx'
import { CardListSkeleton } from '#web/ui/skeletons.tsx'
import { StickyBar } from '#web/ui/sticky-bar.tsx'
import { KnowBefore } from './know-before.tsx'
import { News } from './news.tsx'
import { TopFacts } from './top-facts.tsx'
import { TopHero } from './top-hero.tsx'
import { TopSteps } from './top-steps.tsx'

const Body = styled('div')(({ theme }) => ({
  maxWidth: 1040,
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
  display: 'flex',
  flexWrap: 'wrap',
  gap: 8,
  '& a': {
    display: 'inline-flex',
    alignItems: 'center',
    minHeight: 44,
    padding: '0 16px',
    border: `1px solid ${theme.okuru.palette.border.main}`,
    borderRadius: 22,
    fontSize: 13,
    color: theme.okuru.palette.font.main,
    background: theme.okuru.palette.bg.paper,
    textDecoration: 'none',
  },
  '& a:hover': { borderColor: theme.okuru.palette.border.strong },
}))

const PhoneOnly = styled('div')(({ theme }) => ({
  display: 'contents',
  [theme.breakpoints.up('md')]: { display: 'none' },
}))

const BRANDS_SHOWN = 18
const NEWS_SHOWN = 3

export default function TopPage() {
  useDocumentTitle()
  const customer = usePageSide() === 'customer'
  const next = customer ? '/requests/new' : '/register'
  return (
    <main id="main">
      <TopHero next={next} signedIn={customer} />
      <Facts />
      <Body>
        <section>
          <h2>4つの手順</h2>
          <TopSteps />
        </section>
        <section>
          <h2>送る前に知っておきたいこと</h2>
          <Know />
        </section>
        <Shops />
        <HandledBrands />
        <Announcements />
      </Body>
      <PhoneOnly>
        <StickyBar floating>
          <NextLink to={next}>買取を申し込む</NextLink>
        </StickyBar>
      </PhoneOnly>
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

function HandledBrands() {
  const { data = [] } = useCall(catalogueCalls.brands, {
    query: { shopOnly: true, size: BRANDS_SHOWN, ...useStoreQuery() },
  })
  if (data.length === 0) return null
  return (
    <section>
      <div className="head">
        <h2>お取り扱いブランド</h2>
        <Link to="/brands">ブランドを探す</Link>
      </div>
      <Brands>
        {data.map(({ id, name }) => (
          <li key={id}>
            <Link to="/brands/$id" params={{ id: String(id) }}>
              {name}
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
