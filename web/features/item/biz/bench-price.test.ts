import { describe, expect, it } from 'vitest'
import { partsText } from './bench-form.tsx'
import { accountOf, missingOf, nextOpen, percentFromFigures } from './bench-price.ts'

const cuts = (...amounts: number[]) => amounts.map((amount) => ({ amount }))

describe('the arithmetic on the bench', () => {
  it('takes deductions off before the campaign adds its share, and drops broken yen', () => {
    expect(accountOf(14_500, cuts(1_500), 10)).toEqual({
      base: 14_500,
      deducted: 1_500,
      uplift: 1_300,
      price: 14_300,
      below: false,
    })
    expect(accountOf(7_105, cuts(900), 10)?.price).toBe(6_205 + 620)
  })

  it('has no price without a base, and says when deductions eat it up', () => {
    expect(accountOf(null, cuts(100), null)).toBeNull()
    expect(accountOf(1_000, cuts(600, 500), 10)).toMatchObject({ price: 0, below: true })
    expect(accountOf(1_000, cuts(1_000), 10)).toMatchObject({ price: 0, below: false })
  })

  it('shows the sum in the order it is counted', () => {
    expect(partsText(accountOf(14_500, cuts(1_500), 10))).toBe('基準額 ¥14,500 − 減額 ¥1,500 + 上乗せ ¥1,300')
    expect(partsText(accountOf(500, [], null))).toBe('基準額 ¥500')
    expect(partsText(accountOf(1_000, cuts(2_000), null))).toContain('超えています')
    expect(partsText(null)).toContain('基準額を入力')
  })

  it('finds the percentage of a campaign that has ended in the figures it left', () => {
    for (const percent of [3, 7, 10, 15]) {
      const account = accountOf(12_345, cuts(1_111), percent)
      expect(account && percentFromFigures(account)).toBe(percent)
    }
    expect(percentFromFigures({ uplift: 0, price: 500 })).toBeNull()
  })
})

describe('what is missing and what comes next', () => {
  it('asks for category, grade and a price above zero', () => {
    expect(missingOf({ category: null, grade: null }, null)).toEqual(['category', 'grade', 'basePrice'])
    expect(missingOf({ category: 1, grade: 'A_2' }, accountOf(0, [], null))).toEqual(['basePrice'])
    expect(missingOf({ category: 1, grade: 'A_2' }, accountOf(5, cuts(9), null))).toEqual(['deductions'])
    expect(missingOf({ category: 1, grade: 'A_2' }, accountOf(100, [], null))).toEqual([])
  })

  it('goes on with the next one not done, then with those passed over', () => {
    const items = [1, 2, 1, 3, 1].map((status, index) => ({ slug: `i${index}`, status }))
    expect(nextOpen(items, 'i2')).toBe('i4')
    expect(nextOpen(items, 'i4')).toBe('i0')
    expect(nextOpen([{ slug: 'a', status: 2 }], 'a')).toBeUndefined()
  })
})
