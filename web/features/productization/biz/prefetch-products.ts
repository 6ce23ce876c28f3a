import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { productizationCalls } from '#contract/productization'
import { keepPicture } from '#web/lib/kept-responses.ts'
import { useOnline } from '#web/lib/online.ts'
import { queryOf } from '#web/lib/query-client.ts'
import { productQuery } from './product-queue.ts'

/** What somebody does in about half an hour. */
const AHEAD = 20
const FRESH_MS = 60_000

/** Reads the articles that come next, so that the next one is there at once and work continues offline. */
export function usePrefetchProducts(
  rows: readonly { slug: string; thumbnailUrl: string | null }[],
  slug: string,
) {
  const client = useQueryClient()
  const online = useOnline()
  const here = Math.max(
    0,
    rows.findIndex((row) => row.slug === slug),
  )
  const wanted = rows
    .slice(here + 1, here + 1 + AHEAD)
    .map((row) => row.slug)
    .join(' ')
  useEffect(() => {
    if (!online) return
    let stopped = false
    void (async () => {
      for (const each of wanted.split(' ').filter(Boolean)) {
        if (stopped) return
        await client.prefetchQuery({ ...productQuery(each), staleTime: FRESH_MS })
        await client.prefetchQuery({
          ...queryOf(productizationCalls.saleEvidence, { params: { slug: each } }),
          staleTime: FRESH_MS,
        })
        const product = client.getQueryData(productQuery(each).queryKey)
        if (product?.thumbnailUrl) await keepPicture(product.thumbnailUrl)
      }
    })()
    return () => {
      stopped = true
    }
  }, [client, online, wanted])
}
