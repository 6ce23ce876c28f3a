import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router'
import { render } from '@testing-library/react'
import type { ReactNode } from 'react'
import type { OkuruVariant } from '#web/app/theme/create-okuru-theme.ts'
import { StoreThemeProvider } from '#web/app/theme/store-theme-provider.tsx'
import { parseSearch, stringifySearch } from '#web/lib/search-params.ts'
import { tokenOf } from '#web/lib/test-server.ts'
import { storeSession } from '#web/lib/tokens.ts'
import { ConfirmProvider } from '#web/ui/confirm.tsx'
import { DialogKeys } from '#web/ui/dialog-keys.tsx'
import { KeysOfDialogs } from '#web/ui/key-layer.ts'

type Pages = Readonly<Record<string, () => ReactNode>>

/** For tests: a customer's pages with a memory history, signed in. */
export function openPage(path: string, pages: Pages) {
  storeSession({ access: tokenOf(7), refresh: 'refresh', userType: 'customer' })
  return open(path, pages, { variant: 'storefront', areas: ['storefront', 'customer'] })
}

export function openPublic(path: string, pages: Pages) {
  return open(path, pages, { variant: 'storefront', areas: ['storefront'] })
}

export function openBiz(path: string, pages: Pages) {
  storeSession({ access: tokenOf(9, 'a', 'business'), refresh: 'refresh', userType: 'business' })
  return open(path, pages, { variant: 'biz', areas: ['biz', 'business'] })
}

function open(path: string, pages: Pages, { variant, areas }: { variant: OkuruVariant; areas: string[] }) {
  window.scrollTo = () => undefined
  const root = createRootRoute({ component: Outlet })
  const [outer = '', inner] = areas
  const side = createRoute({ getParentRoute: () => root, id: outer, component: Outlet })
  const own = inner ? createRoute({ getParentRoute: () => side, id: inner, component: Outlet }) : undefined
  const routes = Object.entries(pages).map(([address, component]) =>
    createRoute({
      getParentRoute: () => own ?? side,
      path: address,
      component,
      validateSearch: (search: Record<string, unknown>) => search,
    }),
  )
  const elsewhere = createRoute({ getParentRoute: () => root, path: '$', component: () => <p>elsewhere</p> })
  const router = createRouter({
    routeTree: root.addChildren([side.addChildren(own ? [own.addChildren(routes)] : routes), elsewhere]),
    history: createMemoryHistory({ initialEntries: [path] }),
    parseSearch,
    stringifySearch,
  })
  const client = new QueryClient({
    defaultOptions: { queries: { retry: false }, mutations: { retry: false, networkMode: 'always' } },
  })
  const shown = render(
    <StoreThemeProvider variant={variant}>
      <QueryClientProvider client={client}>
        <KeysOfDialogs value={variant === 'biz' ? DialogKeys : undefined}>
          <ConfirmProvider>
            <RouterProvider router={router as never} />
          </ConfirmProvider>
        </KeysOfDialogs>
      </QueryClientProvider>
    </StoreThemeProvider>,
  )
  return { ...shown, router, client }
}
