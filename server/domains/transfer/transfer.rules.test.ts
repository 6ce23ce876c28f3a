import { expect, test } from 'vitest'
import {
  arrivalDate,
  asksForMending,
  autoTransferDate,
  hasJustExpired,
  hasUsableAccount,
  holderIsVerified,
  isExpiryOver,
  isReminderDue,
  type TransferFacts,
  transferRefusal,
} from './transfer.rules.ts'

const facts = (changes: Partial<TransferFacts> = {}): TransferFacts => ({
  auto_transfer: true,
  is_transfer_expired: false,
  account_holder_kana: 'ﾀｶﾊｼ ﾖｳｺ',
  can_account_receive: true,
  names_in_force: ['タカハシ ヨウコ'],
  names_before: [],
  has_transfer_under_way: false,
  has_hold: false,
  is_account_bounced: false,
  ...changes,
})

test.each([
  ['nothing in the way', {}, 100, null, null],
  ['all of it by amount', {}, 100, 100, null],
  ['one yen too many', {}, 100, 101, 'amount_exceeds_balance'],
  ['no money', {}, 0, null, 'balance_empty'],
  [
    'one under way, even with no money left',
    { has_transfer_under_way: true },
    0,
    null,
    'transfer_in_progress',
  ],
  ['no account', { account_holder_kana: null }, 100, null, 'bank_account_missing'],
  ['an account no file can name', { can_account_receive: false }, 100, null, 'bank_account_unusable'],
  ['another name', { account_holder_kana: 'ﾀｶﾊｼ ｼﾞﾛｳ' }, 100, null, 'holder_name_differs'],
  ['a hold', { has_hold: true }, 100, null, 'money_on_hold'],
  ['a bounce before does not stop the customer herself', { is_account_bounced: true }, 100, null, null],
] as const)('%s', (_, changes, balance, amount, expected) => {
  expect(transferRefusal(facts(changes), balance, { kind: 'ordinary', amount })).toBe(expected)
})

test('names verified before count only while none is in force', () => {
  const before = { names_in_force: [], names_before: ['タカハシ ヨウコ'] }
  expect(holderIsVerified('タカハシ　ヨウコ', before)).toBe(true)
  expect(holderIsVerified('タカハシ ヨウコ', { ...before, names_in_force: ['イトウ ヨウコ'] })).toBe(false)
  expect(holderIsVerified('タカハシ ヨウコ', { names_in_force: [], names_before: [] })).toBe(false)
})

test('the balance goes by itself a week after the newest deal, or today when that has passed', () => {
  expect(autoTransferDate(facts(), 100, '2026-11-20', '2026-11-24')).toBe('2026-11-27')
  expect(autoTransferDate(facts(), 100, '2026-11-01', '2026-11-24')).toBe('2026-11-24')
  for (const changes of [
    { auto_transfer: false },
    { is_account_bounced: true },
    { has_hold: true },
    { can_account_receive: false },
  ])
    expect(autoTransferDate(facts(changes), 100, '2026-11-01', '2026-11-24')).toBeNull()
  expect(autoTransferDate(facts(), 100, null, '2026-11-24')).toBeNull()
})

test('the customer is asked to mend the account until the money is on its way again', () => {
  const bounced = facts({ is_account_bounced: true })
  expect(asksForMending(bounced, 1)).toBe(true)
  expect(asksForMending(bounced, 0)).toBe(false)
  expect(asksForMending({ ...bounced, has_transfer_under_way: true }, 1)).toBe(false)
  expect(asksForMending(facts(), 1)).toBe(false)
})

const nowhere = [
  { account_holder_kana: null },
  { is_account_bounced: true },
  { can_account_receive: false },
  { account_holder_kana: 'ﾀｶﾊｼ ｼﾞﾛｳ' },
]

test('an expired balance goes only by the special route, any other only by the ordinary one', () => {
  const refusalOf = (is_transfer_expired: boolean, kind: 'ordinary' | 'automatic' | 'special', more = {}) =>
    transferRefusal(facts({ is_transfer_expired, ...more }), 100, { kind, amount: null })
  expect(refusalOf(true, 'ordinary')).toBe('transfer_expired')
  expect(refusalOf(true, 'automatic')).toBe('transfer_expired')
  expect(refusalOf(true, 'special')).toBeNull()
  expect(refusalOf(false, 'special')).toBe('transfer_not_expired')
  expect(refusalOf(true, 'special', { account_holder_kana: null })).toBe('bank_account_missing')
  expect(refusalOf(true, 'special', { account_holder_kana: 'ﾀｶﾊｼ ｼﾞﾛｳ' })).toBe('holder_name_differs')
  expect(autoTransferDate(facts({ is_transfer_expired: true }), 100, '2026-11-01', '2026-11-24')).toBeNull()
})

test('a balance expires on the 180th day, only without a usable account', () => {
  const expires = (changes: Partial<TransferFacts>, balance = 100, newest = '2026-05-28') =>
    hasJustExpired(facts(changes), balance, newest, '2026-11-24')
  for (const changes of nowhere) {
    expect(hasUsableAccount(facts(changes))).toBe(false)
    expect(expires(changes)).toBe(true)
    expect(expires(changes, 100, '2026-05-29')).toBe(false)
    expect(expires(changes, 0)).toBe(false)
    expect(expires({ ...changes, has_transfer_under_way: true })).toBe(false)
    expect(expires({ ...changes, is_transfer_expired: true })).toBe(false)
  }
  expect(expires({})).toBe(false)
})

test('reminders are a month apart until the money is on its way, also with an account', () => {
  const due = (changes: Partial<TransferFacts>, reminded: string | null, balance = 100) =>
    isReminderDue(facts({ is_transfer_expired: true, ...changes }), balance, reminded, '2026-11-24')
  for (const changes of [{}, ...nowhere]) {
    expect(due(changes, null)).toBe(true)
    expect(due(changes, '2026-10-26')).toBe(false)
    expect(due(changes, '2026-10-25')).toBe(true)
    expect(due({ ...changes, has_transfer_under_way: true }, null)).toBe(false)
    expect(due({ ...changes, is_transfer_expired: false }, null)).toBe(false)
    expect(due(changes, null, 0)).toBe(false)
  }
})

test('the mark goes when nothing is left, not while the payment is on its way', () => {
  const expired = facts({ is_transfer_expired: true })
  expect(isExpiryOver(expired, 0)).toBe(true)
  expect(isExpiryOver(expired, 1)).toBe(false)
  expect(isExpiryOver({ ...expired, has_transfer_under_way: true }, 0)).toBe(false)
  expect(isExpiryOver(facts(), 0)).toBe(false)
})

// 2026-11-23 is a holiday, 2026-12-31 to 2027-01-03 are bank holidays.
test.each([
  ['before the cut-off: the next business day', '2026-11-24T14:59:59+09:00', '2026-11-25'],
  ['at the cut-off: one day later', '2026-11-24T15:00:00+09:00', '2026-11-26'],
  ['Friday afternoon, over a long weekend', '2026-11-20T15:00:00+09:00', '2026-11-25'],
  ['Friday morning, over a long weekend', '2026-11-20T09:00:00+09:00', '2026-11-24'],
  ['Sunday morning', '2026-11-22T09:00:00+09:00', '2026-11-25'],
  ['just after midnight in Tokyo', '2026-11-25T00:00:00+09:00', '2026-11-26'],
  ['before the turn of the year', '2026-12-30T16:00:00+09:00', '2027-01-05'],
])('%s', (_, at, expected) => {
  expect(arrivalDate(new Date(at))).toBe(expected)
})
