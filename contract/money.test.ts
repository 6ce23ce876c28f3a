import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addYen, allocate, percentOf, subYen, sumYen, type Yen, yen } from './money.ts'

const anyYen = fc.maxSafeInteger().map(yen)
const smallYen = fc.integer({ min: -1_000_000_000, max: 1_000_000_000 }).map(yen)
const anyWeight = fc.oneof(fc.constant(0), fc.nat(20), fc.maxSafeNat())

describe('yen', () => {
  it.each([0.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53, -(2 ** 53)])('refuses %s', (amount) => {
    expect(() => yen(amount)).toThrow(RangeError)
  })

  it('has no negative zero', () => {
    expect(Object.is(yen(-0), 0)).toBe(true)
  })
})

describe('adding and taking away', () => {
  it('undo each other', () => {
    fc.assert(fc.property(smallYen, smallYen, (a, b) => subYen(addYen(a, b), b) === a))
  })

  it('refuse a result that is no longer exact', () => {
    expect(() => addYen(yen(Number.MAX_SAFE_INTEGER), yen(1))).toThrow(RangeError)
    expect(() => subYen(yen(Number.MIN_SAFE_INTEGER), yen(1))).toThrow(RangeError)
  })

  it('sums without caring for the order, even where a partial sum would not fit', () => {
    const max = yen(Number.MAX_SAFE_INTEGER)
    expect(sumYen([max, max, yen(-Number.MAX_SAFE_INTEGER)])).toBe(max)
    expect(sumYen([])).toBe(0)
    fc.assert(fc.property(fc.array(smallYen), (amounts) => sumYen(amounts) === sumYen(amounts.toReversed())))
  })
})

describe('allocate', () => {
  it('always adds up to the total, each part within one yen of its exact share', () => {
    fc.assert(
      fc.property(anyYen, fc.array(anyWeight, { minLength: 1, maxLength: 30 }), (total, weights) => {
        const parts = allocate(total, weights)
        expect(parts).toHaveLength(weights.length)
        expect(sumYen(parts)).toBe(total)
        const sum = weights.reduce((left, right) => left + BigInt(right), 0n)
        if (sum === 0n) return
        parts.forEach((part, index) => {
          const off = BigInt(part) * sum - BigInt(total) * BigInt(weights[index] ?? 0)
          expect(off < sum && off > -sum).toBe(true)
        })
      }),
      { numRuns: 500 },
    )
  })

  it('gives nothing to a zero weight and never less to a heavier one', () => {
    fc.assert(
      fc.property(fc.nat().map(yen), fc.array(fc.nat(50), { minLength: 2 }), (total, weights) => {
        fc.pre(weights.some((weight) => weight > 0))
        const parts = allocate(total, weights)
        weights.forEach((weight, index) => {
          const part = parts[index] as Yen
          if (weight === 0) expect(part).toBe(0)
          weights.forEach((other, otherIndex) => {
            if (weight > other) expect(part).toBeGreaterThanOrEqual(parts[otherIndex] as Yen)
          })
        })
      }),
    )
  })

  it('mirrors a negative total', () => {
    fc.assert(
      fc.property(smallYen, fc.array(fc.nat(9), { minLength: 1 }), (total, weights) => {
        expect(allocate(yen(-total), weights)).toEqual(allocate(total, weights).map((part) => yen(-part)))
      }),
    )
  })

  it('serves equal fractions in the order given', () => {
    expect(allocate(yen(100), [1, 1, 1])).toEqual([34, 33, 33])
    expect(allocate(yen(-100), [1, 1, 1])).toEqual([-34, -33, -33])
    expect(allocate(yen(10), [1, 2, 0, 4])).toEqual([1, 3, 0, 6])
  })

  it('splits evenly when all weights are zero', () => {
    expect(allocate(yen(5), [0, 0])).toEqual([3, 2])
  })

  it('refuses weights that are no weights, and nobody', () => {
    expect(() => allocate(yen(1), [])).toThrow(RangeError)
    expect(allocate(yen(0), [])).toEqual([])
    expect(() => allocate(yen(1), [-1])).toThrow(RangeError)
    expect(() => allocate(yen(1), [0.5])).toThrow(RangeError)
  })
})

describe('percentOf', () => {
  it.each([
    [999, 10, 99],
    [1000, 1.1, 11],
    [1000, 12.5, 125],
    [1, 99.99, 0],
    [-1, 10, -1],
    [-10, 10, -1],
    [Number.MAX_SAFE_INTEGER, 100, Number.MAX_SAFE_INTEGER],
  ])('%i yen at %d percent is %i', (amount, percent, expected) => {
    expect(percentOf(yen(amount), percent)).toBe(expected)
  })

  it('never rounds up and is less than one yen below the exact share', () => {
    fc.assert(
      fc.property(smallYen, fc.integer({ min: 0, max: 2_000_000 }), (amount, tenThousandths) => {
        const share = percentOf(amount, tenThousandths / 10_000)
        const missing = BigInt(amount) * BigInt(tenThousandths) - BigInt(share) * 1_000_000n
        return missing >= 0n && missing < 1_000_000n
      }),
    )
  })

  it('refuses a percentage it cannot take exactly', () => {
    expect(() => percentOf(yen(1), 1 / 3)).toThrow(RangeError)
    expect(() => percentOf(yen(1), Number.NaN)).toThrow(RangeError)
  })
})
