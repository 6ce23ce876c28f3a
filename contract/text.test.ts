import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  bigrams,
  foldSearch,
  formatCount,
  formatPhone,
  formatYen,
  hasControlOrEmoji,
  isKana,
  normalizeDigits,
  normalizePhone,
  normalizePostalCode,
  parseCountInput,
  parseDecimalInput,
  parseYenInput,
  toFullKatakana,
} from './text.ts'

const anyText = fc.string({ unit: 'binary', maxLength: 20 })
const japanese = fc.string({
  unit: fc.constantFrom(...'あいがぱっゝアイガパヴッーｱｲｶﾞﾊﾟｰ髙﨑𠮷Ａａaß１1　 ・-゛ﾞ\u3099\u309A\u0307İΣ🈀'),
  maxLength: 12,
})
describe('formatPhone', () => {
  it.each([
    ['09012345678', '090-1234-5678'],
    ['05012345678', '050-1234-5678'],
    ['0120123456', '0120-123-456'],
    ['0312340100', '03-1234-0100'],
    ['0661230200', '06-6123-0200'],
    ['0522420300', '052-242-0300'],
    ['0467221234', '0467221234'],
    ['', ''],
  ])('%s is written %s', (digits, written) => {
    expect(formatPhone(digits)).toBe(written)
  })
})

describe('foldSearch', () => {
  it.each([
    ['ﾙｲ･ｳﾞｨﾄﾝ', 'ルイ・ヴィトン'],
    ['るい・ゔぃとん', 'ルイ・ヴィトン'],
    ['ＣＨＡＮＥＬ　ｺｺ', 'chanelココ'],
    ['Hermès', 'hermès'],
  ])('%s becomes %s', (text, folded) => {
    expect(foldSearch(text)).toBe(folded)
  })

  it('changes nothing the second time', () => {
    fc.assert(
      fc.property(fc.oneof(japanese, anyText), (text) => foldSearch(foldSearch(text)) === foldSearch(text)),
    )
  })
})

describe('bigrams', () => {
  it('are the distinct pairs, by character and not by code unit', () => {
    expect(bigrams('ばなな なな')).toEqual(['バナ', 'ナナ'])
    expect(bigrams('𠮷野')).toEqual(['𠮷野'])
    expect(bigrams('𠮷')).toEqual(['𠮷'])
    expect(bigrams(' ')).toEqual([])
  })

  it('of a part are all among those of the whole', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 2 }), fc.string(), fc.string(), (part, before, after) => {
        fc.pre(bigrams(part).every((pair) => pair.length === 2))
        const whole = new Set(bigrams(before + part + after))
        return bigrams(part).every((pair) => whole.has(pair))
      }),
    )
  })
})

describe('toFullKatakana', () => {
  it.each([
    ['やまだ　たろう', 'ヤマダ タロウ'],
    ['ﾔﾏﾀﾞ  ﾀﾛｳ', 'ヤマダ タロウ'],
    ['か゛は゜ｳﾞ', 'ガパヴ'],
    ['ｷｭｳﾖｰ', 'キュウヨー'],
    ['\uFA19髙﨑𠮷', '\uFA19髙﨑𠮷'],
    ['あ゛', 'ア゛'],
  ])('%s becomes %s', (text, kana) => {
    expect(toFullKatakana(text)).toBe(kana)
  })

  it('changes nothing the second time and leaves no hiragana and no half-width kana', () => {
    fc.assert(
      fc.property(fc.oneof(japanese, anyText), (text) => {
        const kana = toFullKatakana(text)
        expect(toFullKatakana(kana)).toBe(kana)
        expect(kana).not.toMatch(/[ぁ-ゖｦ-ﾟ]/)
      }),
    )
  })
})

