import { useRef, useState } from 'react'
import { carrierLabel, labelOf } from '#contract/codes'
import {
  changesBox,
  changesParcel,
  type ImportKind,
  importKindLabel,
  trackingImportCalls,
} from '#contract/tracking-import'
import { type Carrier, usualCarrier } from '#contract/tracking-number'
import { carrierOptions } from '#web/features/purchase-request/shared/biz/carrier.ts'
import type { AskResult } from '#web/lib/ask.ts'
import { dateTimeJa } from '#web/lib/dates.ts'
import { isPassing, sentenceFor } from '#web/lib/errors.ts'
import { useCall, useMutationOf } from '#web/lib/query-client.ts'
import { MainButton } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { CsvFileField } from '#web/ui/csv-file-field.tsx'
import type { Column } from '#web/ui/data-table.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { SelectField } from '#web/ui/field.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Muted, Row, Stack } from '#web/ui/page.tsx'
import { ListPage } from '#web/ui/page-kit.tsx'
import { ReadTable } from '#web/ui/rows-page.tsx'
import { Segmented } from '#web/ui/segmented.tsx'
import { useAttention } from '#web/ui/use-attention.ts'
import { FileShape } from './file-shape.tsx'
import { type IssuedReport, IssuedReportTable } from './issued-report.tsx'
import { type Report, TrackingReport } from './tracking-report.tsx'

type Done = { isApplied: boolean } & (
  | { kind: 'events'; report: Report }
  | { kind: 'numbers'; report: IssuedReport }
)
type Failure = { sentence: string; isPassing: boolean; isApplied: boolean }

export default function TrackingImportsPage() {
  const work = useImport()
  const { file, done, failure } = work
  const notice = useAttention<HTMLDivElement>(done?.isApplied ? done : undefined)
  return (
    <ListPage title="配送状況の取り込み">
      <Card>
        <Stack gap={14}>
          <Choice work={work} />
          {failure && <Failed failure={failure} onRetry={work.checkAgain} />}
          {done?.isApplied && (
            <Notice ref={notice} tone="ok" title={`取り込みました(番号${done.report.importId})`}>
              {summaryOf(done)}
            </Notice>
          )}
          {done && !done.isApplied && file && (
            <Ready done={done} pending={work.applying} onApply={work.apply} />
          )}
        </Stack>
      </Card>
      {done?.kind === 'events' && <TrackingReport report={done.report} />}
      {done?.kind === 'numbers' && <IssuedReportTable report={done.report} />}
      <Past />
    </ListPage>
  )
}

const kindOptions = Object.entries(importKindLabel).map(([value, label]) => ({
  value: value as ImportKind,
  label,
}))

const fileHelp: Readonly<Record<ImportKind, string>> = {
  events: '荷物の番号・状況・日時が1行ずつ入ったファイルです。',
  numbers: 'B2クラウドやe飛伝Ⅲで送り状を発行したあとに書き出す、お客様管理番号と送り状番号のファイルです。',
}

type FailedProps = { failure: Failure; onRetry: () => void }

function Failed({ failure: { sentence, isPassing, isApplied }, onRetry }: FailedProps) {
  const title = !isPassing
    ? 'このファイルは取り込めません'
    : isApplied
      ? '取り込めませんでした'
      : '確かめられませんでした'
  return (
    <Notice
      tone="late"
      role="alert"
      title={title}
      actions={
        isPassing &&
        !isApplied && (
          <button type="button" onClick={onRetry}>
            もう一度確かめる
          </button>
        )
      }
    >
      <span style={{ whiteSpace: 'pre-line' }}>{sentence}</span>
    </Notice>
  )
}

function useImport() {
  const [kind, setKind] = useState<ImportKind>('events')
  const [carrier, setCarrier] = useState<Carrier>(usualCarrier)
  const [file, setFile] = useState<File>()
  const [done, setDone] = useState<Done>()
  const [failure, setFailure] = useState<Failure>()
  const check = useMutationOf(trackingImportCalls.check)
  const apply = useMutationOf(trackingImportCalls.apply)
  const checkNumbers = useMutationOf(trackingImportCalls.checkNumbers)
  const applyNumbers = useMutationOf(trackingImportCalls.applyNumbers)
  // Only the newest check is shown: another file may be chosen while one is read.
  const newest = useRef(0)
  const sent = async (isApplied: boolean, what: ImportKind, form: FormData): Promise<Done> =>
    what === 'events'
      ? { kind: what, isApplied, report: await (isApplied ? apply : check).mutateAsync({ body: form }) }
      : {
          kind: what,
          isApplied,
          report: await (isApplied ? applyNumbers : checkNumbers).mutateAsync({ body: form }),
        }
  const run = async (isApplied: boolean, what: ImportKind, whose: Carrier, chosen: File) => {
    newest.current += 1
    const own = newest.current
    setFailure(undefined)
    if (!isApplied) setDone(undefined)
    try {
      const form = new FormData()
      form.append('carrier', whose)
      form.append('file', chosen, chosen.name)
      const report = await sent(isApplied, what, form)
      if (own === newest.current) setDone(report)
    } catch (error) {
      if (own === newest.current)
        setFailure({ sentence: sentenceFor(error), isPassing: isPassing(error), isApplied })
    }
  }
  return {
    kind,
    carrier,
    file,
    done,
    failure,
    checking: check.isPending || checkNumbers.isPending,
    applying: apply.isPending || applyNumbers.isPending,
    choose: (chosen: File | undefined) => {
      if (!chosen) return
      setFile(chosen)
      void run(false, kind, carrier, chosen)
    },
    chooseCarrier: (whose: Carrier) => {
      setCarrier(whose)
      if (file) void run(false, kind, whose, file)
    },
    chooseKind: (what: ImportKind) => {
      setKind(what)
      if (file) void run(false, what, carrier, file)
    },
    checkAgain: () => file && void run(false, kind, carrier, file),
    apply: () => file && void run(true, kind, carrier, file),
  }
}

