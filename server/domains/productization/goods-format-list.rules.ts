import type { CsvEncoding } from '#contract/csv-encoding'
import type { GoodsFormatName } from '#contract/goods-file'
import { toCp932 } from '#server/platform/cp932'
import { csvLine, neutralise } from '#server/platform/csv'
import {
  charactersOf,
  type Goods,
  type GoodsColumn,
  type GoodsFormat,
  type GoodsOptions,
  type GoodsProblem,
  problemsOfGoods,
  problemsOfHeader,
} from './goods-format.rules.ts'
import { nextEngine } from './next-engine-goods.rules.ts'
import { okuru } from './okuru-goods.rules.ts'
import { shopify } from './shopify-goods.rules.ts'
import { yahoo } from './yahoo-goods.rules.ts'

/** The most particular header first: a file is of the first format that knows it. */
export const goodsFormats: Readonly<Record<GoodsFormatName, GoodsFormat>> = {
  okuru,
  next_engine: nextEngine,
  shopify,
  yahoo,
}

export interface GoodsWish {
  format: GoodsFormat
  encoding: CsvEncoding
  options: GoodsOptions
}

export interface PlacedProblem extends GoodsProblem {
  line: number
  goods: Goods | null
}

function columnsOf({ format, options }: GoodsWish, all: readonly Goods[]): GoodsColumn[] {
  const columns = format.columns(all, options)
  if (!format.leavesEmptyColumnsOut) return columns
  return columns.filter((column) => column.isRequired || all.some((goods) => column.cell(goods) !== ''))
}

const linesOf = (format: GoodsFormat, goods: Goods): number => 1 + (format.moreLines?.(goods).length ?? 0)

/** In the order of the file, by article: a long one may be read in turns. */
export function* problemsOfFile(wish: GoodsWish, all: readonly Goods[]): Generator<PlacedProblem[]> {
  const { format, encoding } = wish
  const columns = columnsOf(wish, all)
  yield problemsOfHeader(format, encoding, columns).map((problem) => ({ ...problem, line: 1, goods: null }))
  let line = 2
  for (const goods of all) {
    const at = line
    line += linesOf(format, goods)
    yield problemsOfGoods(format, encoding, columns, goods).map((problem) => ({
      ...problem,
      line: at,
      goods,
    }))
  }
}

const byteOrderMark = '\uFEFF'

function recordsOf(columns: readonly GoodsColumn[], format: GoodsFormat, goods: Goods): string[][] {
  const more = format.moreLines?.(goods) ?? []
  return [
    columns.map((column) => column.cell(goods)),
    ...more.map((cells) => columns.map(({ header }) => cells[header] ?? '')),
  ]
}

/** By article. What the format lacks is written as its substitute: ask `problemsOfFile` before. */
export function* goodsFile(wish: GoodsWish, all: readonly Goods[]): Generator<Uint8Array> {
  const { format, encoding } = wish
  const set = charactersOf(format, encoding)
  const columns = columnsOf(wish, all)
  const cellOf = (text: string) => {
    const written = set.written(text.toWellFormed())
    return format.quotesFormulas ? neutralise(written) : written
  }
  const bytes = (records: readonly string[][]) => {
    const text = records.map((record) => csvLine(record.map(cellOf))).join('')
    return encoding === 'shift_jis' ? toCp932(text) : Buffer.from(text, 'utf8')
  }
  if (format.hasByteOrderMark && encoding === 'utf-8') yield Buffer.from(byteOrderMark, 'utf8')
  yield bytes([columns.map(({ header }) => header)])
  for (const goods of all) yield bytes(recordsOf(columns, format, goods))
}
