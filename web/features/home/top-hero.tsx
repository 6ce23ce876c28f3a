import { styled } from '@mui/material/styles'
import { useStoreTheme } from '#web/app/theme/store-theme-provider.tsx'
import { PriceSearch } from '#web/features/price-guide/shared/price-search.tsx'
import { WorkedExample } from '#web/features/price-guide/shared/worked-example.tsx'
import { promise } from './shared/promise.ts'

const WARM = '#ece6db'

const Root = styled('div', { shouldForwardProp: (name) => name !== 'from' })<{ from: string }>(
  ({ theme, from }) => ({
    background: `linear-gradient(${from}, ${theme.okuru.palette.bg.page})`,
    '& > div': {
      display: 'grid',
      gridTemplateColumns: 'minmax(0, 1fr)',
      gap: 24,
      maxWidth: 1128,
      margin: '0 auto',
      padding: '28px 16px 0',
      [theme.breakpoints.up('md')]: {
        gridTemplateColumns: 'minmax(0, 448px) minmax(0, 1fr)',
        alignItems: 'start',
        gap: 40,
        padding: '48px 24px 0',
      },
      [theme.breakpoints.up('lg')]: { gap: 56 },
    },
    '& h1': {
      ...theme.typography.h1,
      fontSize: 33,
      lineHeight: 1.32,
      color: theme.okuru.palette.primary.dark,
      '& > span': { display: 'inline-block' },
      [theme.breakpoints.up('md')]: { fontSize: 44 },
    },
    '& .lead': {
      margin: '10px 0 20px',
      color: theme.okuru.palette.font.sub,
      [theme.breakpoints.up('md')]: { margin: '14px 0 24px', fontSize: 15 },
    },
  }),
)

export function TopHero() {
  const { headlineStart, headlineEnd, lead, colors } = useStoreTheme().entry
  return (
    <Root from={colors.bg?.sunken ?? WARM}>
      <div>
        <div>
          <h1>
            {headlineStart || promise.start}
            <br />
            <span>{headlineStart ? headlineEnd : promise.end}</span>
          </h1>
          <p className="lead">{lead || promise.lead}</p>
          <PriceSearch />
        </div>
        <WorkedExample />
      </div>
    </Root>
  )
}
