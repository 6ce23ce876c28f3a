import { expect, it } from 'vitest'
import { gmoAozora } from './gmo-aozora.rules.ts'
import { checkPayoutFile, writePayoutFile } from './payout-file.rules.ts'
import type { PayoutFileInput, PayoutLine } from './payout-format.rules.ts'

const line = (given: Partial<PayoutLine>): PayoutLine => ({
  transferId: 1,
  bankCode: '9900',
  bankName: 'ユウチヨ',
  branchCode: '058',
  branchName: 'ゼロゴハチ',
  accountType: 1,
  accountNumber: '1234567',
  holderKana: 'やまだ　たろう',
  amount: 12_000,
  ...given,
})
const input = (lines: PayoutLine[]): PayoutFileInput => ({
  originator: {
    code: '1234567890',
    name: 'カ）オクル',
    bankCode: '0310',
    bankName: 'ジ－エムオ－アオゾラネツト',
    branchCode: '101',
    branchName: 'ホウジン',
    accountType: 1,
    accountNumber: '123456',
  },
  payDate: '2026-12-01',
  lines,
})
const facts = {
  bankExists: () => true,
  branchExists: () => true,
  isBusinessDay: () => true,
  today: '2026-11-24',
}

it('needs no number of the originator, which no line of the file has', () => {
  const file = input([line({})])
  const without = { ...file, originator: { ...file.originator, code: '' } }
  expect(checkPayoutFile(gmoAozora, without, facts)).toEqual([])
  expect([...writePayoutFile(gmoAozora, without)]).toEqual([...writePayoutFile(gmoAozora, file)])
  const wrong = { ...file, originator: { ...file.originator, code: '123' } }
  expect(checkPayoutFile(gmoAozora, wrong, facts)).toMatchObject([{ code: 'originator_setting' }])
})

it('has one line for each transfer, in half-width characters, cut at the length of the name', () => {
  const long = `${'アイウエオ'.repeat(5)}アイウエガ`
  const file = input([
    line({}),
    line({
      transferId: 9_999_999_999,
      accountNumber: '7',
      accountType: 2,
      holderKana: 'カ）ａ．ｂ',
      amount: 1,
    }),
    line({ transferId: 3, holderKana: long, amount: 9_999_999_999 }),
  ])
  expect(checkPayoutFile(gmoAozora, file, facts).map(({ code }) => code)).toEqual(['name_cut'])
  const kana = (text: string) => [...text].map((char) => char.charCodeAt(0) - 0xff61 + 0xa1)
  const ascii = (text: string) => [...Buffer.from(text, 'latin1')]
  expect([...writePayoutFile(gmoAozora, file)]).toEqual([
    ...ascii('9900,058,1,1234567,'),
    ...kana('ﾔﾏﾀﾞ'),
    0x20,
    ...kana('ﾀﾛｳ'),
    ...ascii(',12000,1, \r\n'),
    ...ascii('9900,058,2,0000007,'),
    ...kana('ｶ'),
    ...ascii(')A.B,1,9999999999, \r\n'),
    ...ascii('9900,058,1,1234567,'),
    ...kana('ｱｲｳｴｵ'.repeat(5)),
    ...kana('ｱｲｳｴ'),
    ...ascii(',9999999999,3, \r\n'),
  ])
})

it('takes as many lines as the bank does, and what is wrong is said as for the other format', () => {
  const many = Array.from({ length: 10_000 }, (_, index) => line({ transferId: index + 1 }))
  expect(checkPayoutFile(gmoAozora, input(many), facts)[0]).toMatchObject({ code: 'too_many_lines' })
  const wrong = checkPayoutFile(gmoAozora, input([line({ holderKana: '山田', accountNumber: '0' })]), facts)
  expect(wrong.map(({ field, code }) => [field, code])).toEqual([
    ['accountNumber', 'account_number'],
    ['holderKana', 'character'],
    ['holderKana', 'character'],
  ])
  expect(() => writePayoutFile(gmoAozora, input([line({ holderKana: '山田' })]))).toThrow('character')
})
