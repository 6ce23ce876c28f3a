import { styled } from '@mui/material/styles'
import { Link, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { formatDateJa } from '#contract/day'
import { transferCalls } from '#contract/transfer'
import { useDraft } from '#web/lib/draft.ts'
import { useCall } from '#web/lib/query-client.ts'
import { Loading } from '#web/ui/loading.tsx'
import { BackMark, Muted, Stack } from '#web/ui/page.tsx'
import { DetailPage } from '#web/ui/page-kit.tsx'
import { Failed } from '#web/ui/query-state.tsx'
import { TableSkeleton } from '#web/ui/skeletons.tsx'
import { Stepper } from '#web/ui/stepper.tsx'
import { CancelDialog, LateDialog, ReturnDialog, SendDialog, SignDialog } from './payout-dialogs.tsx'
import { PayoutHistory } from './payout-history.tsx'
import { PayoutLines } from './payout-lines-table.tsx'
import { Figures, Notice, ProblemList, StateChip } from './payout-parts.tsx'
import { type Decisions, tally } from './payout-results.rules.ts'
import { PayoutResults } from './payout-results.tsx'
import { PayoutStep } from './payout-step.tsx'
import type { Batch, BatchState, Line } from './payout-types.ts'
import { usePayoutMoves } from './use-payout-moves.ts'

const Columns = styled('div')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: 16,
  alignItems: 'start',
  [theme.breakpoints.up('lg')]: { gridTemplateColumns: 'minmax(0, 1fr) 280px' },
}))

const stepNames = ['作成', '承認', 'ファイル作成', '銀行へ送信', '結果の記録', '完了'] as const
const stepAt: Record<BatchState, number> = {
  draft: 1,
  approved: 2,
  exported: 3,
  sent: 4,
  closed: 5,
  canceled: 0,
}

export default function PayoutPage() {
  const { id } = useParams({ strict: false })
  const batch = useCall(transferCalls.batch, { params: { id: Number(id) } })
  if (batch.data) return <PayoutBatchPage key={batch.data.id} batch={batch.data} />
  return (
    <DetailPage title={`振込データ ${id}`}>
      {batch.isError ? <Failed state={batch} /> : <Loading skeleton={<TableSkeleton />} />}
    </DetailPage>
  )
}

export function PayoutBatchPage({ batch }: { batch: Batch }) {
  const moves = usePayoutMoves(batch)
  const draft = useDraft<Decisions>(`payout-results:${batch.id}`, {})
  const [open, setOpen] = useState<'approve' | 'export' | 'send' | 'cancel'>()
  const [returned, setReturned] = useState<Line>()
  const recording = batch.allowedMoves.includes('record_results')
  const sums = tally(batch.lines)
  const onReturn = batch.allowedMoves.includes('record_returns') ? setReturned : undefined
  const answered = batch.state === 'sent' || batch.state === 'closed'
  return (
    <DetailPage
      title={`振込データ ${batch.id}`}
      lead={
        <>
          <StateChip state={batch.state} />
          <Muted>振込指定日 {formatDateJa(batch.payDate)}</Muted>
        </>
      }
      actions={
        <Link to="/biz/payouts" search={{ state: 'all' }} style={{ display: 'inline-flex', gap: 4 }}>
          <BackMark />
          振込データの一覧
        </Link>
      }
    >
      {batch.state !== 'canceled' && <Stepper steps={stepNames} current={stepAt[batch.state]} />}
      <Figures
        items={[
          { key: 'all', label: '合計', count: batch.lineCount, amount: batch.total },
          ...(answered
            ? [
                { key: 'paid', label: '振込済', ...sums.paid },
                { key: 'bounced', label: '組戻し', ...sums.bounced },
                ...(sums.returned.count > 0
                  ? [{ key: 'returned', label: '資金返却', ...sums.returned }]
                  : []),
                { key: 'open', label: '結果待ち', ...sums.open },
              ]
            : []),
        ]}
      />
      <Columns>
        <Stack gap={12}>
          <PayoutStep
            batch={batch}
            moves={moves}
            onApprove={() => setOpen('approve')}
            onExport={() => setOpen('export')}
            onSend={() => setOpen('send')}
            onCancel={() => setOpen('cancel')}
          />
          {batch.problems.length > 0 && (
            <Notice tone="wait">
              <b>確認で見つかったこと</b>
              <ProblemList problems={batch.problems} />
            </Notice>
          )}
          {recording ? (
            <PayoutResults batch={batch} moves={moves} draft={draft} onReturn={onReturn} />
          ) : (
            <PayoutLines lines={batch.lines} withResult={answered} onReturn={onReturn} />
          )}
        </Stack>
        <PayoutHistory batch={batch} />
      </Columns>
      {(open === 'approve' || open === 'export') && (
        <SignDialog batch={batch} moves={moves} step={open} onClose={() => setOpen(undefined)} />
      )}
      {open === 'send' && <SendDialog batch={batch} moves={moves} onClose={() => setOpen(undefined)} />}
      {open === 'cancel' && <CancelDialog batch={batch} moves={moves} onClose={() => setOpen(undefined)} />}
      {returned && (
        <ReturnDialog batch={batch} line={returned} moves={moves} onClose={() => setReturned(undefined)} />
      )}
      {moves.dialog}
      {moves.theirs && (
        <LateDialog
          batch={batch}
          theirs={moves.theirs}
          onShow={() => {
            setOpen(undefined)
            setReturned(undefined)
            moves.showTheirs()
          }}
        />
      )}
    </DetailPage>
  )
}
