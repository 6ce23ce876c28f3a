import { styled } from '@mui/material/styles'
import { useState } from 'react'
import { companyCalls } from '#contract/company'
import { textIn, useAddress } from '#web/lib/address-state.ts'
import { useCall } from '#web/lib/query-client.ts'
import { usePageSide } from '#web/lib/suspended-session.ts'
import { QuietButton } from '#web/ui/button.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { TextField } from '#web/ui/field.tsx'
import { Loading } from '#web/ui/loading.tsx'
import { Page, Stack } from '#web/ui/page.tsx'
import { CardListSkeleton } from '#web/ui/skeletons.tsx'
import { WhenShown } from '#web/ui/store-list.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { FavoriteButton } from './favorite-button.tsx'
import { ShopCard } from './shared/shop-card.tsx'
import { useShops, useStoreQuery } from './shared/use-store.ts'

const Grid = styled('div')(({ theme }) => ({
  display: 'grid',
  gap: 12,
  [theme.breakpoints.up('sm')]: { gridTemplateColumns: 'repeat(auto-fill, minmax(320px, 1fr))', gap: 16 },
}))

const Finder = styled('search')({ maxWidth: 420 })

const ALL = 'all'
const FAVORITES = 'favorites'

export default function ShopsPage() {
  const { search, put } = useAddress()
  const query = {
    name: textIn(search.name),
    tags: textIn(search.tags),
    isFavorite: search.is_favorite === 'true' || undefined,
  }
  const [typed, setTyped] = useState(query.name ?? '')
  const customer = usePageSide() === 'customer'
  const shops = useShops(query)
  const tags = useCall(companyCalls.shopTags, { query: useStoreQuery() })
  const views = [
    { value: ALL, label: 'すべて' },
    ...(customer ? [{ value: FAVORITES, label: 'お気に入り' }] : []),
    ...(tags.data ?? []).map(({ name }) => ({ value: `tag:${name}`, label: name })),
  ]
  const view = query.isFavorite ? FAVORITES : query.tags ? `tag:${query.tags}` : ALL
  const show = (next: string) =>
    put({
      is_favorite: next === FAVORITES ? true : undefined,
      tags: next.startsWith('tag:') ? next.slice(4) : undefined,
    })
  const clear = () => {
    setTyped('')
    put({ name: undefined, tags: undefined, is_favorite: undefined })
  }
  return (
    <Page title="お店を選ぶ" lead="得意な品やかかる日数を見て、お送りになるお店をお選びください。" wide>
      <Stack>
        <Finder>
          <TextField
            label="お店の名前で探す"
            type="search"
            enterKeyHint="search"
            value={typed}
            onChange={(event) => {
              setTyped(event.target.value)
              put({ name: event.target.value.trim() || undefined }, { replace: true })
            }}
          />
        </Finder>
        {/* The list waits for the choices above it, which would move it. */}
        {tags.isPending ? (
          <Loading skeleton={<CardListSkeleton />} />
        ) : (
          <>
            <Tabs items={views} value={view} onChange={show} label="お店の絞り込み" />
            <WhenShown state={shops} skeleton={<CardListSkeleton />}>
              {(found) =>
                found.length === 0 ? (
                  <Empty
                    title="条件に合うお店がありません"
                    action={<QuietButton onClick={clear}>条件をはずす</QuietButton>}
                  >
                    名前の一部だけでもお探しいただけます。
                  </Empty>
                ) : (
                  <Grid>
                    {found.map((shop) => (
                      <ShopCard
                        key={shop.id}
                        shop={shop}
                        heading="h2"
                        side={
                          customer && <FavoriteButton shop={shop.id} name={shop.name} on={shop.isFavorite} />
                        }
                      />
                    ))}
                  </Grid>
                )
              }
            </WhenShown>
          </>
        )}
      </Stack>
    </Page>
  )
}
