import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import {
  awayProvider,
  type TestApp,
  type TestResponse,
  testApp,
  testStart,
} from '../../../tests/support/app.ts'
import {
  hmacProviderOf,
  type OidcServer,
  type Person,
  providerOf,
  startOidcServer,
} from '../../../tests/support/oidc-server.ts'
import { makeWorld, signIn, type World } from '../../../tests/support/world.ts'

const redirect = 'https://okuru.example/login/callback'

let oidc: OidcServer
let t: TestApp
let w: World
beforeAll(async () => {
  oidc = await startOidcServer([redirect])
  t = await testApp({
    config: {
      signInProviders: [providerOf(oidc), awayProvider, hmacProviderOf(oidc)],
      signInRedirects: [redirect],
    },
  })
  w = await makeWorld(t)
})
afterAll(async () => {
  await t.close()
  await oidc.close()
})
afterEach(() => {
  oidc.fails(undefined)
  t.clock.set(testStart)
})

let people = 0
const person = (more: Partial<Person> = {}): Person => {
  people += 1
  const sub = more.sub ?? `U${String(people).padStart(6, '0')}`
  return { sub, email: `${sub.toLowerCase()}@mail.example`, email_verified: true, name: '佐藤 花', ...more }
}

const start = async (
  provider = 'house',
  query: Record<string, string | boolean> = { redirect_uri: redirect },
) => t.ask(`GET /api/auth/o/${provider}/`, { query })
/** The way through the provider, up to the proof the browser brings back. */
async function proofOf(who: Person) {
  oidc.signsIn(who)
  const started = await start()
  expect(started.status).toBe(200)
  const { searchParams } = await oidc.visit(started.body.authorization_url)
  return { code: searchParams.get('code') ?? '', state: searchParams.get('state') ?? '' }
}
const exchange = (body: object | undefined, options: object = {}) =>
  t.ask('POST /api/auth/o/house/', { body, ...options })
const enter = async (who: Person): Promise<TestResponse> => exchange(await proofOf(who))
const me = async (token: string) => (await t.ask('GET /api/me/', { token })).body
const ways = async (token: string) => (await t.ask('GET /api/account/providers/', { token })).body
const stale = async (refresh: string): Promise<string> => {
  t.clock.forward(11 * 60_000)
  return (await t.ask('POST /api/auth/jwt/refresh/', { body: { refresh } })).body.access
}
const refused = (response: TestResponse, code: string) => {
  expect(response.status).toBe(code === 'provider_down' ? 503 : 400)
  expect(response.body.code).toBe(code)
}

