import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { brandSearchText, foldBrand } from '#server/domains/catalogue/brand-search.rules'
import { type Candidate, matchOf, type Wanted } from './notice-match.rules.ts'
import { numberKey } from './notice-number.rules.ts'

const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8').replace(/^\uFEFF/, '')

/** Spellings of the shipped brands, as the catalogue stores them. */
const spellings = new Map(
  read('../../seed/catalogue/brands.csv')
    .trimEnd()
    .split(/\r?\n/)
    .slice(1)
    .map((line) => line.split(','))
    .map(([name = '', name_kana = '', aliases = '']) => [
      name,
      brandSearchText({ name, name_kana, aliases: aliases.split('|').filter(Boolean) }).split('\n'),
    ]),
)

const ids = new Map<string, number>()
const idOf = (name: string) => ids.get(name) ?? ids.set(name, ids.size + 1).size
const pathOf = (path: string) => path.split('>').filter(Boolean).map(idOf)

interface Pair {
  expected: 'number' | 'features' | 'none'
  note: string
  wanted: Wanted
  item: Candidate
}

const pairs: Pair[] = read('./fixtures/notice-pairs.tsv')
  .trimEnd()
  .split('\n')
  .slice(1)
  .map((line) => {
    const [expected, note, ...cells] = line.split('\t') as [Pair['expected'], string, ...string[]]
    const [wBrand, wCategory, wName, wColor, wFeatures, wProduct, wSerial, wOther, ...of] =
      cells as string[] & {
        length: 15
      }
    const [brand, category, name, color, features, product, serial] = of as string[] & { length: 7 }
    const known = brand === '' ? [] : spellings.get(brand as string)
    if (!known) throw new Error(`${brand} is no shipped brand`)
    return {
      expected,
      note: `${note}: ${line}`,
      wanted: {
        brand_folded: wBrand ? foldBrand(wBrand) : '',
        category_path: pathOf(wCategory ?? ''),
        name: wName ?? '',
        color: wColor ?? '',
        features: wFeatures ?? '',
        product_number: wProduct ?? '',
        serial_number: wSerial ?? '',
        other_number: wOther ?? '',
      },
      item: {
        brand_spellings: known,
        category_path: pathOf(category ?? ''),
        name: name ?? '',
        color: color ?? '',
        features: features ?? '',
        product_number: product ?? '',
        serial_number: serial ?? '',
      },
    }
  })

const outcome = ({ wanted, item }: Pair) => matchOf(wanted, item)?.strength ?? 'none'
const of = (expected: Pair['expected']) => pairs.filter((pair) => pair.expected === expected)
const share = (list: readonly Pair[], is: (pair: Pair) => boolean) => list.filter(is).length / list.length
const notes = (list: readonly Pair[], is: (pair: Pair) => boolean) =>
  list.filter((pair) => !is(pair)).map(({ note }) => note)

describe(`${pairs.length} pairs of an article looked for and an item`, () => {
  it('are about two hundred, of every kind', () => {
    expect(pairs.length).toBeGreaterThanOrEqual(200)
    for (const kind of ['number', 'features', 'none'] as const) expect(of(kind).length).toBeGreaterThan(30)
  })

  it('finds at least 98 % of those with the same number', () => {
    const hits = (pair: Pair) => outcome(pair) === 'number'
    expect(share(of('number'), hits), notes(of('number'), hits).join('\n')).toBeGreaterThanOrEqual(0.98)
  })

  it('finds at least 90 % of those with the same brand, kind and colour', () => {
    const hits = (pair: Pair) => outcome(pair) !== 'none'
    expect(share(of('features'), hits), notes(of('features'), hits).join('\n')).toBeGreaterThanOrEqual(0.9)
  })

  it('holds at most 5 % of the others by itself, and asks about few', () => {
    const others = pairs.filter(({ expected }) => expected !== 'number')
    const isLeft = (pair: Pair) => outcome(pair) !== 'number'
    expect(1 - share(others, isLeft), notes(others, isLeft).join('\n')).toBeLessThanOrEqual(0.05)
    const isQuiet = (pair: Pair) => outcome(pair) === 'none'
    expect(1 - share(of('none'), isQuiet), notes(of('none'), isQuiet).join('\n')).toBeLessThanOrEqual(0.05)
  })
})

const blank: Candidate = {
  brand_spellings: [],
  category_path: [],
  name: '',
  color: '',
  features: '',
  product_number: '',
  serial_number: '',
}
const nothing: Wanted = {
  brand_folded: '',
  category_path: [],
  name: '',
  color: '',
  features: '',
  product_number: '',
  serial_number: '',
  other_number: '',
}
const number = fc
  .tuple(fc.stringMatching(/^[A-Z0-9]{8,14}$/), fc.integer({ min: 0, max: 9 }))
  .map(([letters, digit]) => `${letters}${digit}`)

