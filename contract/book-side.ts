/**
 * How an accountant reads the books. A stored balance is credits − debits for every account; on screens, in files and on
 * paper it stands in one of two columns, always positive: what the house has, is owed or has spent on the left (借方),
 * what it owes on the right (貸方).
 */
export type Side = 'debit' | 'credit'

export const sideLabel: Readonly<Record<Side, string>> = { debit: '借方', credit: '貸方' }

/** The kinds of accounts in the order they are looked at. */
export const accountKinds = [
  'bank',
  'company',
  'receivable',
  'customer',
  'in_progress',
  'fee',
  'adjustment',
] as const
export type AccountKind = (typeof accountKinds)[number]

export const isAccountKind = (value: unknown): value is AccountKind =>
  (accountKinds as readonly unknown[]).includes(value)

export const accountKindLabel: Readonly<Record<AccountKind, string>> = {
  bank: '銀行',
  company: '会社との精算',
  receivable: '返金の未収',
  customer: 'お客さまの残高',
  in_progress: '振込の手続き中',
  fee: '手数料',
  adjustment: '調整',
}

/** The side on which a balance of this kind grows. */
export const ownSide: Readonly<Record<AccountKind, Side>> = {
  bank: 'debit',
  company: 'debit',
  receivable: 'debit',
  customer: 'credit',
  in_progress: 'credit',
  fee: 'debit',
  adjustment: 'credit',
}

/** A stored balance in the two columns; nothing on either side is a zero on the account's own. */
export function inColumns(
  kind: AccountKind,
  balance: number,
): { debit: number | null; credit: number | null } {
  if (balance < 0) return { debit: -balance, credit: null }
  if (balance > 0) return { debit: null, credit: balance }
  return ownSide[kind] === 'debit' ? { debit: 0, credit: null } : { debit: null, credit: 0 }
}

/** A stored balance counted on the account's own side: positive as a rule, whatever the kind. */
export const onOwnSide = (kind: AccountKind, balance: number): number =>
  ownSide[kind] === 'debit' ? 0 - balance : balance

const leadingKind = /^[a-z_]+/

/** `customer お客さま番号 12 / …` with the kind in words. */
export const accountText = (text: string): string =>
  text.replace(leadingKind, (kind) => (isAccountKind(kind) ? accountKindLabel[kind] : kind))
