import { expect, test } from 'vitest'
import {
  autoTransferDate,
  hasUsableAccount,
  holderIsVerified,
  isReminderDue,
  type TransferFacts,
  transferRefusal,
} from './transfer.rules.ts'

const facts = (changes: Partial<TransferFacts> = {}): TransferFacts => ({
  auto_transfer: true,
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
  expect(transferRefusal(facts(changes), balance, amount)).toBe(expected)
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

const nowhere = [
  { account_holder_kana: null },
  { is_account_bounced: true },
  { can_account_receive: false },
  { account_holder_kana: 'ﾀｶﾊｼ ｼﾞﾛｳ' },
]

test('an owner is reminded from the 180th day, only without a usable account', () => {
  const due = (changes: Partial<TransferFacts>, balance = 100, newest = '2026-05-28') =>
    isReminderDue(facts(changes), balance, newest, null, '2026-11-24')
  for (const changes of nowhere) {
    expect(hasUsableAccount(facts(changes))).toBe(false)
    expect(due(changes)).toBe(true)
    expect(due(changes, 100, '2026-05-29')).toBe(false)
    expect(due(changes, 0)).toBe(false)
    expect(due({ ...changes, has_transfer_under_way: true })).toBe(false)
  }
  expect(due({})).toBe(false)
})

test('reminders are a month apart for as long as that is so', () => {
  const homeless = facts({ account_holder_kana: null })
  const again = (reminded: string) => isReminderDue(homeless, 100, '2026-01-01', reminded, '2026-11-24')
  expect(again('2026-10-26')).toBe(false)
  expect(again('2026-10-25')).toBe(true)
})
