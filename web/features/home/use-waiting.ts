import { useQueries, useQuery } from '@tanstack/react-query'
import { accountCalls } from '#contract/account'
import { identityCalls } from '#contract/identity'
import { requestStatus } from '#contract/lifecycle'
import { purchaseRequestCalls } from '#contract/purchase-request'
import { transferCalls } from '#contract/transfer'
import { queryOf, useCall } from '#web/lib/query-client.ts'
import { isUnderWay, type Row, waitingFor } from './waiting.ts'

export const NEWEST = 5
const AT_ONCE = 100

/** The states in which a request may wait for its customer. */
const asked = [
  requestStatus.OFFERED,
  requestStatus.ANSWERED,
  requestStatus.AWAITING_SHIPMENT,
  requestStatus.APPLIED,
]

/** The newest requests, and with them every older one that may still wait for the customer. */
function useRequests() {
  const newest = useCall(purchaseRequestCalls.list, { query: { size: NEWEST } })
  const more = newest.data !== undefined && newest.data.count > newest.data.results.length
  const open = useQueries({
    queries: asked.map((status) => ({
      ...queryOf(purchaseRequestCalls.list, { query: { status, size: AT_ONCE } }),
      enabled: more,
    })),
  })
  const found = [newest, ...open].flatMap(({ data }) => data?.results ?? [])
  const rows: readonly Row[] = [...new Map(found.map((row) => [row.id, row])).values()]
  return { newest, rows, reads: more ? [newest, ...open] : [newest] }
}

/** What waits for the customer, and whether that is known: nothing is called nothing before all of it was read. */
export function useWaiting() {
  const me = useCall(accountCalls.me)
  const balance = useCall(transferCalls.balance)
  const { newest, rows, reads } = useRequests()
  const answered = rows.some(({ status }) => status === requestStatus.ANSWERED)
  // Asked anew each time: the shop changes it.
  const checks = useQuery({ ...queryOf(identityCalls.checks), enabled: answered, staleTime: 0 })
  const needed = [me, balance, ...reads, ...(answered ? [checks] : [])]
  const failed = needed.filter(({ isError }) => isError)
  return {
    account: me.data,
    balance,
    newest,
    items: waitingFor({
      rows,
      checks: checks.data ?? [],
      profileComplete: me.data?.customer?.profileComplete,
      balance: balance.data,
    }),
    isUnderWay: rows.some(isUnderWay),
    isPending: needed.some(({ isPending }) => isPending),
    isError: failed.length > 0,
    isRefetching: failed.some(({ isRefetching }) => isRefetching),
    refetch: () => {
      for (const read of failed) void read.refetch()
    },
  }
}

export type WaitingState = ReturnType<typeof useWaiting>
