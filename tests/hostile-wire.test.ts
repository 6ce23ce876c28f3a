import { createHmac, createSign, generateKeyPairSync, randomBytes } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type AnyCall, isIntegerParam, paramNames } from '#contract/call'
import { forgetPrincipal } from '#server/domains/account/account.service'
import { builtCalls, isPlain, makeTarget, type Shot, type Target, wrongShots } from './support/target.ts'
import { type Person, signIn } from './support/world.ts'

let target: Target
beforeAll(async () => {
  target = await makeTarget()
})
afterEach(() => target.expectFreePool())
afterAll(() => target.t.close())

const reading = builtCalls.filter(({ call }) => call.method === 'GET')

async function get(call: AnyCall, query: string): Promise<Shot> {
  return target.shootAt(call, query, `${target.pathOf(call)}?${query}`)
}

const hostileParameters = [
  '',
  '%00',
  '%ed%a0%80',
  '%',
  '%zz',
  "'",
  '%27%3B%20drop%20table%20account%3B--',
  '-1',
  '0',
  '1.5',
  '1e309',
  'NaN',
  '99999999999999999999',
  '999999999999999',
  '0000-01-01',
  '9999-12-31',
  '2026-02-30',
  'true',
  '%25',
  '%5C',
  '_',
  '%F0%9F%91%A9%F0%9F%8F%BD',
  '%E2%80%AE',
  'あ'.repeat(300),
  '[1]',
  '{"$gt":""}',
]

/** Parameters that many calls share, parsed by shared code. Each call gets a quarter of the hostile values, in rotation. */
const ofMany = ['page', 'size', 'ordering', 'after', 'updated_since', 'unknown']
const callsPerValue = 4

describe('hostile queries', () => {
  test.each(reading.map((one, turn) => ({ ...one, turn })))('$name', async ({ call, turn }) => {
    await target.later()
    const names = [...Object.keys(call.query?.shape ?? {}), 'page', 'size', 'ordering', 'unknown']
    const fired = await target.volley(async () => {
      const shots: Shot[] = []
      for (const name of new Set(names)) {
        const values = ofMany.includes(name)
          ? hostileParameters.filter((_, index) => (index + turn) % callsPerValue === 0)
          : hostileParameters
        for (const value of values) shots.push(await get(call, `${name}=${value}`))
        for (const query of [`${name}=1&${name}=2`, `${name}[]=1`, `${name}[a]=1`, `${name}=1&`.repeat(300)])
          shots.push(await get(call, query))
        if (names.length > 6 || call.limit === 'export') await target.later()
      }
      return shots
    })
    // The results must not come from rate limits.
    expect(wrongShots(fired, ({ status }) => status !== 429)).toEqual([])
  })

  const lists = reading.filter(
    ({ call }) => typeof call.ok === 'object' && call.query?.shape.page && call.query.shape.size,
  )

  test.each(lists)('pages of $name that are not there', async ({ call }) => {
    await target.later()
    const isWindow = call.query?.shape.limit !== undefined
    const status = async (query: string) => (await get(call, query)).answer.status
    for (const page of ['0', '-1', 'abc', '1.5', '999999999', '99999999999999999999'])
      expect([page, await status(`page=${page}`)]).toEqual([page, 404])
    for (const size of ['0', '-1', 'abc', '100000', '99999999999999999999'])
      expect([size, await status(`page=1&size=${size}`)]).toEqual([size, 200])
    expect(await status('page=last')).toBe(200)
    expect(await status('page=last&size=1')).toBe(200)
    if (isWindow) expect(await status('limit=0&offset=999999999999')).toBe(200)
    const most = (await get(call, 'page=1&size=100000')).answer.body
    expect(most.results.length).toBeLessThanOrEqual(200)
  })

  const ordered = reading.filter(({ call }) => call.query?.shape.ordering)

  test.each(ordered)('an ordering of $name reaches no column that is not offered', async ({ call }) => {
    await target.later()
    const plain = (await get(call, '')).answer.body.results
    for (const ordering of [
      'id; drop table account',
      '-password_hash',
      'customer.email',
      '(select password_hash from account limit 1)',
      "id' or 1=1 --",
      'constructor',
      '__proto__,toString,hasOwnProperty',
      ','.repeat(150),
      '--id',
    ]) {
      const { answer } = await get(call, `ordering=${encodeURIComponent(ordering)}`)
      expect([ordering, answer.status]).toEqual([ordering, 200])
      expect(answer.body.results).toEqual(plain)
    }
  })
})

