import { styled } from '@mui/material/styles'
import { Link } from '@tanstack/react-router'
import { useDeferredValue, useState } from 'react'
import { catalogueCalls } from '#contract/catalogue'
import { companyCalls } from '#contract/company'
import { useStoreQuery } from '#web/features/company/shared/use-store.ts'
import { positiveIn, textIn, useAddress } from '#web/lib/address-state.ts'
import type { AskResult } from '#web/lib/ask.ts'
import { useCall } from '#web/lib/query-client.ts'
import { Empty } from '#web/ui/empty.tsx'
import { TextField } from '#web/ui/field.tsx'
import { MainLink } from '#web/ui/link-button.tsx'
import { Muted, Page, Stack } from '#web/ui/page.tsx'
import { WhenShown } from '#web/ui/store-list.tsx'
import { lettersOf } from './brand.rules.ts'

const Letter = styled('section')(({ theme }) => ({
  '& h2': { ...theme.typography.h3, marginBottom: 6, color: theme.okuru.palette.font.sub },
}))

const List = styled('ul')(({ theme }) => ({
  display: 'grid',
  background: theme.okuru.palette.bg.paper,
  border: `1px solid ${theme.okuru.palette.border.main}`,
  borderRadius: theme.okuru.radius.card,
  padding: '4px 18px',
  columnGap: 32,
  [theme.breakpoints.up('sm')]: { gridTemplateColumns: 'repeat(2, 1fr)' },
  [theme.breakpoints.up('md')]: { gridTemplateColumns: 'repeat(3, 1fr)' },
  '& li + li': { borderTop: `1px solid ${theme.okuru.palette.border.main}` },
  [theme.breakpoints.up('sm')]: { '& li + li': { borderTop: 0 } },
  '& a': {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    alignContent: 'center',
    columnGap: 8,
    minHeight: 44,
    padding: '6px 0',
    lineHeight: 1.5,
    color: theme.okuru.palette.font.main,
    textDecoration: 'none',
  },
  '& a:hover b': { textDecoration: 'underline' },
  '& b': { fontWeight: 500 },
  '& span': { fontSize: 12 },
}))

const MOST = 500
const LETTERED_FROM = 48

export default function BrandsPage() {
  const { search, put } = useAddress()
  const shop = positiveIn(search.shop)
  const [typed, setTyped] = useState(textIn(search.q) ?? '')
  const q = useDeferredValue(typed.trim())
  const brands = useCall(catalogueCalls.brands, {
    query: { q: q || undefined, shop, shopOnly: true, size: MOST, ...useStoreQuery() },
  })
  const count = brands.data?.length ?? 0
  return (
    <Page
      title="ブランドを探す"
      lead="お取り扱いしているブランドです。お持ちの品のブランドから、お店をお選びいただけます。"
      wide
    >
      <Stack>
        {shop !== undefined && <OfShop id={shop} onLeave={() => put({ shop: undefined })} />}
        <search style={{ maxWidth: 420 }}>
          <TextField
            label="ブランド名"
            help="カナや略称でもお探しいただけます。例: ギャルソン"
            type="search"
            enterKeyHint="search"
            value={typed}
            onChange={(event) => {
              setTyped(event.target.value)
              put({ q: event.target.value.trim() || undefined }, { replace: true })
            }}
          />
        </search>
        <Muted role="status">{brands.data && `${count}件${count < MOST ? '' : '以上'}`}</Muted>
        <WhenShown state={brands}>
          {(found) =>
            count === 0 ? (
              <Empty
                title="見つかりませんでした"
                action={<MainLink to="/contact">お取り扱いを問い合わせる</MainLink>}
              >
                一覧にないブランドも、お取り扱いできることがあります。
              </Empty>
            ) : (
              <Brands brands={found} parted={q === '' && count > LETTERED_FROM} />
            )
          }
        </WhenShown>
        {!brands.isPending && (
          <p>
            <Link to="/shops">お店から選ぶ</Link>
          </p>
        )}
      </Stack>
    </Page>
  )
}

function OfShop({ id, onLeave }: { id: number; onLeave: () => void }) {
  const { data: shop } = useCall(companyCalls.shop, { params: { id }, query: useStoreQuery() })
  return (
    <p>
      {shop ? `${shop.name}のお取り扱いブランドです。` : 'このお店のお取り扱いブランドです。'}{' '}
      <Link
        to="/brands"
        onClick={(event) => {
          event.preventDefault()
          onLeave()
        }}
      >
        すべてのお店から探す
      </Link>
    </p>
  )
}

type BrandsProps = { brands: AskResult<typeof catalogueCalls.brands>; parted: boolean }

/** Search results keep the order of the server. */
function Brands({ brands, parted }: BrandsProps) {
  if (!parted) return <BrandList brands={brands} />
  return lettersOf(brands).map(({ letter, brands: some }) => (
    <Letter key={letter} aria-label={letter}>
      <h2>{letter}</h2>
      <BrandList brands={some} />
    </Letter>
  ))
}

const BrandList = ({ brands }: Pick<BrandsProps, 'brands'>) => (
  <List>
    {brands.map(({ id, name, nameKana }) => (
      <li key={id}>
        <Link to="/brands/$id" params={{ id: String(id) }}>
          <b>{name}</b>
          {nameKana && <Muted>{nameKana}</Muted>}
        </Link>
      </li>
    ))}
  </List>
)
