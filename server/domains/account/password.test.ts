import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  factoryPassword,
  makeBusinessAccount,
  makeCustomerAccount,
} from '#server/domains/account/account.factory'
import { allTasks } from '#server/jobs'
import { type TestApp, testApp } from '../../../tests/support/app.ts'
import { makeWorld, signIn, type World } from '../../../tests/support/world.ts'

let t: TestApp
let world: World
beforeAll(async () => {
  t = await testApp()
  world = await makeWorld(t)
})
afterAll(() => t.close())
beforeEach(() => t.clock.forward(3_600_000))

const fresh = 'atarashii-kagi-88'
const dayMs = 86_400_000
const enter = (email: string, password: string, kind = '') =>
  t.ask(`POST /api${kind}/auth/jwt/create/`, { body: { email, password } })
const refresh = (token: string) => t.ask('POST /api/auth/jwt/refresh/', { body: { refresh: token } })
const reset = (body: object) => t.ask('POST /api/reset-password/', { body })

async function resetLinks(email: string) {
  await t.runJobs()
  const before = t.outbox.length
  const response = await reset({ email })
  expect([response.status, response.body]).toEqual([204, ''])
  await t.runJobs()
  return t.outbox.slice(before).map((mail) => {
    const link = new URL(/https?:\/\/\S+/.exec(mail.text)?.[0] ?? '')
    return {
      to: mail.to,
      path: link.pathname,
      uid: link.searchParams.get('uid') ?? '',
      token: link.searchParams.get('token') ?? '',
    }
  })
}
async function resetLink(email: string) {
  const [link] = await resetLinks(email)
  if (!link) throw new Error('no mail')
  return { uid: link.uid, token: link.token }
}

describe('ending all other devices', () => {
  const end = (token: string) => t.ask('DELETE /api/account/devices/', { token })

  test('is at once, and leaves this device and other people alone', async () => {
    const person = await makeCustomerAccount(t.db, t.tools)
    const stranger = await signIn(t, await makeCustomerAccount(t.db, t.tools))
    const [here, there, elsewhere] = [
      await signIn(t, person),
      await signIn(t, person),
      await signIn(t, person),
    ]
    const response = await end(here.token)
    expect([response.status, response.body]).toEqual([200, { ended: 2 }])
    for (const gone of [there, elsewhere]) {
      expect((await t.ask('GET /api/me/', { token: gone.token })).status).toBe(401)
      expect((await refresh(gone.refresh)).status).toBe(401)
    }
    const { access } = (await refresh(here.refresh)).body
    expect((await t.ask('GET /api/account/devices/', { token: access })).body).toMatchObject([
      { is_current: true },
    ])
    expect((await end(access)).body).toEqual({ ended: 0 })
    expect((await t.ask('GET /api/me/', { token: stranger.token })).status).toBe(200)
  })

  test('of two devices that end each other at once, one stays', async () => {
    const person = await makeCustomerAccount(t.db, t.tools)
    const [one, other] = [await signIn(t, person), await signIn(t, person)]
    const done = await Promise.all([end(one.token), end(other.token)])
    const left = await Promise.all([refresh(one.refresh), refresh(other.refresh)])
    expect(done.filter(({ status }) => status === 200).length).toBeGreaterThan(0)
    expect(left.filter(({ status }) => status === 200)).toHaveLength(1)
  })
})

