import { styled } from '@mui/material/styles'
import { costText, type figuresOf, leadTimeText } from '#web/features/company/shared/shop-figures.ts'

const Root = styled('dl')(({ theme }) => ({
  position: 'relative',
  display: 'grid',
  // The last label never wraps; on narrow screens it takes the width the figures leave.
  gridTemplateColumns: 'minmax(0, 1fr) minmax(0, 1fr) 1fr',
  maxWidth: 992,
  margin: '-28px 16px 0',
  padding: '16px 4px',
  background: theme.okuru.palette.bg.paper,
  borderRadius: theme.okuru.radius.card,
  boxShadow: theme.okuru.shadow.card,
  [theme.breakpoints.up('md')]: { margin: '-44px auto 0', padding: '24px 8px' },
  '& > div': {
    display: 'flex',
    flexDirection: 'column-reverse',
    justifyContent: 'flex-end',
    padding: '0 2px',
    textAlign: 'center',
  },
  '& > div + div': { borderLeft: `1px solid ${theme.okuru.palette.border.main}` },
  '& dd': {
    fontSize: 18,
    fontWeight: 700,
    lineHeight: '28px',
    fontVariantNumeric: 'tabular-nums',
    fontFeatureSettings: '"palt"',
    whiteSpace: 'nowrap',
    [theme.breakpoints.up('md')]: { fontSize: 26, lineHeight: '40px' },
  },
  '& dd.words': { fontSize: 15, [theme.breakpoints.up('md')]: { fontSize: 22 } },
  '& dt': {
    fontSize: 11,
    lineHeight: 1.6,
    color: theme.okuru.palette.font.sub,
    [theme.breakpoints.up('md')]: { fontSize: 13 },
  },
}))

export function TopFacts({ figures }: { figures: ReturnType<typeof figuresOf> }) {
  const { leadTime, returnCost, replyDays } = figures
  const lead = leadTimeText({ leadTimeDays: leadTime ?? null })
  return (
    <Root>
      {lead ? (
        <Fact value={lead} name="到着から査定まで" />
      ) : (
        <Fact value={replyDays ? `${replyDays}営業日` : '—'} name="お返事の期限" />
      )}
      {returnCost?.to === 0 ? (
        <Fact value="¥0" name="送料・返送料" />
      ) : (
        <Fact value="¥0" name={returnCost ? `送料(返送料は${costText(returnCost)})` : 'お送りになる送料'} />
      )}
      <Fact value="勝手に売りません" name="お返事なしなら返送" words />
    </Root>
  )
}

function Fact({ value, name, words }: { value: string; name: string; words?: boolean }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd className={words ? 'words' : undefined}>{value}</dd>
    </div>
  )
}
