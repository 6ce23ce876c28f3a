import type { QueryClient } from '@tanstack/react-query'
import { accountCalls } from '#contract/account'
import { catalogueCalls } from '#contract/catalogue'
import { itemCalls } from '#contract/item'
import { purchaseRequestCalls } from '#contract/purchase-request'
import { keepResponses } from '#web/lib/kept-responses.ts'

/** What is taken along: the day, the boxes that were looked at, and all that the bench asks for. */
const taken = [
  accountCalls.me,
  purchaseRequestCalls.today,
  purchaseRequestCalls.bizList,
  purchaseRequestCalls.bizGet,
  itemCalls.get,
  itemCalls.evidence,
  itemCalls.customerHistory,
  catalogueCalls.everyBrand,
  catalogueCalls.categories,
  catalogueCalls.commentTemplates,
  catalogueCalls.campaigns,
]

const opened = new WeakMap<QueryClient, Promise<void>>()

/** Once for the page: from here on the back office can be opened again without a connection. */
export function openOffice(client: QueryClient): Promise<void> {
  let ready = opened.get(client)
  if (!ready) {
    ready = keepResponses(client, new Set(taken.map(({ route }) => route)))
    opened.set(client, ready)
  }
  return ready
}