describe('changing the password', () => {
  const change = (token: string, body: object) => t.ask('POST /api/change-password/', { token, body })

  test('ends every other device at once; this one goes on with its refresh token', async () => {
    const person = await makeCustomerAccount(t.db, t.tools)
    const here = await signIn(t, person)
    const there = await signIn(t, person)
    const response = await change(here.token, { current_password: factoryPassword, new_password: fresh })
    expect([response.status, response.body]).toEqual([204, ''])
    for (const token of [here.token, there.token]) {
      const old = await t.ask('GET /api/me/', { token })
      expect([old.status, old.body.code]).toEqual([401, 'token_not_valid'])
    }
    expect((await refresh(there.refresh)).body.detail).toBe('Token is blacklisted')
    const renewed = await refresh(here.refresh)
    expect(renewed.status).toBe(200)
    expect((await t.ask('GET /api/me/', { token: renewed.body.access })).status).toBe(200)
    expect((await enter(person.email, factoryPassword)).status).toBe(401)
    expect((await enter(person.email, fresh)).status).toBe(200)
    await t.runJobs()
    expect(t.outbox.at(-1)).toMatchObject({
      to: person.email,
      subject: '【おくる】パスワードが変更されました',
    })
  })

  test('refuses a wrong one, none, a typing slip and a weak one, and changes nothing', async () => {
    const person = await makeCustomerAccount(t.db, t.tools)
    const { token } = await signIn(t, person)
    expect((await change(token, { current_password: 'wrong', new_password: fresh })).body).toEqual({
      current_password: ['Invalid password.'],
      code: 'wrong_password',
    })
    expect((await change(token, { new_password: fresh })).body).toEqual({
      current_password: ['この項目は必須です。'],
    })
    const slip = { current_password: factoryPassword, new_password: fresh, re_new_password: 'else' }
    expect((await change(token, slip)).body.non_field_errors).toEqual([
      "The two password fields didn't match.",
    ])
    const weak = await change(token, { current_password: factoryPassword, new_password: '12345678' })
    expect(weak.status).toBe(400)
    expect(weak.body.new_password.length).toBeGreaterThan(0)
    expect((await enter(person.email, factoryPassword)).status).toBe(200)
    expect((await t.ask('GET /api/me/', { token })).status).toBe(200)
  })

  test('guessing on a device that was left open ends soon', async () => {
    const person = await makeCustomerAccount(t.db, t.tools)
    const { token } = await signIn(t, person)
    const statuses = new Set<number>()
    for (let index = 0; index < 25; index += 1) {
      const response = await change(token, { current_password: `guess-${index}`, new_password: fresh })
      statuses.add(response.status)
    }
    expect([...statuses].sort()).toEqual([400, 429])
    const other = await signIn(t, person)
    const response = await change(other.token, { current_password: factoryPassword, new_password: fresh })
    expect(response.status).toBe(204)
  })
})

