import { createRequire } from 'node:module'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  abbreviateCorporate,
  bankBytes,
  cutToBytes,
  parseAccountNumber,
  sameBankName,
  toBankKana,
} from './bank-kana.ts'

interface Named {
  kana: string
}
const zengin: Record<string, Named & { branches: Record<string, Named> }> = createRequire(import.meta.url)(
  'zengin-code',
)

const anyText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.string({
    unit: fc.constantFrom(...'あがぱゔっょヮヲアガパヷーｱｶﾞﾊﾟｰ゛゜\u3099\u309A　 ・-−()（）.&A髙'),
    maxLength: 40,
  }),
)
const bankText = fc.string({ unit: fc.constantFrom(...'ｱｶﾞﾊﾟ-().A0 ', 'ｶﾞ', 'ﾊﾟ'), maxLength: 50 })

function kanaOf(text: string): string {
  const result = toBankKana(text)
  if (!result.ok) throw new Error(`${text} was refused`)
  return result.kana
}

describe('toBankKana', () => {
  it.each([
    ['キュウヨイチロウ', 'ｷﾕｳﾖｲﾁﾛｳ'],
    ['やまだ　たろう', 'ﾔﾏﾀﾞ ﾀﾛｳ'],
    ['  ﾔﾏﾀﾞ   ﾀﾛｳ ', 'ﾔﾏﾀﾞ ﾀﾛｳ'],
    ['ァィゥェォッャュョヮヵヶ', 'ｱｲｳｴｵﾂﾔﾕﾖﾜｶｹ'],
    ['ヰヱヲゐゑを', 'ｲｴｵｲｴｵ'],
    ['ヴィトン', 'ｳﾞｲﾄﾝ'],
    ['サトー', 'ｻﾄ-'],
    ['ーｰ―－‐−', '------'],
    ['ジャン・ポール', 'ｼﾞﾔﾝ ﾎﾟ-ﾙ'],
    ['ａｂｃ ＸＹＺ ０１２', 'ABC XYZ 012'],
    ['カ）オクル．', 'ｶ)ｵｸﾙ.'],
    ['か\u3099は゜カ゛', 'ｶﾞﾊﾟｶﾞ'],
    ['ㇷ゚', 'ﾌﾟ'],
    ['', ''],
  ])('%s becomes %s', (text, kana) => {
    expect(toBankKana(text)).toEqual({ ok: true, kana })
  })

  it('says which character it cannot write, where it is, and what could stand there', () => {
    expect(toBankKana('ガ髙 A&B')).toEqual({
      ok: false,
      problems: [
        { char: '髙', position: 2, byte: 3 },
        { char: '&', position: 5, byte: 6, suggestion: 'ｱﾝﾄﾞ' },
      ],
    })
    expect(toBankKana('𠮷é')).toEqual({
      ok: false,
      problems: [
        { char: '𠮷', position: 1, byte: 1 },
        { char: 'é', position: 2, byte: 2, suggestion: 'E' },
      ],
    })
  })

  it.each([...'*&$+;@=%!?,/「」¥\\゛\t\n😀'])('refuses %j', (char) => {
    expect(toBankKana(char).ok).toBe(false)
  })

  it('only ever gives characters that banks take, and its own answer back unchanged', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const result = toBankKana(text)
        if (!result.ok) {
          expect(result.problems.length).toBeGreaterThan(0)
          for (const { char, position, suggestion = '' } of result.problems) {
            expect([...text][position - 1]).toBe(char)
            expect(toBankKana(suggestion).ok).toBe(true)
          }
          return
        }
        expect(result.kana).toMatch(/^[0-9A-Zｱ-ﾝﾞﾟ ().-]*$/)
        expect(result.kana).not.toMatch(/^ | $| {2}|(?:^|[^ｳｶ-ﾄﾊ-ﾎ])ﾞ|(?:^|[^ﾊ-ﾎ])ﾟ/)
        expect(toBankKana(result.kana)).toEqual(result)
      }),
      { numRuns: 2000 },
    )
  })

  it('can write the name of every bank and branch there is', () => {
    const refused = Object.values(zengin)
      .flatMap((bank) => [bank, ...Object.values(bank.branches)])
      .filter(({ kana }) => !toBankKana(kana).ok)
    expect(Object.keys(zengin).length).toBeGreaterThan(1000)
    expect(refused).toEqual([])
  })
})

