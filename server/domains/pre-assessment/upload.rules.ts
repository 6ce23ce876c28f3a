// Reads files of masters: entries with what they name, or sentences by line and field.
import type { CsvEncoding } from '#contract/csv-encoding'
import type { UploadKind } from '#contract/pre-assessment-master'
import { foldSearch } from '#contract/text'
import { remainderFinder } from '#server/domains/catalogue/lost-characters.rules'
import { fromCsv } from '#server/platform/csv'
import { type Columns, uploadColumns } from './upload-columns.rules.ts'
import {
  type Complain,
  type Entry,
  entryOf,
  type Finders,
  findersOf,
  type Known,
  keyOf,
  type LostOf,
  lostCharacters,
} from './upload-entry.rules.ts'

export interface Problem {
  line: number
  field: string
  message: string
}

export interface UploadFile {
  kind: UploadKind
  csv: string
  encoding: CsvEncoding
  known: Known
  /** Stored texts with characters that Shift_JIS lacks. */
  fragile: readonly string[]
}

export type Preview = Record<string, string>[]
export type UploadReading =
  | { ok: true; entries: Entry[]; lines: number[]; preview: Preview }
  | { ok: false; problems: Problem[]; preview: Preview }

export const mostRows = 100_000
export const mostProblems = 200
const shownRows = 20
const longestShown = 200

const refused = (message: string, line: number | null, preview: Preview = []): UploadReading => ({
  ok: false,
  problems: [{ line: line ?? 1, field: 'csv', message }],
  preview,
})

export function readUploadFile({ kind, csv, encoding, known, fragile }: UploadFile): UploadReading {
  const file = fromCsv(new TextEncoder().encode(csv), mostRows)
  if (!file.ok) return refused(file.message, file.line)
  if (file.rows.length > mostRows)
    return refused(
      `一度に読み込めるのは${mostRows.toLocaleString('en')}行までです。ファイルを分けてください。`,
      null,
    )
  const columns: Columns = uploadColumns[kind]
  const headers = new Map(file.header.map((header) => [foldSearch(header), header]))
  const given = Object.entries(columns).map(
    ([name, { header }]) => [name, headers.get(foldSearch(header)) ?? null] as const,
  )
  const lacking = Object.values(columns).filter(
    ({ header, isRequired }) => isRequired && !headers.has(foldSearch(header)),
  )
  if (lacking.length > 0)
    return refused(`${lacking.map(({ header }) => `「${header}」`).join('')}の列がありません。`, 1)
  const lostOf: LostOf = encoding === 'shift_jis' ? remainderFinder(fragile) : () => undefined
  return readRows(kind, given, file, findersOf(known, lostOf))
}

type Given = readonly (readonly [name: string, header: string | null])[]
interface Rows {
  rows: readonly Record<string, string>[]
  lines: readonly number[]
}

function readRows(kind: UploadKind, given: Given, { rows, lines }: Rows, finders: Finders): UploadReading {
  const reader = rowReader(kind, finders)
  const preview: Preview = []
  for (const [index, row] of rows.entries()) {
    const cells = Object.fromEntries(
      given.map(([name, header]) => [name, header ? (row[header] ?? '').trim() : '']),
    )
    if (Object.values(cells).every((cell) => cell === '')) continue
    if (preview.length < shownRows) preview.push(shownRow(given, cells))
    reader.read(cells, lines[index] ?? 0)
    if (reader.problems.length >= mostProblems && preview.length >= shownRows) break
  }
  const { problems, entries } = reader
  if (problems.length > 0) return { ok: false, problems: problems.slice(0, mostProblems), preview }
  if (entries.length === 0) return refused('2行目から下に、データがありません。', 2, preview)
  return { ok: true, entries, lines: reader.lines, preview }
}

const shownRow = (given: Given, cells: Readonly<Record<string, string>>) =>
  Object.fromEntries(
    given.flatMap(([name, header]) => (header ? [[header, (cells[name] ?? '').slice(0, longestShown)]] : [])),
  )

/** Of texts that name nothing; lost characters of names are told where they are looked up. */
const freeTexts: Readonly<Record<UploadKind, readonly string[]>> = {
  brands: [],
  categories: [],
  customers: ['name', 'name_kana', 'email', 'note'],
  price_templates: ['attributes'],
  season_tags: ['name'],
}

function rowReader(kind: UploadKind, finders: Finders) {
  const columns = Object.entries(uploadColumns[kind] as Columns)
  const seen = new Map<string, number>()
  const problems: Problem[] = []
  const entries: Entry[] = []
  const lines: number[] = []
  const read = (cells: Readonly<Record<string, string>>, line: number): void => {
    const before = problems.length
    const complain: Complain = (field, message) => problems.push({ line, field, message })
    for (const [name, { isRequired }] of columns)
      if (isRequired && cells[name] === '') complain(name, 'この項目は必須です。')
    for (const name of freeTexts[kind]) {
      const lost = finders.lostOf(cells[name] ?? '')
      if (lost !== undefined) complain(name, lostCharacters(lost))
    }
    const entry = entryOf(kind, cells, finders, complain)
    const key = problems.length > before ? null : keyOf(kind, entry)
    const first = key === null ? undefined : seen.get(key)
    if (first !== undefined) complain(columns[0]?.[0] ?? '', `${first}行目と同じ内容の行です。`)
    else if (key !== null) seen.set(key, line)
    entries.push(entry)
    lines.push(line)
  }
  return { problems, entries, lines, read }
}
