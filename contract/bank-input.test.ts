import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { convertYucho, holderKana, holderMatches, normalizeAccountNumber } from './bank-input.ts'
import { toBankKana } from './bank-kana.ts'

describe('convertYucho', () => {
  it.each([
    ['10530', '12345671', '058', 1, '1234567'],
    ['01940', '123456', '199', 2, '0123456'],
    ['17300', '19927651', '738', 1, '1992765'],
    ['１０５３０', '１２３４５６７１', '058', 1, '1234567'],
    ['10530-2', '1234567-1', '058', 1, '1234567'],
    ['01940−1−', '1', '199', 2, '0000001'],
    ['10530', '21', '058', 1, '0000002'],
  ])('%s %s is branch %s, type %i, number %s', (kigou, bangou, branch_code, account_type, account_number) => {
    expect(convertYucho(kigou, bangou)).toEqual({
      ok: true,
      bank_code: '9900',
      branch_code,
      account_type,
      account_number,
    })
  })

  it.each([
    ['1053', '12345671', 'kigou_digits', 'kigou'],
    ['1053a', '12345671', 'kigou_digits', 'kigou'],
    ['20530', '12345671', 'kigou_first_digit', 'kigou'],
    ['10531', '12345671', 'kigou_fifth_digit', 'kigou'],
    ['10530', '123456711', 'bangou_digits', 'bangou'],
    ['10530', '1', 'bangou_digits', 'bangou'],
    ['10530', '', 'bangou_digits', 'bangou'],
    ['10530', '12345672', 'bangou_last_digit', 'bangou'],
    ['10530', '01', 'bangou_zero', 'bangou'],
    ['01940', '000000', 'bangou_zero', 'bangou'],
    ['01940', '1234567', 'bangou_digits', 'bangou'],
    ['01940', '', 'bangou_digits', 'bangou'],
  ])('%s %s is refused: %s', (kigou, bangou, code, field) => {
    expect(convertYucho(kigou, bangou)).toMatchObject({ ok: false, code, field })
  })

  it('only ever gives a branch of three digits and a number of seven', () => {
    const digits = (maxLength: number) => fc.string({ unit: fc.constantFrom(...'0123456789'), maxLength })
    const kigou = fc
      .tuple(fc.constantFrom('0', '1'), digits(3), fc.constantFrom('0', '1'))
      .map((parts) => parts.join(''))
    fc.assert(
      fc.property(kigou, digits(8), fc.constantFrom('', '1'), (sign, start, end) => {
        const result = convertYucho(sign, start + end)
        if (result.ok) {
          expect(result.branch_code).toMatch(/^\d\d[89]$/)
          expect(result.account_number).toMatch(/^\d{7}$/)
        } else {
          expect(result.message).toMatch(/。$/)
        }
      }),
      { numRuns: 1000 },
    )
  })
})

describe('normalizeAccountNumber', () => {
  it.each([
    ['１２３４５６７', '1234567'],
    ['123-456', '0123456'],
    ['1000000', '1000000'],
  ])('%s is %s', (text, account_number) => {
    expect(normalizeAccountNumber(text)).toEqual({ ok: true, account_number })
  })

  it.each([
    ['', '口座番号を入力してください。'],
    ['0', '口座番号が0だけになっています。通帳やキャッシュカードの口座番号を確かめてください。'],
    ['12a', '口座番号は数字で入力してください。'],
    ['12345678', '口座番号は7桁までです。8桁入力されています。'],
  ])('%j is refused: %s', (text, message) => {
    expect(normalizeAccountNumber(text)).toEqual({ ok: false, message })
  })
})

describe('holderKana', () => {
  it.each([
    ['やまだ　たろう', 'ﾔﾏﾀﾞ ﾀﾛｳ', 'ヤマダ タロウ'],
    ['株式会社オクル', 'ｶ)ｵｸﾙ', 'カ)オクル'],
    ['サトー キョウコ', 'ｻﾄ- ｷﾖｳｺ', 'サト- キヨウコ'],
  ])('%s is %s at the bank and %s on the screen', (text, bank, display) => {
    expect(holderKana(text)).toEqual({ ok: true, bank, display })
  })

  it.each([
    ['山田 山', '「山」「田」は口座名義に使えません。通帳のとおりにカナで入力してください。'],
    ['ヤマダ&タロウ', '「&」は口座名義に使えません。「&」は「ｱﾝﾄﾞ」に直せます。'],
    ['ヤマダ\nタロウ', '見えない文字は口座名義に使えません。通帳のとおりにカナで入力してください。'],
    [' 　', '口座名義をカナで入力してください。'],
    ['---', '口座名義をカナで入力してください。'],
  ])('%j is refused: %s', (text, message) => {
    expect(holderKana(text)).toMatchObject({ ok: false, message })
  })

  it('shows a form that leads to the same name at the bank', () => {
    const text = fc.string({ unit: fc.constantFrom(...'あがぱっょヴーｱｶﾞﾊﾟ Aa1.-()'), maxLength: 30 })
    fc.assert(
      fc.property(text, (typed) => {
        const result = holderKana(typed)
        if (result.ok) expect(toBankKana(result.display)).toEqual({ ok: true, kana: result.bank })
      }),
    )
  })
})

describe('holderMatches', () => {
  it('compares as a bank does', () => {
    expect(holderMatches('ﾔﾏﾀﾞ ﾀﾛｳ', 'ヤマダタロウ')).toBe(true)
    expect(holderMatches('ﾔﾏﾀﾞ ﾊﾅｺ', 'ヤマダタロウ')).toBe(false)
    expect(holderMatches('', '')).toBe(false)
  })
})
