import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type Factors,
  matches,
  namedPrice,
  type PricedArticle,
  roundedTo,
  type Template,
  templateFor,
  thinBand,
  ties,
} from './pre-assessment-price.ts'

const day = '2026-11-24'
const template = (part: Partial<Template> = {}): Template => ({
  id: 1,
  brand: null,
  brand_rank: null,
  category: null,
  gender: null,
  status: null,
  season: null,
  attributes: {},
  base: 10_000,
  band_permille: 150,
  valid_from: '2026-01-01',
  valid_to: null,
  ...part,
})
const article = (part: Partial<PricedArticle> = {}): PricedArticle => ({
  brand: 5,
  brand_rank: 'A',
  categories: [30, 3],
  gender: 1,
  status: 7,
  season: 9,
  attributes: { 素材: '革' },
  ...part,
})
const even: Factors = { brand: 1000, category: 1000, status: 1000, season: 1000 }

const some = <T>(...values: T[]) => fc.constantFrom<T | null>(null, ...values)
const anyTemplate = fc
  .record({
    id: fc.integer({ min: 1, max: 9999 }),
    brand: some(5, 6),
    brand_rank: some('A', 'B'),
    category: some(30, 3, 4),
    gender: some(0, 1),
    status: some(7, 8),
    season: some(9, 10),
    attributes: fc.constantFrom<Record<string, string | number | boolean>>(
      {},
      { 素材: '革' },
      { 丈: 60 },
      { 素材: '綿', 裏地あり: true },
    ),
    base: fc.integer({ min: 0, max: 3_000_000 }),
    band_permille: fc.integer({ min: 0, max: 900 }),
    valid_from: fc.constantFrom('2025-01-01', '2026-11-24', '2026-11-25'),
    valid_to: some('2026-11-23', '2026-11-24', '2027-03-31'),
  })
  .filter(({ brand, brand_rank }) => brand === null || brand_rank === null)
  .filter(({ valid_from, valid_to }) => valid_to === null || valid_to >= valid_from)
const anyArticle = fc.record({
  brand: some(5, 6),
  brand_rank: some('A', 'B'),
  categories: fc.constantFrom<number[]>([], [3], [30, 3], [4]),
  gender: some(0, 1, 9),
  status: some(7, 8),
  season: some(9, 10),
  attributes: fc.constantFrom<Record<string, string | number | boolean>>(
    {},
    { 素材: '革' },
    { 素材: '綿', 裏地あり: true, 丈: 60 },
  ),
})
const factor = fc.integer({ min: 0, max: 10_000 })
const anyFactors = fc.record({ brand: factor, category: factor, status: factor, season: factor })

