import type { QueryClient } from '@tanstack/react-query'
import { accountCalls } from '#contract/account'
import { buyingAmountCalls } from '#contract/buying-amount'
import { catalogueCalls } from '#contract/catalogue'
import { itemCalls } from '#contract/item'
import { purchaseRequestCalls } from '#contract/purchase-request'
import { keepResponses } from '#web/lib/kept-responses.ts'

/** Calls kept for offline use: the day, opened boxes, and everything the bench needs. */
const taken = [
  accountCalls.me,
  purchaseRequestCalls.today,
  purchaseRequestCalls.bizList,
  purchaseRequestCalls.bizGet,
  itemCalls.get,
  itemCalls.evidence,
  buyingAmountCalls.standard,
  itemCalls.customerHistory,
  catalogueCalls.everyBrand,
  catalogueCalls.categories,
  catalogueCalls.commentTemplates,
  catalogueCalls.campaigns,
]

const opened = new WeakMap<QueryClient, Promise<void>>()

export function keepOfficeResponses(client: QueryClient): Promise<void> {
  let ready = opened.get(client)
  if (!ready) {
    ready = keepResponses(client, new Set(taken.map(({ route }) => route)))
    opened.set(client, ready)
  }
  return ready
}