describe('numbers as people type them', () => {
  it('makes digits half-width and leaves the rest', () => {
    expect(normalizeDigits('０９０－１２ａ')).toBe('090－12ａ')
  })

  it.each([
    ['０９０ー１２３４ー５６７８', '09012345678'],
    ['(03) 1234-5678', '0312345678'],
    ['+81 90-1234-5678', '09012345678'],
    ['+81 (0)3 1234 5678', '0312345678'],
    ['0120‐123−456', '0120123456'],
    ['050-1234-5678', '05012345678'],
    ['090-1234-567', null],
    ['03-1234-56789', null],
    ['1234567890', null],
    ['0312345678 内線1', null],
    ['', null],
  ])('telephone %s is %s', (text, digits) => {
    expect(normalizePhone(text)).toBe(digits)
  })

  it.each([
    ['〒１０４−００６１', '1040061'],
    ['104-0061', '1040061'],
    ['1040061', '1040061'],
    ['104006', null],
    ['104-00610', null],
    ['104-00a1', null],
  ])('postal code %s is %s', (text, digits) => {
    expect(normalizePostalCode(text)).toBe(digits)
  })

  it.each([
    ['１２，０００円', 12000],
    ['¥12,000', 12000],
    ['￥ 500', 500],
    ['−¥500', -500],
    ['-0', 0],
    ['1,2', null],
    ['12.5', null],
    ['1万円', null],
    ['', null],
    ['99999999999999999999', null],
  ])('amount %s is %s', (text, amount) => {
    expect(parseYenInput(text)).toBe(amount)
  })

  it.each([
    ['１２', 12],
    ['１２点', 12],
    ['約 12 点', 12],
    ['およそ12個くらい', 12],
    ['1,200枚', 1200],
    ['3箱', 3],
    ['10〜12', null],
    ['12点と3箱', null],
    ['-3', null],
    ['点', null],
    ['', null],
  ])('count %s is %s', (text, count) => {
    expect(parseCountInput(text)).toBe(count)
  })

  it('formats an amount so that it reads back the same', () => {
    fc.assert(
      fc.property(fc.maxSafeInteger(), (count) => {
        expect(formatCount(count)).toBe(count.toLocaleString('ja-JP'))
      }),
    )
    expect(formatYen(12000)).toBe('¥12,000')
    expect(formatYen(-500)).toBe('\u2212¥500')
    expect(formatYen(-0)).toBe('¥0')
    expect(formatYen(1234567)).toBe('¥1,234,567')
    fc.assert(fc.property(fc.maxSafeInteger(), (amount) => parseYenInput(formatYen(amount)) === amount + 0))
  })
})

describe('names', () => {
  it.each(['ヤマダ タロウ', 'やまだ', 'ﾔﾏﾀﾞ', 'ジャン・ポール', 'サトー'])('%s is kana', (text) => {
    expect(isKana(text)).toBe(true)
  })

  it.each(['', ' ', 'ー', '山田', 'ヤマダA', 'ヤマダ1'])('%j is not kana', (text) => {
    expect(isKana(text)).toBe(false)
  })

  it.each(['髙﨑𠮷', '辻\u{E0100}', 'O’Brien', 'José', '々〆ヶ', '山田　太郎', 'No.1 #*', 'Café®'])(
    'accepts %s',
    (name) => {
      expect(hasControlOrEmoji(name)).toBe(false)
    },
  )

  it.each(['山田😀', '山\u0000田', '山\n田', '\u202Eevil', '\u200B', '❤️', '👍🏽', '🇯🇵', '1️⃣', '\uD800'])(
    'refuses %j',
    (name) => {
      expect(hasControlOrEmoji(name)).toBe(true)
    },
  )
})

describe('parseDecimalInput', () => {
  it.each([
    ['６８．５', 68.5],
    ['68。5', 68.5],
    [' 52 cm', 52],
    ['１２．２５ｃｍ', 12.25],
    ['.5', 0.5],
    ['40.', 40],
    ['0', 0],
  ])('reads %s', (text, number) => {
    expect(parseDecimalInput(text)).toBe(number)
  })

  it.each(['', '六八', '-3', '1.234', '68-70', '1,200', '12345678', '5尺'])(
    'does not guess at %s',
    (text) => {
      expect(parseDecimalInput(text)).toBeNull()
    },
  )

  it('gives a number with two decimals at most, or nothing', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const read = parseDecimalInput(text)
        expect(read === null || (read >= 0 && Number(read.toFixed(2)) === read)).toBe(true)
      }),
    )
  })
})
