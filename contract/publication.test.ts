import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { farAbove, isOutlier, isReasonShown, priceBand, problemsOf, reasonStands } from './publication.ts'

const spread = { n: 5, min: 7_600, max: 18_000 }
const done = {
  status: 2,
  price: 9_000,
  uplift: 0,
  photos: 1,
  authenticity: 1,
  priceReason: '',
  priceReasonPhoto: null,
  priceReasonAmount: null,
  isCommentOutdated: false,
}
const reasoned = (price: number) => ({
  priceReason: '裏地の破れ',
  priceReasonPhoto: 3,
  priceReasonAmount: price,
})

describe('the band of own purchases', () => {
  test('ends with the lowest and the highest price paid', () => {
    expect([7_599, 7_600, 18_000, 18_001].map((price) => priceBand(price, spread))).toEqual([
      'below',
      null,
      null,
      'above',
    ])
  })

  test('says nothing with fewer than five, or without a price', () => {
    expect(priceBand(1, { ...spread, n: 4 })).toBeNull()
    expect(priceBand(null, spread)).toBeNull()
    expect(priceBand(1, null)).toBeNull()
  })
})

describe('what keeps a result from going out', () => {
  test('nothing, when the article is assessed, seen and judged', () => {
    expect(problemsOf(done, { evidence: spread })).toEqual([])
    expect(problemsOf({ ...done, price: 54_000 }, { evidence: spread })).toEqual([])
  })

  test('a photo is asked of what cannot be bought too, a judgement only of what has a price', () => {
    const refused = { ...done, status: 3, price: null, authenticity: -1000 }
    expect(problemsOf({ ...refused, photos: 0 }, {})).toEqual(['photo_missing'])
    expect(problemsOf(refused, {})).toEqual([])
    expect(problemsOf({ ...done, authenticity: -1000 }, {})).toEqual(['authenticity_undetermined'])
    expect(problemsOf({ ...done, authenticity: 0 }, {})).toEqual([])
  })

  test('a price below the band needs words and a photo', () => {
    const low = { ...done, price: 5_000 }
    expect(problemsOf(low, { evidence: spread })).toEqual(['price_reason_missing', 'price_photo_missing'])
    expect(problemsOf({ ...low, ...reasoned(5_000) }, { evidence: spread })).toEqual([])
    expect(problemsOf(low, { evidence: { ...spread, n: 4 } })).toEqual([])
  })

  test('what a campaign adds does not lift a low price into the band', () => {
    expect(problemsOf({ ...done, price: 8_500, uplift: 1_500 }, { evidence: spread })).toEqual([
      'price_reason_missing',
      'price_photo_missing',
    ])
  })

  test('so does one that is many times what was ever paid', () => {
    const high = { ...done, price: 54_001 }
    expect(problemsOf(high, { evidence: spread })).toEqual(['price_reason_missing', 'price_photo_missing'])
    expect(problemsOf({ ...high, ...reasoned(54_001) }, { evidence: spread })).toEqual([])
    expect(problemsOf({ ...high, status: 3 }, { evidence: spread })).toEqual([])
  })

  test('words and a photo are asked of prices outside the band alone, however it looks', () => {
    const price = fc.integer({ min: 1, max: 9_999_999_999 })
    fc.assert(
      fc.property(price, price, price, fc.integer({ min: 0, max: 12 }), (own, one, other, n) => {
        const paid = { n, min: Math.min(one, other), max: Math.max(one, other) }
        const asked = problemsOf({ ...done, price: own }, { evidence: paid })
        expect(asked).toEqual(isOutlier(own, paid) ? ['price_reason_missing', 'price_photo_missing'] : [])
        expect(isOutlier(own, paid)).toBe(n >= 5 && (own < paid.min || own > farAbove * paid.max))
        expect(problemsOf({ ...done, price: own, ...reasoned(own) }, { evidence: paid })).toEqual([])
        if (isOutlier(own, paid)) expect(priceBand(own, paid)).not.toBeNull()
      }),
    )
  })

  test('so does one below what was named before the article was sent, however much was paid before', () => {
    const both = ['price_reason_missing', 'price_photo_missing']
    const named = (price: number, part: object = {}) =>
      problemsOf({ ...done, price, ...part }, { evidence: spread, namedLow: 10_000 })
    expect([named(10_000), named(9_999), named(9_999, { status: 3 })]).toEqual([[], both, []])
    expect(named(9_999, reasoned(9_999))).toEqual([])
    expect(problemsOf({ ...done, price: 9_999 }, { namedLow: 10_000 })).toEqual(both)
    // What a campaign adds was not named.
    expect(named(10_500, { uplift: 1_000 })).toEqual(both)
    // Words for a price within what was named are not about one below it.
    expect(named(9_999, reasoned(10_500))).toEqual(both)
    expect(isReasonShown(9_999, { evidence: spread, namedLow: 10_000 })).toBe(true)
    expect(isReasonShown(60_000, { evidence: spread, namedLow: 10_000 })).toBe(false)
  })

  test('a reason does not stand for the other side of the band, nor for a price far from its own', () => {
    const both = ['price_reason_missing', 'price_photo_missing']
    const at = (price: number, given: number) =>
      problemsOf({ ...done, price, ...reasoned(given) }, { evidence: spread })
    expect([at(5_000, 60_000), at(60_000, 5_000), at(2_400, 5_000)]).toEqual([both, both, both])
    // A further deduction is still the same story.
    expect([at(4_500, 5_000), at(2_500, 5_000), at(6_000, 5_000)]).toEqual([[], [], []])
    expect(at(9_000, 60_000)).toEqual([])
    expect(
      problemsOf({ ...done, price: 5_000, ...reasoned(0), priceReasonAmount: null }, { evidence: spread }),
    ).toEqual(both)
    const price = fc.integer({ min: 1, max: 9_999_999_999 })
    fc.assert(
      fc.property(price, price, (own, given) => {
        expect(reasonStands(own, given, {})).toBe(reasonStands(given, own, {}))
        expect(reasonStands(own, own, { evidence: spread })).toBe(true)
        if (
          isOutlier(own, spread) &&
          isOutlier(given, spread) &&
          reasonStands(own, given, { evidence: spread })
        )
          expect(priceBand(own, spread)).toBe(priceBand(given, spread))
      }),
    )
  })

  test('a comment that says what was so before keeps the article back, also one that is not bought', () => {
    expect(problemsOf({ ...done, isCommentOutdated: true }, { evidence: spread })).toEqual([
      'comment_outdated',
    ])
    const refused = { ...done, status: 3, price: null, isCommentOutdated: true }
    expect(problemsOf(refused, {})).toEqual(['comment_outdated'])
  })

  test('everything at once is said at once', () => {
    const nothing = { ...done, status: 1, photos: 0 }
    expect(problemsOf(nothing, { evidence: spread })).toEqual(['items_unfinished', 'photo_missing'])
  })
})
