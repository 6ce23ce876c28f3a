import { expect, it } from 'vitest'
import { sumTerm } from './sum-term.ts'

const of = (...prices: (number | null)[]) => sumTerm(prices.map((price) => ({ price })))

it('says of how many articles the assessed total is, and how many have no price', () => {
  expect(of(8_000, 3_500)).toBe('査定額の合計(2点)')
  expect(of(8_000, null, 3_500, null)).toBe('査定額の合計(2点・ほか2点は値段なし)')
  expect(of(null)).toBe('査定額の合計(0点・ほか1点は値段なし)')
})
