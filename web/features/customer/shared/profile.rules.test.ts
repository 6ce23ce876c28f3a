import { describe, expect, it } from 'vitest'
import { problemsOf } from '#web/ui/call-form.ts'
import { differences } from '#web/ui/stored-form.tsx'
import {
  bodyOf,
  changeOf,
  emptyAddress,
  missingParts,
  namesFor,
  type ProfileValues,
  profileLabels,
  profileRules,
  profileTexts,
  tidyValues,
  valuesOf,
  verifiedFactsChanged,
} from './profile.rules.ts'

const today = '2026-11-21'
const filled: ProfileValues = {
  ...valuesOf(undefined),
  name: '山田 花子',
  nameKana: 'ヤマダ ハナコ',
  birthday: '1990-04-01',
  job: '1',
  phone: '09012345678',
  address: {
    postalCode: '107-0062',
    prefecture: '東京都',
    city: '港区',
    address1: '南青山1-2-3',
    address2: '',
  },
}

describe('what is typed', () => {
  it('is put into the form it is kept in', () => {
    const tidy = tidyValues({
      ...filled,
      name: ' 山田　花子 ',
      nameKana: 'やまだ　ﾊﾅｺ',
      phone: '０９０−１２３４−５６７８',
      address: { ...filled.address, postalCode: '１０７００６２' },
      isInvoiceIssuer: true,
      invoiceRegistrationNumber: '９２３４５６７８９０１２３',
    })
    expect(tidy.name).toBe('山田 花子')
    expect(tidy.nameKana).toBe('ヤマダ ハナコ')
    expect(tidy.phone).toBe('09012345678')
    expect(tidy.address.postalCode).toBe('107-0062')
    expect(tidy.invoiceRegistrationNumber).toBe('T9234567890123')
  })

  it('lacks nothing when everything a request needs is there', () => {
    expect(problemsOf(profileRules(today), filled)).toEqual({})
  })

  it('is asked for by the name of its field', () => {
    expect(Object.keys(problemsOf(profileRules(today), valuesOf(undefined))).sort()).toEqual(
      [
        'name',
        'nameKana',
        'birthday',
        'phone',
        'address.postalCode',
        'address.prefecture',
        'address.city',
        'address.address1',
        'job',
      ].sort(),
    )
  })

  it.each([
    [{ job: '8' }, 'jobDetail'],
    [{ nameKana: '山田' }, 'nameKana'],
    [{ name: '花子🎀' }, 'name'],
    [{ birthday: '2026-11-22' }, 'birthday'],
    [{ phone: '0901234567' }, 'phone'],
    [{ isInvoiceIssuer: true, invoiceRegistrationNumber: 'T123' }, 'invoiceRegistrationNumber'],
    [{ hasWorkplace: true, workplace: { ...filled.address, city: '' } }, 'workplace.city'],
  ] as const)('%j has to be looked at again', (change, field) => {
    expect(Object.keys(problemsOf(profileRules(today), { ...filled, ...change }))).toEqual([field])
  })

  it('does not judge a workplace or a number that is not given', () => {
    const spare = { ...filled, invoiceRegistrationNumber: 'T1', workplace: { ...emptyAddress, city: '港区' } }
    expect(problemsOf(profileRules(today), spare)).toEqual({})
    expect(bodyOf(spare)).toMatchObject({ workplace: null, invoiceRegistrationNumber: '' })
  })

  it('names what is missing once, in words', () => {
    expect(missingParts(undefined, today)).toEqual([
      'お名前',
      'フリガナ',
      '生年月日',
      '電話番号',
      'ご住所',
      'ご職業',
    ])
  })
})

describe('a change', () => {
  it('holds the parts that changed and no other', () => {
    expect(changeOf(filled, { ...filled, job: '8', jobDetail: '年金生活' })).toEqual({
      job: 8,
      jobDetail: '年金生活',
    })
  })

  it('is none when the same is written in another width', () => {
    expect(changeOf(filled, { ...filled, phone: '090-1234-5678', nameKana: 'やまだ はなこ' })).toBeUndefined()
  })

  it('of name, birthday or address undoes an identity check, that of a job does not', () => {
    expect(verifiedFactsChanged(filled, { ...filled, job: '2', phone: '0312345678' })).toEqual([])
    expect(verifiedFactsChanged(filled, { ...filled, name: '山田　花子' })).toEqual([])
    const moved = { ...filled, birthday: '1990-04-02', address: { ...filled.address, address2: '201' } }
    expect(verifiedFactsChanged(filled, moved)).toEqual(['生年月日', 'ご住所'])
  })

  it('of an address is told by its numbers in their order, not by how it is spelled', () => {
    const at = (address1: string) => ({ ...filled, address: { ...filled.address, address1 } })
    expect(verifiedFactsChanged(at('神宮前1-23'), at('神宮前12-3'))).toEqual(['ご住所'])
    expect(verifiedFactsChanged(at('神宮前1-2-3'), at('神宮前１丁目２番３号'))).toEqual([])
  })
})

describe('two versions', () => {
  const mine = { ...filled, job: '2', phone: '0312345678' }
  const stored = { ...filled, job: '6', workplace: filled.address, hasWorkplace: true }

  it('are shown where they differ', () => {
    expect(differences(profileLabels, profileTexts(mine), profileTexts(stored))).toEqual([
      { key: 'job', label: 'ご職業', mine: '公務員', theirs: '学生' },
      { key: 'phone', label: '電話番号', mine: '0312345678', theirs: '09012345678' },
      {
        key: 'workplace',
        label: '勤務先の住所',
        mine: '—',
        theirs: '〒107-0062 東京都港区南青山1-2-3',
      },
    ])
  })
})

describe('the name of a person and of a corporation', () => {
  const person = { name: '山田 花子', nameKana: 'ヤマダ ハナコ', agentName: '', agentNameKana: '' }
  const stored = { ...filled, ...person, isCorporate: false }
  const corporation = {
    name: '株式会社おくる商事',
    nameKana: 'カブシキガイシャオクルショウジ',
    agentName: person.name,
    agentNameKana: person.nameKana,
  }

  it('the person becomes the one in charge, and the corporation’s name is asked for', () => {
    expect(namesFor(true, person, stored)).toEqual({
      name: '',
      nameKana: '',
      agentName: person.name,
      agentNameKana: person.nameKana,
    })
  })

  it('there and back is as before, on either side', () => {
    expect(namesFor(false, namesFor(true, person, stored), stored)).toEqual(person)
    const company = { ...filled, ...corporation, isCorporate: true }
    expect(namesFor(true, namesFor(false, corporation, company), company)).toEqual(corporation)
    expect(namesFor(false, corporation, company).name).toBe(person.name)
  })

  it('a corporation cannot have the name of its person in charge, in any width', () => {
    const values = { ...filled, ...corporation, isCorporate: true, name: '山田　花子' }
    expect(problemsOf(profileRules(today), values).name).toContain('法人の名称')
    expect(problemsOf(profileRules(today), { ...values, name: corporation.name }).name).toBeUndefined()
  })
})
