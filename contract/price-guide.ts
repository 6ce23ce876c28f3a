import * as z from 'zod'
import { call } from './call.ts'
import { gradeBandLabel } from './codes.ts'
import { evidenceDays, evidenceMinimum } from './evidence.ts'
import { count, date, id, query, wordShown, yen } from './field.ts'

const figures = z.object({
  n: count.describe('How many articles the figures are from.'),
  min: yen,
  q1: yen,
  median: yen,
  q3: yen,
  max: yen,
  first_on: date.describe('The oldest of these deals.'),
  last_on: date.describe('The newest of these deals.'),
})

export const priceGuide = figures
  .extend({
    brand: id,
    category: id
      .nullable()
      .describe('Null: of every category, because there were too few of the one asked for.'),
    grade_band: wordShown(gradeBandLabel)
      .nullable()
      .describe('Null: of every condition, because there were too few in the one asked for.'),
  })
  .describe('What articles like the one asked for brought.')
export const guidedBrand = figures
  .extend({ id, name: z.string(), name_kana: z.string() })
  .describe('What articles of a brand brought.')
export const guidedCategory = figures
  .extend({ id, name: z.string() })
  .describe('What articles of a brand brought in one category.')
export const pastDeal = z
  .object({
    brand: id,
    brand_name: z.string(),
    category: id,
    category_name: z.string(),
    grade_band: wordShown(gradeBandLabel),
    price: yen,
    shop: id,
    shop_name: z.string(),
    purchased_on: date.describe('Day of the deal.'),
  })
  .describe('An article that was bought; its price without what a campaign added.')
export const priceExample = z
  .object({
    brand: id,
    brand_name: z.string(),
    category: id,
    category_name: z.string(),
    grade_band: wordShown(gradeBandLabel),
    base_price: yen,
    deductions: z.array(z.object({ label: z.string(), place: z.string(), amount: yen })),
    uplift: yen,
    price: yen,
    figures: figures.describe('What articles of this brand, category and condition brought.'),
  })
  .describe('How the price of one article came about, and what others like it brought.')

export const about = `What past purchases brought, of the last ${evidenceDays} days, never of fewer than ${evidenceMinimum} articles, without what campaigns added.`

const gradeBand = query.choice(Object.keys(gradeBandLabel)).describe('Letter of the condition.')
const ofStore = { store: query.text }
const few = { size: query.int }

export const priceGuideCalls = {
  search: call('GET /api/price-guide/', {
    summary: 'What articles of a brand, a category and a condition brought, or null when there were too few',
    may: 'anyone',
    reads: ['deal'],
    limit: 'search',
    query: z.object({ brand: query.int, category: query.int, grade_band: gradeBand, ...ofStore }),
    ok: priceGuide.nullable(),
  }),
  brands: call('GET /api/price-guide/brands/', {
    summary: 'Brands with figures, the most often bought first',
    may: 'anyone',
    reads: ['deal'],
    query: z.object({ ...ofStore, ...few }),
    ok: z.array(guidedBrand),
  }),
  brand: call('GET /api/price-guide/brands/{id}/', {
    summary: 'The figures of one brand, as a whole and by category',
    may: 'anyone',
    reads: ['deal'],
    query: z.object(ofStore),
    ok: z.object({
      all: figures.nullable().describe('Of every category; null when there were too few.'),
      categories: z.array(guidedCategory).describe('By category, the most often bought first.'),
    }),
  }),
  example: call('GET /api/price-guide/example/', {
    summary: 'A newest deal with its deductions, of words used often, or null when there is none',
    may: 'anyone',
    reads: ['deal'],
    query: z.object(ofStore),
    ok: priceExample.nullable(),
  }),
  deals: call('GET /api/price-guide/deals/', {
    summary: 'The newest deals, of brands of which the shop bought enough; of a brand or a shop where named',
    may: 'anyone',
    reads: ['deal'],
    query: z.object({ brand: query.int, shop: query.int, ...ofStore, ...few }),
    ok: z.array(pastDeal),
  }),
}
