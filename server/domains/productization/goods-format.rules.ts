import type { CsvEncoding } from '#contract/csv-encoding'
import type { GoodsFormatName, GoodsProblemKind } from '#contract/goods-file'
import type { ProductUpdate } from '#contract/productization'
import { forCp932, toCp932 } from '#server/platform/cp932'
import { type CharacterSet, characterSets, startsFormula } from './goods-text.rules.ts'

export interface GoodsAttribute {
  id: number
  name: string
  value_type: string
  choices: readonly string[]
  is_required: boolean
  value: string | number | boolean | null
}

export interface GoodsPicture {
  url: string
  /** What it shows. */
  label: string
}

export interface Goods {
  slug: string
  version: number
  request: number
  seq: number
  shop_name: string
  status: number
  brand_name: string
  /** From the top. */
  categories: readonly string[]
  name: string
  grade: string | null
  /** What it was bought for. */
  price: number | null
  selling_price: number | null
  sales_channel: number
  gender: number | null
  color: string
  material: string
  size: string
  product_number: string
  /** Blank while it is composed. */
  title: string
  description: string
  composed_title: string
  composed_description: string
  attributes: readonly GoodsAttribute[]
  pictures: readonly GoodsPicture[]
}

export const shownTitle = (goods: Goods): string => goods.title || goods.composed_title
export const shownDescription = (goods: Goods): string => goods.description || goods.composed_description

export type GoodsChange = Omit<ProductUpdate, 'slug' | 'version'>
export type ChangedField = keyof GoodsChange
export type CellReading = { change: GoodsChange } | { problem: string }

/** Words of the staff for what a column contains. */
export const goodsWord = {
  slug: '商品コード',
  title: 'タイトル',
  description: '説明',
  price: '買取額',
  selling_price: '販売価格',
  brand_name: 'ブランド',
  category: 'カテゴリ',
  product_number: '品番',
  color: '色',
  size: 'サイズ',
  picture: '写真',
  picture_text: '写真の説明',
  supplier: '仕入先コード',
  product_category: 'プロダクトカテゴリ',
  tags: 'タグ',
} as const

export interface GoodsColumn {
  header: string
  /** For the staff, where the header is a word of another system. */
  label?: string
  cell: (goods: Goods) => string
  isRequired?: boolean
  /** Made of other cells, whose problems it repeats. */
  isDerived?: boolean
  most?: { length: number; in: 'characters' | 'half widths' }
  pattern?: RegExp
  /** Only of what comes back from the system; the text differs from the cell. */
  read?: { field: ChangedField; from: (text: string, goods: Goods) => CellReading }
}

export interface GoodsOptions {
  supplier_code: string
  product_category: string
}

/** Add a format by a file of its own and an entry in `goods-format-list.rules.ts`. */
export interface GoodsFormat {
  name: GoodsFormatName
  hasByteOrderMark: boolean
  /** Whether cells get a quote that keeps spreadsheets from running them. Other systems would show it. */
  quotesFormulas: boolean
  /** To some readers an empty cell means to take the value off. */
  leavesEmptyColumnsOut: boolean
  /** Beyond the encoding. */
  characters: CharacterSet
  columns: (goods: readonly Goods[], options: GoodsOptions) => GoodsColumn[]
  /** Columns of further lines of the same article, which have nothing else. */
  moreLines?: (goods: Goods) => Readonly<Record<string, string>>[]
  reading: {
    /** Column with the code of the article. */
    key: string
    /** By which the format is known. */
    needs: readonly string[]
    version?: string
    stock?: string
    /** An empty cell takes the value off; otherwise it says nothing. */
    emptyClears: boolean
    /** Other systems have columns of their own. */
    knowsAllColumns?: boolean
    /** Lines with more of the article above. */
    isMore?: (cells: Readonly<Record<string, string>>) => boolean
  }
}

/** What a cell of this format and encoding can contain. */
export const charactersOf = (format: GoodsFormat, encoding: CsvEncoding): CharacterSet =>
  format.characters === characterSets.any && encoding === 'shift_jis'
    ? characterSets.cp932
    : format.characters

