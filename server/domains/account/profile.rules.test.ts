import { describe, expect, test } from 'vitest'
import { isSamePlace } from '#contract/address'
import { isProfileComplete } from '#contract/profile'
import { tidyAddressLine } from './address.rules.ts'
import {
  type CustomerChange,
  type CustomerData,
  changedData,
  noData,
  searchTextOf,
  verifiedFactsChanged,
} from './profile.rules.ts'

const today = '2026-11-24'
const person = {
  ...noData,
  name: '佐藤 美咲',
  name_kana: 'サトウ ミサキ',
  birthday: '1990-05-17',
  job: 1,
  phone: '09012345678',
  postal_code: '1500001',
  prefecture: '東京都',
  city: '渋谷区',
  address1: '神宮前1-2-3',
  address2: 'メゾン表参道 405',
}
const changedTo = (change: CustomerChange, current: CustomerData = person) => {
  const result = changedData(current, change, today)
  if (!result.ok) throw new Error(JSON.stringify(result.fields))
  return result.data
}
const problems = (change: CustomerChange, current: CustomerData = person) => {
  const result = changedData(current, change, today)
  return result.ok ? {} : result.fields
}

describe('what is typed becomes what is kept', () => {
  test('kana of any kind, full-width digits, spaces and hyphens', () => {
    const change: CustomerChange = {
      name: ' 髙橋　 﨑代 ',
      name_kana: 'ﾀｶﾊｼ　さきよ',
      phone: '０９０−１２３４ー５６７８',
      address: {
        postal_code: '〒１０４－００６１',
        prefecture: '東京都',
        city: '中央区',
        address1: '銀座４ー１−２',
        address2: '',
      },
    }
    expect(changedTo(change)).toMatchObject({
      name: '髙橋 﨑代',
      name_kana: 'タカハシ サキヨ',
      phone: '09012345678',
      postal_code: '1040061',
      address1: '銀座4-1-2',
      address2: '',
    })
  })

  test('a part of the address leaves the rest', () => {
    expect(changedTo({ address: { address2: '501' } })).toMatchObject({
      address1: '神宮前1-2-3',
      address2: '501',
    })
  })

  test('a registration number stays only with who has one', () => {
    const issuer = changedTo({
      is_invoice_issuer: true,
      invoice_registration_number: 'ｔ ９２３４５６７８９０１２３',
    })
    expect(issuer.invoice_registration_number).toBe('T9234567890123')
    expect(changedTo({ is_invoice_issuer: false }, issuer).invoice_registration_number).toBe('')
  })
})

test.each<[CustomerChange, object]>([
  [{ name: '佐藤😀' }, { name: ['お名前に使えない文字(絵文字など)が含まれています。'] }],
  [{ name_kana: '佐藤' }, { name_kana: ['カタカナで入力してください。'] }],
  [{ birthday: '2026-11-25' }, { birthday: ['生年月日をご確認ください。'] }],
  [{ birthday: '1899-12-31' }, { birthday: ['生年月日をご確認ください。'] }],
  [{ phone: '0901234567' }, { phone: ['電話番号をご確認ください。'] }],
  [
    { address: { postal_code: '123', prefecture: '江戸' } },
    {
      address: {
        postal_code: ['郵便番号は7桁の数字で入力してください。'],
        prefecture: ['都道府県を選んでください。'],
      },
    },
  ],
  [{ job: 8 }, { job_detail: ['「無職・その他」の方は、具体的な内容を入力してください。'] }],
  [
    { is_invoice_issuer: true },
    { invoice_registration_number: ['登録番号は「T」と13桁の数字で入力してください。'] },
  ],
])('%j is answered under its field', (change, expected) => {
  expect(problems(change)).toEqual(expected)
})

test('a corporation is not its own person in charge, whichever of the two is changed', () => {
  const sells = { ...person, is_corporate: true, name: '株式会社おくる商事', agent_name: '佐藤 美咲' }
  const refused = { name: [expect.stringContaining('法人の名称')] }
  expect(problems({ name: '佐藤　美咲' }, sells)).toEqual(refused)
  expect(problems({ agent_name: '（株）おくる商事' }, { ...sells, name: '(株)おくる商事' })).toEqual(refused)
  expect(problems({ is_corporate: true, agent_name: person.name })).toEqual(refused)
  expect(problems({ name: '佐藤 美咲', is_corporate: false }, sells)).toEqual({})
  expect(problems({ phone: '0312345678' }, { ...sells, name: '佐藤 美咲' })).toEqual({})
})

test('old data does not stand in the way of changing something else', () => {
  const old = { ...person, job: 8, job_detail: '', phone: '' }
  expect(problems({ name: '佐藤 花' }, old)).toEqual({})
})

