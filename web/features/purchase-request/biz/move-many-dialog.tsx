import { styled } from '@mui/material/styles'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { requestStageOf, requestStatus as S } from '#contract/lifecycle'
import { mostMoved, purchaseRequestCalls } from '#contract/purchase-request'
import { type RequestTransition, stepTogether } from '#contract/status-move'
import { formatCount } from '#contract/text'
import type { AskResult } from '#web/lib/ask.ts'
import { sentenceFor } from '#web/lib/errors.ts'
import { useMutationOf } from '#web/lib/query-client.ts'
import { useTurns } from '#web/lib/use-turns.ts'
import { DelayedActs } from '#web/ui/delayed-acts.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Stack } from '#web/ui/page.tsx'
import { useDelayed } from '#web/ui/use-delayed.ts'
import { requestStatusText } from '../shared/biz/statuses.ts'
import type { BizRequestRow } from '../shared/biz/types.ts'

type Outcome = AskResult<typeof purchaseRequestCalls.moveMany>['results'][number]

const List = styled('ul')(({ theme }) => ({
  maxHeight: 320,
  overflowY: 'auto',
  borderTop: `1px solid ${theme.okuru.palette.border.main}`,
  '& li': { padding: '8px 4px', fontSize: 13, borderBottom: `1px solid ${theme.okuru.palette.border.main}` },
  '& b, & .why': { display: 'block' },
  '& .why': { color: theme.okuru.palette.error.main },
}))

type Step = { move: RequestTransition; rows: BizRequestRow[] }

function stepsOf(rows: readonly BizRequestRow[]): Step[] {
  const steps = new Map<RequestTransition, BizRequestRow[]>()
  for (const row of rows) {
    const move = stepTogether(row.status)
    if (move) steps.set(move, [...(steps.get(move) ?? []), row])
  }
  return [...steps].map(([move, of]) => ({ move, rows: of }))
}

type Props = {
  picked: readonly BizRequestRow[]
  onClose: () => void
  onMoved: (ids: readonly number[]) => void
}

/** Steps that cannot be taken back, so the ten seconds to call them off come before they are sent. */
export function MoveManyDialog({ picked, onClose, onMoved }: Props) {
  // As chosen: a list that is read anew changes nothing here.
  const [rows] = useState(picked)
  const ready = rows.filter(({ status }) => stepTogether(status))
  const move = useMutationOf(purchaseRequestCalls.moveMany, { rereadsOnError: true })
  const send = useTurns({
    most: mostMoved,
    send: (turn: readonly BizRequestRow[]) =>
      move.mutateAsync({ body: { requests: turn.map(({ id, version }) => ({ id, version })) } }),
    onTurn: (turn) => onMoved(turn.filter(({ isRefused }) => !isRefused).map(({ request }) => request)),
  })
  const delayed = useDelayed(() => void (send.error ? send.again() : send.start(ready)))
  const results = send.isDone ? send.results : undefined
  const close = () => {
    delayed.cancel()
    if (!send.isPending) onClose()
  }
  return (
    <Dialog
      open
      wide
      title={results ? '申し込みを進めました' : '申し込みをまとめて進める'}
      onClose={close}
      actions={
        <DelayedActs
          delayed={delayed}
          send={send}
          begin={ready.length > 0 ? `${formatCount(ready.length)}件を進める` : undefined}
          atOnce="待たずに進める"
          onClose={onClose}
        />
      }
    >
      <Stack gap={12}>
        {send.isPending && ready.length > mostMoved && (
          <Notice
            tone="wait"
            role="status"
            title={`${ready.length}件のうち${send.results.length}件が終わりました`}
          >
            {`${mostMoved}件ずつ進めています。終わるまでこのままお待ちください。`}
          </Notice>
        )}
        {send.error !== undefined && (
          <Notice tone="late" role="alert" title="最後まで確かめられませんでした">
            {send.results.length > 0 && `${send.results.length}件は終わっています。`}
            {`${sentenceFor(send.error)} もう一度送っても、同じ申し込みが二度進むことはありません。`}
          </Notice>
        )}
        {delayed.left !== undefined && (
          <Notice tone="wait" role="status" title={`${delayed.left}秒後に進めます`}>
            まだ何も変えていません。この画面を閉じると取りやめになります。
          </Notice>
        )}
        {results ? <Done results={results} /> : <Steps rows={rows} ready={ready} />}
      </Stack>
    </Dialog>
  )
}

function Steps({ rows, ready }: { rows: readonly BizRequestRow[]; ready: readonly BizRequestRow[] }) {
  const others = rows.filter(({ status }) => !stepTogether(status))
  return (
    <>
      {ready.length > 0 ? (
        <p>それぞれを次の状況に進めます。進めたあとは、元に戻せません。</p>
      ) : (
        <p>選んだ申し込みに、まとめて進められるものはありません。</p>
      )}
      <List>
        {stepsOf(ready).map(({ move, rows: of }) => (
          <li key={move.from}>
            <b>{`${move.label} ${formatCount(of.length)}件`}</b>
            {`${requestStatusText(move.from)} → ${requestStatusText(move.to)}。`}
            {requestStageOf(move.to)?.effect}
            {move.to === S.ASSESSING &&
              of.some(({ assessor }) => assessor === null) &&
              '担当のいない箱は、あなたの担当になります。'}
          </li>
        ))}
        {others.length > 0 && (
          <li>
            <b>{`そのままにする ${formatCount(others.length)}件`}</b>
            {`点数や理由などの入力がいるもの、終わったものです。申し込み${others.map(({ id }) => id).join('、')}`}
          </li>
        )}
      </List>
    </>
  )
}

function Done({ results }: { results: readonly Outcome[] }) {
  const refused = results.filter(({ isRefused }) => isRefused)
  const moved = results.filter(({ isRefused }) => !isRefused)
  return (
    <>
      <Notice
        tone={refused.length > 0 ? 'wait' : 'ok'}
        role="status"
        title={`${formatCount(moved.length)}件を進めました`}
      >
        {refused.length > 0 &&
          `${formatCount(refused.length)}件は進めていません。一覧で選んだままになっています。`}
      </Notice>
      <List>
        {[...refused, ...moved].map(({ request, isRefused, message, status }) => (
          <li key={request}>
            <Link to="/biz/requests/$id" params={{ id: String(request) }}>{`申し込み ${request}`}</Link>{' '}
            {status !== null && requestStatusText(status)}
            {isRefused && <span className="why">{message}</span>}
          </li>
        ))}
      </List>
    </>
  )
}
