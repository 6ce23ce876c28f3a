import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { buildApp } from '#server/app'
import { factoryPassword } from '#server/domains/account/account.factory'
import { makeDb } from '#server/platform/db'
import { type TestApp, testApp, testStart } from '../../../tests/support/app.ts'
import { makeEmployee, makeWorld, type Person, signIn, type World } from '../../../tests/support/world.ts'
import { codeAt, newTotpSecret, stepOfCode } from './second-factor.rules.ts'

let t: TestApp
let w: World
beforeAll(async () => {
  t = await testApp({ config: { secondFactorRequired: true } })
  w = await makeWorld(t)
})
afterAll(() => t.close())
beforeEach(() => t.clock.set(testStart))

let sequence = 0
const newStaff = (role: 'admin' | 'staff' = 'staff', company = w.aoyama.company) => {
  sequence += 1
  return makeEmployee(t, company, `担当 ${sequence}`, role, `factor${sequence}@example.co.jp`)
}
const own = '/api/biz/second-factor/'
const ask = (route: string, who: { token: string }, body?: object) =>
  t.ask(route, { token: who.token, ...(body && { body }) })
const login = (who: Person, proof: object = {}, options: { headers?: Record<string, string> } = {}) =>
  t.ask('POST /api/biz/auth/jwt/create/', {
    body: { email: who.email, password: factoryPassword, ...proof },
    ...options,
  })
const code = (secret: string, seconds = 0) =>
  codeAt(secret, new Date(t.clock.now().getTime() + seconds * 1000))

/** Sets an app up; the code of this moment is used by that. */
async function withTotp(who: Person) {
  const fresh = { ...who, ...(await signIn(t, who)) }
  const begun = await ask(`POST ${own}totp/`, fresh)
  const secret: string = begun.body.secret
  const done = await ask(`POST ${own}totp/confirm/`, fresh, { totp_code: code(secret) })
  expect([begun.status, done.status]).toEqual([200, 200])
  return { secret, codes: done.body.recovery_codes as string[], refresh: fresh.refresh }
}
const nextStep = () => t.clock.forward(30_000)

