import { Global } from '@emotion/react'
import { styled, type Theme, useTheme } from '@mui/material/styles'
import { Link, Outlet, useLocation } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { hasReached, useOnline } from '#web/lib/online.ts'
import { usePageSide } from '#web/lib/suspended-session.ts'
import { ConfirmProvider } from '#web/ui/confirm.tsx'
import { Icon, type IconName } from '#web/ui/icons.tsx'
import { Notifications } from '#web/ui/notify.tsx'
import { OfflineBanner } from '#web/ui/offline-banner.tsx'
import { LOW_SCREEN } from '#web/ui/sticky-bar.tsx'
import { StoreLogo } from '#web/ui/store-logo.tsx'
import { SkipLink } from './skip-link.tsx'
import { StoreMenu } from './store-menu.tsx'
import { StorefrontFooter } from './storefront-footer.tsx'
import { SuspendedSessionDialog } from './suspended-session.tsx'
import { useStoreTheme } from './theme/store-theme-provider.tsx'
import { DEFAULT_STORE_KEY, storeLooks } from './theme/stores.ts'

// Only signed-in customers have messages.
const MessageBell = lazy(() => import('./message-bell.tsx').catch(() => ({ default: PlainBell })))

// Before the router changes the address.
const landing = { href: window.location.href, referrer: document.referrer }
const QUIET_MS = 3000

const quiet = () => new Promise((resolve) => setTimeout(resolve, QUIET_MS))
const Measurement = lazy(() =>
  quiet()
    .then(() => import('./measurement.tsx'))
    .catch(() => ({ default: () => null })),
)

const StoreUpdates = lazy(() =>
  quiet()
    .then(() => import('./store-updates.tsx'))
    .catch(() => ({ default: () => null })),
)
const OfflinePage = lazy(() => import('./offline-page.tsx').catch(() => ({ default: () => <Outlet /> })))
/** Pages that show something without any response. */
const worksOffline: readonly string[] = ['/help', '/privacy']

const TAB_BAR = 60

const Root = styled('div')({
  display: 'flex',
  flexDirection: 'column',
  minHeight: '100vh',
  paddingBottom: 'var(--shell-bottom, 0px)',
  // The footer begins below the first screen, so that it does not move while a page loads.
  '& > .page': { flex: 1, minHeight: '100vh' },
})

const roomForTabs = (theme: Theme) => ({
  html: {
    [theme.breakpoints.down('md')]: {
      '--shell-bottom': `calc(${TAB_BAR}px + env(safe-area-inset-bottom))`,
    },
    [LOW_SCREEN]: { '--shell-bottom': '0px' },
  },
})

const Header = styled('header')(({ theme }) => ({
  position: 'relative',
  color: theme.okuru.palette.brand.contrastText,
  background: theme.okuru.palette.brand.main,
  '& > div': {
    display: 'flex',
    alignItems: 'center',
    gap: 4,
    minHeight: 56,
    maxWidth: 1128,
    margin: '0 auto',
    padding: '0 8px',
    [theme.breakpoints.up('md')]: { minHeight: 64, padding: '0 16px', gap: 12 },
  },
  '& a': {
    display: 'inline-flex',
    alignItems: 'center',
    gap: 6,
    minWidth: 44,
    minHeight: 44,
    padding: '0 8px',
    borderRadius: 8,
    fontSize: 13,
    fontWeight: 700,
    color: 'inherit',
    textDecoration: 'none',
  },
  '& a:hover': { textDecoration: 'underline' },
  '& a:focus-visible': { outlineColor: theme.okuru.palette.accent.onBrand },
  '& .end': { display: 'flex', alignItems: 'center', marginLeft: 'auto' },
  '& nav': { display: 'none', marginLeft: 16, [theme.breakpoints.up('md')]: { display: 'flex', gap: 4 } },
  '& nav[data-guide]': { [theme.breakpoints.up('sm')]: { display: 'flex' } },
  '& nav a': { fontWeight: 400 },
  '& nav a[data-status="active"]': { fontWeight: 700 },
}))

