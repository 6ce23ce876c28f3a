// A thread of the server (server/platform/page-drawing.ts): draws a page of the storefront as its visitor will see it.
import { AsyncLocalStorage } from 'node:async_hooks'
import { parentPort } from 'node:worker_threads'
import type { Theme } from '@mui/material/styles'
import type { DrawnPage, FromDrawing, ToDrawing } from '#contract/page-drawing'
import { drawBeforeResponses, drawWithResponses, type StorePath } from './drawing.tsx'
import { addressOf, isDrawn, pathRule } from './first-paint.ts'
import { storePages } from './pages.ts'
import { createOkuruTheme } from './theme/create-okuru-theme.ts'
import { looksIn, type StoreLook, shipped, storeLookOf } from './theme/stores.ts'

type Order = Extract<ToDrawing, { visit: unknown }>
type Answer = Extract<ToDrawing, { status: unknown }>

const port = parentPort
if (!port) throw new Error('This is a thread of the server')
const tell = (message: FromDrawing) => port.postMessage(message)

/** One visit among those drawn at the same time. */
const visits = new AsyncLocalStorage<{ order: Order; ask: (path: string) => Promise<Response> }>()
const awaited = new Map<number, (answer: Answer) => void>()
let requests = 0

// What pages take from the browser. The process adds the token, so its place is only marked.
const stored: Readonly<Record<string, string>> = { userType: 'customer', accessToken: 'known to the server' }
Object.defineProperty(globalThis, 'localStorage', {
  value: { getItem: (key: string) => (visits.getStore()?.order.signedIn ? (stored[key] ?? null) : null) },
})
globalThis.fetch = async (target, init) => {
  const visit = visits.getStore()
  if (!visit || (init?.method ?? 'GET') !== 'GET') return new Response(null, { status: 503 })
  return visit.ask(String(target))
}

const askFor = (id: number) => (path: string) =>
  new Promise<Response>((resolve) => {
    requests += 1
    awaited.set(requests, ({ status, body }) => {
      const headers: HeadersInit = body ? { 'content-type': 'application/json' } : {}
      resolve(new Response(body, { status, headers }))
    })
    tell({ id, request: requests, path })
  })

// `/requests/new` before `/requests/$id`.
const paths = (Object.keys(storePages) as StorePath[])
  .filter(isDrawn)
  .sort((one, other) => Number(one.includes('$')) - Number(other.includes('$')))

/** The first visitor would wait ten times as long: nothing has been loaded and compiled yet. */
async function warmUp(): Promise<void> {
  const theme = themeOf(shipped)
  for (const path of paths)
    await drawBeforeResponses({ path, href: addressOf(path), storeKey: shipped.key, look: shipped, theme })
}

/** Widths in the theme's media queries, such as `@media (min-width:900px)`. */
const matches = (width: number) => (query: string) => ({
  matches:
    width >= Number(/min-width:\s*([\d.]+)px/.exec(query)?.[1] ?? 0) &&
    width <= Number(/max-width:\s*([\d.]+)px/.exec(query)?.[1] ?? Number.POSITIVE_INFINITY),
})

const themes = new WeakMap<StoreLook, Theme>()
function themeOf(look: StoreLook): Theme {
  const theme = themes.get(look) ?? createOkuruTheme(look)
  themes.set(look, theme)
  return theme
}

async function draw({ visit, signedIn, looks: text }: Order): Promise<DrawnPage | null> {
  const { pathname } = new URL(visit.page, 'http://page')
  const path = paths.find((one) => new RegExp(pathRule(one)).test(pathname))
  if (!path || (storePages[path].signedIn && !signedIn)) return null
  const looks = looksIn(text)
  const look = storeLookOf(visit.store, looks)
  const common = themeOf(look)
  const MuiUseMediaQuery = { defaultProps: { ssrMatchMedia: matches(visit.width) } }
  const theme = { ...common, components: { ...common.components, MuiUseMediaQuery } }
  return drawWithResponses({ path, href: visit.page, storeKey: visit.store || look.key, look, looks, theme })
}

port.on('message', (message: ToDrawing) => {
  if ('status' in message) {
    awaited.get(message.request)?.(message)
    awaited.delete(message.request)
    return
  }
  const { id } = message
  visits
    .run({ order: message, ask: askFor(id) }, () => draw(message))
    .then(
      (page) => tell({ id, page }),
      (error: unknown) =>
        tell({ id, failed: error instanceof Error ? (error.stack ?? error.message) : String(error) }),
    )
})

void warmUp().catch(() => undefined)
