import { describe, expect, it } from 'vitest'
import {
  bodyOf,
  emptyDraft,
  firstOpenStep,
  kitSizesFor,
  problemsFrom,
  problemsOfStep,
  type RequestDraft,
  stepOfField,
  stepsFor,
  withKit,
} from './request-draft.ts'

const at = new Date('2026-11-21T12:00:00+09:00')
const context = { at, terms: '2026-04' }
const full: RequestDraft = {
  ...emptyDraft,
  shop: 3,
  unpricedPolicy: 'return',
  deliveringOption: 'PICKUP_ONLY',
  boxSource: 'own',
  pickupDate: '2026-11-24',
  pickupTimeSlot: 'AM',
  agreedTerms: '2026-04',
}

describe('the steps', () => {
  it('decides nothing for the person: shop, fate of unpriced goods and way of sending are open at first', () => {
    expect(problemsOfStep('shop', emptyDraft, context)).toHaveProperty('shop')
    expect(problemsOfStep('goods', emptyDraft, context)).toHaveProperty('unpricedPolicy')
    expect(problemsOfStep('sending', emptyDraft, context)).toHaveProperty('deliveringOption')
    expect(problemsOfStep('confirm', emptyDraft, context)).toHaveProperty('agreedTerms')
    expect(firstOpenStep(emptyDraft, at, true)).toBe('shop')
  })

  it('lets nobody past an unfinished step, whatever the address says', () => {
    expect(firstOpenStep({ ...full, boxCount: 0 }, at, true)).toBe('goods')
    expect(firstOpenStep({ ...full, pickupTimeSlot: null }, at, true)).toBe('sending')
    expect(firstOpenStep(full, at, false)).toBe('profile')
    expect(firstOpenStep(full, at, true)).toBe('confirm')
  })

  it('asks who the person is only where that is not known', () => {
    expect(stepsFor(true)).toEqual(['shop', 'goods', 'sending', 'profile', 'confirm'])
    expect(stepsFor(false)).toEqual(['shop', 'goods', 'sending', 'confirm'])
  })

  it('does not take a number that cannot be read for one that was left out', () => {
    expect(problemsOfStep('goods', { ...full, itemCount: null }, context)).toEqual({})
    const unread = { itemCount: '10〜12点' }
    expect(problemsOfStep('goods', { ...full, itemCount: null, unread }, context)).toHaveProperty('itemCount')
  })

  it.each([
    ['2026-11-21', false],
    ['2026-11-22', true],
    ['2026-12-05', true],
    ['2026-12-06', false],
  ])('takes a pickup on %s: %s', (pickupDate, fine) => {
    const problems = problemsOfStep('sending', { ...full, pickupDate }, context)
    expect('pickupDate' in problems).toBe(!fine)
  })

  it('asks for the least amount only when selling goes by itself', () => {
    const automatic = { ...full, approvalMode: 'auto_accept_from' } as const
    expect(problemsOfStep('goods', automatic, context)).toHaveProperty('autoAcceptAmount')
    expect(problemsOfStep('goods', { ...automatic, autoAcceptAmount: 10_000 }, context)).toEqual({})
    expect(problemsOfStep('goods', full, context)).toEqual({})
  })

  it('does not take a word given to older terms', () => {
    expect(problemsOfStep('confirm', full, { at, terms: '2026-12' })).toHaveProperty('agreedTerms')
    expect(problemsOfStep('confirm', full, context)).toEqual({})
  })
})

describe('what is sent', () => {
  it('leaves the pickup out when the box is brought to a carrier', () => {
    const body = bodyOf({ ...full, deliveringOption: 'SELF_ONLY' })
    expect(body).toMatchObject({ pickupDate: null, pickupTimeSlot: null, deliveringOption: 'SELF_ONLY' })
  })

  it('leaves the least amount out when each item is looked at', () => {
    expect(bodyOf({ ...full, autoAcceptAmount: 5000 })?.autoAcceptAmount).toBeNull()
  })

  it('is nothing while something is open', () => {
    expect(bodyOf({ ...full, unpricedPolicy: null })).toBeNull()
  })

  it('finds the step of what the server refused, and leaves the rest to the whole', () => {
    const problems = problemsFrom({ pickupDate: ['集荷日は…'], nonFieldErrors: ['別の話'] })
    expect(problems).toEqual({ pickupDate: '集荷日は…' })
    expect(stepOfField('pickupDate')).toBe('sending')
    expect(stepOfField('boxCount')).toBe('goods')
  })
})

