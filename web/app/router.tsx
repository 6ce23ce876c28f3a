import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
} from '@tanstack/react-router'
import { fetchPart } from '#web/lib/part.ts'
import { parseSearch, type SearchParams, stringifySearch } from '#web/lib/search-params.ts'
import { isLoggedIn } from '#web/lib/session.ts'
import { isHeldAt } from '#web/lib/session-hold.ts'
import type { UserType } from '#web/lib/tokens.ts'
import { ForBusinessOnly, ForCustomersOnly } from './areas.tsx'
import { ErrorPage, NotFoundPage, PagePending } from './error-pages.tsx'
import { pages } from './pages.ts'
import { StorefrontShell } from './storefront-shell.tsx'

const pageOf = (path: string) => {
  const load = pages[path.replace(/(?<=.)\/$/, '')] ?? (() => import('./in-preparation.page.tsx'))
  return lazyRouteComponent(() => fetchPart(load))
}

/** Pages read their part of the address with the schema of their own call. */
const validateSearch = (search: SearchParams): SearchParams => search

/** Nobody signed in: the sign-in page of this side first, then back to here. */
const signedIn =
  (side: UserType) =>
  ({ location }: { location: { href: string; pathname: string } }) => {
    if (isLoggedIn() || isHeldAt(location.pathname)) return
    throw redirect({
      to: side === 'customer' ? '/login' : '/biz/login',
      search: { returnUrl: location.href },
      replace: true,
    })
  }

const root = createRootRoute({ component: Outlet })

const storefront = createRoute({ getParentRoute: () => root, id: 'storefront', component: StorefrontShell })
const customer = createRoute({
  getParentRoute: () => storefront,
  id: 'customer',
  beforeLoad: signedIn('customer'),
  component: ForCustomersOnly,
})
const biz = createRoute({
  getParentRoute: () => root,
  id: 'biz',
  component: lazyRouteComponent(() => fetchPart(() => import('./biz-root.tsx'))),
})
const business = createRoute({
  getParentRoute: () => biz,
  id: 'business',
  beforeLoad: signedIn('business'),
  component: ForBusinessOnly,
})

const open = <const Path extends string>(path: Path) =>
  createRoute({ getParentRoute: () => storefront, path, component: pageOf(path), validateSearch })
const own = <const Path extends string>(path: Path) =>
  createRoute({ getParentRoute: () => customer, path, component: pageOf(path), validateSearch })
const bizOpen = <const Path extends string>(path: Path) =>
  createRoute({ getParentRoute: () => biz, path, component: pageOf(path), validateSearch })
const bizOwn = <const Path extends string>(path: Path) =>
  createRoute({ getParentRoute: () => business, path, component: pageOf(path), validateSearch })

const lost = createRoute({ getParentRoute: () => storefront, path: '$', component: NotFoundPage })
const bizLost = createRoute({ getParentRoute: () => business, path: '/biz/$', component: NotFoundPage })

const routeTree = root.addChildren([
  storefront.addChildren([
    open('/'),
    open('/shops'),
    open('/shops/$id'),
    open('/brands'),
    open('/brands/$id'),
    open('/register'),
    open('/signup'),
    open('/login'),
    open('/password-reset'),
    open('/email/confirm'),
    open('/announcements'),
    open('/help'),
    open('/terms'),
    open('/terms/$version'),
    open('/privacy'),
    open('/operator'),
    open('/contact'),
    open('/dealers'),
    customer.addChildren([
      own('/mypage'),
      own('/requests'),
      own('/requests/new'),
      own('/requests/$id'),
      own('/requests/$id/result'),
      own('/requests/$id/statement'),
      own('/balance'),
      own('/balance/transfer'),
      own('/balance/transactions'),
      own('/profile'),
      own('/profile/bank-account'),
      own('/profile/identity'),
      own('/notifications'),
      own('/settings'),
      own('/leave'),
    ]),
    lost,
  ]),
  biz.addChildren([
    bizOpen('/biz/login'),
    bizOpen('/biz/password-reset'),
    business.addChildren([
      bizOwn('/biz/'),
      bizOwn('/biz/requests'),
      bizOwn('/biz/requests/$id'),
      bizOwn('/biz/requests/$id/result'),
      bizOwn('/biz/requests/$id/statement'),
      bizOwn('/biz/intake'),
      bizOwn('/biz/bench/$id'),
      bizOwn('/biz/second-looks'),
      bizOwn('/biz/returns'),
      bizOwn('/biz/items'),
      bizOwn('/biz/productization'),
      bizOwn('/biz/customers'),
      bizOwn('/biz/customers/$shop/$id'),
      bizOwn('/biz/ledger'),
      bizOwn('/biz/payouts'),
      bizOwn('/biz/payouts/$id'),
      bizOwn('/biz/payout-lines'),
      bizOwn('/biz/payout-originator'),
      bizOwn('/biz/money'),
      bizOwn('/biz/companies'),
      bizOwn('/biz/companies/new'),
      bizOwn('/biz/companies/$id'),
      bizOwn('/biz/companies/$id/edit'),
      bizOwn('/biz/companies/$id/shops/new'),
      bizOwn('/biz/companies/$id/shops/$shop'),
      bizOwn('/biz/announcements'),
      bizOwn('/biz/announcements/new'),
      bizOwn('/biz/announcements/$id'),
      bizOwn('/biz/terms'),
      bizOwn('/biz/terms/new'),
      bizOwn('/biz/terms/$version'),
      bizOwn('/biz/users'),
      bizLost,
    ]),
  ]),
])

const PENDING_MS = 150

export const router = createRouter({
  routeTree,
  parseSearch,
  stringifySearch,
  scrollRestoration: true,
  defaultPreload: 'intent',
  trailingSlash: 'never',
  defaultNotFoundComponent: NotFoundPage,
  defaultErrorComponent: ErrorPage,
  defaultPendingComponent: PagePending,
  defaultPendingMs: PENDING_MS,
  defaultPendingMinMs: 0,
})

/**
 * Waits for the page that the address names, but no longer than anybody would want to see nothing new. A page that is
 * there when the drawing begins is drawn with its frame, in short pieces; one that comes later is put in at a stroke.
 */
export async function firstPage(): Promise<void> {
  const late = new Promise<void>((resolve) => setTimeout(resolve, PENDING_MS))
  await Promise.race([router.load(), late])
}

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
