import { styled } from '@mui/material/styles'
import { costText, type figuresOf, leadTimeText } from '#web/features/company/shared/shop-figures.ts'
import { Fact } from '#web/ui/definition-list.tsx'

const Root = styled('dl')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  paddingTop: 40,
  [theme.breakpoints.up('md')]: { gridTemplateColumns: 'repeat(3, minmax(0, 1fr))', gap: 32, paddingTop: 64 },
  '& > div': {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr) minmax(0, 1fr)',
    alignItems: 'center',
    gap: 12,
    padding: '14px 0',
    borderTop: `1px solid ${theme.okuru.palette.border.medium}`,
    [theme.breakpoints.up('md')]: { display: 'block', padding: '16px 0 0' },
  },
  '& dt': {
    fontSize: 20,
    fontWeight: 700,
    lineHeight: 1.4,
    fontVariantNumeric: 'tabular-nums',
    fontFeatureSettings: '"palt"',
    [theme.breakpoints.up('md')]: { fontSize: 24 },
  },
  '& dd': { fontSize: 13, lineHeight: 1.65, color: theme.okuru.palette.font.sub },
}))

export function TopFacts({ figures }: { figures: ReturnType<typeof figuresOf> }) {
  const { leadTime, returnCost, replyDays } = figures
  const lead = leadTimeText({ leadTimeDays: leadTime ?? null })
  return (
    <Root>
      <Fact name="勝手に売りません">お返事がなければ、そのままお返しします。</Fact>
      {returnCost?.to === 0 ? (
        <Fact name="送料・返送料 ¥0">1点だけの返送も無料です。</Fact>
      ) : (
        <Fact name="送料 ¥0">
          {returnCost ? `返送料は${costText(returnCost)}です。` : '着払いでお送りください。'}
        </Fact>
      )}
      {lead ? (
        <Fact name={`査定まで ${lead}`}>ご到着からの、最近90日の平均です。</Fact>
      ) : (
        <Fact name={replyDays ? `お返事は${replyDays}営業日` : '1点ずつの査定'}>
          {replyDays ? '査定結果をゆっくりご覧ください。' : '減額の理由と一緒にお知らせします。'}
        </Fact>
      )}
    </Root>
  )
}
