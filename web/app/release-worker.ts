// The service worker of the back office and the one of the storefront (docs/offline.md). Each caches built files and
// the document that loads them; API responses bypass it. Written into dist by scripts/release-workers.ts.

interface Release {
  /** Begins the names of this worker's caches. */
  prefix: string
  version: string
  /** The document that stands in for every page without a connection. */
  shell: string
  /** Paths of the pages, and those below them that are no pages of this worker. */
  pages: string
  others: string
  /** Files to have from the start; further ones are cached as they are loaded. */
  files: string[]
  /** What only documents of this release contain. */
  mark: string
}
interface LifeEvent extends Event {
  waitUntil(work: Promise<unknown>): void
}
interface LoadEvent extends LifeEvent {
  request: Request
  preloadResponse: Promise<Response | undefined>
  respondWith(answer: Promise<Response>): void
}
interface Worker {
  location: Location
  registration: { navigationPreload?: { enable(): Promise<void> } }
  clients: { claim(): Promise<void> }
  skipWaiting(): Promise<void>
  addEventListener(type: 'install' | 'activate', act: (event: LifeEvent) => void): void
  addEventListener(type: 'fetch', act: (event: LoadEvent) => void): void
  addEventListener(type: 'message', act: (event: LifeEvent & { data: unknown }) => void): void
}

declare const __RELEASE__: Release

const worker = globalThis as unknown as Worker
const { prefix, version, shell: SHELL, files, mark } = __RELEASE__
const CACHE = `${prefix}${version}`
const PAGES = new RegExp(__RELEASE__.pages)
const OTHERS = new RegExp(__RELEASE__.others)
/** A request without a response for this long counts as offline. */
const PATIENCE_MS = 5_000
const known = new Set(files)

const found = (request: RequestInfo | URL) => caches.match(request, { ignoreVary: true })

/** Reuses files of earlier releases with the same name, so that an update is small. */
async function take(cache: Cache, file: string): Promise<void> {
  const same = file.startsWith('/assets/') ? await found(file) : undefined
  const response = same ?? (await fetch(file, { cache: 'no-cache' }))
  if (!response.ok) throw new Error(`${file}: ${response.status}`)
  await cache.put(file, response)
}

async function install(): Promise<void> {
  const cache = await caches.open(CACHE)
  const shell = await fetch(SHELL, { cache: 'no-store', headers: { accept: 'text/html' } })
  // Of another release: not installed, and tried again at the next visit.
  if (!shell.ok || !(await shell.clone().text()).includes(mark)) throw new Error('not this release')
  for (const file of files) await take(cache, file)
  await cache.put(SHELL, shell)
  await worker.skipWaiting()
}

/** Keeps the previous release for pages that are still open, and deletes older ones. */
async function activate(): Promise<void> {
  const earlier = (await caches.keys()).filter((name) => name.startsWith(prefix) && name !== CACHE)
  for (const name of earlier.slice(0, -1)) await caches.delete(name)
  await worker.registration.navigationPreload?.enable()
  await worker.clients.claim()
}

/** Names contain a content hash, so a cached file is never outdated. */
async function asset(request: Request): Promise<Response> {
  const kept = await found(request)
  if (kept) return kept
  const answer = await fetch(request)
  if (answer.ok && answer.status === 200) await (await caches.open(CACHE)).put(request, answer.clone())
  return answer
}

/** Logos have the same name in every release. */
async function picture(request: Request): Promise<Response> {
  return fetch(request).catch(async (error: unknown) => {
    const kept = await found(request)
    if (kept) return kept
    throw error
  })
}

const late = () => new Promise<undefined>((resolve) => setTimeout(resolve, PATIENCE_MS, undefined))

/** The server's page, or this release's cached one when offline. */
async function page(event: LoadEvent): Promise<Response> {
  const asked = (async () => (await event.preloadResponse) ?? fetch(event.request))()
  const answer = await Promise.race([asked, late()]).catch(() => undefined)
  if (answer && answer.status < 500) return answer
  const shell = await (await caches.open(CACHE)).match(SHELL, { ignoreVary: true })
  return shell ?? asked
}

worker.addEventListener('install', (event) => event.waitUntil(install()))
worker.addEventListener('activate', (event) => event.waitUntil(activate()))
worker.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== worker.location.origin) return
  if (/^\/(assets|store-pictures)\//.test(pathname)) event.respondWith(asset(request))
  else if (known.has(pathname)) event.respondWith(picture(request))
  else if (request.mode === 'navigate' && PAGES.test(pathname) && !OTHERS.test(pathname))
    event.respondWith(page(event))
})
worker.addEventListener('message', (event) => {
  const { loaded } = event.data as { loaded?: unknown }
  if (!Array.isArray(loaded)) return
  const assets = loaded.filter(
    (path): path is string => typeof path === 'string' && path.startsWith('/assets/'),
  )
  event.waitUntil(Promise.all(assets.map((path) => asset(new Request(path)).catch(() => undefined))))
})
