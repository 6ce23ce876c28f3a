import { type SavedView, useListPrefs } from '#web/lib/list-prefs.ts'
import { parseSearch, stringifySearch } from '#web/lib/search-params.ts'
import type { ListState } from './list-state.ts'

const SAVED = 'saved'
const passing: readonly string[] = [SAVED, 'page', 'open']

function conditionsOf(search: Record<string, unknown>): string {
  const kept = Object.entries(search).filter(([name]) => !passing.includes(name))
  return stringifySearch(Object.fromEntries(kept.sort(([a], [b]) => (a < b ? -1 : 1))))
}

/**
 * The person's views and columns of a list. Columns changed in an open view are saved with it at once; changed filters
 * have to be saved.
 */
export function useSavedViews(name: string, list: Pick<ListState, 'search' | 'goTo'>) {
  const { prefs, change } = useListPrefs(name)
  const { views } = prefs
  const current = views.find((view) => view.name === list.search[SAVED])
  const conditions = conditionsOf(list.search)
  const put = (next: (before: readonly SavedView[]) => readonly SavedView[]) =>
    change((before) => ({ ...before, views: next(before.views) }))
  const alter = (part: Partial<SavedView>) =>
    put((before) => before.map((view) => (view.name === current?.name ? { ...view, ...part } : view)))
  /** Replaces the history entry: the rows stay the same. */
  const rename = (as: string | undefined) => list.goTo({ ...list.search, [SAVED]: as }, { replace: true })
  const hidden = current ? current.hidden : prefs.hidden
  return {
    names: views.map((view) => view.name),
    current: current?.name,
    changed: current !== undefined && current.search !== conditions,
    hidden,
    setHidden: (next: readonly string[] | undefined) =>
      current ? alter({ hidden: next && [...next] }) : change((before) => ({ ...before, hidden: next })),
    choose: (chosen: string) => {
      const view = views.find((one) => one.name === chosen)
      if (view) list.goTo({ ...parseSearch(view.search), [SAVED]: view.name })
    },
    save: (as: string) => {
      const view = { name: as, search: conditions, hidden: hidden && [...hidden] }
      put((before) =>
        before.some((one) => one.name === as)
          ? before.map((one) => (one.name === as ? view : one))
          : [...before, view],
      )
      list.goTo({ ...parseSearch(conditions), [SAVED]: as }, { replace: true })
    },
    rename: (as: string) => {
      alter({ name: as })
      rename(as)
    },
    /** Removes only the view; the list stays as it is. Returns an undo function. */
    remove: () => {
      put((before) => before.filter((view) => view.name !== current?.name))
      rename(undefined)
      return () => current && put((before) => [...before, current])
    },
  }
}