function Choice({ work }: { work: ReturnType<typeof useImport> }) {
  const { kind, carrier, file, checking, applying } = work
  return (
    <>
      <div style={{ maxWidth: 420 }}>
        <Segmented<ImportKind>
          legend="ファイルの中身"
          value={kind}
          onChange={work.chooseKind}
          segments={kindOptions}
        />
      </div>
      <div style={{ maxWidth: 320 }}>
        <SelectField
          label="運送会社"
          options={carrierOptions}
          value={carrier}
          disabled={applying}
          onChange={({ target }) => work.chooseCarrier(target.value as Carrier)}
        />
      </div>
      <CsvFileField
        help={`${fileHelp[kind]}選ぶと中身を確かめます。取り込むまでは何も変わりません。`}
        name={file?.name}
        checking={checking}
        disabled={applying}
        onFile={work.choose}
      >
        <FileShape kind={kind} carrier={carrier} />
      </CsvFileField>
    </>
  )
}

type ReadyProps = { done: Done; pending: boolean; onApply: () => void }

const changesOf = (done: Done): number =>
  done.kind === 'events'
    ? done.report.lines.filter(({ result }) => changesBox(result)).length
    : done.report.lines.filter(({ result }) => changesParcel(result)).length

function Ready({ done, pending, onApply }: ReadyProps) {
  const count = changesOf(done)
  if (count === 0)
    return (
      <Notice tone="plain" title="新しく記録することはありません" role="status">
        下の一覧で、行ごとの結果を確かめられます。
      </Notice>
    )
  return (
    <Row gap={12}>
      <MainButton pending={pending} onClick={onApply}>
        {count}件を取り込む
      </MainButton>
      <Muted role="status">{summaryOf(done)}まだ何も変わっていません。</Muted>
    </Row>
  )
}

function summaryOf(done: Done): string {
  const count = (...results: string[]) =>
    (done.report.lines as readonly { result: string }[]).filter(({ result }) => results.includes(result))
      .length
  if (done.kind === 'numbers')
    return `返送${count('return_numbered')}件、段ボール${count('kit_sent', 'kit_numbered')}件、集荷の箱${count('pickup_booked', 'pickup_numbered')}件。`
  return `集荷${count('picked_up')}件、配達完了${count('delivered')}件。「輸送中」になる申し込みは${done.report.sentRequests.length}件です。`
}

type Import = AskResult<typeof trackingImportCalls.list>[number]

const columns: readonly Column<Import>[] = [
  { key: 'id', header: '番号', cell: ({ id }) => id },
  { key: 'at', card: 'title', header: '取り込んだ日時', cell: ({ importedAt }) => dateTimeJa(importedAt) },
  { key: 'kind', header: '中身', cell: ({ kind }) => labelOf(importKindLabel, kind) },
  {
    key: 'carrier',
    card: 'title',
    header: '運送会社',
    cell: ({ carrier }) => labelOf(carrierLabel, carrier),
  },
  { key: 'rows', header: '行', align: 'end', cell: ({ rowCount }) => rowCount },
  { key: 'recorded', header: '記録', align: 'end', cell: ({ recordedCount }) => recordedCount },
  { key: 'sent', header: '輸送中になった申し込み', align: 'end', cell: ({ sentCount }) => sentCount },
  { key: 'by', header: '担当', cell: ({ importedBy }) => importedBy },
]

function Past() {
  const read = useCall(trackingImportCalls.list)
  return (
    <section>
      <h2 style={{ margin: '8px 0', fontSize: 15 }}>これまでの取り込み</h2>
      <ReadTable
        read={read}
        label="これまでの取り込み"
        columns={columns}
        rows={read.data}
        rowKey={({ id }) => id}
        empty={<Empty title="取り込みはまだありません" />}
      />
    </section>
  )
}
