import type { CsvEncoding } from '#contract/csv-encoding'
import { type GoodsFormatName, goodsFormatNames, mostGoods } from '#contract/goods-file'
import { itemStatus } from '#contract/lifecycle'
import { formatCount } from '#contract/text'
import { isRemainder } from '#server/domains/catalogue/lost-characters.rules'
import { fromCsv } from '#server/platform/csv'
import {
  charactersOf,
  type Goods,
  type GoodsChange,
  type GoodsColumn,
  type GoodsFormat,
  readStock,
} from './goods-format.rules.ts'
import { goodsFormats } from './goods-format-list.rules.ts'
import { oneNewline } from './goods-text.rules.ts'

export interface GoodsLine {
  line: number
  slug: string
  cells: Readonly<Record<string, string>>
}

export interface ReadGoodsFile {
  ok: true
  format: GoodsFormatName
  header: string[]
  lines: GoodsLine[]
}
export type GoodsFileReading = ReadGoodsFile | { ok: false; message: string }

/** Each article may have lines with further pictures. */
const mostLines = mostGoods * 10

const formatOf = (header: readonly string[]): GoodsFormat | undefined =>
  goodsFormatNames
    .map((name) => goodsFormats[name])
    .find(({ reading }) => reading.needs.every((name) => header.includes(name)))

const known = goodsFormatNames
  .map((name) => goodsFormats[name].reading.needs.map((header) => `「${header}」`).join(''))
  .join('、')

export function readGoodsFile(csv: string): GoodsFileReading {
  const reading = fromCsv(new TextEncoder().encode(csv), mostLines)
  if (!reading.ok) return { ok: false, message: reading.message }
  const format = formatOf(reading.header)
  if (!format)
    return {
      ok: false,
      message: `どの形式のファイルか分かりません。1行目に、次のどれかの列がそろっているか確かめてください: ${known}`,
    }
  const { key, isMore } = format.reading
  const lines = reading.rows.flatMap((cells, index) =>
    isMore?.(cells)
      ? []
      : [{ line: reading.lines[index] ?? 0, slug: (cells[key] ?? '').trim().toLowerCase(), cells }],
  )
  if (lines.length > mostGoods || reading.rows.length > mostLines)
    return {
      ok: false,
      message: `1つのファイルで取り込めるのは${formatCount(mostGoods)}点までです。分けてください。`,
    }
  return { ok: true, format: format.name, header: reading.header, lines }
}

/** What the file may say something about. */
export interface KnownGoods extends Goods {
  id: number
  is_held: boolean
  is_sold: boolean
}

export interface LineProblem {
  field: string
  message: string
}

export interface LineVerdict {
  line: number
  slug: string
  title: string
  version: number
  change: GoodsChange
  fields: { column: string; label: string; before: string; after: string }[]
  problems: LineProblem[]
  isOutOfStock: boolean
}

/** As the columns show it afterwards. */
function changed(goods: Goods, { values = [], ...change }: GoodsChange): Goods {
  const attributes = goods.attributes.map((attribute) => {
    const given = values.find((value) => value.attribute === attribute.id)
    return given ? { ...attribute, value: given.value } : attribute
  })
  return { ...goods, ...(change as Partial<Goods>), attributes }
}

const merged = (one: GoodsChange, other: GoodsChange): GoodsChange => ({
  ...one,
  ...other,
  ...(one.values || other.values ? { values: [...(one.values ?? []), ...(other.values ?? [])] } : {}),
})

interface Comparing {
  format: GoodsFormat
  encoding: CsvEncoding
  /** Of the file, each with its cell. */
  columns: readonly { column: GoodsColumn; header: string }[]
}

/** Saved in Shift_JIS, a cell may be what is left of the text. */
function isSame(text: string, current: string, { format, encoding }: Comparing): boolean {
  const cell = oneNewline(text).trim()
  const stored = oneNewline(current).trim()
  if (cell === stored) return true
  if (encoding !== 'shift_jis') return false
  return cell === charactersOf(format, encoding).written(stored).trim() || isRemainder(stored, cell)
}

/** A finished article stays complete. */
function takesOff(goods: Goods, { values = [], ...change }: GoodsChange): boolean {
  if (goods.status !== itemStatus.PRODUCTIZED) return false
  const isRequired = (id: number) => goods.attributes.some((one) => one.id === id && one.is_required)
  return (
    change.selling_price === null ||
    change.sales_channel === unsetChannel ||
    values.some(({ attribute, value }) => value === null && isRequired(attribute))
  )
}
const unsetChannel = -1003
const complete = '商品化を終えた商品では、空にできません。'

type Told = Pick<LineVerdict, 'change' | 'fields' | 'problems'>

