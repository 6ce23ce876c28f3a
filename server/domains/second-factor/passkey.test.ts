import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { buildApp } from '#server/app'
import { factoryPassword } from '#server/domains/account/account.factory'
import { systemActor } from '#server/platform/actor'
import { makeDb } from '#server/platform/db'
import { type TestApp, testApp, testStart } from '../../../tests/support/app.ts'
import { softAuthenticator } from '../../../tests/support/authenticator.ts'
import { makeEmployee, makeWorld, type Person, signIn, type World } from '../../../tests/support/world.ts'
import { passkeyPlace } from './passkey.rules.ts'
import { confirmReset } from './reset.service.ts'
import { codeAt } from './second-factor.rules.ts'

const origin = 'https://okuru.example'
let t: TestApp
let w: World
beforeAll(async () => {
  t = await testApp({ config: { secondFactorRequired: true, publicUrl: origin } })
  w = await makeWorld(t)
})
afterAll(() => t.close())
beforeEach(() => {
  t.clock.set(testStart)
  t.tools.config.publicUrl = origin
})

let sequence = 0
const newStaff = (role: 'admin' | 'staff' = 'staff', company = w.aoyama.company) => {
  sequence += 1
  return makeEmployee(t, company, `担当 ${sequence}`, role, `passkey${sequence}@example.co.jp`)
}
const own = '/api/biz/second-factor/'
const ask = (route: string, who: { token: string }, body?: object) =>
  t.ask(route, { token: who.token, ...(body && { body }) })
const login = (who: Person, proof: object = {}) =>
  t.ask('POST /api/biz/auth/jwt/create/', { body: { email: who.email, password: factoryPassword, ...proof } })
const question = async (who: Person) => (await login(who)).body.offered.passkey
const fresh = async (who: Person) => ({ ...who, ...(await signIn(t, who)) })

async function withPasskey(who: Person, key = softAuthenticator(origin)) {
  const before = await fresh(who)
  const begun = await ask(`POST ${own}passkeys/begin/`, before)
  const added = await ask(`POST ${own}passkeys/`, before, key.make(begun.body))
  expect([begun.status, added.status]).toEqual([200, 201])
  // Its own access token ends as well: the device goes on with its refresh token.
  return { as: await fresh(who), key, begun, added }
}
const proven = async (who: Person, passkey: object) => (await login(who, { passkey })).status

