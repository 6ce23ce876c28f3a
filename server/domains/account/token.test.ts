import { createHmac, generateKeyPairSync, sign } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeCustomerAccount } from '#server/domains/account/account.factory'
import { forgetPrincipal } from '#server/domains/account/account.service'
import { accessSeconds, refreshSeconds, signToken } from '#server/platform/token'
import { type TestApp, testApp } from '../../../tests/support/app.ts'
import { makeWorld, signIn, type World } from '../../../tests/support/world.ts'

let t: TestApp
let world: World
beforeAll(async () => {
  t = await testApp()
  world = await makeWorld(t)
})
afterAll(() => t.close())

const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
const claimsOf = (token: string) =>
  JSON.parse(Buffer.from(token.split('.')[1] as string, 'base64url').toString())
const me = (authorization: string) => t.ask('GET /api/me/', { headers: { authorization } })
const notValid = (message: string) => ({
  detail: 'Given token not valid for any token type',
  code: 'token_not_valid',
  messages: [{ token_class: 'AccessToken', token_type: 'access', message }],
})

describe('what a bad Authorization header is answered', () => {
  test('none, empty and other schemes: nobody is signed in', async () => {
    for (const header of ['', 'Token abc', 'Basic abc', `bearer ${world.hanako.token}`]) {
      const response = await me(header)
      expect(response.status).toBe(401)
      expect(response.body.detail).toBe('認証情報が含まれていません。')
      expect(response.headers['www-authenticate']).toBe('Bearer realm="api"')
    }
    expect((await t.ask('GET /api/me/')).status).toBe(401)
  })

  test('a word too few or too many', async () => {
    for (const header of ['Bearer', `Bearer ${world.hanako.token} more`]) {
      expect((await me(header)).body).toEqual({
        detail: 'Authorization header must contain two space-delimited values',
        code: 'bad_authorization_header',
      })
    }
  })

  test('a refresh token', async () => {
    const response = await me(`Bearer ${world.hanako.refresh}`)
    expect([response.status, response.body]).toEqual([401, notValid('Token has wrong type')])
  })

  test('an expired token, to the second', async () => {
    const { token } = await signIn(t, world.hanako)
    const start = t.clock.now()
    t.clock.forward(accessSeconds * 1000 - 1)
    expect((await me(`Bearer ${token}`)).status).toBe(200)
    t.clock.forward(1)
    const response = await me(`Bearer ${token}`)
    expect([response.status, response.body]).toEqual([401, notValid('Token is expired')])
    t.clock.set(start)
  })

  test('a token without a person', async () => {
    const { user_id: _, ...claims } = claimsOf(world.hanako.token)
    const token = await signToken(t.tools.keys.token, claims, t.clock.now())
    expect((await me(`Bearer ${token}`)).body).toEqual({
      detail: 'Token contained no recognizable user identification',
      code: 'token_not_valid',
    })
  })

  test('a person who is gone, and one who is switched off', async () => {
    const claims = claimsOf(world.hanako.token)
    const token = await signToken(t.tools.keys.token, { ...claims, user_id: 999_999 }, t.clock.now())
    expect((await me(`Bearer ${token}`)).body).toEqual({ detail: 'User not found', code: 'user_not_found' })
    const person = await makeCustomerAccount(t.db, t.tools)
    const signedIn = await signIn(t, person)
    await t.db.updateTable('account').set({ is_active: false }).where('id', '=', person.account_id).execute()
    forgetPrincipal(t.db, person.account_id)
    const response = await me(`Bearer ${signedIn.token}`)
    expect(response.body).toEqual({ detail: 'User is inactive', code: 'user_inactive' })
  })

  test('a bad token spoils open calls too, but not those that ignore it', async () => {
    expect((await t.ask('GET /api/announcements/', { token: 'eyJbad.a.b' })).status).toBe(401)
    expect((await t.ask('POST /api/logout/', { token: 'eyJbad.a.b', body: { refresh: 'x' } })).status).toBe(
      204,
    )
  })
})

