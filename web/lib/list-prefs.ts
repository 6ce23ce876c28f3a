import { useCallback, useMemo, useSyncExternalStore } from 'react'
import * as z from 'zod'
import { currentOwner } from './draft-store.ts'
import { createListeners, withOtherTabs } from './listeners.ts'
import { lasting } from './storage.ts'

const olderView = z.object({
  name: z.string().min(1).max(40),
  search: z.string().max(2000),
  hidden: z.array(z.string()).optional(),
})

const columns = z.array(z.string())

const stored = z.object({
  hidden: columns.optional().catch(undefined),
  of_views: z.record(z.string(), columns).optional().catch(undefined),
  views: z.array(z.unknown()).catch([]),
})

export type OlderView = z.infer<typeof olderView>

/** `views` were kept in the browser once; they wait for being moved to the server. */
export type ListPrefs = {
  hidden?: readonly string[]
  /** Columns changed in an open view and not saved with it, by its number. */
  ofViews?: Readonly<Record<string, readonly string[]>>
  views: readonly OlderView[]
}

export function readListPrefs(text: string | null): ListPrefs {
  const found = stored.safeParse(parsed(text))
  if (!found.success) return { views: [] }
  const views = found.data.views.flatMap((view) => olderView.safeParse(view).data ?? [])
  const unique = views.filter(({ name }, index) => views.findIndex((view) => view.name === name) === index)
  return { hidden: found.data.hidden, ofViews: found.data.of_views, views: unique }
}

function parsed(text: string | null): unknown {
  try {
    return JSON.parse(text ?? '')
  } catch {
    return undefined
  }
}

const written = ({ hidden, ofViews, views }: ListPrefs): string =>
  JSON.stringify({ hidden, of_views: ofViews, views: views.length > 0 ? views : undefined })

const { subscribe: subscribeHere, tell } = createListeners()
const subscribe = withOtherTabs(subscribeHere)

/** Per account and shared by all tabs. Outlives the sign-out, because people sign out every evening. */
export function useListPrefs(list: string) {
  const key = `list:${currentOwner()}:${list}`
  const text = useSyncExternalStore(subscribe, () => lasting.get(key))
  const prefs = useMemo(() => readListPrefs(text), [text])
  const change = useCallback(
    (next: (before: ListPrefs) => ListPrefs) => {
      lasting.set(key, written(next(readListPrefs(lasting.get(key)))))
      tell()
    },
    [key],
  )
  return { prefs, change }
}
