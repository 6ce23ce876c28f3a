import { act, cleanup, renderHook } from '@testing-library/react'
import { StrictMode, useEffect } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { accountCalls } from '#contract/account'
import { signInProviderCalls } from '#contract/sign-in-provider'
import { CancelError } from './api-error.ts'
import { onAuthExpired } from './auth-fetch.ts'
import { rememberAddress } from './register-address.ts'
import {
  exchangeSocialSession,
  fetchMe,
  isLoggedIn,
  login,
  logout,
  reauthenticate,
  registerCleaner,
  useLoggedIn,
  useUserType,
} from './session.ts'
import { holdSocialSession, readSocialSession, socialLoginUrl } from './social-session.ts'
import { type Reply, startRawServer, type TestServer } from './test-server.ts'
import { clearTokens, readTokens, storeRefreshed, storeSession } from './tokens.ts'

const pair = { refresh: 'eyJr.e.f', access: 'eyJa.b.c' }
const signedOut = { access: null, refresh: null, userType: null }
const social = { provider: 'line', accessToken: 'secret & more' }
let server: TestServer

async function answering(reply: Reply) {
  server = await startRawServer(() => reply)
}

beforeEach(() => {
  clearTokens()
  localStorage.clear()
  sessionStorage.clear()
})
afterEach(async () => {
  cleanup()
  vi.useRealTimers()
  vi.restoreAllMocks()
  await server?.close()
})

describe('signing in and out', () => {
  it.each([
    ['customer', '/api/auth/jwt/create/'],
    ['business', '/api/biz/auth/jwt/create/'],
  ] as const)('L01 %s login stores the tokens and who it is', async (userType, path) => {
    await answering({ json: pair })
    await login(userType, { email: 'a@example.test', password: 'p' })
    expect(server.seen[0]).toMatchObject({ method: 'POST', path })
    expect(server.seen[0]?.json).toEqual({ email: 'a@example.test', password: 'p' })
    expect(readTokens()).toEqual({ ...pair, userType })
  })

  it('L01 a refused login stores nothing and says so', async () => {
    await answering({ status: 401, json: { detail: 'No active account found with the given credentials' } })
    await expect(login('customer', { email: 'a', password: 'p' })).rejects.toMatchObject({ status: 401 })
    expect(readTokens()).toEqual(signedOut)
  })

  it('L02 logged in exactly while an access token is stored', () => {
    const { result } = renderHook(() => [useLoggedIn(), useUserType()])
    expect(isLoggedIn()).toBe(false)
    act(() => storeSession({ ...pair, userType: 'customer' }))
    expect(isLoggedIn()).toBe(true)
    expect(result.current).toEqual([true, 'customer'])
    act(() => {
      localStorage.removeItem('accessToken')
      window.dispatchEvent(new StorageEvent('storage', { key: 'accessToken' }))
    })
    expect(isLoggedIn()).toBe(false)
    expect(result.current).toEqual([false, 'customer'])
  })

  it('L03 logout tells the server, ends the social session, clears everything', async () => {
    await answering({ status: 204 })
    storeSession({ ...pair, userType: 'customer' })
    holdSocialSession(social)
    localStorage.setItem('draft:-:form', '{}')
    rememberAddress('jiro@example.com')
    const clean = vi.fn()
    const stop = registerCleaner(clean)
    await logout()
    stop()
    expect(server.seen).toHaveLength(1)
    expect(server.seen[0]).toMatchObject({ method: 'POST', path: '/api/logout/' })
    expect(server.seen[0]?.json).toEqual({ refresh_token: pair.refresh })
    expect(server.seen[0]?.headers.authorization).toBe(`Bearer ${pair.access}`)
    expect(readSocialSession()).toBeUndefined()
    expect(readTokens()).toEqual(signedOut)
    expect(clean).toHaveBeenCalledOnce()
    expect(localStorage).toHaveLength(0)
  })

  it('L04 logout while the server is down clears all the same', async () => {
    await answering({})
    await server.close()
    storeSession({ ...pair, userType: 'customer' })
    holdSocialSession(social)
    await logout()
    expect(readSocialSession()).toBeUndefined()
    expect(readTokens()).toEqual(signedOut)
  })

  it('L04 a server that never answers keeps nobody waiting for ever', async () => {
    vi.useFakeTimers()
    vi.spyOn(globalThis, 'fetch').mockImplementation(() => new Promise(() => {}))
    storeSession({ ...pair, userType: 'customer' })
    const done = logout()
    expect(readTokens()).toEqual(signedOut)
    await vi.advanceTimersByTimeAsync(5000)
    await done
  })

  it('L04 an answer 401 to the logout neither refreshes nor leads to the login page', async () => {
    await answering({ status: 401, json: { code: 'token_not_valid' } })
    const expired = vi.fn()
    const stop = onAuthExpired(expired)
    storeSession({ ...pair, userType: 'customer' })
    await logout()
    stop()
    expect(server.seen).toHaveLength(1)
    expect(expired).not.toHaveBeenCalled()
  })

  it('confirming the password keeps the session with a fresh access token', async () => {
    await answering({ json: { access: 'eyJfresh.b.c' } })
    storeSession({ ...pair, userType: 'customer' })
    await reauthenticate('p')
    expect(server.seen[0]).toMatchObject({ path: '/api/auth/jwt/reauthenticate/', json: { password: 'p' } })
    expect(readTokens()).toEqual({ access: 'eyJfresh.b.c', refresh: pair.refresh, userType: 'customer' })
  })

  it('writes the addresses the contract writes', () => {
    const { signIn, bizSignIn, refresh, logout: end, me, reauthenticate: again } = accountCalls
    const { signIn: social } = signInProviderCalls
    expect([signIn, bizSignIn, refresh, end, me, again, social].map((call) => call.route)).toEqual([
      'POST /api/auth/jwt/create/',
      'POST /api/biz/auth/jwt/create/',
      'POST /api/auth/jwt/refresh/',
      'POST /api/logout/',
      'GET /api/me/',
      'POST /api/auth/jwt/reauthenticate/',
      'POST /api/auth/o/{provider}/',
    ])
  })
})

