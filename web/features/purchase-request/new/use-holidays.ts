import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { catalogueCalls } from '#contract/catalogue'
import { queryOf } from '#web/lib/query-client.ts'

/** Public holidays with their names by the day; none until they are known. */
export function useHolidays(enabled = true) {
  const { data } = useQuery({ ...queryOf(catalogueCalls.holidays), enabled })
  return useMemo(() => {
    const holidays = new Map(data?.map(({ date, name }) => [date, name]))
    return { holidays, isHoliday: (date: string) => holidays.has(date) }
  }, [data])
}
