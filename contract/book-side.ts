/** A stored balance is credits − debits; people see it as 借方 (assets, expenses) or 貸方 (liabilities). */
export type Side = 'debit' | 'credit'

export const sideLabel: Readonly<Record<Side, string>> = { debit: '借方', credit: '貸方' }

export const bookAccountKinds = [
  'bank',
  'company',
  'receivable',
  'customer',
  'in_progress',
  'fee',
  'adjustment',
] as const
export type BookAccountKind = (typeof bookAccountKinds)[number]

export const isBookAccountKind = (value: unknown): value is BookAccountKind =>
  (bookAccountKinds as readonly unknown[]).includes(value)

export const bookAccountKindLabel: Readonly<Record<BookAccountKind, string>> = {
  bank: '銀行',
  company: '会社との精算',
  receivable: '返金の未収',
  customer: 'お客さまの残高',
  in_progress: '振込の手続き中',
  fee: '手数料',
  adjustment: '調整',
}

export const ownSide: Readonly<Record<BookAccountKind, Side>> = {
  bank: 'debit',
  company: 'debit',
  receivable: 'debit',
  customer: 'credit',
  in_progress: 'credit',
  fee: 'debit',
  adjustment: 'credit',
}

export function inColumns(
  kind: BookAccountKind,
  balance: number,
): { debit: number | null; credit: number | null } {
  if (balance < 0) return { debit: -balance, credit: null }
  if (balance > 0) return { debit: null, credit: balance }
  return ownSide[kind] === 'debit' ? { debit: 0, credit: null } : { debit: null, credit: 0 }
}

/** Balance with the sign of the account's own side: normally positive. */
export const onOwnSide = (kind: BookAccountKind, balance: number): number =>
  ownSide[kind] === 'debit' ? 0 - balance : balance

const leadingKind = /^[a-z_]+/

/** Replaces the leading kind with its label: `customer 12` → `お客さま番号 12`. */
export const bookAccountText = (text: string): string =>
  text.replace(leadingKind, (kind) => (isBookAccountKind(kind) ? bookAccountKindLabel[kind] : kind))
