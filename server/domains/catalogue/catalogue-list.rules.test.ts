import iconv from 'iconv-lite'
import { describe, expect, test } from 'vitest'
import { type ListName, readList } from './catalogue-list.rules.ts'

const bytes = (text: string) => new TextEncoder().encode(text)
const problemsOf = (list: ListName, text: string | Uint8Array) => {
  const read = readList(list, typeof text === 'string' ? bytes(text) : text)
  return read.ok ? [] : read.problems.map(({ line, column, message }) => [line, column, message])
}
const entriesOf = (list: ListName, text: string | Uint8Array) => {
  const read = readList(list, typeof text === 'string' ? bytes(text) : text)
  return read.ok ? read.entries : read.problems
}
const brands = 'ブランド名,カナ,別名\n'

describe('a list of brands', () => {
  const text = `${brands}"BABY, THE STARS",べいびー,ベイビー｜BTSSB|ベイビー\nGUCCI,ｸﾞｯﾁ,\n`
  const expected = [
    { line: 2, name: 'BABY, THE STARS', name_kana: 'ベイビー', aliases: ['ベイビー', 'BTSSB'] },
    { line: 3, name: 'GUCCI', name_kana: 'グッチ', aliases: [] },
  ]

  test('is read with and without a mark, and as Excel saves it', () => {
    expect(entriesOf('brands', text)).toEqual(expected)
    expect(entriesOf('brands', `\uFEFF${text.replaceAll('\n', '\r\n')}`)).toEqual(expected)
    expect(entriesOf('brands', new Uint8Array(iconv.encode(text, 'cp932')))).toEqual(expected)
  })

  test('may have its columns in any order, and rows that are not filled in', () => {
    expect(entriesOf('brands', 'カナ,別名,ブランド名\n,,\nグッチ,,GUCCI\n,,\n')).toEqual([
      { line: 3, name: 'GUCCI', name_kana: 'グッチ', aliases: [] },
    ])
  })

  test('takes what looks like a formula as the text it is', () => {
    expect(entriesOf('brands', `${brands}"=1+1","エー","'+J|@x"\n`)).toMatchObject([
      { name: '=1+1', aliases: ['+J|@x'.split('|')[0], '@x'] },
    ])
  })

  test.each([
    ['nothing', '', 1, ''],
    ['a header alone', brands, null, ''],
    ['a missing column', 'ブランド名,カナ\nGUCCI,グッチ\n', 1, '別名'],
    ['an unknown column', 'ブランド名,カナ,別名,価格\nGUCCI,グッチ,,1\n', 1, '価格'],
    ['too few cells', `${brands}GUCCI,グッチ\n`, 2, ''],
    ['an open quote', `${brands}"GUCCI,グッチ,\n`, 2, ''],
    ['no name', `${brands},グッチ,\n`, 2, 'ブランド名'],
    ['no reading', `${brands}GUCCI,,\n`, 2, 'カナ'],
    ['a reading in letters', `${brands}GUCCI,guchi,\n`, 2, 'カナ'],
    ['a long name', `${brands}${'あ'.repeat(101)},グッチ,\n`, 2, 'ブランド名'],
    [
      'too many aliases',
      `${brands}GUCCI,グッチ,${Array.from({ length: 61 }, (_, n) => `g${n}`).join('|')}\n`,
      2,
      '別名',
    ],
    ['an emoji', `${brands}GUCCI👜,グッチ,\n`, 2, 'ブランド名'],
    ['a line break', `${brands}"GU\nCCI",グッチ,\n`, 2, 'ブランド名'],
    ['the same brand twice', `${brands}HERMÈS,エルメス,\nGUCCI,グッチ,\nhermes,エルメス,\n`, 4, 'ブランド名'],
  ])('is refused for %s, by line and column', (_, text, line, column) => {
    expect(problemsOf('brands', text)).toMatchObject([[line, column, expect.stringMatching(/。 \/ /)]])
  })

  test('is refused in an unknown encoding, and says everything that is wrong at once', () => {
    expect(problemsOf('brands', Uint8Array.of(0xff, 0xfe, 0x80, 0x00))).toMatchObject([
      [null, '', expect.stringContaining('文字コード')],
    ])
    const several = problemsOf('brands', `${brands}"A\nB",グッチ,\n,,x\nGUCCI,gu,\n`)
    expect(several.map(([line, column]) => [line, column])).toEqual([
      [2, 'ブランド名'],
      [4, 'ブランド名'],
      [4, 'カナ'],
      [5, 'カナ'],
    ])
  })
})

test('categories have a path and a legal class, also where a spreadsheet took its zero', () => {
  const header = '上位カテゴリ,カテゴリ,品目区分\n'
  expect(entriesOf('categories', `${header},衣類,2\n衣類 ＞ アウター,コート,０２\n`)).toEqual([
    { line: 2, above: [], name: '衣類', ledger_class: '02' },
    { line: 3, above: ['衣類', 'アウター'], name: 'コート', ledger_class: '02' },
  ])
  expect(problemsOf('categories', `${header},衣類,14\n`)).toMatchObject([[2, '品目区分', expect.anything()]])
  expect(problemsOf('categories', `${header},衣>類,02\n`)).toMatchObject([[2, 'カテゴリ', expect.anything()]])
  expect(problemsOf('categories', `${header},衣類,02\n,衣 類,02\n`)).toMatchObject([
    [3, 'カテゴリ', expect.stringContaining('2行目')],
  ])
})

test('templates keep their lines and have a short code to type', () => {
  const header = '短い記号,題名,本文,分類\n'
  expect(entriesOf('templates', `${header}ＫＳ,角スレ,"四隅に\r\nスレ",\n`)).toEqual([
    { line: 2, short_code: 'ks', title: '角スレ', body: '四隅に\nスレ', category: '' },
  ])
  expect(problemsOf('templates', `${header}角,角スレ,スレ,\n`)).toMatchObject([
    [2, '短い記号', expect.anything()],
  ])
})

test('campaigns have a rate and days, as spreadsheets write them', () => {
  const header = 'キャンペーン名,率,開始日,終了日\n'
  expect(entriesOf('campaigns', `${header}冬物,１０％,2026/11/1,2026年12月31日\n`)).toEqual([
    { line: 2, name: '冬物', percent: 10, bonus_yen: null, starts_on: '2026-11-01', ends_on: '2026-12-31' },
  ])
  for (const [row, column] of [
    ['冬物,0,2026-11-01,2026-12-31', '率'],
    ['冬物,101,2026-11-01,2026-12-31', '率'],
    ['冬物,1.5,2026-11-01,2026-12-31', '率'],
    ['冬物,,2026-11-01,2026-12-31', '率'],
    ['冬物,10,2026-02-30,2026-12-31', '開始日'],
    ['冬物,10,2026-11-01,12/31', '終了日'],
    ['冬物,10,2026-11-01,2026-10-31', '終了日'],
  ]) {
    expect(problemsOf('campaigns', `${header}${row}\n`)).toMatchObject([[2, column, expect.anything()]])
  }
})