describe('cardboard boxes that the shop sends', () => {
  const kit: RequestDraft = { ...full, boxSource: 'kit', kitSize: 120, pickupDate: '2026-11-28' }
  const isHoliday = (date: string) => date === '2026-11-23'
  const sending = (draft: RequestDraft) => problemsOfStep('sending', draft, { ...context, isHoliday })

  it('are asked for on purpose, with a size', () => {
    expect(sending({ ...kit, boxSource: null })).toHaveProperty('boxSource')
    expect(sending({ ...kit, kitSize: null })).toHaveProperty('kitSize')
    expect(sending({ ...kit, boxSource: 'own', kitSize: null })).toEqual({})
    expect(sending({ ...kit, boxCount: 6 }).boxSource).toContain('5箱まで')
  })

  // Asked for on a Saturday before a holiday on Monday: sent on Tuesday, there on Thursday.
  it('have to be there before the pickup', () => {
    expect(sending({ ...kit, pickupDate: '2026-11-26' }).pickupDate).toBe(
      '段ボールのお届け予定は11月26日(木)です。集荷日は、その翌日の11月27日(金)から12月10日(木)までの日をお選びください。',
    )
    expect(sending({ ...kit, pickupDate: '2026-11-27' })).toEqual({})
    expect(sending({ ...kit, pickupDate: '2026-12-10' })).toEqual({})
    expect(sending({ ...kit, pickupDate: '2026-12-11' })).toHaveProperty('pickupDate')
  })

  it('that are sent are only waited for', () => {
    const stored = {
      expectedOn: '2026-11-24',
      sentAt: '2026-11-20T10:00:00+09:00',
      size: 120,
      carrier: 'YAMATO',
    } as const
    const problems = (pickupDate: string) =>
      problemsOfStep('sending', { ...kit, kitSize: null, pickupDate }, { ...context, isHoliday, stored })
    expect(problems('2026-11-25')).toEqual({})
    expect(problems('2026-11-24').pickupDate).toContain('段ボールのお届け予定は11月24日(火)')
  })

  it('are in what is sent only when they are wanted', () => {
    expect(bodyOf(kit)?.kitSize).toBe(120)
    const own = bodyOf({ ...kit, boxSource: 'own' })
    expect(own?.kitSize).toBeNull()
    expect(own).not.toHaveProperty('boxSource')
  })

  it('are dropped with a carrier or a shop that has none, and a size with a carrier that has not', () => {
    const shop = { kitSizes: [80, 120] }
    expect(withKit(kit, shop)).toBe(kit)
    expect(withKit({ ...kit, carrier: 'SAGAWA' }, shop)).toMatchObject({ boxSource: 'kit', kitSize: 80 })
    expect(withKit({ ...kit, carrier: 'SAGAWA' }, { kitSizes: [80, 100, 120] }).kitSize).toBeNull()
    expect(withKit({ ...kit, carrier: 'KLD' }, shop)).toMatchObject({ boxSource: 'own', kitSize: null })
    expect(withKit(kit, { kitSizes: [] })).toMatchObject({ boxSource: 'own', kitSize: null })
  })

  it('that were promised stay a choice when the shop stops offering them, with their carrier only', () => {
    const stored = { expectedOn: '2026-11-27', sentAt: null, size: 120, carrier: 'YAMATO' } as const
    expect(kitSizesFor(kit, { kitSizes: [80] }, stored)).toEqual([80, 120])
    expect(kitSizesFor(kit, { kitSizes: [] }, stored)).toEqual([120])
    expect(kitSizesFor({ carrier: 'SAGAWA' }, { kitSizes: [80] }, stored)).toEqual([80])
    expect(kitSizesFor(kit, { kitSizes: [80] })).toEqual([80])
    expect(withKit(kit, { kitSizes: [] }, stored)).toBe(kit)
    expect(withKit({ ...kit, carrier: 'SAGAWA' }, { kitSizes: [] }, stored)).toMatchObject({
      boxSource: 'own',
    })
  })
})

describe('a day that cannot be', () => {
  it.each([
    ['2027-02-31', '2027年2月31日は暦にありません。'],
    ['2026-11-20', '11月20日(金)は、もう過ぎた日です。'],
    ['2026-11-21', '当日の集荷はお受けできません。'],
    [
      '2026-12-06',
      '12月6日(日)の集荷は、まだお受けできません。11月22日(日)から12月5日(土)までの日をお選びください。',
    ],
  ])('%s is told as what it is, once', (pickupDate, said) => {
    const { pickupDate: problem, ...others } = problemsOfStep('sending', { ...full, pickupDate }, context)
    expect(problem).toContain(said)
    expect(others).toEqual({})
  })
})
