import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { changedFacts, isProfileComplete, missingInProfile, type Profile } from './profile.ts'

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
