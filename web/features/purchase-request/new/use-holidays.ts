import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { catalogueCalls } from '#contract/catalogue'
import { queryOf } from '#web/lib/query-client.ts'

/** Names of public holidays by their day; empty until they are known. */
export function useHolidays(enabled = true): ReadonlyMap<string, string> {
  const { data } = useQuery({ ...queryOf(catalogueCalls.holidays), enabled })
  return useMemo(() => new Map(data?.map(({ date, name }) => [date, name])), [data])
}
