import { useNavigate, useSearch } from '@tanstack/react-router'
import type { SearchParams } from './search-params.ts'

export const positiveIn = (value: unknown): number | undefined => {
  const number = typeof value === 'string' && value !== '' ? Number(value) : value
  return typeof number === 'number' && Number.isSafeInteger(number) && number > 0 ? number : undefined
}

export const textIn = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined

/**
 * What a public page asks for, kept in the address. Lists with pages and filters of a call use `useListState`; its
 * schemas would bring the schema library to people who only look.
 */
export function useAddress() {
  const search: SearchParams = useSearch({ strict: false })
  const navigate = useNavigate()
  const put = (changes: SearchParams, { replace = false } = {}) =>
    void navigate({
      to: '.',
      search: (before: object) => ({ ...before, ...changes }),
      replace,
      resetScroll: false,
    })
  return { search, put }
}
