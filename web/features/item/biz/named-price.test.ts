import { expect, it } from 'vitest'
import { namedDifference } from './named-price.tsx'

it('says how far a price is from what was named', () => {
  const band = { low: 8_500, high: 11_500 }
  expect([8_400, 8_500, 11_500, 12_000, null].map((price) => namedDifference(price, band))).toEqual([
    ...['下限より ¥100 低い', '幅の中', '幅の中', '上限より ¥500 高い', ''],
  ])
})
