import { useState } from 'react'
import { type kitResults, requestKitCalls } from '#contract/request-kit'
import { withoutSeparators } from '#contract/text'
import { LabelDialog } from '#web/features/carrier-label/shared/biz/label-dialog.tsx'
import { trackingProblem } from '#web/features/purchase-request/shared/biz/carrier.ts'
import { sentenceFor } from '#web/lib/errors.ts'
import { useMutationOf } from '#web/lib/query-client.ts'
import { useList } from '#web/lib/use-list.ts'
import { MainButton, QuietButton } from '#web/ui/button.tsx'
import { useConfirm } from '#web/ui/confirm.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { Icon } from '#web/ui/icons.tsx'
import { QuietLink } from '#web/ui/link-button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { notify } from '#web/ui/notify.tsx'
import { useTellsOffline } from '#web/ui/offline-banner.tsx'
import { Muted, Row } from '#web/ui/page.tsx'
import { choiceColumn, rowChoice } from '#web/ui/row-choice.tsx'
import { RowsPage } from '#web/ui/rows-page.tsx'
import { useAttention } from '#web/ui/use-attention.ts'
import { useShortcuts } from '#web/ui/use-shortcuts.ts'
import { type Kit, numberColumn, numberId, sentColumns, waitingColumns } from './kit-columns.tsx'
import { AddressLabels } from './kit-labels.tsx'

const tabs = [
  { value: 'waiting', label: '発送待ち' },
  { value: 'sent', label: '発送済み' },
] as const
type Tab = (typeof tabs)[number]['value']

type Result = (typeof kitResults)[number]
type Told = { request: number; result: Result }

export default function KitsPage() {
  const list = useList(requestKitCalls.list)
  const tab: Tab = (list.query as { state?: Tab }).state ?? 'waiting'
  const work = useKitWork(list.read.data?.results ?? [])
  const waits = tab === 'waiting'
  const rows = list.read.data?.results ?? []
  const columns = waits
    ? [choiceColumn(work.choice), ...waitingColumns, numberColumn(work)]
    : sentColumns(work)
  return (
    <RowsPage<Kit, number, Tab>
      title="段ボールの発送"
      label={waits ? '発送を待つ段ボール' : '発送した段ボール'}
      columns={columns}
      list={list}
      rowKey={({ request }) => request}
      plain
      tabs={tabs}
      tab={tab}
      searchOfTab={(state) => ({ state: state === 'waiting' ? undefined : state })}
      lead={
        <>
          <Told work={work} />
          {waits && rows.length > 0 && <Bar work={work} />}
        </>
      }
      empty={
        waits ? (
          <Empty
            title="発送を待つ段ボールはありません"
            action={<QuietLink to="/biz/requests">申し込みを見る</QuietLink>}
          >
            お客さまが段ボールをご希望のお申し込みが、発送期限の早い順に並びます。
          </Empty>
        ) : (
          <Empty title="発送した段ボールはありません">発送済みにすると、新しい順に並びます。</Empty>
        )
      }
    />
  )
}

const focusNumber = ({ request }: Kit) => document.getElementById(numberId(request))?.focus()

/** What is chosen and typed on the list, and what came of it. */
function useKitWork(rows: readonly Kit[]) {
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set())
  const [numbers, setNumbers] = useState<Readonly<Record<number, string>>>({})
  const [told, setTold] = useState<{ results: readonly Told[] }>()
  const [problems, setProblems] = useState<Readonly<Record<number, string>>>({})
  const mark = useMutationOf(requestKitCalls.markSent, { rereadsOnError: true })
  const takeBack = useMutationOf(requestKitCalls.takeBack, { rereadsOnError: true })
  const confirm = useConfirm()
  const numberOf = (row: Kit) => numbers[row.request]?.trim() ?? ''
  const picked = rows.filter(({ request }) => chosen.has(request))
  const forget = () => {
    setTold(undefined)
    mark.reset()
    takeBack.reset()
  }

  const problemOf = (row: Kit, among: readonly Kit[]): string | undefined => {
    const number = numberOf(row)
    if (number === '') return undefined
    const twin = among.find(
      (other) =>
        other.request !== row.request &&
        other.customer !== row.customer &&
        withoutSeparators(numberOf(other)) === withoutSeparators(number),
    )
    return (
      trackingProblem(row.carrier, number) ??
      (twin && `申し込み${twin.request}と同じ番号です。伝票をもう一度お確かめください`)
    )
  }
  const send = async (kits: readonly Kit[]) => {
    if (kits.length === 0 || mark.isPending) return
    const wrong = Object.fromEntries(
      kits.flatMap((row) => {
        const problem = problemOf(row, kits)
        return problem ? [[row.request, problem]] : []
      }),
    )
    forget()
    setProblems(wrong)
    const first = kits.find(({ request }) => wrong[request])
    if (first) return focusNumber(first)
    const body = { kits: kits.map((row) => ({ request: row.request, trackingNumber: numberOf(row) })) }
    const done = await mark.mutateAsync({ body }).catch(() => undefined)
    if (!done) return
    const gone = new Set(kits.map(({ request }) => request))
    setChosen((before) => new Set([...before].filter((request) => !gone.has(request))))
    setNumbers((before) =>
      Object.fromEntries(Object.entries(before).filter(([request]) => !gone.has(Number(request)))),
    )
    setTold({ results: done.results })
  }
  const undo = async (row: Kit) => {
    const sure = await confirm({
      title: `申し込み ${row.request} の発送の記録を取り消しますか`,
      body: (
        <p>
          {row.customerName}
          様の段ボールは、発送待ちに戻ります。発送済みにしてから10分を過ぎているときは、お客さまに発送のお知らせが届いているため、お詫びのお知らせをお送りします。
        </p>
      ),
      confirm: '発送待ちに戻す',
    })
    if (!sure || row.sentAt === null) return
    forget()
    const done = await takeBack
      .mutateAsync({ params: { id: row.request }, body: { sentAt: row.sentAt } })
      .catch(() => undefined)
    if (done) notify.done(`申し込み ${row.request} を、発送待ちに戻しました。`)
  }
  /** A scanner ends each number with Enter. */
  const enter = (row: Kit) => {
    if (numberOf(row) === '') return
    const problem = problemOf(row, rows)
    if (problem) return setProblems((before) => ({ ...before, [row.request]: problem }))
    setChosen((before) => new Set(before).add(row.request))
    const next = rows[rows.indexOf(row) + 1]
    if (next) focusNumber(next)
  }
  return {
    choice: rowChoice({
      rows,
      rowKey: ({ request }) => request,
      nameOf: ({ request, customerName }) => `申し込み${request} ${customerName}様`,
      chosen,
      choose: setChosen,
    }),
    enter,
    picked,
    problems,
    told,
    error: mark.error ?? takeBack.error,
    pending: mark.isPending,
    numberOf: (row: Kit) => numbers[row.request] ?? '',
    type: (row: Kit, text: string) => {
      setNumbers((before) => ({ ...before, [row.request]: text }))
      setProblems(({ [row.request]: _gone, ...others }) => others)
    },
    send: (kits: readonly Kit[]) => void send(kits),
    undo: (row: Kit) => void undo(row),
  }
}
type KitWork = ReturnType<typeof useKitWork>

