import { describe, expect, test } from 'vitest'
import { brandSearchText, foldBrand } from '#server/domains/catalogue/brand-search.rules'
import { readAllShipped } from './catalogue.ts'
import { handledBrands } from './demo-texts.ts'
import { kinds } from './goods.ts'

const { brands, categories, templates } = readAllShipped()

describe('the shipped brands', () => {
  test('are three hundred and more, each with a reading in katakana', () => {
    expect(brands.length).toBeGreaterThanOrEqual(300)
    const odd = brands.filter(({ name_kana }) => !/^[ァ-ヺー]+(?: [ァ-ヺー]+)*$/.test(name_kana))
    expect(odd).toEqual([])
  })

  test('are there once, however they are written, and no alias repeats what is found anyway', () => {
    const names = brands.map(({ name }) => foldBrand(name))
    expect(new Set(names).size).toBe(names.length)
    const needless = brands.filter(
      ({ name, name_kana, aliases }) =>
        new Set([name, name_kana, ...aliases].map(foldBrand)).size <
        aliases.length + new Set([name, name_kana].map(foldBrand)).size,
    )
    expect(needless).toEqual([])
  })

  test.each([
    ['ルイヴィトン', 'LOUIS VUITTON'],
    ['ルイ・ビトン', 'LOUIS VUITTON'],
    ['ヴィトン', 'LOUIS VUITTON'],
    ['lv', 'LOUIS VUITTON'],
    ['コムデギャルソン', 'COMME des GARÇONS'],
    ['comme des garcons', 'COMME des GARÇONS'],
    ['CDG', 'COMME des GARÇONS'],
    ['びーむす', 'BEAMS'],
    ['hermes', 'HERMÈS'],
    ['apc', 'A.P.C.'],
    ['ドルチェ&ガッバーナ', 'Dolce & Gabbana'],
    ['ドルガバ', 'Dolce & Gabbana'],
    ['ノースフェイス', 'THE NORTH FACE'],
    ['ボッテガ・ヴェネタ', 'BOTTEGA VENETA'],
    ['三宅一生', 'ISSEY MIYAKE'],
  ])('%s is a spelling of %s', (typed, name) => {
    const found = brands.filter((brand) => brandSearchText(brand).split('\n').includes(foldBrand(typed)))
    expect(found.map((brand) => brand.name)).toEqual([name])
  })

  test('hold what the demo deals in', () => {
    const names = new Set(brands.map(({ name }) => name))
    expect([...handledBrands, ...kinds.map(({ brand }) => brand)].filter((name) => !names.has(name))).toEqual(
      [],
    )
  })
})

test('the shipped categories hold what the demo deals in, under the class of what is above them', () => {
  const leaves = new Set(categories.map(({ name }) => name))
  expect(leaves.size).toBe(categories.length)
  expect(kinds.filter(({ category }) => !leaves.has(category))).toEqual([])
  const classes = new Map(categories.map(({ name, ledger_class }) => [name, ledger_class]))
  const odd = categories.filter(
    ({ above, ledger_class }) => above[0] && classes.get(above[0]) !== ledger_class,
  )
  expect(odd).toEqual([])
})

test('the shipped templates are told apart by a short code and say whole sentences', () => {
  expect(templates.length).toBeGreaterThanOrEqual(10)
  expect(templates.filter(({ body }) => !body.endsWith('。'))).toEqual([])
})
