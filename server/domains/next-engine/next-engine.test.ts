import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { buildApp } from '#server/app'
import { makeDb, makePool } from '#server/platform/db'
import { createNextEngine } from '#server/platform/next-engine'
import { type TestApp, testApp } from '../../../tests/support/app.ts'
import {
  faults,
  type NextEngineServer,
  startNextEngineServer,
} from '../../../tests/support/next-engine-server.ts'
import { makeWorld, type Person, signIn, type World } from '../../../tests/support/world.ts'
import * as queries from './connection.queries.ts'
import { keepConnectionsAlive } from './next-engine.service.ts'

let server: NextEngineServer
let t: TestApp
let w: World

beforeAll(async () => {
  server = await startNextEngineServer(() => t.clock.now())
  t = await testApp({ config: { nextEngine: server.config } })
  w = await makeWorld(t)
})
beforeEach(async () => {
  await t.pool.query('delete from next_engine_connection')
})
afterEach(() => {
  server.fail(undefined)
  vi.restoreAllMocks()
  expect(server.problems.splice(0)).toEqual([])
})
afterAll(async () => {
  await t.close()
  await server.close()
})

const tokenOf = async (person: Person) => (await signIn(t, person)).token
const connection = async (person = w.aoyama.admin) =>
  (await t.ask('GET /api/biz/next-engine/', { token: await tokenOf(person) })).body
async function connect(house = 'aoyama', person = w.aoyama.admin) {
  return t.ask('POST /next-engine/auth/', { token: await tokenOf(person), body: server.signIn(house) })
}
const search = async (query: Record<string, string | number> = {}, person = w.aoyama.staff) =>
  t.ask('GET /next-engine/master-goods/search', { token: await tokenOf(person), query })
const hours = (count: number) => t.clock.forward(count * 3_600_000)

describe('a connection', () => {
  test('begins with the sign-in of an administrator, and shows since and until when', async () => {
    expect(await connection()).toEqual({
      state: 'not_connected',
      next_engine_company: '',
      connected_at: null,
      connected_by: '',
      connected_until: null,
      answered_at: null,
      supplier_code: '',
      waiting_count: 0,
      failed_count: 0,
      version: 0,
      sign_in_address: `${server.config.signInUrl}/users/sign_in/?client_id=okuru-client&redirect_uri=${encodeURIComponent(`${t.tools.config.publicUrl}/biz/next-engine`)}`,
    })
    expect((await search()).body).toMatchObject({ code: 'next_engine_not_connected' })
    const made = await connect()
    const [now, day] = [t.clock.now().getTime(), 86_400_000]
    expect([made.status, made.body.connected]).toEqual([200, true])
    expect(Date.parse(made.body.access_token_end_date)).toBe(now + day)
    const shown = await connection()
    expect(shown).toMatchObject({
      state: 'connected',
      next_engine_company: 'aoyama株式会社',
      connected_by: '青山 一郎',
    })
    expect(Date.parse(shown.connected_until)).toBe(now + 3 * day)
    // Only an administrator is sent to sign in, and nobody of another dealer sees anything of it.
    expect(await connection(w.aoyama.staff)).toMatchObject({ state: 'connected', sign_in_address: null })
    expect(await connection(w.umeda.admin)).toMatchObject({ state: 'not_connected', next_engine_company: '' })
  })

  test('is of the whole company: no matter for staff, nor for an administrator of some shops', async () => {
    const code = server.signIn()
    const ask = async (person: Person) =>
      (await t.ask('POST /next-engine/auth/', { token: await tokenOf(person), body: code })).status
    expect(await ask(w.aoyama.staff)).toBe(403)
    await t.pool.query('insert into business_user_shop (business_user_id, shop_id) values ($1, $2)', [
      w.aoyama.admin2.id,
      w.aoyama.shops[0],
    ])
    expect(await ask(w.aoyama.admin2)).toBe(403)
    expect((await connection(w.aoyama.admin2)).sign_in_address).toBeNull()
    expect(await ask(w.aoyama.admin)).toBe(200)
  })

  test('is made once with one sign-in, within five minutes', async () => {
    const body = server.signIn()
    const token = await tokenOf(w.aoyama.admin)
    const both = [
      await t.ask('POST /next-engine/auth/', { token, body }),
      await t.ask('POST /next-engine/auth/', { token, body }),
    ]
    expect(both.map(({ status }) => status)).toEqual([200, 400])
    expect(both[1]?.body).toMatchObject({
      code: 'next_engine_refused',
      non_field_errors: [expect.any(String)],
    })
    expect((await connection()).state).toBe('connected')
    const late = server.signIn()
    t.clock.forward(301_000)
    expect((await t.ask('POST /next-engine/auth/', { token, body: late })).status).toBe(400)
    expect(
      (await t.ask('POST /next-engine/auth/', { token, body: { uid: '', state: 'x' } })).body,
    ).toHaveProperty('uid')
  })

  test('keeps its tokens encrypted, and out of answers and logs', async () => {
    await connect()
    await search()
    const { access, refresh } = server.houseOf('aoyama').pair ?? {}
    const { rows } = await t.pool.query('select * from next_engine_connection')
    const text = `${JSON.stringify(rows)} ${rows.map((row) => Object.values(row).map(String).join(' ')).join(' ')} ${t.logText()}`
    for (const secret of [access, refresh, server.config.clientSecret]) {
      expect(secret).toEqual(expect.any(String))
      expect(text).not.toContain(secret)
    }
  })

  test('ends on demand, and tokens that come back afterwards are thrown away', async () => {
    await connect()
    const token = await tokenOf(w.aoyama.admin)
    let end: Promise<unknown> | undefined
    server.fail(async (path) => {
      if (path.endsWith('/count')) end ??= t.ask('DELETE /api/biz/next-engine/', { token })
      await end
      return false
    })
    expect((await search()).body.code).toBe('next_engine_busy')
    expect((await connection()).state).toBe('not_connected')
    const { rows } = await t.pool.query('select access_token_enc, lease from next_engine_connection')
    expect(rows).toEqual([{ access_token_enc: null, lease: null }])
    expect((await t.ask('DELETE /api/biz/next-engine/', { token })).status).toBe(204)
  })
})

