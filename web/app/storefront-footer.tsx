import { styled } from '@mui/material/styles'
import { Link } from '@tanstack/react-router'
import { operatorPending, useOperator } from '#web/features/company/shared/use-operator.ts'
import { useDealers } from '#web/features/company/shared/use-store.ts'
import { useStoreTheme } from './theme/store-theme-provider.tsx'

const Root = styled('footer')(({ theme }) => ({
  marginTop: 48,
  fontSize: 12,
  lineHeight: 1.8,
  color: theme.okuru.palette.font.sub,
  background: theme.okuru.palette.bg.sunken,
  '& > div': {
    display: 'grid',
    gap: 20,
    maxWidth: 1128,
    margin: '0 auto',
    padding: '28px 16px 40px',
    [theme.breakpoints.up('md')]: { gridTemplateColumns: '1fr auto', gap: 48, padding: '36px 24px 48px' },
  },
  '& .links': {
    display: 'grid',
    gridTemplateColumns: 'repeat(2, auto)',
    justifyContent: 'start',
    alignContent: 'start',
    columnGap: 28,
    [theme.breakpoints.up('md')]: { gridTemplateColumns: 'repeat(4, auto)' },
  },
  '& .links a': { display: 'inline-flex', alignItems: 'center', minHeight: 44, color: 'inherit' },
  '& .dealers': { display: 'grid', gap: 8, alignContent: 'start', minHeight: 44 },
}))

const links = [
  { to: '/help', label: 'ご利用ガイド' },
  { to: '/estimate', label: 'かんたん査定' },
  { to: '/announcements', label: 'サイトのお知らせ' },
  { to: '/contact', label: 'お問い合わせ' },
  { to: '/operator', label: '運営会社' },
  { to: '/terms', label: '利用規約' },
  { to: '/privacy', label: 'プライバシーポリシー' },
  { to: '/dealers', label: '古物営業法に基づく表示' },
] as const

export function StorefrontFooter() {
  return (
    <Root>
      <div>
        <Dealers />
        <nav className="links" aria-label="サイトの情報">
          {links.map(({ to, label }) => (
            <Link key={to} to={to}>
              {label}
            </Link>
          ))}
        </nav>
      </div>
    </Root>
  )
}

function Dealers() {
  const { data: dealers = [] } = useDealers()
  const operator = useOperator()
  const { footerNote } = useStoreTheme().entry
  return (
    <div className="dealers">
      {footerNote && <p>{footerNote}</p>}
      {dealers.map(({ id, name, publicSafetyCommission, licenseNumber }) => (
        <p key={id}>
          {name}
          <br />
          古物商許可 {publicSafetyCommission} {licenseNumber}
        </p>
      ))}
      {operator !== undefined && <p>{operator ? `運営 ${operator.name}` : operatorPending}</p>}
    </div>
  )
}
