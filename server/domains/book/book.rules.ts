// Balance = credits − debits for every account; `contract/book-side.ts` presents it.
import type * as z from 'zod'
import type { proof } from '#contract/book'
import type { transactionKinds } from '#contract/codes'
import { addYen, subYen, sumYen, type Yen, yen } from '#contract/money'

export type EntryKind = (typeof transactionKinds)[number]

/** Moves `amount` from the debit account to the credit account. */
export interface Posting {
  kind: EntryKind
  debit: number
  credit: number
  amount: Yen
  request_id?: number | null | undefined
  transfer_id?: number | null | undefined
  reverses_id?: number | null
  proposal_id?: number | null
  note?: string
  second_actor_id?: number
}

export interface AccountBalance {
  id: number
  balance: Yen
}

export interface Posted extends Posting {
  debit_balance_after: Yen
  credit_balance_after: Yen
}

export interface Change {
  id: number
  delta: Yen
  entries: number
  is_credited: boolean
}

export function runPostings(
  holdings: readonly AccountBalance[],
  postings: readonly Posting[],
): { posted: Posted[]; changes: Change[] } {
  const balances = new Map(holdings.map(({ id, balance }) => [id, balance]))
  const changes = new Map<number, Change>()
  const move = (id: number, delta: Yen, isCredited: boolean): Yen => {
    const before = balances.get(id)
    if (before === undefined) throw new Error(`account ${id} is not among the locked book accounts`)
    const after = addYen(before, delta)
    balances.set(id, after)
    const change = changes.get(id) ?? { id, delta: yen(0), entries: 0, is_credited: false }
    changes.set(id, {
      id,
      delta: addYen(change.delta, delta),
      entries: change.entries + 1,
      is_credited: change.is_credited || isCredited,
    })
    return after
  }
  const posted = postings.map((posting) => ({
    ...posting,
    debit_balance_after: move(posting.debit, yen(-posting.amount), false),
    credit_balance_after: move(posting.credit, posting.amount, posting.kind !== 'REVERSAL'),
  }))
  return { posted, changes: [...changes.values()] }
}

export interface EntryRow {
  id: number
  debit: number
  credit: number
  amount: number
  request_id: number | null
  transfer_id: number | null
}

export function reversalOf(entry: EntryRow, note: string): Posting {
  return {
    kind: 'REVERSAL',
    debit: entry.credit,
    credit: entry.debit,
    amount: yen(entry.amount),
    request_id: entry.request_id,
    transfer_id: entry.transfer_id,
    reverses_id: entry.id,
    note,
  }
}

/** Draws from accounts in the given order, emptying each first. Null if the balance does not suffice. */
export function drawsFor(holdings: readonly AccountBalance[], amount: Yen): AccountBalance[] | null {
  let left = amount
  const draws: AccountBalance[] = []
  for (const { id, balance } of holdings) {
    const part = yen(Math.min(balance, left))
    if (part <= 0) continue
    draws.push({ id, balance: part })
    left = subYen(left, part)
  }
  return left === 0 ? draws : null
}

export const totalBalance = (holdings: readonly AccountBalance[]): Yen =>
  sumYen(holdings.map(({ balance }) => balance))

/** A rescinded price is taken from the balance as far as it reaches; the rest becomes a receivable. */
export function splitRescinded(amount: Yen, balance: Yen): { fromBalance: Yen; receivable: Yen } {
  const fromBalance = yen(Math.max(0, Math.min(amount, balance)))
  return { fromBalance, receivable: subYen(amount, fromBalance) }
}

/** Customer's debt to the dealer behind the `customer` account: `balance` is negative. */
export interface Receivable {
  customer: number
  id: number
  balance: Yen
}

/** Sets new credits off against what the customer owes the same dealer, up to the smaller of the two. */
export function setOffs(postings: readonly Posting[], receivables: readonly Receivable[]): Posting[] {
  const owed = new Map(receivables.map(({ customer, id, balance }) => [customer, { id, left: -balance }]))
  return postings.flatMap(({ credit, amount, request_id, transfer_id }) => {
    const receivable = owed.get(credit)
    const part = Math.min(amount, receivable?.left ?? 0)
    if (!receivable || part <= 0) return []
    receivable.left -= part
    return [
      { kind: 'SET_OFF', debit: credit, credit: receivable.id, amount: yen(part), request_id, transfer_id },
    ]
  })
}

export type ProofCheck = z.output<typeof proof>['checks'][number]

export function judgeChecks(rows: readonly Omit<ProofCheck, 'is_ok'>[]): {
  is_ok: boolean
  checks: ProofCheck[]
} {
  const checks = rows.map(({ name, expected, found }) => ({
    name,
    expected,
    found,
    is_ok: expected === found,
  }))
  return { is_ok: checks.length > 0 && checks.every((check) => check.is_ok), checks }
}
