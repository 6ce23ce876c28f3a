import { waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { CancelError } from './api-error.ts'
import { authRequest, installAuthExpiry, onAuthExpired } from './auth-fetch.ts'
import { type Reply, type Seen, startRawServer, type TestServer, tokenOf } from './test-server.ts'
import { clearTokens, readTokens, storeSession, type UserType } from './tokens.ts'

const refreshPath = '/api/auth/jwt/refresh/'
const oldToken = 'eyJa.b.c'
const newToken = 'eyJnew.b.c'
const invalid: Reply = { status: 401, json: { detail: 'x', code: 'token_not_valid' } }

let server: TestServer
const expired = vi.fn<(info: { userType: UserType | null }) => void>()
let stopListening: () => void

function signIn(access = oldToken) {
  storeSession({ access, refresh: 'eyJr.e.f', userType: 'customer' })
}

const bearer = (seen?: Seen) => seen?.headers.authorization
const get = (path = '/api/customers/') => authRequest({ method: 'GET', path })
const me = () => get('/api/me/')

async function stale(
  refreshReply: Reply | ((seen: Seen) => Reply | Promise<Reply>) = { json: { access: newToken } },
) {
  server = await startRawServer((seen) => {
    if (seen.path === refreshPath)
      return typeof refreshReply === 'function' ? refreshReply(seen) : refreshReply
    return bearer(seen) === `Bearer ${newToken}` ? { json: { ok: true } } : invalid
  })
}

beforeEach(() => {
  clearTokens()
  localStorage.clear()
  expired.mockReset()
  stopListening = onAuthExpired(expired)
})

afterEach(async () => {
  stopListening()
  vi.restoreAllMocks()
  await server?.close()
})

describe('refreshing and repeating', () => {
  it('R01 one refresh with the stored token, then the call once more', async () => {
    await stale()
    signIn()
    expect(await me()).toEqual({ ok: true })
    expect(server.seen.map((seen) => `${seen.method} ${seen.path}`)).toEqual([
      'GET /api/me/',
      `POST ${refreshPath}`,
      'GET /api/me/',
    ])
    expect(server.to(refreshPath)[0]?.json).toEqual({ refresh: 'eyJr.e.f' })
    expect(bearer(server.to(refreshPath)[0])).toBeUndefined()
    expect(readTokens()).toEqual({ access: newToken, refresh: 'eyJr.e.f', userType: 'customer' })
    expect(expired).not.toHaveBeenCalled()
  })

  it('R02 the repeat has the same method, address, headers and body', async () => {
    await stale()
    signIn()
    await authRequest({
      method: 'POST',
      path: '/api/purchase_requests/',
      query: { a: [1, 2] },
      body: { item_count: 3 },
      headers: { 'Idempotency-Key': 'k1' },
    })
    const [first, repeat] = server.to('/api/purchase_requests/')
    expect(repeat?.url).toBe('/api/purchase_requests/?a=1&a=2')
    const shape = (seen?: Seen) => [seen?.method, seen?.url, seen?.body, seen?.headers['idempotency-key']]
    expect(shape(repeat)).toEqual(shape(first))
  })

  it('R03 401 again: no second refresh, the error, and the session ends once', async () => {
    server = await startRawServer((seen) =>
      seen.path === refreshPath ? { json: { access: newToken } } : invalid,
    )
    signIn()
    await expect(me()).rejects.toMatchObject({ name: 'ApiError', status: 401 })
    expect(server.to(refreshPath)).toHaveLength(1)
    expect(server.to('/api/me/')).toHaveLength(2)
    expect(expired).toHaveBeenCalledOnce()
  })

  it.each(['token_not_valid', 'user_not_found'])('R04 403 with code %s refreshes too', async (code) => {
    server = await startRawServer((seen, count) => {
      if (seen.path === refreshPath) return { json: { access: newToken } }
      return count === 1 ? { status: 403, json: { detail: 'x', code } } : { json: { ok: true } }
    })
    signIn()
    expect(await me()).toEqual({ ok: true })
    expect(server.to(refreshPath)).toHaveLength(1)
  })

  it.each([{ detail: 'x', code: 'reauthentication_required' }, { detail: 'x' }])(
    'R05 403 with %j does not',
    async (json) => {
      server = await startRawServer(() => ({ status: 403, json }))
      signIn()
      await expect(me()).rejects.toThrow('Forbidden')
      expect(server.seen).toHaveLength(1)
      expect(expired).not.toHaveBeenCalled()
    },
  )

  it('R06 without a refresh token: no refresh, the session ends, the caller gets the error', async () => {
    await stale()
    signIn()
    localStorage.removeItem('refreshToken')
    await expect(me()).rejects.toMatchObject({ status: 401 })
    expect(server.to(refreshPath)).toHaveLength(0)
    expect(expired).toHaveBeenCalledOnce()
    expect(readTokens().access).toBeNull()
  })

  it('R07 the refresh is refused: the session ends and the caller gets the first error', async () => {
    await stale({ status: 401, json: { detail: 'Token is blacklisted', code: 'token_not_valid' } })
    signIn()
    const error: unknown = await me().catch((reason: unknown) => reason)
    expect(error).toMatchObject({ status: 401, url: `${server.url}/api/me/`, body: { detail: 'x' } })
    expect(expired).toHaveBeenCalledOnce()
    expect(readTokens()).toEqual({ access: null, refresh: null, userType: null })
  })

  it('R08 the refresh answers 500: as if refused', async () => {
    await stale({ status: 500, json: {} })
    signIn()
    await expect(me()).rejects.toMatchObject({ status: 401, url: `${server.url}/api/me/` })
    expect(expired).toHaveBeenCalledOnce()
  })

  it('the refresh is put off while the database is away: the session stays, and the caller hears when to ask again', async () => {
    await stale({
      status: 503,
      json: { detail: 'ただいま…', code: 'database_unavailable' },
      headers: { 'Retry-After': '5' },
    })
    signIn()
    const before = readTokens()
    await expect(me()).rejects.toMatchObject({ status: 503, retryAfter: 5 })
    expect(expired).not.toHaveBeenCalled()
    expect(readTokens()).toEqual(before)
  })

  it('R08 the refresh does not get through: as if refused', async () => {
    vi.spyOn(globalThis, 'fetch').mockImplementation(async (url) => {
      if (String(url).endsWith(refreshPath)) throw new TypeError('Failed to fetch')
      return Response.json({ code: 'token_not_valid' }, { status: 401 })
    })
    signIn()
    await expect(me()).rejects.toMatchObject({ status: 401 })
    expect(expired).toHaveBeenCalledOnce()
    expect(readTokens().refresh).toBeNull()
  })

  it('a page that is left aborts its refresh, which refuses nothing', async () => {
    await stale({ ends: 'cut' })
    signIn()
    window.dispatchEvent(new Event('pagehide'))
    await expect(me()).rejects.toMatchObject({ status: 401 })
    window.dispatchEvent(new Event('pageshow'))
    expect(readTokens().refresh).toBe('eyJr.e.f')
    await expect(me()).rejects.toMatchObject({ status: 401 })
    expect(readTokens().refresh).toBeNull()
  })

  it('R09 five calls at once share one refresh', async () => {
    await stale()
    signIn()
    const paths = [1, 2, 3, 4, 5].map((id) => `/api/customers/${id}/`)
    expect(await Promise.all(paths.map((path) => get(path)))).toEqual(paths.map(() => ({ ok: true })))
    expect(server.to(refreshPath)).toHaveLength(1)
    expect(server.seen.filter((seen) => bearer(seen) === `Bearer ${newToken}`)).toHaveLength(5)
  })

  it('R10 five calls at once, refresh refused: one end of the session, five errors, one redirect', async () => {
    await stale(invalid)
    signIn()
    const navigate = vi.fn()
    const uninstall = installAuthExpiry({ navigate })
    const results = await Promise.allSettled([1, 2, 3, 4, 5].map((id) => get(`/api/customers/${id}/`)))
    expect(results.map((result) => result.status)).toEqual(Array(5).fill('rejected'))
    expect(expired).toHaveBeenCalledOnce()
    expect(navigate).toHaveBeenCalledOnce()
    uninstall()
  })

  it('R11 a call that ends after another one refreshed uses the current token', async () => {
    let release = () => {}
    const slow = new Promise<void>((resolve) => {
      release = resolve
    })
    server = await startRawServer(async (seen) => {
      if (seen.path === refreshPath) return { json: { access: newToken } }
      if (bearer(seen) === `Bearer ${newToken}`) return { json: { ok: true } }
      if (seen.path === '/slow/') await slow
      return invalid
    })
    signIn()
    const late = get('/slow/')
    expect(await me()).toEqual({ ok: true })
    release()
    expect(await late).toEqual({ ok: true })
    expect(server.to(refreshPath)).toHaveLength(1)
    expect(server.to('/slow/').map(bearer)).toEqual([`Bearer ${oldToken}`, `Bearer ${newToken}`])
  })

  it('R12 a wrong password never refreshes or ends anything', async () => {
    await stale()
    signIn()
    const attempt = authRequest({ method: 'POST', path: '/api/auth/jwt/create/', body: { email: 'a' } })
    await expect(attempt).rejects.toMatchObject({ status: 401 })
    expect(server.seen).toHaveLength(1)
    expect(expired).not.toHaveBeenCalled()
    expect(readTokens().access).toBe(oldToken)
  })

  it('R13 the refresh route is never refreshed itself', async () => {
    await stale(invalid)
    signIn()
    await expect(authRequest({ method: 'POST', path: refreshPath, body: {} })).rejects.toThrow('Unauthorized')
    expect(server.seen).toHaveLength(1)
  })

  it.each([{}, { access: 'abc' }, { access: 5 }, null])(
    'R14 the refresh answers %j: failed',
    async (json) => {
      await stale({ json })
      signIn()
      await expect(me()).rejects.toMatchObject({ status: 401 })
      expect(expired).toHaveBeenCalledOnce()
      expect(server.to('/api/me/')).toHaveLength(1)
    },
  )

  it('R15 a refresh token in the answer is stored as well', async () => {
    await stale({ json: { access: newToken, refresh: 'eyJr2.e.f' } })
    signIn()
    await me()
    expect(readTokens()).toMatchObject({ access: newToken, refresh: 'eyJr2.e.f' })
  })

  it('R16 called off during the refresh: no repeat, while others go on', async () => {
    let release = () => {}
    const wait = new Promise<void>((resolve) => {
      release = resolve
    })
    await stale(async () => {
      await wait
      return { json: { access: newToken } }
    })
    signIn()
    const cancelled = get('/a/')
    const other = get('/b/')
    await waitFor(() => expect(server.to(refreshPath)).toHaveLength(1))
    cancelled.cancel()
    await expect(cancelled).rejects.toBeInstanceOf(CancelError)
    release()
    expect(await other).toEqual({ ok: true })
    expect(server.to('/a/')).toHaveLength(1)
    expect(server.to(refreshPath)).toHaveLength(1)
  })

  it('R16 a call nobody waits for does not end the session', async () => {
    let release = () => {}
    const wait = new Promise<void>((resolve) => {
      release = resolve
    })
    await stale(async () => {
      await wait
      return { status: 500 }
    })
    signIn()
    const cancelled = me()
    await waitFor(() => expect(server.to(refreshPath)).toHaveLength(1))
    cancelled.cancel()
    await expect(cancelled).rejects.toBeInstanceOf(CancelError)
    release()
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(expired).not.toHaveBeenCalled()
    expect(readTokens().access).toBe(oldToken)
  })

  it('R17 signed out during the refresh: its late result signs nobody in', async () => {
    let release = () => {}
    const wait = new Promise<void>((resolve) => {
      release = resolve
    })
    await stale(async () => {
      await wait
      return { json: { access: newToken, refresh: 'eyJr2.e.f' } }
    })
    signIn()
    const pending = me()
    const outcome = expect(pending).rejects.toMatchObject({ status: 401 })
    await waitFor(() => expect(server.to(refreshPath)).toHaveLength(1))
    clearTokens()
    release()
    await outcome
    expect(readTokens()).toEqual({ access: null, refresh: null, userType: null })
    expect(expired).not.toHaveBeenCalled()
  })

  async function meanwhileStored(token: string) {
    server = await startRawServer((seen, count) => {
      if (count === 1) localStorage.setItem('accessToken', token)
      if (seen.path === refreshPath) return { json: { access: newToken } }
      return bearer(seen) === `Bearer ${newToken}` ? { json: { ok: true } } : invalid
    })
  }

  it('R18 another tab refreshed: its token is tried before refreshing', async () => {
    await meanwhileStored(newToken)
    signIn()
    expect(await me()).toEqual({ ok: true })
    expect(server.to(refreshPath)).toHaveLength(0)
    expect(server.seen.map(bearer)).toEqual([`Bearer ${oldToken}`, `Bearer ${newToken}`])
  })

  it('R18 and when that token fails too, it refreshes', async () => {
    await meanwhileStored('eyJalso.stale.x')
    signIn()
    expect(await me()).toEqual({ ok: true })
    expect(server.to('/api/me/').map(bearer)).toEqual([
      `Bearer ${oldToken}`,
      'Bearer eyJalso.stale.x',
      `Bearer ${newToken}`,
    ])
    expect(server.to(refreshPath)).toHaveLength(1)
  })

  it('does not repeat a call as the other person who signed in meanwhile', async () => {
    await meanwhileStored(tokenOf(2))
    signIn(tokenOf(1))
    const transfer = authRequest({ method: 'POST', path: '/api/transfer/', body: {} })
    await expect(transfer).rejects.toMatchObject({ status: 401 })
    expect(server.seen).toHaveLength(1)
    expect(expired).not.toHaveBeenCalled()
    expect(readTokens().access).toBe(tokenOf(2))
  })

  it('keeps what another tab stored while the own refresh was refused', async () => {
    await stale(() => {
      localStorage.setItem('accessToken', newToken)
      localStorage.setItem('refreshToken', 'eyJtheirs.e.f')
      return invalid
    })
    signIn()
    expect(await me()).toEqual({ ok: true })
    expect(readTokens()).toMatchObject({ access: newToken, refresh: 'eyJtheirs.e.f' })
    expect(expired).not.toHaveBeenCalled()
  })

  it('does not repeat a call as the person another tab signed in during the refresh', async () => {
    await stale(() => {
      localStorage.setItem('accessToken', tokenOf(2))
      localStorage.setItem('refreshToken', 'eyJtheirs.e.f')
      return invalid
    })
    signIn(tokenOf(1))
    await expect(me()).rejects.toMatchObject({ status: 401 })
    expect(server.to('/api/me/')).toHaveLength(1)
    expect(readTokens().access).toBe(tokenOf(2))
  })

  it('a call of the last session is not repeated in the next, whenever that began', async () => {
    const next = { access: 'eyJnext.b.c', refresh: 'eyJnext.e.f', userType: 'business' } as const
    let during = '/api/me/'
    server = await startRawServer((seen) => {
      if (seen.path === during) storeSession(next)
      return invalid
    })
    for (const path of ['/api/me/', refreshPath]) {
      during = path
      server.seen.length = 0
      signIn()
      await expect(me()).rejects.toMatchObject({ status: 401 })
      expect(server.to('/api/me/')).toHaveLength(1)
      expect(readTokens()).toEqual(next)
    }
    expect(expired).not.toHaveBeenCalled()
  })
})
