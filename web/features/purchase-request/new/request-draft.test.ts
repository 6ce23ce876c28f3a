import { describe, expect, it } from 'vitest'
import {
  bodyOf,
  emptyDraft,
  firstOpenStep,
  problemsFrom,
  problemsOfStep,
  type RequestDraft,
  stepOfField,
  stepsFor,
} from './request-draft.ts'

const today = '2026-11-21'
const context = { today, terms: '2026-04' }
const full: RequestDraft = {
  ...emptyDraft,
  shop: 3,
  unpricedPolicy: 'return',
  deliveringOption: 'PICKUP_ONLY',
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
    expect(firstOpenStep(emptyDraft, today, true)).toBe('shop')
  })

  it('lets nobody past an unfinished step, whatever the address says', () => {
    expect(firstOpenStep({ ...full, boxCount: 0 }, today, true)).toBe('goods')
    expect(firstOpenStep({ ...full, pickupTimeSlot: null }, today, true)).toBe('sending')
    expect(firstOpenStep(full, today, false)).toBe('profile')
    expect(firstOpenStep(full, today, true)).toBe('confirm')
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
    expect(problemsOfStep('confirm', full, { today, terms: '2026-12' })).toHaveProperty('agreedTerms')
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
