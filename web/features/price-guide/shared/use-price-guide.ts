import { useQuery } from '@tanstack/react-query'
import { catalogueCalls } from '#contract/catalogue'
import { gradeBandLabel } from '#contract/codes'
import { evidenceDays } from '#contract/evidence'
import { priceGuideCalls } from '#contract/price-guide'
import { useStoreQuery } from '#web/features/company/shared/use-store.ts'
import { positiveIn, useAddress } from '#web/lib/address-state.ts'
import type { AskResult } from '#web/lib/ask.ts'
import { queryOf, useCall } from '#web/lib/query-client.ts'
import { useSettled } from '#web/lib/use-settled.ts'
import type { PriceSpread } from '#web/ui/price-bar.tsx'
import type { Search } from '#web/ui/search-field.tsx'

export type Example = NonNullable<AskResult<typeof priceGuideCalls.example>>
export type PastDeal = AskResult<typeof priceGuideCalls.deals>[number]
export type Guide = NonNullable<AskResult<typeof priceGuideCalls.search>>

type Figures = Omit<PriceSpread, 'count'> & { n: number }

export const spreadOf = ({ n, min, q1, median, q3, max }: Figures): PriceSpread & { days: number } => ({
  ...{ min, q1, median, q3, max },
  count: n,
  days: evidenceDays,
})

export const bandOptions = Object.entries(gradeBandLabel).map(([value, label]) => ({
  value,
  label: `${value} ${label}`,
}))

export function useExample() {
  return useCall(priceGuideCalls.example, { query: useStoreQuery() })
}

export function usePastDeals(query: { brand?: number; shop?: number; size: number }) {
  return useCall(priceGuideCalls.deals, { query: { ...query, ...useStoreQuery() } })
}

export interface Wanted {
  brand: number | undefined
  category: number | undefined
  gradeBand: string | undefined
}

/** What is asked for, kept in the address: it can be sent to somebody, and the way back shows it again. */
export function useWanted(): [Wanted, (changes: Partial<Wanted>) => void] {
  const { search, put } = useAddress()
  const band = String(search.grade_band)
  const wanted = {
    brand: positiveIn(search.brand),
    category: positiveIn(search.category),
    gradeBand: Object.hasOwn(gradeBandLabel, band) ? band : undefined,
  }
  const want = (changes: Partial<Wanted>) => {
    const { brand, category, gradeBand } = { ...wanted, ...changes }
    put({ brand, category, grade_band: gradeBand }, { replace: true })
  }
  return [wanted, want]
}

/** Undefined without a brand. The last figures stay until the next ones are there. */
export function useGuide({ brand, category, gradeBand }: Wanted) {
  const store = useStoreQuery()
  return useQuery({
    ...queryOf(priceGuideCalls.search, { query: { brand, category, gradeBand, ...store } }),
    enabled: brand !== undefined,
    placeholderData: (before) => before,
  })
}

export function useBrandName(id: number | undefined, known: string | undefined) {
  const query = useQuery({
    ...queryOf(catalogueCalls.brand, { params: { id: id ?? 0 } }),
    enabled: id !== undefined && known === undefined,
  })
  return { name: known ?? query.data?.name, isLost: known === undefined && query.isError }
}

/** Brands asked for where the ones bought most often are shown; one number, so that pages share the response. */
export const MOST_OFTEN = 20

/** Brands for a text; before anything is typed, the ones bought most often. */
export function useBrandSearch(text: string): Search<number> {
  const store = useStoreQuery()
  const word = useSettled(text.trim())
  const frequent = useCall(priceGuideCalls.brands, { query: { size: MOST_OFTEN, ...store } })
  const found = useQuery({
    ...queryOf(catalogueCalls.brands, { query: { q: word, shopOnly: true, size: MOST_OFTEN, ...store } }),
    enabled: word !== '',
  })
  if (text.trim() === '') {
    return {
      found: frequent.data?.map(({ id, name, n }) => ({ value: id, label: name, hint: `${n}件` })) ?? [],
      failed: frequent.isError,
      again: () => frequent.refetch(),
    }
  }
  const counts = new Map(frequent.data?.map(({ id, n }) => [id, `${n}件`]))
  return {
    found:
      word === text.trim()
        ? found.data?.map(({ id, name, nameKana }) => ({
            value: id,
            label: name,
            hint: counts.get(id) ?? nameKana,
          }))
        : undefined,
    failed: found.isError,
    again: () => found.refetch(),
  }
}
