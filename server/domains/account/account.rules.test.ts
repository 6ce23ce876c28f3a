import { describe, expect, test } from 'vitest'
import { deviceLabelOf, foldEmail, isProfileComplete } from './account.rules.ts'

test('case, width and spaces around do not make another address', () => {
  expect(foldEmail(' Ｈanako@Example.JP ')).toBe('hanako@example.jp')
  expect(foldEmail('hana.ko@example.jp')).not.toBe(foldEmail('hanako@example.jp'))
})

test.each([
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0',
    'Windows の Edge',
  ],
  [
    'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36',
    'Android の Chrome',
  ],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:143.0) Gecko/20100101 Firefox/143.0', 'Mac の Firefox'],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 Safari Line/15.0.0',
    'iPhone の LINE',
  ],
  ['curl/8.0', '不明な端末'],
  [undefined, '不明な端末'],
])('%s is shown as %s', (agent, label) => {
  expect(deviceLabelOf(agent)).toBe(label)
})

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
})