describe('a passkey', () => {
  test('is made, named, and then asked for after the password; other devices are signed out', async () => {
    const who = await newStaff()
    const other = await signIn(t, who)
    const { as, key, begun, added } = await withPasskey(who)
    expect(begun.body).toMatchObject({ rp_id: 'okuru.example', user_name: who.email, exclude: [] })
    expect(added.body.recovery_codes).toHaveLength(10)
    expect((await ask('GET /api/me/', other)).status).toBe(401)
    const asked = await login(who)
    expect([asked.status, asked.body.code]).toEqual([400, 'second_factor_required'])
    expect(asked.body.offered).toEqual({
      totp: false,
      recovery_code: true,
      passkey: {
        challenge: expect.stringMatching(/^[\w-]{43}$/),
        rp_id: 'okuru.example',
        credentials: [{ credential_id: key.id, transports: ['internal'] }],
      },
    })
    expect(await proven(who, key.prove(asked.body.offered.passkey))).toBe(200)
    expect((await login(who, { second_factor_code: added.body.recovery_codes[0] })).status).toBe(200)

    const rename = `PATCH ${own}passkeys/${added.body.id}/`
    expect((await ask(rename, as, { name: '店のMac' })).status).toBe(204)
    expect((await ask(rename, await newStaff(), { name: 'x' })).status).toBe(404)
    const shown = await ask(`GET ${own}`, as)
    expect(shown.body).toMatchObject({
      passkey_origin: origin,
      recovery_codes_left: 9,
      passkeys: [{ name: '店のMac', is_usable: true, last_used_at: expect.any(String) }],
    })
    await t.runJobs()
    expect(t.outbox.find(({ to }) => to === who.email)?.subject).toContain('パスキーが登録されました')
    const { rows } = await t.pool.query(
      `select action from activity where object_type = 'account' and object_id = $1 order by id`,
      [who.account_id],
    )
    expect(rows.map(({ action }) => action)).toEqual(
      expect.arrayContaining(['second_factor.passkey_added', 'second_factor.passkey_renamed']),
    )
  })

  test('is no proof without the password, and a wrong password gets no challenge', async () => {
    const who = await newStaff()
    const { key } = await withPasskey(who)
    const wrong = await t.ask('POST /api/biz/auth/jwt/create/', {
      body: { email: who.email, password: 'not-the-password', passkey: key.prove(await question(who)) },
    })
    expect([wrong.status, wrong.body]).toEqual([
      401,
      { detail: 'No active account found with the given credentials' },
    ])
  })

  test('confirms a fresh sign-in', async () => {
    const { as, key } = await withPasskey(await newStaff())
    const confirm = (proof: object) =>
      ask('POST /api/auth/jwt/reauthenticate/', as, { password: factoryPassword, ...proof })
    const asked = await confirm({})
    expect(asked.body.code).toBe('second_factor_required')
    const passkey = key.prove(asked.body.offered.passkey)
    expect((await confirm({ passkey })).status).toBe(200)
    expect((await confirm({ passkey })).body.code).toBe('second_factor_wrong')
  })

  test('is never the last factor that somebody loses who needs one', async () => {
    const admin = await newStaff('admin')
    const first = await withPasskey(admin)
    const remove = (id: number, as = first.as) => ask(`DELETE ${own}passkeys/${id}/`, as)
    expect((await remove(first.added.body.id)).body.code).toBe('last_second_factor')
    const key = softAuthenticator(origin)
    const begun = await ask(`POST ${own}passkeys/begin/`, first.as)
    expect(begun.body.exclude).toHaveLength(1)
    const second = await ask(`POST ${own}passkeys/`, first.as, key.make(begun.body))
    expect(second.body.recovery_codes).toBeNull()
    // Two removals at once leave one.
    const as = await fresh(admin)
    const both = await Promise.all([remove(first.added.body.id, as), remove(second.body.id, as)])
    expect(both.map(({ status }) => status).sort()).toEqual([204, 400])
    const staff = await newStaff()
    const only = await withPasskey(staff)
    expect((await remove(only.added.body.id, as)).status).toBe(404)
    expect((await ask(`DELETE ${own}passkeys/${only.added.body.id}/`, only.as)).status).toBe(204)
    expect((await login(staff)).status).toBe(200)
  })

  test('lets an app go beside it, whose codes then open nothing', async () => {
    const admin = await newStaff('admin')
    const { as } = await withPasskey(admin)
    const begun = await ask(`POST ${own}totp/`, as)
    const code = () => codeAt(begun.body.secret, t.clock.now())
    await ask(`POST ${own}totp/confirm/`, as, { totp_code: code() })
    const again = await fresh(admin)
    expect((await ask(`DELETE ${own}totp/`, again)).status).toBe(204)
    t.clock.forward(30_000)
    expect((await login(admin, { second_factor_code: code() })).status).toBe(400)
    expect((await ask(`GET ${own}`, again)).body.recovery_codes_left).toBe(10)
  })
})

