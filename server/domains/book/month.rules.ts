import type { BookAccountKind } from '#contract/book-side'
import type { EntryKind } from './book.rules.ts'

export const isMonth = (text: string): boolean => /^2\d{3}-(0[1-9]|1[0-2])$/.test(text)

/** From the month after the first to the second: `2026-10` to `2026-12` gives `2026-11` and `2026-12`. */
export function monthsAfter(from: string, until: string): string[] {
  const months: string[] = []
  for (let month = nextMonth(from); month <= until; month = nextMonth(month)) months.push(month)
  return months
}

export function nextMonth(month: string): string {
  const [year = 0, number = 0] = month.split('-').map(Number)
  return number === 12 ? `${year + 1}-01` : `${year}-${String(number + 1).padStart(2, '0')}`
}

export function monthBefore(month: string): string {
  const [year = 0, number = 0] = month.split('-').map(Number)
  return number === 1 ? `${year - 1}-12` : `${year}-${String(number - 1).padStart(2, '0')}`
}

/** The beginning of a month in Tokyo. */
export const beginOfMonth = (month: string): Date => new Date(`${month}-01T00:00:00+09:00`)

export interface TaxFacts {
  kind: EntryKind
  debit: BookAccountKind
  credit: BookAccountKind
  /** The deal's seller issues no qualified invoices. */
  is_special: boolean
  /** Of a seller who does, as it was frozen into the request. */
  registration_number?: string
}

/** Tax code and remark, as the dealer that bought sees a purchase and the operator its fees (消費税法 30条, 施行令 49条). */
export function taxOf({ kind, debit, credit, is_special, registration_number = '' }: TaxFacts): {
  code: string
  remark: string
} {
  const remark = is_special ? '古物商特例' : `インボイス発行事業者からの仕入れ ${registration_number}`.trim()
  if (kind === 'PURCHASE') return { code: '課税仕入10%', remark }
  if (kind === 'REVERSAL' && credit === 'company') return { code: '課税仕入返還10%', remark }
  if (kind === 'FEE' && credit === 'bank') return { code: '課税仕入10%', remark: '' }
  if (kind === 'FEE' && debit === 'customer') return { code: '課税売上10%', remark: '' }
  return { code: '対象外', remark: '' }
}
