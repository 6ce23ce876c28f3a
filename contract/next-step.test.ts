import { describe, expect, it } from 'vitest'
import { itemStatus as I, nextStepLabel, requestStatus as R, requestStatusLabel } from './lifecycle.ts'
import { nextStepOfItem, nextStepOfRequest } from './next-step.ts'

const facts = { allAssessed: false, hasReturns: false }

describe('the next step', () => {
  it('is known for every status', () => {
    for (const status of Object.keys(requestStatusLabel).map(Number))
      expect(nextStepLabel).toHaveProperty(nextStepOfRequest({ ...facts, status }))
  })

  it.each([
    [R.IN_TRANSIT, {}, 'receive'],
    [R.ARRIVED, {}, 'start'],
    [R.ASSESSING, {}, 'assess'],
    [R.REASSESSING, { allAssessed: true }, 'publish'],
    [R.CONTRACTED, {}, 'request'],
    [R.CONTRACTED, { hasReturns: true }, 'pack'],
    [R.RETURNING, { hasReturns: true }, 'pack'],
  ])('of a box in status %i %j is to %s', (status, more, step) => {
    expect(nextStepOfRequest({ ...facts, ...more, status })).toBe(step)
  })

  it.each([
    [I.RECEIVED, R.ARRIVED, 'start'],
    [I.ASSESSING, R.ASSESSING, 'assess'],
    [I.RETURN_REQUESTED, R.ANSWERED, 'assess'],
    [I.RETURN_REQUESTED, R.RETURNING, 'pack'],
    [I.PURCHASED, R.CONTRACTED, 'productize'],
    [I.PURCHASED, R.RETURNING, 'productize'],
    [I.PRODUCTIZED, R.COMPLETED, 'productize'],
  ])('of an article in status %i of a box in %i is to %s', (item, status, step) => {
    expect(nextStepOfItem(item, { ...facts, status, hasReturns: true })).toBe(step)
  })
})
