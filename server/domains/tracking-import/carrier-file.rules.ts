// What the files of carriers have in common: columns under several names, cells as spreadsheets write them.
import { carrierLabel, carriers } from '#contract/codes'
import { bareColumn } from '#contract/tracking-event'
import { mostTrackingRows } from '#contract/tracking-import'
import type { Carrier } from '#contract/tracking-number'
import { fromCsv } from '#server/platform/csv'

export type Names<Column extends string> = Partial<Record<Column, string>>
export type Columns<Column extends string> = Readonly<Record<Column, readonly string[]>>

export interface CarrierRow {
  line: number
  cell: (name: string | undefined) => string
}

export type CarrierFile<Column extends string> =
  | { ok: true; names: Names<Column>; rows: CarrierRow[] }
  | { ok: false; message: string }

interface Shape<Column extends string> {
  columns: Readonly<Record<Carrier, Columns<Column>>>
  /** Columns that are missing, with all their names. */
  missing: (names: Names<Column>, columns: Columns<Column>) => (readonly string[])[]
  /** What to use instead, where the file is not another carrier's. */
  advice: string
}

export function namesIn<Column extends string>(
  header: readonly string[],
  columns: Columns<Column>,
): Names<Column> {
  return Object.fromEntries(
    Object.entries<readonly string[]>(columns).flatMap(([column, names]) => {
      // The usual name wins over the others.
      const found = names
        .map(bareColumn)
        .flatMap((name) => header.filter((each) => bareColumn(each) === name))[0]
      return found === undefined ? [] : [[column, found]]
    }),
  ) as Names<Column>
}

const mostNamed = 8
const longestName = 20

const quoted = (name: string): string =>
  `「${name.length > longestName ? `${name.slice(0, longestName)}…` : name}」`

/** One sentence a line: what is missing and how it may be called, what the file has, whose file it may be. */
function columnProblem<Column extends string>(
  header: readonly string[],
  carrier: Carrier,
  { columns, missing, advice }: Shape<Column>,
): string | undefined {
  const missingOf = (whose: Carrier) => missing(namesIn(header, columns[whose]), columns[whose])
  const lacking = missingOf(carrier)
  if (lacking.length === 0) return undefined
  const others = lacking.flatMap(([usual = '', ...also]) =>
    also.length > 0 ? [`${quoted(usual)}は${also.map(quoted).join('')}でもかまいません。`] : [],
  )
  const more = header.length > mostNamed ? `ほか${header.length - mostNamed}列` : ''
  const whose = carriers.filter((other) => other !== carrier && missingOf(other).length === 0)
  return [
    `${lacking.map(([usual = '']) => quoted(usual)).join('')}の列が見つかりません。`,
    ...others,
    `このファイルの1行目は、${header.slice(0, mostNamed).map(quoted).join('')}${more}です。`,
    whose.length > 0
      ? `${whose.map((other) => carrierLabel[other]).join('・')}のファイルなら、運送会社を選び直してください。`
      : `${advice}1行目には列の名前が必要です。`,
  ].join('\n')
}

/** Some exports write `="123456789013"` so that spreadsheets keep all digits. */
const plainCell = (text: string): string => text.trim().replace(/^="(.*)"$/, '$1')

export function openCarrierFile<Column extends string>(
  bytes: Uint8Array,
  carrier: Carrier,
  shape: Shape<Column>,
): CarrierFile<Column> {
  const known = new Set(Object.values<readonly string[]>(shape.columns[carrier]).flat().map(bareColumn))
  const csv = fromCsv(bytes, mostTrackingRows, (name) => !known.has(bareColumn(name)))
  if (!csv.ok) return { ok: false, message: csv.message }
  const problem = columnProblem(csv.header, carrier, shape)
  if (problem !== undefined) return { ok: false, message: problem }
  if (csv.rows.length === 0) return { ok: false, message: '2行目からの記録がありません。' }
  if (csv.rows.length > mostTrackingRows) {
    return {
      ok: false,
      message: `一度に取り込めるのは${mostTrackingRows}行までです。ファイルを分けてください。`,
    }
  }
  const rows = csv.rows.map((row, index) => ({
    line: csv.lines[index] ?? 0,
    cell: (name: string | undefined) => plainCell(row[name ?? ''] ?? ''),
  }))
  return { ok: true, names: namesIn(csv.header, shape.columns[carrier]), rows }
}

/** A cell as the report shows it. */
export const shownCell = (text: string): string => text.slice(0, 60)
