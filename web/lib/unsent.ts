import { useSyncExternalStore } from 'react'
import { draftsKept } from './draft-store.ts'

/** Changes of the bench are kept under this and the request's number, by the code of each article. */
export const BENCH_DRAFT = 'bench:'

type Left = { request: string; slugs: readonly string[] }

/** What was saved on the bench and has not reached the server, box by box. */
export const unsentChanges = (): Left[] =>
  draftsKept()
    .filter(({ key }) => key.startsWith(BENCH_DRAFT))
    .map(({ key, value }) => ({ request: key.slice(BENCH_DRAFT.length), slugs: Object.keys(value ?? {}) }))
    .filter(({ slugs }) => slugs.length > 0)

/** Whether anything half written is kept for whoever is signed in. */
export const hasHalfWritten = (): boolean => draftsKept().some(({ key }) => !key.startsWith(BENCH_DRAFT))

const senders = new Set<() => void>()

/** Told by whoever can send again at once what found no way to the server. Gives back the way to stop. */
export function registerSender(send: () => void): () => void {
  senders.add(send)
  return () => senders.delete(send)
}

export function sendUnsent(): void {
  for (const send of [...senders]) send()
}

const counts = new Map<string, number>()
const listeners = new Set<() => void>()

/** How much of this source has not reached the server. */
export function reportUnsent(source: string, count: number): void {
  if ((counts.get(source) ?? 0) === count) return
  if (count === 0) counts.delete(source)
  else counts.set(source, count)
  for (const listener of [...listeners]) listener()
}

/** What this page knows of, also what has not been written down yet. */
export const countUnsent = (): number => [...counts.values()].reduce((sum, count) => sum + count, 0)

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Changes and photos of whoever works here that have not reached the server. */
export const useUnsentCount = (): number => useSyncExternalStore(subscribe, countUnsent)