describe('an authenticator app', () => {
  test('counts once its code was confirmed; then the password alone opens nothing', async () => {
    const who = await newStaff()
    const begun = await ask(`POST ${own}totp/`, who)
    expect(begun.body.uri).toContain(`secret=${begun.body.secret}`)
    expect((await login(who)).status).toBe(200)
    const wrong = await ask(`POST ${own}totp/confirm/`, who, { totp_code: '000000' })
    expect([wrong.status, wrong.body.code]).toEqual([400, 'totp_code_wrong'])
    const other = await signIn(t, who)
    const typed = code(begun.body.secret).replace(/(...)/, '$1 ')
    const done = await ask(`POST ${own}totp/confirm/`, who, { totp_code: typed })
    expect([done.status, done.body.recovery_codes.length]).toEqual([200, 10])
    // Whoever was signed in without it is out; this device goes on with its refresh token.
    const refresh = (token: string) => t.ask('POST /api/auth/jwt/refresh/', { body: { refresh: token } })
    expect([(await refresh(other.refresh)).status, (await refresh(who.refresh)).status]).toEqual([401, 200])

    const asked = await login(who)
    expect([asked.status, asked.body]).toEqual([
      400,
      {
        second_factor_code: [expect.any(String)],
        code: 'second_factor_required',
        offered: { passkey: null, totp: true, recovery_code: true },
      },
    ])
    nextStep()
    expect((await login(who, { second_factor_code: code(begun.body.secret) })).status).toBe(200)
    await t.runJobs()
    expect(t.outbox.findLast(({ to }) => to === who.email)?.subject).toContain('2段階認証が設定されました')
  })

  test('with a wrong password no code is looked at', async () => {
    const who = await newStaff()
    const { secret } = await withTotp(who)
    nextStep()
    const second_factor_code = code(secret)
    const wrong = await t.ask('POST /api/biz/auth/jwt/create/', {
      body: { email: who.email, password: 'not-the-password', second_factor_code },
    })
    expect([wrong.status, wrong.body]).toEqual([
      401,
      { detail: 'No active account found with the given credentials' },
    ])
    expect((await login(who, { second_factor_code })).status).toBe(200)
  })

  test('a code works once, also an older one of the same window, and clocks may be a step off', async () => {
    const who = await newStaff()
    const { secret } = await withTotp(who)
    t.clock.forward(120_000)
    const used = code(secret)
    expect((await login(who, { second_factor_code: used })).status).toBe(200)
    const again = await login(who, { second_factor_code: used })
    expect([again.status, again.body.code]).toEqual([400, 'second_factor_wrong'])
    expect((await login(who, { second_factor_code: code(secret, -30) })).status).toBe(400)
    expect((await login(who, { second_factor_code: code(secret, 30) })).status).toBe(200)
    expect((await login(who, { second_factor_code: code(secret, 60) })).status).toBe(400)
    t.clock.forward(120_000)
    expect((await login(who, { second_factor_code: code(secret, -60) })).status).toBe(400)
    expect((await login(who, { second_factor_code: code(secret, -30) })).status).toBe(200)
  })

  test('the same code twice at once, in two processes, opens one session', async () => {
    const who = await newStaff()
    const { secret } = await withTotp(who)
    nextStep()
    const other = await buildApp({ db: makeDb(t.pool), ...t.tools })
    const payload = { email: who.email, password: factoryPassword, second_factor_code: code(secret) }
    const url = '/api/biz/auth/jwt/create/'
    const responses = await Promise.all([
      t.app.inject({ method: 'POST', url, payload }),
      other.inject({ method: 'POST', url, payload }),
    ])
    await other.close()
    expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([200, 400])
  })

  test('beyond five wrong codes a right one is refused in the same way, but not on a known device', async () => {
    const who = await newStaff()
    const { secret } = await withTotp(who)
    nextStep()
    const known = await login(who, { second_factor_code: code(secret) })
    const device = { 'x-okuru-device': String(known.headers['x-okuru-device']) }
    for (let n = 0; n < 5; n += 1)
      expect((await login(who, { second_factor_code: '000000' })).body.code).toBe('second_factor_wrong')
    nextStep()
    const [right, wrong] = [
      await login(who, { second_factor_code: code(secret) }),
      await login(who, { second_factor_code: '000000' }),
    ]
    expect([right.status, right.body]).toEqual([429, wrong.body])
    expect((await login(who, { second_factor_code: code(secret) }, { headers: device })).status).toBe(200)
    t.clock.forward(901_000)
    expect((await login(who, { second_factor_code: code(secret) })).status).toBe(200)
  })

  test('a new password does not go round it', async () => {
    const who = await newStaff()
    const { secret } = await withTotp(who)
    await t.ask('POST /api/reset-password/', { body: { email: who.email } })
    await t.runJobs()
    const mail = t.outbox.findLast(({ to }) => to === who.email)
    const link = new URL(mail?.text.match(/https?:\S+password-reset\?\S+/)?.[0] ?? 'http://none/')
      .searchParams
    const password = 'kutsubako-81-aoi'
    const reset = await t.ask('POST /api/reset-password/', {
      body: { uid: link.get('uid'), token: link.get('token'), new_password: password },
    })
    expect(reset.status).toBe(204)
    expect((await login(who, { password })).body.code).toBe('second_factor_required')
    nextStep()
    expect((await login(who, { password, second_factor_code: code(secret) })).status).toBe(200)
  })

  test('is kept encrypted, and confirming again asks for it', async () => {
    const who = await newStaff()
    const { secret, refresh } = await withTotp(who)
    const { rows } = await t.pool.query('select secret_enc from totp_factor where account_id = $1', [
      who.account_id,
    ])
    expect(rows[0].secret_enc.toString('latin1')).not.toContain(secret)
    t.clock.forward(11 * 60_000)
    const { body } = await t.ask('POST /api/auth/jwt/refresh/', { body: { refresh } })
    const stale = { token: body.access as string }
    expect((await ask(`POST ${own}recovery-codes/`, stale)).body.code).toBe('reauthentication_required')
    const confirm = (proof: object) =>
      ask('POST /api/auth/jwt/reauthenticate/', stale, { password: factoryPassword, ...proof })
    expect((await confirm({})).body.code).toBe('second_factor_required')
    expect((await confirm({ second_factor_code: '000000' })).body.code).toBe('second_factor_wrong')
    const right = await confirm({ second_factor_code: code(secret) })
    expect((await ask(`POST ${own}recovery-codes/`, { token: right.body.access })).status).toBe(200)
  })
})