describe('a forgotten password', () => {
  test('is replaced by a link, which also ends every device', async () => {
    const person = await makeCustomerAccount(t.db, t.tools)
    const device = await signIn(t, person)
    const [link] = await resetLinks(person.email.toUpperCase())
    expect(link).toMatchObject({ to: person.email, path: '/password-reset' })
    const done = await reset({ uid: link?.uid, token: link?.token, new_password: fresh })
    expect([done.status, done.body]).toEqual([204, ''])
    expect((await t.ask('GET /api/me/', { token: device.token })).status).toBe(401)
    expect((await refresh(device.refresh)).status).toBe(401)
    expect((await enter(person.email, fresh)).status).toBe(200)
  })

  test('is not told from an address nobody has', async () => {
    const known = await makeCustomerAccount(t.db, t.tools)
    const off = await makeCustomerAccount(t.db, t.tools, { account: { is_active: false } })
    expect(await resetLinks(known.email)).toHaveLength(1)
    expect(await resetLinks('nobody@example.jp')).toEqual([])
    expect(await resetLinks(off.email)).toEqual([])
    expect((await reset({ email: 'not an address' })).body).toEqual({
      email: ['有効なメールアドレスを入力してください。'],
    })
    expect((await reset({})).body).toEqual({ email: ['この項目は必須です。'] })
  })

  test('costs the same statements for known and unknown addresses', async () => {
    const known = await makeCustomerAccount(t.db, t.tools)
    const rows = async () =>
      Number((await t.pool.query('select count(*) as count from mail_token')).rows[0].count)
    const jobs = async () =>
      Number(
        (await t.pool.query('select count(*) as count from graphile_worker._private_jobs')).rows[0].count,
      )
    for (const email of [known.email, 'not-here@example.jp']) {
      const before = [await rows(), await jobs()]
      await reset({ email })
      expect([await rows(), await jobs()]).toEqual([(before[0] ?? 0) + 1, (before[1] ?? 0) + 1])
    }
    await t.runJobs()
  })

  test('a link works once, however many try, and with it go the others', async () => {
    const person = await makeCustomerAccount(t.db, t.tools)
    const first = await resetLink(person.email)
    const second = await resetLink(person.email)
    const responses = await Promise.all(
      ['kagi-no-aru-heya-1', 'kagi-no-aru-heya-2', 'kagi-no-aru-heya-3'].map((password) =>
        reset({ ...second, new_password: password }),
      ),
    )
    expect(responses.map((response) => response.status).sort()).toEqual([204, 400, 400])
    const dead = await reset({ ...first, new_password: fresh })
    expect([dead.status, dead.body]).toEqual([
      400,
      { token: ['Invalid token for given user.'], code: 'invalid_reset' },
    ])
    expect((await reset({ ...second, new_password: fresh })).body.code).toBe('invalid_reset')
  })

  test('strangers who ask for more of them, from anywhere, block nobody and spoil nothing', async () => {
    const behindProxy = await testApp({ config: { trustProxy: 1 } })
    try {
      const person = await makeCustomerAccount(behindProxy.db, behindProxy.tools)
      const ask = (ip: string) =>
        behindProxy.ask('POST /api/reset-password/', {
          body: { email: person.email },
          headers: { 'x-forwarded-for': ip },
        })
      const newest = async () => {
        await behindProxy.runJobs()
        const mail = behindProxy.outbox.findLast((one) => one.to === person.email)
        const link = new URL(/https?:\/\/\S+/.exec(mail?.text ?? '')?.[0] ?? '').searchParams
        return { text: mail?.text, uid: link.get('uid'), token: link.get('token') }
      }
      await ask('198.51.100.1')
      const mine = await newest()
      for (let index = 0; index < 12; index += 1) expect((await ask('203.0.113.5')).status).toBe(204)
      await behindProxy.runJobs()
      expect(behindProxy.outbox.length).toBeLessThanOrEqual(3)
      expect((await ask('198.51.100.1')).status).toBe(204)
      // A mailbox gets ten a day; the last one stays valid until the limit resets.
      for (let minutes = 0; minutes < 300; minutes += 10) {
        behindProxy.clock.forward(600_000)
        await ask(`203.0.113.${minutes % 250}`)
        await behindProxy.runJobs()
      }
      expect(behindProxy.outbox.length).toBe(10)
      expect(
        (await behindProxy.ask('POST /api/reset-password/', { body: { ...mine, new_password: fresh } }))
          .status,
      ).toBe(400)
      const last = await newest()
      expect(last.text).toContain('24時間')
      behindProxy.clock.forward(12 * 3_600_000)
      const { uid, token } = last
      const done = await behindProxy.ask('POST /api/reset-password/', {
        body: { uid, token, new_password: fresh },
      })
      expect(done.status).toBe(204)
    } finally {
      await behindProxy.close()
    }
  })

  test('a link dies after ten minutes, with a sign-in, with a change, and a new address', async () => {
    const person = await makeCustomerAccount(t.db, t.tools)
    const late = await resetLink(person.email)
    t.clock.forward(10 * 60_000)
    expect((await reset({ ...late, new_password: fresh })).status).toBe(400)

    const signedIn = await resetLink(person.email)
    expect((await enter(person.email, factoryPassword)).status).toBe(200)
    expect((await reset({ ...signedIn, new_password: fresh })).status).toBe(400)

    const changed = await resetLink(person.email)
    const { token } = await signIn(t, person)
    const body = { current_password: factoryPassword, new_password: fresh }
    expect((await t.ask('POST /api/change-password/', { token, body })).status).toBe(204)
    expect((await reset({ ...changed, new_password: 'mata-betsu-no-1' })).status).toBe(400)
    expect((await enter(person.email, fresh)).status).toBe(200)
  })

  test('a link opens its own account only; a weak password does not cost it', async () => {
    const person = await makeCustomerAccount(t.db, t.tools)
    const other = await makeCustomerAccount(t.db, t.tools)
    const link = await resetLink(person.email)
    const otherUid = Buffer.from(String(other.account_id)).toString('base64url')
    expect((await reset({ ...link, uid: otherUid, new_password: fresh })).body.code).toBe('invalid_reset')
    expect((await reset({ ...link, uid: '!!', new_password: fresh })).body).toEqual({
      uid: ["Invalid user id or user doesn't exist."],
      code: 'invalid_uid',
    })
    expect((await reset({ ...link, new_password: 'abc' })).body).toHaveProperty('new_password')
    expect((await reset({ uid: link.uid })).body).toEqual({
      token: ['この項目は必須です。'],
      new_password: ['この項目は必須です。'],
    })
    expect((await reset({ ...link, new_password: fresh })).status).toBe(204)
    expect((await enter(other.email, factoryPassword)).status).toBe(200)
  })

  test('somebody who is customer and staff gets a link for each, and each keeps to its kind', async () => {
    const email = 'both@example.jp'
    await makeCustomerAccount(t.db, t.tools, { account: { email } })
    await makeBusinessAccount(t.db, world.umeda.company, { account: { email } })
    const links = await resetLinks(email)
    expect(links.map((link) => link.path).sort()).toEqual(['/biz/password-reset', '/password-reset'])
    const staff = links.find((link) => link.path.startsWith('/biz'))
    await reset({ uid: staff?.uid, token: staff?.token, new_password: fresh })
    expect((await enter(email, fresh, '/biz')).status).toBe(200)
    expect((await enter(email, fresh)).status).toBe(401)
    expect((await enter(email, factoryPassword)).status).toBe(200)
  })

  test('no token is kept where a reader of the database could use it', async () => {
    const person = await makeCustomerAccount(t.db, t.tools)
    const link = await resetLink(person.email)
    const { rows } = await t.pool.query(
      `select m::text as row from mail_token m union all select m::text from mail m`,
    )
    expect(rows.some(({ row }) => row.includes(link.token))).toBe(false)
  })
})

