import fc from 'fast-check'
import iconv from 'iconv-lite'
import { describe, expect, test } from 'vitest'
import { type GoodsFormatName, goodsEncodings, goodsFormatNames, mostGoods } from '#contract/goods-file'
import type { Goods } from './goods-format.rules.ts'
import {
  goodsFile as filePieces,
  type GoodsWish,
  goodsFormats,
  problemsOfFile as problemsByGoods,
} from './goods-format-list.rules.ts'
import { type KnownGoods, readGoodsFile, strangeColumns, weighGoodsFile } from './goods-reading.rules.ts'

const goodsFile = (wish: GoodsWish, all: readonly Goods[]) => Buffer.concat([...filePieces(wish, all)])
const problemsOfFile = (wish: GoodsWish, all: readonly Goods[]) => [...problemsByGoods(wish, all)].flat()

const coat: KnownGoods = {
  id: 1,
  ...{ slug: '0a1b2c3d4e5f6a7b', version: 3, request: 1043, seq: 2, shop_name: '青山本店', status: 9 },
  ...{ brand_name: 'マックスマーラ', categories: ['アウター', 'コート'], name: 'コート', grade: 'A_1' },
  ...{ price: 18_000, selling_price: 49_800, sales_channel: 1, gender: 1, color: '濃紺', material: '' },
  ...{ size: '38', product_number: '0010162', title: '', description: '一行目\n二行目' },
  ...{ composed_title: 'マックスマーラ コート', composed_description: '', pictures: [] },
  attributes: [
    { id: 1, name: '肩幅', value_type: 'NUMBER', choices: [], is_required: false, value: 38.5 },
    { id: 2, name: '裏地', value_type: 'BOOLEAN', choices: [], is_required: false, value: null },
    {
      id: 3,
      name: '襟',
      value_type: 'STRING',
      choices: ['スタンド', 'テーラード'],
      is_required: true,
      value: 'スタンド',
    },
  ],
  ...{ is_held: false, is_sold: false },
}
const options = { supplier_code: '9999', product_category: '36504' }

const fileOf = (
  name: GoodsFormatName,
  all: readonly Goods[],
  encoding = goodsEncodings[name][0] ?? 'utf-8',
) => {
  const bytes = goodsFile({ format: goodsFormats[name], encoding, options }, all)
  return { csv: iconv.decode(Buffer.from(bytes), encoding === 'utf-8' ? 'utf8' : 'cp932'), encoding }
}

function weigh(csv: string, all: readonly KnownGoods[], encoding: 'utf-8' | 'shift_jis' = 'utf-8') {
  const file = readGoodsFile(csv)
  if (!file.ok) throw new Error(file.message)
  return weighGoodsFile(file, encoding, all)
}
const own = (header: string, ...lines: string[]) =>
  weigh([`商品コード,版,${header}`, ...lines.map((line) => `${coat.slug},3,${line}`)].join('\r\n'), [coat])

const quiet = { change: {}, fields: [], problems: [] }

