import { useCallback, useMemo, useSyncExternalStore } from 'react'
import * as z from 'zod'
import { currentOwner } from './draft-store.ts'
import { lasting } from './storage.ts'

const savedView = z.object({
  name: z.string().min(1).max(40),
  /** The conditions and the order, as the address writes them. */
  search: z.string().max(2000),
  /** The columns left out; without it, the list's own choice. */
  hidden: z.array(z.string()).optional(),
})

const stored = z.object({
  hidden: z.array(z.string()).optional().catch(undefined),
  views: z.array(z.unknown()).catch([]),
})

/** A list as somebody wants it again: conditions, order and columns under a name. */
export type SavedView = z.infer<typeof savedView>

/** What a person keeps about one list. */
export type ListPrefs = { hidden?: readonly string[]; views: readonly SavedView[] }

/** Reads what was kept. Whatever does not make sense is as if it were not there; the rest stays. */
export function readListPrefs(text: string | null): ListPrefs {
  const found = stored.safeParse(parsed(text))
  if (!found.success) return { views: [] }
  const views = found.data.views.flatMap((view) => savedView.safeParse(view).data ?? [])
  const unique = views.filter(({ name }, index) => views.findIndex((view) => view.name === name) === index)
  return { hidden: found.data.hidden, views: unique }
}

function parsed(text: string | null): unknown {
  try {
    return JSON.parse(text ?? '')
  } catch {
    return undefined
  }
}

const listeners = new Set<() => void>()

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  window.addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', listener)
  }
}

/**
 * How the signed-in person likes one list. Kept in this browser, for each account apart, and the same in all its
 * tabs. Unlike drafts it outlives a sign-out: people sign out every evening and want their lists in the morning.
 */
export function useListPrefs(list: string) {
  const key = `list:${currentOwner()}:${list}`
  const text = useSyncExternalStore(subscribe, () => lasting.get(key))
  const prefs = useMemo(() => readListPrefs(text), [text])
  const change = useCallback(
    (next: (before: ListPrefs) => ListPrefs) => {
      lasting.set(key, JSON.stringify(next(readListPrefs(lasting.get(key)))))
      for (const listener of [...listeners]) listener()
    },
    [key],
  )
  return { prefs, change }
}