export interface GoodsProblem {
  column: string
  label: string
  problem: GoodsProblemKind
  text: string
  characters: string[]
  suggestion: string
  /** Whether substitutes for the characters are all it needs. */
  isSubstitutable: boolean
}

/** In Shift_JIS, as those count who set limits in half widths. */
const halfWidths = (text: string): number => toCp932(forCp932(text)).length

const lengthOf = (text: string, unit: 'characters' | 'half widths'): number =>
  unit === 'half widths' ? halfWidths(text) : Array.from(text).length

interface Writing {
  format: GoodsFormat
  set: CharacterSet
}

function problemKind(column: GoodsColumn, text: string, { format, set }: Writing): GoodsProblemKind | null {
  if (text === '') return column.isRequired ? 'missing' : null
  if (set.missing(text).length > 0) return 'characters'
  if (!format.quotesFormulas && /\p{Cc}/u.test(text)) return 'one_line'
  if (!format.quotesFormulas && startsFormula(text)) return 'formula'
  if (column.most && lengthOf(text, column.most.in) > column.most.length) return 'too_long'
  return column.pattern && !column.pattern.test(text) ? 'format' : null
}

/** Only a text that needs no further change. */
function suggestionFor(column: GoodsColumn, text: string, writing: Writing): string {
  const written = writing.set.written(text)
  const tidy = written
    .replace(/\p{Cc}+/gu, ' ')
    .replace(/^['=+\-@＝＋－＠\s]+/, '')
    .trim()
  const other = [written, tidy].find((one) => problemKind(column, one, writing) === null)
  return other ?? ''
}

function problemOf(column: GoodsColumn, text: string, writing: Writing): GoodsProblem[] {
  const problem = problemKind(column, text, writing)
  if (problem === null) return []
  const { set } = writing
  return [
    {
      ...{ column: column.header, label: column.label ?? column.header, problem, text },
      suggestion: suggestionFor(column, text, writing),
      characters: problem === 'characters' ? [...new Set(set.missing(text))] : [],
      isSubstitutable: problem === 'characters' && problemKind(column, set.written(text), writing) === null,
    },
  ]
}

/** One problem for each cell, the first that has to be solved. */
export function problemsOfGoods(
  format: GoodsFormat,
  encoding: CsvEncoding,
  columns: readonly GoodsColumn[],
  goods: Goods,
): GoodsProblem[] {
  const writing = { format, set: charactersOf(format, encoding) }
  const { own = [], derived = [] } = Object.groupBy(columns, ({ isDerived }) =>
    isDerived ? 'derived' : 'own',
  )
  const found = own.flatMap((column) => problemOf(column, column.cell(goods), writing))
  return found.length > 0
    ? found
    : derived.flatMap((column) => problemOf(column, column.cell(goods), writing))
}

/** Characters of the header that the format lacks. */
export function problemsOfHeader(
  format: GoodsFormat,
  encoding: CsvEncoding,
  columns: readonly GoodsColumn[],
): GoodsProblem[] {
  const writing = { format, set: charactersOf(format, encoding) }
  return columns.flatMap(({ header }) => problemOf({ header, cell: () => header }, header, writing))
}

const priceProblem = '1円から9,999,999,999円までの数で入れてください。'

/** As people and spreadsheets write it. */
export function readPrice(text: string): CellReading {
  const digits = text.normalize('NFKC').replace(/[,\s¥円]/g, '')
  const price = Number(/^(\d{1,10})(?:\.0+)?$/.exec(digits)?.[1] ?? 0)
  return price > 0 ? { change: { selling_price: price } } : { problem: priceProblem }
}

export function readText(field: 'title' | 'description', most: number) {
  return (text: string): CellReading => {
    const trimmed = text.trim()
    return trimmed.length > most
      ? { problem: `${most}文字以内にしてください。` }
      : { change: { [field]: trimmed } }
  }
}

/** `3`, `3.0`; null for anything else. */
export function readStock(text: string): number | null {
  const digits = /^(\d{1,9})(?:\.0+)?$/.exec(text.normalize('NFKC').trim())?.[1]
  return digits === undefined ? null : Number(digits)
}
