import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import iconv from 'iconv-lite'
import { describe, expect, test } from 'vitest'
import { parcelReference, readReference } from '#contract/carrier-label'
import { b2 } from './b2.rules.ts'
import { ehiden } from './ehiden.rules.ts'
import { type Parcel, problemsOfParcel, withText } from './label-format.rules.ts'
import { labelFile, labelFormatOf } from './label-format-list.rules.ts'
import {
  characters,
  halfWidths,
  printable,
  splitLines,
  startsFormula,
  toHalfKana,
  unprintable,
} from './label-text.rules.ts'

const parcel: Parcel = {
  kind: 'return',
  reference: 'R-1043',
  request: 1043,
  customer_name: '山﨑 花子',
  to: {
    name: '山﨑 花子',
    kana: 'ヤマザキ ハナコ',
    postal_code: '1500001',
    address: '東京都渋谷区神宮前1-2-3',
    building: 'メゾン表参道 405',
    phone: '09012345678',
  },
  from: {
    name: '青山本店',
    kana: '',
    postal_code: '1070061',
    address: '東京都港区北青山3-1-1',
    building: '',
    phone: '0312345678',
  },
  isCollect: false,
  goods: '衣類・雑貨 3点',
  note: '申し込み 1043',
  shipOn: '2026-11-24',
}
const kit: Parcel = {
  ...parcel,
  kind: 'kit',
  reference: 'K-7',
  goods: '梱包用の段ボール 120×2',
  note: '転送不要',
}
const pickup: Parcel = {
  ...parcel,
  kind: 'pickup',
  reference: 'P-7-2',
  to: parcel.from,
  from: parcel.to,
  isCollect: true,
}

// What both carriers must be able to print: NEC's and IBM's characters, a comma and a quote in a name.
const quoted: Parcel = {
  ...parcel,
  to: { ...parcel.to, name: '髙橋 "Ann", 花子', building: 'ｸﾞﾗﾝﾄﾞ①番館Ⅳ号' },
}
const golden = (name: string) => readFileSync(new URL(`./${name}.golden.csv`, import.meta.url))

const linesOf = (bytes: Uint8Array) => iconv.decode(Buffer.from(bytes), 'cp932').split('\r\n')
const empty = (count: number) => ','.repeat(count)

describe('the file for B2クラウド', () => {
  const bytes = labelFile(b2, [parcel, kit, pickup])
  const [header = '', first, second, third, end] = linesOf(bytes)

  test('is CP932 with CRLF, its 95 titles in order', () => {
    expect(Buffer.from(bytes).equals(iconv.encode(linesOf(bytes).join('\r\n'), 'cp932'))).toBe(true)
    expect(header.split(',')).toHaveLength(95)
    expect(header.split(',').slice(0, 5)).toEqual([
      'お客様管理番号',
      '送り状種類',
      'クール区分',
      '伝票番号',
      '出荷予定日',
    ])
    expect([header.split(',')[32], header.split(',')[41], header.split(',')[73]]).toEqual([
      '記事',
      '運賃管理番号',
      '複数口くくりキー',
    ])
    expect(end).toBe('')
  })

  test('is the same byte by byte', () => {
    expect(Buffer.from(labelFile(b2, [parcel, kit, pickup, quoted]))).toEqual(golden('b2'))
  })

  test('says who pays, where to and from whom', () => {
    expect(first).toBe(
      `R-1043,0,0,,2026/11/24,,,,090-1234-5678,,150-0001,東京都渋谷区神宮前1-2-3,メゾン表参道 405,,,山﨑 花子,ﾔﾏｻﾞｷ ﾊﾅｺ,様,,03-1234-5678,,107-0061,東京都港区北青山3-1-1,,青山本店,,,衣類・雑貨 3点,,,,,申し込み 1043,,,,,1${empty(57)}`,
    )
    expect(second?.startsWith('K-7,0,0,')).toBe(true)
    expect(second).toContain(',梱包用の段ボール 120×2,,,,,転送不要,')
    expect(third?.startsWith('P-7-2,5,0,')).toBe(true)
    expect(third).toContain(',青山本店,,御中,')
  })
})

