import { useEffect, useRef, useState } from 'react'
import { isSavedList, savedViewCalls } from '#contract/saved-view'
import type { AskResult } from '#web/lib/ask.ts'
import { isPassing } from '#web/lib/errors.ts'
import { useListPrefs } from '#web/lib/list-prefs.ts'
import { useCallWithPrevious, useMutationOf } from '#web/lib/query-client.ts'
import { parseSearch, stringifySearch } from '#web/lib/search-params.ts'
import type { ListState } from './list-state.ts'

export type SavedView = AskResult<typeof savedViewCalls.list>[number]

const SAVED = 'saved'
/** In the address while all rows are shown in spite of a view that the list opens with. */
const NONE = 'none'
const passing: readonly string[] = [SAVED, 'page', 'offset', 'size', 'limit', 'open']

function conditionsOf(search: Record<string, unknown>): string {
  const kept = Object.entries(search).filter(([name]) => !passing.includes(name))
  return stringifySearch(Object.fromEntries(kept.sort(([a], [b]) => (a < b ? -1 : 1)))).slice(1)
}

const isBare = (search: Record<string, unknown>): boolean =>
  Object.values(search).every((value) => value === undefined)

const addressOf = ({ id, search }: SavedView) => ({ ...parseSearch(search), [SAVED]: String(id) })

const sameColumns = (one: readonly string[] | undefined, other: readonly string[] | undefined): boolean =>
  [...(one ?? ['-'])].sort().join() === [...(other ?? ['-'])].sort().join()

/** The views of a list, one's own and those of one's shops, and the columns shown. */
export function useSavedViews(name: string | undefined, list: Pick<ListState, 'search' | 'goTo'>) {
  const kind = isSavedList(name) ? name : undefined
  const { prefs, change } = useListPrefs(name ?? '')
  const { data } = useCallWithPrevious(savedViewCalls.list, { query: { list: kind } }, kind !== undefined)
  const views = data ?? []
  const { search, goTo } = list
  const current = views.find(({ id }) => String(id) === search[SAVED])
  const conditions = conditionsOf(search)
  useDefaultView(data, list)
  useOlderViews(kind, data)

  const saved = current ? (current.hidden ?? undefined) : prefs.hidden
  const hidden = current ? (prefs.ofViews?.[current.id] ?? saved) : saved
  const ofView = (id: number, next: readonly string[] | undefined) =>
    change((before) => {
      const { [id]: _, ...others } = before.ofViews ?? {}
      return { ...before, ofViews: next ? { ...others, [id]: next } : others }
    })
  return {
    kind,
    views,
    current,
    /** As the server keeps them. */
    conditions,
    hidden,
    changed: current !== undefined && (current.search !== conditions || !sameColumns(hidden, saved)),
    setHidden: (next: readonly string[] | undefined) =>
      current
        ? ofView(current.id, next && [...next])
        : change((before) => ({ ...before, hidden: next && [...next] })),
    /** The view holds the columns now. */
    settle: (id: number) => ofView(id, undefined),
    choose: (id: number) => {
      const view = views.find((one) => one.id === id)
      if (view) goTo(addressOf(view))
    },
    /** Replaces the history entry: the rows stay the same. */
    show: (view: SavedView) => goTo(addressOf(view), { replace: true }),
    leave: () => goTo({ ...search, [SAVED]: undefined }, { replace: true }),
  }
}

/** On entering a list without conditions its default view opens; later such an address means all rows. */
function useDefaultView(
  data: readonly SavedView[] | undefined,
  { search, goTo }: Pick<ListState, 'search' | 'goTo'>,
) {
  const hasEntered = useRef(false)
  useEffect(() => {
    if (!data) return
    const start = data.find(({ isDefault }) => isDefault)
    if (start && isBare(search))
      goTo(hasEntered.current ? { [SAVED]: NONE } : addressOf(start), { replace: true })
    hasEntered.current = true
  }, [data, search, goTo])
}

/** Moves what an older release kept in this browser; without a connection the next time. */
function useOlderViews(kind: SavedView['list'] | undefined, data: readonly SavedView[] | undefined) {
  const { prefs, change } = useListPrefs(kind ?? '')
  const { mutateAsync } = useMutationOf(savedViewCalls.create)
  const isMoving = useRef(false)
  const [refused, setRefused] = useState<readonly string[]>([])
  const first = prefs.views.find(({ name }) => !refused.includes(name))
  useEffect(() => {
    if (!kind || !data || !first || isMoving.current) return
    isMoving.current = true
    const { name, search, hidden = null } = first
    const moved = () => {
      isMoving.current = false
      change((before) => ({ ...before, views: before.views.filter((view) => view.name !== name) }))
    }
    const short = name.slice(0, 20).trim()
    if (data.some((view) => view.shop === null && view.name === short)) moved()
    else
      void mutateAsync({ body: { list: kind, name: short, search, hidden, shop: null } }).then(
        moved,
        (error: unknown) => {
          if (isPassing(error)) return
          isMoving.current = false
          setRefused((names) => [...names, name])
        },
      )
  }, [kind, data, first, change, mutateAsync])
}
