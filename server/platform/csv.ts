// CSV for spreadsheets: cells never run as formulas, and an export can be imported again without loss.

import { CsvError, parse } from 'csv-parse/sync'
import type { CsvEncoding } from '#contract/csv-encoding'
import { forCp932, toCp932 } from './cp932.ts'

export type CsvValue = string | number | bigint | boolean | null | undefined

export interface CsvColumn<Key extends string = string> {
  key: Key
  header: string
}

// Spreadsheets evaluate such cells. Leading quotes match too, so that typed quotes differ from escaping ones.
const startsFormula = /^'*[=+\-@\t\r\n＝＋－＠]/
const plainNegative = /^-\d+(?:\.\d+)?$/

export function neutralise(text: string): string {
  return startsFormula.test(text) && !plainNegative.test(text) ? `'${text}` : text
}

function restore(text: string): string {
  return text.startsWith("'") && startsFormula.test(text) ? text.slice(1) : text
}

function cell(value: CsvValue): string {
  if (value === null || value === undefined) return ''
  return typeof value === 'string' ? neutralise(value.toWellFormed()) : String(value)
}

const byteOrderMark = '\uFEFF'

type CsvRow<Key extends string> = Readonly<Partial<Record<Key, CsvValue>>>
type CsvRows<Key extends string> = Iterable<CsvRow<Key>>

const headerCells = (columns: readonly CsvColumn[]): string[] => columns.map(({ header }) => cell(header))

/** In CP932 the missing characters are replaced first: a substitute may itself need a quote. */
function rowCells<Key extends string>(
  columns: readonly CsvColumn<Key>[],
  rows: CsvRows<Key>,
  encoding: CsvEncoding,
): string[][] {
  const writable = (value: CsvValue) =>
    encoding === 'shift_jis' && typeof value === 'string' ? forCp932(value) : value
  return Array.from(rows, (row) => columns.map(({ key }) => cell(writable(row[key]))))
}

