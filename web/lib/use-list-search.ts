import { useNavigate, useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'
import type { AnyCall, CallQuery } from '#contract/call'
import { type CamelCased, camelKey, snakeKey } from './case.ts'

type ListCall = AnyCall & { query: NonNullable<AnyCall['query']> }
type ListSearch<C extends ListCall> = CamelCased<CallQuery<C>>

/** Parses the parameters with the call's schema; invalid ones are ignored. */
export function readListSearch<C extends ListCall>(call: C, search: Record<string, unknown>): ListSearch<C> {
  const found = Object.entries(call.query.shape).flatMap(([name, schema]) => {
    const { success, data } = schema.safeParse(search[name])
    return success && data !== undefined ? [[camelKey(name), data]] : []
  })
  return Object.fromEntries(found)
}

/** List state in the address. `change` goes back to the first page; undefined removes a parameter. */
export function useListSearch<C extends ListCall>(call: C) {
  const search: Record<string, unknown> = useSearch({ strict: false })
  const navigate = useNavigate()
  const value = useMemo(() => readListSearch(call, search), [call, search])
  const change = (patch: Partial<ListSearch<C>>, { replace = false } = {}) => {
    const named = Object.entries(patch).map(([key, part]) => [
      Object.hasOwn(call.query.shape, key) ? key : snakeKey(key),
      part,
    ])
    const next = { ...search, page: undefined, ...Object.fromEntries(named) }
    void navigate({ to: '.', search: next, replace, resetScroll: false })
  }
  return { value, change }
}