describe('goods', () => {
  test('are found by name and code, with numbers as numbers', async () => {
    await connect()
    const { goods } = server.houseOf('aoyama')
    for (const [code, name, price] of [
      ['a-1', 'コート 紺', '12000'],
      ['a-2', 'コート 黒', ''],
      ['b-1', '財布', '9800'],
    ] as const)
      goods.set(code, { goods_id: code, goods_name: name, goods_selling_price: price, stock_quantity: '1' })
    const found = await search({ q: 'コート', limit: 1 })
    expect(found.body).toMatchObject({
      count: 2,
      data: [{ goods_id: 'a-1', goods_selling_price: 12_000, stock_quantity: 1, supplier_name: '' }],
    })
    expect((await search({ q: 'コート', limit: 1, offset: 1 })).body.data).toMatchObject([
      { goods_id: 'a-2', goods_selling_price: null },
    ])
    expect((await search({ goods_id: 'b-1' })).body).toMatchObject({ count: 1 })
    expect((await search({ q: '%' })).body.count).toBe(3)
    expect((await search({ offset: 9 })).body).toEqual({ count: 3, data: [] })
    goods.clear()
  })
})

describe('tokens', () => {
  test('are renewed by a call, stored before its answer is used, and kept alive every day', async () => {
    await connect()
    const first = server.houseOf('aoyama').pair
    hours(25)
    expect((await search()).status).toBe(200)
    expect(server.houseOf('aoyama').pair).not.toEqual(first)
    for (let day = 0; day < 5; day += 1) {
      hours(24)
      await keepConnectionsAlive(t.db, t.tools)
    }
    expect((await search()).status).toBe(200)
    expect((await connection()).state).toBe('connected')
  })

  test('unused for three days: a new sign-in is asked for, once, of every administrator', async () => {
    await connect()
    hours(73)
    const mails = t.outbox.length
    const answers = await Promise.all([search(), search()])
    for (const { status, body } of answers)
      expect([status, body.code]).toEqual([400, 'next_engine_not_connected'])
    await t.runJobs()
    const sent = t.outbox.slice(mails).filter(({ subject }) => subject.includes('ネクストエンジン'))
    expect(sent.map(({ to }) => to).toSorted()).toEqual(
      [w.aoyama.admin2.email, w.aoyama.admin.email].toSorted(),
    )
    expect(await connection()).toMatchObject({ state: 'sign_in_needed', connected_until: null })
    await keepConnectionsAlive(t.db, t.tools)
    expect((await connect()).status).toBe(200)
    expect((await search()).status).toBe(200)
  })

  test('of one company are used by one process at a time', async () => {
    await connect()
    hours(25)
    const { rows } = await t.pool.query('select current_database() as name')
    const { connectionString } = (t.pool as unknown as { options: { connectionString: string } }).options
    expect(connectionString).toContain(rows[0].name)
    const pool = makePool({ connectionString, max: 4 })
    const db = makeDb(pool)
    const other = await buildApp({ db, ...t.tools })
    try {
      const token = await tokenOf(w.aoyama.staff)
      server.fail(faults.slow(20))
      const ask = (app: typeof other) =>
        app.inject({
          url: '/next-engine/master-goods/search',
          headers: { authorization: `Bearer ${token}` },
        })
      const answers = await Promise.all(Array.from({ length: 12 }, (_, at) => ask(at % 2 ? other : t.app)))
      expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(12).fill(200))
    } finally {
      await other.close()
      await db.destroy()
    }
    expect((await connection()).state).toBe('connected')
  })

  test('lost with the process before they were stored: asks again where the old ones hold, else for a sign-in', async () => {
    await connect()
    const kill = () => vi.spyOn(queries, 'storeAnswer').mockRejectedValueOnce(new Error('killed'))
    kill()
    expect((await search()).status).toBe(500)
    expect((await search()).status).toBe(200)
    hours(25)
    kill()
    expect((await search()).status).toBe(500)
    expect((await search()).body.code).toBe('next_engine_not_connected')
    expect((await connection()).state).toBe('sign_in_needed')
  })

  test('of a process that died are free after its lease', async () => {
    await connect()
    const lease = (until: string) =>
      t.pool.query(
        `update next_engine_connection set lease = gen_random_uuid(), lease_until = now() + interval '${until}'`,
      )
    await lease('1 second')
    expect((await search()).status).toBe(200)
    await lease('45 seconds')
    expect((await search()).body.code).toBe('next_engine_busy')
  })
})