describe('what an identity check confirmed', () => {
  const changed = (change: CustomerChange) => verifiedFactsChanged(person, changedTo(change))

  test('another name, birthday, address or kind of person ends it', () => {
    expect(changed({ name: '鈴木 美咲' })).toEqual(['氏名'])
    expect(changed({ birthday: '1990-05-18' })).toEqual(['生年月日'])
    expect(changed({ address: { address2: 'メゾン表参道 406' } })).toEqual(['住所'])
    expect(changed({ is_corporate: true })).toEqual(['個人・法人の別'])
    const sells = changedTo({
      is_corporate: true,
      name: '株式会社おくる商事',
      corporate_number: '7000012050002',
      agent_name: '佐藤 美咲',
    })
    expect(verifiedFactsChanged(sells, changedTo({ agent_name: '鈴木 花' }, sells))).toEqual(['取引担当者'])
    expect(verifiedFactsChanged(sells, changedTo({ agent_name: '佐藤　美咲' }, sells))).toEqual([])
  })

  test('a house of another number does, also where the digits are the same ones', () => {
    const there = { ...person, address1: '神宮前1-23' }
    const moved = (address: object) => verifiedFactsChanged(there, changedTo({ address }, there))
    expect(moved({ address1: '神宮前12-3' })).toEqual(['住所'])
    expect(moved({ address1: '神宮前1-2', address2: '3メゾン表参道 405' })).toEqual(['住所'])
    expect(moved({ address1: '神宮前一丁目２３番地' })).toEqual([])
  })

  test('the same in another spelling, and everything else, does not', () => {
    expect(changed({ name: '佐藤　美咲', address: { address1: '神宮前１丁目２番３号' } })).toEqual([])
    expect(changed({ phone: '0312345678', job: 2, name_kana: 'サトウ ミキ' })).toEqual([])
  })
})

describe('addresses on paper', () => {
  test('the house and the prefecture may be missing on a document, the number may not', () => {
    expect(isSamePlace('東京都渋谷区神宮前一丁目2番3号', person)).toBe(true)
    expect(isSamePlace('渋谷区神宮前1-2-3 メゾン表参道405', person)).toBe(true)
    expect(isSamePlace('東京都渋谷区神宮前1-2-4', person)).toBe(false)
    expect(isSamePlace('東京都渋谷区神宮前1-2', person)).toBe(false)
    expect(isSamePlace('', { ...person, prefecture: '', city: '', address1: '', address2: '' })).toBe(false)
  })

  test('a line keeps its letters', () => {
    expect(tidyAddressLine('　銀座４ー１−２　コーポ　髙﨑ー２ ')).toBe('銀座4-1-2 コーポ 髙﨑ー2')
  })
})

test('a profile is complete with everything a first request needs', () => {
  const whole = { ...person, has_birthday: true }
  expect(isProfileComplete(whole)).toBe(true)
  expect(isProfileComplete(Object.assign({}, whole, { address2: '' }))).toBe(true)
  expect(isProfileComplete({ ...whole, has_birthday: false })).toBe(false)
  for (const field of [
    'name',
    'name_kana',
    'phone',
    'postal_code',
    'prefecture',
    'city',
    'address1',
  ] as const) {
    expect(isProfileComplete({ ...whole, [field]: '' }), field).toBe(false)
  }
  expect(isProfileComplete({ ...whole, job: null })).toBe(false)
  expect(isProfileComplete({ ...whole, job: 8 })).toBe(false)
  expect(isProfileComplete({ ...whole, job: 8, job_detail: '年金を受給' })).toBe(true)
})

test('search text is folded name and kana, of the person in charge too', () => {
  const names = { name: '髙橋 Ａｎｎ', name_kana: 'タカハシ アン', agent_name: '', agent_name_kana: '' }
  expect(searchTextOf(names)).toBe('髙橋ann\nタカハシアン')
  const agent = { agent_name: '山田 花子', agent_name_kana: 'ヤマダ ハナコ' }
  expect(searchTextOf({ ...names, ...agent })).toBe('髙橋ann\nタカハシアン\n山田花子\nヤマダハナコ')
})

test('who becomes a person again loses what a corporation has', () => {
  const sells = changedTo({
    is_corporate: true,
    name: '株式会社おくる商事',
    corporate_number: '７０００-０１２０-５０００-２',
    agent_name: '佐藤 美咲',
    agent_authority: 'employee',
  })
  expect(sells).toMatchObject({ corporate_number: '7000012050002', agent_authority: 'employee' })
  expect(changedTo({ is_corporate: false }, sells)).toMatchObject({
    corporate_number: '',
    agent_name: '',
    agent_authority: null,
  })
})
