import { itemStatus as I } from '#contract/lifecycle'
import { cp932Substitute, forCp932, missingInCp932 } from '#server/platform/cp932'

/** An article and what decides whether it is on sale. */
export interface Article {
  status: number
  is_held: boolean
  is_seized: boolean
  /** Where it was sold, if it has not come back. */
  sold_by: string | null
  /** What was paid for it. */
  cost: number
  name: string
  description: string
  /** Null without a product or without a price. */
  selling_price: number | null
}

/** What Next Engine shall have. */
export interface Wanted {
  name: string
  description: string
  cost: number
  price: number
  stock: 0 | 1
}

/** `leave`: sold there, so its stock is theirs to count. */
export type Aim = { is: 'offer'; wanted: Wanted } | { is: 'withdraw' } | { is: 'leave' }

const longestName = 255
const mostYen = 999_999_999

export function aimOf(article: Article): Aim {
  if (article.sold_by === 'next_engine') return { is: 'leave' }
  const { selling_price: price } = article
  const isOffered =
    article.status === I.PRODUCTIZED && !article.is_held && !article.is_seized && article.sold_by === null
  if (!isOffered || price === null) return { is: 'withdraw' }
  const { name, description, cost } = article
  return {
    is: 'offer',
    wanted: {
      name: Array.from(plain(name)).slice(0, longestName).join(''),
      description: plain(description, true),
      cost: Math.min(cost, mostYen),
      price: Math.min(price, mostYen),
      stock: 1,
    },
  }
}

/** Shift_JIS, in which it passes goods on to the malls, lacks some characters. */
function plain(text: string, hasLines = false): string {
  const lines = forCp932(text.normalize('NFC')).replaceAll(/\r\n?/g, '\n')
  return (hasLines ? lines : lines.replaceAll('\n', ' ')).trim()
}

/** Which characters of an article are written in another way; blank when none is. */
export function replacedIn({ name, description }: Pick<Article, 'name' | 'description'>): string {
  const missing = [...new Set(missingInCp932(`${name}\n${description}`.normalize('NFC')))]
  if (missing.length === 0) return ''
  const shown = missing
    .slice(0, 10)
    .map((character) => `${character}→${cp932Substitute(character) || '(削除)'}`)
  return `ネクストエンジンで使えない文字を置き換えます: ${shown.join('、')}${missing.length > 10 ? ' ほか' : ''}`
}

export interface Found {
  goods_id: string
  goods_name: string
  goods_selling_price: number | null
  stock_quantity: number | null
}

const isWritten = ({ name, price }: Wanted, found: Found): boolean =>
  found.goods_name === name && found.goods_selling_price === price

export type Step = 'none' | 'offer' | 'update' | 'withdraw'

/** What is to be sent, after a look at what is there. Stock is only written where nobody can have sold it meanwhile. */
export function stepFor(aim: Aim, found: Found | undefined, listed: Wanted | null): Step {
  if (aim.is === 'leave') return 'none'
  if (aim.is === 'withdraw') return !found || found.stock_quantity === 0 ? 'none' : 'withdraw'
  if (!found) return 'offer'
  const wasOffered = listed?.stock === 1
  if (!wasOffered && found.stock_quantity === 0) return 'offer'
  const isSame =
    isWritten(aim.wanted, found) && (listed === null || listed.description === aim.wanted.description)
  return isSame ? 'none' : 'update'
}

/** Whether Next Engine has what was sent. */
export function isDone(sent: Wanted, found: Found | undefined): boolean {
  if (!found) return false
  return sent.stock === 0 ? found.stock_quantity === 0 : isWritten(sent, found)
}

const stockReason = 'おくるからの連携'

type Line = Wanted & { code: string }

const columns: Readonly<Record<string, (line: Line, supplier: string) => string>> = {
  syohin_code: ({ code }) => code,
  sire_code: (_line, supplier) => supplier,
  syohin_name: ({ name }) => name,
  genka_tnk: ({ cost }) => String(cost),
  baika_tnk: ({ price }) => String(price),
  syohin_setumei_text: ({ description, name }) => description || name,
  zaiko_su: ({ stock }) => String(stock),
  nyusyukko_riyu: () => stockReason,
}

/** Blank cells would empty what is there, so each kind has its own columns. */
const columnsOf: Readonly<Record<Exclude<Step, 'none'>, readonly (keyof typeof columns)[]>> = {
  offer: Object.keys(columns),
  update: ['syohin_code', 'syohin_name', 'genka_tnk', 'baika_tnk', 'syohin_setumei_text'],
  withdraw: ['syohin_code', 'zaiko_su', 'nyusyukko_riyu'],
}

// As its documentation asks: texts stay as they are, so nothing is put before a sign that a spreadsheet would evaluate.
const cell = (text: string): string => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

export function goodsCsv(kind: Exclude<Step, 'none'>, lines: readonly Line[], supplier: string): string {
  const names = columnsOf[kind]
  const rows = lines.map((line) => names.map((name) => cell(columns[name]?.(line, supplier) ?? '')).join(','))
  return `${[names.join(','), ...rows].join('\r\n')}\r\n`
}

const longestError = 300

/** What the message of an upload says of a code: its lines that name it. */
export function errorOf(message: string, code: string): string {
  const names = new RegExp(`(^|[^A-Za-z0-9_-])${code}($|[^A-Za-z0-9_-])`)
  return message
    .split(/\r?\n/)
    .filter((line) => names.test(line))
    .join(' ')
    .slice(0, longestError)
}

export const codeOf = (itemId: number): string => `OKR-${itemId}`

/** A batch of rows that stays far below 5 MB, which an upload may have. */
export const mostTogether = 200

const minute = 60_000
/** How long an upload of which no number came back may still turn up. */
const graceMinutes = 10
/** After which an upload that is still queued is judged by what is there. */
const longestQueue = 12 * 60

export const isOverdue = (sentAt: string, now: Date, state: 'sending' | 'queued'): boolean =>
  now.getTime() - Date.parse(sentAt) > (state === 'sending' ? graceMinutes : longestQueue) * minute

/** Milliseconds until the next look at an upload: soon at first, then every five minutes. */
export const nextLook = (sentAt: string, now: Date): number =>
  Math.min(Math.max((now.getTime() - Date.parse(sentAt)) / 2, 15_000), 5 * minute)
