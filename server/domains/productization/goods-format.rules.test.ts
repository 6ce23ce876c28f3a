import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import iconv from 'iconv-lite'
import { describe, expect, test } from 'vitest'
import type { CsvEncoding } from '#contract/csv-encoding'
import { type GoodsFormatName, goodsEncodings, goodsFormatNames } from '#contract/goods-file'
import { fromCsv } from '#server/platform/csv'
import type { Goods } from './goods-format.rules.ts'
import {
  goodsFile as filePieces,
  type GoodsWish,
  goodsFormats,
  problemsOfFile as problemsByGoods,
} from './goods-format-list.rules.ts'
import { characterSets, fromHtml, toHtml } from './goods-text.rules.ts'

const goodsFile = (wish: GoodsWish, all: readonly Goods[]) => Buffer.concat([...filePieces(wish, all)])
const problemsOfFile = (wish: GoodsWish, all: readonly Goods[]) => [...problemsByGoods(wish, all)].flat()
const goodsFileText = (wish: GoodsWish, all: readonly Goods[]) => goodsFile(wish, all).toString()

const attributes = [
  { id: 1, name: '肩幅', value_type: 'NUMBER', choices: [], is_required: false, value: 38.5 },
  { id: 2, name: '裏地', value_type: 'BOOLEAN', choices: [], is_required: false, value: true },
  { id: 3, name: '色', value_type: 'STRING', choices: [], is_required: false, value: '濃紺' },
]
const coat: Goods = {
  slug: '0a1b2c3d4e5f6a7b',
  version: 3,
  request: 1043,
  seq: 2,
  shop_name: '青山本店',
  status: 9,
  brand_name: 'マックスマーラ',
  categories: ['アウター', 'コート'],
  name: 'ウールコート',
  grade: 'A_1',
  price: 18_000,
  selling_price: 49_800,
  sales_channel: 1,
  gender: 1,
  color: 'キャメル',
  material: 'ウール100%',
  size: '38',
  product_number: '0010162',
  title: '',
  description: '袖口に薄い汚れがあります。\n"38"サイズ、<裏地>あり & 美品',
  composed_title: 'マックスマーラ ウールコート キャメル 38',
  composed_description: 'ブランド: マックスマーラ',
  attributes,
  pictures: [
    { url: 'https://okuru.example/files/p/1.webp?expires=1798729200&signature=aa', label: '正面' },
    { url: 'https://okuru.example/files/p/2.webp?expires=1798729200&signature=bb', label: '' },
  ],
}
const shirt: Goods = {
  ...{ ...coat, slug: '9f8e7d6c5b4a3928', version: 0, seq: 3, categories: ['シャツ'], brand_name: '' },
  ...{ title: 'シャツ, "白"', description: '', composed_description: '', selling_price: 3_200 },
  ...{ color: '白', product_number: '', pictures: [], attributes: [], gender: null, grade: null },
}

const options = { supplier_code: '9999', product_category: '36504' }
const wishOf = (name: GoodsFormatName, encoding: CsvEncoding = goodsEncodings[name][0] as CsvEncoding) => ({
  ...{ format: goodsFormats[name], encoding, options },
})
const golden = (name: string) => readFileSync(new URL(`./fixtures/${name}.golden.csv`, import.meta.url))
const every = goodsFormatNames.flatMap((name) =>
  goodsEncodings[name].map((encoding) => [name, encoding] as const),
)
const kindsOf = (name: GoodsFormatName, goods: Partial<Goods>, encoding?: CsvEncoding) =>
  problemsOfFile(wishOf(name, encoding), [{ ...coat, ...goods }]).map(
    ({ column, problem, characters, suggestion }) => ({ column, problem, characters, suggestion }),
  )

test.each(every)('%s in %s is the same byte by byte', (name, encoding) => {
  expect(problemsOfFile(wishOf(name, encoding), [coat, shirt])).toEqual([])
  expect(Buffer.from(goodsFile(wishOf(name, encoding), [coat, shirt]))).toEqual(golden(`${name}-${encoding}`))
})

test.each(every)('%s in %s has a header without articles, too', (name, encoding) => {
  const reading = fromCsv(goodsFile(wishOf(name, encoding), []))
  expect(reading).toMatchObject({ ok: true, rows: [] })
})

test('only filled columns go to Next Engine and zeros stay', () => {
  const text = goodsFileText(wishOf('next_engine'), [shirt])
  expect(text.split('\r\n')[0]).toBe(
    'syohin_code,sire_code,syohin_name,genka_tnk,baika_tnk,iro,size,zaiko_su',
  )
  expect(goodsFileText(wishOf('next_engine'), [coat])).toContain(',0010162,')
})

test('Shopify gets a line for each further picture, of which the next article knows', () => {
  const problems = problemsOfFile(wishOf('shopify'), [coat, { ...shirt, title: '=1' }])
  expect(problems.map(({ line, column, problem }) => [line, column, problem])).toEqual([
    [4, 'Title', 'formula'],
  ])
})

