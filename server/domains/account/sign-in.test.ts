import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { errors } from '#contract/error'
import {
  factoryPassword,
  makeBusinessAccount,
  makeCustomerAccount,
} from '#server/domains/account/account.factory'
import { inTransaction } from '#server/platform/db'
import { hashPassword } from '#server/platform/password'
import { triesOnOneAccount, wrongTriesOnOneAccount } from '#server/platform/sign-in-guard'
import { rates } from '#server/platform/throttle'
import { type TestApp, testApp } from '../../../tests/support/app.ts'
import { makeWorld, type World } from '../../../tests/support/world.ts'

let t: TestApp
let world: World
beforeAll(async () => {
  t = await testApp()
  world = await makeWorld(t)
})
afterAll(() => t.close())
beforeEach(() => t.clock.forward(3_600_000))

const customerSignIn = 'POST /api/auth/jwt/create/'
const bizSignIn = 'POST /api/biz/auth/jwt/create/'
const refused = { detail: 'No active account found with the given credentials' }
const credentials = (email: string, password = factoryPassword) => ({ body: { email, password } })

describe('signing in', () => {
  test('gives a pair of tokens that other clients attach, and a name for the device', async () => {
    const response = await t.ask(customerSignIn, credentials('HANAKO@example.jp '))
    expect(response.status).toBe(200)
    expect(Object.keys(response.body).sort()).toEqual(['access', 'refresh'])
    expect(response.body.access).toMatch(/^eyJ/)
    expect(response.headers['x-okuru-device']).toMatch(/^[\w-]{20,64}$/)
    const me = await t.ask('GET /api/me/', { token: response.body.access })
    expect(me.body).toEqual({
      id: world.hanako.account_id,
      email: 'hanako@example.jp',
      customer: {
        id: world.hanako.id,
        name: '山田 花子',
        is_corporate: false,
        is_email_auth: true,
        profile_complete: true,
      },
      business_user: null,
    })
  })

  test('staff see their company and the shops they may see', async () => {
    const response = await t.ask(bizSignIn, credentials(world.aoyama.admin.email))
    const me = await t.ask('GET /api/me/', { token: response.body.access })
    expect(me.body.customer).toBeNull()
    expect(me.body.business_user).toMatchObject({
      id: world.aoyama.admin.id,
      role: 'admin',
      is_admin: true,
      company: { id: world.aoyama.company, is_operator: false },
    })
    expect(me.body.business_user.company.shops.map((shop: { id: number }) => shop.id)).toEqual(
      world.aoyama.shops,
    )
    const limited = await makeBusinessAccount(t.db, world.aoyama.company, {
      shop_ids: [world.aoyama.shops[1]],
    })
    const other = await t.ask(bizSignIn, credentials(limited.email))
    const seen = await t.ask('GET /api/me/', { token: other.body.access })
    expect(seen.body.business_user.company.shops).toEqual([
      { id: world.aoyama.shops[1], name: '渋谷店', store_key: 'aoyama' },
    ])
  })

  test('an incomplete customer is told apart', async () => {
    const response = await t.ask(customerSignIn, credentials(world.taro.email))
    const me = await t.ask('GET /api/me/', { token: response.body.access })
    expect(me.body.customer.profile_complete).toBe(false)
  })

  test('a stale token in the header does not spoil it', async () => {
    const response = await t.ask(customerSignIn, { ...credentials(world.hanako.email), token: 'eyJstale' })
    expect(response.status).toBe(200)
  })

  test('every reason to refuse has one answer, without a code', async () => {
    const inactive = await makeCustomerAccount(t.db, t.tools, { account: { is_active: false } })
    const unconfirmed = await makeCustomerAccount(t.db, t.tools, { account: { is_email_auth: false } })
    const left = await makeCustomerAccount(t.db, t.tools, {
      customer: { left_at: '2026-11-01T00:00:00+09:00' },
    })
    const social = await makeCustomerAccount(t.db, t.tools, { account: { password_hash: null } })
    const former = await makeBusinessAccount(t.db, world.aoyama.company, { user: { is_active: false } })
    const tries: [string, ReturnType<typeof credentials>][] = [
      [customerSignIn, credentials('nobody@example.jp')],
      [customerSignIn, credentials(world.hanako.email, 'wrong-password')],
      [customerSignIn, credentials(inactive.email)],
      [customerSignIn, credentials(unconfirmed.email)],
      [customerSignIn, credentials(left.email)],
      [customerSignIn, credentials(social.email, '')],
      [customerSignIn, credentials(world.aoyama.staff.email)],
      [bizSignIn, credentials(world.hanako.email)],
      [bizSignIn, credentials(former.email)],
    ]
    for (const [route, input] of tries.filter(([, { body }]) => body.password !== '')) {
      const response = await t.ask(route, input)
      expect([response.status, response.body]).toEqual([401, refused])
      expect(response.headers['www-authenticate']).toBe('Bearer realm="api"')
      expect(response.headers['x-okuru-device']).toBeUndefined()
    }
    expect((await t.ask(customerSignIn, credentials(social.email, 'anything-1'))).body).toEqual(refused)
  })

  test('an unknown address costs as much time as a wrong password', async () => {
    const time = async (email: string) => {
      const start = performance.now()
      await t.ask(customerSignIn, credentials(email, 'wrong-password'))
      return performance.now() - start
    }
    const known: number[] = []
    const unknown: number[] = []
    for (let index = 0; index < 7; index += 1) {
      known.push(await time(world.hanako.email))
      unknown.push(await time('nobody-at-all@example.jp'))
    }
    const middle = (times: number[]) => [...times].sort((a, b) => a - b)[3] as number
    // Without the dummy hash the unknown address would take a tenth of the time.
    expect(middle(unknown)).toBeGreaterThan(middle(known) / 3)
  })

  test('missing fields are named', async () => {
    const response = await t.ask(customerSignIn, { body: {} })
    expect(response.status).toBe(400)
    expect(response.body).toEqual({ email: ['この項目は必須です。'], password: ['この項目は必須です。'] })
  })

  test('is recorded, without the address; a refused one is in the log, also without', async () => {
    const before = t.logText().length
    await t.ask(customerSignIn, credentials(world.hanako.email, 'wrong-password'))
    await t.ask(customerSignIn, credentials(world.hanako.email))
    const row = await t.db
      .selectFrom('activity')
      .selectAll()
      .where('action', '=', 'account.sign_in')
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow()
    expect(row.object_id).toBe(String(world.hanako.account_id))
    const log = t.logText().slice(before)
    expect(log).toContain('sign_in_failed')
    expect(log).not.toContain('hanako')
    expect(log).not.toContain('wrong-password')
  })
})