describe('recovery codes', () => {
  test('work once each, however typed, are kept as hashes, and their use is mailed', async () => {
    const who = await newStaff()
    const { codes } = await withTotp(who)
    const [first = '', second = ''] = codes
    const { rows } = await t.pool.query('select * from recovery_code where account_id = $1', [who.account_id])
    expect(JSON.stringify(rows)).not.toContain(first.slice(0, 5))
    const typed = first.toLowerCase().replace('-', '　')
    expect((await login(who, { second_factor_code: typed })).status).toBe(200)
    expect((await login(who, { second_factor_code: first })).body.code).toBe('second_factor_wrong')
    const both = await Promise.all([1, 2].map(() => login(who, { second_factor_code: second })))
    expect(both.map(({ status }) => status).sort()).toEqual([200, 400])
    await t.runJobs()
    expect(t.outbox.findLast(({ to }) => to === who.email)?.subject).toContain('回復コードでログイン')
    const session = await signIn(t, who)
    expect((await ask(`GET ${own}`, session)).body.recovery_codes_left).toBe(8)
    const renewed = await ask(`POST ${own}recovery-codes/`, session)
    expect(renewed.body.recovery_codes).toHaveLength(10)
    expect((await login(who, { second_factor_code: codes[4] })).status).toBe(400)
  })

  test('do not open somebody else’s account', async () => {
    const [who, other] = [await newStaff(), await newStaff()]
    const { codes } = await withTotp(who)
    await withTotp(other)
    expect((await login(other, { second_factor_code: codes[0] })).status).toBe(400)
  })
})

describe('where it is required', () => {
  test('an administrator without one reaches only what sets it up', async () => {
    const admin = await newStaff('admin')
    const refused = await ask('GET /api/biz/purchase_requests/', admin)
    expect([refused.status, refused.body.code]).toEqual([403, 'second_factor_setup_required'])
    expect((await ask('GET /api/account/devices/', admin)).body.code).toBe('second_factor_setup_required')
    const me = await ask('GET /api/me/', admin)
    expect([me.status, me.body.business_user.needs_second_factor]).toEqual([200, true])
    expect((await ask('GET /api/shop/', admin)).status).toBe(200)
    await withTotp(admin)
    const session = await signIn(t, admin)
    expect((await ask('GET /api/biz/purchase_requests/', session)).status).toBe(200)
    expect((await ask('GET /api/me/', session)).body.business_user.needs_second_factor).toBe(false)
    const last = await ask(`DELETE ${own}totp/`, session)
    expect([last.status, last.body.code]).toEqual([400, 'last_second_factor'])
  })

  test('so do all people of the operator, and staff of a dealer choose', async () => {
    const clerk = await newStaff('staff', w.operator.company)
    expect((await ask('GET /api/biz/companies/', clerk)).body.code).toBe('second_factor_setup_required')
    const staff = await newStaff()
    expect((await ask('GET /api/biz/purchase_requests/', staff)).status).toBe(200)
    expect((await ask(`GET ${own}`, staff)).body).toEqual({
      is_required: false,
      totp: null,
      passkey_origin: null,
      passkeys: [],
      recovery_codes_left: 0,
    })
    await withTotp(staff)
    expect((await ask(`DELETE ${own}totp/`, await signIn(t, staff))).status).toBe(204)
    expect((await login(staff)).status).toBe(200)
  })

  test('elsewhere nobody is asked, and the configuration says where', async () => {
    const optional = await buildApp({
      db: makeDb(t.pool),
      ...t.tools,
      config: { ...t.tools.config, secondFactorRequired: false },
    })
    const admin = await newStaff('admin')
    const response = await optional.inject({
      url: '/api/biz/purchase_requests/',
      headers: { authorization: `Bearer ${admin.token}` },
    })
    await optional.close()
    expect(response.statusCode).toBe(200)
  })
})