describe('signing in through a provider', () => {
  it('L05 a pending social session is exchanged once for customer tokens', async () => {
    await answering({ status: 201, json: { ...pair, user: 'a' } })
    holdSocialSession(social)
    expect(await exchangeSocialSession()).toBe(true)
    expect(server.seen).toHaveLength(1)
    expect(server.seen[0]).toMatchObject({
      method: 'POST',
      url: '/api/auth/o/line/?access_token=secret%20%26%20more',
      body: '',
    })
    expect(readTokens()).toEqual({ ...pair, userType: 'customer' })
  })

  it('L05 a code goes in the body, where no log keeps it', async () => {
    await answering({ status: 201, json: pair })
    holdSocialSession({ provider: 'line', code: 'c', state: 's' })
    await exchangeSocialSession()
    expect(server.seen[0]?.url).toBe('/api/auth/o/line/')
    expect(server.seen[0]?.json).toEqual({ code: 'c', state: 's' })
  })

  it('L06 someone signed in already, or nothing pending: no exchange', async () => {
    await answering({ status: 201, json: pair })
    expect(await exchangeSocialSession()).toBe(false)
    storeSession({ ...pair, userType: 'business' })
    holdSocialSession(social)
    expect(await exchangeSocialSession()).toBe(false)
    expect(server.seen).toHaveLength(0)
    expect(readTokens().userType).toBe('business')
  })

  it('L06 a refusal stores nothing, ends the social session and is not tried again', async () => {
    await answering({ status: 400, json: { non_field_errors: ['x'] } })
    holdSocialSession(social)
    await expect(exchangeSocialSession()).rejects.toMatchObject({ status: 400 })
    expect(readTokens()).toEqual(signedOut)
    expect(readSocialSession()).toBeUndefined()
    expect(await exchangeSocialSession()).toBe(false)
    expect(server.seen).toHaveLength(1)
  })

  it('L06 a server in trouble leaves the social session for another try', async () => {
    await answering({ status: 503, json: {} })
    holdSocialSession(social)
    await expect(exchangeSocialSession()).rejects.toMatchObject({ status: 503 })
    expect(readSocialSession()).toEqual(social)
  })

  it('L06 someone who signed in meanwhile stays signed in', async () => {
    server = await startRawServer(() => {
      storeSession({ access: 'eyJown.b.c', refresh: 'eyJown.e.f', userType: 'business' })
      return { status: 201, json: pair }
    })
    holdSocialSession(social)
    expect(await exchangeSocialSession()).toBe(false)
    expect(readTokens()).toEqual({ access: 'eyJown.b.c', refresh: 'eyJown.e.f', userType: 'business' })
  })

  it('L07 effects that run twice still exchange once', async () => {
    await answering({ status: 201, json: pair })
    holdSocialSession(social)
    let runs = 0
    renderHook(
      () =>
        useEffect(() => {
          runs += 1
          void exchangeSocialSession()
        }, []),
      { wrapper: StrictMode },
    )
    await vi.waitFor(() => expect(isLoggedIn()).toBe(true))
    expect(runs).toBe(2)
    expect(server.seen).toHaveLength(1)
  })

  it('asks the server where the provider is', async () => {
    await answering({ json: { authorization_url: 'https://line.example.test/' } })
    expect(await socialLoginUrl('line', 'https://here.test/login/line')).toBe('https://line.example.test/')
    expect(server.seen[0]?.url).toBe('/api/auth/o/line/?redirect_uri=https%3A%2F%2Fhere.test%2Flogin%2Fline')
  })

  it('takes a damaged social session for none', () => {
    for (const text of ['{', '[]', '{"provider":"line"}', '{"accessToken":"x"}']) {
      sessionStorage.setItem('socialSession', text)
      expect(readSocialSession()).toBeUndefined()
    }
  })
})

