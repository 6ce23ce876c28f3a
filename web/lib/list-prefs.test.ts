import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { readListPrefs, useListPrefs } from './list-prefs.ts'
import { tokenOf } from './test-server.ts'
import { storeSession } from './tokens.ts'

const signIn = (user: number) =>
  storeSession({ access: tokenOf(user, 'a', 'business'), refresh: 'r', userType: 'business' })

beforeEach(() => {
  window.localStorage.clear()
  signIn(3)
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

const view = { name: '朝の確認', search: '?view=late' }

describe('what is kept about a list', () => {
  it.each([null, '', '{', 'null', '7', '[]', '"views"', '{"views":7,"hidden":"status"}'])(
    'nothing, when %s was stored',
    (text) => {
      expect(readListPrefs(text)).toEqual({ views: [] })
    },
  )

  it('is what makes sense of it, and each name once', () => {
    const odd = [view, { name: '' }, 5, { ...view, search: '' }, { name: 'x', search: 9 }]
    const ofViews = { 7: ['customer'] }
    expect(readListPrefs(JSON.stringify({ hidden: ['status'], of_views: ofViews, views: odd }))).toEqual({
      hidden: ['status'],
      ofViews,
      views: [view],
    })
  })

  it('belongs to one account and one list', () => {
    const mine = renderHook(() => useListPrefs('items'))
    act(() => mine.result.current.change((before) => ({ ...before, views: [view] })))
    expect(mine.result.current.prefs.views).toEqual([view])
    expect(renderHook(() => useListPrefs('ledger')).result.current.prefs.views).toEqual([])
    signIn(4)
    expect(renderHook(() => useListPrefs('items')).result.current.prefs.views).toEqual([])
    signIn(3)
    expect(renderHook(() => useListPrefs('items')).result.current.prefs.views).toEqual([view])
  })

  it('is the same in every tab', () => {
    const { result } = renderHook(() => useListPrefs('items'))
    act(() => {
      window.localStorage.setItem('list:business:3:items', JSON.stringify({ views: [view] }))
      window.dispatchEvent(new StorageEvent('storage', { key: 'list:business:3:items' }))
    })
    expect(result.current.prefs.views).toEqual([view])
  })

  it('is kept until the page closes where the browser keeps nothing', () => {
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError')
    })
    const { result } = renderHook(() => useListPrefs('private'))
    act(() => result.current.change((before) => ({ ...before, hidden: ['status'] })))
    expect(result.current.prefs.hidden).toEqual(['status'])
  })
})
