import { describe, expect, test } from 'vitest'
import { methodOn } from './identity.methods.ts'
import { type Check, type CheckContext, maskedNumber, missingOf, refusedFields } from './identity.rules.ts'

const today = '2026-11-24'
const check: Check = {
  clause: 'clause_7',
  identification_kind: 1,
  document_name: '',
  document_issuer: '東京都公安委員会',
  document_number: '301234567890',
  verified_name: '佐藤　美咲',
  verified_name_kana: 'サトウ ミサキ',
  verified_birthday: '1990-05-17',
  verified_address: '東京都渋谷区神宮前1丁目2番3号',
  verified_agent_name: '',
  authority_evidence: '',
  mail_delivered_on: '2026-11-20',
  mail_number: '12345678901',
  filed_at: '書庫A-12',
}
const around: CheckContext = {
  customer: {
    name: '佐藤 美咲',
    birthday: '1990-05-17',
    prefecture: '東京都',
    city: '渋谷区',
    address1: '神宮前1-2-3',
    address2: 'メゾン表参道 405',
    is_corporate: false,
    agent_name: '',
  },
  holder_kana: 'ｻﾄｳ ﾐｻｷ',
  former: null,
}
const missing = (change: Partial<Check>, other: Partial<CheckContext> = {}) =>
  missingOf({ ...check, ...change }, { ...around, ...other })

describe('what each clause demands', () => {
  test('7号 with copy, mail and an account in the same name is complete', () => {
    expect(missing({})).toEqual([])
  })

  test.each<[Partial<Check>, Partial<CheckContext>, string]>([
    [{ filed_at: '' }, {}, 'copy_filed'],
    [{ mail_delivered_on: null }, {}, 'mail_delivered_on'],
    [{ mail_number: '' }, {}, 'mail_number'],
    [{}, { holder_kana: null }, 'bank_account'],
    [{}, { holder_kana: 'ｽｽﾞｷ ﾐｻｷ' }, 'holder_differs'],
    [{ identification_kind: 0 }, {}, 'document_kind'],
    [{ identification_kind: 9 }, {}, 'document_name'],
    [{ document_issuer: '' }, {}, 'document_issuer'],
    [{ document_number: '' }, {}, 'document_number'],
  ])('7号 without it: %j %j', (change, other, reason) => {
    expect(missing(change, other)).toEqual([reason])
  })

  test('8号 and 9号 need the paper filed, but neither mail nor account', () => {
    const bare = { mail_delivered_on: null, mail_number: '' }
    expect(missing({ clause: 'clause_8', ...bare }, { holder_kana: null })).toEqual([])
    expect(missing({ clause: 'clause_8', filed_at: '' })).toEqual(['image_filed'])
    expect(missing({ clause: 'clause_9', filed_at: '' })).toEqual(['chip_filed'])
    expect(missing({ clause: 'face_to_face', filed_at: '', ...bare }, { holder_kana: null })).toEqual([])
    expect(missing({ clause: 'face_to_face', document_number: '' })).toEqual(['document_number'])
  })

  test('13号 stands on a former check of the same person', () => {
    const bare = { identification_kind: 0, document_issuer: '', document_number: '', filed_at: '' }
    const former = {
      verified_name: '佐藤 美咲',
      verified_birthday: '1990-05-17',
      verified_address: '東京都渋谷区神宮前1丁目2番3号',
    }
    expect(missing({ clause: 'clause_13', ...bare }, { former })).toEqual([])
    expect(missing({ clause: 'clause_13', ...bare })).toEqual(['no_former_record'])
    const moved = { ...former, verified_address: '大阪府大阪市北区梅田1-1-1' }
    expect(missing({ clause: 'clause_13', ...bare }, { former: moved })).toEqual(['former_record_differs'])
  })
})

test('what the document says differently from the customer is named', () => {
  expect(missing({ verified_name: '佐藤 美希' })).toEqual(['name_differs'])
  expect(missing({ verified_birthday: '1990-05-18' })).toEqual(['birthday_differs'])
  expect(missing({ verified_address: '東京都渋谷区神宮前1-2-4' })).toEqual(['address_differs'])
})

