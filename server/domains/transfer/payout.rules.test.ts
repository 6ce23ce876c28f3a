import { expect, test } from 'vitest'
import { payoutBatchStates } from '#contract/codes'
import { allowedMoves, checkPayout, judgeResults, type PayoutMove, payoutMoves } from './payout.rules.ts'

test('the table of moves', () => {
  const table = Object.fromEntries(payoutBatchStates.map((state) => [state, allowedMoves(state, true, 0)]))
  expect(table).toEqual({
    draft: ['approve', 'cancel'],
    approved: ['export', 'cancel'],
    exported: ['send', 'cancel'],
    sent: ['record_results'],
    closed: [],
    canceled: [],
  })
  expect(allowedMoves('draft', false, 0)).toEqual(['cancel'])
  expect(allowedMoves('approved', false, 0)).toEqual(['export', 'cancel'])
  expect(allowedMoves('sent', false, 1)).toEqual(['record_results', 'record_returns'])
  expect(allowedMoves('closed', false, 1)).toEqual(['record_returns'])
})

test('no way leads to the bank around the approval', () => {
  const reach = (start: string, without: PayoutMove): string[] => {
    const found = new Set([start])
    for (const state of found)
      for (const [name, move] of Object.entries(payoutMoves))
        if (name !== without && move.from.some((from) => from === state)) found.add(move.to ?? state)
    return [...found]
  }
  expect(reach('draft', 'approve')).toEqual(['draft', 'canceled'])
})

test('results are news, repetitions, contradictions or strangers', () => {
  const lines = [
    { id: 1, result: 'pending' },
    { id: 2, result: 'paid' },
    { id: 3, result: 'canceled' },
  ]
  const said = (line: number, result: 'paid' | 'bounced') => ({ line, result, reason: '' })
  expect(judgeResults(lines, [said(1, 'paid'), said(2, 'paid')])).toEqual({
    fresh: [said(1, 'paid')],
    contradicting: [],
    unknown: [],
  })
  expect(judgeResults(lines, [said(2, 'bounced'), said(3, 'paid'), said(4, 'paid')])).toEqual({
    fresh: [],
    contradicting: [2, 3],
    unknown: [4],
  })
  expect(judgeResults(lines, [said(1, 'paid'), said(1, 'paid')]).fresh).toHaveLength(1)
  expect(judgeResults(lines, [said(1, 'paid'), said(1, 'bounced')]).contradicting).toEqual([1])
})

const originator = {
  code: '0123456789',
  name: 'オクルウンエイ(カ',
  bankCode: '0005',
  bankName: 'ミツビシユ-エフジエイ',
  branchCode: '001',
  branchName: 'ホンテン',
  accountType: 1,
  accountNumber: '7654321',
  fileFormat: 'zengin',
  bankExists: true,
  branchExists: true,
}
const subject = (changes: object = {}) => ({
  transfer: 41,
  bank_code: '0001',
  branch_code: '100',
  account_type: 1,
  account_number_tail: '000',
  account_holder_kana: 'イトウ ケン',
  amount: 1000,
  bank_kana: 'ミズホ',
  branch_kana: 'マルノウチ',
  has_hold: false,
  is_unchecked: false,
  names_in_force: ['イトウ ケン'],
  names_before: [],
  ...changes,
})
const check = (subjects: ReturnType<typeof subject>[], changes: object = {}) =>
  checkPayout({ originator, payDate: '2026-11-25', subjects, today: '2026-11-24', ...changes }).map(
    ({ line, code }) => [line, code],
  )

test('a good batch has no problems, whatever the last digits of a sealed number are', () => {
  expect(check([subject()])).toEqual([])
  expect(check([subject()], { numbers: new Map([[41, '0000000']]) })).toEqual([[1, 'account_number']])
})

test('problems of the person stand beside those of the file, in the order of the lines', () => {
  expect(
    check(
      [
        subject({ transfer: 1, has_hold: true }),
        subject({ transfer: 2, account_holder_kana: '伊藤', amount: 0 }),
      ],
      {
        payDate: '2026-11-29',
      },
    ),
  ).toEqual([
    [null, 'not_business_day'],
    [1, 'money_on_hold'],
    [2, 'character'],
    [2, 'character'],
    [2, 'amount_not_positive'],
    [2, 'holder_name_differs'],
  ])
  expect(check([subject({ bank_kana: null, branch_kana: null })])).toEqual([[1, 'bank_unknown']])
  expect(check([subject()], { originator: { ...originator, bankExists: false } })).toEqual([
    [null, 'originator_setting'],
  ])
  expect(check([subject()], { originator: null })).toEqual([[null, 'originator_setting']])
})
