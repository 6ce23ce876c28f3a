import { Link } from '@tanstack/react-router'
import type { Tone } from '#contract/lifecycle'
import {
  changesParcel,
  type IssuedResult,
  isIssuedProblem,
  issuedResultLabel,
  type trackingImportCalls,
} from '#contract/tracking-import'
import type { AskResult } from '#web/lib/ask.ts'
import type { Column } from '#web/ui/data-table.tsx'
import { StatusChip } from '#web/ui/status-chip.tsx'
import { LineReport } from './line-report.tsx'

export type IssuedReport = AskResult<typeof trackingImportCalls.applyNumbers>
type Line = IssuedReport['lines'][number]

/** What to do about a line. */
const advice: Partial<Record<IssuedResult, string>> = {
  return_numbered: '箱の点数を数えて「返送を済ませる」と、お客さまにお知らせします。',
  no_number: '送り状を発行してから、もう一度書き出してください。',
  bad_number:
    '12桁の数字と、最後の1桁を確かめてください。表計算ソフトで開くと、数字の形が変わることがあります。',
  bad_reference: 'この画面で作った送り状ではないため、記録しません。',
  unknown_reference: 'この管理番号の荷物は、担当の店舗にありません。',
  doubled: '同じ管理番号に、違う番号がいくつもあります。使う番号を申し込みで入力してください。',
  number_used: 'この番号は、ほかの荷物のものです。伝票を確かめてください。',
  other_number: '記録済みの番号は変えません。違っていたら、申し込みで直してください。',
  other_carrier: '申し込みの運送会社を直してから、もう一度取り込んでください。',
  not_arranged: '運送会社と集荷日を申し込みで決めてから、もう一度取り込んでください。',
  closed: '発送や取り消しが済んでいるため、記録しません。',
}

const toneOf = (result: IssuedResult): Tone =>
  changesParcel(result) ? 'ok' : isIssuedProblem(result) ? 'wait' : 'gray'

const requestOf = ({ request, box }: Line) =>
  request === null ? (
    '—'
  ) : (
    <Link to="/biz/requests/$id" params={{ id: String(request) }}>
      {box === null ? request : `${request} ${box}箱目`}
    </Link>
  )

const columns: readonly Column<Line>[] = [
  { key: 'line', card: 'lead', header: '行', align: 'end', cell: ({ line }) => line },
  { key: 'reference', header: 'お客様管理番号', cell: ({ reference }) => reference || '—' },
  {
    key: 'number',
    card: 'title',
    header: '送り状番号',
    cell: ({ trackingNumber }) => trackingNumber || '番号なし',
  },
  { key: 'request', header: '申し込み', cell: requestOf },
  {
    key: 'result',
    card: 'text',
    header: '結果',
    wrap: true,
    cell: ({ result }) => (
      <>
        <StatusChip tone={toneOf(result)}>{issuedResultLabel[result]}</StatusChip> {advice[result]}
      </>
    ),
  },
]

export const IssuedReportTable = ({ report }: { report: IssuedReport }) => (
  <LineReport
    lines={report.lines}
    columns={columns}
    isProblem={({ result }) => isIssuedProblem(result)}
    changes={({ result }) => changesParcel(result)}
  />
)
