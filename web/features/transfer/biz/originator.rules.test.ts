import { expect, it } from 'vitest'
import { problemsOf } from '#web/ui/call-form.ts'
import { nameInFile, originatorRules } from './originator.rules.ts'

const typed = {
  originatorCode: '０１２３-４５６７８９',
  nameKana: '株式会社 おくる',
  bankCode: '０００１',
  branchCode: '001',
  accountType: '1',
  accountNumber: '12345',
  fileFormat: 'zengin' as const,
}

it('takes what can be put right and shows the name as the file will have it', () => {
  expect(problemsOf(originatorRules, typed)).toEqual({})
  expect(nameInFile(typed.nameKana)).toEqual({ ok: true, kana: 'ｶ)ｵｸﾙ' })
})

it('says at each field what a bank would refuse', () => {
  const wrong = { ...typed, originatorCode: '123', nameKana: '送る', branchCode: '1', accountNumber: '0' }
  expect(Object.keys(problemsOf(originatorRules, wrong))).toEqual([
    'originatorCode',
    'nameKana',
    'branchCode',
    'accountNumber',
  ])
  expect(nameInFile('送る')).toMatchObject({ ok: false, message: expect.stringContaining('「送」') })
  // The files of this bank have no number of the originator.
  const without = { ...typed, originatorCode: '' }
  expect(Object.keys(problemsOf(originatorRules, without))).toEqual(['originatorCode'])
  expect(problemsOf(originatorRules, { ...without, fileFormat: 'gmo_aozora' })).toEqual({})
  // In the bank file a voicing mark is a character of its own.
  expect(nameInFile('ガ'.repeat(20)).ok).toBe(true)
  expect(nameInFile('ガ'.repeat(21))).toMatchObject({ ok: false, message: expect.stringContaining('42文字') })
})
