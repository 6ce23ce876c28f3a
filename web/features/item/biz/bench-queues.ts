import type { QueryClient } from '@tanstack/react-query'
import { itemCalls } from '#contract/item'
import { purchaseRequestCalls } from '#contract/purchase-request'
import { ask } from '#web/lib/ask.ts'
import { queryOf } from '#web/lib/query-client.ts'
import { saveQueues } from '#web/lib/save-queues.ts'
import { BENCH_DRAFT, BENCH_STEPS } from '#web/lib/unsent.ts'
import { isDone } from './bench-price.ts'
import { benchShape, wireOf } from './bench-types.ts'

const queryOfItem = (slug: string) => queryOf(itemCalls.get, { params: { slug } })

/** Unsaved changes, one queue per request and tab. */
const benches = saveQueues({
  shape: benchShape,
  draft: BENCH_DRAFT,
  steps: BENCH_STEPS,
  read: (client, slug) =>
    client.getQueryData(queryOfItem(slug).queryKey) ?? client.fetchQuery(queryOfItem(slug)),
  send: (slug, version, patch, signal) =>
    ask(itemCalls.update, { params: { slug }, body: { version, ...wireOf(patch) }, signal }),
  onSaved: (client, item, request) => {
    client.setQueryData(queryOfItem(item.slug).queryKey, item)
    if (isDone(item.status)) void client.invalidateQueries({ queryKey: queryOf(itemCalls.ownPace).queryKey })
    const box = queryOf(purchaseRequestCalls.bizGet, { params: { id: Number(request) } })
    void client.invalidateQueries({ queryKey: box.queryKey })
  },
})

export const queueOf = (client: QueryClient, request: number) => benches.queueOf(client, String(request))

/** Returns the function that leaves the bench. */
export const enterBench = (client: QueryClient, request: number) => benches.enter(client, String(request))

/** Runs on every page, so that changes are sent without opening their bench. */
export const resumeBenches = benches.resume
