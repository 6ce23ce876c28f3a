import { styled } from '@mui/material/styles'
import { Link } from '@tanstack/react-router'
import { shortDate } from '#web/lib/dates.ts'
import { GarmentPicture } from '#web/ui/garment.tsx'
import { Yen } from '#web/ui/yen.tsx'
import { bandOptions, type PastDeal } from './use-price-guide.ts'

const Grid = styled('ul', { shouldForwardProp: (name) => name !== 'columns' })<{ columns: number }>(
  ({ theme, columns }) => ({
    display: 'grid',
    gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
    gap: '24px 12px',
    [theme.breakpoints.up('md')]: {
      gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))`,
      gap: '32px 24px',
    },
    '& a': { display: 'block', color: 'inherit', textDecoration: 'none', borderRadius: 12 },
    '& a:hover .brand': { textDecoration: 'underline' },
    '& .brand': { marginTop: 10, fontSize: 12, fontWeight: 700, letterSpacing: '.03em', lineHeight: 1.5 },
    '& .kind': { fontSize: 13, lineHeight: 1.5 },
    '& .row': {
      display: 'flex',
      flexWrap: 'wrap',
      justifyContent: 'space-between',
      alignItems: 'baseline',
      columnGap: 8,
    },
    '& time': { fontSize: 12, color: theme.okuru.palette.font.sub },
  }),
)

const Note = styled('p')(({ theme }) => ({
  marginTop: 12,
  fontSize: 12,
  color: theme.okuru.palette.font.sub,
}))

/** 買取実績: what was bought, newest first. */
export function PastDeals({ deals, columns = 3 }: { deals: readonly PastDeal[]; columns?: 3 | 4 }) {
  return (
    <>
      <Grid columns={columns}>
        {deals.map((deal, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: deals carry no id, and two may be alike
          <li key={place}>
            <Link to="/brands/$id" params={{ id: String(deal.brand) }}>
              <GarmentPicture category={deal.categoryName} />
              <p className="brand">{deal.brandName}</p>
              <p className="kind">{`${deal.categoryName} ${bandWords(deal.gradeBand)}`}</p>
              <p className="row">
                <Yen amount={deal.price} size={20} />
                <time dateTime={deal.purchasedOn}>{shortDate(deal.purchasedOn)}</time>
              </p>
            </Link>
          </li>
        ))}
      </Grid>
      <Note>キャンペーンの上乗せを除いた買取額です。</Note>
    </>
  )
}

const bandWords = (band: string): string => bandOptions.find(({ value }) => value === band)?.label ?? band
