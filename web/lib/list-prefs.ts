import { useCallback, useMemo, useSyncExternalStore } from 'react'
import * as z from 'zod'
import { currentOwner } from './draft-store.ts'
import { createListeners, withOtherTabs } from './listeners.ts'
import { lasting } from './storage.ts'

const savedView = z.object({
  name: z.string().min(1).max(40),
  search: z.string().max(2000),
  hidden: z.array(z.string()).optional(),
})

const stored = z.object({
  hidden: z.array(z.string()).optional().catch(undefined),
  views: z.array(z.unknown()).catch([]),
})

export type SavedView = z.infer<typeof savedView>

export type ListPrefs = { hidden?: readonly string[]; views: readonly SavedView[] }

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

const { subscribe: subscribeHere, tell } = createListeners()
const subscribe = withOtherTabs(subscribeHere)

/** Per account and shared by all tabs. Outlives the sign-out, because people sign out every evening. */
export function useListPrefs(list: string) {
  const key = `list:${currentOwner()}:${list}`
  const text = useSyncExternalStore(subscribe, () => lasting.get(key))
  const prefs = useMemo(() => readListPrefs(text), [text])
  const change = useCallback(
    (next: (before: ListPrefs) => ListPrefs) => {
      lasting.set(key, JSON.stringify(next(readListPrefs(lasting.get(key)))))
      tell()
    },
    [key],
  )
  return { prefs, change }
}
