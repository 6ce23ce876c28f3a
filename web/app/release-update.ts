import { useSyncExternalStore } from 'react'
import { createListeners } from '#web/lib/listeners.ts'

const LOOK_MS = 60 * 60_000

const fileOf = { '/': '/worker.js', '/biz': '/biz/worker.js' } as const
type Scope = keyof typeof fileOf

let updated = false
const started = new Set<Scope>()
const { subscribe, tell } = createListeners()

const loadedFiles = (): string[] =>
  performance.getEntriesByType('resource').flatMap(({ name }) => {
    const { origin, pathname } = new URL(name)
    return origin === window.location.origin && pathname.startsWith('/assets/') ? [pathname] : []
  })

/** Resolves with its worker once that is active. The browser's own `ready` may mean the other side's worker. */
async function activeOf(registration: ServiceWorkerRegistration): Promise<ServiceWorker> {
  const { active, waiting, installing } = registration
  const coming = active ?? waiting ?? installing
  if (!coming) throw new Error('The registration has no worker')
  if (coming.state === 'activated') return coming
  return new Promise((resolve) => {
    coming.addEventListener('statechange', () => {
      if (coming.state === 'activated') resolve(coming)
    })
  })
}

function watch(workers: ServiceWorkerContainer): void {
  let before = workers.controller
  workers.addEventListener('controllerchange', () => {
    if (before) {
      updated = true
      tell()
    }
    before = workers.controller
  })
}

async function start(workers: ServiceWorkerContainer, scope: Scope): Promise<void> {
  const registration = await workers.register(fileOf[scope], { scope, updateViaCache: 'none' })
  // Long-lived pages learn of a new release as well.
  setInterval(() => void registration.update().catch(() => undefined), LOOK_MS)
  const active = await activeOf(registration)
  active.postMessage({ loaded: loadedFiles() })
}

/** A page that goes from one side to the other starts both; each has its own pages. */
export function startWorker(scope: Scope): void {
  const workers = globalThis.navigator?.serviceWorker
  if (started.has(scope) || !import.meta.env.PROD || !workers) return
  if (started.size === 0) watch(workers)
  started.add(scope)
  // Without a worker the pages only work online.
  start(workers, scope).catch(() => undefined)
}

export const isOutdated = (): boolean => updated

/** Whether a newer release has taken over behind this page. */
export const useIsOutdated = (): boolean => useSyncExternalStore(subscribe, isOutdated)