const TabBar = styled('nav')(({ theme }) => ({
  position: 'fixed',
  inset: 'auto 0 0 0',
  zIndex: theme.zIndex.appBar,
  display: 'grid',
  gridTemplateColumns: 'repeat(4, 1fr)',
  paddingBottom: 'env(safe-area-inset-bottom)',
  background: theme.okuru.palette.bg.paper,
  borderTop: `1px solid ${theme.okuru.palette.border.main}`,
  // From here on the top bar shows the same four links.
  [theme.breakpoints.up('md')]: { display: 'none' },
  [LOW_SCREEN]: { position: 'static' },
  '& a': {
    display: 'grid',
    alignContent: 'center',
    justifyItems: 'center',
    gap: 2,
    height: TAB_BAR - 1,
    fontSize: 11,
    lineHeight: 1.4,
    color: theme.okuru.palette.font.sub,
    textDecoration: 'none',
  },
  '& a[data-status="active"]': { fontWeight: 700, color: theme.okuru.palette.primary.main },
  '& a:focus-visible': { outlineOffset: -4 },
}))

const tabs = [
  { to: '/mypage', label: 'マイページ', icon: 'home' },
  { to: '/requests', label: '申し込み', icon: 'box' },
  { to: '/balance', label: '残高', icon: 'yen' },
  { to: '/settings', label: '設定', icon: 'gear' },
] as const satisfies readonly { to: string; label: string; icon: IconName }[]

const guide = [
  { to: '/shops', label: 'お店を選ぶ' },
  { to: '/brands', label: 'ブランドを探す' },
  { to: '/help', label: 'ご利用ガイド' },
] as const

const guestMenu = [...guide, { to: '/register', label: '会員登録' }, { to: '/login', label: 'ログイン' }]
const customerMenu = [...guide, { to: '/notifications', label: 'あなたへのお知らせ' }]

export function StorefrontShell() {
  const userType = usePageSide()
  const customer = userType === 'customer'
  const theme = useTheme()
  return (
    <ConfirmProvider>
      <SkipLink />
      {customer && <Global styles={roomForTabs(theme)} />}
      <Root>
        <Header>
          <div>
            <Link to="/" aria-label="トップページ">
              <StoreLogo alt="" />
            </Link>
            <nav aria-label="メニュー" data-guide={customer ? undefined : ''}>
              {(customer ? tabs : guide).map(({ to, label }) => (
                <Link key={to} to={to}>
                  {label}
                </Link>
              ))}
            </nav>
            <div className="end">
              <HeaderEnd customer={customer} business={userType === 'business'} />
              <StoreMenu entries={customer ? customerMenu : guestMenu} guide={!customer} />
            </div>
          </div>
        </Header>
        <Banner />
        <StoreNotice />
        <div className="page">
          <Pages />
        </div>
        <StorefrontFooter />
        {customer && (
          <TabBar aria-label="マイページのメニュー" data-tabs="">
            {tabs.map(({ to, label, icon }) => (
              <Link key={to} to={to}>
                <Icon name={icon} size={22} />
                {label}
              </Link>
            ))}
          </TabBar>
        )}
      </Root>
      <Notifications />
      <SuspendedSessionDialog />
      <Suspense>
        <Measurement landing={landing} />
        <StoreUpdates />
      </Suspense>
    </ConfirmProvider>
  )
}

/** A visit that begins without a connection has nothing to show: it says what works, until the connection is back. */
function useBeganOffline(): boolean {
  const online = useOnline()
  const path = useLocation({ select: ({ pathname }) => pathname })
  return !online && !hasReached() && !worksOffline.includes(path)
}

const Banner = () => (useBeganOffline() ? null : <OfflineBanner />)

const UnknownStore = lazy(() => import('./unknown-store.tsx').catch(() => ({ default: () => null })))

/** Only where the page came with the looks of the stores it could be. */
function StoreNotice() {
  const { storeKey, entry } = useStoreTheme()
  if (storeKey === DEFAULT_STORE_KEY || storeKey === entry.key || storeLooks().length === 0) return null
  return (
    <Suspense>
      <UnknownStore />
    </Suspense>
  )
}

function Pages() {
  if (!useBeganOffline()) return <Outlet />
  return (
    <Suspense>
      <OfflinePage />
    </Suspense>
  )
}

function PlainBell() {
  return (
    <Link to="/notifications" aria-label="あなたへのお知らせ">
      <Icon name="bell" size={22} />
    </Link>
  )
}

function HeaderEnd({ customer, business }: { customer: boolean; business: boolean }) {
  if (business) return <Link to="/biz">業務画面へ</Link>
  if (!customer) return <Link to="/login">ログイン</Link>
  return (
    <Suspense fallback={<Icon name="bell" size={22} style={{ margin: 11 }} />}>
      <MessageBell />
    </Suspense>
  )
}