const words: Readonly<Record<Result, string>> = {
  sent: '発送済みにしました。お客さまには、10分後にお知らせします。まちがえたときは、「発送済み」から戻せます。',
  numbered: '送り状番号を記録しました。',
  already_sent: 'ほかの担当者が、先に発送済みにしていました。箱が二重に出ていないか、お確かめください。',
  dropped: 'お申し込みの取り消しや発送があったため、段ボールは要らなくなりました。発送しないでください。',
}

function Told({ work: { told, error } }: { work: KitWork }) {
  const ref = useAttention<HTMLDivElement>(told ?? error)
  useTellsOffline(error)
  if (error)
    return (
      <Notice ref={ref} tone="late" role="alert" title="記録できませんでした">
        {sentenceFor(error)}
      </Notice>
    )
  if (!told) return null
  const groups = Object.entries(Object.groupBy(told.results, ({ result }) => result)) as [Result, Told[]][]
  const isAllRight = groups.every(([result]) => result === 'sent' || result === 'numbered')
  return (
    <Notice ref={ref} role="status" tone={isAllRight ? 'ok' : 'wait'} title="記録の結果">
      {groups.map(([result, those]) => (
        <p key={result}>
          申し込み {those.map(({ request }) => request).join('、')}: {words[result]}
        </p>
      ))}
    </Notice>
  )
}

function Bar({ work }: { work: KitWork }) {
  const { picked, pending, send } = work
  const [printing, setPrinting] = useState(0)
  const [makesLabels, setMakesLabels] = useState(false)
  const many = picked.length
  useShortcuts([
    { code: 'Enter', ctrl: true, label: '発送済みにする', inFields: true, run: () => send(picked) },
  ])
  return (
    <Row gap={10}>
      {many === 0 ? (
        <QuietButton disabled>発送済みにする</QuietButton>
      ) : (
        <MainButton pending={pending} onClick={() => send(picked)}>
          {`${many}件を発送済みにする`}
        </MainButton>
      )}
      <QuietButton
        disabled={many === 0}
        startIcon={<Icon name="print" size={18} />}
        onClick={() => setPrinting((times) => times + 1)}
      >
        {many === 0 ? '宛名を印刷する' : `宛名を印刷する(${many}件)`}
      </QuietButton>
      <QuietButton
        startIcon={<Icon name="download" size={16} />}
        aria-haspopup="dialog"
        onClick={() => setMakesLabels(true)}
      >
        {many === 0 ? '送り状データを作る' : `送り状データを作る(${many}件)`}
      </QuietButton>
      <Muted style={{ fontSize: 12 }}>
        1件の段ボールは、何箱でもたたんで1つの荷物にまとめ、転送不要で、着払いの送り状を入れてお送りください。送り状番号は1件に1つで、あとからでも記録できます。
      </Muted>
      {makesLabels && (
        <LabelDialog
          kind="kit"
          carrier={picked.every(({ carrier }) => carrier === 'SAGAWA') && many > 0 ? 'SAGAWA' : 'YAMATO'}
          requests={picked.map(({ request }) => request)}
          onClose={() => setMakesLabels(false)}
        />
      )}
      {printing > 0 && <AddressLabels key={printing} kits={picked} onDone={() => setPrinting(0)} />}
    </Row>
  )
}