function compare(told: Told, text: string, column: GoodsColumn, goods: Goods, comparing: Comparing): Told {
  const { read, header, label = header } = column
  const named = label === header ? header : `${label}(${header})`
  const before = column.cell(goods)
  if (!read || (text.trim() === '' && !comparing.format.reading.emptyClears)) return told
  if (isSame(text, before, comparing)) return told
  const wrong = (message: string): Told => ({
    ...told,
    problems: [...told.problems, { field: read.field, message: `${named}: ${message}` }],
  })
  const reading = read.from(text, goods)
  if ('problem' in reading) return wrong(reading.problem)
  const after = column.cell(changed(goods, reading.change))
  if (after === before) return told
  if (takesOff(goods, reading.change)) return wrong(complete)
  return {
    ...told,
    change: merged(told.change, reading.change),
    fields: [...told.fields, { column: header, label, before, after }],
  }
}

function versionOf({ cells }: GoodsLine, format: GoodsFormat, goods: KnownGoods): number | LineProblem {
  const header = format.reading.version
  if (header === undefined) return goods.version
  const text = (cells[header] ?? '').normalize('NFKC').trim()
  if (!/^\d{1,9}$/.test(text)) return { field: 'version', message: `${header}: 数字を入れてください。` }
  if (Number(text) === goods.version) return goods.version
  return {
    field: 'version',
    message: `ファイルを保存した後に、この商品が変わっています(版${text}→${goods.version})。いまの内容でファイルを保存し直すか、この行を消してください。`,
  }
}

const stands = ({ is_held, is_sold }: KnownGoods): string | null => {
  if (is_sold) return '売れた商品は変えられません。'
  return is_held ? '保留中の商品は変えられません。' : null
}

function verdictOf(row: GoodsLine, goods: KnownGoods, comparing: Comparing): LineVerdict {
  const { stock } = comparing.format.reading
  const nothing: Told = { change: {}, fields: [], problems: [] }
  const told = comparing.columns.reduce(
    (before, { column, header }) => compare(before, row.cells[header] ?? '', column, goods, comparing),
    nothing,
  )
  const isChange = told.fields.length > 0
  const version = isChange ? versionOf(row, comparing.format, goods) : goods.version
  const standing = isChange ? stands(goods) : null
  const problems = [
    ...told.problems,
    ...(standing ? [{ field: 'slug', message: standing }] : []),
    ...(typeof version === 'object' && !standing ? [version] : []),
  ]
  return {
    ...{ line: row.line, slug: goods.slug, title: goods.title || goods.composed_title, ...told, problems },
    version: goods.version,
    isOutOfStock: !goods.is_sold && stock !== undefined && readStock(row.cells[stock] ?? '') === 0,
  }
}

const unknown = (row: GoodsLine, message: string): LineVerdict => ({
  ...{ line: row.line, slug: row.slug, title: '', version: 0, change: {}, fields: [] },
  ...{ problems: [{ field: 'slug', message }], isOutOfStock: false },
})

const noOptions = { supplier_code: '', product_category: '' }

/** In Shift_JIS a header, too, may have been written with substitutes. */
function columnsOf(format: GoodsFormat, header: readonly string[], all: readonly Goods[]) {
  const set = charactersOf(format, 'shift_jis')
  return format.columns(all, noOptions).flatMap((column) => {
    const found = [column.header, set.written(column.header)].find((name) => header.includes(name))
    return found === undefined ? [] : [{ column, header: found }]
  })
}

/** Columns of our own file that nobody knows, with something in them. */
export function strangeColumns(file: ReadGoodsFile, all: readonly Goods[]): string[] {
  const format = goodsFormats[file.format]
  if (!format.reading.knowsAllColumns) return []
  const known = new Set(columnsOf(format, file.header, all).map(({ header }) => header))
  return file.header.filter(
    (name) => !known.has(name) && file.lines.some(({ cells }) => (cells[name] ?? '').trim() !== ''),
  )
}

/** What each line says, in the order of the file. */
export function weighGoodsFile(
  file: ReadGoodsFile,
  encoding: CsvEncoding,
  all: readonly KnownGoods[],
): LineVerdict[] {
  const format = goodsFormats[file.format]
  const comparing = { format, encoding, columns: columnsOf(format, file.header, all) }
  const bySlug = new Map(all.map((goods) => [goods.slug, goods]))
  const first = new Map<string, number>()
  return file.lines.map((row) => {
    const before = first.get(row.slug)
    if (before !== undefined) return unknown(row, `${before}行目と同じ商品です。`)
    first.set(row.slug, row.line)
    const goods = bySlug.get(row.slug)
    return goods ? verdictOf(row, goods, comparing) : unknown(row, 'この商品コードの商品はありません。')
  })
}