describe('who is signed in', () => {
  const account = { id: 1, email: 'a@example.test', customer: null, business_user: { id: 2, is_admin: true } }

  function failing(times: number, status = 500) {
    vi.useFakeTimers()
    let count = 0
    return vi.spyOn(globalThis, 'fetch').mockImplementation(async () => {
      count += 1
      return count <= times ? Response.json({}, { status }) : Response.json(account)
    })
  }

  beforeEach(() => {
    storeSession({ ...pair, userType: 'customer' })
  })

  it('M01 five failures, then the answer: six requests three seconds apart', async () => {
    const fetchStub = failing(5)
    const pending = fetchMe()
    for (let sent = 1; sent <= 5; sent += 1) {
      await vi.advanceTimersByTimeAsync(2999)
      expect(fetchStub).toHaveBeenCalledTimes(sent)
      await vi.advanceTimersByTimeAsync(1)
      expect(fetchStub).toHaveBeenCalledTimes(sent + 1)
    }
    expect((await pending).id).toBe(1)
  })

  it('M02 six failures: the error, and no request after', async () => {
    const fetchStub = failing(6)
    const pending = fetchMe()
    const outcome = expect(pending).rejects.toMatchObject({ status: 500 })
    await vi.advanceTimersByTimeAsync(15_000)
    await outcome
    await vi.advanceTimersByTimeAsync(60_000)
    expect(fetchStub).toHaveBeenCalledTimes(6)
  })

  it('M03 401 and no refresh: the session ends, no further tries', async () => {
    const fetchStub = failing(99, 401)
    const expired = vi.fn()
    const stop = onAuthExpired(expired)
    const outcome = expect(fetchMe()).rejects.toMatchObject({ status: 401 })
    await vi.advanceTimersByTimeAsync(60_000)
    await outcome
    stop()
    expect(fetchStub).toHaveBeenCalledTimes(2)
    expect(expired).toHaveBeenCalledOnce()
  })

  it('M04 the screen is gone during the wait: no further requests', async () => {
    const fetchStub = failing(5)
    const screen = new AbortController()
    const outcome = expect(fetchMe(screen.signal)).rejects.toBeInstanceOf(CancelError)
    await vi.advanceTimersByTimeAsync(1000)
    screen.abort()
    await outcome
    await vi.advanceTimersByTimeAsync(60_000)
    expect(fetchStub).toHaveBeenCalledOnce()
  })

  it('M04 signed out during the wait: no further requests', async () => {
    const fetchStub = failing(5)
    const outcome = expect(fetchMe()).rejects.toBeInstanceOf(CancelError)
    await vi.advanceTimersByTimeAsync(1000)
    clearTokens()
    await vi.advanceTimersByTimeAsync(60_000)
    await outcome
    expect(fetchStub).toHaveBeenCalledOnce()
  })

  it('M04 a refresh during the wait is the same session', async () => {
    failing(1)
    const pending = fetchMe()
    await vi.advanceTimersByTimeAsync(1000)
    storeRefreshed({ access: 'eyJx.y.z' })
    await vi.advanceTimersByTimeAsync(2000)
    expect((await pending).id).toBe(1)
  })

  it('M05 a business user and no customer', async () => {
    await answering({ json: account })
    expect(await fetchMe()).toEqual({
      id: 1,
      email: 'a@example.test',
      customer: null,
      businessUser: { id: 2, isAdmin: true },
    })
  })
})
