import { expect, test } from 'vitest'
import { bookAccountKinds, bookAccountText, inColumns, onOwnSide, ownSide } from './book-side.ts'

test('what the house has or is owed stands on the left, what it owes on the right, neither with a sign', () => {
  // A dealer paid 5,000 and nothing has left the bank.
  expect(inColumns('bank', -5000)).toEqual({ debit: 5000, credit: null })
  expect(inColumns('receivable', -700)).toEqual({ debit: 700, credit: null })
  expect(inColumns('company', -12_000)).toEqual({ debit: 12_000, credit: null })
  expect(inColumns('customer', 4000)).toEqual({ debit: null, credit: 4000 })
  expect(inColumns('bank', 300)).toEqual({ debit: null, credit: 300 })
  expect(inColumns('bank', 0)).toEqual({ debit: 0, credit: null })
  expect(inColumns('customer', 0)).toEqual({ debit: null, credit: 0 })
})

test('counted on its own side a balance grows upwards, and nothing is never a minus nothing', () => {
  expect(onOwnSide('company', -12_000)).toBe(12_000)
  expect(onOwnSide('customer', 4000)).toBe(4000)
  for (const kind of bookAccountKinds) expect(Object.is(onOwnSide(kind, 0), -0)).toBe(false)
  expect(bookAccountKinds.filter((kind) => ownSide[kind] === 'debit')).toEqual([
    'bank',
    'company',
    'receivable',
    'fee',
  ])
})

test('an account is named in words', () => {
  expect(bookAccountText('customer お客さま番号 12 / 青山')).toBe('お客さまの残高 お客さま番号 12 / 青山')
  expect(bookAccountText('something 1')).toBe('something 1')
})