describe('a lost telephone', () => {
  const reset = (as: { token: string }, who: Person) =>
    ask(`POST /api/business-users/${who.id}/second-factor/reset/`, as)
  const ready = async (who: Person) => {
    await withTotp(who)
    return { ...who, ...(await signIn(t, who)) }
  }

  test('an administrator of the dealer removes a colleague’s, who is signed out; all administrators are told', async () => {
    const admin = await ready(await newStaff('admin', w.umeda.company))
    const staff = await ready(await newStaff('staff', w.umeda.company))
    const foreign = await ready(await newStaff('admin'))
    expect((await reset(foreign, staff)).status).toBe(404)
    expect((await reset(staff, admin)).status).toBe(403)
    expect((await reset(admin, admin)).body.code).toBe('own_second_factor')
    const done = await reset(admin, staff)
    expect([done.status, done.body]).toEqual([200, { is_done: true, able: [] }])
    expect((await ask('GET /api/me/', staff)).status).toBe(401)
    expect((await login(staff)).status).toBe(200)
    await t.runJobs()
    const told = t.outbox.filter(({ subject }) => subject.includes('2段階認証が解除')).map(({ to }) => to)
    expect(told).toEqual(expect.arrayContaining([w.umeda.admin.email, admin.email, staff.email]))
    expect((await reset(admin, staff)).body.code).toBe('second_factor_missing')
  })

  test('an administrator limited to shops resets nobody who works in others', async () => {
    const [shop, other] = w.aoyama.shops
    const limited = await ready(await newStaff('admin'))
    const [inside, beyond] = [await ready(await newStaff()), await ready(await newStaff())]
    for (const [id, of] of [
      [limited.id, shop],
      [inside.id, shop],
      [beyond.id, other],
    ])
      await t.pool.query('insert into business_user_shop (business_user_id, shop_id) values ($1, $2)', [
        id,
        of,
      ])
    const as = { ...limited, ...(await signIn(t, limited)) }
    expect((await reset(as, beyond)).status).toBe(404)
    const ofAll = await ready(await newStaff('admin'))
    expect((await reset(as, ofAll)).status).toBe(403)
    const shown = await ask(`GET /api/business-users/${ofAll.id}/`, as)
    expect(shown.body).not.toHaveProperty('has_second_factor')
    expect((await ask(`GET /api/business-users/${inside.id}/`, as)).body.has_second_factor).toBe(true)
    expect((await reset(as, inside)).body.is_done).toBe(true)
  })

  test('nobody removes that of the person who invited them', async () => {
    const host = await ready(await newStaff('admin'))
    const guest = await ready(await newStaff('admin'))
    await t.pool.query('update business_user set invited_by = $1 where id = $2', [host.id, guest.id])
    expect((await reset(guest, host)).body.code).toBe('second_factor_of_host')
    expect((await reset(host, guest)).body.is_done).toBe(true)
  })

  test('in the house two administrators do it, who are not tied to each other', async () => {
    const house = w.operator.company
    const first = await ready(await newStaff('admin', house))
    const friend = await ready(await newStaff('admin', house))
    const second = await ready(await newStaff('admin', house))
    const lost = await ready(await newStaff('admin', house))
    await t.pool.query('update business_user set invited_by = $1 where id = $2', [first.id, friend.id])
    const asked = await reset(first, lost)
    expect(asked.body).toEqual({ is_done: false, able: expect.arrayContaining([second.name]) })
    expect(asked.body.able).not.toContain(lost.name)
    expect(asked.body.able).not.toContain(friend.name)
    const mails = async () =>
      (await t.pool.query("select count(*)::int as n from mail where subject like '%2段階認証%'")).rows[0].n
    const told = await mails()
    expect(told).toBeGreaterThan(0)
    expect((await reset(first, lost)).body.is_done).toBe(false)
    expect(await mails()).toBe(told)
    expect((await reset(friend, lost)).body.code).toBe('second_person_invited')
    expect((await ask('GET /api/me/', lost)).status).toBe(200)
    expect((await reset(second, lost)).body).toEqual({ is_done: true, able: [] })
    expect((await ask('GET /api/me/', lost)).status).toBe(401)
  })

  test('what was asked for ends when the owner shows the factor, and after three days', async () => {
    const house = w.operator.company
    const [first, second] = [
      await ready(await newStaff('admin', house)),
      await ready(await newStaff('admin', house)),
    ]
    const found = await newStaff('staff', house)
    const { secret } = await withTotp(found)
    await reset(first, found)
    nextStep()
    expect((await login(found, { second_factor_code: code(secret) })).status).toBe(200)
    expect((await reset(second, found)).body.is_done).toBe(false)
    t.clock.forward(3 * 86_400_000 + 1000)
    expect((await reset({ ...first, ...(await signIn(t, first)) }, found)).body.is_done).toBe(false)
  })
})

test('a code is of its step and the ones beside it, and of no other', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1_700_000_000, max: 2_000_000_000 }),
      fc.integer({ min: -5, max: 5 }),
      (second, steps) => {
        const secret = newTotpSecret()
        const at = new Date(second * 1000)
        const step = Math.floor(second / 30)
        const made = codeAt(secret, new Date((second + steps * 30) * 1000))
        const found = stepOfCode(secret, made, at)
        // Two of the few steps may share a code by chance.
        const expected = Math.abs(steps) <= 1 ? step + steps : null
        return (
          found === expected ||
          (found !== null && Math.abs(found - step) <= 1 && codeAt(secret, new Date(found * 30_000)) === made)
        )
      },
    ),
    { numRuns: 200 },
  )
})

test('the codes of RFC 6238, appendix B', () => {
  const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'
  const cases = [
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_234_567_890, '005924'],
    [20_000_000_000, '353130'],
  ] as const
  for (const [second, expected] of cases) expect(codeAt(secret, new Date(second * 1000))).toBe(expected)
})