describe('a file that comes back as it left changes nothing', () => {
  const text = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 60 }),
    fc.string({ unit: fc.constantFrom(...`=+-@"',;\t\r\n <>&髙﨑①〜−～服aé😀𠮷ｺﾞ0`), maxLength: 60 }),
  )
  const goods = fc.record({
    title: text.map((one) => one.replaceAll('\0', '').toWellFormed().trim()),
    description: text.map((one) => one.replaceAll('\0', '').toWellFormed().trim()),
    selling_price: fc.integer({ min: 1, max: 9_999_999_999 }),
    color: text.map((one) =>
      one.replaceAll('\0', '').toWellFormed().trim().slice(0, 40).trim().toWellFormed(),
    ),
  })

  test.each(goodsFormatNames)('%s: any title, description and price, in each encoding', (name) => {
    fc.assert(
      fc.property(goods, (given) => {
        const one = { ...coat, ...given }
        for (const encoding of goodsEncodings[name]) {
          const { csv } = fileOf(name, [one], encoding)
          const bad = problemsOfFile({ format: goodsFormats[name], encoding, options }, [one])
          if (bad.some(({ isSubstitutable }) => !isSubstitutable)) continue
          expect(weigh(csv, [one], encoding)).toMatchObject([{ slug: one.slug, ...quiet }])
        }
      }),
    )
  })

  test.each(goodsFormatNames)('%s: what differs is read from it', (name) => {
    fc.assert(
      fc.property(goods, (given) => {
        const one = { ...coat, ...given }
        if (problemsOfFile({ format: goodsFormats[name], encoding: 'utf-8', options }, [one]).length > 0)
          return
        if (!one.title || !one.description) return
        const { csv } = fileOf(name, [one])
        const [verdict] = weigh(csv, [
          { ...coat, description: 'x', selling_price: 1, title: 'x', color: one.color },
        ])
        const description = one.description.replace(/\r\n?/g, '\n').trim()
        const { selling_price, title } = one
        expect(verdict?.problems).toEqual([])
        expect({ title: 'x', description: 'x', selling_price: 1, ...verdict?.change }).toMatchObject({
          ...{ title: title.trim(), selling_price },
        })
        expect((verdict?.change.description ?? 'x').replace(/\r\n?/g, '\n')).toBe(description)
      }),
    )
  })

  test('also as a spreadsheet saves it in Shift_JIS, with a question mark for what it lacks', () => {
    const one = { ...coat, title: 'Chloé 𠮷田 〜', description: 'é' }
    const { csv } = fileOf('okuru', [one])
    const saved = iconv.decode(iconv.encode(csv, 'cp932'), 'cp932').replace(/^\?/, '')
    expect(saved).toContain('Chlo?')
    expect(weigh(saved, [one], 'shift_jis')).toMatchObject([quiet])
    expect(weigh(saved, [one], 'utf-8')[0]?.fields).toHaveLength(2)
  })

  test('prices and stocks as spreadsheets and other systems write them', () => {
    const csv = `SKU,URL handle,Title,Price,Inventory quantity,Variant image URL\n${coat.slug.toUpperCase()},x,マックスマーラ コート,"¥49,800.00",0,y\n,x,,,,\n`
    expect(weigh(csv, [coat])).toMatchObject([{ ...quiet, line: 2, isOutOfStock: true }])
    expect(weigh(csv, [{ ...coat, is_sold: true }])).toMatchObject([{ ...quiet, isOutOfStock: false }])
  })
})