describe('a machine with a list of passwords', () => {
  const from = (ip: string, headers: Record<string, string> = {}) => ({
    headers: { 'x-forwarded-for': ip, ...headers },
  })
  let behindProxy: TestApp
  let owner: { account_id: number; email: string }
  beforeAll(async () => {
    behindProxy = await testApp({ config: { trustProxy: 1 } })
  })
  afterAll(() => behindProxy.close())
  beforeEach(async () => {
    behindProxy.clock.forward(86_400_000)
    owner = await makeCustomerAccount(behindProxy.db, behindProxy.tools)
  })

  const enters = (
    ip: string,
    more: { headers?: Record<string, string>; code?: string; email?: string } = {},
  ) =>
    behindProxy.ask(customerSignIn, {
      ...from(ip, more.headers),
      body: {
        email: more.email ?? owner.email,
        password: factoryPassword,
        ...(more.code === undefined ? {} : { one_time_code: more.code }),
      },
    })
  const attack = async (count: number, options: object, email = owner.email) => {
    let last = { status: 0, headers: {} as Record<string, unknown>, body: {} as { detail?: string } }
    for (let index = 0; index < count && last.status !== 429; index += 1) {
      last = await behindProxy.ask(customerSignIn, { ...options, ...credentials(email, `guess-${index}`) })
    }
    return last
  }
  const attackFromEverywhere = async (email: string, count: number, route = customerSignIn) => {
    const answers: string[] = []
    for (let index = 0; index < count; index += 1) {
      const response = await behindProxy.ask(route, {
        ...from(`10.0.${index % 30}.9`),
        ...credentials(email, `guess-${index}`),
      })
      answers.push(`${response.status} ${response.body.code ?? ''}`.trim())
    }
    return answers
  }
  const codeMailedTo = async (email: string, ip: string, kind = '') => {
    await behindProxy.runJobs()
    const before = behindProxy.outbox.length
    const asked = await behindProxy.ask(`POST /api${kind}/auth/jwt/code/`, { ...from(ip), body: { email } })
    expect([asked.status, asked.body]).toEqual([204, ''])
    await behindProxy.runJobs()
    const mail = behindProxy.outbox.slice(before).find((one) => one.to === email)
    return /確認コード: (\d{4} \d{4})/.exec(mail?.text ?? '')?.[1]
  }

  test('is told to wait soon, while the owner signs in from elsewhere', async () => {
    const last = await attack(200, from('203.0.113.5'))
    expect(last.status).toBe(429)
    expect(Number(last.headers['retry-after'])).toBeGreaterThan(0)
    expect(last.body.detail).toBe(
      `リクエストの処理は絞られました。 Expected available in ${last.headers['retry-after']} seconds.`,
    )
    expect((await enters('203.0.113.5')).status).toBe(429)
    expect((await enters('198.51.100.7')).status).toBe(200)
  })

  test('is one network however many addresses it writes before the one the proxy saw', async () => {
    const statuses = new Set<number>()
    for (let index = 0; index < 30; index += 1) {
      const forged = index % 2 === 0 ? `203.0.113.${index}` : `198.51.100.${index}, 203.0.113.${index}`
      const written = from(`${forged}, 192.0.2.66`)
      statuses.add(
        (await behindProxy.ask(customerSignIn, { ...written, ...credentials(owner.email, 'x') })).status,
      )
    }
    expect([...statuses]).toEqual([401, 429])
    expect((await enters('203.0.113.2')).status).toBe(200)
  })

  test('the wait is the same for an address that does not exist', async () => {
    const last = await attack(200, from('203.0.113.6'), 'nobody@example.jp')
    expect(last.status).toBe(429)
  })

  test('the owner behind the same address gets in with the device that has signed in before', async () => {
    const first = await enters('203.0.113.5')
    const device = String(first.headers['x-okuru-device'])
    expect((await attack(200, from('203.0.113.5'))).status).toBe(429)
    const known = await enters('203.0.113.5', { headers: { 'x-okuru-device': device } })
    expect(known.status).toBe(200)
    expect(known.headers['x-okuru-device']).toBe(device)
    const other = await makeCustomerAccount(behindProxy.db, behindProxy.tools)
    for (const [email, mark] of [
      [owner.email, 'made-up-name-made-up-name-made-up-name-made-up'],
      [other.email, device],
    ] as const) {
      await attack(triesOnOneAccount.limit + 1, from('203.0.113.5'), email)
      const response = await enters('203.0.113.5', { email, headers: { 'x-okuru-device': mark } })
      expect(response.status).toBe(429)
    }
  })

  test('with right passwords and a new device name each time is limited like any other', async () => {
    const statuses: number[] = []
    for (let index = 0; index < rates.sign_in.limit + 5; index += 1) {
      const response = await enters('203.0.113.8', {
        headers: { 'x-okuru-device': `fresh-device-name-${index}-xxxxxxxx` },
      })
      statuses.push(response.status)
    }
    expect(statuses.filter((status) => status === 200)).toHaveLength(rates.sign_in.limit)
    expect(statuses.at(-1)).toBe(429)
  })

  test('is not served any more after so many wrong tries over all addresses; the owner still gets in', async () => {
    const device = String((await enters('198.51.100.1')).headers['x-okuru-device'])
    const answers = await attackFromEverywhere(owner.email, 120)
    const checked = answers.filter((answer) => answer === '401').length
    expect(checked).toBe(wrongTriesOnOneAccount.limit)
    expect(new Set(answers)).toEqual(new Set(['401', '400 sign_in_code_required']))
    // An unknown device is refused before the password is checked …
    const stranger = await enters('198.51.100.2')
    expect([stranger.status, stranger.body]).toEqual([
      400,
      { one_time_code: [errors.sign_in_code_required.message], code: 'sign_in_code_required' },
    ])
    // … a known one is not, from any network.
    expect((await enters('198.51.100.3', { headers: { 'x-okuru-device': device } })).status).toBe(200)
    // A mailed code works in any spelling, and only once.
    const code = (await codeMailedTo(owner.email, '198.51.100.4')) ?? ''
    expect((await enters('198.51.100.4', { code: '0000 0000' })).body.code).toBe('sign_in_code_wrong')
    const entered = await enters('198.51.100.4', { code: code.replace(' ', '－').replaceAll('1', '１') })
    expect(entered.status).toBe(200)
    expect((await enters('198.51.100.5', { code })).body.code).toBe('sign_in_code_wrong')
    const mark = String(entered.headers['x-okuru-device'])
    expect((await enters('198.51.100.6', { headers: { 'x-okuru-device': mark } })).status).toBe(200)
  })

  test('learns nothing of who exists: an address nobody has is answered alike, and no mail leaves', async () => {
    const real = await attackFromEverywhere(owner.email, 40)
    const made = await attackFromEverywhere('nobody-at-all@example.jp', 40)
    expect(made).toEqual(real)
    expect(await codeMailedTo('nobody-at-all@example.jp', '198.51.100.8')).toBeUndefined()
  })

  test('a code is mailed only to an account that needs one, and strangers who ask cannot spoil it', async () => {
    expect(await codeMailedTo(owner.email, '198.51.100.9')).toBeUndefined()
    await attackFromEverywhere(owner.email, 40)
    const code = (await codeMailedTo(owner.email, '198.51.100.9')) ?? ''
    const sent = behindProxy.outbox.length
    for (let index = 0; index < 40; index += 1) {
      const asked = { ...from(`10.1.${index}.1`), body: { email: owner.email } }
      expect((await behindProxy.ask('POST /api/auth/jwt/code/', asked)).status).toBe(204)
    }
    await behindProxy.runJobs()
    expect(behindProxy.outbox.length - sent).toBeLessThan(3)
    expect((await enters('198.51.100.9', { code })).status).toBe(200)
    behindProxy.clock.forward(10 * 60_000)
    const later = (await codeMailedTo(owner.email, '198.51.100.9')) ?? ''
    behindProxy.clock.forward(30 * 60_000)
    expect((await enters('198.51.100.9', { code: later })).body.code).toBe('sign_in_code_wrong')
  })

  test('staff are guarded the same way, and a code of one side opens nothing of the other', async () => {
    const { company } = (await makeWorld(behindProxy)).umeda
    const staff = await makeBusinessAccount(behindProxy.db, company)
    const answers = await attackFromEverywhere(staff.email, 40, bizSignIn)
    expect(answers.at(-1)).toBe('400 sign_in_code_required')
    expect(await codeMailedTo(staff.email, '198.51.100.10')).toBeUndefined()
    const code = (await codeMailedTo(staff.email, '198.51.100.10', '/biz')) ?? ''
    // As a Japanese keyboard may write it.
    const wide = [...code].map((digit) => String.fromCharCode(digit.charCodeAt(0) + 0xfee0)).join('')
    const body = { email: staff.email, password: factoryPassword, one_time_code: `${wide} ` }
    expect((await behindProxy.ask(bizSignIn, { ...from('198.51.100.10'), body })).status).toBe(200)
  })

  test('whoever resets the password by mail is not asked for a code on top', async () => {
    await attackFromEverywhere(owner.email, 40)
    await behindProxy.ask('POST /api/reset-password/', {
      ...from('198.51.100.11'),
      body: { email: owner.email },
    })
    await behindProxy.runJobs()
    const text = behindProxy.outbox.findLast((mail) => mail.to === owner.email)?.text ?? ''
    const link = new URL(/https?:\/\/\S+/.exec(text)?.[0] ?? '').searchParams
    const body = { uid: link.get('uid'), token: link.get('token'), new_password: 'atarashii-kagi-88' }
    expect((await behindProxy.ask('POST /api/reset-password/', { body })).status).toBe(204)
    const signedIn = { ...from('198.51.100.11'), ...credentials(owner.email, 'atarashii-kagi-88') }
    expect((await behindProxy.ask(customerSignIn, signedIn)).status).toBe(200)
  })

  test('a device that was ended, or was there before the password changed, is not known any more', async () => {
    const first = await enters('198.51.100.12')
    const mark = { headers: { 'x-okuru-device': String(first.headers['x-okuru-device']) } }
    const body = { current_password: factoryPassword, new_password: 'atarashii-kagi-88' }
    const second = await enters('198.51.100.13')
    const changed = await behindProxy.ask('POST /api/change-password/', { token: second.body.access, body })
    expect(changed.status).toBe(204)
    await attackFromEverywhere(owner.email, 40)
    expect((await enters('198.51.100.12', mark)).body.code).toBe('sign_in_code_required')
  })

  test('the log names its network by a mark, the same each time, and never the address', async () => {
    const before = behindProxy.logText().length
    for (const ip of ['203.0.113.77', '203.0.113.77', '203.0.113.78']) {
      await behindProxy.ask(customerSignIn, { ...from(ip), ...credentials(owner.email, 'x') })
    }
    const log = behindProxy.logText().slice(before)
    const marks = [...log.matchAll(/"event":"sign_in_failed","account":\d+,"network":"([\w-]{16})"/g)].map(
      ([, mark]) => mark,
    )
    expect(marks).toHaveLength(3)
    expect(marks[0]).toBe(marks[1])
    expect(marks[2]).not.toBe(marks[0])
    expect(log).not.toContain('203.0.113')
  })
})

test('a password changed while signing in with the old one is under way wins', async () => {
  const person = await makeCustomerAccount(t.db, t.tools)
  const other = await hashPassword('another-password-9')
  const pending = await inTransaction(t.db, async (tx) => {
    await tx.selectFrom('account').select('id').where('id', '=', person.account_id).forUpdate().execute()
    const answer = t.ask(customerSignIn, credentials(person.email))
    // The old password is checked; the sign-in now waits for the row lock.
    await expect
      .poll(async () => (await t.pool.query('select from pg_locks where not granted')).rowCount)
      .toBeGreaterThan(0)
    await tx
      .updateTable('account')
      .set({ password_hash: other })
      .where('id', '=', person.account_id)
      .execute()
    return { answer }
  })
  const response = await pending.answer
  expect([response.status, response.body]).toEqual([401, refused])
  const devices = await t.db
    .selectFrom('refresh_token')
    .select('jti')
    .where('account_id', '=', person.account_id)
    .execute()
  expect(devices).toEqual([])
})
