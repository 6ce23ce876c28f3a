// Parses a payout file. Accepts only what this program would write byte for byte, so that a modified file is noticed.
import { checkContent } from './payout-file.rules.ts'
import {
  type PayoutFileInput,
  type PayoutLine,
  type PayoutOriginator,
  totalOf,
} from './payout-format.rules.ts'
import {
  charOfByte,
  endFields,
  headerFields,
  type LineBreak,
  lineFields,
  type RecordField,
  recordBytes,
  recordTexts,
  trailerFields,
  zengin,
} from './zengin.rules.ts'

export interface ParsedPayoutFile {
  originator: PayoutOriginator
  /** `MMDD`; the file has no year. */
  payMonthDay: string
  lines: PayoutLine[]
  count: number
  total: number
  lineBreak: LineBreak
}

export interface PayoutFileFault {
  code:
    | 'empty'
    | 'line_break'
    | 'length'
    | 'character'
    | 'order'
    | 'number'
    | 'count'
    | 'total'
    | 'content'
    | 'unusual'
  message: string
  /** Counted from 1. */
  record: number | null
  byte: number | null
}

export type PayoutFileReading = { ok: true; file: ParsedPayoutFile } | { ok: false; fault: PayoutFileFault }

type Values = Readonly<Record<string, string>>

const carriageReturn = 0x0d
const lineFeed = 0x0a

function fault(
  code: PayoutFileFault['code'],
  message: string,
  record: number | null = null,
  byte: number | null = null,
): PayoutFileFault {
  const place = record === null ? '' : byte === null ? `${record}行目: ` : `${record}行目の${byte}バイト目: `
  return { code, message: place + message, record, byte }
}

/** Detects CRLF or no line break at all from the first record. */
function lineBreakOf(bytes: Uint8Array): LineBreak | PayoutFileFault {
  if (bytes.length === 0) return fault('empty', 'ファイルが空です。')
  const returns = bytes.includes(carriageReturn)
  const feeds = bytes.includes(lineFeed)
  if (returns && feeds) return 'crlf'
  if (!returns && !feeds) return 'none'
  return fault('line_break', `改行が${feeds ? 'LF' : 'CR'}だけです。CRLFか改行なしで保存してください。`)
}

function recordsOf(bytes: Uint8Array, lineBreak: LineBreak): string[] | PayoutFileFault {
  const step = lineBreak === 'crlf' ? recordBytes + 2 : recordBytes
  const records: string[] = []
  for (let start = 0; start < bytes.length; start += step) {
    const number = records.length + 1
    let record = ''
    for (let index = 0; index < recordBytes; index += 1) {
      const byte = bytes[start + index]
      if (byte === undefined || byte === carriageReturn || byte === lineFeed) {
        return fault('length', `${recordBytes}バイトのはずが${index}バイトで終わっています。`, number)
      }
      const char = charOfByte(byte)
      if (char === null) return fault('character', '銀行で使えない文字です。', number, index + 1)
      record += char
    }
    const end = start + recordBytes
    if (lineBreak === 'crlf' && (bytes[end] !== carriageReturn || bytes[end + 1] !== lineFeed)) {
      return fault('length', `${recordBytes}バイトの後にCRLFがありません。`, number)
    }
    records.push(record)
  }
  return records
}

function orderFault(records: readonly string[]): PayoutFileFault | null {
  const last = records.length - 1
  const wrong = records.findIndex((record, index) => {
    const expected = index === 0 ? '1' : index === last ? '9' : index === last - 1 ? '8' : '2'
    return record.charAt(0) !== expected
  })
  if (wrong === -1 && records.length > 2) return null
  const sentence = '見出し、振込、合計、終わりの順に1組だけ並んでいるファイルを選んでください。'
  return fault('order', sentence, Math.max(wrong, 0) + 1, 1)
}

function fieldsOf(record: string): readonly RecordField[] {
  const known: Record<string, readonly RecordField[]> = {
    '1': headerFields,
    '2': lineFields,
    '8': trailerFields,
  }
  return known[record.charAt(0)] ?? endFields
}

function slice(record: string, { start, length }: RecordField): string {
  return record.slice(start - 1, start - 1 + length)
}