describe('a code with its state', () => {
  test('the first time makes a customer, the second time finds the same', async () => {
    const who = person()
    const first = await enter(who)
    expect(first.status).toBe(201)
    expect(first.body.user).toBe(who.email)
    const account = await me(first.body.access)
    expect(account).toMatchObject({ email: who.email, customer: null, business_user: null })
    const again = await enter(who)
    expect((await me(again.body.access)).id).toBe(account.id)
    const other = await enter(person())
    expect((await me(other.body.access)).id).not.toBe(account.id)
    expect(
      (await t.ask('POST /api/auth/jwt/refresh/', { body: { refresh: first.body.refresh } })).status,
    ).toBe(200)
  })

  test('a form body is taken, too', async () => {
    const proof = await proofOf(person())
    const response = await t.ask('POST /api/auth/o/house/', {
      body: new URLSearchParams(proof).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
    expect(response.status).toBe(201)
  })

  test('works once, for ten minutes, for its own provider', async () => {
    const proof = await proofOf(person())
    expect((await exchange(proof)).status).toBe(201)
    refused(await exchange(proof), 'provider_refused')
    const late = await proofOf(person())
    t.clock.forward(10 * 60_000)
    refused(await exchange(late), 'provider_refused')
    t.clock.set(testStart)
    const elsewhere = await proofOf(person())
    refused(await t.ask('POST /api/auth/o/away/', { body: elsewhere }), 'provider_refused')
  })

  test('a state that is not ours, or a code of another sign-in, is refused', async () => {
    const [one, other] = [await proofOf(person()), await proofOf(person())]
    refused(await exchange({ ...one, state: 'somebody-elses' }), 'provider_refused')
    refused(await exchange({ code: one.code, state: other.state }), 'provider_refused')
    refused(await exchange({ ...(await proofOf(person())), iss: 'https://evil.example' }), 'provider_refused')
    for (const body of [{}, { code: 'x' }, { state: 'x' }]) expect((await exchange(body)).status).toBe(400)
  })

  test('two at once for a person who is new: one account', async () => {
    const who = person()
    const proofs = [await proofOf(who), await proofOf(who), await proofOf(who)]
    const entered = await Promise.all(proofs.map((proof) => exchange(proof)))
    expect(entered.map(({ status }) => status)).toEqual([201, 201, 201])
    const ids = await Promise.all(entered.map(({ body }) => me(body.access)))
    expect(new Set(ids.map(({ id }) => id)).size).toBe(1)
  })

  test('the address is taken only when the provider has verified it', async () => {
    const { body } = await enter(person({ email: w.hanako.email, email_verified: false }))
    expect(await me(body.access)).toMatchObject({ email: '' })
    const nameless = await enter({ sub: 'U-without-address' })
    expect(nameless.status).toBe(201)
    expect(nameless.body.user).toBe('')
  })

  test('a registered address is not joined: its owner signs in first', async () => {
    refused(await enter(person({ email: 'Hanako@Example.jp' })), 'provider_email_taken')
  })

  test('only our own pages may be sent back to', async () => {
    for (const redirect_uri of [
      `${redirect}/`,
      `${redirect}?a=1`,
      'https://evil.example/login/callback',
      '/',
    ]) {
      const response = await start('house', { redirect_uri })
      expect(response.status).toBe(400)
      expect(response.body.redirect_uri).toBeDefined()
    }
    expect((await start('nobody')).status).toBe(404)
    expect((await t.ask('POST /api/auth/o/nobody/', { body: {} })).status).toBe(404)
  })

  test('a stale bearer token does not matter', async () => {
    const proof = await proofOf(person())
    expect((await exchange(proof, { token: 'eyJold.b.c' })).status).toBe(201)
  })
})

describe('an access token', () => {
  const withToken = (token: string, where: 'query' | 'body' = 'query') =>
    where === 'query'
      ? t.ask('POST /api/auth/o/house/', { query: { access_token: token } })
      : exchange({ access_token: token })

  test('in the query as specified, or in the body: the same person', async () => {
    const who = person()
    const first = await withToken(await oidc.accessToken(who))
    expect(first.status).toBe(201)
    const second = await withToken(await oidc.accessToken(who), 'body')
    expect((await me(second.body.access)).id).toBe((await me(first.body.access)).id)
    const third = await enter(who)
    expect((await me(third.body.access)).id).toBe((await me(first.body.access)).id)
  })

  test('of another application is refused', async () => {
    refused(await withToken(await oidc.accessToken(person(), oidc.otherClient)), 'provider_refused')
    refused(await withToken('not-a-token'), 'provider_refused')
  })

  test('is not logged', async () => {
    const token = await oidc.accessToken(person())
    await withToken(token)
    await withToken(token, 'body')
    expect(t.logText()).not.toContain(token)
  })
})

describe('a provider like LINE', () => {
  const withToken = (token: string) => t.ask('POST /api/auth/o/hmac/', { body: { access_token: token } })

  test('signs its ID tokens with the client secret, and says itself whose token it is', async () => {
    const who = person()
    oidc.signsIn(who)
    const { body } = await start('hmac')
    const { searchParams } = await oidc.visit(body.authorization_url)
    const proof = { code: searchParams.get('code'), state: searchParams.get('state') }
    const byCode = await t.ask('POST /api/auth/o/hmac/', { body: proof })
    expect(byCode.status).toBe(201)
    const byToken = await withToken(await oidc.accessToken(who, oidc.hmacClient))
    expect((await me(byToken.body.access)).id).toBe((await me(byCode.body.access)).id)
  })

  test('its token of another application, or none, is refused', async () => {
    refused(await withToken(await oidc.accessToken(person())), 'provider_refused')
    refused(await withToken('not-a-token'), 'provider_refused')
  })
})

describe('when the provider fails', () => {
  test('away: 503, never 401, and nothing is kept', async () => {
    refused(await start('away'), 'provider_down')
    const proof = await proofOf(person())
    oidc.fails((_request, response) => {
      response.writeHead(500).end('no')
      return true
    })
    refused(await exchange(proof), 'provider_down')
    refused(await t.ask('POST /api/auth/o/house/', { body: { access_token: 'x' } }), 'provider_down')
  })

  test('cut in the middle, or nonsense: 503', async () => {
    for (const how of ['cut', 'nonsense'] as const) {
      const proof = await proofOf(person())
      oidc.fails((_request, response) => {
        if (how === 'cut') response.destroy()
        else response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>maintenance</h1>')
        return true
      })
      refused(await exchange(proof), 'provider_down')
      oidc.fails(undefined)
    }
  })

  test('the person says no: the provider sends them back without a code', async () => {
    oidc.signsIn(null)
    const { body } = await start()
    const back = await oidc.visit(body.authorization_url)
    expect(back.searchParams.get('error')).toBe('access_denied')
    expect(back.searchParams.get('code')).toBeNull()
  })
})

describe('linking', () => {
  const linked = async (token: string) => (await ways(token)).providers
  const link = async (token: string, who: Person) =>
    t.ask('POST /api/account/providers/house/', { token, body: await proofOf(who) })
  const unlink = (token: string) => t.ask('DELETE /api/account/providers/house/', { token })

  test('a password customer links, signs in by it, and unlinks', async () => {
    const { token } = await signIn(t, w.hanako)
    const who = person()
    const done = await link(token, who)
    expect(done.status).toBe(200)
    expect(done.body).toMatchObject({
      password: 'usable',
      providers: [{ id: 'house', linked_at: expect.any(String) }, { id: 'away', linked_at: null }, {}],
    })
    expect((await link(token, who)).status).toBe(200)
    refused(await link(token, person()), 'provider_linked')
    const entered = await enter(who)
    expect((await me(entered.body.access)).customer.id).toBe(w.hanako.id)
    expect((await unlink(token)).status).toBe(204)
    expect((await unlink(token)).status).toBe(404)
    expect(await linked(token)).toMatchObject([{ linked_at: null }, { linked_at: null }, { linked_at: null }])
  })

  test('somebody else’s is not taken over', async () => {
    const who = person()
    await enter(who)
    const { token } = await signIn(t, w.hanako)
    refused(await link(token, who), 'provider_linked_elsewhere')
  })

  test('the last way in stays', async () => {
    const { access } = (await enter(person())).body
    refused(await unlink(access), 'last_way_in')
    expect(await linked(access)).toMatchObject([{ linked_at: expect.any(String) }, {}, {}])
  })

  test('wants a fresh sign-in', async () => {
    const { refresh } = await signIn(t, w.hanako)
    t.clock.forward(11 * 60_000)
    const { access } = (await t.ask('POST /api/auth/jwt/refresh/', { body: { refresh } })).body
    const stale = await link(access, person())
    expect(stale.status).toBe(403)
    expect(stale.body.code).toBe('reauthentication_required')
    expect((await unlink(access)).status).toBe(403)
  })

  test('a provider that is no longer offered is no way in', async () => {
    const who = person()
    const { access } = (await enter(who)).body
    const { id } = await me(access)
    const linkedAt = t.clock.now().toISOString()
    await t.db
      .insertInto('provider_account')
      .values({ account_id: id, provider: 'gone', subject: 'U-gone', linked_at: linkedAt })
      .execute()
    refused(await unlink(access), 'last_way_in')
    expect((await t.ask('DELETE /api/account/providers/gone/', { token: access })).status).toBe(204)
  })

  test('a password without an address is no way in', async () => {
    const who = { sub: 'U-no-address' }
    const { access: before } = (await enter(who)).body
    const body = { new_password: 'kutsubako-88-midori' }
    expect((await t.ask('POST /api/change-password/', { token: before, body })).status).toBe(204)
    const { access } = (await enter(who)).body
    expect((await ways(access)).password).toBe('unaddressed')
    refused(await unlink(access), 'last_way_in')
  })

  test('two who remove one way each at once: one stays', async () => {
    const { access } = (await enter(person())).body
    oidc.signsIn(person())
    const { body } = await start('hmac')
    const { searchParams } = await oidc.visit(body.authorization_url)
    const proof = { code: searchParams.get('code'), state: searchParams.get('state') }
    await t.ask('POST /api/account/providers/hmac/', { token: access, body: proof })
    const done = await Promise.all([
      unlink(access),
      t.ask('DELETE /api/account/providers/hmac/', { token: access }),
    ])
    expect(done.map(({ status }) => status).sort()).toEqual([204, 400])
  })

  test('is not for the staff', async () => {
    const { token } = await signIn(t, w.aoyama.staff)
    expect((await t.ask('GET /api/account/providers/', { token })).status).toBe(403)
    expect((await unlink(token)).status).toBe(403)
  })
})

describe('linking while the provider is down', () => {
  type Step = '/token' | '/me'
  const failAt = (step: Step, how: 'responds 500' | 'hangs' | 'is cut' | 'talks nonsense') =>
    oidc.fails((request, response) => {
      if (!request.url?.startsWith(step)) return false
      if (how === 'responds 500') response.writeHead(500).end('no')
      if (how === 'is cut') response.destroy()
      if (how === 'talks nonsense')
        response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>maintenance</h1>')
      return true
    })
  const link = (token: string, body: object, provider = 'house') =>
    t.ask(`POST /api/account/providers/${provider}/`, { token, body })
  const linksSaid = async () =>
    (await t.pool.query("select count(*)::int as n from activity where action = 'account.link_provider'"))
      .rows[0].n

  test.each([
    ['/token', 'responds 500'],
    ['/token', 'hangs'],
    ['/token', 'is cut'],
    ['/token', 'talks nonsense'],
    ['/me', 'responds 500'],
    ['/me', 'is cut'],
  ] as const)('%s %s: 503 in time, nothing is linked, and a new start links', async (step, how) => {
    const { token } = await signIn(t, w.hanako)
    const [before, said] = [await ways(token), await linksSaid()]
    const who = person()
    const proof = await proofOf(who)
    failAt(step, how)
    const began = performance.now()
    refused(await link(token, proof), 'provider_down')
    expect(performance.now() - began).toBeLessThan(10_000)
    expect(await ways(token)).toEqual(before)
    expect(await linksSaid()).toBe(said)
    oidc.fails(undefined)
    // The state was used up; nobody else has become a customer by it.
    refused(await link(token, proof), 'provider_refused')
    refused(await exchange({ ...(await proofOf(who)), known_only: true }), 'provider_not_linked')
    expect((await link(token, await proofOf(who))).status).toBe(200)
    expect(await linksSaid()).toBe(said + 1)
    expect((await t.ask('DELETE /api/account/providers/house/', { token })).status).toBe(204)
  })

  test('by an access token: 503, and the same token links when the provider is back', async () => {
    const { token } = await signIn(t, w.hanako)
    for (const provider of ['house', 'hmac']) {
      const client = provider === 'hmac' ? oidc.hmacClient : undefined
      const proof = { access_token: await oidc.accessToken(person(), client) }
      for (const status of [500, 503]) {
        oidc.fails((_request, response) => {
          response.writeHead(status).end('no')
          return true
        })
        refused(await link(token, proof, provider), 'provider_down')
      }
      oidc.fails(undefined)
      expect((await link(token, proof, provider)).status).toBe(200)
    }
    refused(await link(token, { access_token: 'x' }, 'away'), 'provider_down')
  })

  test('starting says so, and unlinking needs no provider', async () => {
    const { token } = await signIn(t, w.taro)
    expect((await link(token, await proofOf(person()))).status).toBe(200)
    oidc.fails((_request, response) => {
      response.writeHead(503).end('no')
      return true
    })
    const query = { redirect_uri: redirect, fresh: true }
    refused(await t.ask('GET /api/auth/o/away/', { token, query }), 'provider_down')
    const { rows } = await t.pool.query("select from provider_sign_in where provider = 'away'")
    expect(rows).toEqual([])
    expect((await t.ask('DELETE /api/account/providers/house/', { token })).status).toBe(204)
  })

  test('confirming: 503, the session stays as it is, and a new start confirms', async () => {
    const who = person()
    const { refresh } = (await enter(who)).body
    const token = await stale(refresh)
    const fresh = async () => {
      oidc.signsIn(who)
      const { body } = await start('house', { redirect_uri: redirect, fresh: true })
      const { searchParams } = await oidc.visit(body.authorization_url)
      return { code: searchParams.get('code'), state: searchParams.get('state') }
    }
    const confirm = async (body: object) =>
      t.ask('POST /api/account/providers/house/confirm/', { token, body })
    const proof = await fresh()
    failAt('/token', 'responds 500')
    refused(await confirm(proof), 'provider_down')
    oidc.fails(undefined)
    expect((await ways(token)).providers[0].linked_at).toEqual(expect.any(String))
    expect((await t.ask('DELETE /api/account/providers/away/', { token })).body.code).toBe(
      'reauthentication_required',
    )
    expect((await confirm(await fresh())).status).toBe(200)
  })
})

describe('confirming with the provider', () => {
  const proofFrom = async (who: Person, provider = 'house', fresh = true) => {
    oidc.signsIn(who)
    const { body } = await start(provider, { redirect_uri: redirect, fresh })
    const { searchParams } = await oidc.visit(body.authorization_url)
    return { code: searchParams.get('code') ?? '', state: searchParams.get('state') ?? '' }
  }
  const confirm = (token: string, body: object, provider = 'house') =>
    t.ask(`POST /api/account/providers/${provider}/confirm/`, { token, body })
  const isFresh = async (token: string) =>
    (await t.ask('DELETE /api/account/providers/away/', { token })).status === 404

  test('makes the session fresh, and opens no other', async () => {
    const who = person()
    const { refresh } = (await enter(who)).body
    const token = await stale(refresh)
    expect(await isFresh(token)).toBe(false)
    const { status, body } = await confirm(token, await proofFrom(who))
    expect(status).toBe(200)
    expect(await isFresh(body.access)).toBe(true)
    expect((await t.ask('GET /api/account/devices/', { token: body.access })).body).toHaveLength(1)
  })

  test('the provider is told to have the person sign in again, each in its way', async () => {
    const asked = async (provider: string) => {
      const { body } = await start(provider, { redirect_uri: redirect, fresh: true })
      return new URL(body.authorization_url).searchParams
    }
    expect((await asked('house')).get('prompt')).toBe('login')
    expect((await asked('hmac')).get('max_age')).toBe('0')
  })

  test('a sign-in that was not asked to be fresh, an old one, or a token does not do', async () => {
    const who = person()
    const { access } = (await enter(who)).body
    refused(await confirm(access, await proofFrom(who, 'house', false)), 'provider_refused')
    refused(await confirm(access, { access_token: await oidc.accessToken(who) }), 'provider_refused')
    oidc.signedInSecondsAgo(3600)
    const old = await proofFrom(who, 'hmac')
    oidc.signedInSecondsAgo(0)
    refused(await confirm(access, old, 'hmac'), 'provider_refused')
  })

  test('the demand to sign in again cannot be taken out of the address', async () => {
    const who = person()
    const { access } = (await t.ask('POST /api/auth/o/hmac/', { body: await proofFrom(who, 'hmac', false) }))
      .body
    oidc.signedInSecondsAgo(3600)
    const { body } = await start('hmac', { redirect_uri: redirect, fresh: true })
    const address = new URL(body.authorization_url)
    address.searchParams.delete('max_age')
    const { searchParams } = await oidc.visit(address.href)
    oidc.signedInSecondsAgo(0)
    const proof = { code: searchParams.get('code') ?? '', state: searchParams.get('state') ?? '' }
    refused(await confirm(access, proof, 'hmac'), 'provider_refused')
    expect((await confirm(access, await proofFrom(who, 'hmac'), 'hmac')).status).toBe(200)
  })

  test('another person, linked elsewhere or nowhere, is refused and gets no account', async () => {
    const { access } = (await enter(person())).body
    const [other, stranger] = [person(), person()]
    await enter(other)
    refused(await confirm(access, await proofFrom(other)), 'provider_other_person')
    refused(await confirm(access, await proofFrom(stranger)), 'provider_other_person')
    refused(await exchange({ ...(await proofOf(stranger)), known_only: true }), 'provider_not_linked')
    expect((await exchange({ ...(await proofOf(other)), known_only: true })).status).toBe(201)
  })

  test('a device that was signed out does not become fresh', async () => {
    const who = person()
    const { access, refresh } = (await enter(who)).body
    const proof = await proofFrom(who)
    await t.ask('POST /api/logout/', { body: { refresh_token: refresh } })
    expect((await confirm(access, proof)).status).toBe(401)
  })
})

test('a customer who starts with a name only completes the rest later', async () => {
  const { access } = (await enter(person())).body
  const agreed = { name: '佐藤 花', agreed_terms: '2026-04-01' }
  const made = await t.ask('POST /api/customers/', { token: access, body: agreed })
  expect(made.status).toBe(201)
  expect(made.body).toMatchObject({ name: '佐藤 花', profile_complete: false })
  const { detail } = await t.db
    .selectFrom('activity')
    .select('detail')
    .where('action', '=', 'customer.create')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  expect(detail).toMatchObject({ agreed_terms: '2026-04-01' })
  expect((await t.ask('POST /api/customers/', { token: access, body: {} })).status).toBe(400)
})

test('a customer without a password sets one and an address, with a fresh sign-in, and then may unlink', async () => {
  const who = person()
  const { sub } = who
  const { access, refresh } = (await enter({ sub })).body
  const password = 'kutsubako-88-midori'
  const set = (token: string) =>
    t.ask('POST /api/change-password/', { token, body: { new_password: password } })
  t.clock.forward(11 * 60_000)
  const stale = (await t.ask('POST /api/auth/jwt/refresh/', { body: { refresh } })).body.access
  expect((await set(stale)).body.code).toBe('reauthentication_required')
  expect((await t.ask('GET /api/me/', { token: access })).status).toBe(401)

  const fresh = (await enter({ sub })).body.access
  const mails = t.outbox.length
  expect((await set(fresh)).status).toBe(204)
  await t.runJobs()
  expect(t.outbox).toHaveLength(mails)
  const again = (await enter({ sub })).body.access
  const email = `${sub.toLowerCase()}@new.example`
  const wanted = { token: again, body: { email, current_password: password } }
  expect((await t.ask('POST /api/account/email', wanted)).status).toBe(200)
  await t.runJobs()
  const link = /token=([\w-]+)/.exec(t.outbox.at(-1)?.text ?? '')?.[1]
  const confirmed = await t.ask('POST /api/account/email', { token: again, body: { token: link } })
  expect(confirmed.body).toEqual({ email, is_email_auth: true })
  const last = (await enter({ sub })).body.access
  expect((await t.ask('DELETE /api/account/providers/house/', { token: last })).status).toBe(204)
  const byPassword = await t.ask('POST /api/auth/jwt/create/', { body: { email, password } })
  expect(byPassword.status).toBe(200)
})

test('whoever leaves may come back by the same provider, as somebody new', async () => {
  const who = person()
  const first = (await enter(who)).body
  const made = await t.ask('POST /api/customers/', {
    token: first.access,
    body: {
      name: '佐藤 花',
      name_kana: 'サトウ ハナ',
      birthday: '1990-05-17',
      gender: 2,
      job: 1,
      phone: '09012345678',
      address: { postal_code: '1500001', prefecture: '東京都', city: '渋谷区', address1: '神宮前1-2-3' },
    },
  })
  expect(made.status).toBe(201)
  const { token } = { token: first.access }
  expect((await t.ask(`DELETE /api/customers/${made.body.id}/`, { token })).status).toBe(204)
  const back = await enter(who)
  expect(back.status).toBe(201)
  expect(await me(back.body.access)).toMatchObject({ customer: null })
})

test('the providers are offered in the order of the configuration', async () => {
  const { body } = await t.ask('GET /api/auth/providers/')
  expect(body).toEqual([
    { id: 'house', label: 'おくるID' },
    { id: 'away', label: '休み' },
    { id: 'hmac', label: 'LINEのように' },
  ])
})

test('sign-ins that nobody finished are forgotten', async () => {
  const count = () =>
    t.db
      .selectFrom('provider_sign_in')
      .select(({ fn }) => fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow()
  await start()
  expect((await count()).n).toBeGreaterThan(0)
  const { allTasks } = await import('#server/jobs')
  t.clock.forward(60 * 60_000)
  await allTasks(t.db, t.tools)['sign-in-provider.clean']?.({})
  expect((await count()).n).toBe(0)
})
