import { describe, expect, it } from 'vitest'
import { parseSearch, stringifySearch } from './search-params.ts'

describe('the search part of an address', () => {
  it('keeps every value the text it is, and lists what is given several times', () => {
    expect(parseSearch('?q=007&tag=a&tag=b&flag=true')).toEqual({ q: '007', tag: ['a', 'b'], flag: 'true' })
  })
  it('leaves out what is not set', () => {
    expect(stringifySearch({ q: '', page: undefined, shop: 3, tags: ['a', 'b'], returnUrl: '/a?b=c' })).toBe(
      '?shop=3&tags=a&tags=b&returnUrl=%2Fa%3Fb%3Dc',
    )
    expect(stringifySearch({ q: null })).toBe('')
  })
})
