import { useQueries } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { payoutBatchStateLabel, payoutBatchStates } from '#contract/codes'
import { transferCalls } from '#contract/transfer'
import { queryOf } from '#web/lib/query-client.ts'
import { PayoutBatches } from './payout-batches.tsx'
import { type BatchState, isBatchState } from './payout-types.ts'
import { PayoutWaiting } from './payout-waiting.tsx'

export type PayoutView = BatchState | 'waiting' | 'all'

const unfinished: readonly BatchState[] = ['draft', 'approved', 'exported', 'sent']

const viewIn = (state: unknown): PayoutView =>
  isBatchState(state) ? state : state === 'all' ? 'all' : 'waiting'

export default function PayoutsPage() {
  const search: Record<string, unknown> = useSearch({ strict: false })
  const navigate = useNavigate()
  const view = viewIn(search.state)
  const counts = useQueries({
    queries: unfinished.map((state) => queryOf(transferCalls.batches, { query: { state, size: 1 } })),
    combine: (results) => new Map(unfinished.map((state, index) => [state, results[index]?.data?.count])),
  })
  const items = [
    { value: 'waiting' as const, label: '振込待ち' },
    ...payoutBatchStates.map((state) => ({
      value: state,
      label: payoutBatchStateLabel[state],
      count: counts.get(state) || undefined,
    })),
    { value: 'all' as const, label: 'すべて' },
  ]
  const tabs = {
    tabs: items,
    tab: view,
    onTab: (next: PayoutView) =>
      void navigate({ to: '/biz/payouts', search: next === 'waiting' ? {} : { state: next } }),
  }
  return view === 'waiting' ? <PayoutWaiting tabs={tabs} /> : <PayoutBatches tabs={tabs} view={view} />
}