describe('what a signature is refused for', () => {
  test('another site, host, purpose or challenge; a person who was not verified; a changed word', async () => {
    const who = await newStaff()
    const { key } = await withPasskey(who)
    const forged: ((asked: { challenge: string; rp_id: string }) => object)[] = [
      (asked) => key.prove(asked, { origin: 'https://okuru.example.evil.example' }),
      (asked) => key.prove(asked, { origin: 'http://okuru.example' }),
      (asked) => key.prove(asked, { rp_id: 'evil.example' }),
      (asked) => key.prove(asked, { type: 'webauthn.create' }),
      (asked) => key.prove(asked, { flags: 0x01 }),
      (asked) => key.prove({ ...asked, challenge: 'A'.repeat(43) }),
      (asked) => ({ ...key.prove(asked), client_data: 'eyJhIjox' }),
      (asked) => softAuthenticator(origin, Buffer.from(key.id, 'base64url')).prove(asked),
    ]
    for (const forge of forged) {
      const refused = await login(who, { passkey: forge(await question(who)) })
      expect([refused.status, refused.body.code]).toEqual([400, 'second_factor_wrong'])
      t.clock.forward(1000)
      await t.pool.query('delete from rate_limit')
    }
    expect(await proven(who, key.prove(await question(who)))).toBe(200)
  })

  test('a challenge that was used, is older than five minutes, was for another account or for setting up', async () => {
    const [who, other] = [await newStaff(), await newStaff()]
    const [{ as, key }] = [await withPasskey(who), await withPasskey(other)]
    const used = key.prove(await question(who))
    expect(await proven(who, used)).toBe(200)
    expect(await proven(who, used)).toBe(400)
    // Also after it was given with a wrong signature.
    const asked = await question(who)
    expect(await proven(who, key.prove(asked, { flags: 0x01 }))).toBe(400)
    expect(await proven(who, key.prove(asked))).toBe(400)
    expect(await proven(who, key.prove(await question(other)))).toBe(400)
    const begun = await ask(`POST ${own}passkeys/begin/`, as)
    expect(await proven(who, key.prove(begun.body))).toBe(400)
    await t.pool.query('delete from rate_limit')
    const old = await question(who)
    t.clock.forward(5 * 60_000 + 1)
    expect(await proven(who, key.prove(old))).toBe(400)
  })

  test('a passkey of somebody else', async () => {
    const [who, other] = [await newStaff(), await newStaff()]
    await withPasskey(who)
    const { key } = await withPasskey(other)
    expect(await proven(who, key.prove(await question(who)))).toBe(400)
  })

  test('a count that is not above the last one; a key that never counts is taken', async () => {
    const who = await newStaff()
    const { key } = await withPasskey(who)
    for (const [count, status] of [
      [7, 200],
      [7, 400],
      [3, 400],
      [0, 400],
      [8, 200],
    ] as const)
      expect([count, await proven(who, key.prove(await question(who), { count }))]).toEqual([count, status])
    const silent = await newStaff()
    const other = await withPasskey(silent)
    for (let n = 0; n < 2; n += 1)
      expect(await proven(silent, other.key.prove(await question(silent), { count: 0 }))).toBe(200)
  })

  test('two at once, in two processes: one challenge or one count opens one session', async () => {
    const who = await newStaff()
    const { key } = await withPasskey(who)
    const other = await buildApp({ db: makeDb(t.pool), ...t.tools })
    const both = async (one: object, two: object) => {
      const responses = await Promise.all(
        [
          { app: t.app, passkey: one },
          { app: other, passkey: two },
        ].map(({ app, passkey }) =>
          app.inject({
            method: 'POST',
            url: '/api/biz/auth/jwt/create/',
            payload: { email: who.email, password: factoryPassword, passkey },
          }),
        ),
      )
      return responses.map(({ statusCode }) => statusCode).sort()
    }
    const one = key.prove(await question(who), { count: 5 })
    expect(await both(one, one)).toEqual([200, 400])
    const counts = [await question(who), await question(who)].map((asked) => key.prove(asked, { count: 9 }))
    expect(await both(counts[0] as object, counts[1] as object)).toEqual([200, 400])
    await other.close()
  })

  test('beyond five wrong ones a right one gets the same response', async () => {
    const who = await newStaff()
    const { key } = await withPasskey(who)
    for (let n = 0; n < 5; n += 1)
      expect(await proven(who, key.prove(await question(who), { flags: 0x01 }))).toBe(400)
    expect(await proven(who, key.prove(await question(who)))).toBe(429)
  })
})

