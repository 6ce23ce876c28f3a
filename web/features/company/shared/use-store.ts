import { companyCalls } from '#contract/company'
import { useStoreTheme } from '#web/app/theme/store-theme-provider.tsx'
import { DEFAULT_STORE_KEY } from '#web/app/theme/stores.ts'
import type { AskInput } from '#web/lib/ask.ts'
import { useCall } from '#web/lib/query-client.ts'

/** The store this tab shows, as the lists of shops, brands and dealers ask for it; nothing for the shared look. */
export function useStoreQuery(): { store?: string } {
  const { storeKey } = useStoreTheme()
  return storeKey === DEFAULT_STORE_KEY ? {} : { store: storeKey }
}

type ShopQuery = NonNullable<AskInput<typeof companyCalls.shops>['query']>

/** Shops of this store a box can be sent to. */
export function useShops(query: ShopQuery = {}) {
  return useCall(companyCalls.shops, { query: { ...query, ...useStoreQuery() } })
}

/** The dealers behind this store: one for a store's own look, all of them for the shared one. */
export function useDealers() {
  return useCall(companyCalls.dealers, { query: useStoreQuery() })
}
