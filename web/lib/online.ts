import { useSyncExternalStore } from 'react'
import { apiBase } from './api-base.ts'
import { createListeners } from './listeners.ts'

/** The browser only knows its own connection, so a failed request starts polling until the server responds. */
const PAUSES_MS = [2_000, 5_000, 10_000] as const

let reachable = true
let reached = false
let watching = false
let looking = false
const { subscribe, tell } = createListeners()

/** Without it, a request does not leave this device. */
export const isConnected = (): boolean => globalThis.navigator?.onLine !== false

export function isOnline(): boolean {
  return isConnected() && reachable
}

/** Starts watching for failed requests. Returns a stop function. */
export function watchServer(): () => void {
  watching = true
  return () => {
    watching = false
    reachable = true
  }
}

/** Any response counts; only a network failure rejects. */
const serverResponds = (): Promise<boolean> =>
  fetch(`${apiBase()}/healthz`, { mode: 'no-cors', cache: 'no-store' }).then(
    () => true,
    () => false,
  )

function setReachable(next: boolean): void {
  if (next === reachable) return
  reachable = next
  tell()
}

const pause = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer)
      window.removeEventListener('online', done)
      resolve()
    }
    const timer = setTimeout(done, milliseconds)
    window.addEventListener('online', done)
  })

async function pollUntilReachable(): Promise<void> {
  looking = true
  for (let round = 0; watching && !(await serverResponds()); round += 1) {
    setReachable(false)
    await pause(PAUSES_MS[Math.min(round, PAUSES_MS.length - 1)] ?? PAUSES_MS[0])
  }
  looking = false
  setReachable(true)
}

/** Called after a network failure. Confirms it with a probe, then polls until the server is back. */
export function reportUnreachable(): void {
  if (watching && !looking && isConnected()) void pollUntilReachable()
}

export function reportReachable(): void {
  reached = true
  setReachable(true)
}

/** Whether the server has ever responded to this page. */
export const hasReached = (): boolean => reached

export function subscribeOnline(listener: () => void): () => void {
  const stop = subscribe(listener)
  window.addEventListener('online', listener)
  window.addEventListener('offline', listener)
  return () => {
    stop()
    window.removeEventListener('online', listener)
    window.removeEventListener('offline', listener)
  }
}

export function onBackOnline(listener: () => void): () => void {
  let before = isOnline()
  return subscribeOnline(() => {
    const now = isOnline()
    if (now && !before) listener()
    before = now
  })
}

export function useOnline(): boolean {
  return useSyncExternalStore(subscribeOnline, isOnline, () => true)
}
