import { useQueryClient } from '@tanstack/react-query'
import { purchaseRequestCalls } from '#contract/purchase-request'
import type { AskResult } from '#web/lib/ask.ts'
import { queryOf } from '#web/lib/query-client.ts'

export type PurchaseRequest = AskResult<typeof purchaseRequestCalls.get>

export function useShowRequest() {
  const client = useQueryClient()
  return (request: PurchaseRequest) => {
    const { id } = request
    client.setQueryData(queryOf(purchaseRequestCalls.get, { params: { id } }).queryKey, request)
  }
}
