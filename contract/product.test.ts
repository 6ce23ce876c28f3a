import fc from 'fast-check'
import { expect, test } from 'vitest'
import { marginOf, type ProductProblem, productProblemLabel, productStage } from './product.ts'

test('work waits at the first station at which something is missing', () => {
  expect(productStage([])).toBe('ready')
  expect(productStage(['selling_price', 'photo'])).toBe('photo')
  expect(productStage(['sales_channel', 'measure'])).toBe('measure')
  expect(productStage(['attribute'])).toBe('text')
  const problems = Object.keys(productProblemLabel) as ProductProblem[]
  fc.assert(
    fc.property(fc.shuffledSubarray(problems), (missing) => {
      expect(productStage(missing)).toBe(productStage(missing.toReversed()))
      expect(productStage(missing) === 'ready').toBe(missing.length === 0)
    }),
  )
})

test('the margin is what is left of the price', () => {
  const cost = { fee_permille: 100, shipping: 800, handling: 600 }
  expect(marginOf(32_800, 14_300, cost)).toEqual({ fee: 3280, profit: 13_820, permille: 421 })
  expect(marginOf(1_000, 14_300, cost).profit).toBeLessThan(0)
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 9_999_999_999 }),
      fc.integer({ min: 0, max: 9_999_999_999 }),
      fc.integer({ min: 0, max: 1000 }),
      fc.integer({ min: 0, max: 1_000_000 }),
      (price, bought, fee_permille, shipping) => {
        const { fee, profit, permille } = marginOf(price, bought, { fee_permille, shipping, handling: 0 })
        expect(bought + fee + shipping + profit).toBe(price)
        expect(fee).toBeLessThanOrEqual(price)
        expect(permille).toBeLessThanOrEqual(1000)
      },
    ),
  )
})
