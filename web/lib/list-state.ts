import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'
import type * as z from 'zod'
import type { AnyCall, CallQuery } from '#contract/call'
import { pageSize } from '#contract/field'
import { type CamelCased, camelKey, snakeKey } from './case.ts'
import type { SearchParams } from './search-params.ts'

export type ListCall = AnyCall & { query: z.ZodObject }
export type ListQuery<C extends ListCall> = CamelCased<CallQuery<C>>
type Changes<C extends ListCall> = { [K in keyof ListQuery<C>]?: string | number | boolean | undefined }

/** Search parameters of the place in a list; the others are its filters. */
const places = ['page', 'size', 'limit', 'offset'] as const

/** Leaves out what the call's schema refuses, so that an old or mistyped address still shows a list. */
export function readQuery<C extends ListCall>(call: C, search: SearchParams): ListQuery<C> {
  const read = Object.entries(call.query.shape).flatMap(([name, schema]) => {
    const { success, data } = (schema as z.ZodType).safeParse(search[name])
    return success && data !== undefined ? [[camelKey(name), data]] : []
  })
  return Object.fromEntries(read)
}

const positive = (value: unknown): number | undefined => {
  const number = Number(value)
  return Number.isInteger(number) && number > 0 ? number : undefined
}

/**
 * Filters, order and page of a list, kept in the address under the names of the call. Changes push a history entry;
 * typing and selecting a row replace it.
 */
export function useListState<C extends ListCall>(call: C, fixedSize?: number) {
  const search: SearchParams = useSearch({ strict: false })
  const navigate = useNavigate()
  const query = useMemo(() => readQuery(call, search), [call, search])
  const filter = useMemo(
    () => Object.fromEntries(Object.entries(query).filter(([name]) => !places.includes(name as never))),
    [query],
  )
  const size = fixedSize ?? positive(search.size) ?? pageSize.usual
  const isWindowed = !('page' in call.query.shape)

  const put = useCallback(
    (next: (before: SearchParams) => SearchParams, replace: boolean) =>
      void navigate({ to: '.', search: next, replace, resetScroll: false }),
    [navigate],
  )
  /** Other filters begin at the first page. */
  const set = useCallback(
    (changes: Changes<C>, { replace = false } = {}) => {
      const named = Object.entries(changes).map(([name, value]) => [snakeKey(name), value])
      put(
        (before) => ({ ...before, page: undefined, offset: undefined, ...Object.fromEntries(named) }),
        replace,
      )
    },
    [put],
  )
  const setPage = useCallback(
    (page: number) => {
      const place = isWindowed
        ? { offset: (page - 1) * size || undefined }
        : { page: page > 1 ? page : undefined }
      put((before) => ({ ...before, ...place }), false)
      window.scrollTo({ top: 0 })
    },
    [put, isWindowed, size],
  )
  return {
    query,
    /** The query without the place in the list, for an export of all rows. */
    filter: filter as Omit<ListQuery<C>, (typeof places)[number]>,
    page: isWindowed ? Math.floor((positive(search.offset) ?? 0) / size) + 1 : (positive(search.page) ?? 1),
    size,
    ordering: typeof search.ordering === 'string' ? search.ordering : undefined,
    set,
    setPage,
    setOrdering: useCallback(
      (ordering: string) => set({ ordering: ordering || undefined } as Changes<C>),
      [set],
    ),
    /** The selected row, shown in a panel beside the list. */
    open: positive(search.open),
    setOpen: useCallback((open: number | undefined) => put((before) => ({ ...before, open }), true), [put]),
    search,
    goTo: useCallback((next: SearchParams, { replace = false } = {}) => put(() => next, replace), [put]),
  }
}

export type ListState = Pick<
  ReturnType<typeof useListState>,
  'page' | 'size' | 'ordering' | 'setPage' | 'setOrdering' | 'search' | 'goTo'
>
