import { describe, expect, it } from 'vitest'
import { dealSumOf } from './deal-sum.ts'
import { nextOf, turnText } from './journey.ts'

describe('the figure of a request', () => {
  it('is what was assessed until the customer has answered', () => {
    expect(dealSumOf({ status: 3, offerTotal: null, agreed: null })).toBeNull()
    expect(dealSumOf({ status: 11, offerTotal: 47_500, agreed: null })).toEqual({
      term: '査定額の合計',
      amount: 47_500,
    })
  })

  it('is what was sold from then on, with what was assessed beside it', () => {
    const agreed = { count: 2, total: 14_000 }
    const note = '査定額の合計は¥47,500でした。'
    expect(dealSumOf({ status: 13, offerTotal: 47_500, agreed })).toEqual({
      term: 'お売りになる金額(2点)',
      amount: 14_000,
      note,
    })
    expect(dealSumOf({ status: 21, offerTotal: 47_500, agreed })).toMatchObject({
      term: 'お売りいただいた金額(2点)',
      note,
    })
    const whole = { count: 5, total: 47_500 }
    expect(dealSumOf({ status: 20, offerTotal: 47_500, agreed: whole })?.note).toBeUndefined()
  })

  it('is no figure where all went back', () => {
    const agreed = { count: 0, total: 0 }
    expect(dealSumOf({ status: 23, offerTotal: 47_500, agreed })).toEqual({
      term: '売却した品はありません',
      note: '査定額の合計は¥47,500でした。',
    })
    expect(dealSumOf({ status: 23, offerTotal: null, agreed })).toBeNull()
  })
})

describe('what is said of a sale that was taken back whole', () => {
  const journey = {
    deliveringOption: 'SELF_ONLY',
    pickupDate: null,
    boxCount: 1,
    arrivedBoxCount: 1,
    offerExpiresAt: null,
  }

  it('is no sale any more', () => {
    const contracted = { ...journey, status: 20, agreed: { count: 0 } }
    expect(turnText(nextOf(contracted))).toBe('売却を取り消しました')
    expect(nextOf({ ...contracted, items: [{ status: 5 }] }).what).toContain('お品物を発送する準備')
    expect(turnText(nextOf({ ...journey, status: 21, agreed: { count: 0 } }))).toBe('売却を取り消しました')
  })

  it('stays one while something of it is left', () => {
    expect(turnText(nextOf({ ...journey, status: 20, agreed: { count: 1 } }))).toBe('買取が成立しました')
  })
})
