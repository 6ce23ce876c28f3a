import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ApiError, CancelError } from './api-error.ts'
import { authRequest, installAuthExpiry, onAuthExpired } from './auth-fetch.ts'
import { startRawServer, type TestServer } from './test-server.ts'
import { clearTokens, readTokens, storeSession, type UserType } from './tokens.ts'

const oldToken = 'eyJa.b.c'
const expired = vi.fn<(info: { userType: UserType | null }) => void>()
let server: TestServer
let stopListening: () => void

function signIn(access = oldToken, userType: UserType = 'customer') {
  storeSession({ access, refresh: 'eyJr.e.f', userType })
}

const me = () => authRequest({ method: 'GET', path: '/api/me/' })

describe('the end of a session', () => {
  let uninstall: () => void
  const navigate = vi.fn()

  function standOn(path: string) {
    window.history.replaceState(null, '', path)
  }

  beforeEach(async () => {
    clearTokens()
    navigate.mockReset()
    expired.mockReset()
    stopListening = onAuthExpired(expired)
    uninstall = installAuthExpiry({ navigate })
    server = await startRawServer(() => ({ status: 401, json: { detail: 'x', code: 'token_not_valid' } }))
  })
  afterEach(async () => {
    uninstall()
    stopListening()
    await server.close()
  })

  it('E01 a customer goes to the customer login with the way back', async () => {
    signIn()
    standOn('/mypage?x=1')
    await me().catch(() => {})
    expect(readTokens()).toEqual({ access: null, refresh: null, userType: null })
    expect(navigate.mock.calls).toEqual([['/login?returnUrl=%2Fmypage%3Fx%3D1']])
  })

  it('E02 business staff go to their own login', async () => {
    signIn(oldToken, 'business')
    standOn('/biz/requests?page=2')
    await me().catch(() => {})
    expect(navigate.mock.calls).toEqual([['/biz/login?returnUrl=%2Fbiz%2Frequests%3Fpage%3D2']])
  })

  it('E03 without a user type: the customer login', async () => {
    standOn('/mypage')
    await me().catch(() => {})
    expect(navigate.mock.calls).toEqual([['/login?returnUrl=%2Fmypage']])
  })

  it.each(['/login?returnUrl=%2Fmypage', '/biz/login', '/login/'])(
    'E04 on %s already: nobody is led in a circle',
    async (path) => {
      signIn()
      standOn(path)
      await me().catch(() => {})
      expect(expired).toHaveBeenCalledOnce()
      expect(navigate).not.toHaveBeenCalled()
    },
  )

  function leaveUnhandled(reason: unknown) {
    window.dispatchEvent(Object.assign(new Event('unhandledrejection'), { reason }))
  }

  it('E05 an unhandled 401 ends the session', () => {
    signIn()
    standOn('/mypage')
    leaveUnhandled(new ApiError({ url: '/x', status: 401, statusText: '', body: undefined }))
    expect(expired).toHaveBeenCalledOnce()
    expect(readTokens().access).toBeNull()
  })

  it.each([
    new ApiError({ url: '/x', status: 403, statusText: '', body: undefined }),
    new TypeError('x'),
    new CancelError(),
    undefined,
  ])('E05 an unhandled %s does not', (reason) => {
    signIn()
    leaveUnhandled(reason)
    expect(expired).not.toHaveBeenCalled()
    expect(readTokens().access).toBe(oldToken)
  })

  it('E05 an unhandled error of a session long over does not end the next one', async () => {
    signIn()
    standOn('/mypage')
    const old: unknown = await me().catch((reason: unknown) => reason)
    signIn('eyJnext.b.c')
    leaveUnhandled(old)
    expect(expired).toHaveBeenCalledOnce()
    expect(readTokens().access).toBe('eyJnext.b.c')
  })
})