describe('numbers', () => {
  it('agree however they are separated, in whatever width and case', () => {
    fc.assert(
      fc.property(
        number,
        fc.integer({ min: 1, max: 7 }),
        fc.constantFrom(' ', '-', '・', '.', '　'),
        (serial, at, gap) => {
          const written = `${serial.slice(0, at)}${gap}${serial.slice(at)}`.toLowerCase()
          const wide = written.replace(/[!-~]/g, (char) => String.fromCharCode(char.charCodeAt(0) + 0xfee0))
          for (const text of [written, wide]) {
            const match = matchOf({ ...nothing, serial_number: serial }, { ...blank, serial_number: text })
            expect(match).toMatchObject({ strength: 'number', reasons: ['serial'] })
          }
        },
      ),
    )
  })

  it('agree nearly where O and 0, I, l and 1 were confused, and it says so', () => {
    fc.assert(
      fc.property(number, (serial) => {
        const other = serial.replace(
          /[O0I1]/g,
          (char) => ({ O: '0', 0: 'O', I: '1', 1: 'l' })[char] as string,
        )
        const match = matchOf({ ...nothing, serial_number: serial }, { ...blank, serial_number: other })
        expect(match?.reasons).toEqual([other === serial ? 'serial' : 'serial_near'])
      }),
    )
  })

  it('of other articles never agree', () => {
    fc.assert(
      fc.property(number, number, (one, other) => {
        fc.pre(numberKey(one) !== numberKey(other))
        expect(matchOf({ ...nothing, serial_number: one }, { ...blank, serial_number: other })).toBeNull()
      }),
    )
  })

  it('are said to differ in brand or colour, and then staff decide about a model number', () => {
    const wanted = { ...nothing, brand_folded: 'プラダ', color: '赤', product_number: '1ML506' }
    const item = { ...blank, brand_spellings: ['プラダ'], color: '緑', product_number: '1ml-506' }
    expect(matchOf(wanted, item)).toMatchObject({
      strength: 'features',
      reasons: ['product_number', 'brand', 'color_differs'],
    })
  })
})

describe('an article without a brand and a number', () => {
  const [coats, bags] = [[1, 2], [5]]
  const wanted = {
    ...nothing,
    category_path: coats,
    name: 'ピーコート',
    color: '紺',
    features: '左袖に焦げ跡',
  }
  const item = { ...blank, category_path: coats, name: 'ｳｰﾙ混 ぴー・こーと(ダブル)', color: 'ネイビー' }

  it('is asked about where its kind, its colour and its words agree, whatever brand the item has', () => {
    const reasons = ['category', 'color', 'name']
    expect(matchOf(wanted, item)).toMatchObject({ strength: 'features', reasons })
    const branded = { ...item, brand_spellings: ['バーバリー'] }
    expect(matchOf(wanted, branded)).toMatchObject({ strength: 'features', reasons })
    expect(matchOf({ ...wanted, category_path: [] }, item)).toMatchObject({ reasons: ['color', 'name'] })
    const marked = { ...item, name: '', color: '', features: '左袖に焦げ跡あり' }
    expect(matchOf({ ...wanted, color: '' }, { ...marked, name: 'コート ピーコート' })).toMatchObject({
      reasons: ['category', 'name', 'features'],
    })
    expect(matchOf(wanted, marked)).toBeNull()
  })

  it('is no other kind, no other colour, and not everything that is called the same', () => {
    expect(matchOf(wanted, { ...item, category_path: bags })).toBeNull()
    expect(matchOf(wanted, { ...item, color: '赤' })).toBeNull()
    expect(matchOf(wanted, { ...item, name: 'ダッフル' })).toBeNull()
    expect(matchOf({ ...wanted, color: '', features: '' }, item)).toBeNull()
    expect(matchOf(wanted, { ...item, color: '' })).toBeNull()
  })

  it('may be one of a brand that is not recorded yet', () => {
    const known = { ...wanted, brand_folded: 'バーバリー' }
    expect(matchOf(known, item)?.reasons).toEqual(['category', 'color', 'name'])
    expect(matchOf(known, { ...item, brand_spellings: ['グッチ'] })).toBeNull()
  })
})

describe('a model number', () => {
  const brand = { brand_folded: 'シャネル' }
  const chanel = { ...blank, brand_spellings: ['シャネル'] }

  it('is the old or the new one, in its field or in the words', () => {
    const wanted = { ...nothing, ...brand, product_number: 'A01112/A58600' }
    for (const product_number of ['A01112', 'Ａ５８６００', 'a 58600', '旧品番 A01112'])
      expect(matchOf(wanted, { ...chanel, product_number })?.strength, product_number).toBe('number')
    const both = { ...chanel, features: '品番は A01112／A58600(新)' }
    expect(matchOf({ ...nothing, ...brand, product_number: 'A58600' }, both)?.strength).toBe('number')
  })

  it('is written with any hyphen', () => {
    for (const hyphen of ['-', '−', 'ー', '‐', '–', 'ｰ', '－']) {
      const item = { ...chanel, features: `刻印 20${hyphen}83165 あり` }
      expect(matchOf({ ...nothing, ...brand, serial_number: '2083165' }, item)?.strength, hyphen).toBe(
        'number',
      )
    }
  })
})
