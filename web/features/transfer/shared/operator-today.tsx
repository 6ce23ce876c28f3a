import { useQueries } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ElementType } from 'react'
import { bookCalls } from '#contract/book'
import type { payoutBatchStates } from '#contract/codes'
import { transferCalls } from '#contract/transfer'
import { queryOf, useCall } from '#web/lib/query-client.ts'
import { NextLink } from '#web/ui/link-button.tsx'
import { Muted, Stack } from '#web/ui/page.tsx'
import { FailedPart } from '#web/ui/query-state.tsx'

type State = (typeof payoutBatchStates)[number]

/** What stands between a transfer and the customer's account, the last step first: it has waited longest. */
const steps: readonly { state: State; label: string; go: (count: number) => string }[] = [
  { state: 'sent', label: '結果の記録待ち', go: (count) => `銀行の結果 ${count}件を記録する` },
  { state: 'exported', label: '銀行への送信待ち', go: (count) => `振込データ ${count}件を銀行へ送る` },
  { state: 'approved', label: 'ファイル作成待ち', go: (count) => `振込データ ${count}件のファイルを作る` },
  { state: 'draft', label: '承認待ち', go: (count) => `承認を待つ振込データ ${count}件を見る` },
]

const REFRESH_MS = 60_000

/** The operator's day: what waits to be paid, how far each batch is, and whether the books are proven. */
export function OperatorToday({ tiles: Tiles }: { tiles: ElementType }) {
  const candidates = useCall(transferCalls.candidates, { query: {} })
  const proofs = useCall(bookCalls.proofs, { query: { size: 1 } })
  const batches = useQueries({
    queries: steps.map(({ state }) => ({
      ...queryOf(transferCalls.batches, { query: { state, size: 1 } }),
      refetchInterval: REFRESH_MS,
    })),
  })
  const reads = [candidates, proofs, ...batches]
  const failed = reads.filter(({ data, error }) => error && data === undefined)
  const waiting = candidates.data?.candidates.length
  const proof = proofs.data?.results[0]
  const counts = batches.map(({ data }) => data?.count)
  const unread = ({ error }: { error: unknown }) => (error ? '—' : '…')
  const next = steps.findIndex((_, index) => (counts[index] ?? 0) > 0)
  const step = steps[next]
  // Only when all is known: a step that changes under the pointer would be pressed by mistake.
  const known = reads.every(({ data }) => data !== undefined)
  const style = { justifySelf: 'start' } as const
  return (
    <Stack gap={20}>
      {failed[0] && (
        <FailedPart
          state={{
            error: failed[0].error,
            isFetching: failed.some(({ isFetching }) => isFetching),
            refetch: () => Promise.all(failed.map(({ refetch }) => refetch())),
          }}
        />
      )}
      {proof?.isOk === false ? (
        <NextLink to="/biz/money" search={{ view: 'proofs' }} style={style}>
          一致していない証明を確かめる
        </NextLink>
      ) : !known ? null : step ? (
        <NextLink to="/biz/payouts" search={{ state: step.state }} style={style}>
          {step.go(counts[next] ?? 0)}
        </NextLink>
      ) : waiting ? (
        <NextLink to="/biz/payouts" style={style}>{`振込待ち ${waiting}件の振込データを作る`}</NextLink>
      ) : (
        <Muted>いま行うことはありません。次の振込は、予定日になると振込待ちに並びます。</Muted>
      )}
      <Tiles>
        <li>
          <Link to="/biz/payouts" search={{}}>
            <span>振込待ち</span>
            <b>{waiting ?? unread(candidates)}</b>
          </Link>
        </li>
        {steps
          .map(({ state, label }, index) => (
            <li key={state}>
              <Link to="/biz/payouts" search={{ state }}>
                <span>{label}</span>
                <b>{counts[index] ?? unread(batches[index] ?? candidates)}</b>
              </Link>
            </li>
          ))
          .toReversed()}
        <li>
          <Link to="/biz/money" search={{ view: 'proofs' }}>
            <span>帳簿の証明</span>
            <b>{proof ? (proof.isOk ? '一致' : '不一致') : proofs.data ? '—' : unread(proofs)}</b>
          </Link>
        </li>
      </Tiles>
    </Stack>
  )
}