describe('abbreviateCorporate', () => {
  it.each([
    ['株式会社オクル', 'ｶ)オクル'],
    ['株式会社　オクル', 'ｶ)オクル'],
    ['オクル 株式会社', 'オクル(ｶ'],
    ['ABC株式会社DEF', 'ABC(ｶ)DEF'],
    ['㈱オクル', 'ｶ)オクル'],
    ['オクル㈲', 'オクル(ﾕ'],
    ['かぶしきがいしゃ オクル', 'ｶ)オクル'],
    ['ﾕｳｹﾞﾝｶﾞｲｼｬｵｸﾙ', 'ﾕ)オクル'],
    ['医療法人社団オクル会', 'ｲ)オクル会'],
    ['地方独立行政法人オクル', 'ﾁﾄﾞｸ)オクル'],
    ['オクル協同組合', 'オクルｷﾖｳｸﾐ'],
    ['株式会社オクル銀座営業所', 'ｶ)オクル銀座(ｴｲ'],
    ['カ)オクル', 'カ)オクル'],
    ['ヤマタ゛ タロウ', 'ヤマダ タロウ'],
  ])('%s becomes %s', (name, short) => {
    expect(abbreviateCorporate(name)).toBe(short)
  })

  it('leaves no legal form in words and keeps every other letter', () => {
    const part = fc.constantFrom('株式会社', '(有)', '営業所', 'オクル', ' ', 'ABC', '髙')
    fc.assert(
      fc.property(fc.array(part, { maxLength: 6 }), (parts) => {
        const short = abbreviateCorporate(parts.join(''))
        expect(short).not.toMatch(/株式会社|\(有\)|営業所/)
        const rest = parts.filter((word) => ['オクル', 'ABC', '髙'].includes(word)).join('')
        expect(short.replaceAll(/[ ()ｦ-ﾟ]/g, '')).toBe(rest)
      }),
    )
  })
})

describe('bytes', () => {
  it('counts one for each half-width character and mark, two for any other', () => {
    expect(bankBytes('ｶﾞ A-')).toBe(5)
    expect(bankBytes('ガ')).toBe(2)
  })

  it('cuts before a letter whose mark would be lost', () => {
    const before = 'ｱ'.repeat(29)
    expect(cutToBytes(`${before}ｶﾞ`, 30)).toBe(before)
    expect(cutToBytes(`${before}ｶｷ`, 30)).toBe(`${before}ｶ`)
    expect(cutToBytes(`${'ｱ'.repeat(28)}ﾊﾟｱ`, 30)).toBe(`${'ｱ'.repeat(28)}ﾊﾟ`)
    expect(cutToBytes('ｱ', 30)).toBe('ｱ')
  })

  it('keeps the longest beginning that fits and still is a name', () => {
    fc.assert(
      fc.property(bankText, fc.integer({ min: 1, max: 40 }), (text, bytes) => {
        const result = toBankKana(text)
        fc.pre(result.ok)
        const name = kanaOf(text)
        const cut = cutToBytes(name, bytes)
        expect(name.startsWith(cut)).toBe(true)
        expect(bankBytes(cut)).toBeLessThanOrEqual(bytes)
        expect(name.slice(cut.length)).not.toMatch(/^[ﾞﾟ]/)
        if (bankBytes(name) > bytes) expect(bankBytes(cut)).toBeGreaterThanOrEqual(bytes - 1)
      }),
    )
  })
})

describe('sameBankName', () => {
  it.each([
    ['ヤマダ タロウ', 'ﾔﾏﾀﾞﾀﾛｳ', true],
    ['やまだたろう', 'ヤマダ　タロウ', true],
    ['キョウコ', 'ｷﾖｳｺ', true],
    ['サトー', 'サト-', true],
    ['株式会社オクル', 'カ）オクル', true],
    ['ヤマダ タロウ', 'ヤマタ タロウ', false],
    ['ヤマダ タロウ', 'ヤマダ タロ', false],
    ['山田', '山田', false],
    ['', ' ', false],
  ])('%s and %s: %s', (a, b, same) => {
    expect(sameBankName(a, b)).toBe(same)
    expect(sameBankName(b, a)).toBe(same)
  })

  it('does not look behind the thirtieth byte, nor at half a letter there', () => {
    const long = 'ア'.repeat(29)
    expect(sameBankName(`${long}ガイ`, `${long}ゴウ`)).toBe(true)
    expect(sameBankName(`${long}カイ`, `${long}カウ`)).toBe(true)
    expect(sameBankName(`${long}カ`, `${long}キ`)).toBe(false)
  })
})

describe('parseAccountNumber', () => {
  it.each([
    ['１２３４５６７', '1234567'],
    ['123456', '0123456'],
    ['12-34 567', '1234567'],
    ['12345678', null],
    ['12a4567', null],
    ['', null],
    ['-', null],
  ])('%j is %j', (text, number) => {
    expect(parseAccountNumber(text)).toBe(number)
  })
})
