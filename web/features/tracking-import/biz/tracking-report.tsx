import { Link } from '@tanstack/react-router'
import type { Tone } from '#contract/lifecycle'
import {
  changesBox,
  isTrackingProblem,
  type TrackingResult,
  type trackingImportCalls,
  trackingResultLabel,
} from '#contract/tracking-import'
import type { AskResult } from '#web/lib/ask.ts'
import { monthDayTime } from '#web/lib/dates.ts'
import type { Column } from '#web/ui/data-table.tsx'
import { StatusChip } from '#web/ui/status-chip.tsx'
import { LineReport } from './line-report.tsx'

export type Report = AskResult<typeof trackingImportCalls.apply>
type Line = Report['lines'][number]

/** What to do about a line that could not be used. */
const advice: Partial<Record<TrackingResult, string>> = {
  bad_number:
    '12桁の数字と、最後の1桁を確かめてください。表計算ソフトで開くと、数字の形が変わることがあります。',
  unknown_number: 'この運送会社の申し込みに、この番号の箱はありません。',
  ambiguous:
    'どの箱のことか分からないため、記録していません。番号の間違いを申し込みで直してから、もう一度取り込んでください。',
  unknown_event: '集荷や配達完了を示す状況ではないため、記録しません。',
  bad_time: '年からはじまる日時にしてください(例: 2026/11/24 15:30)。',
  future: '日時が、これから先になっています。',
  before_request: '申し込みより前の記録です。以前の荷物の番号かもしれません。',
  after_arrival: '箱を受け取った日より後の記録です。ほかの荷物の番号かもしれません。',
  canceled: '取り消された申し込みの箱です。届いたら、お客さまにご連絡ください。',
}

const toneOf = (result: TrackingResult): Tone =>
  changesBox(result) ? 'ok' : isTrackingProblem(result) ? 'wait' : 'gray'

function boxesOf({ request, box, candidates }: Line) {
  const boxes = request === null || box === null ? candidates : [{ request, box }]
  if (boxes.length === 0) return '—'
  return boxes.map((each) => (
    <Link
      key={`${each.request}-${each.box}`}
      to="/biz/requests/$id"
      params={{ id: String(each.request) }}
      style={{ display: 'block', width: 'fit-content' }}
    >
      {`${each.request} ${each.box}箱目`}
    </Link>
  ))
}

const columns: readonly Column<Line>[] = [
  { key: 'line', card: 'lead', header: '行', align: 'end', cell: ({ line }) => line },
  {
    key: 'number',
    card: 'title',
    header: '送り状番号',
    cell: ({ trackingNumber }) => trackingNumber || '番号なし',
  },
  { key: 'event', header: '状況', cell: ({ eventText }) => eventText || '—' },
  { key: 'at', header: '日時', cell: ({ eventAt }) => monthDayTime(eventAt) },
  { key: 'request', header: '申し込み', cell: boxesOf },
  {
    key: 'result',
    card: 'text',
    header: '結果',
    wrap: true,
    cell: ({ result }) => (
      <>
        <StatusChip tone={toneOf(result)}>{trackingResultLabel[result]}</StatusChip> {advice[result]}
      </>
    ),
  },
]

export const TrackingReport = ({ report }: { report: Report }) => (
  <LineReport
    lines={report.lines}
    columns={columns}
    isProblem={({ result }) => isTrackingProblem(result)}
    changes={({ result }) => changesBox(result)}
  />
)