describe('what a format does not take is told, never cut or changed', () => {
  test('a title of 75 wide characters fits Yahoo! Shopping, one more does not', () => {
    expect(kindsOf('yahoo', { title: '服'.repeat(75) })).toEqual([])
    expect(kindsOf('yahoo', { title: `${'服'.repeat(74)}ab` })).toEqual([])
    expect(kindsOf('yahoo', { title: `${'服'.repeat(75)}a` })).toMatchObject([
      { column: 'name', problem: 'too_long', suggestion: '' },
    ])
    expect(kindsOf('yahoo', { description: '&'.repeat(2000) })).toEqual([
      { column: 'caption', problem: 'too_long', characters: [], suggestion: '' },
    ])
  })

  test('characters, each with a close one', () => {
    const title = '髙橋﨑 ①〜②ｺｰﾄ − Ⅳ'
    expect(kindsOf('yahoo', { title })).toEqual([
      {
        ...{ column: 'name', problem: 'characters', suggestion: '高橋崎 1～2コート － IV' },
        characters: ['〜', '−', '髙', '﨑', '①', '②', 'ｺ', 'ｰ', 'ﾄ', 'Ⅳ'],
      },
    ])
    expect(kindsOf('next_engine', { title }, 'shift_jis')).toEqual([
      {
        ...{ column: 'syohin_name', problem: 'characters', characters: ['〜', '−'] },
        suggestion: '髙橋﨑 ①～②ｺｰﾄ － Ⅳ',
      },
    ])
    expect(kindsOf('next_engine', { title })).toEqual([])
    expect(kindsOf('shopify', { title: '😀👨‍👩‍👧 é' })).toEqual([])
  })

  test('substitutes do not bring a formula in', () => {
    const [problem] = problemsOfFile(wishOf('yahoo'), [{ ...coat, title: "'=﨑" }])
    expect(problem).toMatchObject({ problem: 'characters', suggestion: '崎', isSubstitutable: false })
    expect(problemsOfFile(wishOf('yahoo'), [{ ...coat, title: '−﨑' }])).toMatchObject([
      { isSubstitutable: false },
    ])
    expect(problemsOfFile(wishOf('yahoo'), [{ ...coat, title: '﨑' }])).toMatchObject([
      { isSubstitutable: true },
    ])
  })

  test('an attribute whose name the encoding lacks is told of the header', () => {
    const named = [{ ...attributes[0], name: 'ヒール−高', id: 9, value: null }] as Goods['attributes']
    const problems = problemsOfFile(wishOf('okuru', 'shift_jis'), [{ ...coat, attributes: named }])
    expect(problems.map(({ line, column, suggestion, goods }) => [line, column, suggestion, goods])).toEqual([
      [1, 'ヒール−高', 'ヒール－高', null],
    ])
  })

  test.each(['=1+1', '+1', '-1', '@x', '＝1', "'=1", '−1'])('%s is no title for another system', (title) => {
    for (const name of ['next_engine', 'shopify', 'yahoo'] as const) {
      const set = title === '−1' && name !== 'yahoo' ? [] : [{ problem: expect.anything() }]
      expect(kindsOf(name, { title })).toMatchObject(set)
    }
    const bytes = goodsFile(wishOf('okuru'), [{ ...coat, title }])
    const reading = fromCsv(bytes)
    expect(reading.ok && reading.rows[0]?.タイトル).toBe(title)
    if (!/^[−-]1$/.test(title)) expect(Buffer.from(bytes).toString()).toContain(`,'${title},`)
  })

  test('a description that starts like a formula is a paragraph', () => {
    expect(kindsOf('shopify', { description: '=HYPERLINK("x")' })).toEqual([])
    expect(goodsFileText(wishOf('shopify'), [{ ...coat, description: '=1' }])).toContain(',<p>=1</p>,')
  })

  test('missing texts, prices and categories, wrong codes', () => {
    const nothing = { title: '', composed_title: '', selling_price: null, categories: [] }
    expect(kindsOf('yahoo', nothing).map(({ column, problem }) => [column, problem])).toEqual([
      ['path', 'missing'],
      ['name', 'missing'],
      ['price', 'missing'],
    ])
    expect(kindsOf('next_engine', { selling_price: 1_000_000_000 })).toMatchObject([
      { column: 'baika_tnk', problem: 'format' },
    ])
    expect(kindsOf('shopify', { title: '二行の\nタイトル' })).toEqual([
      { column: 'Title', problem: 'one_line', characters: [], suggestion: '二行の タイトル' },
    ])
  })
})

test('tells columns in the words of the staff as well', () => {
  const nothing = { ...coat, selling_price: null, categories: [] }
  const told = (name: GoodsFormatName) =>
    problemsOfFile(wishOf(name), [nothing]).map(({ column, label }) => [column, label])
  expect(told('yahoo')).toEqual([
    ['path', 'カテゴリ'],
    ['price', '販売価格'],
  ])
  expect(told('next_engine')).toEqual([['baika_tnk', '販売価格']])
  expect(told('shopify')).toEqual([['Price', '販売価格']])
})

const anyText = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.string({ unit: fc.constantFrom(...'=+-@"\',;\t\r\n <>&髙﨑①〜−～服aé😀𠮷ｺﾞ') }),
)

test('HTML says the same text, and nothing of it is a tag', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const html = toHtml(text)
      expect(fromHtml(html)).toBe(text.replace(/\r\n?/g, '\n'))
      expect(html.replace(/^<p>|<\/p>$|<br>/g, '')).not.toMatch(/[<>"]/)
    }),
  )
})

test.each([
  ['<p>一</p><p>二</p>', '一\n\n二'],
  ['<p>一</p>\n<p>二<br/>三</p>', '一\n\n二\n三'],
  ['一<br>\n二&nbsp;&#39;&#x3042;', "一\n二 'あ"],
  ['<b>太い</b>', null],
  ['&hearts;', null],
  ['<script>x</script>', null],
  ['1 < 2', '1 < 2'],
] as const)('%s is read as %s', (html, text) => {
  expect(fromHtml(html)).toBe(text)
})

test('JIS holds what systems without the characters of a maker take', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const written = characterSets.jis.written(text)
      expect(characterSets.jis.missing(written)).toEqual([])
      expect(new TextDecoder('shift_jis').decode(iconv.encode(written, 'cp932'))).toBe(written)
      if (characterSets.jis.missing(text).length === 0)
        expect(written.normalize('NFC')).toBe(text.normalize('NFC'))
    }),
  )
})
