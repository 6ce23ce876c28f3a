import { styled } from '@mui/material/styles'
import { Link } from '@tanstack/react-router'
import { HeroBox } from '#web/ui/illustrations.tsx'
import { NextLink } from '#web/ui/link-button.tsx'
import { promise } from './shared/promise.ts'

const Root = styled('div')(({ theme }) => ({
  color: theme.okuru.palette.brand.contrastText,
  background: theme.okuru.palette.brand.main,
  borderRadius: '0 0 28px 28px',
  [theme.breakpoints.up('md')]: { borderRadius: '0 0 48px 48px' },
  '& > div': {
    maxWidth: 1040,
    margin: '0 auto',
    padding: '20px 16px 52px',
    [theme.breakpoints.up('md')]: {
      display: 'grid',
      gridTemplateColumns: 'minmax(0, 1fr) minmax(0, 440px)',
      alignItems: 'center',
      gap: 48,
      padding: '56px 24px 104px',
    },
  },
  '& h1': {
    ...theme.typography.h1,
    fontSize: 32,
    lineHeight: 1.35,
    [theme.breakpoints.up('md')]: { fontSize: 48 },
  },
  '& h1 b': {
    boxShadow: `inset 0 -0.34em 0 color-mix(in srgb, ${theme.okuru.palette.accent.main} 36%, transparent)`,
  },
  '& p': { marginTop: 14, opacity: 0.86, maxWidth: '34em', wordBreak: 'auto-phrase' },
  '& .lead': { [theme.breakpoints.up('md')]: { fontSize: 16 } },
  '& .picture': { display: 'grid', justifyItems: 'center', marginTop: 20 },
  '& .picture svg': { width: '100%', maxWidth: 350, height: 'auto', overflow: 'visible' },
  [theme.breakpoints.up('md')]: { '& .picture svg': { maxWidth: 440 } },
}))

const Actions = styled('div')(({ theme }) => ({
  display: 'none',
  alignItems: 'center',
  gap: 24,
  marginTop: 32,
  [theme.breakpoints.up('md')]: { display: 'flex' },
  '& .MuiButton-root': { width: 280 },
  '& > a:not(.MuiButton-root)': { color: 'inherit', fontSize: 14, lineHeight: '44px' },
  '& a:focus-visible': { outlineColor: theme.okuru.palette.brand.contrastText },
}))

export function TopHero({ next, signedIn }: { next: '/register' | '/requests/new'; signedIn: boolean }) {
  return (
    <Root>
      <div>
        <div>
          <h1>
            {promise.start}
            <br />
            <b>{promise.marked}</b>
            {promise.end}
          </h1>
          <p className="lead">{promise.lead}</p>
          <Actions>
            <NextLink to={next}>買取を申し込む</NextLink>
            {signedIn ? <Link to="/mypage">マイページへ</Link> : <Link to="/help">くわしい流れを見る</Link>}
          </Actions>
        </div>
        <div className="picture">
          <HeroBox />
        </div>
      </div>
    </Root>
  )
}
