// Draws pages of the storefront without a browser: while building, as they look before any response (drawn-pages.ts), and
// in a thread of the server with what their visitor may read (drawing.thread.ts).
import createCache from '@emotion/cache'
import { CacheProvider } from '@emotion/react'
import type { Theme } from '@mui/material/styles'
import { ThemeProvider } from '@mui/system'
import { type Query, QueryClient, QueryClientProvider } from '@tanstack/react-query'
import {
  type AnyRoute,
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router'
import { prerender } from 'react-dom/static'
import type { DrawnPage } from '#contract/page-drawing'
import { parseSearch, type SearchParams, stringifySearch } from '#web/lib/search-params.ts'
import { ConfirmProvider } from '#web/ui/confirm.tsx'
import { type PageModule, storePages } from './pages.ts'
import { GlobalStyle } from './theme/global-style.tsx'
import { StoreThemeContext } from './theme/store-theme-provider.tsx'
import type { StoreLook } from './theme/stores.ts'

export type StorePath = keyof typeof storePages

interface Scene {
  path: StorePath
  /** The address, without its origin. */
  href: string
  storeKey: string
  look: StoreLook
  looks?: readonly StoreLook[]
  theme: Theme
}

/** With the ids of the program's routes, by which pages read their parameters. */
async function routerAt({ path, href }: Scene) {
  const { load, signedIn } = storePages[path]
  const { default: Page } = (await load()) as PageModule
  const root = createRootRoute()
  const storefront = createRoute({ getParentRoute: () => root, id: 'storefront' })
  const customer = createRoute({ getParentRoute: () => storefront, id: 'customer' })
  const parent: AnyRoute = signedIn ? customer : storefront
  const page = createRoute({
    getParentRoute: () => parent,
    path,
    component: () => <Page />,
    validateSearch: (search: SearchParams): SearchParams => search,
  })
  const own = signedIn ? customer.addChildren([page]) : page
  const router = createRouter({
    routeTree: root.addChildren([storefront.addChildren([own as AnyRoute])]),
    history: createMemoryHistory({ initialEntries: [href] }),
    parseSearch,
    stringifySearch,
    trailingSlash: 'never',
  })
  await router.load()
  return router
}

const STYLE = /<style data-emotion="[^"]*">(.*?)<\/style>/gs
const INLINE = / style="([^"]*)"/g

async function htmlOf(
  { storeKey, look, looks, theme }: Scene,
  router: object,
  client: QueryClient,
): Promise<string> {
  const failures: unknown[] = []
  const { prelude } = await prerender(
    <StoreThemeContext value={{ storeKey, entry: look, looks }}>
      <CacheProvider value={createCache({ key: 'ok' })}>
        <ThemeProvider theme={theme}>
          <GlobalStyle />
          <QueryClientProvider client={client}>
            <ConfirmProvider>
              <RouterProvider router={router as never} />
            </ConfirmProvider>
          </QueryClientProvider>
        </ThemeProvider>
      </CacheProvider>
    </StoreThemeContext>,
    { onError: (error) => void failures.push(error) },
  )
  if (failures.length > 0) throw failures[0]
  return new Response(prelude).text()
}

function separated(drawn: string): Pick<DrawnPage, 'html' | 'css'> {
  const rules = [...drawn.matchAll(STYLE)].map(([, rule = '']) => rule)
  // The content security policy admits styles only by their nonce.
  const html = drawn
    .replaceAll(STYLE, '')
    .replaceAll(/<!--.*?-->/g, '')
    // By this id the program finds the heading of the real page.
    .replace('<main id="main"', '<main')
    .replaceAll(INLINE, (_whole, style: string) => {
      const name = `s${rules.length}`
      rules.push(`[data-first="${name}"]{${style.replaceAll('&quot;', '"')}}`)
      return ` data-first="${name}"`
    })
  return { html, css: rules.join('') }
}

/** Asked for by what was drawn last: without a browser nothing asks by itself. */
const isWaiting = (query: Query): boolean =>
  query.state.status === 'pending' && (query.options as { enabled?: unknown }).enabled !== false

/** A response that may not be kept, as of a form that goes on where it was left, cannot be part of what is drawn. */
const isKept = ({ options }: Query): boolean => options.gcTime !== 0

/** A response may show something that needs further ones. */
const MOST_ROUNDS = 4

/** Null when a response is missing: the document then stays as it is, and the program says why. */
export async function drawWithResponses(scene: Scene): Promise<DrawnPage | null> {
  const client = new QueryClient({ defaultOptions: { queries: { networkMode: 'always' } } })
  const queries = client.getQueryCache()
  const router = await routerAt(scene)
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    const drawn = await htmlOf(scene, router, client)
    const waiting = queries.getAll().filter(isWaiting)
    if (waiting.length === 0) {
      const responses = queries
        .getAll()
        .flatMap(({ queryKey, state }) =>
          state.status === 'success' ? [{ key: queryKey, data: state.data }] : [],
        )
      return { ...separated(drawn), responses }
    }
    const answers = await Promise.allSettled(
      waiting.map((query) => query.fetch({ ...query.options, retry: false })),
    )
    if (answers.some(({ status }) => status === 'rejected')) return null
  }
  return null
}

export async function drawBeforeResponses(
  scene: Scene,
): Promise<Pick<DrawnPage, 'html' | 'css'> & { waits: boolean }> {
  const client = new QueryClient()
  const drawn = await htmlOf(scene, await routerAt(scene), client)
  const isEmpty = drawn.includes('aria-busy="true"')
  return { ...separated(drawn), waits: isEmpty && client.getQueryCache().getAll().every(isKept) }
}
