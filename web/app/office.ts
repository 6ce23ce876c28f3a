import type { QueryClient } from '@tanstack/react-query'
import { accountCalls } from '#contract/account'
import { buyingAmountCalls } from '#contract/buying-amount'
import { catalogueCalls } from '#contract/catalogue'
import { itemCalls } from '#contract/item'
import { productizationCalls } from '#contract/productization'
import { purchaseRequestCalls } from '#contract/purchase-request'
import { keepResponses } from '#web/lib/kept-responses.ts'

/** Calls kept for offline use: the day, opened boxes, and everything that the bench and the desk of productization need. */
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
  productizationCalls.list,
  productizationCalls.counts,
  productizationCalls.get,
  productizationCalls.saleEvidence,
  productizationCalls.channelCosts,
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
