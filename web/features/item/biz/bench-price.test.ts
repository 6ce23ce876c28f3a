import { describe, expect, it } from 'vitest'
import { partsText } from './bench-form.tsx'
import { accountOf, bonusAsCounted, campaignOf, missingOf, nextOpen } from './bench-price.ts'

const none = [undefined, undefined, undefined]
const cuts = (...amounts: number[]) => amounts.map((amount) => ({ amount }))

const bonus = (percent: number) => ({ name: '冬物', percent, bonusYen: null, bonusCap: null })

describe('the arithmetic on the bench', () => {
  it('takes deductions off before the campaign adds its share, and drops broken yen', () => {
    expect(accountOf(14_500, cuts(1_500), bonus(10))).toEqual({
      base: 14_500,
      deducted: 1_500,
      uplift: 1_300,
      price: 14_300,
      below: false,
      campaign: '冬物',
    })
    expect(accountOf(7_105, cuts(900), bonus(10))?.price).toBe(6_205 + 620)
  })

  it('has no price without a base, and says when deductions eat it up', () => {
    expect(accountOf(null, cuts(100), null)).toBeNull()
    expect(accountOf(1_000, cuts(600, 500), bonus(10))).toMatchObject({ price: 0, below: true })
    expect(accountOf(1_000, cuts(1_000), bonus(10))).toMatchObject({ price: 0, below: false })
  })

  it('shows the sum in the order it is counted', () => {
    expect(partsText(accountOf(14_500, cuts(1_500), bonus(10)))).toBe(
      '基準額 ¥14,500 − 減額 ¥1,500 + 上乗せ ¥1,300',
    )
    expect(partsText(accountOf(500, [], null))).toBe('基準額 ¥500')
    expect(partsText(accountOf(1_000, cuts(2_000), null))).toContain('超えています')
    expect(partsText(null)).toContain('基準額を入力')
  })

  it('adds what is promised and counts for the item as it stands, the most of several', () => {
    const tree = [
      { id: 1, parent: null },
      { id: 2, parent: 1 },
      { id: 3, parent: null },
    ]
    const days = { startsOn: '', endsOn: '' }
    const coats = { id: 9, ...bonus(10), ...days, brands: [7], categories: [1] }
    const all = { ...coats, id: 8, percent: null, bonusYen: 300, brands: [], categories: [] }
    const of = (brand: number | null, category: number | null, basePrice: number | null = 12_000) =>
      campaignOf({ brand, category, basePrice, deductions: cuts(1_000) as never }, [all, coats], tree)?.id
    expect([of(7, 2), of(7, 1), of(7, 3), of(8, 2), of(null, 2), of(7, null)]).toEqual([9, 9, 8, 8, 8, 8])
    expect([of(7, 2, 3_000), of(7, 2, 1_000), of(7, 2, 500), of(7, 2, null)]).toEqual([8, ...none])
    expect(accountOf(12_345, cuts(345), bonusAsCounted({ uplift: 840, campaignName: '冬物' }))).toMatchObject(
      {
        ...{ price: 12_840, uplift: 840, campaign: '冬物' },
      },
    )
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
