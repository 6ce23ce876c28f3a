import { useSyncExternalStore } from 'react'

const LOOK_MS = 60 * 60_000

let updated = false
let started = false
const listeners = new Set<() => void>()

/** Letters and pictures the page loaded before the worker was there. */
const loadedFiles = (): string[] =>
  performance.getEntriesByType('resource').flatMap(({ name }) => {
    const { origin, pathname } = new URL(name)
    return origin === window.location.origin && pathname.startsWith('/assets/') ? [pathname] : []
  })

async function start(workers: ServiceWorkerContainer): Promise<void> {
  let before = workers.controller
  workers.addEventListener('controllerchange', () => {
    // The first one takes over a page of its own release.
    if (before) {
      updated = true
      for (const listener of [...listeners]) listener()
    }
    before = workers.controller
  })
  const registration = await workers.register('/biz/worker.js', { scope: '/biz', updateViaCache: 'none' })
  // A page that stays open for days hears of a new release as well.
  setInterval(() => void registration.update().catch(() => undefined), LOOK_MS)
  const { active } = await workers.ready
  active?.postMessage({ loaded: loadedFiles() })
}

/** Once for the page. While developing there is no worker: files change under it. */
export function startOfficeWorker(): void {
  const workers = globalThis.navigator?.serviceWorker
  if (started || !import.meta.env.PROD || !workers) return
  started = true
  // Without it the office only needs its connection.
  start(workers).catch(() => undefined)
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Whether a newer release has taken over behind the page on the screen. */
export const useIsOutdated = (): boolean => useSyncExternalStore(subscribe, () => updated)