describe('what may not be stored', () => {
  const refused = (change: Partial<Check>) =>
    Object.keys(refusedFields({ ...check, ...change }, false, today))

  test('an individual number, however it is grouped and wherever it stands; a licence has twelve digits too', () => {
    const card = { identification_kind: 2, document_number: '' }
    expect(refused({ ...card, document_number: '１２３４-５６７８-９０１２' })).toEqual(['document_number'])
    expect(refused({ ...card, document_number: '1234 5678 9012' })).toEqual(['document_number'])
    expect(refused({ ...card, document_number: '1234\u200B5678\u2060 9012' })).toEqual(['document_number'])
    expect(refused({ ...card, document_number: '1234/5678_9012' })).toEqual(['document_number'])
    expect(refused({ ...card, document_issuer: '渋谷区長 123456789012' })).toEqual(['document_issuer'])
    expect(refused({ ...card, filed_at: '番号 123456789012' })).toEqual(['filed_at'])
    expect(refused({ ...card, filed_at: '2026/11/22 12:34' })).toEqual([])
    expect(refused({ identification_kind: 9, document_name: 'マイナンバーカード' })).toEqual([
      'document_number',
    ])
    expect(refused(card)).toEqual([])
    expect(refused({ document_number: '301234567890' })).toEqual([])
    expect(missing(card)).toEqual([])
  })

  test('dates that cannot be', () => {
    expect(refused({ verified_birthday: '2026-11-25' })).toEqual(['verified_birthday'])
    expect(refused({ mail_delivered_on: '2026-11-25' })).toEqual(['mail_delivered_on'])
    expect(refused({ mail_delivered_on: today })).toEqual([])
    expect(refused({ verified_name_kana: '佐藤' })).toEqual(['verified_name_kana'])
  })
})

test('a method counts from its first day to its last', () => {
  const known = [
    { clause: 'clause_8' as const, law: '規則15条3項8号', valid_from: '2020-04-01', valid_to: '2027-03-31' },
  ]
  expect(methodOn('clause_8', '2020-03-31', known)).toBeNull()
  expect(methodOn('clause_8', '2020-04-01', known)?.law).toBe('規則15条3項8号')
  expect(methodOn('clause_8', '2027-03-31', known)).not.toBeNull()
  expect(methodOn('clause_8', '2027-04-01', known)).toBeNull()
  expect(methodOn('clause_7', '2026-11-24', known)).toBeNull()
})

test('a masked number shows its end only when enough is hidden', () => {
  expect(maskedNumber('301234567890')).toBe('****890')
  expect(maskedNumber('1234')).toBe('****')
  expect(maskedNumber('')).toBe('')
})

describe('a corporation', () => {
  const papers: Check = {
    ...check,
    clause: 'clause_6',
    identification_kind: 9,
    document_name: '履歴事項全部証明書',
    document_issuer: '東京法務局',
    verified_name: '株式会社おくる商事',
    verified_name_kana: 'カブシキガイシャオクルショウジ',
    verified_agent_name: '佐藤 美咲',
    authority_evidence: '社員証',
  }
  const of: CheckContext = {
    ...around,
    customer: { ...around.customer, name: '株式会社おくる商事', is_corporate: true, agent_name: '佐藤 美咲' },
    holder_kana: 'ｶ)ｵｸﾙｼﾖｳｼﾞ',
  }
  const gaps = (change: Partial<Check>, context: Partial<CheckContext> = {}) =>
    missingOf({ ...papers, ...change }, { ...of, ...context })

  test('is identified with the person in charge and the account in its name, as banks shorten it', () => {
    expect(gaps({})).toEqual([])
    expect(gaps({}, { holder_kana: 'ｻﾄｳ ﾐｻｷ' })).toEqual(['holder_differs'])
    expect(gaps({}, { holder_kana: null })).toEqual(['bank_account'])
    expect(gaps({ clause: 'clause_4' }, { holder_kana: null })).toEqual([])
    expect(gaps({ clause: 'clause_4', mail_delivered_on: null })).toEqual(['mail_delivered_on'])
    expect(gaps({ filed_at: '' })).toEqual(['original_filed'])
  })

  test('not without who deals for it, and what shows that this person may', () => {
    expect(gaps({ verified_agent_name: '' })).toEqual(['agent_name'])
    expect(gaps({ verified_agent_name: '鈴木 花' })).toEqual(['agent_differs'])
    expect(gaps({ authority_evidence: '' })).toEqual(['authority_evidence'])
  })

  test.each(['law_3', 'clause_1', 'clause_4', 'clause_6'] as const)(
    '%s is for corporations only',
    (clause) => {
      expect(refusedFields({ ...papers, clause }, true, today)).toEqual({})
      expect(Object.keys(refusedFields({ ...check, clause }, false, today))).toEqual(['clause'])
    },
  )

  test.each(['face_to_face', 'clause_7', 'clause_8', 'clause_9'] as const)(
    '%s is for persons only',
    (clause) => {
      expect(Object.keys(refusedFields({ ...papers, clause }, true, today))).toEqual(['clause'])
    },
  )
})
