import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  factoryPassword,
  makeBusinessAccount,
  makeCustomerAccount,
} from '#server/domains/account/account.factory'
import { inTransaction } from '#server/platform/db'
import { hashPassword } from '#server/platform/password'
import { triesOnOneAccount } from '#server/platform/throttle'
import { type TestApp, testApp } from '../../../tests/support/app.ts'
import { makeWorld, type World } from '../../../tests/support/world.ts'

let t: TestApp
let world: World
beforeAll(async () => {
  t = await testApp()
  world = await makeWorld(t)
})
afterAll(() => t.close())
// Every test on its own minutes: what one counted is forgotten for the next.
beforeEach(() => t.clock.forward(3_600_000))

const customerSignIn = 'POST /api/auth/jwt/create/'
const bizSignIn = 'POST /api/biz/auth/jwt/create/'
const refused = { detail: 'No active account found with the given credentials' }
const credentials = (email: string, password = factoryPassword) => ({ body: { email, password } })

describe('signing in', () => {
  test('gives a pair of tokens that other clients attach, and a name for the device', async () => {
    const answer = await t.ask(customerSignIn, credentials('HANAKO@example.jp '))
    expect(answer.status).toBe(200)
    expect(Object.keys(answer.body).sort()).toEqual(['access', 'refresh'])
    expect(answer.body.access).toMatch(/^eyJ/)
    expect(answer.headers['x-okuru-device']).toMatch(/^[\w-]{20,64}$/)
    const me = await t.ask('GET /api/me/', { token: answer.body.access })
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
    const answer = await t.ask(bizSignIn, credentials(world.aoyama.admin.email))
    const me = await t.ask('GET /api/me/', { token: answer.body.access })
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
    const answer = await t.ask(customerSignIn, credentials(world.taro.email))
    const me = await t.ask('GET /api/me/', { token: answer.body.access })
    expect(me.body.customer.profile_complete).toBe(false)
  })

  test('a stale token in the header does not spoil it', async () => {
    const answer = await t.ask(customerSignIn, { ...credentials(world.hanako.email), token: 'eyJstale' })
    expect(answer.status).toBe(200)
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
      const answer = await t.ask(route, input)
      expect([answer.status, answer.body]).toEqual([401, refused])
      expect(answer.headers['www-authenticate']).toBe('Bearer realm="api"')
      expect(answer.headers['x-okuru-device']).toBeUndefined()
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
    // Without the work for nothing the unknown one would take a tenth.
    expect(middle(unknown)).toBeGreaterThan(middle(known) / 3)
  })

  test('missing fields are named', async () => {
    const answer = await t.ask(customerSignIn, { body: {} })
    expect(answer.status).toBe(400)
    expect(answer.body).toEqual({ email: ['この項目は必須です。'], password: ['この項目は必須です。'] })
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
  let owner: { email: string }
  beforeAll(async () => {
    behindProxy = await testApp({ config: { trustProxy: 1 } })
    owner = await makeCustomerAccount(behindProxy.db, behindProxy.tools)
  })
  afterAll(() => behindProxy.close())
  beforeEach(() => behindProxy.clock.forward(3_600_000))

  const attack = async (count: number, options: object, email = owner.email) => {
    let last = { status: 0, headers: {} as Record<string, unknown>, body: {} as { detail?: string } }
    for (let index = 0; index < count && last.status !== 429; index += 1) {
      last = await behindProxy.ask(customerSignIn, { ...options, ...credentials(email, `guess-${index}`) })
    }
    return last
  }

  test('is told to wait soon, while the owner signs in from elsewhere', async () => {
    const last = await attack(200, from('203.0.113.5'))
    expect(last.status).toBe(429)
    expect(Number(last.headers['retry-after'])).toBeGreaterThan(0)
    expect(last.body.detail).toBe(
      `リクエストの処理は絞られました。 Expected available in ${last.headers['retry-after']} seconds.`,
    )
    // Even the right password no longer helps the machine.
    const right = await behindProxy.ask(customerSignIn, {
      ...from('203.0.113.5'),
      ...credentials(owner.email),
    })
    expect(right.status).toBe(429)
    const elsewhere = await behindProxy.ask(customerSignIn, {
      ...from('198.51.100.7'),
      ...credentials(owner.email),
    })
    expect(elsewhere.status).toBe(200)
  })

  test('the wait is the same for an address that does not exist', async () => {
    const last = await attack(200, from('203.0.113.6'), 'nobody@example.jp')
    expect(last.status).toBe(429)
  })

  test('the owner behind the same address gets in with the device that has signed in before', async () => {
    const first = await behindProxy.ask(customerSignIn, {
      ...from('203.0.113.5'),
      ...credentials(owner.email),
    })
    const device = String(first.headers['x-okuru-device'])
    expect((await attack(200, from('203.0.113.5'))).status).toBe(429)
    const known = await behindProxy.ask(customerSignIn, {
      ...from('203.0.113.5', { 'x-okuru-device': device }),
      ...credentials(owner.email),
    })
    expect(known.status).toBe(200)
    expect(known.headers['x-okuru-device']).toBe(device)
    // A name made up, or known to another account, opens nothing.
    const other = await makeCustomerAccount(behindProxy.db, behindProxy.tools)
    for (const [email, name] of [
      [owner.email, 'made-up-name-made-up-name'],
      [other.email, device],
    ] as const) {
      await attack(triesOnOneAccount.limit + 1, from('203.0.113.5'), email)
      const answer = await behindProxy.ask(customerSignIn, {
        ...from('203.0.113.5', { 'x-okuru-device': name }),
        ...credentials(email),
      })
      expect(answer.status).toBe(429)
    }
  })

  test('1000 tries from many addresses leave the owner free to enter', async () => {
    for (let index = 0; index < 1000; index += 50) {
      await Promise.all(
        Array.from({ length: 50 }, (_, inner) =>
          behindProxy.ask(customerSignIn, {
            ...from(`10.${index % 250}.${inner}.9`),
            ...credentials(owner.email, 'x'),
          }),
        ),
      )
    }
    const answer = await behindProxy.ask(customerSignIn, {
      ...from('198.51.100.9'),
      ...credentials(owner.email),
    })
    expect(answer.status).toBe(200)
    // A thousand password checks take their time by design, more so on a busy machine.
  }, 240_000)
})

test('a password changed while signing in with the old one is under way wins', async () => {
  const person = await makeCustomerAccount(t.db, t.tools)
  const other = await hashPassword('another-password-9')
  const pending = await inTransaction(t.db, async (tx) => {
    await tx.selectFrom('account').select('id').where('id', '=', person.account_id).forUpdate().execute()
    const answer = t.ask(customerSignIn, credentials(person.email))
    // The old password has been found right, and the sign-in waits for the row.
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
  const answer = await pending.answer
  expect([answer.status, answer.body]).toEqual([401, refused])
  const devices = await t.db
    .selectFrom('refresh_token')
    .select('jti')
    .where('account_id', '=', person.account_id)
    .execute()
  expect(devices).toEqual([])
})
