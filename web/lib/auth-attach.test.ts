import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { authRequest } from './auth-fetch.ts'
import { type Seen, startRawServer, type TestServer } from './test-server.ts'
import { clearTokens, storeSession } from './tokens.ts'

let server: TestServer

function signIn(access = 'eyJa.b.c') {
  storeSession({ access, refresh: 'eyJr.e.f', userType: 'customer' })
}

const bearer = (seen?: Seen) => seen?.headers.authorization
const get = () => authRequest({ method: 'GET', path: '/api/customers/' })

describe('attaching the token', () => {
  beforeEach(async () => {
    clearTokens()
    server = await startRawServer(() => ({ json: {} }))
  })
  afterEach(() => server.close())

  it('T01 a stored JWT is sent', async () => {
    signIn()
    await get()
    expect(bearer(server.seen[0])).toBe('Bearer eyJa.b.c')
  })

  it('T02 a text that is no JWT is not', async () => {
    signIn('abc')
    await get()
    expect(bearer(server.seen[0])).toBeUndefined()
  })

  it.each(['', null, 'undefined', ' eyJa.b.c'])('T03 %j is not sent', async (access) => {
    signIn()
    if (access === null) localStorage.removeItem('accessToken')
    else localStorage.setItem('accessToken', access)
    await get()
    expect(bearer(server.seen[0])).toBeUndefined()
  })

  it.each([
    '/api/auth/jwt/refresh/',
    '/api/auth/jwt/create/',
    '/api/biz/auth/jwt/create/',
    '/api/reset-password/',
  ])('T04 %s never carries it', async (path) => {
    signIn()
    await authRequest({ method: 'POST', path, body: {} })
    expect(bearer(server.seen[0])).toBeUndefined()
  })

  it.each([
    ['POST', '/api/auth/jwt/verify/'],
    ['POST', '/api/logout/'],
    ['POST', '/api/signup/'],
    ['POST', '/api/register/email/'],
    ['GET', '/api/announcements/'],
  ] as const)('T05 %s %s carries it', async (method, path) => {
    signIn()
    await authRequest({ method, path })
    expect(bearer(server.seen[0])).toBe('Bearer eyJa.b.c')
  })

  it('T06 the token is read anew for every request', async () => {
    signIn()
    await get()
    localStorage.setItem('accessToken', 'eyJother.b.c')
    await get()
    expect(server.seen.map(bearer)).toEqual(['Bearer eyJa.b.c', 'Bearer eyJother.b.c'])
  })
})
