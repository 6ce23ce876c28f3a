import { styled } from '@mui/material/styles'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useLookOf } from '#web/app/theme/store-theme-provider.tsx'
import { onBrandOf } from '#web/app/theme/stores.ts'
import { acceptanceText, leadTimeText, type Shop } from './shop-figures.ts'

const Root = styled('article')(({ theme }) => ({
  position: 'relative',
  display: 'grid',
  gridTemplateColumns: '72px minmax(0, 1fr) auto',
  gap: 14,
  padding: 14,
  background: theme.okuru.palette.bg.paper,
  border: `1px solid ${theme.okuru.palette.border.main}`,
  borderRadius: theme.okuru.radius.card,
  transition: 'border-color 120ms',
  '&:hover': { borderColor: theme.okuru.palette.border.strong },
  '& .name': { ...theme.typography.h3 },
  '& .name a': { color: 'inherit', textDecoration: 'none' },
  // The whole card is the link; buttons stay above it.
  '& .name a::after': { content: '""', position: 'absolute', inset: 0, borderRadius: 'inherit' },
  '& .sub': { fontSize: 12, lineHeight: 1.6, color: theme.okuru.palette.font.sub },
  '& .side': { position: 'relative' },
}))

const Numbers = styled('p')(({ theme }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  columnGap: 14,
  fontSize: 12,
  color: theme.okuru.palette.font.sub,
  '& b': { fontSize: 14, fontVariantNumeric: 'tabular-nums', color: theme.okuru.palette.font.main },
}))

const Sign = styled('span')({
  display: 'grid',
  placeItems: 'center',
  width: 72,
  height: 72,
  padding: 8,
  borderRadius: 12,
  overflow: 'hidden',
  fontSize: 11,
  fontWeight: 700,
  lineHeight: 1.3,
  textAlign: 'center',
  '& img': { width: '100%', height: 'auto', maxHeight: 16, objectFit: 'contain' },
})

export function ShopSign({ storeKey }: { storeKey: string }) {
  const look = useLookOf(storeKey)
  return (
    <Sign style={{ background: look.brand, color: onBrandOf(look) }}>
      {look.logo ? <img src={look.logo.url} alt="" width={56} height={16} loading="lazy" /> : look.name}
    </Sign>
  )
}

type CardProps = { shop: Shop; side?: ReactNode; heading?: 'h2' | 'h3' }

export function ShopCard({ shop, side, heading: Heading = 'h3' }: CardProps) {
  const lead = leadTimeText(shop)
  const accepted = acceptanceText(shop)
  return (
    <Root>
      <ShopSign storeKey={shop.storeKey} />
      <div>
        <Heading className="name">
          <Link to="/shops/$id" params={{ id: String(shop.id) }}>
            {shop.name}
          </Link>
        </Heading>
        <p className="sub">{shop.tags.map(({ name }) => name).join('・') || shop.description}</p>
        {(lead || accepted) && (
          <Numbers>
            {lead && (
              <span>
                査定まで <b>{lead}</b>
              </span>
            )}
            {accepted && (
              <span>
                売却された方 <b>{accepted}</b>
              </span>
            )}
          </Numbers>
        )}
      </div>
      {side && <div className="side">{side}</div>}
    </Root>
  )
}
