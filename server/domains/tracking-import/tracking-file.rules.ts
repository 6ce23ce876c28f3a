import { isDate } from '#contract/day'
import {
  type TrackingColumns,
  type TrackingEvent,
  trackingColumns,
  trackingEventOf,
} from '#contract/tracking-event'
import type { TrackingResult } from '#contract/tracking-import'
import { type Carrier, normalizeTrackingNumber } from '#contract/tracking-number'
import { openCarrierFile, shownCell } from './carrier-file.rules.ts'

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

const shape = {
  columns: trackingColumns as Readonly<Record<Carrier, Record<keyof TrackingColumns, readonly string[]>>>,
  missing: (
    names: Partial<Record<keyof TrackingColumns, string>>,
    columns: Readonly<Record<keyof TrackingColumns, readonly string[]>>,
  ) => [
    ...(names.number === undefined ? [columns.number] : []),
    ...(names.event === undefined ? [columns.event] : []),
    ...(names.at === undefined && names.date === undefined ? [[...columns.at, ...columns.date]] : []),
  ],
  advice:
    '荷物の状況が入ったCSVをお使いください。送り状の発行データなら、ファイルの中身を「送り状番号」にしてください。',
}

export function readTrackingFile(bytes: Uint8Array, carrier: Carrier): TrackingFile {
  const file = openCarrierFile(bytes, carrier, shape)
  if (!file.ok) return file
  const { names } = file
  const lines = file.rows.map(({ line, cell }) => {
    const moment = names.at === undefined ? `${cell(names.date)} ${cell(names.time)}`.trim() : cell(names.at)
    return lineOf(carrier, line, cell(names.number), cell(names.event), moment)
  })
  return { ok: true, lines }
}

function lineOf(carrier: Carrier, line: number, number: string, event: string, moment: string): TrackingLine {
  const at = momentOf(moment)
  const shown = {
    line,
    tracking_number: shownCell(number),
    event_text: shownCell(event),
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
