import { useQueries } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ElementType } from 'react'
import { bookCalls } from '#contract/book'
import type { payoutBatchStates } from '#contract/codes'
import { formatDateJa } from '#contract/day'
import { setupCalls } from '#contract/setup'
import { formatYen } from '#contract/text'
import { transferCalls } from '#contract/transfer'
import type { AskResult } from '#web/lib/ask.ts'
import { queryOf, useCall } from '#web/lib/query-client.ts'
import { type Column, DataTable } from '#web/ui/data-table.tsx'
import { NextLink } from '#web/ui/link-button.tsx'
import { Muted, Stack } from '#web/ui/page.tsx'
import { FailedPart } from '#web/ui/query-state.tsx'
import { Yen } from '#web/ui/yen.tsx'

type State = (typeof payoutBatchStates)[number]
type Batch = AskResult<typeof transferCalls.batches>['results'][number]

/** Last step first: it has waited longest. */
const steps: readonly { state: State; label: string; go: (count: number) => string }[] = [
  { state: 'sent', label: '結果の記録待ち', go: (count) => `銀行の結果 ${count}件を記録する` },
  { state: 'exported', label: '銀行への送信待ち', go: (count) => `振込データ ${count}件を銀行へ送る` },
  { state: 'approved', label: 'ファイル作成待ち', go: (count) => `振込データ ${count}件のファイルを作る` },
  { state: 'draft', label: '承認待ち', go: (count) => `承認を待つ振込データ ${count}件を見る` },
]
const DRAFT = steps.findIndex(({ state }) => state === 'draft')

const REFRESH_MS = 60_000
/** Lists drafts that may need this user's approval; other states are only counted. */
const LISTED = 50

function useWork() {
  const candidates = useCall(transferCalls.candidates, { query: {} })
  const special = useCall(transferCalls.specialWithdrawals, { query: { size: 1 } })
  const proofs = useCall(bookCalls.proofs, { query: { size: 1 } })
  // The operator's own company comes first.
  const house = useCall(setupCalls.companies, { query: { size: 1 } })
  const batches = useQueries({
    queries: steps.map(({ state }) => ({
      ...queryOf(transferCalls.batches, { query: { state, size: state === 'draft' ? LISTED : 1 } }),
      refetchInterval: REFRESH_MS,
    })),
  })
  return {
    candidates,
    special,
    proofs,
    house,
    batches,
    reads: [candidates, special, proofs, house, ...batches],
  }
}

const columns: readonly Column<Batch>[] = [
  {
    key: 'id',
    card: 'named',
    header: '番号',
    width: 72,
    cell: ({ id }) => (
      <Link to="/biz/payouts/$id" params={{ id: String(id) }}>
        {id}
      </Link>
    ),
  },
  { key: 'total', header: '合計', align: 'money', cell: ({ total }) => <Yen amount={total} /> },
  { key: 'count', header: '件数', align: 'end', cell: ({ lineCount }) => `${lineCount}件` },
  { key: 'payDate', header: '振込指定日', cell: ({ payDate }) => formatDateJa(payDate) },
  { key: 'maker', header: '作成した人', cell: ({ createdBy }) => createdBy },
]

const unread = ({ error }: { error: unknown }) => (error ? '—' : '…')

export function OperatorToday({ tiles: Tiles }: { tiles: ElementType }) {
  const work = useWork()
  const { candidates, special, proofs, house, batches, reads } = work
  const failed = reads.filter(({ data, error }) => error && data === undefined)
  const mine = batches[DRAFT]?.data?.results.filter(({ mayApprove }) => mayApprove) ?? []
  const proof = proofs.data?.results[0]
  const tiles = steps.map(({ state, label }, index) => (
    <li key={state}>
      <Link to="/biz/payouts" search={{ state }}>
        <span>{label}</span>
        <b>{batches[index]?.data?.count ?? unread(batches[index] ?? candidates)}</b>
      </Link>
    </li>
  ))
  const waiting = (
    <li key="waiting">
      <Link to="/biz/payouts" search={{}}>
        <span>振込待ち</span>
        <b>{candidates.data?.candidates.length ?? unread(candidates)}</b>
      </Link>
    </li>
  )
  const unchecked = special.data?.count ? (
    <li key="special">
      <Link to="/biz/payouts" search={{ state: 'special' }}>
        <span>期限後の確認</span>
        <b>{special.data.count}</b>
      </Link>
    </li>
  ) : null
  const onTheWay = [unchecked, waiting, ...tiles.toReversed()]
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
      <NextStep work={work} mine={mine} />
      {mine.length > 0 && (
        <section>
          <h2 style={{ fontSize: 15, marginBottom: 6 }}>あなたの承認を待つ振込データ</h2>
          <DataTable label="承認を待つ振込データ" columns={columns} rows={mine} rowKey={({ id }) => id} />
        </section>
      )}
      <Newcomers house={house.data?.results[0]} />
      <Tiles>
        {mine.length > 0 ? [tiles[DRAFT], ...onTheWay.filter((tile) => tile !== tiles[DRAFT])] : onTheWay}
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

/** Failed proofs first, then approvals for this user, then the most advanced batch. */
function NextStep({ work, mine }: { work: ReturnType<typeof useWork>; mine: readonly Batch[] }) {
  const { candidates, special, proofs, batches, reads } = work
  const style = { justifySelf: 'start' } as const
  // Waits for all calls: a step that changes under the pointer would be pressed by mistake.
  if (proofs.data?.results[0]?.isOk === false)
    return (
      <NextLink to="/biz/money" search={{ view: 'proofs' }} style={style}>
        一致していない証明を確かめる
      </NextLink>
    )
  if (!reads.every(({ data }) => data !== undefined)) return null
  const [only] = mine
  if (only && mine.length === 1)
    return (
      <NextLink to="/biz/payouts/$id" params={{ id: String(only.id) }} style={style}>
        {`承認を待つ振込データ ${only.lineCount}件 ${formatYen(only.total)} を確かめる`}
      </NextLink>
    )
  if (only)
    return (
      <NextLink to="/biz/payouts" search={{ state: 'draft' }} style={style}>
        {`承認を待つ振込データ ${mine.length}件を確かめる`}
      </NextLink>
    )
  const next = steps.findIndex((_, index) => (batches[index]?.data?.count ?? 0) > 0)
  const step = steps[next]
  if (step)
    return (
      <NextLink to="/biz/payouts" search={{ state: step.state }} style={style}>
        {step.go(batches[next]?.data?.count ?? 0)}
      </NextLink>
    )
  if (special.data?.count)
    return (
      <NextLink to="/biz/payouts" search={{ state: 'special' }} style={style}>
        {`期限後のお支払い ${special.data.count}件を確認する`}
      </NextLink>
    )
  const waiting = candidates.data?.candidates.length
  if (waiting)
    return <NextLink to="/biz/payouts" style={style}>{`振込待ち ${waiting}件の振込データを作る`}</NextLink>
  return <Muted>いま行うことはありません。次の振込は、予定日になると振込待ちに並びます。</Muted>
}

function Newcomers({ house }: { house: { id: number; unconfirmedCount: number } | undefined }) {
  if (!house || house.unconfirmedCount === 0) return null
  return (
    <p>
      <Link to="/biz/companies/$id" params={{ id: String(house.id) }}>
        確認を待つ運営の担当者が{house.unconfirmedCount}人います
      </Link>
    </p>
  )
}
