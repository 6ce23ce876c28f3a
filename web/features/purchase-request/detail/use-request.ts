import { useQueryClient } from '@tanstack/react-query'
import { assessmentCalls } from '#contract/assessment'
import { purchaseRequestCalls } from '#contract/purchase-request'
import { transferCalls } from '#contract/transfer'
import type { AskResult } from '#web/lib/ask.ts'
import { queryKeyOf, queryOf } from '#web/lib/query-client.ts'

export type PurchaseRequest = AskResult<typeof purchaseRequestCalls.get>

/** After a change: the page shows the answer at once, and everything that speaks of the request is read anew. */
export function useRequestChanged() {
  const client = useQueryClient()
  return async (id: number, changed?: PurchaseRequest) => {
    if (changed) client.setQueryData(queryOf(purchaseRequestCalls.get, { params: { id } }).queryKey, changed)
    await Promise.all(
      [
        queryKeyOf(purchaseRequestCalls.get),
        queryKeyOf(purchaseRequestCalls.list),
        queryKeyOf(assessmentCalls.get),
        queryKeyOf(transferCalls.balance),
      ].map((queryKey) => client.invalidateQueries({ queryKey })),
    )
  }
}