describe('a forged token', () => {
  const forged = (header: object, claims: object, signature: (input: string) => string) => {
    const input = `${encode(header)}.${encode(claims)}`
    return `${input}.${signature(input)}`
  }
  const own = (input: string) => createHmac('sha256', t.tools.keys.token).update(input).digest('base64url')

  test('by any other algorithm than ours is invalid', async () => {
    const claims = claimsOf(world.hanako.token)
    const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
    const pem = publicKey.export({ type: 'spki', format: 'pem' })
    const tokens = [
      forged({ alg: 'none', typ: 'JWT' }, claims, () => ''),
      forged({ alg: 'none', typ: 'JWT' }, claims, own),
      forged({ alg: 'HS512', typ: 'JWT' }, claims, own),
      forged({ typ: 'JWT' }, claims, own),
      forged({ alg: 'RS256', typ: 'JWT' }, claims, (input) =>
        sign('sha256', Buffer.from(input), privateKey).toString('base64url'),
      ),
      forged({ alg: 'HS256', typ: 'JWT' }, claims, (input) =>
        createHmac('sha256', pem).update(input).digest('base64url'),
      ),
    ]
    for (const token of tokens) {
      const response = await me(`Bearer ${token}`)
      expect([response.status, response.body]).toEqual([401, notValid('Token is invalid')])
    }
  })

  test('with claims changed, or its audience turned, is invalid', async () => {
    const claims = claimsOf(world.hanako.token)
    const [head, , signature] = world.hanako.token.split('.')
    const staff = encode({ ...claims, user_id: world.aoyama.admin.account_id })
    expect((await me(`Bearer ${head}.${staff}.${signature}`)).body).toEqual(notValid('Token is invalid'))
    const turned = await signToken(t.tools.keys.token, { ...claims, aud: 'business' }, t.clock.now())
    expect((await me(`Bearer ${turned}`)).body).toEqual(notValid('Token is invalid'))
    const odd = await signToken(
      t.tools.keys.token,
      { ...claims, aud: 'operator' as 'business' },
      t.clock.now(),
    )
    expect((await me(`Bearer ${odd}`)).body).toEqual(notValid('Token is invalid'))
  })

  test('of text that is no token is invalid', async () => {
    for (const token of ['eyJ', 'a.b.c', 'eyJ.eyJ.', `${'eyJ'.repeat(2000)}.a.b`, 'eyJhbGciOiJIUzI1NiJ9..']) {
      expect((await me(`Bearer ${token}`)).body.code).toBe('token_not_valid')
    }
  })

  test('an older generation has ended', async () => {
    const claims = claimsOf(world.hanako.token)
    const token = await signToken(t.tools.keys.token, { ...claims, gen: claims.gen - 1 }, t.clock.now())
    expect((await me(`Bearer ${token}`)).body).toEqual(notValid('Token is invalid'))
  })

  test('a customer token on a business call is the wrong role', async () => {
    const response = await t.ask('GET /api/business-users/', { token: world.hanako.token })
    expect(response.status).toBe(403)
    expect(response.body).toEqual({ detail: 'このアクションを実行する権限がありません。' })
  })
})

describe('claims', () => {
  test('are those such clients know, with audience and device', () => {
    const access = claimsOf(world.hanako.token)
    expect(access).toMatchObject({ token_type: 'access', aud: 'customer', user_id: world.hanako.account_id })
    expect(access.jti).toMatch(/^[0-9a-f]{32}$/)
    expect(access.exp - access.iat).toBe(accessSeconds)
    const refresh = claimsOf(world.hanako.refresh)
    expect(refresh.token_type).toBe('refresh')
    expect(refresh.exp - refresh.iat).toBe(refreshSeconds)
    expect(claimsOf(world.aoyama.staff.token).aud).toBe('business')
  })
})

describe('refresh, verify and logout', () => {
  const refresh = (token: string) => t.ask('POST /api/auth/jwt/refresh/', { body: { refresh: token } })
  const verify = (token: string) => t.ask('POST /api/auth/jwt/verify/', { body: { token } })

  test('refresh answers an access token only, as often as asked', async () => {
    for (let index = 0; index < 3; index += 1) {
      const response = await refresh(world.hanako.refresh)
      expect(response.status).toBe(200)
      expect(Object.keys(response.body)).toEqual(['access'])
      expect((await me(`Bearer ${response.body.access}`)).status).toBe(200)
    }
  })

  test('refresh refuses by name', async () => {
    expect((await refresh('x')).body).toEqual({
      detail: 'Token is invalid or expired',
      code: 'token_not_valid',
    })
    expect((await refresh(world.hanako.token)).body).toEqual({
      detail: 'Token has wrong type',
      code: 'token_not_valid',
    })
    const { refresh: ended } = await signIn(t, world.hanako)
    expect((await t.ask('POST /api/logout/', { body: { refresh_token: ended } })).status).toBe(204)
    expect([(await refresh(ended)).status, (await refresh(ended)).body]).toEqual([
      401,
      { detail: 'Token is blacklisted', code: 'token_not_valid' },
    ])
    const person = await makeCustomerAccount(t.db, t.tools)
    const { refresh: off } = await signIn(t, person)
    await t.db.updateTable('account').set({ is_active: false }).where('id', '=', person.account_id).execute()
    expect((await refresh(off)).body).toEqual({
      detail: 'No active account found for the given token.',
      code: 'token_not_valid',
    })
  })

  test('verify takes both kinds and answers an empty object', async () => {
    for (const token of [world.hanako.token, world.hanako.refresh]) {
      const response = await verify(token)
      expect([response.status, response.body]).toEqual([200, {}])
    }
    const response = await verify(`${world.hanako.token}x`)
    expect([response.status, response.body]).toEqual([
      401,
      { detail: 'Token is invalid or expired', code: 'token_not_valid' },
    ])
    expect((await t.ask('POST /api/auth/jwt/verify/', { body: {} })).body).toEqual({
      token: ['この項目は必須です。'],
    })
  })

  test('logout may be repeated, may be of any spelling, and must name a token', async () => {
    for (const name of ['refresh_token', 'refreshToken', 'refresh']) {
      const { refresh: token } = await signIn(t, world.taro)
      for (let index = 0; index < 2; index += 1) {
        const response = await t.ask('POST /api/logout/', { body: { [name]: token } })
        expect([response.status, response.body]).toEqual([204, ''])
      }
      expect((await refresh(token)).status).toBe(401)
    }
    expect((await t.ask('POST /api/logout/', { body: { refresh: 'unknown' } })).status).toBe(204)
    const response = await t.ask('POST /api/logout/', { body: {} })
    expect([response.status, response.body]).toEqual([400, { refresh_token: ['この項目は必須です。'] }])
  })

  test('an access token cannot log a device out', async () => {
    const { token, refresh: kept } = await signIn(t, world.taro)
    await t.ask('POST /api/logout/', { body: { refresh: token } })
    expect((await refresh(kept)).status).toBe(200)
  })
})
