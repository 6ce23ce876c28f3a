import { type SavedView, useListPrefs } from '#web/lib/list-prefs.ts'
import { parseSearch, stringifySearch } from '#web/lib/search-params.ts'
import type { ListState } from './list-state.ts'

/** The parameter that says which saved view is open. It means nothing to anybody else. */
const SAVED = 'saved'
/** What of an address is the moment's and no part of a view. */
const passing: readonly string[] = [SAVED, 'page', 'open']

/** The conditions of an address in one spelling, whatever the order they were chosen in. */
function conditionsOf(search: Record<string, unknown>): string {
  const kept = Object.entries(search).filter(([name]) => !passing.includes(name))
  return stringifySearch(Object.fromEntries(kept.sort(([a], [b]) => (a < b ? -1 : 1))))
}

/**
 * A list's own views and columns. A saved view that is open has columns of its own; changing them changes the
 * view, while changed conditions have to be saved.
 */
export function useSavedViews(name: string, list: Pick<ListState, 'search' | 'replace'>) {
  const { prefs, change } = useListPrefs(name)
  const { views } = prefs
  const current = views.find((view) => view.name === list.search[SAVED])
  const conditions = conditionsOf(list.search)
  const put = (next: (before: readonly SavedView[]) => readonly SavedView[]) =>
    change((before) => ({ ...before, views: next(before.views) }))
  const alter = (part: Partial<SavedView>) =>
    put((before) => before.map((view) => (view.name === current?.name ? { ...view, ...part } : view)))
  const show = (view: Pick<SavedView, 'name' | 'search'>) =>
    list.replace({ ...parseSearch(view.search), [SAVED]: view.name })
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
      if (view) show(view)
    },
    save: (as: string) => {
      const view = { name: as, search: conditions, hidden: hidden && [...hidden] }
      put((before) =>
        before.some((one) => one.name === as)
          ? before.map((one) => (one.name === as ? view : one))
          : [...before, view],
      )
      show(view)
    },
    rename: (as: string) => {
      alter({ name: as })
      list.replace({ ...list.search, [SAVED]: as })
    },
    /** The list stays as it is; only its name goes. Gives back the way to have it again. */
    remove: () => {
      put((before) => before.filter((view) => view.name !== current?.name))
      list.replace({ ...list.search, [SAVED]: undefined })
      return () => current && put((before) => [...before, current])
    },
  }
}
