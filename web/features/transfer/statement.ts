import { labelOf, transactionKindLabel, transferStatusLabel } from '#contract/codes'
import { tokyoDate } from '#contract/day'
import type { transferCalls } from '#contract/transfer'
import type { AskResult } from '#web/lib/ask.ts'

export type Transaction = AskResult<typeof transferCalls.transactions>['results'][number]

export const yearOf = (entry: Pick<Transaction, 'createdAt'>): number =>
  Number(tokyoDate(entry.createdAt).slice(0, 4))

export const yearsOf = (entries: readonly Pick<Transaction, 'createdAt'>[]): number[] =>
  [...new Set(entries.map(yearOf))].sort((a, b) => b - a)

export interface YearSums {
  opening: number
  added: number
  taken: number
  closing: number
}

/** Opening balance, income, expense and closing balance; the four always agree. */
export function sumsOf(entries: readonly Pick<Transaction, 'amount' | 'balanceAfter'>[]): YearSums {
  const newest = entries[0]
  const oldest = entries.at(-1)
  const sum = (part: (amount: number) => boolean) =>
    entries.reduce((total, { amount }) => total + (part(amount) ? amount : 0), 0)
  return {
    opening: oldest ? oldest.balanceAfter - oldest.amount : 0,
    added: sum((amount) => amount > 0),
    taken: sum((amount) => amount < 0),
    closing: newest ? newest.balanceAfter : 0,
  }
}

/** `買取代金`, or for a transfer its state: `振込(受付)`. Set-offs are final at once. */
export function kindText({ kind, status }: Pick<Transaction, 'kind' | 'status'>): string {
  const name = labelOf(transactionKindLabel, kind)
  return status === null || kind === 'SET_OFF' ? name : `${name}(${labelOf(transferStatusLabel, status)})`
}

const isNumber = (text: string): boolean => /^-?\d+(\.\d+)?$/.test(text)

/** Prevents formula injection in spreadsheets; negative amounts stay numbers. */
function cell(value: string | number | null): string {
  const text = value === null ? '' : String(value)
  const safe = /^[=+\-@\t\r]/.test(text) && !isNumber(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

const headings = ['日付', '種類', 'お店の会社', '金額', '残高', '申し込み番号', '振込番号', '備考']

export function statementCsv(entries: readonly Transaction[]): string {
  const sums = sumsOf(entries)
  const rows = [...entries]
    .reverse()
    .map((entry) => [
      tokyoDate(entry.createdAt),
      kindText(entry),
      entry.dealer,
      entry.amount,
      entry.balanceAfter,
      entry.purchaseRequest,
      entry.transfer,
      entry.note,
    ])
  const foot = [
    ['', '入金の合計', '', sums.added, '', '', '', ''],
    ['', '出金の合計', '', sums.taken, '', '', '', ''],
    ['', '期末残高', '', '', sums.closing, '', '', ''],
  ]
  // The byte order mark tells spreadsheets that this is UTF-8.
  return `\uFEFF${[headings, ...rows, ...foot].map((row) => `${row.map(cell).join(',')}\r\n`).join('')}`
}
