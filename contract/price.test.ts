import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { countsForArticle } from './campaign.ts'
import { percentOf, yen } from './money.ts'
import { addsUp, campaignFor, priceOf, upliftOf } from './price.ts'

const share = (percent: number) => ({ percent, bonusYen: null, bonusCap: null })
const amount = fc.integer({ min: 0, max: 9_999_999 })

const bonus = fc.oneof(
  fc.record({
    percent: fc.integer({ min: 1, max: 100 }),
    bonusYen: fc.constant(null),
    bonusCap: fc.option(fc.integer({ min: 1, max: 1_000_000 })),
  }),
  fc.record({
    percent: fc.constant(null),
    bonusYen: fc.integer({ min: 1, max: 1_000_000 }),
    bonusCap: fc.constant(null),
  }),
)
const few = fc.array(fc.integer({ min: 1, max: 4 }), { maxLength: 2 })
const promised = fc
  .array(fc.tuple(bonus, few, few), { maxLength: 6 })
  .map((list) => list.map(([terms, brands, categories], id) => ({ ...terms, id, brands, categories })))

describe('the arithmetic of a price', () => {
  test('base − deductions + uplift is the price, whatever the parts', () => {
    fc.assert(
      fc.property(
        amount,
        fc.array(fc.integer({ min: 1, max: 100_000 }), { maxLength: 8 }),
        fc.option(fc.integer({ min: 1, max: 100 })),
        (base, cuts, percent) => {
          const price = priceOf({
            base: yen(base),
            deductions: cuts.map(yen),
            bonus: percent === null ? null : share(percent),
          })
          const cut = cuts.reduce((sum, one) => sum + one, 0)
          if (base < cut) {
            expect(price).toBeNull()
            return
          }
          expect(price?.price).toBe(base - (price?.deductionTotal ?? 0) + (price?.uplift ?? 0))
          expect(price?.uplift).toBe(percent === null ? 0 : percentOf(yen(base - cut), percent))
        },
      ),
    )
  })

  test('the board’s example: 14,500 − 1,500 + 10% = 14,300', () => {
    expect(priceOf({ base: yen(14_500), deductions: [yen(1_500)], bonus: share(10) })).toEqual({
      deductionTotal: 1_500,
      uplift: 1_300,
      price: 14_300,
    })
  })

  test('what a campaign adds is whole yen, within its limit and within the price without it', () => {
    fc.assert(
      fc.property(amount, fc.nat(10_000), bonus, (before, more, terms) => {
        const uplift = upliftOf(yen(before), terms)
        expect(Number.isSafeInteger(uplift)).toBe(true)
        expect(uplift).toBeGreaterThanOrEqual(0)
        expect(uplift).toBeLessThanOrEqual(Math.min(before, terms.bonusCap ?? before))
        // A better article never gets less.
        expect(upliftOf(yen(before + more), terms)).toBeGreaterThanOrEqual(uplift)
        const promised = terms.percent === null ? terms.bonusYen : Math.floor((before * terms.percent) / 100)
        expect(uplift).toBe(Math.min(promised, before, terms.bonusCap ?? promised))
      }),
    )
  })

  test('of several promised campaigns the one that counts and adds most is taken, in whatever order they come', () => {
    const article = fc.record({ brand: fc.option(fc.integer({ min: 1, max: 4 })), categories: few })
    const before = fc.oneof(amount, fc.nat(200))
    fc.assert(
      fc.property(promised, article, before, (campaigns, of, sum) => {
        const best = campaignFor(campaigns, of, yen(sum))
        const uplifts = campaigns
          .filter((one) => countsForArticle(one, of))
          .map((one) => upliftOf(yen(sum), one))
        const most = Math.max(0, ...uplifts)
        expect(best === null ? 0 : upliftOf(yen(sum), best)).toBe(most)
        // A line of 0 yen would promise something.
        expect(best === null).toBe(most === 0)
        if (best) expect(countsForArticle(best, of)).toBe(true)
        expect(campaignFor(campaigns.toReversed(), of, yen(sum))).toEqual(best)
      }),
    )
  })

  test('what is shown as a sum is one', () => {
    const parts = { price: 14_300, basePrice: 14_500, uplift: 1300, deductions: [{ amount: 1500 }] }
    expect(addsUp(parts)).toBe(true)
    expect(addsUp({ ...parts, uplift: 0 })).toBe(false)
    expect(addsUp({ ...parts, basePrice: null })).toBe(false)
  })
})
