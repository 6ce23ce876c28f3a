import { styled } from '@mui/material/styles'
import { Link } from '@tanstack/react-router'
import { useEffect, useMemo, useRef, useState } from 'react'
import { assessmentCalls, mostPublications } from '#contract/assessment'
import { formatYen } from '#contract/text'
import type { AskResult } from '#web/lib/ask.ts'
import { sentenceFor } from '#web/lib/errors.ts'
import { useMutationOf } from '#web/lib/query-client.ts'
import { useTurns } from '#web/lib/use-turns.ts'
import { QuietButton } from '#web/ui/button.tsx'
import { DelayedActs } from '#web/ui/delayed-acts.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { ErrorText } from '#web/ui/field-style.tsx'
import { Loading } from '#web/ui/loading.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Muted, Stack } from '#web/ui/page.tsx'
import { StatusChip } from '#web/ui/status-chip.tsx'
import { useDelayed } from '#web/ui/use-delayed.ts'

type Outcome = AskResult<typeof assessmentCalls.publishSeveral>['results'][number]

const List = styled('ul')(({ theme }) => ({
  maxHeight: 320,
  overflowY: 'auto',
  borderTop: `1px solid ${theme.okuru.palette.border.main}`,
  '& li': {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr) auto',
    gap: '2px 12px',
    padding: '8px 4px',
    fontSize: 13,
    borderBottom: `1px solid ${theme.okuru.palette.border.main}`,
  },
  '& .why': { gridColumn: '1 / -1', color: theme.okuru.palette.error.main },
  '& .sum': { fontVariantNumeric: 'tabular-nums', textAlign: 'right' },
}))

const totalOf = (outcomes: readonly Outcome[]): number =>
  outcomes.reduce((sum, { total }) => sum + (total ?? 0), 0)

const customersOf = (outcomes: readonly Outcome[]): number =>
  new Set(outcomes.map(({ customer }) => customer)).size

/** Preview, ten seconds to cancel in which nothing has been sent, and what became of each. */
function useBulkPublish(asked: readonly number[], onPublished?: Props['onPublished']) {
  // As chosen: a list that is read anew changes nothing here.
  const [requests] = useState(asked)
  const { mutateAsync: look } = useMutationOf(assessmentCalls.previewSeveral)
  const { mutateAsync: publishTurn } = useMutationOf(assessmentCalls.publishSeveral)
  const preview = useTurns({
    most: mostPublications,
    send: (turn: readonly number[]) => look({ body: { requests: [...turn] } }),
  })
  const begin = useRef(() => void preview.start(requests))
  useEffect(() => begin.current(), [])
  const found = preview.isDone ? preview.results : nothing
  const ready = useMemo(() => found.filter(({ isRefused }) => !isRefused), [found])
  const publish = useTurns({
    most: mostPublications,
    send: (turn: readonly Outcome[]) =>
      publishTurn({
        body: {
          requests: turn.map(({ request, version, total, itemCount }) => ({
            ...{ id: request, version, total, itemCount },
          })),
        },
      }),
    onTurn: (turn) => onPublished?.(turn.filter(({ isRefused }) => !isRefused).map(({ request }) => request)),
  })
  const delayed = useDelayed(() => void (publish.error ? publish.again() : publish.start(ready)))
  return { requests, preview, publish, found, ready, delayed }
}

const nothing: readonly Outcome[] = []

type Props = {
  requests: readonly number[]
  onClose: () => void
  onPublished?: (requests: readonly number[]) => void
}

