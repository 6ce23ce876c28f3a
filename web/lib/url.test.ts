import { describe, expect, it } from 'vitest'
import { allCalls } from '#contract/calls'
import { buildPath, buildQuery } from './url.ts'

describe('query', () => {
  it('Q01 escapes names and values', () => {
    expect(buildQuery({ q: 'グッチ & ボッテガ', shopOnly: true })).toBe(
      '?q=%E3%82%B0%E3%83%83%E3%83%81%20%26%20%E3%83%9C%E3%83%83%E3%83%86%E3%82%AC&shopOnly=true',
    )
  })

  it('Q02 drops undefined and null', () => {
    expect(buildQuery({ a: undefined, b: null, c: 1, d: [undefined, 2] })).toBe('?c=1&d=2')
  })

  it('Q03 keeps false, 0 and the empty text', () => {
    expect(buildQuery({ a: false, b: 0, c: '' })).toBe('?a=false&b=0&c=')
  })

  it('Q04 repeats the name of an array', () => {
    expect(buildQuery({ tags: [1, 2], none: [], o: { x: 1, y: { z: 2 } } })).toBe(
      '?tags=1&tags=2&o%5Bx%5D=1&o%5By%5D%5Bz%5D=2',
    )
  })

  it('Q05 has no question mark without parameters', () => {
    expect(buildQuery({})).toBe('')
    expect(buildQuery({ a: undefined })).toBe('')
    expect(buildQuery()).toBe('')
  })

  it('Q06 writes a date as the day in Japan', () => {
    // 23:30 UTC is the next morning in Tokyo.
    expect(buildQuery({ dateFrom: new Date('2026-11-20T23:30:00Z') })).toBe('?dateFrom=2026-11-21')
    expect(buildQuery({ dateFrom: new Date('2026-11-20T14:59:59Z') })).toBe('?dateFrom=2026-11-20')
  })
})

describe('path', () => {
  it('Q07 a value cannot change the route', () => {
    expect(buildPath('/api/purchase_items/{slug}/', { slug: 'a/b?c' })).toBe('/api/purchase_items/a%2Fb%3Fc/')
    expect(buildPath('/v/{api-version}/x/')).toBe('/v/1.0.0/x/')
  })

  it('Q07 a missing or empty value is an error, not another route', () => {
    expect(() => buildPath('/api/customers/{id}/', {})).toThrow('Missing path value: id')
    expect(() => buildPath('/api/purchase_items/{slug}/', { slug: '' })).toThrow('Missing path value: slug')
  })

  it('Q08 every path of the contract keeps its spelling and its final slash', () => {
    const paths = [...new Set(allCalls.map(({ call }) => call.path))].sort()
    expect(paths.length).toBeGreaterThan(100)
    expect(paths.filter((path) => !path.endsWith('/'))).toEqual(
      expect.arrayContaining([
        '/api/account/email',
        '/api/shop/favorite',
        '/next-engine/master-goods/search',
      ]),
    )
    expect(paths).toMatchSnapshot()
  })
})