describe('choice of a template', () => {
  it('takes the brand before its rank, and the nearest category before one above', () => {
    const general = template({ id: 1 })
    const ranked = template({ id: 2, brand_rank: 'A', category: 30, gender: 1, status: 7, season: 9 })
    const above = template({ id: 3, brand: 5, category: 3, gender: 1, status: 7, season: 9 })
    const near = template({ id: 4, brand: 5, category: 30 })
    expect(templateFor([general, ranked, above, near], article(), day)?.id).toBe(4)
    expect(templateFor([general, ranked, above], article(), day)?.id).toBe(3)
    expect(templateFor([general, ranked], article(), day)?.id).toBe(2)
    expect(templateFor([ranked], article({ brand_rank: 'B' }), day)).toBeNull()
  })

  it('counts from its first to its last day', () => {
    const one = template({ valid_from: '2026-11-24', valid_to: '2026-11-30' })
    expect(matches(one, article(), '2026-11-23')).toBe(false)
    expect(matches(one, article(), '2026-11-24')).toBe(true)
    expect(matches(one, article(), '2026-11-30')).toBe(true)
    expect(matches(one, article(), '2026-12-01')).toBe(false)
  })

  it('finds one that matches, in whatever order they stand', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(anyTemplate, { selector: ({ id }) => id, maxLength: 12 }),
        anyArticle,
        (all, one) => {
          const found = templateFor(all, one, day)
          expect(templateFor(all.toReversed(), one, day)).toEqual(found)
          expect(found === null).toBe(!all.some((each) => matches(each, one, day)))
          if (found) expect(matches(found, one, day)).toBe(true)
        },
      ),
    )
  })

  it('is never left to the number of a row where ties are refused', () => {
    const goods = article({ attributes: { 素材: '革', 丈: 60 } })
    const fitting = fc
      .record({
        brand: some(5),
        brand_rank: some('A'),
        category: some(30, 3),
        gender: some(1),
        status: some(7),
        season: some(9),
        attributes: fc.constantFrom<Record<string, string | number>>(
          {},
          { 素材: '革' },
          { 丈: 60 },
          { 素材: '革', 丈: 60 },
        ),
      })
      .map((part) => template({ ...part, brand_rank: part.brand === null ? part.brand_rank : null }))
    fc.assert(
      fc.property(fitting, fitting, (one, other) => {
        const cheap = { ...one, base: 1000 }
        const dear = { ...other, base: 2000 }
        const found = (first: Template, second: Template) =>
          templateFor(
            [
              { ...first, id: 1 },
              { ...second, id: 2 },
            ],
            goods,
            day,
          )?.base
        expect(found(cheap, dear) === found(dear, cheap)).toBe(!ties(one, other))
      }),
    )
  })

  it('calls two a tie whichever is asked first', () => {
    fc.assert(
      fc.property(anyTemplate, anyTemplate, (one, other) => {
        expect(ties(one, other)).toBe(ties(other, one))
        expect(ties(one, one)).toBe(true)
      }),
    )
  })
})

describe('named price', () => {
  it('explains each step, as it is said on the telephone', () => {
    const { low, center, high, steps } = namedPrice(
      template({ brand: 5, category: 30, status: 7, base: 12_800 }),
      article(),
      { ...even, season: 1100 },
      42,
    )
    expect([low, center, high]).toEqual([11_900, 14_000, 16_100])
    expect(steps.map(({ step }) => step)).toEqual(['template', 'season', 'rounding', 'band'])
    expect(steps[1]).toEqual({ step: 'season', permille: 1100, amount: 14_080 })
  })

  it('widens the band where little was bought', () => {
    const named = namedPrice(template({ base: 3_000 }), article(), even, 4)
    expect([named.low, named.high]).toEqual([2_200, 3_700])
    expect(named.steps.at(-1)).toMatchObject({ permille: thinBand, is_thin: true })
  })

  it('leaves out the factor of what the template names itself', () => {
    const one = template({ brand: 5, category: 30, status: 7, season: 9 })
    const wild = { brand: 5000, category: 5000, status: 5000, season: 5000 }
    expect(namedPrice(one, article(), wild, 20).center).toBe(10_000)
  })

  it('is never negative, never outside its band and always in steps of ¥100', () => {
    fc.assert(
      fc.property(
        anyTemplate,
        anyArticle,
        anyFactors,
        fc.integer({ min: 0, max: 100 }),
        (one, goods, factors, n) => {
          const { low, center, high } = namedPrice(one, goods, factors, n)
          expect(low).toBeGreaterThanOrEqual(0)
          expect(low).toBeLessThanOrEqual(center)
          expect(center).toBeLessThanOrEqual(high)
          for (const amount of [low, center, high]) expect(amount % roundedTo).toBe(0)
        },
      ),
    )
  })

  it('does not fall when the condition is better', () => {
    fc.assert(
      fc.property(
        anyTemplate,
        anyArticle,
        anyFactors,
        factor,
        fc.integer({ min: 0, max: 100 }),
        (one, goods, factors, better, n) => {
          fc.pre(better >= factors.status)
          const worse = namedPrice(one, goods, factors, n)
          const named = namedPrice(one, goods, { ...factors, status: better }, n)
          expect(named.center).toBeGreaterThanOrEqual(worse.center)
          expect(named.low).toBeGreaterThanOrEqual(worse.low)
          expect(named.high).toBeGreaterThanOrEqual(worse.high)
        },
      ),
    )
  })
})
