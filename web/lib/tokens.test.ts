import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { tokenOf } from './test-server.ts'
import {
  clearTokens,
  readTokens,
  sessionGeneration,
  storeRefreshed,
  storeSession,
  subscribeTokens,
  tokenOwner,
} from './tokens.ts'

const session = { access: 'eyJa.b.c', refresh: 'eyJr.e.f', userType: 'business' } as const

beforeEach(() => {
  clearTokens()
})
afterEach(() => {
  vi.restoreAllMocks()
})

describe('stored tokens', () => {
  it('keeps exactly three values', () => {
    storeSession(session)
    expect({ ...localStorage }).toEqual({
      accessToken: 'eyJa.b.c',
      refreshToken: 'eyJr.e.f',
      userType: 'business',
    })
    clearTokens()
    expect(localStorage).toHaveLength(0)
  })

  it('knows no user type but the two', () => {
    localStorage.setItem('userType', 'root')
    expect(readTokens().userType).toBeNull()
  })

  it('works in memory while storage is blocked', () => {
    const blocked = () => {
      throw new DOMException('blocked', 'SecurityError')
    }
    vi.spyOn(Storage.prototype, 'getItem').mockImplementation(blocked)
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(blocked)
    vi.spyOn(Storage.prototype, 'removeItem').mockImplementation(blocked)
    storeSession(session)
    expect(readTokens()).toEqual(session)
    clearTokens()
    expect(readTokens()).toEqual({ access: null, refresh: null, userType: null })
  })

  it('keeps a sign-in that no longer fits into storage', () => {
    vi.spyOn(Storage.prototype, 'setItem').mockImplementationOnce(() => {
      throw new DOMException('full', 'QuotaExceededError')
    })
    storeSession(session)
    expect(readTokens()).toEqual(session)
  })

  it('announces changes here and in other tabs, and nothing that does not concern it', () => {
    const listener = vi.fn()
    const stop = subscribeTokens(listener)
    storeSession(session)
    storeRefreshed({ access: 'eyJx.y.z' })
    clearTokens()
    expect(listener).toHaveBeenCalledTimes(3)
    window.dispatchEvent(new StorageEvent('storage', { key: 'accessToken' }))
    window.dispatchEvent(new StorageEvent('storage', { key: null }))
    window.dispatchEvent(new StorageEvent('storage', { key: 'draft:x' }))
    expect(listener).toHaveBeenCalledTimes(5)
    stop()
    window.dispatchEvent(new StorageEvent('storage', { key: null }))
    storeSession(session)
    expect(listener).toHaveBeenCalledTimes(5)
  })

  it('counts sign-ins and sign-outs, not refreshes', () => {
    const start = sessionGeneration()
    storeSession(session)
    storeRefreshed({ access: 'eyJx.y.z', refresh: 'eyJr2.y.z' })
    expect(readTokens()).toEqual({ access: 'eyJx.y.z', refresh: 'eyJr2.y.z', userType: 'business' })
    expect(sessionGeneration()).toBe(start + 1)
    clearTokens()
    expect(sessionGeneration()).toBe(start + 2)
  })

  it('reads whose token it is, and admits when it cannot', () => {
    expect(tokenOwner(tokenOf(12))).toBe('customer:12')
    expect(tokenOwner(tokenOf(12, 'b', 'business'))).toBe('business:12')
    expect([tokenOwner('eyJa.b.c'), tokenOwner(null), tokenOwner('x'), tokenOwner('a.e30.c')]).toEqual(
      Array(4).fill(undefined),
    )
  })
})
