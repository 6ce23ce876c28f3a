// Reads a file of sales, as our own export and spreadsheets write it.
import { salesChannel } from '#contract/codes'
import { date as day } from '#contract/field'
import { mostSalesInFile, soldChannels } from '#contract/sale'
import { formatCount, hasControlOrEmoji, normalizeDigits, parseYenInput } from '#contract/text'
import { fromCsv } from '#server/platform/csv'

export const saleHeaders = {
  slug: '商品コード',
  number: '商品番号',
  sales_channel: '販路',
  sold_on: '販売日',
  price: '販売額',
  fee: '手数料',
  shipping: '送料',
  order_number: '注文番号',
  note: 'メモ',
  returned_on: '返品日',
} as const
export type SaleField = keyof typeof saleHeaders

const required = ['sales_channel', 'sold_on', 'price'] as const satisfies SaleField[]

export interface SaleLine {
  line: number
  /** Code or number of the article, as the cell has it. */
  slug: string
  sales_channel: (typeof soldChannels)[number]
  sold_on: string
  price: number
  /** Null: what the channel usually takes. */
  fee: number | null
  shipping: number | null
  order_number: string
  note: string
  returned_on: string
}

export type LineErrors = Partial<Record<SaleField | 'buyer', string[]>>

export interface LineProblems {
  line: number
  fields: LineErrors
}

export type SaleFileReading =
  | { ok: true; lines: SaleLine[] }
  | { ok: false; problem: string }
  | { ok: false; problems: LineProblems[] }

export function readSaleFile(csv: string): SaleFileReading {
  const reading = fromCsv(new TextEncoder().encode(csv), mostSalesInFile)
  if (!reading.ok) return { ok: false, problem: reading.message }
  const { header, rows, lines } = reading
  const lacking = required.find((field) => !header.includes(saleHeaders[field]))
  if (lacking) return { ok: false, problem: `「${saleHeaders[lacking]}」の列がありません。` }
  if (!header.includes(saleHeaders.slug) && !header.includes(saleHeaders.number))
    return { ok: false, problem: `「${saleHeaders.slug}」か「${saleHeaders.number}」の列が必要です。` }
  if (rows.length === 0) return { ok: false, problem: '2行目から下に、データがありません。' }
  if (rows.length > mostSalesInFile)
    return {
      ok: false,
      problem: `一度に記録できるのは${formatCount(mostSalesInFile)}行までです。ファイルを分けてください。`,
    }
  const read = rows.map((row, index) => lineOf(row, lines[index] ?? index + 2))
  const problems = read.flatMap((one) => ('fields' in one ? [one] : []))
  if (problems.length > 0) return { ok: false, problems }
  return { ok: true, lines: read.flatMap((one) => ('fields' in one ? [] : [one])) }
}

type Checked<Value> = { value: Value } | { problem: string }

function lineOf(row: Record<string, string>, line: number): SaleLine | LineProblems {
  const cell = (field: SaleField): string => (row[saleHeaders[field]] ?? '').trim()
  const checked = {
    slug: textOf(cell('slug') || cell('number'), 40, true),
    sales_channel: channelOf(cell('sales_channel')),
    sold_on: dayOf(cell('sold_on')),
    price: yenOf(cell('price'), 1),
    fee: maybeYenOf(cell('fee')),
    shipping: maybeYenOf(cell('shipping')),
    order_number: textOf(cell('order_number'), 60),
    note: textOf(cell('note'), 300),
    returned_on: cell('returned_on') === '' ? { value: '' } : dayOf(cell('returned_on')),
  }
  const fields = Object.fromEntries(
    Object.entries(checked).flatMap(([field, one]) => ('problem' in one ? [[field, [one.problem]]] : [])),
  )
  if (Object.keys(fields).length > 0) return { line, fields }
  const values = Object.fromEntries(
    Object.entries(checked).map(([field, one]) => [field, 'value' in one ? one.value : null]),
  )
  return { line, ...(values as unknown as Omit<SaleLine, 'line'>) }
}

function textOf(text: string, most: number, isNeeded = false): Checked<string> {
  if (isNeeded && text === '') return { problem: '入力してください。' }
  if ([...text].length > most) return { problem: `${most}文字以内で入力してください。` }
  return hasControlOrEmoji(text) ? { problem: '制御文字や絵文字は使えません。' } : { value: text }
}

function channelOf(text: string): Checked<SaleLine['sales_channel']> {
  const plain = text.normalize('NFKC')
  const found = soldChannels.find(
    (channel) => plain === String(channel) || plain === salesChannel[channel].normalize('NFKC'),
  )
  const names = soldChannels.map((channel) => `「${salesChannel[channel]}」`).join('')
  return found ? { value: found } : { problem: `${names}のどれかを入力してください。` }
}

/** As ISO, or as spreadsheets save it. */
function dayOf(text: string): Checked<string> {
  const match = /^(\d{4})[-/](\d{1,2})[-/](\d{1,2})$/.exec(normalizeDigits(text))
  const value = match ? [match[1], match[2]?.padStart(2, '0'), match[3]?.padStart(2, '0')].join('-') : ''
  return day.safeParse(value).success ? { value } : { problem: '2026-11-25 の形で入力してください。' }
}

const mostYen = 9_999_999_999

function yenOf(text: string, least: number): Checked<number> {
  const value = parseYenInput(text)
  return value !== null && value >= least && value <= mostYen
    ? { value }
    : { problem: `${least}円以上の整数で入力してください。` }
}

const maybeYenOf = (text: string): Checked<number | null> => (text === '' ? { value: null } : yenOf(text, 0))
