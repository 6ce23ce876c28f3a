import type { QueryClient } from '@tanstack/react-query'
import { productizationCalls } from '#contract/productization'
import { ask } from '#web/lib/ask.ts'
import { queryOf } from '#web/lib/query-client.ts'
import { type Entry as EntryOf, entryRules, type QueueState as StateOf } from '#web/lib/save-queue.ts'
import { saveQueues } from '#web/lib/save-queues.ts'
import { PRODUCT_DRAFT, PRODUCT_STEPS } from '#web/lib/unsent.ts'
import {
  deskOf,
  type Patch,
  type Product,
  type ProductField,
  type ProductOnWire,
  productShape,
  wireOf,
} from './product-types.ts'

export type Entry = EntryOf<Product, ProductField, Patch>
export type QueueState = StateOf<Product, ProductField, Patch>
export type ProductQueue = ReturnType<typeof productQueue>['queue']

export const { viewOf, unsentCount } = entryRules(productShape)

export const productQuery = (slug: string) => queryOf(productizationCalls.get, { params: { slug } })

async function send(slug: string, version: number, patch: Patch, signal: AbortSignal): Promise<Product> {
  const { items } = await ask(productizationCalls.update, {
    body: { slug, version, ...wireOf(patch) },
    signal,
  })
  return deskOf(items[0] as (typeof items)[number])
}

/** A refusal of an outdated version has what is stored, as a write answers. */
const currentProduct = (body: ProductOnWire | { items: readonly ProductOnWire[] }): Product =>
  deskOf('items' in body ? (body.items[0] as ProductOnWire) : body)

/** Unsaved changes of a tab, whichever products they are of. */
const queues = saveQueues({
  shape: productShape,
  draft: PRODUCT_DRAFT,
  steps: PRODUCT_STEPS,
  send,
  asRead: currentProduct,
  read: (client, slug) => {
    const known = client.getQueryData(productQuery(slug).queryKey)
    return known ? deskOf(known) : client.fetchQuery(productQuery(slug)).then(deskOf)
  },
  onSaved: (client, product) => {
    client.setQueryData(productQuery(product.slug).queryKey, product)
    for (const { route } of [productizationCalls.list, productizationCalls.counts])
      void client.invalidateQueries({ queryKey: [route] })
  },
  onRefused: (client, slug) => void client.invalidateQueries({ queryKey: productQuery(slug).queryKey }),
})

/** There is one for all articles. */
const ALL = 'all'

export const productQueue = (client: QueryClient) => queues.queueOf(client, ALL)

/** Returns the function that leaves the desk. */
export const enterDesk = (client: QueryClient) => queues.enter(client, ALL)

/** Runs on every page, so that changes are sent without opening the desk. */
export const resumeProducts = queues.resume
