import { styled } from '@mui/material/styles'
import { useQuery } from '@tanstack/react-query'
import { analysisCalls } from '#contract/analysis'
import { formatYen } from '#contract/text'
import { monthDay } from '#web/lib/dates.ts'
import { queryOf } from '#web/lib/query-client.ts'
import { Card } from '#web/ui/card.tsx'
import { Muted } from '#web/ui/page.tsx'

const Row = styled(Card)(({ theme }) => ({
  minWidth: 0,
  fontSize: 12,
  '& h2': { fontSize: 12, fontWeight: 700, lineHeight: 1.6 },
  '& h2 span': { fontWeight: 400 },
  '& ul': { display: 'flex', gap: 10, margin: '8px 0 0', padding: 0, overflowX: 'auto', listStyle: 'none' },
  '& li': { flex: '0 0 132px', display: 'grid', gridTemplateColumns: '48px minmax(0, 1fr)', gap: 8 },
  '& img': {
    width: 48,
    height: 60,
    objectFit: 'cover',
    borderRadius: 6,
    background: theme.okuru.palette.bg.sunken,
  },
  '& li p': { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
}))

const outcome = { bought: '買取', assessed: '査定', not_bought: '買取不可' } as const

type Props = {
  slug: string
  /** Changes when there is another photo to compare. */
  hasPhotos: boolean
}

/** Articles of the company that look like this one, with what came of them. Nothing is shown where there are none. */
export function LookAlikes({ slug, hasPhotos }: Props) {
  const { data } = useQuery({
    ...queryOf(analysisCalls.lookAlikes, { params: { slug } }),
    enabled: hasPhotos && slug !== '',
    staleTime: 300_000,
    retry: false,
  })
  if (!data?.length) return null
  return (
    <Row as="section" aria-label="似た商品">
      <h2>
        似た商品 <Muted>自社の写真から</Muted>
      </h2>
      <ul>
        {data.map((one) => (
          <li key={one.slug}>
            <img src={one.thumbnailUrl} alt="" loading="lazy" />
            <div>
              <p title={one.brandName || one.name}>{one.brandName || one.name || '品名なし'}</p>
              <p>
                <b>{one.price === null ? '—' : formatYen(one.price)}</b>
              </p>
              <p>
                <Muted>
                  {outcome[one.outcome]}
                  {one.purchasedAt && ` ${monthDay(one.purchasedAt)}`}
                </Muted>
              </p>
            </div>
          </li>
        ))}
      </ul>
    </Row>
  )
}