const hostileIds = [
  '0',
  '-1',
  '1.5',
  '+1',
  '1e3',
  'abc',
  '٣',
  '99999999999999999999',
  '999999999999999',
  '..%2f',
  '%2e%2e%2f%2e%2e%2fetc%2fpasswd',
  '%00',
  '%E3%81',
  '1%00',
  '1;drop table account',
  "1'--",
  'a'.repeat(199),
  'a'.repeat(5_000),
]
const hostileTexts = [
  '%25',
  '_%25',
  '%5C',
  '%25%25%25',
  '________________',
  '%ed%a0%80',
  '%F0%9F%91%A9',
  ...hostileIds,
]

describe('hostile paths', () => {
  test.each(builtCalls.filter(({ call }) => paramNames(call.path).length > 0))(
    '$name',
    async ({ name, call }) => {
      await target.later()
      const fired = await target.volley(async () => {
        const shots: Shot[] = []
        for (const param of paramNames(call.path)) {
          for (const value of isIntegerParam(param) ? hostileIds : hostileTexts) {
            const path = target.pathOf(call, { [param]: encodeURI(value).replaceAll('%25', '%') })
            const body = call.body && call.method !== 'GET' ? await target.bodyOf(name, call) : undefined
            shots.push(await target.shootAt(call, `${param}=${value}`, path, body))
          }
        }
        return shots
      })
      // Patterns match nothing: only lists may be empty, and a body may be validated without an object.
      const found = fired.filter(({ answer }) => answer.status < 300 && JSON.stringify(answer.body) !== '[]')
      expect(wrongShots(found, () => false)).toEqual([])
    },
  )

  test('paths beside the calls are missing, as JSON', async () => {
    for (const path of [
      '/api/',
      '/api/nothing/',
      '/api/me/..%2fcustomers/',
      '/api//me/',
      '/files/x',
      '/api/me/%00',
    ]) {
      const response = await target.t.ask(`GET ${path}`, { token: target.tokens.customer })
      expect([path, isPlain(response) && response.status >= 400]).toEqual([path, true])
    }
  })
})

