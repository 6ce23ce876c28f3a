import { companyCalls } from '#contract/company'
import { useStoreTheme } from '#web/app/theme/store-theme-provider.tsx'
import { DEFAULT_STORE_KEY } from '#web/app/theme/stores.ts'
import type { AskInput } from '#web/lib/ask.ts'
import { useCall } from '#web/lib/query-client.ts'

/** The `store` query parameter for calls about shops, brands and dealers. Empty for the default store. */
export function useStoreQuery(): { store?: string } {
  const { storeKey } = useStoreTheme()
  return storeKey === DEFAULT_STORE_KEY ? {} : { store: storeKey }
}

type ShopQuery = NonNullable<AskInput<typeof companyCalls.shops>['query']>

export function useShops(query: ShopQuery = {}) {
  return useCall(companyCalls.shops, { query: { ...query, ...useStoreQuery() } })
}

/** One dealer for a company's own store, all dealers for the default one. */
export function useDealers() {
  return useCall(companyCalls.dealers, { query: useStoreQuery() })
}
