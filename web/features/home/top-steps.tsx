import { styled } from '@mui/material/styles'
import { Icon, type IconName } from '#web/ui/icons.tsx'

const List = styled('ol')(({ theme }) => ({
  [theme.breakpoints.up('md')]: {
    display: 'grid',
    gridTemplateColumns: 'repeat(4, minmax(0, 1fr))',
    gap: 32,
  },
  '& li': {
    display: 'grid',
    gridTemplateColumns: '44px minmax(0, 1fr)',
    gap: 14,
    padding: '14px 0',
    [theme.breakpoints.up('md')]: {
      gridTemplateColumns: 'minmax(0, 1fr)',
      alignContent: 'start',
      padding: 0,
    },
  },
  '& li + li': {
    borderTop: `1px solid ${theme.okuru.palette.border.main}`,
    [theme.breakpoints.up('md')]: { borderTop: 0 },
  },
  '& .mark': {
    display: 'grid',
    placeItems: 'center',
    width: 44,
    height: 44,
    border: `1px solid ${theme.okuru.palette.border.main}`,
    borderRadius: '50%',
    color: theme.okuru.palette.primary.main,
    background: theme.okuru.palette.bg.paper,
    [theme.breakpoints.up('md')]: { width: 56, height: 56 },
  },
  '& h3': { ...theme.typography.h3 },
  '& p': {
    wordBreak: 'auto-phrase',
    marginTop: 2,
    fontSize: 13,
    lineHeight: 1.65,
    color: theme.okuru.palette.font.sub,
  },
}))

const steps: readonly { icon: IconName; title: string; text: string }[] = [
  {
    icon: 'paper',
    title: '申し込む',
    text: 'お店と箱の数、集荷の日時を選びます。箱の中身の点数は、おおよそでかまいません。',
  },
  {
    icon: 'box',
    title: '箱に入れて渡す',
    text: 'ご自宅に伺う運送会社へお渡しください。着払いですので、お支払いはありません。',
  },
  {
    icon: 'chart',
    title: '1点ずつ、値段の理由を見る',
    text: '写真と減額の理由をご覧になり、売るもの・返してもらうものをお選びください。',
  },
  {
    icon: 'yen',
    title: 'お振込みを受け取る',
    text: '買取代金は残高に入ります。ご登録の口座へ、いつでもお振込みします。',
  },
]

export function TopSteps() {
  return (
    <List>
      {steps.map(({ icon, title, text }) => (
        <li key={title}>
          <span className="mark">
            <Icon name={icon} size={22} />
          </span>
          <div>
            <h3>{title}</h3>
            <p>{text}</p>
          </div>
        </li>
      ))}
    </List>
  )
}
