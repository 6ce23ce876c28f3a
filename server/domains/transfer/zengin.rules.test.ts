import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { toBankKana } from '#contract/bank-kana'
import {
  checkPayoutFile as checkFile,
  type PayoutFacts,
  type PayoutProblemCode,
  writePayoutFile as writeFile,
} from './payout-file.rules.ts'
import type { PayoutFileInput, PayoutLine } from './payout-format.rules.ts'
import { zengin } from './zengin.rules.ts'

const maxAmount = zengin.limits.amount
const checkPayoutFile = (input: PayoutFileInput, facts: PayoutFacts) => checkFile(zengin, input, facts)
const writePayoutFile = (input: PayoutFileInput) => writeFile(zengin, input)

function golden(name: string): Uint8Array {
  return new Uint8Array(readFileSync(new URL(`fixtures/${name}.txt`, import.meta.url)))
}

const originator = {
  code: '1234567890',
  name: 'カ）オクル',
  bankCode: '0001',
  bankName: 'ミズホ',
  branchCode: '100',
  branchName: 'ホンテン',
  accountType: 1,
  accountNumber: '123456',
}

const firstLine: PayoutLine = {
  transferId: 1,
  bankCode: '9900',
  bankName: 'ユウチヨ',
  branchCode: '058',
  branchName: 'ゼロゴハチ',
  accountType: 1,
  accountNumber: '1234567',
  holderKana: 'やまだ　たろう',
  amount: 12000,
}

const oneLine: PayoutFileInput = { originator, payDate: '2026-12-01', lines: [firstLine] }

const shiftJis = new TextDecoder('shift_jis', { fatal: true })

/** The records of a file with the fields of a transfer. */
function recordsIn(bytes: Uint8Array) {
  return Array.from({ length: bytes.length / 122 }, (_, index) => {
    const record = bytes.subarray(index * 122, (index + 1) * 122)
    expect([...record.subarray(120)]).toEqual([0x0d, 0x0a])
    const textOf = (from: number, to: number) => shiftJis.decode(record.subarray(from - 1, to)).trimEnd()
    return { holderKana: textOf(51, 80), amount: Number(textOf(81, 90)) }
  })
}

function lineOf(account: Partial<PayoutLine>): PayoutLine {
  return { ...firstLine, ...account }
}

function inputWith(...lines: Partial<PayoutLine>[]): PayoutFileInput {
  return {
    ...oneLine,
    lines: lines.map((line, index) => lineOf({ transferId: index + 1, amount: index + 1, ...line })),
  }
}

const names: PayoutFileInput = {
  originator: {
    ...originator,
    code: '0000000042',
    name: 'オクル（ド',
    bankCode: '0005',
    bankName: 'ミツビシユ－エフジエイ',
    branchCode: '001',
    accountType: 2,
    accountNumber: '7',
  },
  payDate: '2027-01-04',
  lines: [
    lineOf({
      transferId: 101,
      bankCode: '0001',
      bankName: 'ミズホ',
      branchCode: '100',
      branchName: 'ホンテン',
      accountNumber: '1',
      holderKana: 'キュウヨイチロウ　サトー',
      amount: 1,
    }),
    lineOf({
      transferId: 102,
      bankCode: '0036',
      bankName: 'ラクテン',
      branchCode: '201',
      branchName: 'ジャズ',
      accountType: 2,
      accountNumber: '7654321',
      holderKana: 'カ）ａ．ｂ－ｃ　ｓｈｏｐ',
      amount: 9_999_999_999,
    }),
    lineOf({
      transferId: 103,
      branchCode: '738',
      branchName: 'ナナサンハチ',
      accountType: 4,
      accountNumber: '1992765',
      holderKana: `${'アイウエオ'.repeat(5)}アイウエガ`,
      amount: 500,
    }),
    lineOf({
      transferId: 9_999_999_999,
      branchCode: '199',
      branchName: 'イチキユウキユウ',
      accountType: 9,
      accountNumber: '0123456',
      holderKana: `${'あいうえお'.repeat(5)}あいうが`,
      amount: 9,
    }),
  ],
}

const mitsui = { bankCode: '0009', bankName: 'ミツイスミトモ', branchCode: '200', branchName: '' }
const repeated = { ...mitsui, accountNumber: '12', holderKana: 'スズキ ハナコ', amount: 3000 }
const sameAccount: PayoutFileInput = {
  originator: {
    ...originator,
    ...mitsui,
    code: '9876543210',
    name: 'カ）フルギノモリ',
    accountType: 9,
    accountNumber: '9999999',
  },
  payDate: '2028-02-29',
  lines: [lineOf({ ...repeated, transferId: 7 }), lineOf({ ...repeated, transferId: 8 })],
}

const facts: PayoutFacts = {
  bankExists: (bank) => ['0001', '0005', '0009', '0036', '9900'].includes(bank),
  branchExists: (_bank, branch) => branch !== '198',
  isBusinessDay: (date) => date !== '2026-12-05',
  today: '2026-11-21',
}