describe('our own file', () => {
  test('leaves a finished article complete', () => {
    const fields = (verdict?: { problems: { field: string }[] }) =>
      verdict?.problems.map(({ field }) => field)
    expect(fields(own('販売価格,販路,襟,肩幅', ',未定,,')[0])).toEqual([
      'selling_price',
      'sales_channel',
      'values',
    ])
    const open = weigh(`商品コード,版,販売価格,襟\n${coat.slug},3,,`, [{ ...coat, status: 8 }])
    expect(fields(open[0])).toEqual([])
  })

  test('says every field, and an empty cell takes a value off', () => {
    const [verdict] = own(
      'タイトル,説明,販売価格,販路,対象,色,素材,サイズ,品番,肩幅,裏地,襟',
      '新しい題,,9800,店舗,,紺,綿,40,007,４０.25,いいえ,テーラード',
    )
    expect(verdict?.problems).toEqual([])
    expect(verdict?.change).toEqual({
      ...{ title: '新しい題', description: '', selling_price: 9800, sales_channel: 2, gender: null },
      ...{ color: '紺', material: '綿', size: '40', product_number: '007' },
      values: [
        { attribute: 1, value: 40.25 },
        { attribute: 2, value: false },
        { attribute: 3, value: 'テーラード' },
      ],
    })
    expect(verdict?.fields[0]).toEqual({
      column: 'タイトル',
      label: 'タイトル',
      before: '',
      after: '新しい題',
    })
  })

  test('tells each wrong cell by line and field', () => {
    const [verdict] = own(
      'タイトル,販売価格,販路,対象,肩幅,裏地,襟',
      `${'服'.repeat(121)},0,通販,男,38.555,◯,丸`,
    )
    expect(verdict?.problems.map(({ field }) => field)).toEqual([
      ...['title', 'selling_price', 'sales_channel', 'gender', 'values', 'values', 'values'],
    ])
    expect(verdict?.problems.at(-1)?.message).toBe('襟: 「スタンド」「テーラード」のどれかを入れてください。')
  })

  test('a line from before a change of the article says so, unless it says the same', () => {
    const later = { ...coat, version: 5, color: '黒' }
    const csv = (color: string) => `商品コード,版,色\n${coat.slug},3,${color}`
    expect(weigh(csv('黒'), [later])).toMatchObject([quiet])
    expect(weigh(csv('濃紺'), [later])[0]?.problems).toMatchObject([{ field: 'version' }])
    expect(weigh(csv('濃紺').replace(',3,', ',三,'), [later])[0]?.problems).toMatchObject([
      { field: 'version' },
    ])
  })

  test('held and sold articles stay, unknown and doubled ones are told', () => {
    const csv = `商品コード,版,色\n${coat.slug},3,黒\n${coat.slug},3,黒\nunknown,1,黒`
    expect(
      weigh(csv, [{ ...coat, is_sold: true }]).map(({ line, problems }) => [line, problems[0]?.message]),
    ).toEqual([
      [2, '売れた商品は変えられません。'],
      [3, '2行目と同じ商品です。'],
      [4, 'この商品コードの商品はありません。'],
    ])
    expect(weigh(csv, [{ ...coat, is_held: true }])[0]?.problems).toEqual([
      { field: 'slug', message: '保留中の商品は変えられません。' },
    ])
  })

  test('a column that nobody knows is told when something is in it, as is an attribute of another category', () => {
    const strange = (csv: string) => {
      const file = readGoodsFile(csv)
      return file.ok ? strangeColumns(file, [coat]) : file
    }
    expect(strange(`商品コード,版,メモ,店舗(参考)\n${coat.slug},3,,青山`)).toEqual([])
    expect(strange(`商品コード,版,メモ,店舗(参考)\n${coat.slug},3,急ぐ,青山`)).toEqual(['メモ'])
    const bag = { ...coat, slug: 'bbbbbbbbbbbbbbbb', attributes: [] }
    expect(weigh(`商品コード,版,肩幅\n${bag.slug},3,30\n${coat.slug},3,38.5`, [coat, bag])).toMatchObject([
      { problems: [{ field: 'values', message: '肩幅: 「肩幅」は、このカテゴリの項目ではありません。' }] },
      quiet,
    ])
  })
})

test('a description with more than paragraphs is refused by its line, and its empty cell says nothing', () => {
  const csv = (html: string) => `code,name,path,caption\n${coat.slug},,x,${html}`
  expect(weigh(csv('<b>太字</b>'), [coat])[0]?.problems).toMatchObject([{ field: 'description' }])
  expect(weigh(csv(''), [coat])).toMatchObject([quiet])
  expect(weigh(csv('<p>新</p>'), [coat])[0]?.change).toEqual({ description: '新' })
})

describe('files of no use are refused with a reason', () => {
  test.each([
    ['', '1行目'],
    ['\uFEFF', '1行目'],
    ['a,b\n1,2', 'どの形式'],
    ['商品コード,商品コード,版\n1,2,3', '2回'],
    ['商品コード,版\n1,2,3', '2行目'],
    ['商品コード,版\n"1,2', '引用符'],
    [`${'a,'.repeat(100_000)}b\n`, '200個まで'],
    [`商品コード,版\n${'a,1\n'.repeat(mostGoods + 1)}`, '5,000点まで'],
    [`商品コード,版\n${'a,1\n'.repeat(mostGoods * 11)}`, '5,000点まで'],
  ])('%#', (csv, told) => {
    expect(readGoodsFile(csv)).toMatchObject({ ok: false, message: expect.stringContaining(told) })
  })

  test('with a mark, without one, with other line ends, and with names of the language', () => {
    for (const csv of ['\uFEFF商品コード,版\n', '商品コード,版\r', '版,商品コード,__proto__\r\n1,x,y\r\n'])
      expect(readGoodsFile(csv)).toMatchObject({ ok: true, format: 'okuru' })
  })
})
