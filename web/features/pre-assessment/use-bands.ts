import { useQueries } from '@tanstack/react-query'
import { priceEstimateCalls } from '#contract/price-estimate'
import { useStoreQuery } from '#web/features/company/shared/use-store.ts'
import type { AskResult } from '#web/lib/ask.ts'
import { queryOf } from '#web/lib/query-client.ts'
import type { Asked } from './asked-articles.ts'

type Bands = AskResult<typeof priceEstimateCalls.bands>
export type DealerBand = Bands[number]

export interface Answered {
  article: Asked
  bands: Bands | undefined
  error: unknown
  isFetching: boolean
  again: () => void
}

/** What each dealer of the storefront would name for each article. */
export function useBands(articles: readonly Asked[]): Answered[] {
  const store = useStoreQuery()
  const results = useQueries({
    queries: articles.map(({ brand, category, gradeBand }) => ({
      ...queryOf(priceEstimateCalls.bands, {
        body: { brand: brand ?? 0, category, gradeBand, ...store },
      }),
      enabled: brand !== null,
    })),
  })
  return articles.map((article, index) => {
    const result = results[index]
    return {
      article,
      bands: article.brand === null ? [] : result?.data,
      error: result?.error ?? null,
      isFetching: result?.isFetching ?? false,
      again: () => void result?.refetch(),
    }
  })
}

export interface Offer {
  company: number
  companyName: string
  shop: number
  low: number
  high: number
  /** Articles with a price, and without one. */
  priced: number
  unpriced: number
  /** By the key of the article. */
  bands: Map<number, DealerBand>
}

/** All articles at each dealer; first who names most of them, then who names most for them. */
export function offersOf(answered: readonly Answered[]): Offer[] {
  const offers = new Map<number, Offer>()
  const pieces = answered.reduce((sum, { article }) => sum + article.count, 0)
  for (const { article, bands = [] } of answered)
    for (const band of bands) {
      const { company, companyName, shop } = band
      const none = {
        company,
        companyName,
        shop,
        low: 0,
        high: 0,
        priced: 0,
        unpriced: pieces,
        bands: new Map(),
      }
      const offer: Offer = offers.get(company) ?? none
      offer.low += band.low * article.count
      offer.high += band.high * article.count
      offer.priced += article.count
      offer.unpriced -= article.count
      offer.bands.set(article.key, band)
      offers.set(company, offer)
    }
  return [...offers.values()].toSorted(
    (one, other) => other.priced - one.priced || other.high - one.high || one.company - other.company,
  )
}
