import fc from 'fast-check'
import { expect, test } from 'vitest'
import { campaignSentence, categoryPath, countsForArticle, countsForSale } from './campaign.ts'

const ids = fc.array(fc.integer({ min: 1, max: 6 }), { maxLength: 3 })
const one = fc.integer({ min: 1, max: 6 })

test('an empty condition excludes nothing, every other one has to be met', () => {
  fc.assert(
    fc.property(ids, ids, fc.option(one), ids, (brands, categories, brand, path) => {
      const meetsBrand = brands.length === 0 || (brand !== null && brands.includes(brand))
      const meetsCategory = categories.length === 0 || path.some((id) => categories.includes(id))
      expect(countsForArticle({ brands, categories }, { brand, categories: path })).toBe(
        meetsBrand && meetsCategory,
      )
    }),
  )
  fc.assert(
    fc.property(ids, fc.boolean(), one, fc.boolean(), (shops, is_first_only, shop, isFirst) => {
      expect(countsForSale({ shops, is_first_only }, { shop, isFirst })).toBe(
        (shops.length === 0 || shops.includes(shop)) && (isFirst || !is_first_only),
      )
    }),
  )
})

test('a condition on a category is met by those below it, also in a broken tree', () => {
  const tree = [
    { id: 1, parent: null },
    { id: 2, parent: 1 },
    { id: 3, parent: 4 },
    { id: 4, parent: 3 },
  ]
  expect(categoryPath(tree, 2)).toEqual([2, 1])
  expect(categoryPath(tree, 3)).toEqual([3, 4])
  expect(categoryPath(tree, null)).toEqual([])
})

test('the sentence names the period, each condition and the limit', () => {
  const plain = { percent: 10, bonusYen: null, bonusCap: null, startsOn: '2026-11-01', endsOn: '2026-12-31' }
  const open = {
    companyName: '株式会社青山',
    brandNames: [],
    categoryNames: [],
    shopNames: [],
    isFirstOnly: false,
  }
  expect(campaignSentence({ ...plain, ...open })).toBe(
    '2026年11月1日(日)から2026年12月31日(木)までのお申し込みで、株式会社青山が買い取るお品物の査定額(基準額から減額を引いた額)に、その10%を上乗せします。1円未満は切り捨て、値段のつかないお品物は対象外です。ほかのキャンペーンとは併用できません。いくつか対象になるときは、上乗せ額のいちばん大きいものを適用します。',
  )
  const narrow = {
    ...{ brandNames: ['GUCCI'], categoryNames: ['バッグ'], shopNames: ['青山本店'], isFirstOnly: true },
    ...{ bonusCap: 5000 },
  }
  const sentence = campaignSentence({ ...plain, ...open, ...narrow })
  for (const part of [
    '株式会社青山に売ったことがない方',
    'GUCCIのバッグ',
    '株式会社青山の青山本店が',
    '5,000が上限',
    '10%',
  ])
    expect(sentence).toContain(part)
})
