import { useSyncExternalStore } from 'react'
import { storedDrafts } from './draft-store.ts'
import { createListeners } from './listeners.ts'
import { sharedKey } from './tab-draft.ts'

/** Draft key prefix of bench changes; the request's number follows. */
export const BENCH_DRAFT = 'bench:'

/** Saved changes of the last bench that can be taken back. */
export const BENCH_STEPS = 'bench-steps'

/** Hand-overs that were scanned and are not recorded yet. */
export const MOVES_DRAFT = 'custody-moves'

/** Draft key prefix of changes at the desk of productization. */
export const PRODUCT_DRAFT = 'product:'

/** Saved changes at that desk that can be taken back. */
export const PRODUCT_STEPS = 'product-steps'

/** Draft key prefixes of the rows of a pre-assessment, and of what stands above them; its number follows. */
export const PRE_DRAFT = 'pre-assessment:'
export const PRE_HEAD_DRAFT = 'pre-assessment-head:'

/** Saved changes of the last pre-assessment that can be taken back. */
export const PRE_STEPS = 'pre-assessment-steps'
export const PRE_HEAD_STEPS = 'pre-assessment-head-steps'

/** What the server does not have yet of the form for a request. */
export const REQUEST_DRAFT = 'new-request'

type Left = { of: string; slugs: readonly string[] }

/** Of all tabs, by what follows the prefix. */
export function unsentOf(prefix: string): Left[] {
  const found = new Map<string, Set<string>>()
  for (const { key, value } of storedDrafts()) {
    if (!key.startsWith(prefix)) continue
    const of = sharedKey(key).slice(prefix.length)
    const slugs = found.get(of) ?? new Set()
    for (const slug of Object.keys(value ?? {})) found.set(of, slugs.add(slug))
  }
  return [...found].map(([of, slugs]) => ({ of, slugs: [...slugs] }))
}

export const unsentChanges = () => unsentOf(BENCH_DRAFT).map(({ of, slugs }) => ({ request: of, slugs }))

export const unsentProducts = (): string[] => unsentOf(PRODUCT_DRAFT).flatMap(({ slugs }) => slugs)

/** Numbers of the pre-assessments with changes that are left. */
export const unsentPreAssessments = (): string[] => [
  ...new Set([PRE_DRAFT, PRE_HEAD_DRAFT].flatMap((prefix) => unsentOf(prefix).map(({ of }) => of))),
]

/** Also those that were refused. */
export const countUnsentMoves = (): number =>
  storedDrafts()
    .filter(({ key }) => sharedKey(key) === MOVES_DRAFT)
    .reduce(
      (sum, { value }) => sum + ((value as { moves?: readonly unknown[] } | null)?.moves?.length ?? 0),
      0,
    )

export const hasUnsentMoves = (): boolean => storedDrafts().some(({ key }) => sharedKey(key) === MOVES_DRAFT)

/** Whether the signed-in person has drafts other than changes at a bench or desk. */
export const hasOtherDrafts = (): boolean =>
  storedDrafts().some(
    ({ key }) =>
      ![BENCH_DRAFT, PRODUCT_DRAFT, PRE_DRAFT, PRE_HEAD_DRAFT].some((prefix) => key.startsWith(prefix)) &&
      ![BENCH_STEPS, PRODUCT_STEPS, PRE_STEPS, PRE_HEAD_STEPS].includes(key),
  )

const senders = new Set<() => void>()

export function registerSender(send: () => void): () => void {
  senders.add(send)
  return () => senders.delete(send)
}

export function sendUnsent(): void {
  for (const send of [...senders]) send()
}

const counts = new Map<string, number>()
const { subscribe, tell } = createListeners()

export function reportUnsent(source: string, count: number): void {
  if ((counts.get(source) ?? 0) === count) return
  if (count === 0) counts.delete(source)
  else counts.set(source, count)
  tell()
}

export const countUnsent = (): number => [...counts.values()].reduce((sum, count) => sum + count, 0)

export const useUnsentCount = (): number => useSyncExternalStore(subscribe, countUnsent)