describe('tokens', () => {
  const part = (value: unknown) =>
    Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url')
  const now = () => Math.floor(target.t.clock.now().getTime() / 1000)

  function claimsOf(token: string): Record<string, unknown> {
    return JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString('utf8'))
  }

  function signed(claims: unknown, options: { alg?: string; key?: Buffer; hash?: string } = {}): string {
    const head = part({ alg: options.alg ?? 'HS256', typ: 'JWT' })
    const key = options.key ?? target.t.tools.keys.token
    const signature = createHmac(options.hash ?? 'sha256', key).update(`${head}.${part(claims)}`)
    return `${head}.${part(claims)}.${signature.digest('base64url')}`
  }

  const ask = async (token: string, route = 'GET /api/me/') => target.t.ask(route, { token })

  test('another algorithm, key, type, time or content is refused by code', async () => {
    await target.later()
    const good = target.tokens.customer as string
    const [head, payload, signature] = good.split('.') as [string, string, string]
    const claims = claimsOf(good)
    expect((await ask(signed(claims))).status).toBe(200)
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
    const rsHead = part({ alg: 'RS256', typ: 'JWT' })
    const rs = createSign('sha256').update(`${rsHead}.${payload}`).sign(privateKey).toString('base64url')
    const forged: Record<string, string> = {
      none: `${part({ alg: 'none' })}.${payload}.`,
      'none, signed': `${part({ alg: 'none' })}.${payload}.${signature}`,
      'None, our key': signed(claims, { alg: 'None' }),
      RS256: `${rsHead}.${payload}.${rs}`,
      'RS256 by our key': signed(claims, { alg: 'RS256' }),
      HS512: signed(claims, { alg: 'HS512', hash: 'sha512' }),
      'HS512 named only': signed(claims, { alg: 'HS512' }),
      'another key': signed(claims, { key: randomBytes(32) }),
      'empty key': signed(claims, { key: Buffer.alloc(0) }),
      'payload of another': `${head}.${part({ ...claims, user_id: 2 })}.${signature}`,
      'no signature': `${head}.${payload}.`,
      'signature cut': `${head}.${payload}.${signature.slice(0, -4)}`,
      'four parts': `${good}.x`,
      expired: signed({ ...claims, exp: now() - 1 }),
      'ends now': signed({ ...claims, exp: now() }),
      'no end': signed({ ...claims, exp: undefined }),
      'end as text': signed({ ...claims, exp: String(now() + 1000) }),
      refresh: signed({ ...claims, token_type: 'refresh' }),
      'no type': signed({ ...claims, token_type: undefined }),
      'list of audiences': signed({ ...claims, aud: ['customer', 'business'] }),
      'audience of staff': signed({ ...claims, aud: 'business' }),
      'old generation': signed({ ...claims, gen: Number(claims.gen) - 1 }),
      'user as text': signed({ ...claims, user_id: `${claims.user_id} or 1=1` }),
      'user as list': signed({ ...claims, user_id: [claims.user_id] }),
      'a list': signed([claims]),
      null: signed(null),
      'no JSON': signed('{'),
      long: signed({ ...claims, pad: 'x'.repeat(5_000) }),
    }
    for (const [what, token] of Object.entries(forged)) {
      const response = await ask(token)
      expect([what, response.status, response.body.code]).toEqual([what, 401, 'token_not_valid'])
      expect(response.headers['www-authenticate']).toBe('Bearer realm="api"')
    }
    const unknown = await ask(signed({ ...claims, user_id: 999_999_999 }))
    expect([unknown.status, unknown.body.code]).toEqual([401, 'user_not_found'])
    const nameless = await ask(signed({ ...claims, user_id: undefined }))
    expect([nameless.status, nameless.body.code]).toEqual([401, 'token_not_valid'])
    for (const user_id of [-1, 0, 2 ** 53 - 1])
      expect((await ask(signed({ ...claims, user_id }))).status).toBe(401)
  })

  test('a token made tomorrow is not a sign-in fresher than any', async () => {
    await target.later()
    const claims = claimsOf(target.tokens.customer as string)
    const response = await ask(
      signed({ ...claims, token_type: 'refresh', iat: now() + 86_400 }),
      'GET /api/me/',
    )
    expect(response.status).toBe(401)
  })

  test("a customer's token opens nothing of a dealer, a dealer's nothing of a customer", async () => {
    await target.later()
    const { customer, staff } = target.tokens
    for (const { call } of builtCalls) {
      const others = ['customer.self', 'customer.create', 'bank_account.write'].includes(call.may)
      const isBusiness = call.may.startsWith('biz.') || call.may.startsWith('operator.')
      if (!others && !isBusiness) continue
      const response = await target.t.ask(`${call.method} ${target.pathOf(call)}`, {
        token: others ? staff : customer,
        ...(call.body ? { body: {} } : {}),
      })
      expect([call.route, response.status]).toEqual([call.route, 403])
    }
  })

  test('whoever is deactivated, left or gone holds a token for nothing', async () => {
    await target.later()
    const { t, w } = target
    const tokenOf = async (person: Person) => (await signIn(t, person)).token
    const taro = await tokenOf(w.taro)
    const staff = await tokenOf(w.umeda.staff)
    expect([(await ask(taro)).status, (await ask(staff)).status]).toEqual([200, 200])

    await t.pool.query('update business_user set is_active = false where id = $1', [w.umeda.staff.id])
    forgetPrincipal(t.db, w.umeda.staff.account_id)
    expect((await ask(staff)).body.code).toBe('user_inactive')

    await t.pool.query('update account set is_active = false where id = $1', [w.taro.account_id])
    forgetPrincipal(t.db, w.taro.account_id)
    expect((await ask(taro)).body.code).toBe('user_inactive')
    await t.pool.query('update account set is_active = true where id = $1', [w.taro.account_id])
    forgetPrincipal(t.db, w.taro.account_id)

    const left = await t.ask(`DELETE /api/customers/${w.taro.id}/`, { token: taro })
    expect(left.status).toBe(204)
    const after = await ask(taro)
    expect(after.status).toBe(401)
    expect(['user_not_found', 'user_inactive']).toContain(after.body.code)
    const again = await t.ask('POST /api/auth/jwt/refresh/', { body: { refresh: w.taro.refresh } })
    expect(again.status).toBe(401)
  })

  test('the header itself may be anything', async () => {
    for (const authorization of [
      'Bearer',
      'Bearer  ',
      'bearer x',
      'Bearer a b',
      'Basic eDp5',
      '\u00ff',
      'Bearer ..',
      `Bearer ${'a'.repeat(8_000)}`,
    ]) {
      const response = await target.t.ask('GET /api/me/', { headers: { authorization } })
      expect([authorization.slice(0, 20), response.status]).toEqual([authorization.slice(0, 20), 401])
    }
  })
})
