import { describe, expect, it } from 'vitest'
import { purchaseRequestCalls } from '#contract/purchase-request'
import { readQuery } from './list-state.ts'

describe('the list state of an address', () => {
  it('is read with the schema of the call; what does not fit is left out', () => {
    const read = readQuery(purchaseRequestCalls.bizList, {
      view: 'late',
      status: '11',
      page: '3',
      assessor: 'someone',
      delivering_option: 'BY_PIGEON',
      open: '10482',
      customer_name: '',
    })
    expect(read).toEqual({ view: 'late', status: 11, page: '3' })
  })
})
