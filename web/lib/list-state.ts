import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'
import type * as z from 'zod'
import type { AnyCall, CallQuery, CallQueryInput } from '#contract/call'
import { type CamelCased, toCamel } from '#web/lib/case.ts'

type ListCall = AnyCall & { query: z.ZodObject }

const DEFAULT_SIZE = 50

/** Parses parameters with the call's schema. Invalid ones are dropped, so an old address still shows a list. */
export function readQuery<C extends ListCall>(call: C, search: Record<string, unknown>): CallQuery<C> {
  const read = Object.entries(call.query.shape).flatMap(([name, schema]) => {
    const parsed = (schema as z.ZodType).safeParse(search[name])
    return parsed.success && parsed.data !== undefined ? [[name, parsed.data]] : []
  })
  return Object.fromEntries(read) as CallQuery<C>
}

type Changes<C extends ListCall> = { [K in keyof CallQuery<C>]?: string | number | boolean | undefined }

const wholeFrom = (value: unknown, otherwise: number): number => {
  const number = Number(value)
  return Number.isInteger(number) && number > 0 ? number : otherwise
}

/** Filters, order and page of a list, in the address, so that Back, reload and shared links keep them. */
export function useListState<C extends ListCall>(call: C) {
  const search = useSearch({ strict: false }) as Record<string, unknown>
  const navigate = useNavigate()
  const query = useMemo(() => readQuery(call, search), [call, search])
  const put = useCallback(
    (changes: Record<string, unknown>) =>
      navigate({
        to: '.',
        search: (before: Record<string, unknown>) => ({ ...before, ...changes }),
        replace: true,
        resetScroll: false,
      }),
    [navigate],
  )
  const replace = useCallback(
    (next: Record<string, unknown>) =>
      void navigate({ to: '.', search: next, replace: true, resetScroll: false }),
    [navigate],
  )
  const set = useCallback((changes: Changes<C>) => put({ page: undefined, ...changes }), [put])
  const { page, size, ordering } = query as { page?: unknown; size?: unknown; ordering?: string }
  return {
    query,
    input: toCamel(query) as unknown as CamelCased<CallQueryInput<C>>,
    page: wholeFrom(page, 1),
    size: wholeFrom(size, DEFAULT_SIZE),
    ordering,
    set,
    put,
    replace,
    setPage: useCallback((next: number) => put({ page: next === 1 ? undefined : next }), [put]),
    setOrdering: useCallback((next: string) => put({ ordering: next, page: undefined }), [put]),
    search,
  }
}

export type ListState = Pick<
  ReturnType<typeof useListState>,
  'page' | 'size' | 'ordering' | 'setPage' | 'setOrdering' | 'search' | 'replace'
>
