import { carrierLabel, carriers } from '#contract/codes'
import { isDate } from '#contract/day'
import {
  bareColumn,
  type TrackingColumns,
  type TrackingEvent,
  trackingColumns,
  trackingEventOf,
} from '#contract/tracking-event'
import { mostTrackingRows, type TrackingResult } from '#contract/tracking-import'
import { type Carrier, normalizeTrackingNumber } from '#contract/tracking-number'
import { fromCsv } from '#server/platform/csv'

export interface TrackingLine {
  line: number
  /** As the file says. */
  tracking_number: string
  event_text: string
  event_at: string | null
  /** What the line says; a reason when it cannot be used. */
  says: { number: string; event: TrackingEvent; at: string } | TrackingResult
}

export type TrackingFile = { ok: true; lines: TrackingLine[] } | { ok: false; message: string }

type Names = Partial<Record<keyof TrackingColumns, string>>

const wanted: readonly (keyof TrackingColumns)[] = ['number', 'event', 'at', 'date', 'time']

function namesIn(header: readonly string[], columns: TrackingColumns): Names {
  return Object.fromEntries(
    wanted.flatMap((column) => {
      const known = columns[column].map(bareColumn)
      // The usual name wins over the others.
      const found = known.flatMap((name) => header.filter((each) => bareColumn(each) === name))[0]
      return found === undefined ? [] : [[column, found]]
    }),
  )
}

function missingColumns(header: readonly string[], columns: TrackingColumns): (readonly string[])[] {
  const names = namesIn(header, columns)
  return [
    ...(names.number === undefined ? [columns.number] : []),
    ...(names.event === undefined ? [columns.event] : []),
    ...(names.at === undefined && names.date === undefined ? [[...columns.at, ...columns.date]] : []),
  ]
}

const mostNamed = 8
const longestName = 20

const quoted = (name: string): string =>
  `「${name.length > longestName ? `${name.slice(0, longestName)}…` : name}」`

/** One sentence a line: what is missing and how it may be called, what the file has, whose file it may be. */
function columnProblem(header: readonly string[], carrier: Carrier): string | undefined {
  const missing = missingColumns(header, trackingColumns[carrier])
  if (missing.length === 0) return undefined
  const lacking = missing.map(([usual = '']) => quoted(usual)).join('')
  const others = missing.flatMap(([usual = '', ...also]) =>
    also.length > 0 ? [`${quoted(usual)}は${also.map(quoted).join('')}でもかまいません。`] : [],
  )
  const more = header.length > mostNamed ? `ほか${header.length - mostNamed}列` : ''
  const whose = carriers.filter(
    (other) => other !== carrier && missingColumns(header, trackingColumns[other]).length === 0,
  )
  return [
    `${lacking}の列が見つかりません。`,
    ...others,
    `このファイルの1行目は、${header.slice(0, mostNamed).map(quoted).join('')}${more}です。`,
    whose.length > 0
      ? `${whose.map((other) => carrierLabel[other]).join('・')}のファイルなら、運送会社を選び直してください。`
      : '送り状の発行データではなく、荷物の状況が入ったCSVをお使いください。1行目には列の名前が必要です。',
  ].join('\n')
}

export function readTrackingFile(bytes: Uint8Array, carrier: Carrier): TrackingFile {
  const csv = fromCsv(bytes, mostTrackingRows)
  if (!csv.ok) return { ok: false, message: csv.message }
  const problem = columnProblem(csv.header, carrier)
  if (problem !== undefined) return { ok: false, message: problem }
  const names = namesIn(csv.header, trackingColumns[carrier])
  if (csv.rows.length === 0) return { ok: false, message: '2行目からの記録がありません。' }
  if (csv.rows.length > mostTrackingRows) {
    return {
      ok: false,
      message: `一度に取り込めるのは${mostTrackingRows}行までです。ファイルを分けてください。`,
    }
  }
  const cell = (row: Record<string, string>, column: keyof TrackingColumns) =>
    plainCell(row[names[column] ?? ''] ?? '')
  const lines = csv.rows.map((row, index) => {
    const moment =
      names.at === undefined ? `${cell(row, 'date')} ${cell(row, 'time')}`.trim() : cell(row, 'at')
    return lineOf(carrier, csv.lines[index] ?? 0, cell(row, 'number'), cell(row, 'event'), moment)
  })
  return { ok: true, lines }
}

/** Some exports write `="123456789013"` so that spreadsheets keep all digits. */
const plainCell = (text: string): string => text.trim().replace(/^="(.*)"$/, '$1')

const longest = 60

function lineOf(carrier: Carrier, line: number, number: string, event: string, moment: string): TrackingLine {
  const at = momentOf(moment)
  const shown = {
    line,
    tracking_number: number.slice(0, longest),
    event_text: event.slice(0, longest),
    event_at: at,
  }
  const tracking = normalizeTrackingNumber(carrier, number)
  if (!tracking.ok) return { ...shown, says: 'bad_number' }
  const kind = trackingEventOf(event)
  if (!kind) return { ...shown, says: 'unknown_event' }
  if (at === null) return { ...shown, says: 'bad_time' }
  return { ...shown, says: { number: tracking.number, event: kind, at } }
}

const separated = /^(\d{4})[/.-](\d{1,2})[/.-](\d{1,2})(?:[ T]+(\d{1,2}):(\d{2})(?::\d{2})?)?$/
const packed = /^(\d{4})(\d{2})(\d{2})(?: ?(\d{2}):?(\d{2})(?:\d{2})?)?$/

/** A time in Tokyo; a day alone is its beginning. Days without a year are refused. */
export function momentOf(text: string): string | null {
  const plain = text
    .normalize('NFKC')
    .trim()
    .replace(/[年月]/g, '/')
    .replace(/日/, ' ')
    .replace(/時/, ':')
    .replace(/分/, '')
    .replace(/\(.\)/, '')
    .replace(/ +/g, ' ')
    .trim()
  const match = separated.exec(plain) ?? packed.exec(plain)
  if (!match) return null
  const [, year, month, day, hour = '0', minute = '0'] = match
  const two = (part: string | undefined) => String(part).padStart(2, '0')
  const date = `${year}-${two(month)}-${two(day)}`
  if (!isDate(date) || date < '2000' || Number(hour) > 23 || Number(minute) > 59) return null
  return `${date}T${two(hour)}:${two(minute)}:00+09:00`
}
