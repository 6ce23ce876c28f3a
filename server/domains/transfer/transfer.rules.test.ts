import { expect, test } from 'vitest'
import {
  autoTransferDate,
  hasUsableAccount,
  holderIsVerified,
  isExpiryDue,
  isReminderDue,
  type TransferFacts,
  transferRefusal,
} from './transfer.rules.ts'

const facts = (changes: Partial<TransferFacts> = {}): TransferFacts => ({
  is_transfer_expired: false,
  auto_transfer: true,
  account_holder_kana: 'ﾀｶﾊｼ ﾖｳｺ',
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
  ['expired', { is_transfer_expired: true }, 100, null, 'transfer_expired'],
  ['no account', { account_holder_kana: null }, 100, null, 'bank_account_missing'],
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

test('the balance goes by itself a week after the newest contract, or today when that has passed', () => {
  expect(autoTransferDate(facts(), 100, '2026-11-20', '2026-11-24')).toBe('2026-11-27')
  expect(autoTransferDate(facts(), 100, '2026-11-01', '2026-11-24')).toBe('2026-11-24')
  for (const changes of [
    { auto_transfer: false },
    { is_account_bounced: true },
    { has_hold: true },
    { is_transfer_expired: true },
  ])
    expect(autoTransferDate(facts(changes), 100, '2026-11-01', '2026-11-24')).toBeNull()
  expect(autoTransferDate(facts(), 100, null, '2026-11-24')).toBeNull()
})

test('a balance expires on the 180th day, only without a usable account', () => {
  const nowhere = facts({ account_holder_kana: null })
  expect(hasUsableAccount(nowhere)).toBe(false)
  expect(isExpiryDue(nowhere, 100, '2026-05-28', '2026-11-23')).toBe(false)
  expect(isExpiryDue(nowhere, 100, '2026-05-28', '2026-11-24')).toBe(true)
  expect(isExpiryDue(facts({ is_account_bounced: true }), 100, '2026-05-28', '2026-11-24')).toBe(true)
  expect(isExpiryDue(facts(), 100, '2026-05-28', '2026-11-24')).toBe(false)
  expect(isExpiryDue(nowhere, 0, '2026-05-28', '2026-11-24')).toBe(false)
})

test('reminders are a month apart while the balance is expired', () => {
  const expired = facts({ is_transfer_expired: true })
  expect(isReminderDue(expired, 100, '2026-10-26', '2026-11-24')).toBe(false)
  expect(isReminderDue(expired, 100, '2026-10-25', '2026-11-24')).toBe(true)
  expect(isReminderDue(expired, 0, '2026-10-25', '2026-11-24')).toBe(false)
  expect(isReminderDue(facts(), 100, null, '2026-11-24')).toBe(false)
})
