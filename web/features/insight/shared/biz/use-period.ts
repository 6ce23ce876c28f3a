import { useNavigate, useSearch } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { addDays, isDate } from '#contract/day'
import { todayInTokyo } from '#web/lib/dates.ts'
import type { SearchParams } from '#web/lib/search-params.ts'

export interface Figures {
  dateFrom: string
  dateTo: string
  shop: number | undefined
}

interface Offered<Length extends string> {
  /** Numbers of days, in words. */
  lengths: Readonly<Record<Length, string>>
  usual: Length
  /** 0: up to today, 1: up to yesterday. */
  daysAgo: number
}

const dayOf = (value: unknown): string | undefined =>
  typeof value === 'string' && isDate(value) ? value : undefined

/** Days and shop of the figures, in the address: so many days, or two days of one's own. */
export function usePeriod<Length extends string>({ lengths, usual, daysAgo }: Offered<Length>) {
  const search: SearchParams = useSearch({ strict: false })
  const navigate = useNavigate()
  const [isChoosing, setChoosing] = useState(false)
  const [from, to] = [dayOf(search.date_from), dayOf(search.date_to)]
  const isOwn = from !== undefined && to !== undefined && from <= to
  const length = Object.hasOwn(lengths, String(search.days)) ? (String(search.days) as Length) : usual
  const last = addDays(todayInTokyo(), -daysAgo)
  const dateFrom = isOwn ? from : addDays(last, 1 - Number(length))
  const dateTo = isOwn ? to : last
  const shop = Number(search.shop)
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
  const segments: { value: Length | 'own'; label: string }[] = [
    ...(Object.keys(lengths) as Length[]).map((value) => ({ value, label: lengths[value] })),
    { value: 'own', label: '期間を選ぶ' },
  ]
  return {
    wanted,
    segments,
    chosen: isChoosing || isOwn ? ('own' as const) : length,
    choose: (value: Length | 'own') => {
      setChoosing(value === 'own')
      if (value !== 'own') put({ days: value, date_from: undefined, date_to: undefined })
    },
    setDays: (date_from: string, date_to: string) => {
      setChoosing(false)
      put({ days: undefined, date_from, date_to })
    },
    setShop: (next: number | undefined) => put({ shop: next }),
  }
}
