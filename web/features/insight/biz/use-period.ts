import { useNavigate, useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'
import { addDays, isDate } from '#contract/day'
import { usualPeriod } from '#contract/insight'
import { todayInTokyo } from '#web/lib/dates.ts'
import type { SearchParams } from '#web/lib/search-params.ts'

export const lengths = { '1': '昨日', '7': '直近7日', '30': '30日' } as const
export type Length = keyof typeof lengths
export type Chosen = Length | 'own'

export interface Figures {
  dateFrom: string
  dateTo: string
  shop: number | undefined
}

const dayOf = (value: unknown): string | undefined =>
  typeof value === 'string' && isDate(value) ? value : undefined

/** Days and shop of the figures, in the address: days before today, or two days of one's own. */
export function usePeriod() {
  const search: SearchParams = useSearch({ strict: false })
  const navigate = useNavigate()
  const yesterday = addDays(todayInTokyo(), -1)
  const [from, to] = [dayOf(search.date_from), dayOf(search.date_to)]
  const length = Object.hasOwn(lengths, String(search.days)) ? (String(search.days) as Length) : undefined
  const isOwn = from !== undefined && to !== undefined && from <= to
  const shop = Number(search.shop)
  const count = Number(length ?? usualPeriod)
  const dateFrom = isOwn ? from : addDays(yesterday, 1 - count)
  const dateTo = isOwn ? to : yesterday
  const wanted = useMemo<Figures>(
    () => ({ dateFrom, dateTo, shop: Number.isSafeInteger(shop) && shop > 0 ? shop : undefined }),
    [dateFrom, dateTo, shop],
  )
  const put = (changes: SearchParams) =>
    void navigate({
      to: '.',
      search: (before: SearchParams) => ({ ...before, ...changes }),
      resetScroll: false,
    })
  return {
    wanted,
    chosen: (isOwn ? 'own' : (length ?? String(usualPeriod))) as Chosen,
    setLength: (days: Length) => put({ days, date_from: undefined, date_to: undefined }),
    setDays: (date_from: string, date_to: string) => put({ days: undefined, date_from, date_to }),
    setShop: (next: number | undefined) => put({ shop: next }),
  }
}