describe('an answer of Next Engine', () => {
  test('that is no answer is told in plain words, and the connection holds', async () => {
    await connect()
    for (const [fault, status, code] of [
      [faults.html, 502, 'next_engine_unreadable'],
      [faults.large, 502, 'next_engine_unreadable'],
      [faults.cut, 503, 'next_engine_down'],
      [faults.error('999999'), 503, 'next_engine_down'],
      [faults.error('004001'), 502, 'next_engine_unreadable'],
      [faults.error('003002'), 503, 'next_engine_busy'],
    ] as const) {
      server.fail(fault)
      const answer = await search()
      expect([answer.status, answer.body]).toEqual([status, { code, detail: expect.stringMatching(/。$/) }])
      const refused = await connect()
      expect(refused.status >= 400 && refused.status !== 401 && refused.status < 504).toBe(true)
      server.fail(undefined)
      expect((await search()).status).toBe(200)
    }
  })

  test('that comes late is not waited for', async () => {
    const quick = createNextEngine(server.config, 200)
    server.fail(faults.slow(6_000))
    const begun = performance.now()
    await expect(
      quick.ask('/api_v1_login_company/info', { access: 'a', refresh: 'b' }, {}),
    ).rejects.toMatchObject({
      kind: 'unreachable',
    })
    expect(performance.now() - begun).toBeLessThan(5_500)
    await sleep(6_000)
  })

  test('that says it is overloaded is asked for again a little later', async () => {
    await connect()
    let times = 0
    server.fail((path, response, fields) => {
      times += 1
      return times <= 2 && faults.error('003001')(path, response, fields)
    })
    expect((await search()).status).toBe(200)
  })
})

test('is not offered without a client: calls say so, and nobody is signed out', async () => {
  const { nextEngine: _, ...tools } = t.tools
  const bare = await buildApp({ db: t.db, ...tools, nextEngine: null })
  try {
    const headers = { authorization: `Bearer ${await tokenOf(w.aoyama.admin)}` }
    const shown = await bare.inject({ url: '/api/biz/next-engine/', headers })
    expect(shown.json()).toMatchObject({ state: 'not_offered', sign_in_address: null })
    const asked = await bare.inject({ url: '/next-engine/master-goods/search', headers })
    expect([asked.statusCode, asked.json().code]).toEqual([400, 'next_engine_not_connected'])
    const payload = server.signIn()
    const made = await bare.inject({ method: 'POST', url: '/next-engine/auth/', headers, payload })
    expect([made.statusCode, made.json().code]).toEqual([400, 'next_engine_not_connected'])
  } finally {
    await bare.close()
  }
})
