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

/** For tests: pages of the back office at their addresses, signed in, with a memory of their own. */
export function openBiz(path: string, pages: Readonly<Record<string, () => ReactNode>>) {
  storeSession({ access: tokenOf(9, 'a', 'business'), refresh: 'refresh', userType: 'business' })
  window.scrollTo = () => undefined
  const root = createRootRoute({ component: Outlet })
  const routes = Object.entries(pages).map(([address, component]) =>
    createRoute({
      getParentRoute: () => root,
      path: address,
      component,
      validateSearch: (search: Record<string, unknown>) => search,
    }),
  )
  const elsewhere = createRoute({ getParentRoute: () => root, path: '$', component: () => <p>elsewhere</p> })
  const router = createRouter({
    routeTree: root.addChildren([...routes, elsewhere]),
    history: createMemoryHistory({ initialEntries: [path] }),
    parseSearch,
    stringifySearch,
  })
  const client = new QueryClient({
    defaultOptions: { queries: { retry: false }, mutations: { retry: false, networkMode: 'always' } },
  })
  const shown = render(
    <ThemeProvider theme={createOkuruTheme(storeThemeOf('default'), 'biz')}>
      <QueryClientProvider client={client}>
        <ConfirmProvider>
          <RouterProvider router={router as never} />
        </ConfirmProvider>
      </QueryClientProvider>
    </ThemeProvider>,
  )
  return { ...shown, router, client }
}

const at = '2026-11-20T10:00:00+09:00'

/** For tests: a request as the back office reads it, in the words of the wire. */
export const requestOnWire = {
  id: 31,
  status: 2,
  shop: 1,
  shop_name: '青山店',
  delivering_option: 'SELF_ONLY',
  carrier: 'YAMATO',
  pickup_date: null,
  pickup_time_slot: null,
  box_count: 1,
  item_count: 2,
  arrived_at: null,
  offer_total: null,
  offer_expires_at: null,
  created_at: at,
  updated_at: at,
  status_changed_at: at,
  note: '',
  approval_mode: 'review_each',
  auto_accept_amount: null,
  unpriced_policy: 'return',
  terms_version: '1',
  tracking_number: '',
  tracking_url: null,
  box_code: 'OKB-AAAAAAAAAAAA',
  arrived_item_count: null,
  arrived_weight_g: null,
  opening_photos: [],
  offered_at: null,
  answered_at: null,
  contracted_at: null,
  return_carrier: null,
  return_tracking_number: '',
  return_tracking_url: null,
  return_cost: 0,
  second_look_reason: '',
  second_look_items: [],
  has_statement: false,
  second_look_used: false,
  abort_reason: '',
  rescission_until: null,
  items: [] as object[],
  status_history: [] as object[],
  promises: [],
  allowed_transitions: [] as object[],
  version: 3,
  customer: 5,
  customer_name: '山田 花子',
  customer_is_verified: true,
  customer_request_count: 1,
  assessor: null,
  assessor_name: null,
  internal_note: '',
  holds: [],
  is_held: false,
  what_blocks: [],
}
