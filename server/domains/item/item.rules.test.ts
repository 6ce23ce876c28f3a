import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  assessorMoves,
  customerItemStatus,
  findItemTransition,
  missingFor,
  placeOfPhoto,
  spreadOf,
} from './item.rules.ts'

describe('what a band of past prices says', () => {
  test('quartiles are prices that were paid, in order, and the histogram holds every one', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 500_000 }), { minLength: 1, maxLength: 300 }),
        (prices) => {
          const evidence = spreadOf(prices, 180, 'A')
          if (!evidence) throw new Error('no evidence')
          const { min, q1, median, q3, max } = evidence
          expect([min, q1, median, q3, max]).toEqual([min, q1, median, q3, max].sort((a, b) => a - b))
          for (const value of [min, q1, median, q3, max]) expect(prices).toContain(value)
          expect(evidence.histogram.reduce((sum, one) => sum + one, 0)).toBe(prices.length)
          expect(evidence.n).toBe(prices.length)
        },
      ),
    )
  })

  test('exact figures of a fixed set', () => {
    expect(spreadOf([100, 200, 300, 400, 500, 600, 700, 800], 180, '')).toMatchObject({
      n: 8,
      min: 100,
      q1: 200,
      median: 400,
      q3: 600,
      max: 800,
    })
    expect(spreadOf([], 180, '')).toBeNull()
  })
})

describe('moves', () => {
  test('an item is finished only with category, grade and a price of at least one yen', () => {
    expect(missingFor(2, { grade: null, category_id: null, price: 0, not_buyable_reason: '' })).toEqual([
      'カテゴリ',
      'グレード',
      '1円以上の査定額',
    ])
    expect(missingFor(2, { grade: 'A_1', category_id: 3, price: 1, not_buyable_reason: '' })).toEqual([])
    expect(missingFor(3, { grade: null, category_id: null, price: null, not_buyable_reason: ' ' })).toEqual([
      '買取不可の理由',
    ])
  })

  test('a refused or returned article has no way into the shop', () => {
    for (const from of [3, 5, 7]) {
      for (const to of [4, 6, 8, 9]) {
        for (const by of ['assessor', 'answer', 'system', 'staff', 'rescission'] as const) {
          for (const during of [3, 10, 11, 12, 13, 20, 21, 22])
            expect(findItemTransition(from, to, by, during)).toBeUndefined()
        }
      }
    }
  })

  test('a held item offers no move, and outside an assessment there is none', () => {
    expect(assessorMoves(1, 10, false).map((move) => move.to)).toEqual([2, 3])
    expect(assessorMoves(1, 10, true)).toEqual([])
    expect(assessorMoves(2, 11, false)).toEqual([])
  })

  test('the customer sees goods on their way to sale as bought', () => {
    expect([6, 7, 8, 9].map(customerItemStatus)).toEqual([6, 7, 6, 6])
  })
})

describe('the order of photos', () => {
  const add = (photos: { at: number; is_arranged: boolean }[], at: number) =>
    photos.toSpliced(placeOfPhoto(photos, at), 0, { at, is_arranged: false })

  test('is the order they were taken in, however they arrive', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 20 })), (times) => {
        const order = times.reduce(add, []).map(({ at }) => at)
        expect(order).toEqual(times.toSorted((a, b) => a - b))
      }),
    )
  })

  test('leaves alone what somebody arranged, and goes on behind it', () => {
    const arranged = [9, 2].map((at) => ({ at, is_arranged: true }))
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 20 })), (times) => {
        const order = times.reduce(add, arranged).map(({ at }) => at)
        expect(order).toEqual([9, 2, ...times.toSorted((a, b) => a - b)])
      }),
    )
  })
})
