import { expect, it } from 'vitest'
import { problemsOf } from '#web/ui/call-form.ts'
import {
  type CompanyValues,
  companyBody,
  companyRules,
  companyTexts,
  companyValuesOf,
} from './company.rules.ts'

const typed: CompanyValues = {
  name: '株式会社栄リユース',
  representative: '栄 三枝',
  licenseNumber: '５４１０３１９０８２１５',
  publicSafetyCommission: '愛知県公安委員会',
  postalCode: '４６０ー０００８',
  address: '愛知県名古屋市中区栄3-6-1',
  phone: '052(242)0300',
  storeKey: 'sakae',
  replyBusinessDays: 7,
  returnCost: 0,
}

it('takes what can be put right, and compares it as it will be stored', () => {
  expect(problemsOf(companyRules(false), typed)).toEqual({})
  const tidy = { ...typed, licenseNumber: '第541031908215号', postalCode: '460-0008', phone: '0522420300' }
  expect(companyTexts(typed)).toEqual(companyTexts(tidy))
  expect(companyBody(typed)).toMatchObject({ replyBusinessDays: 7, returnCost: 0 })
})

it('asks at each field for what the law has a dealer show', () => {
  const blank = { ...companyValuesOf(undefined), replyBusinessDays: null, returnCost: null, storeKey: 'A b' }
  expect(Object.keys(problemsOf(companyRules(false), blank))).toEqual([
    'name',
    'representative',
    'licenseNumber',
    'publicSafetyCommission',
    'postalCode',
    'address',
    'phone',
    'storeKey',
    'replyBusinessDays',
    'returnCost',
  ])
  expect(problemsOf(companyRules(false), { ...typed, replyBusinessDays: 61 })).toHaveProperty(
    'replyBusinessDays',
  )
})

it('asks for the key of the shop page instead of taking a blank one for the shared page', () => {
  expect(problemsOf(companyRules(false), { ...typed, storeKey: '' })).toEqual({
    storeKey: 'ストアのキーを入力してください。',
  })
})

it('lets the operator be without a licence, but not with half of one', () => {
  const house = { ...typed, licenseNumber: '', publicSafetyCommission: '' }
  expect(problemsOf(companyRules(true), house)).toEqual({})
  expect(Object.keys(problemsOf(companyRules(true), { ...house, licenseNumber: '1' }))).toEqual([
    'licenseNumber',
    'publicSafetyCommission',
  ])
})