function valuesOf(record: string): Values {
  return Object.fromEntries(fieldsOf(record).map((field) => [field.key, slice(record, field).trimEnd()]))
}

function numberFault(record: string, index: number): PayoutFileFault | null {
  const wrong = fieldsOf(record).find((field) => field.kind === 'N' && !/^\d+$/.test(slice(record, field)))
  return wrong ? fault('number', `${wrong.label}は数字だけで書きます。`, index + 1, wrong.start) : null
}

function textOf(values: Values, key: string): string {
  return values[key] ?? ''
}

function accountOf(values: Values) {
  return {
    bankCode: textOf(values, 'bankCode'),
    bankName: textOf(values, 'bankName'),
    branchCode: textOf(values, 'branchCode'),
    branchName: textOf(values, 'branchName'),
    accountType: Number(values.accountType),
    accountNumber: textOf(values, 'accountNumber'),
  }
}

function lineOf(values: Values): PayoutLine {
  return {
    transferId: Number(values.transferId),
    ...accountOf(values),
    holderKana: textOf(values, 'holderKana'),
    amount: Number(values.amount),
  }
}

function sumFault(file: ParsedPayoutFile, trailer: number): PayoutFileFault | null {
  if (file.count !== file.lines.length) {
    const sentence = `合計件数は${file.count}件ですが、振込は${file.lines.length}件あります。`
    return fault('count', sentence, trailer, 2)
  }
  const total = totalOf(file.lines)
  if (total === BigInt(file.total)) return null
  return fault('total', `合計金額は${file.total}円ですが、振込を足すと${total}円です。`, trailer, 8)
}

/** First byte that differs from what this program would write for the same content. */
function unusualFault(records: readonly string[], expected: readonly string[]): PayoutFileFault | null {
  const index = records.findIndex((record, at) => record !== expected[at])
  const record = records[index]
  if (record === undefined) return null
  const wanted = expected[index] ?? ''
  const at = [...record].findIndex((char, byte) => char !== wanted.charAt(byte))
  const field = fieldsOf(record).find(({ start, length }) => at + 1 >= start && at + 1 < start + length)
  if (!field) return fault('unusual', 'データ区分が違います。', index + 1, at + 1)
  const sentence = `${field.label}は「${slice(record, field)}」ではなく「${slice(wanted, field)}」のはずです。`
  return fault('unusual', sentence, index + 1, at + 1)
}

function contentFault(input: PayoutFileInput): PayoutFileFault | null {
  const error = checkContent(zengin, input).find(({ severity }) => severity === 'error')
  return error ? fault('content', error.message, (error.line ?? 0) + 1, error.byte) : null
}

/** A leap year, so that February 29 is valid. */
const anyYear = '2028'

function checked(records: readonly string[], file: ParsedPayoutFile): PayoutFileFault | null {
  const payDate = `${anyYear}-${file.payMonthDay.slice(0, 2)}-${file.payMonthDay.slice(2)}`
  const input = { originator: file.originator, payDate, lines: file.lines }
  return (
    contentFault(input) ?? sumFault(file, records.length - 1) ?? unusualFault(records, recordTexts(input))
  )
}

export function parsePayoutFile(bytes: Uint8Array): PayoutFileReading {
  const lineBreak = lineBreakOf(bytes)
  if (typeof lineBreak !== 'string') return { ok: false, fault: lineBreak }
  const records = recordsOf(bytes, lineBreak)
  if (!Array.isArray(records)) return { ok: false, fault: records }
  const shape = orderFault(records) ?? records.map(numberFault).find((found) => found !== null)
  if (shape) return { ok: false, fault: shape }

  const values = records.map(valuesOf)
  const header = values[0] ?? {}
  const trailer = values[values.length - 2] ?? {}
  const file: ParsedPayoutFile = {
    originator: { code: textOf(header, 'code'), name: textOf(header, 'name'), ...accountOf(header) },
    payMonthDay: textOf(header, 'payDate'),
    lines: values.slice(1, -2).map(lineOf),
    count: Number(trailer.count),
    total: Number(trailer.total),
    lineBreak,
  }
  const wrong = checked(records, file)
  return wrong ? { ok: false, fault: wrong } : { ok: true, file }
}