describe('a new address', () => {
  const current_password = factoryPassword
  const change = (token: string, body: object) => t.ask('POST /api/account/email', { token, body })
  const linkTo = async (email: string) => {
    await t.runJobs()
    const mail = t.outbox.findLast((one) => one.to === email)
    return new URL(/https?:\/\/\S+/.exec(mail?.text ?? '')?.[0] ?? 'http://missing/')
  }

  test('is switched to by its mailed link, once, and the old one is told', async () => {
    const person = await makeCustomerAccount(t.db, t.tools)
    const { token, refresh: own } = await signIn(t, person)
    const elsewhere = await signIn(t, person)
    const asked = await change(token, { email: 'Atarashii@example.jp', current_password })
    expect([asked.status, asked.body]).toEqual([200, { email: person.email, is_email_auth: true }])
    const link = await linkTo('Atarashii@example.jp')
    expect(link.pathname).toBe('/email/confirm')
    const secret = link.searchParams.get('token')
    const done = await change(token, { token: secret })
    expect([done.status, done.body]).toEqual([200, { email: 'Atarashii@example.jp', is_email_auth: true }])
    expect((await t.ask('GET /api/me/', { token: elsewhere.token })).status).toBe(401)
    expect((await refresh(elsewhere.refresh)).body.detail).toBe('Token is blacklisted')
    const { access } = (await refresh(own)).body
    expect((await t.ask('GET /api/me/', { token: access })).body.email).toBe('Atarashii@example.jp')
    expect((await change(access, { token: secret })).body.code).toBe('invalid_link')
    await t.runJobs()
    expect(t.outbox.at(-1)).toMatchObject({
      to: person.email,
      subject: '【おくる】メールアドレスが変更されました',
    })
    expect((await enter('atarashii@example.jp', factoryPassword)).status).toBe(200)
    expect((await enter(person.email, factoryPassword)).status).toBe(401)
  })

  test('takes the password, also right after signing in, and guessing it ends soon', async () => {
    const person = await makeCustomerAccount(t.db, t.tools)
    const { token } = await signIn(t, person)
    const without = await change(token, { email: 'dareka@example.jp' })
    expect([without.status, without.body]).toEqual([400, { current_password: ['この項目は必須です。'] }])
    const statuses = new Set<number>()
    for (let index = 0; index < 25; index += 1) {
      const guess = { email: 'dareka@example.jp', current_password: `guess-${index}` }
      const response = await change(token, guess)
      statuses.add(response.status)
      t.clock.forward(5_000)
      if (index === 0) expect(response.body.code).toBe('wrong_password')
    }
    expect([...statuses].sort()).toEqual([400, 429])
    await t.runJobs()
    expect(t.outbox.some((mail) => mail.to === 'dareka@example.jp')).toBe(false)
  })

  test('that two people switch to at the same moment goes to one of them', async () => {
    const target = 'wanted@example.jp'
    const links: { token: string; secret: string | null }[] = []
    for (let index = 0; index < 3; index += 1) {
      const { token } = await signIn(t, await makeCustomerAccount(t.db, t.tools))
      await change(token, { email: target, current_password })
      links.push({ token, secret: (await linkTo(target)).searchParams.get('token') })
    }
    const responses = await Promise.all(links.map((link) => change(link.token, { token: link.secret })))
    expect(responses.map((response) => response.status).sort()).toEqual([200, 400, 400])
    const lost = responses.find((response) => response.status === 400)
    expect(lost?.body.code).toBe('email_taken')
  })

  test('in use: the same answer, and its owner is told instead', async () => {
    const person = await makeCustomerAccount(t.db, t.tools)
    const owner = await makeCustomerAccount(t.db, t.tools)
    const { token } = await signIn(t, person)
    const response = await change(token, { email: owner.email, current_password })
    expect([response.status, response.body]).toEqual([200, { email: person.email, is_email_auth: true }])
    await t.runJobs()
    expect(t.outbox.at(-1)?.to).toBe(owner.email)
    expect(t.outbox.at(-1)?.text).not.toContain('token=')
  })

  test('needs a sign-in of the last ten minutes, and a link of one’s own', async () => {
    const person = await makeCustomerAccount(t.db, t.tools)
    const device = await signIn(t, person)
    t.clock.forward(10 * 60_000 + 1)
    const { access } = (await refresh(device.refresh)).body
    const stale = await change(access, { email: 'later@example.jp', current_password })
    expect([stale.status, stale.body.code]).toEqual([403, 'reauthentication_required'])
    const again = await t.ask('POST /api/auth/jwt/reauthenticate/', {
      token: access,
      body: { password: factoryPassword },
    })
    expect(again.status).toBe(200)
    const asked = { email: 'later@example.jp', current_password }
    expect((await change(again.body.access, asked)).status).toBe(200)
    const secret = (await linkTo('later@example.jp')).searchParams.get('token')
    const stranger = await signIn(t, await makeCustomerAccount(t.db, t.tools))
    expect((await change(stranger.token, { token: secret })).body.code).toBe('invalid_link')
    expect((await change(again.body.access, {})).body).toEqual({ email: ['この項目は必須です。'] })
    expect((await change(again.body.access, { token: secret })).status).toBe(200)
  })
})

