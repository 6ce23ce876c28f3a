import { expect, it } from 'vitest'
import { dayOf, readTemplate, type Template, templateTexts } from './template.rules.ts'

const today = '2026-11-24'
const masters = {
  brands: [{ id: 1, name: 'GUCCI', nameKana: 'グッチ' }],
  categories: [
    { id: 8, name: 'バッグ', path: [] },
    { id: 9, name: 'コート', path: ['メンズ'] },
    { id: 10, name: 'コート', path: ['レディース'] },
  ],
  conditions: [{ id: 3, name: '目立つ傷なし' }],
  seasons: [{ id: 5, name: '冬物' }],
}
const stored = {
  ...{ id: 31, brand: 1, brandRank: null, category: 10, gender: 1, condition: 3, season: null },
  ...{ attributes: { 素材: '革', 裏地: true }, base: 12_800, bandPermille: 150 },
  ...{ validFrom: '2026-11-01', validTo: null, brandName: 'GUCCI', categoryName: 'コート' },
  ...{ conditionName: '目立つ傷なし', seasonName: '', replaces: null, replacedAt: null },
  ...{ createdByName: '原田', createdAt: '2026-11-01T10:00:00+09:00', driftPermille: null },
  ...{ pastN: null, pastMedian: null },
} as Template

it('keeps what nobody touched, also a category whose name is that of several', () => {
  const read = readTemplate({ ...templateTexts(stored), base: '１３，０００円' }, stored, masters, today)
  expect(read).toEqual({
    body: {
      ...{ brand: 1, brandRank: null, category: 10, gender: 1, condition: 3, season: null },
      ...{ attributes: { 素材: '革', 裏地: true }, base: 13_000, bandPermille: 150 },
      ...{ validFrom: '2026-11-01', validTo: null },
    },
  })
})

it('reads a row pasted in words, as people write them', () => {
  const read = readTemplate(
    {
      ...{
        brand: 'ぐっち',
        category: 'ﾊﾞｯｸﾞ',
        gender: 'レディース',
        condition: '目立つ傷なし',
        season: '冬物',
      },
      ...{
        attributes: '素材=革;丈=60',
        base: '¥38,000',
        bandPermille: '±20%',
        validFrom: '12/1',
        validTo: '2027年2月28日',
      },
    },
    null,
    masters,
    today,
  )
  expect(read).toEqual({
    body: {
      ...{ brand: 1, brandRank: null, category: 8, gender: 1, condition: 3, season: 5 },
      ...{ attributes: { 素材: '革', 丈: 60 }, base: 38_000, bandPermille: 200 },
      ...{ validFrom: '2026-12-01', validTo: '2027-02-28' },
    },
  })
})

it('says of every cell what is wrong with it', () => {
  const read = readTemplate(
    {
      ...{ brand: 'GUCCCI', category: 'コート', gender: '女', condition: 'よい', brandRank: 'AAAAA' },
      ...{ attributes: '革', base: '高い', bandPermille: '95', validFrom: '2/30' },
    },
    null,
    masters,
    today,
  )
  expect('problems' in read && Object.keys(read.problems).sort()).toEqual([
    ...['attributes', 'bandPermille', 'base', 'brand', 'brandRank', 'category', 'condition', 'gender'],
    'validFrom',
  ])
})

it('takes a day without a year as the next one', () => {
  expect(dayOf('12/1', today)).toBe('2026-12-01')
  expect(dayOf('1月15日', today)).toBe('2027-01-15')
  expect(dayOf('2026-02-30', today)).toBeUndefined()
  expect(dayOf('あす', today)).toBeUndefined()
})

it('keeps a text of figures a text, when another cell is changed', () => {
  const loaded = { ...stored, attributes: { 型: '007', メモ: 'はい' } }
  const read = readTemplate({ ...templateTexts(loaded), base: '13000' }, loaded, masters, today)
  expect(read).toMatchObject({ body: { attributes: loaded.attributes } })
})