const needsQuotes = /[",\r\n]/
const quoted = (text: string): string => (needsQuotes.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

/** Of cells as they are. A lone empty cell would be an empty line, which readers skip. */
export const csvLine = (cells: readonly string[]): string =>
  `${cells.length === 1 && cells[0] === '' ? '""' : cells.map(quoted).join(',')}\r\n`

/** Streams a file in pieces. */
export async function* csvPieces<Key extends string>(
  columns: readonly CsvColumn<Key>[],
  batches: AsyncIterable<readonly CsvRow<Key>[]>,
  { bom = false, encoding = 'utf-8' }: { bom?: boolean; encoding?: CsvEncoding } = {},
): AsyncGenerator<CsvPiece> {
  const encoded = (text: string): CsvPiece => (encoding === 'shift_jis' ? toCp932(text) : text)
  let piece = (bom && encoding === 'utf-8' ? byteOrderMark : '') + csvLine(headerCells(columns))
  for await (const rows of batches) {
    // Sent with the header, so that a failing first read fails before anything is sent.
    yield encoded(piece + rowCells(columns, rows, encoding).map(csvLine).join(''))
    piece = ''
  }
  if (piece !== '') yield encoded(piece)
}

/** Between the cells of a line that the database puts together. It must not be in a cell. */
export const cellSeparator = '\u001F'

const anyToCare = new RegExp(`[",\\r\\n]|(?:^|${cellSeparator})'*[=+\\-@\\t＝＋－＠]`)

/** The same file as `csvPieces`, from lines of cells: for files so long that cells one by one take too much time. */
export async function* csvPiecesOfLines(
  headers: readonly string[],
  batches: AsyncIterable<readonly string[]>,
  { bom = false, encoding = 'utf-8' }: { bom?: boolean; encoding?: CsvEncoding } = {},
): AsyncGenerator<CsvPiece> {
  const writable = (text: string) => (encoding === 'shift_jis' ? forCp932(text) : text)
  const encoded = (text: string): CsvPiece => (encoding === 'shift_jis' ? toCp932(text) : text)
  const lineOf = (given: string) => {
    const line = writable(given)
    if (anyToCare.test(line)) return csvLine(line.split(cellSeparator).map(cell))
    return `${line.replaceAll(cellSeparator, ',')}\r\n`
  }
  let piece = (bom && encoding === 'utf-8' ? byteOrderMark : '') + csvLine(headers.map(cell))
  for await (const lines of batches) {
    yield encoded(piece + lines.map(lineOf).join(''))
    piece = ''
  }
  if (piece !== '') yield encoded(piece)
}

/** Text is sent as UTF-8. */
export type CsvPiece = string | Uint8Array

export type CsvReading =
  | {
      ok: true
      encoding: CsvEncoding
      header: string[]
      rows: Record<string, string>[]
      lines: number[]
    }
  | { ok: false; code: 'encoding' | 'header' | 'columns' | 'syntax'; message: string; line: number | null }

function unreadable(
  code: 'encoding' | 'header' | 'columns' | 'syntax',
  message: string,
  line: number | null,
): CsvReading {
  return { ok: false, code, message, line }
}

function decodeAs(encoding: string, bytes: Uint8Array): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}

/** Old business programs close a file with the end mark of CP/M and DOS (1A). */
const withoutEndMark = (bytes: Uint8Array): Uint8Array =>
  bytes.at(-1) === 0x1a ? bytes.subarray(0, -1) : bytes

/** Tries UTF-8 first: other text is hardly ever valid UTF-8. Excel saves CP932. */
function decode(file: Uint8Array): { encoding: CsvEncoding; text: string } | null {
  const bytes = withoutEndMark(file)
  const utf8 = decodeAs('utf-8', bytes)
  if (utf8 !== null) return { encoding: 'utf-8', text: utf8 }
  const cp932 = decodeAs('shift_jis', bytes)
  return cp932 === null ? null : { encoding: 'shift_jis', text: cp932 }
}

/** Of any list here by far; each cell costs memory, so a file of a few megabytes could hold up everything else. */
const mostColumns = 200
/** Of a hundred thousand lines with twenty-five columns: what a thread has memory for. */
const mostCells = 2_500_000

interface CsvRecord {
  record: string[]
  info: { lines: number }
}

/** No more lines than `most` are counted. */
function linesIn(text: string, most: number): number {
  let lines = 1
  for (let at = text.indexOf('\n'); at !== -1 && lines < most; at = text.indexOf('\n', at + 1)) lines += 1
  return lines
}

function explain(error: unknown): CsvReading {
  if (!(error instanceof CsvError)) throw error
  const line = typeof error.lines === 'number' ? error.lines : null
  const place = line === null ? '' : `${line}行目の近くで、`
  return unreadable(
    'syntax',
    `${place}引用符の閉じ忘れなど、CSVの形が崩れています。ファイルを確かめてください。`,
    line,
  )
}

/** First line of each record. Corrects the library, which counts a CRLF inside a cell as two lines. */
function firstLines(records: readonly CsvRecord[]): number[] {
  let countedTwice = 0
  return records.map(({ record, info }) => {
    const text = record.join('\t')
    const breaks = text.match(/\r\n|\r|\n/g) ?? []
    countedTwice += breaks.filter((one) => one === '\r\n').length
    return info.lines - breaks.length - countedTwice
  })
}

/** Excel also saves columns without name and content, and leaves them out again in some of the rows. */
const keptColumns = (names: readonly string[], records: readonly CsvRecord[]): number[] =>
  names.flatMap((name, index) => {
    const isEmpty = name === '' && records.every(({ record }) => (record[index] ?? '').trim() === '')
    return isEmpty ? [] : [index]
  })

function rowsOf(
  [first, ...records]: CsvRecord[],
  encoding: CsvEncoding,
  mayRepeat: (name: string) => boolean,
): CsvReading {
  const names = (first?.record ?? []).map((name) => restore(name).trim())
  const kept = keptColumns(names, records).filter((index) => {
    const name = names[index] ?? ''
    return names.indexOf(name) === index || !mayRepeat(name)
  })
  const header = kept.map((index) => names[index] ?? '')
  if (header.length === 0 || header.includes('')) {
    return unreadable('header', '1行目に、すべての列の名前を入れてください。', 1)
  }
  const seen = new Set<string>()
  const twice = header.find((name) => seen.size === seen.add(name).size)
  if (twice !== undefined)
    return unreadable('header', `列の名前「${twice}」が2回あります。片方を直してください。`, 1)
  const fewest = Math.max(...kept) + 1
  const odd = records.find(({ record }) => record.length < fewest || record.length > names.length)
  if (odd) {
    const sentence = `${odd.info.lines}行目の列は${odd.record.length}個です。1行目と同じ${header.length}個にしてください。`
    return unreadable('columns', sentence, odd.info.lines)
  }
  const rows = records.map(({ record }) =>
    Object.fromEntries(kept.map((index) => [names[index], restore(record[index] ?? '')])),
  )
  return { ok: true, encoding, header, rows, lines: firstLines(records) }
}

const never = (): boolean => false

/**
 * Reads one row more than `mostRows`, so that the caller can tell, and no further. Of columns with the same name, those
 * that `mayRepeat` are read once: files of others have such that nobody needs.
 */
export function fromCsv(
  bytes: Uint8Array,
  mostRows?: number,
  mayRepeat: (name: string) => boolean = never,
): CsvReading {
  const decoded = decode(bytes)
  if (decoded === null) {
    return unreadable(
      'encoding',
      'ファイルの文字コードが分かりません。UTF-8かShift_JISで保存してください。',
      null,
    )
  }
  try {
    const options = { info: true, skip_empty_lines: true, relax_column_count: true } as const
    const [first] = parse(decoded.text, { ...options, to: 1 }) as unknown as CsvRecord[]
    if (first && first.record.length > mostColumns)
      return unreadable('header', `1行目の列は${mostColumns}個までです。ファイルを確かめてください。`, 1)
    if ((first?.record.length ?? 0) * linesIn(decoded.text, mostRows ?? Number.POSITIVE_INFINITY) > mostCells)
      return unreadable(
        'columns',
        'ファイルが大きすぎます。使わない列を消すか、ファイルを分けてください。',
        null,
      )
    // The header is a record, too.
    const end = mostRows === undefined ? {} : { to: mostRows + 2 }
    return rowsOf(
      parse(decoded.text, { ...options, ...end }) as unknown as CsvRecord[],
      decoded.encoding,
      mayRepeat,
    )
  } catch (error) {
    return explain(error)
  }
}

function percentEncoded(text: string): string {
  return encodeURIComponent(text).replace(
    /['()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}

/** Content-Disposition with a Japanese file name (RFC 6266, RFC 8187) and an ASCII fallback, safe from injection. */
export function contentDisposition(filename: string): string {
  const name = filename
    .toWellFormed()
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '')
    .replace(/[/\\]/g, '_')
    .trim()
  const safe = /^\.*$/.test(name) ? 'download' : name
  const plain = safe.replace(/[^\w .()-]/g, '_')
  return `attachment; filename="${plain}"; filename*=UTF-8''${percentEncoded(safe)}`
}