describe('setting one up is refused', () => {
  test('for another site, an unverified person, a used challenge, and a key that somebody has', async () => {
    const who = await fresh(await newStaff())
    const key = softAuthenticator(origin)
    const begin = async () => (await ask(`POST ${own}passkeys/begin/`, who)).body
    const add = async (made: object) => (await ask(`POST ${own}passkeys/`, who, made)).body.code
    expect(await add(key.make(await begin(), { origin: 'https://evil.example' }))).toBe('passkey_not_taken')
    expect(await add(key.make(await begin(), { rp_id: 'evil.example' }))).toBe('passkey_not_taken')
    expect(await add(key.make(await begin(), { flags: 0x01 }))).toBe('passkey_not_taken')
    expect(await add({ ...key.make(await begin()), attestation: 'oA' })).toBe('passkey_not_taken')
    const { key: known } = await withPasskey(await newStaff())
    const copy = softAuthenticator(origin, Buffer.from(known.id, 'base64url'))
    expect(await add(copy.make(await begin()))).toBe('passkey_not_taken')
    const begun = await begin()
    const made = key.make(begun)
    expect(await add(made)).toBeUndefined()
    const again = await fresh(who)
    const replayed = await ask(`POST ${own}passkeys/`, again, softAuthenticator(origin).make(begun))
    expect(replayed.body.code).toBe('passkey_not_taken')
    expect((await ask(`GET ${own}`, again)).body.passkeys).toHaveLength(1)
  })

  test('without a fresh sign-in, and beyond twenty', async () => {
    const { as } = await withPasskey(await newStaff())
    await t.pool.query(
      `insert into passkey (account_id, credential_id, public_key, sign_count, transports, rp_id, name, is_synced,
         created_at)
       select account_id, credential_id || n, public_key, 0, transports, rp_id, name, false, created_at
       from passkey, generate_series(1, 19) n where account_id = $1`,
      [as.account_id],
    )
    expect((await ask(`POST ${own}passkeys/begin/`, as)).body.code).toBe('too_many_passkeys')
    t.clock.forward(9 * 60_000 + 59_000)
    const late = await ask(`POST ${own}passkeys/begin/`, as)
    expect(late.body.code).toBe('too_many_passkeys')
    t.clock.forward(60_000)
    const { body } = await t.ask('POST /api/auth/jwt/refresh/', { body: { refresh: as.refresh } })
    const stale = await ask(`POST ${own}passkeys/begin/`, { token: body.access })
    expect(stale.body.code).toBe('reauthentication_required')
  })

  test('where the server has no host name with TLS', async () => {
    const who = await newStaff()
    t.tools.config.publicUrl = 'http://127.0.0.1:3000'
    expect((await ask(`POST ${own}passkeys/begin/`, who)).body.code).toBe('passkeys_not_here')
    const places = [
      ['https://okuru.example', 'okuru.example'],
      ['https://kaitori.okuru.example:8443', 'kaitori.okuru.example'],
      ['http://localhost:3000', 'localhost'],
      ['http://okuru.example', undefined],
      ['https://203.0.113.9', undefined],
      ['https://[2001:db8::1]', undefined],
    ] as const
    for (const [publicUrl, host] of places) expect(passkeyPlace({ publicUrl })?.rp_id).toBe(host)
  })

  test('after a move to another host they prove nothing there, and are still asked for', async () => {
    const who = await newStaff('admin')
    const { key, added, as } = await withPasskey(who)
    t.tools.config.publicUrl = 'https://new.example'
    const asked = await login(who)
    expect(asked.body).toMatchObject({
      code: 'second_factor_required',
      offered: { passkey: null, recovery_code: true },
    })
    const other = { challenge: 'A'.repeat(43), rp_id: 'okuru.example' }
    expect(await proven(who, key.prove(other))).toBe(400)
    expect((await login(who, { second_factor_code: added.body.recovery_codes[0] })).status).toBe(200)
    expect((await ask(`GET ${own}`, as)).body.passkeys).toMatchObject([{ is_usable: false }])
  })
})

describe('a house of two administrators', () => {
  test('one asks, and whoever runs the server confirms, because the other has lost theirs', async () => {
    const house = w.operator.company
    const others = await t.pool.query(
      `update business_user set is_active = false where company_id = $1 and role = 'admin' returning id`,
      [house],
    )
    const [one, lost] = [await newStaff('admin', house), await newStaff('admin', house)]
    const { as } = await withPasskey(one)
    const { as: theirs } = await withPasskey(lost)
    const confirm = () => confirmReset(t.db, systemActor(t.clock.now()), lost.email.toUpperCase(), t.tools)
    expect(await confirm()).toBe('not_asked')
    const asked = await ask(`POST /api/business-users/${lost.id}/second-factor/reset/`, as)
    expect(asked.body).toEqual({ is_done: false, able: [] })
    const third = await newStaff('admin', house)
    expect(await confirm()).toBe('others_can')
    await t.pool.query('update business_user set is_active = false where id = $1', [third.id])
    expect(await confirm()).toBe('done')
    expect(await confirm()).toBe('not_asked')
    expect((await ask('GET /api/me/', theirs)).status).toBe(401)
    expect((await login(lost)).status).toBe(200)
    await t.runJobs()
    const told = t.outbox.filter(({ subject }) => subject.includes('2段階認証が解除')).map(({ to }) => to)
    expect(told).toEqual(expect.arrayContaining([one.email, lost.email]))
    await t.pool.query('update business_user set is_active = true where id = any($1)', [
      others.rows.map(({ id }) => id),
    ])
  })
})
