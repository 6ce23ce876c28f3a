import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { buyingAmountCalls } from '#contract/buying-amount'
import { catalogueCalls } from '#contract/catalogue'
import { itemCalls } from '#contract/item'
import { findBrandsOffline } from '#web/features/catalogue/shared/find-brands.ts'
import { keepPicture } from '#web/lib/kept-responses.ts'
import { useOnline } from '#web/lib/online.ts'
import { queryOf } from '#web/lib/query-client.ts'
import type { Item } from './bench-types.ts'
import { type BenchRequest, everyCategory } from './use-bench-items.ts'

const AT_ONCE = 4
const FRESH_MS = 5 * 60_000

findBrandsOffline()

/** The same queries as on the bench. */
const evidenceOf = ({ brand, category, grade }: Item) => {
  if (!brand || !category || !grade) return undefined
  const query = { brand, category, grade }
  return {
    paid: queryOf(itemCalls.evidence, { query }),
    standard: queryOf(buyingAmountCalls.standard, { query }),
  }
}

async function prefetchItem(client: QueryClient, slug: string): Promise<void> {
  const query = { ...queryOf(itemCalls.get, { params: { slug } }), staleTime: FRESH_MS }
  await client.prefetchQuery(query)
  const item = client.getQueryData(query.queryKey)
  if (!item) return
  const evidence = evidenceOf(item)
  if (evidence) {
    await client.prefetchQuery({ ...evidence.paid, staleTime: FRESH_MS })
    await client.prefetchQuery({ ...evidence.standard, staleTime: FRESH_MS })
  }
  for (const { thumbnailUrl } of item.photos) await keepPicture(thumbnailUrl)
}

async function prefetchCatalogue(client: QueryClient, { id, shop }: BenchRequest): Promise<void> {
  const staleTime = FRESH_MS
  await client.prefetchQuery({ ...queryOf(catalogueCalls.everyBrand, { query: { shop } }), staleTime })
  await client.prefetchQuery({ ...queryOf(catalogueCalls.categories), staleTime })
  await client.prefetchQuery({ ...queryOf(catalogueCalls.categories, everyCategory), staleTime })
  await client.prefetchQuery({ ...queryOf(catalogueCalls.commentTemplates), staleTime })
  await client.prefetchQuery({ ...queryOf(catalogueCalls.campaigns, { query: { request: id } }), staleTime })
  await client.prefetchQuery({ ...queryOf(itemCalls.customerHistory, { params: { id } }), staleTime })
}

/** Prefetches the whole request, so that work continues offline. */
export function usePrefetchBox(request: BenchRequest): void {
  const client = useQueryClient()
  const online = useOnline()
  const slugs = request.items.map(({ slug }) => slug).join(' ')
  // biome-ignore lint/correctness/useExhaustiveDependencies: the box is fetched once, and again when a piece joins it
  useEffect(() => {
    if (!online) return
    let stopped = false
    const wanted = slugs.split(' ').filter(Boolean)
    const work = async () => {
      for (let slug = wanted.shift(); slug && !stopped; slug = wanted.shift())
        await prefetchItem(client, slug)
    }
    void (async () => {
      await prefetchCatalogue(client, request)
      await Promise.all(Array.from({ length: AT_ONCE }, work))
    })()
    void navigator.storage?.persist?.()
    return () => {
      stopped = true
    }
  }, [client, online, slugs])
}
