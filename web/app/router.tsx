import {
  type AnyRoute,
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
} from '@tanstack/react-router'
import { loadChunk } from '#web/lib/chunk.ts'
import { parseSearch, type SearchParams, stringifySearch } from '#web/lib/search-params.ts'
import { isLoggedIn } from '#web/lib/session.ts'
import { isSuspendedAt } from '#web/lib/suspended-session.ts'
import type { UserType } from '#web/lib/tokens.ts'
import { ForBusinessOnly, ForCustomersOnly } from './areas.tsx'
import type { bizPages } from './biz-pages.ts'
import { ErrorPage, NotFoundPage, PagePending } from './error-pages.tsx'
import { type Load, type PageModule, type PageTable, storePages } from './pages.ts'
import { StorefrontShell } from './storefront-shell.tsx'

/** Each page parses its parameters with its call's schema. */
const validateSearch = (search: SearchParams): SearchParams => search

const signedIn =
  (side: UserType) =>
  ({ location }: { location: { href: string; pathname: string } }) => {
    if (isLoggedIn() || isSuspendedAt(location.pathname)) return
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
  beforeLoad: async ({ location }) => {
    if (hasBizPages) return
    await addBizPages()
    throw redirect({ href: location.href, replace: true })
  },
  component: lazyRouteComponent(() => loadChunk(() => import('./biz-root.tsx'))),
})
const business = createRoute({
  getParentRoute: () => biz,
  id: 'business',
  beforeLoad: signedIn('business'),
  component: ForBusinessOnly,
})

const pageOf = (load: () => Promise<unknown>) =>
  lazyRouteComponent(() => loadChunk(load as () => Promise<PageModule>))

// The catch-all `/biz/$` would win over `/biz` without its slash.
const at = <const Path extends string, Parent extends AnyRoute>(path: Path, parent: Parent, load: Load) =>
  createRoute({
    getParentRoute: () => parent,
    path: (path === '/biz' ? '/biz/' : path) as Path,
    component: pageOf(load),
    validateSearch,
  })

function routesOf<T extends PageTable, Parent extends AnyRoute, SignedIn extends boolean>(
  table: T,
  signedIn: SignedIn,
  parent: Parent,
) {
  type Path = { [P in keyof T & string]: T[P]['signedIn'] extends SignedIn ? P : never }[keyof T & string]
  const routes = Object.entries(table)
    .filter(([, page]) => page.signedIn === signedIn)
    .map(([path, { load }]) => [path, at(path, parent, load)])
  return Object.fromEntries(routes) as { [P in Path]: ReturnType<typeof at<P, Parent>> }
}

const lost = createRoute({ getParentRoute: () => storefront, path: '$', component: NotFoundPage })
const bizLost = createRoute({ getParentRoute: () => business, path: '/biz/$', component: NotFoundPage })

/** Pages of the back office are added on entering it: their table would weigh on the first load of the storefront. */
let hasBizPages = false
const bizRoutes = (pages: typeof bizPages) =>
  biz.addChildren({
    ...routesOf(pages, false, biz),
    business: business.addChildren({ ...routesOf(pages, true, business), bizLost }),
  })

export async function addBizPages(): Promise<void> {
  const { bizPages } = await loadChunk(() => import('./biz-pages.ts'))
  bizRoutes(bizPages)
  router.setRoutes(router.buildRouteTree())
  hasBizPages = true
}

const routeTree = root.addChildren({
  storefront: storefront.addChildren({
    ...routesOf(storePages, false, storefront),
    customer: customer.addChildren(routesOf(storePages, true, customer)),
    lost,
  }),
  biz: bizRoutes({} as typeof bizPages),
})

const PENDING_MS = 150

let hasRendered = false

/** Whoever scrolled what the document showed before the first render keeps the place. */
function placesScroll(): boolean {
  const isReading = !hasRendered && window.scrollY > 0
  hasRendered = true
  return !isReading
}

export const router = createRouter({
  routeTree,
  parseSearch,
  stringifySearch,
  scrollRestoration: placesScroll,
  defaultPreload: 'intent',
  trailingSlash: 'never',
  defaultNotFoundComponent: NotFoundPage,
  defaultErrorComponent: ErrorPage,
  defaultPendingComponent: PagePending,
  defaultPendingMs: PENDING_MS,
  defaultPendingMinMs: 0,
})

/** Waits briefly for the page's chunk: loaded in time, it is rendered in short tasks, together with its shell. */
export async function firstPage(): Promise<void> {
  const late = new Promise<void>((resolve) => setTimeout(resolve, PENDING_MS))
  await Promise.race([router.load(), late])
}

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
