import { styled } from '@mui/material/styles'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { costText, type figuresOf } from '#web/features/company/shared/shop-figures.ts'

const List = styled('dl', { shouldForwardProp: (name) => name !== 'narrow' })<{ narrow: boolean }>(
  ({ theme, narrow }) => ({
    padding: '4px 18px',
    background: theme.okuru.palette.bg.paper,
    border: `1px solid ${theme.okuru.palette.border.main}`,
    borderRadius: theme.okuru.radius.card,
    fontSize: 13,
    lineHeight: 1.65,
    [theme.breakpoints.up('md')]: narrow
      ? {}
      : {
          display: 'grid',
          gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
          columnGap: 56,
          padding: '12px 32px',
          fontSize: 14,
        },
    '& > div': {
      display: 'grid',
      gridTemplateColumns: '112px minmax(0, 1fr)',
      gap: '0 8px',
      padding: '12px 0',
      [theme.breakpoints.up('md')]: { gridTemplateColumns: '136px minmax(0, 1fr)', padding: '16px 0' },
    },
    '& > div + div': {
      borderTop: `1px solid ${theme.okuru.palette.border.main}`,
      '&:nth-of-type(2)': { [theme.breakpoints.up('md')]: narrow ? {} : { borderTop: 0 } },
    },
    '& dt': { fontWeight: 700 },
    '& dd': { wordBreak: 'auto-phrase' },
    '& b': { fontSize: '1.15em', fontVariantNumeric: 'tabular-nums' },
  }),
)

type Props = { figures: ReturnType<typeof figuresOf>; narrow?: boolean }

export function KnowBefore({ figures, narrow = false }: Props) {
  const { returnCost, replyDays } = figures
  return (
    <List narrow={narrow}>
      <Point name="送料">
        <b>¥0</b> 着払いでお送りください
      </Point>
      <Point name="返送料">
        {returnCost && <b>{costText(returnCost)}</b>}
        {returnCost?.to === 0 ? ' 1点だけの返送も同じです' : ' お店ごとに決まっています'}
      </Point>
      <Point name="お返事がないとき">
        売却にはなりません。
        {replyDays ? (
          <>
            <b>{replyDays}営業日</b>を過ぎたら、すべてお返しします
          </>
        ) : (
          '期限を過ぎたら、すべてお返しします'
        )}
      </Point>
      <Point name="振込手数料">
        <b>¥0</b> ご登録の口座へお振込みします
      </Point>
      <Point name="値段がつかない品">返送かリサイクルかを、お申し込みのときにお選びいただけます</Point>
      <Point name="本人確認">
        法律により必要です。お申し込みは18歳からです。
        <Link to="/help" hash="papers">
          使える書類を見る
        </Link>
      </Point>
    </List>
  )
}

function Point({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