describe('devices', () => {
  test('are listed, the current one marked, and ended one by one', async () => {
    const person = await makeCustomerAccount(t.db, t.tools)
    const agent =
      'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Mobile/15E148 Safari/604.1'
    const phone = await t.ask('POST /api/auth/jwt/create/', {
      body: { email: person.email, password: factoryPassword },
      headers: { 'user-agent': agent },
    })
    t.clock.forward(1000)
    const desk = await signIn(t, person)
    const list = await t.ask('GET /api/account/devices/', { token: desk.token })
    expect(
      list.body.map((row: { label: string; is_current: boolean }) => [row.label, row.is_current]),
    ).toEqual([
      ['テスト端末', true],
      ['iPhone の Safari', false],
    ])
    const key = list.body[1].id
    expect((await t.ask(`DELETE /api/account/devices/${key}/`, { token: world.hanako.token })).status).toBe(
      401,
    )
    const stranger = await signIn(t, world.taro)
    expect((await t.ask(`DELETE /api/account/devices/${key}/`, { token: stranger.token })).status).toBe(404)
    expect((await refresh(phone.body.refresh)).status).toBe(200)
    expect((await t.ask(`DELETE /api/account/devices/${key}/`, { token: desk.token })).status).toBe(204)
    expect((await refresh(phone.body.refresh)).status).toBe(401)
    expect((await t.ask(`DELETE /api/account/devices/${key}/`, { token: desk.token })).status).toBe(404)
    expect((await t.ask('GET /api/account/devices/', { token: desk.token })).body).toHaveLength(1)
  })

  test('confirming the password makes this device fresh, not one that was signed out', async () => {
    const person = await makeCustomerAccount(t.db, t.tools)
    const device = await signIn(t, person)
    const again = (password: string) =>
      t.ask('POST /api/auth/jwt/reauthenticate/', { token: device.token, body: { password } })
    const wrong = await again('wrong')
    expect([wrong.status, wrong.body]).toEqual([
      400,
      { password: ['パスワードが違います。'], code: 'wrong_password' },
    ])
    await t.ask('POST /api/logout/', { body: { refresh: device.refresh } })
    expect((await again(factoryPassword)).status).toBe(401)
  })
})

test('what has long ended is cleared away at night; what may still be needed stays', async () => {
  const person = await makeCustomerAccount(t.db, t.tools)
  const device = await signIn(t, person)
  await resetLink(person.email)
  const kept = async () => [
    Number((await t.pool.query('select count(*) as count from mail_token')).rows[0].count),
    Number((await t.pool.query('select count(*) as count from refresh_token')).rows[0].count),
  ]
  const clean = allTasks(t.db, t.tools)['account.clean']
  t.clock.forward(29 * dayMs)
  await clean({})
  expect((await kept()).every((count) => count > 0)).toBe(true)
  expect((await refresh(device.refresh)).status).toBe(200)
  t.clock.forward(200 * dayMs)
  await clean({})
  expect(await kept()).toEqual([0, 0])
})