export function BulkPublishDialog({ requests, onClose, onPublished }: Props) {
  const work = useBulkPublish(requests, onPublished)
  const { preview, publish, found, ready, delayed } = work
  const done = publish.isDone ? publish.results : undefined
  const close = () => {
    delayed.cancel()
    if (!publish.isPending) onClose()
  }
  return (
    <Dialog
      open
      wide
      title={done ? '査定結果の公開が終わりました' : '査定結果をまとめて公開する'}
      onClose={close}
      actions={
        <DelayedActs
          delayed={delayed}
          send={publish}
          begin={ready.length > 0 ? `${ready.length}件を公開する` : undefined}
          atOnce="待たずに公開する"
          onClose={onClose}
        >
          {preview.error !== undefined && (
            <QuietButton onClick={() => void preview.again()}>もう一度試す</QuietButton>
          )}
        </DelayedActs>
      }
    >
      <Stack gap={12}>
        {preview.isPending && work.requests.length > mostPublications && (
          <Muted role="status">{`${work.requests.length}件のうち${preview.results.length}件を確かめました。`}</Muted>
        )}
        {preview.isPending && <Loading />}
        {preview.error !== undefined && <ErrorText role="alert">{sentenceFor(preview.error)}</ErrorText>}
        {publish.isPending && ready.length > mostPublications && (
          <Notice
            tone="wait"
            role="status"
            title={`${ready.length}件のうち${publish.results.length}件が終わりました`}
          >
            {`${mostPublications}件ずつ公開しています。終わるまでこのままお待ちください。`}
          </Notice>
        )}
        {publish.error !== undefined && (
          <Notice tone="late" role="alert" title="最後まで確かめられませんでした">
            {publish.results.length > 0 && `${publish.results.length}件は終わっています。`}
            {`${sentenceFor(publish.error)} もう一度送っても、同じお客さまに二度お知らせすることはありません。`}
          </Notice>
        )}
        {delayed.left !== undefined && (
          <Notice tone="wait" role="status" title={`${delayed.left}秒後に公開します`}>
            まだ何も送っていません。この画面を閉じると取りやめになります。
          </Notice>
        )}
        {done ? (
          <Done results={done} />
        ) : (
          found.length > 0 && (
            <>
              <p>
                {ready.length > 0
                  ? `${ready.length}件、合計 ${formatYen(totalOf(ready))} を公開し、お客さま ${customersOf(ready)}人にお知らせします。`
                  : 'いま公開できる申し込みはありません。'}
              </p>
              {ready.some(({ isAccepted }) => isAccepted) && (
                <Muted>「自動承諾」の申し込みは、公開と同時に売却のお返事になります。</Muted>
              )}
              <Outcomes results={found} />
            </>
          )
        )}
      </Stack>
    </Dialog>
  )
}

/** The way in from a list of requests whose articles are all assessed. */
export function BulkPublishButton({ requests }: { requests: readonly number[] }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <QuietButton disabled={requests.length === 0} onClick={() => setOpen(true)}>
        まとめて公開する
      </QuietButton>
      {isOpen && <BulkPublishDialog requests={requests} onClose={() => setOpen(false)} />}
    </>
  )
}

function Done({ results }: { results: readonly Outcome[] }) {
  const sent = results.filter(({ isRefused }) => !isRefused)
  const kept = results.length - sent.length
  return (
    <>
      <Notice tone={kept > 0 ? 'wait' : 'ok'} role="status" title={`${sent.length}件を公開しました`}>
        {`合計 ${formatYen(totalOf(sent))}、お客さま ${customersOf(sent)}人にお知らせしました。`}
        {kept > 0 && `${kept}件は公開していません。`}
      </Notice>
      <Outcomes results={results} />
    </>
  )
}

function Outcomes({ results }: { results: readonly Outcome[] }) {
  const refused = results.filter(({ isRefused }) => isRefused)
  const others = results.filter(({ isRefused }) => !isRefused)
  return (
    <List>
      {[...refused, ...others].map((outcome) => (
        <li key={outcome.request}>
          <span>
            <Link to="/biz/requests/$id/result" params={{ id: String(outcome.request) }}>
              {`申し込み ${outcome.request}`}
            </Link>{' '}
            {outcome.customerName && `${outcome.customerName} 様 ・ ${outcome.itemCount}点`}{' '}
            {outcome.isAccepted && <StatusChip tone="ok">自動承諾</StatusChip>}
          </span>
          <span className="sum">{outcome.isRefused ? '公開できません' : formatYen(outcome.total ?? 0)}</span>
          {outcome.isRefused && <span className="why">{whyOf(outcome)}</span>}
        </li>
      ))}
    </List>
  )
}

const whyOf = ({ message, items }: Outcome): string =>
  items.length === 0 ? message : `${message}(${items.map(({ seq }) => `${seq}点目`).join('・')})`
