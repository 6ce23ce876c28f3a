import { useSyncExternalStore } from 'react'

const LOOK_MS = 60 * 60_000

let updated = false
let started = false
const listeners = new Set<() => void>()

const loadedFiles = (): string[] =>
  performance.getEntriesByType('resource').flatMap(({ name }) => {
    const { origin, pathname } = new URL(name)
    return origin === window.location.origin && pathname.startsWith('/assets/') ? [pathname] : []
  })

async function start(workers: ServiceWorkerContainer): Promise<void> {
  let before = workers.controller
  workers.addEventListener('controllerchange', () => {
    if (before) {
      updated = true
      for (const listener of [...listeners]) listener()
    }
    before = workers.controller
  })
  const registration = await workers.register('/biz/worker.js', { scope: '/biz', updateViaCache: 'none' })
  // Long-lived pages learn of a new release as well.
  setInterval(() => void registration.update().catch(() => undefined), LOOK_MS)
  const { active } = await workers.ready
  active?.postMessage({ loaded: loadedFiles() })
}

export function startOfficeWorker(): void {
  const workers = globalThis.navigator?.serviceWorker
  if (started || !import.meta.env.PROD || !workers) return
  started = true
  // Without a worker the back office only works online.
  start(workers).catch(() => undefined)
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Whether a newer release has taken over behind this page. */
export const useIsOutdated = (): boolean => useSyncExternalStore(subscribe, () => updated)
