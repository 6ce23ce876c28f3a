import { useState } from 'react'
import { formatDateJa } from '#contract/day'
import { QuietButton } from '#web/ui/button.tsx'
import { type Column, DataTable } from '#web/ui/data-table.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { QuietLink } from '#web/ui/link-button.tsx'
import { Muted } from '#web/ui/page.tsx'
import { StatusChip } from '#web/ui/status-chip.tsx'
import { useLocalPages } from '#web/ui/use-local-pages.tsx'
import { Yen } from '#web/ui/yen.tsx'
import { CannotSendDialog, cannotBeSent } from './cannot-send-dialog.tsx'
import { ProblemList, transferKindLabel } from './payout-parts.tsx'
import { type Candidate, isError } from './payout-types.ts'

/** Candidates with problems first; the rest in the server's order, longest waiting first. */
const byTrouble = (rows: readonly Candidate[]): Candidate[] => {
  const weight = ({ problems }: Candidate) => (problems.some(isError) ? 0 : problems.length > 0 ? 1 : 2)
  return rows.toSorted((a, b) => weight(a) - weight(b))
}

type Props = {
  columns: readonly Column<Candidate>[]
  rows: readonly Candidate[] | undefined
  loading: boolean
  left: ReadonlySet<number>
  onLeft: (left: ReadonlySet<number>) => void
}

export function PayoutCandidates({ columns, rows, loading, left, onLeft }: Props) {
  const [ending, setEnding] = useState<Candidate>()
  const { shown, pagination } = useLocalPages(byTrouble(rows ?? []))
  const payable = (rows ?? []).filter(({ problems }) => !problems.some(isError))
  const all = payable.length > 0 && payable.every(({ transfer }) => !left.has(transfer))
  const flip = (transfer: number) => {
    const next = new Set(left)
    if (!next.delete(transfer)) next.add(transfer)
    onLeft(next)
  }
  const choice: Column<Candidate> = {
    key: 'choice',
    card: 'lead',
    width: 44,
    header: (
      <input
        type="checkbox"
        aria-label="振り込めるものをすべて選ぶ"
        checked={all}
        onChange={() => onLeft(all ? new Set(payable.map(({ transfer }) => transfer)) : new Set())}
      />
    ),
    cell: ({ transfer, customerName, problems }) =>
      problems.some(isError) ? null : (
        <input
          type="checkbox"
          aria-label={`振込番号${transfer} ${customerName}様を選ぶ`}
          checked={!left.has(transfer)}
          onChange={() => flip(transfer)}
        />
      ),
  }
  const giveBack = (row: Candidate) =>
    cannotBeSent(row) && (
      <QuietButton
        size="small"
        aria-label={`振込番号${row.transfer} ${row.customerName}様の振込を取りやめて残高に戻す`}
        onClick={() => setEnding(row)}
      >
        残高に戻す
      </QuietButton>
    )
  const endings: Column<Candidate>[] = rows?.some(cannotBeSent)
    ? [{ key: 'ending', card: 'act', header: '振り込めないとき', cell: giveBack }]
    : []
  return (
    <>
      <DataTable
        label="振込待ちの一覧"
        columns={[choice, ...columns, ...endings]}
        rows={rows && shown}
        rowKey={({ transfer }) => transfer}
        loading={loading}
        empty={
          <Empty
            title="この日までに振り込むものはありません"
            action={
              <QuietLink to="/biz/payouts" search={{ state: 'all' }}>
                これまでの振込データを見る
              </QuietLink>
            }
          >
            お客さまの申し込みと自動振込が、予定日になるとここに並びます。先の振込指定日を選ぶと、その日までの分を確認できます。
          </Empty>
        }
      />
      {pagination}
      {ending && <CannotSendDialog row={ending} onClose={() => setEnding(undefined)} />}
    </>
  )
}

function Verdict({ row: { problems, bouncedBefore } }: { row: Candidate }) {
  return (
    <div style={{ display: 'grid', gap: 4, justifyItems: 'start', minWidth: problems.length > 0 ? 200 : 0 }}>
      {problems.length === 0 ? (
        <StatusChip tone="ok">問題なし</StatusChip>
      ) : (
        <ProblemList problems={problems} />
      )}
      {bouncedBefore && <Muted style={{ fontSize: 12 }}>前回は組戻し: {bouncedBefore}</Muted>}
    </div>
  )
}

export const candidateColumns: readonly Column<Candidate>[] = [
  { key: 'transfer', header: '振込番号', cell: ({ transfer }) => transfer },
  { key: 'customer', card: 'title', header: 'お客さま', cell: ({ customerName }) => customerName },
  { key: 'amount', header: '金額', cell: ({ amount }) => <Yen amount={amount} />, align: 'money' },
  {
    key: 'problems',
    card: 'text',
    header: '確認の結果',
    wrap: true,
    cell: (row) => <Verdict row={row} />,
  },
  { key: 'kind', header: '種類', cell: ({ kind }) => transferKindLabel[kind] ?? kind },
  { key: 'scheduledOn', header: '振込予定日', cell: ({ scheduledOn }) => formatDateJa(scheduledOn) },
]
