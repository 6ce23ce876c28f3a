import fc from 'fast-check'
import { expect, it } from 'vitest'
import { taxIn } from './deal.rules.ts'

it.each([
  [11_000, 1_000],
  [17_500, 1_590],
  [10, 0],
  [0, 0],
])('%i yen with tax contain %i yen of it', (total, tax) => {
  expect(taxIn(total, 10)).toBe(tax)
})

it('is whole, never more than the law’s share, and less than a yen short of it', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 9_999_999_999 }), (total) => {
      const tax = taxIn(total, 10)
      expect(Number.isInteger(tax)).toBe(true)
      expect(tax * 110).toBeLessThanOrEqual(total * 10)
      expect((tax + 1) * 110).toBeGreaterThan(total * 10)
    }),
  )
})
