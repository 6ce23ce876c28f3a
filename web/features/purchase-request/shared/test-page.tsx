import { ThemeProvider } from '@mui/material/styles'
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
import { createOkuruTheme } from '#web/app/theme/create-okuru-theme.ts'
import { storeThemeOf } from '#web/app/theme/stores.ts'
import { parseSearch, stringifySearch } from '#web/lib/search-params.ts'
import { tokenOf } from '#web/lib/test-server.ts'
import { storeSession } from '#web/lib/tokens.ts'
import { ConfirmProvider } from '#web/ui/confirm.tsx'

/** For tests: a customer's pages at their addresses, signed in, with a memory of their own. */
export function openPage(path: string, pages: Readonly<Record<string, () => ReactNode>>) {
  storeSession({ access: tokenOf(7), refresh: 'refresh', userType: 'customer' })
  window.scrollTo = () => undefined
  const root = createRootRoute({ component: Outlet })
  const storefront = createRoute({ getParentRoute: () => root, id: 'storefront', component: Outlet })
  const customer = createRoute({ getParentRoute: () => storefront, id: 'customer', component: Outlet })
  const routes = Object.entries(pages).map(([address, component]) =>
    createRoute({
      getParentRoute: () => customer,
      path: address,
      component,
      validateSearch: (search: Record<string, unknown>) => search,
    }),
  )
  const elsewhere = createRoute({ getParentRoute: () => root, path: '$', component: () => <p>elsewhere</p> })
  const router = createRouter({
    routeTree: root.addChildren([storefront.addChildren([customer.addChildren(routes)]), elsewhere]),
    history: createMemoryHistory({ initialEntries: [path] }),
    parseSearch,
    stringifySearch,
  })
  const client = new QueryClient({
    defaultOptions: { queries: { retry: false }, mutations: { retry: false, networkMode: 'always' } },
  })
  const shown = render(
    <ThemeProvider theme={createOkuruTheme(storeThemeOf('default'), 'storefront')}>
      <QueryClientProvider client={client}>
        <ConfirmProvider>
          <RouterProvider router={router as never} />
        </ConfirmProvider>
      </QueryClientProvider>
    </ThemeProvider>,
  )
  return { ...shown, router, client }
}
