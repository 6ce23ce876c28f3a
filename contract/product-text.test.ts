import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { grades } from './codes.ts'
import {
  composeDescription,
  composeTitle,
  materialWord,
  recommendedTitle,
  type TextFacts,
  textOfParts,
} from './product-text.ts'

const jacket: TextFacts = {
  brand_name: 'COMME des GARÇONS',
  category_name: 'ジャケット',
  name: 'テーラードジャケット',
  color: '紺',
  material: '毛 100%',
  size: 'M',
  grade: 'A_2',
  accessories: 0,
  attributes: [
    { id: 1, name: '着丈', unit: 'cm', is_measure: true, value: 68 },
    { id: 2, name: '身幅', unit: 'cm', is_measure: true, value: 52.5 },
    { id: 3, name: '裏地', unit: '', is_measure: false, value: '総裏' },
    { id: 4, name: '共布ベルト', unit: '', is_measure: false, value: true },
  ],
  deductions: [{ label: '毛羽立ち', place: '袖口', photo: 7 }],
  photo_roles: ['front', 'back', 'tag', 'material', 'flaw'],
}
const title = (facts: Partial<TextFacts>) => textOfParts(composeTitle({ ...jacket, ...facts }))
const description = (facts: Partial<TextFacts>) => textOfParts(composeDescription({ ...jacket, ...facts }))

describe('a jacket', () => {
  test('is called by what buyers search for, each word by its field', () => {
    expect(title({})).toBe('COMME des GARÇONS ウール テーラードジャケット M 紺')
    expect(composeTitle(jacket).map(({ field }) => field)).toEqual([
      'brand',
      null,
      'material',
      null,
      'name',
      null,
      'size',
      null,
      'color',
    ])
    expect(title({ name: '縮絨ウール ジャケット' })).toBe('COMME des GARÇONS 縮絨ウール ジャケット M 紺')
    expect(title({ name: '' })).toBe('COMME des GARÇONS ウール ジャケット M 紺')
  })

  test('is told in whole sentences, its flaws with the photo that shows them', () => {
    expect(description({})).toBe(
      'COMME des GARÇONSのテーラードジャケットです。色は紺、素材は毛 100%、サイズ表記はMです。' +
        '実寸は着丈68cm、身幅52.5cmです(平置きで採寸)。裏地は総裏、共布ベルトはありです。' +
        '状態はA 美品です。袖口に毛羽立ち(写真5)があります。付属品はありません。',
    )
    const marked = composeDescription(jacket).filter(({ field }) => field !== null)
    expect(marked).toContainEqual({ text: '52.5cm', field: 'attribute.2' })
    expect(marked).toContainEqual({ text: '袖口に毛羽立ち', field: 'deductions.0' })
  })

  test('hides no flaw, and no reason of the market', () => {
    const market = { label: '季節外', place: '', photo: null }
    const stain = { label: '小さなシミ', place: '', photo: null }
    expect(description({ deductions: [market] })).toContain('目立つ傷や汚れは見当たりません。')
    expect(description({ deductions: [market] })).not.toContain('季節外')
    expect(description({ deductions: [stain, market, ...jacket.deductions] })).toContain(
      '小さなシミ、袖口に毛羽立ちがあります(写真5)。',
    )
    expect(description({ grade: 'C_1', deductions: [] })).not.toContain('見当たりません')
  })

  test('what came with it is said once', () => {
    const bag = { id: 9, name: '付属品', unit: '', is_measure: false, value: '保存袋・箱' }
    expect(description({ attributes: [bag], accessories: 1 })).toMatch(
      /です。付属品は保存袋・箱です。$|。付属品は保存袋・箱です。$/,
    )
    expect(description({ attributes: [{ ...bag, value: 'なし' }], accessories: 1 })).toMatch(
      /付属品はありません。$/,
    )
    expect(description({ attributes: [], accessories: 1 })).toMatch(/付属品があります。$/)
    expect(description({ attributes: [], accessories: -1001 })).not.toContain('付属品')
  })
})

test.each([
  ['毛 100%', 'ウール'],
  ['綿55% 麻45%', 'コットン'],
  ['カシミヤ混ウール', 'カシミヤ'],
  ['牛革', 'レザー'],
  ['不明', ''],
  ['', ''],
])('%s is searched for as "%s"', (material, word) => {
  expect(materialWord(material)).toBe(word)
})

const text = fc.oneof(
  fc.constantFrom('', ' ', '紺', 'M', '毛 100%', ' 二重  空白 ', 'x'.repeat(40)),
  fc
    .array(fc.constantFrom('あ', '漢', 'X', '1', ' ', '　', '%', '(', '傷'), { maxLength: 30 })
    .map((list) => list.join('')),
)
const facts: fc.Arbitrary<TextFacts> = fc.record({
  brand_name: text,
  category_name: text,
  name: text,
  color: text,
  material: text,
  size: text,
  grade: fc.constantFrom(null, ...grades, 'Z_1'),
  accessories: fc.constantFrom(0, 1, -1001),
  attributes: fc.array(
    fc.record({
      id: fc.integer({ min: 1, max: 99 }),
      name: fc.constantFrom('着丈', '柄', '付属品', '裏地'),
      unit: fc.constantFrom('', 'cm', 'mm'),
      is_measure: fc.boolean(),
      value: fc.oneof(text, fc.boolean(), fc.integer({ min: 0, max: 9999 }), fc.constant(Number.NaN)),
    }),
    { maxLength: 6 },
  ),
  deductions: fc.array(fc.record({ label: text, place: text, photo: fc.constantFrom(null, 3) }), {
    maxLength: 4,
  }),
  photo_roles: fc.array(fc.constantFrom('front', 'flaw', 'other'), { maxLength: 8 }),
})

test('whatever is known, the texts are clean: no gaps, no lonely unit, the same again', () => {
  fc.assert(
    fc.property(facts, (given) => {
      for (const compose of [composeTitle, composeDescription]) {
        const parts = compose(given)
        const words = textOfParts(parts)
        expect(parts).toEqual(compose(structuredClone(given)))
        expect(parts.every((part) => part.text !== '')).toBe(true)
        expect(words).not.toMatch(/\s{2}|^\s|\s$|、、|。。|は、|は。/)
      }
      const said = textOfParts(
        composeDescription({ ...given, ...{ brand_name: '', name: '', category_name: '' } }),
      )
      expect(said).not.toMatch(/undefined|null|NaN|[^\d]cm/)
    }),
    { numRuns: 300 },
  )
})

test('a title that is too long loses words, not its brand or what it is', () => {
  fc.assert(
    fc.property(facts, (given) => {
      const short = { ...given, brand_name: 'GUCCI', name: 'コート' }
      const words = textOfParts(composeTitle(short))
      expect(words.startsWith('GUCCI ')).toBe(true)
      expect(words).toContain('コート')
      expect([...words].length).toBeLessThanOrEqual(recommendedTitle)
    }),
  )
})
