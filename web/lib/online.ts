import { useSyncExternalStore } from 'react'
import { apiBase } from './api-base.ts'

/**
 * Whether there is a way to the server. The browser knows only its own connection; a request that met nobody makes us
 * look for ourselves, and go on looking until the server answers again.
 */
const PAUSES_MS = [2_000, 5_000, 10_000] as const

let reachable = true
let watching = false
let looking = false
const listeners = new Set<() => void>()

const announce = () => {
  for (const listener of [...listeners]) listener()
}

const isConnected = (): boolean => globalThis.navigator?.onLine !== false

/** Whether there is a way to the server, as far as is known. */
export function isOnline(): boolean {
  return isConnected() && reachable
}

/** From here on a request that fails makes us look for the server. Gives back the way to stop. */
export function watchServer(): () => void {
  watching = true
  return () => {
    watching = false
    reachable = true
  }
}

/** Any answer will do, also one that tells nothing: only a network that fails rejects. */
const answers = (): Promise<boolean> =>
  fetch(`${apiBase()}/healthz`, { mode: 'no-cors', cache: 'no-store' }).then(
    () => true,
    () => false,
  )

function found(next: boolean): void {
  if (next === reachable) return
  reachable = next
  announce()
}

/** Until the time is over or the browser has a connection again. */
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

async function look(): Promise<void> {
  looking = true
  for (let round = 0; watching && !(await answers()); round += 1) {
    found(false)
    await pause(PAUSES_MS[Math.min(round, PAUSES_MS.length - 1)] ?? PAUSES_MS[0])
  }
  looking = false
  found(true)
}

/** A request met nobody. One may fail for itself; when the server is gone, it is asked for until it is back. */
export function missedServer(): void {
  if (watching && !looking && isConnected()) void look()
}

/** A request was answered. */
export const metServer = (): void => found(true)

/** Told of every change. Gives back the way to stop. */
export function subscribeOnline(listener: () => void): () => void {
  listeners.add(listener)
  window.addEventListener('online', listener)
  window.addEventListener('offline', listener)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('online', listener)
    window.removeEventListener('offline', listener)
  }
}

/** Told whenever the way to the server is there again. Gives back the way to stop. */
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
