import { useQuery } from '@tanstack/react-query'
import { accountCalls } from '#contract/account'
import { purchaseRequestCalls } from '#contract/purchase-request'
import { queryOf, useCall } from '#web/lib/query-client.ts'
import { isUnderWay, waitingFor } from './waiting.ts'

export function useWaiting() {
  const me = useCall(accountCalls.me)
  // Always refetched: the shop changes it.
  const overview = useQuery({ ...queryOf(purchaseRequestCalls.overview), staleTime: 0 })
  const { draft, newest = [], waiting = [], checks = [], statements = [], balance } = overview.data ?? {}
  const rows = [...newest, ...waiting]
  const failed = [me, overview].filter(({ isError }) => isError)
  return {
    account: me.data,
    overview,
    items: waitingFor({
      draft,
      rows,
      checks,
      statements,
      profileComplete: me.data?.customer?.profileComplete,
      isCorporate: me.data?.customer?.isCorporate === true,
      balance,
    }),
    isUnderWay: rows.some(isUnderWay),
    isPending: me.isPending || overview.isPending,
    isError: failed.length > 0,
    isRefetching: failed.some(({ isRefetching }) => isRefetching),
    refetch: () => {
      for (const read of failed) void read.refetch()
    },
  }
}

export type WaitingState = ReturnType<typeof useWaiting>