function codesOf(input: PayoutFileInput): PayoutProblemCode[] {
  return checkPayoutFile(input, facts).map(({ code }) => code)
}

describe('the golden files', () => {
  it.each([
    ['one-line', oneLine],
    ['names', names],
    ['same-account', sameAccount],
  ])('%s is written to the byte', (name, input) => {
    expect(Buffer.from(writePayoutFile(input)).toString('latin1')).toBe(
      Buffer.from(golden(name)).toString('latin1'),
    )
  })

  it('have nothing wrong with them but what is meant', () => {
    expect(checkPayoutFile(oneLine, facts)).toEqual([])
    expect(checkPayoutFile(names, facts).map(({ code, line }) => [code, line])).toEqual([['name_cut', 3]])
  })
})

describe('checkPayoutFile', () => {
  const withLine = (part: Partial<PayoutLine>) => ({ ...oneLine, lines: [lineOf(part)] })
  const withOriginator = (part: Partial<PayoutFileInput['originator']>) => ({
    ...oneLine,
    originator: { ...originator, ...part },
  })
  const onDate = (payDate: string) => ({ ...oneLine, payDate })

  it.each<[PayoutProblemCode, PayoutFileInput, PayoutFileInput]>([
    ['character', withLine({ holderKana: '山ダ' }), withLine({ holderKana: 'ヤマダ' })],
    ['character', withLine({ bankName: '〇' }), withLine({ bankName: '' })],
    ['name_empty', withLine({ holderKana: '　' }), withLine({ holderKana: 'ヤ' })],
    ['name_cut', withLine({ holderKana: 'ア'.repeat(31) }), withLine({ holderKana: 'ア'.repeat(30) })],
    ['bank_code', withLine({ bankCode: '990' }), withLine({ bankCode: '9900' })],
    ['bank_unknown', withLine({ bankCode: '1111' }), withLine({ bankCode: '0036' })],
    ['branch_code', withLine({ branchCode: '58' }), withLine({ branchCode: '058' })],
    ['branch_unknown', withLine({ branchCode: '198' }), withLine({ branchCode: '199' })],
    ['account_type', withLine({ accountType: 3 }), withLine({ accountType: 4 })],
    [
      'account_number',
      withLine({ accountNumber: '12345678' }),
      withLine({ accountNumber: '１２３４５６７' }),
    ],
    ['account_number', withLine({ accountNumber: '0000000' }), withLine({ accountNumber: '0000001' })],
    ['amount_not_positive', withLine({ amount: 0 }), withLine({ amount: 1 })],
    ['amount_not_positive', withLine({ amount: 1.5 }), withLine({ amount: 2 })],
    ['amount_too_large', withLine({ amount: maxAmount + 1 }), withLine({ amount: maxAmount })],
    ['transfer_id', withLine({ transferId: 10_000_000_000 }), withLine({ transferId: 9_999_999_999 })],
    ['duplicate_transfer', inputWith({ transferId: 5 }, { transferId: 5 }), inputWith({}, {})],
    [
      'duplicate_payment',
      inputWith({ amount: 5 }, { amount: 5 }),
      inputWith({ amount: 5 }, { amount: 5, branchCode: '018' }),
    ],
    ['pay_date_invalid', onDate('2026-02-29'), onDate('2026-11-24')],
    ['pay_date_past', onDate('2026-11-20'), onDate('2026-11-21')],
    ['pay_date_too_far', onDate('2027-11-21'), onDate('2027-11-20')],
    ['not_business_day', onDate('2026-12-05'), onDate('2026-12-04')],
    ['no_lines', { ...oneLine, lines: [] }, oneLine],
    ['originator_setting', withOriginator({ code: '123' }), withOriginator({ code: '0000000123' })],
    ['originator_setting', withOriginator({ name: ' ' }), withOriginator({ name: 'オクル' })],
    ['originator_setting', withOriginator({ name: '送る' }), withOriginator({ name: 'おくる' })],
    [
      'originator_setting',
      withOriginator({ name: 'ア'.repeat(41) }),
      withOriginator({ name: 'ア'.repeat(40) }),
    ],
    ['originator_setting', withOriginator({ bankCode: '1111' }), withOriginator({ bankCode: '0005' })],
    ['originator_setting', withOriginator({ branchCode: '198' }), withOriginator({ branchCode: '100' })],
    ['originator_setting', withOriginator({ accountType: 4 }), withOriginator({ accountType: 9 })],
    ['originator_setting', withOriginator({ accountNumber: '' }), withOriginator({ accountNumber: '1' })],
  ])('%s', (code, wrong, right) => {
    expect(codesOf(wrong)).toEqual([code])
    expect(codesOf(right)).toEqual([])
  })

  it('limits the sum to twelve digits', () => {
    const lines = Array.from({ length: 101 }, (_, index) =>
      lineOf({ transferId: index + 1, accountNumber: String(index + 1) }),
    )
    const total = (last: number) => ({
      ...oneLine,
      lines: lines.map((line, index) => ({ ...line, amount: index < 100 ? maxAmount : last })),
    })
    expect(codesOf(total(99))).toEqual([])
    expect(codesOf(total(100))).toEqual(['total_too_large'])
  })

  it('limits the number of lines before it looks at them', () => {
    const lines = Array.from({ length: 1_000_000 }, () => firstLine)
    expect(codesOf({ ...oneLine, lines })).toEqual(['too_many_lines'])
  })

  it('names the line, the field and the byte in a sentence', () => {
    const input = inputWith({}, { transferId: 40, holderKana: 'ガ髙' })
    expect(checkPayoutFile(input, facts)).toEqual([
      {
        severity: 'error',
        code: 'character',
        message:
          '2件目(振込番号40)の受取人名: 「髙」は銀行で使えません(2文字目、53バイト目)。カナ、英大文字、数字に直してください。',
        line: 2,
        transferId: 40,
        field: 'holderKana',
        byte: 53,
      },
    ])
  })

  it('only warns where a person may know better, and such a file can be written', () => {
    const input = inputWith({ amount: 5 }, { amount: 5 })
    expect(checkPayoutFile(input, facts).map(({ severity }) => severity)).toEqual(['warning'])
    expect(writePayoutFile(input).length).toBe(5 * 122)
  })
})

