import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  changedFacts,
  isCorporateNumber,
  isProfileComplete,
  missingInProfile,
  type Profile,
  workProblems,
} from './profile.ts'

describe('a profile', () => {
  const complete = {
    name: '山田 花子',
    name_kana: 'ヤマダ ハナコ',
    job: 1,
    job_detail: '',
    phone: '09012345678',
    postal_code: '1500001',
    prefecture: '東京都',
    city: '渋谷区',
    address1: '神宮前1-2-3',
    has_birthday: true,
    is_corporate: false,
    corporate_number: '',
    agent_name: '',
    agent_name_kana: '',
    agent_authority: null,
  }

  test('is complete with everything a request needs', () => {
    expect(isProfileComplete(complete)).toBe(true)
  })

  test.each([
    [{ name: '' }],
    [{ name_kana: '' }],
    [{ job: null }],
    [{ job: 8 }],
    [{ phone: '' }],
    [{ postal_code: '' }],
    [{ prefecture: '' }],
    [{ city: '' }],
    [{ address1: '' }],
    [{ has_birthday: false }],
  ])('is not with %j', (change) => {
    expect(isProfileComplete({ ...complete, ...change })).toBe(false)
  })

  test('of a corporation needs its number and the person in charge', () => {
    const corporation = {
      ...complete,
      is_corporate: true,
      name: '株式会社おくる商事',
      corporate_number: '9234567890123',
      agent_name: '山田 花子',
      agent_name_kana: 'ヤマダ ハナコ',
      agent_authority: 'employee',
    }
    expect(missingInProfile(corporation)).toEqual([])
    for (const part of ['agent_name', 'agent_name_kana'] as const)
      expect(missingInProfile({ ...corporation, [part]: '' })).toEqual([part])
    expect(missingInProfile({ ...corporation, agent_name: '山田 一郎', name: '山田　一郎' })).toEqual([
      'name',
    ])
    expect(missingInProfile({ ...corporation, agent_authority: null })).toEqual(['agent_authority'])
    expect(missingInProfile({ ...corporation, corporate_number: '1234567890123' })).toEqual([
      'corporate_number',
    ])
  })

  test('whose occupation is another has to say which', () => {
    expect(isProfileComplete({ ...complete, job: 8, job_detail: '年金生活' })).toBe(true)
  })

  test('names every part that is missing, and no other', () => {
    const gaps = {
      name: { name: '' },
      name_kana: { name_kana: '' },
      birthday: { has_birthday: false },
      phone: { phone: '' },
      address: { address1: '神宮前' },
      job: { job: null },
    }
    fc.assert(
      fc.property(fc.subarray(Object.keys(gaps) as (keyof typeof gaps)[]), (parts) => {
        const profile: Profile = Object.assign({ ...complete }, ...parts.map((part) => gaps[part]))
        expect(missingInProfile(profile)).toEqual(parts)
      }),
    )
  })
})

test('facts in another spelling are the same facts', () => {
  const address = { prefecture: '東京都', city: '渋谷区', address1: '神宮前1-2-3', address2: '' }
  const before = { name: '佐藤 美咲', birthday: '1990-05-17', address }
  const spelled = { ...before, name: '佐藤　美咲', address: { ...address, address1: '神宮前一丁目２番３号' } }
  expect(changedFacts(before, spelled)).toEqual([])
  expect(changedFacts(before, { ...before, address: { ...address, address1: '神宮前1-23' } })).toEqual([
    'address',
  ])
})

describe('a corporate number', () => {
  // Published: 国税庁 and トヨタ自動車.
  test.each(['7000012050002', '1180301018771'])('%s is one', (number) => {
    expect(isCorporateNumber(number)).toBe(true)
  })

  test('with any one digit changed is none', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 12 }), fc.integer({ min: 1, max: 9 }), (place, by) => {
        const digits = [...'7000012050002'].map(Number)
        digits[place] = ((digits[place] ?? 0) + by) % 10
        // The check digit is modulo nine, so it cannot tell 0 from 9.
        const same = new Set([digits[place], Number('7000012050002'[place])])
        fc.pre(!(place > 0 && same.has(0) && same.has(9)))
        expect(isCorporateNumber(digits.join(''))).toBe(false)
      }),
    )
    for (const text of ['', '700001205000', 'T7000012050002', '70000120500022'])
      expect(isCorporateNumber(text)).toBe(false)
  })

  test('is what the invoice number of the corporation repeats', () => {
    const work = {
      job: 1,
      job_detail: '',
      is_corporate: true,
      corporate_number: '7000012050002',
      is_invoice_issuer: true,
      invoice_registration_number: 'T7000012050002',
    }
    expect(workProblems(work)).toEqual({})
    const wrong = (change: object) => Object.keys(workProblems({ ...work, ...change }))
    expect(wrong({ invoice_registration_number: 'T1180301018771' })).toEqual(['invoice_registration_number'])
    expect(wrong({ invoice_registration_number: 'T7000012050003' })).toEqual(['invoice_registration_number'])
    expect(wrong({ corporate_number: '7000012050003' })).toEqual(['corporate_number'])
    expect(wrong({ is_corporate: false, corporate_number: '' })).toEqual([])
  })
})
