import { useQueries } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { payoutBatchStateLabel, payoutBatchStates } from '#contract/codes'
import { transferCalls } from '#contract/transfer'
import { queryOf, useCall } from '#web/lib/query-client.ts'
import { PayoutBatches } from './payout-batches.tsx'
import { type BatchState, isBatchState } from './payout-types.ts'
import { PayoutWaiting } from './payout-waiting.tsx'
import { SpecialWithdrawals } from './special-withdrawals.tsx'

export type PayoutView = BatchState | 'waiting' | 'special' | 'all'

const unfinished: readonly BatchState[] = ['draft', 'approved', 'exported', 'sent']

const viewIn = (state: unknown): PayoutView =>
  isBatchState(state) || state === 'all' || state === 'special' ? state : 'waiting'

export default function PayoutsPage() {
  const search: Record<string, unknown> = useSearch({ strict: false })
  const navigate = useNavigate()
  const view = viewIn(search.state)
  const counts = useQueries({
    queries: unfinished.map((state) => queryOf(transferCalls.batches, { query: { state, size: 1 } })),
    combine: (results) => new Map(unfinished.map((state, index) => [state, results[index]?.data?.count])),
  })
  const special = useCall(transferCalls.specialWithdrawals, { query: { size: 1 } })
  const items = [
    { value: 'special' as const, label: '期限後の確認', count: special.data?.count || undefined },
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
  if (view === 'special') return <SpecialWithdrawals tabs={tabs} />
  return view === 'waiting' ? <PayoutWaiting tabs={tabs} /> : <PayoutBatches tabs={tabs} view={view} />
}