describe('the file for e飛伝Ⅲ', () => {
  const bytes = labelFile(ehiden, [{ ...parcel, isCollect: true }, kit])
  const [header = '', first, second] = linesOf(bytes)

  test('is CP932 with 74 titles in order', () => {
    expect(Buffer.from(bytes).equals(iconv.encode(linesOf(bytes).join('\r\n'), 'cp932'))).toBe(true)
    const titles = header.split(',')
    expect(titles).toHaveLength(74)
    expect([titles[9], titles[23], titles[41], titles[57], titles[60]]).toEqual([
      'お客様管理番号',
      '荷姿',
      '出荷個数',
      '元着区分',
      '出荷日',
    ])
  })

  test('is the same byte by byte', () => {
    expect(Buffer.from(labelFile(ehiden, [parcel, kit, pickup, quoted]))).toEqual(golden('ehiden'))
  })

  test('has the address in lines of sixteen, the building last', () => {
    expect(first).toBe(
      `,,090-1234-5678,150-0001,東京都渋谷区神宮前1-2-3,,メゾン表参道 405,山﨑 花子,,R-1043,,,,,,,,03-1234-5678,107-0061,東京都港区北青山3-1-1,,青山本店,,001,衣類・雑貨 3点,申し込み 1043${empty(16)}1,000,001${empty(14)}2,,,20261124${empty(13)}`,
    )
    expect(second?.split(',')[57]).toBe('1')
  })
})

const problems = (change: Partial<Parcel['to']>, carrier: 'YAMATO' | 'SAGAWA' = 'YAMATO') =>
  problemsOfParcel({ ...parcel, to: { ...parcel.to, ...change } }, labelFormatOf(carrier))

describe('what no label can print is told, never changed', () => {
  test('characters outside CP932, with a text that fits where there is one', () => {
    expect(problems({ name: '𠮷田 花子' })).toEqual([
      {
        field: 'to_name',
        problem: 'characters',
        text: '𠮷田 花子',
        characters: ['𠮷'],
        suggestion: '吉田 花子',
      },
    ])
    // NEC's and IBM's characters are part of CP932.
    for (const name of ['山﨑', '髙橋', '①②', 'Ⅳ', '㈱青山']) expect(problems({ name })).toEqual([])
    expect(problems({ building: 'ハイツ🏠 2号' })[0]).toMatchObject({
      field: 'to_building',
      characters: ['🏠'],
      suggestion: 'ハイツ 2号',
    })
    // Without a substitute staff write it: 〓 is none.
    expect(problems({ name: '𩸽 太郎' })[0]).toMatchObject({ characters: ['𩸽'], suggestion: '' })
    expect(problems({ name: '〓 太郎' })[0]).toMatchObject({ characters: ['〓'] })
  })

  test('missing, malformed, overlong and formula-like fields', () => {
    expect(problems({ phone: '' })[0]).toMatchObject({ field: 'to_phone', problem: 'missing' })
    expect(problems({ phone: '12345' })[0]).toMatchObject({ problem: 'format' })
    expect(problems({ postal_code: '15000' })[0]).toMatchObject({ problem: 'format' })
    expect(problems({ kana: '山田' })[0]).toMatchObject({ field: 'to_kana', problem: 'format' })
    expect(problems({ name: '=1+1' })[0]).toMatchObject({ problem: 'formula' })
    expect(problems({ name: 'あ'.repeat(17) })[0]).toMatchObject({ problem: 'too_long' })
    expect(problems({ name: 'あ'.repeat(17) }, 'SAGAWA')).toEqual([])
    expect(problems({ building: 'あ'.repeat(60) })[0]).toMatchObject({
      field: 'to_building',
      problem: 'too_long',
    })
    expect(problems({ kana: '', building: '' })).toEqual([])
  })

  test('what staff write for the field is what the label says', () => {
    const text = withText({ ...parcel, to: { ...parcel.to, name: '𠮷田' } }, 'to_name', ' 吉田　花子 ')
    expect(text.to.name).toBe('吉田 花子')
    expect(problemsOfParcel(text, b2)).toEqual([])
  })
})

