import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { accountCalls } from '#contract/account'
import { watchServer } from '#web/lib/online.ts'
import { makeQueryClient, queryOf } from '#web/lib/query-client.ts'
import { keepTouchedPages } from './page-keeper.ts'
import { router } from './router.tsx'
import { keepSessionAndRouterTogether, moveFocusOnNavigation } from './router-effects.ts'
import { StoreThemeProvider } from './theme/store-theme-provider.tsx'

export const queryClient = makeQueryClient()
watchServer()
keepSessionAndRouterTogether(router)
keepTouchedPages(router, () => queryClient.getQueryData(queryOf(accountCalls.me).queryKey) !== undefined)
moveFocusOnNavigation(router)

export function App() {
  return (
    <StoreThemeProvider>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </StoreThemeProvider>
  )
}