describe('writePayoutFile', () => {
  it('writes no file from a content that was not checked', () => {
    expect(() => writePayoutFile(inputWith({ amount: 0 }))).toThrow('amount_not_positive')
    expect(() => writePayoutFile(inputWith({ holderKana: '山田' }))).toThrow('character')
  })

  it('counts and adds up right for any batch', () => {
    const line = fc.record({
      accountType: fc.constantFrom(1, 2, 4, 9),
      accountNumber: fc.integer({ min: 1, max: 9_999_999 }).map(String),
      amount: fc.integer({ min: 1, max: maxAmount }),
      holderKana: fc
        .string({ unit: fc.constantFrom(...'アガパｰﾞ A1'), minLength: 1, maxLength: 40 })
        .map((text) => `ヤ${text}`),
    })
    fc.assert(
      fc.property(fc.array(line, { minLength: 1, maxLength: 20 }), (lines) => {
        const input = inputWith(...lines)
        fc.pre(checkPayoutFile(input, facts).every(({ severity }) => severity === 'warning'))
        const bytes = writePayoutFile(input)
        const text = Buffer.from(bytes).toString('latin1')
        const trailer = text.slice((lines.length + 1) * 122, (lines.length + 2) * 122)
        const total = lines.reduce((sum, { amount }) => sum + amount, 0)
        expect(bytes.length).toBe((lines.length + 3) * 122)
        expect(Number(trailer.slice(1, 7))).toBe(lines.length)
        expect(Number(trailer.slice(7, 19))).toBe(total)
        expect(
          recordsIn(bytes)
            .slice(1, -2)
            .map(({ amount }) => amount),
        ).toEqual(lines.map(({ amount }) => amount))
      }),
    )
  })

  it('turns 25,000 random names into valid bytes or explained refusals', () => {
    const units = [
      ...'アイウガギグパピプッャュョヴヲーｱｶﾞﾟｰあがぱっゎ　 ・-()（）.A1ａ１',
      '髙',
      '𠮷',
      '😀',
      '&',
      '\uD800',
      '\u0000',
      '゛',
    ]
    let state = 20_261_121
    const random = (below: number) => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
      return Math.floor((state / 2 ** 32) * below)
    }
    const randomName = () => {
      // Half of the names use no character that is always refused.
      const pool = random(2) === 0 ? units.length - 8 : units.length
      return Array.from({ length: random(24) }, () => units[random(pool)]).join('')
    }
    let written = 0
    let refused = 0
    for (let round = 0; round < 25; round += 1) {
      const input = inputWith(...Array.from({ length: 1000 }, () => ({ holderKana: randomName() })))
      const problems = checkPayoutFile(input, facts).filter(({ severity }) => severity === 'error')
      const wrong = new Set(problems.map(({ line }) => line))
      for (const { message, line, byte } of problems) {
        expect(message.startsWith(`${line}件目`) && byte !== null && byte >= 51 && byte <= 80).toBe(true)
      }
      const lines = input.lines.filter((_, index) => !wrong.has(index + 1))
      const bytes = writePayoutFile({ ...input, lines })
      expect(bytes.length).toBe((lines.length + 3) * 122)
      const records = recordsIn(bytes)
      lines.forEach((line, index) => {
        const full = toBankKana(line.holderKana)
        const name = records[index + 1]?.holderKana ?? ''
        if (!(full.ok && name !== '' && full.kana.startsWith(name)))
          throw new Error(`${line.holderKana} became ${name}`)
      })
      written += lines.length
      refused += wrong.size
    }
    expect(written + refused).toBe(25_000)
    expect(written).toBeGreaterThan(5_000)
    expect(refused).toBeGreaterThan(5_000)
  }, 20_000)
})