const anyText = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 60 }),
  fc.string({
    unit: fc.constantFrom('東', '1', '-', 'a', ' ', '𠮷', 'が', 'か\u3099', 'ｱ', 'ﾞ', '葛\u{e0100}', '👨‍👩‍👧'),
    maxLength: 70,
  }),
)

describe('properties', () => {
  test('lines hold the whole text, within their width, and never part a character from its marks', () => {
    const limits = fc.array(fc.integer({ min: 4, max: 34 }), { minLength: 1, maxLength: 3 })
    fc.assert(
      fc.property(anyText, limits, fc.constantFrom(halfWidths, characters), (text, widths, measure) => {
        const lines = splitLines(text, widths, measure)
        const bare = (given: string) => given.replace(/\s/gu, '')
        if (lines === null) {
          // Lines end before a character that does not fit, and none begins like a formula, so some room is lost.
          const room = Math.min(...widths) - 8
          expect(measure(text) > room || /[=+\-@＝＋－＠]/.test(text)).toBe(true)
          return
        }
        expect(bare(lines.join(''))).toBe(bare(text))
        expect(lines).toHaveLength(widths.length)
        lines.forEach((line, index) => {
          expect(measure(line)).toBeLessThanOrEqual(widths[index] as number)
          expect(line.isWellFormed()).toBe(true)
          if (index > 0) expect(line).not.toMatch(/^(?:\p{Mn}|\u200d)/u)
        })
      }),
    )
  })

  test('a house number stays on one line', () => {
    expect(splitLines('東京都千代田区丸の内一丁目12-34-56', [16, 16], characters)).toEqual([
      '東京都千代田区丸の内一丁目',
      '12-34-56',
    ])
  })

  test('a suggestion can be printed, and what can be printed needs none', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const other = printable(text)
        if (!other.includes('〓')) expect(unprintable(other)).toEqual([])
        if (unprintable(text).length === 0) {
          expect(iconv.decode(iconv.encode(text.normalize('NFC'), 'cp932'), 'cp932')).toBe(
            text.normalize('NFC'),
          )
        }
      }),
    )
  })

  test('half-width kana is read back as the same kana', () => {
    expect(toHalfKana('パーティー ヴァン')).toBe('ﾊﾟｰﾃｨｰ ｳﾞｧﾝ')
    expect(toHalfKana('漢字')).toBeNull()
    const kana = fc.string({ unit: fc.constantFrom(...'アガパッャヴーン・ ゃぎ'), maxLength: 20 })
    fc.assert(
      fc.property(kana, (text) => {
        const half = toHalfKana(text) ?? ''
        expect(half.length).toBe(characters(half))
        expect(halfWidths(half)).toBe(half.length)
        expect(toHalfKana(half.normalize('NFKC'))).toBe(half)
      }),
    )
  })

  test('any file can be read back: titles, cells, references', () => {
    fc.assert(
      fc.property(anyText, fc.constantFrom(b2, ehiden), (text, format) => {
        const given = withText(parcel, 'to_building', text)
        if (problemsOfParcel(given, format).length > 0) return
        const decoded = linesOf(labelFile(format, [given]))
        expect(decoded).toHaveLength(3)
        expect(decoded.join('')).not.toContain('\0')
        expect(format.cells(given).filter(startsFormula)).toEqual([])
      }),
    )
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1e12 }), fc.integer({ min: 1, max: 20 }), (request, box) => {
        for (const [kind, seq] of [
          ['return', null],
          ['kit', null],
          ['pickup', box],
        ] as const)
          expect(readReference(parcelReference(kind, request, seq))).toEqual({ kind, request, box: seq })
      }),
    )
    for (const text of ['', '1043', 'R-', 'R-1-2', 'P-3', 'X-9', 'R-1e3'])
      expect(readReference(text)).toBeNull()
    expect(readReference('ｒ－１０４３')).toEqual({ kind: 'return', request: 1043, box: null })
    // The shortest limit is that of e飛伝Ⅲ.
    expect(parcelReference('pickup', 99_999_999_999, 20).length).toBeLessThanOrEqual(16)
  })
})
