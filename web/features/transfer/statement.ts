import { labelOf, transactionKindLabel, transferStatusLabel } from '#contract/codes'
import { tokyoDate } from '#contract/day'
import type { transferCalls } from '#contract/transfer'
import type { AskResult } from '#web/lib/ask.ts'

export type Transaction = AskResult<typeof transferCalls.transactions>['results'][number]

export const yearOf = (entry: Pick<Transaction, 'createdAt'>): number =>
  Number(tokyoDate(entry.createdAt).slice(0, 4))

/** The years with entries, newest first. */
export const yearsOf = (entries: readonly Pick<Transaction, 'createdAt'>[]): number[] =>
  [...new Set(entries.map(yearOf))].sort((a, b) => b - a)

export interface YearSums {
  opening: number
  added: number
  taken: number
  closing: number
}

/** What the year began with, what came and went, and what it ended with; the four always agree. */
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

/** 買取代金, or for money on its way how far it is: 振込(受付). What is set off is done at once. */
export function kindText({ kind, status }: Pick<Transaction, 'kind' | 'status'>): string {
  const name = labelOf(transactionKindLabel, kind)
  return status === null || kind === 'SET_OFF' ? name : `${name}(${labelOf(transferStatusLabel, status)})`
}

const isNumber = (text: string): boolean => /^-?\d+(\.\d+)?$/.test(text)

/** A text that a spreadsheet would run as a formula stays a text; a negative amount stays a number. */
function cell(value: string | number | null): string {
  const text = value === null ? '' : String(value)
  const safe = /^[=+\-@\t\r]/.test(text) && !isNumber(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

const headings = ['日付', '種類', 'お店の会社', '金額', '残高', '申し込み番号', '振込番号', '備考']

/** The entries as a file for a spreadsheet, oldest first, with the sums of the year below. */
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
  // The mark at the start tells spreadsheets which letters these are.
  return `\uFEFF${[headings, ...rows, ...foot].map((row) => `${row.map(cell).join(',')}\r\n`).join('')}`
}
