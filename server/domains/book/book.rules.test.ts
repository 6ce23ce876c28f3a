import fc from 'fast-check'
import { expect, test } from 'vitest'
import { yen } from '#contract/money'
import { drawsFor, judgeChecks, runPostings, setOffs, splitRescinded, totalBalance } from './book.rules.ts'

const holdings = (...balances: number[]) => balances.map((balance, id) => ({ id, balance: yen(balance) }))

test('draws empty each account before the next and never more than is there', () => {
  expect(drawsFor(holdings(300, 0, 500), yen(400))).toEqual(
    holdings(300, 0, 100).filter(({ balance }) => balance),
  )
  expect(drawsFor(holdings(300, 500), yen(801))).toBeNull()
  fc.assert(
    fc.property(fc.array(fc.nat(1_000_000), { maxLength: 6 }), fc.nat(3_000_000), (balances, amount) => {
      const accounts = holdings(...balances)
      const draws = drawsFor(accounts, yen(amount))
      if (amount > totalBalance(accounts)) return draws === null
      return (
        draws !== null &&
        totalBalance(draws) === amount &&
        draws.every(({ id, balance }) => balance > 0 && balance <= (balances[id] ?? 0))
      )
    }),
  )
})

test('postings move what they say and nothing besides', () => {
  const { posted, changes } = runPostings(holdings(100, -100), [
    { kind: 'PURCHASE', debit: 1, credit: 0, amount: yen(50) },
    { kind: 'REVERSAL', debit: 0, credit: 1, amount: yen(20) },
  ])
  expect(posted.map((entry) => [entry.debit_balance_after, entry.credit_balance_after])).toEqual([
    [-150, 150],
    [130, -130],
  ])
  expect(changes).toEqual([
    { id: 1, delta: -30, entries: 2, is_credited: false },
    { id: 0, delta: 30, entries: 2, is_credited: true },
  ])
  expect(() => runPostings(holdings(1), [{ kind: 'FEE', debit: 0, credit: 9, amount: yen(1) }])).toThrow()
})

test('a rescinded price is split between what is there and what is not', () => {
  expect(splitRescinded(yen(500), yen(300))).toEqual({ fromBalance: 300, receivable: 200 })
  expect(splitRescinded(yen(500), yen(500))).toEqual({ fromBalance: 500, receivable: 0 })
  expect(splitRescinded(yen(500), yen(0))).toEqual({ fromBalance: 0, receivable: 500 })
})

test('a proof without checks proves nothing', () => {
  expect(judgeChecks([]).is_ok).toBe(false)
  expect(judgeChecks([{ name: 'a', expected: 0, found: 1 }])).toEqual({
    is_ok: false,
    checks: [{ name: 'a', expected: 0, found: 1, is_ok: false }],
  })
})

const credit = (account: number, amount: number) =>
  ({ kind: 'PURCHASE', debit: 9, credit: account, amount: yen(amount), request_id: 7 }) as const

test('a set-off is all that both the credit and the debt allow, and nothing without a debt', () => {
  const partOf = (credited: number, balance: number) =>
    setOffs([credit(1, credited)], [{ customer: 1, id: 2, balance: yen(balance) }])
  expect(partOf(1000, -400)).toEqual([
    { kind: 'SET_OFF', debit: 1, credit: 2, amount: 400, request_id: 7, transfer_id: undefined },
  ])
  expect(partOf(400, -1000)).toMatchObject([{ amount: 400 }])
  expect(setOffs([credit(1, 400)], [{ customer: 3, id: 2, balance: yen(-1000) }])).toEqual([])
  fc.assert(
    fc.property(fc.nat(1_000_000), fc.integer({ min: -1_000_000, max: 0 }), (credited, receivable) => {
      const part = partOf(credited, receivable)[0]?.amount ?? 0
      const isExhausted = part === credited || part === -receivable
      return part >= 0 && part <= credited && receivable + part <= 0 && isExhausted
    }),
  )
})

test('several credits of one customer are set off one after another, never beyond the debt', () => {
  const parts = setOffs(
    [credit(1, 300), credit(1, 300), credit(1, 300)],
    [{ customer: 1, id: 2, balance: yen(-500) }],
  )
  expect(parts.map(({ amount }) => amount)).toEqual([300, 200])
})
