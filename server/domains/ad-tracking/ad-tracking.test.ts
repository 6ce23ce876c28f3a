import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { makeCustomerAccount } from '#server/domains/account/account.factory'
import { allTasks } from '#server/jobs'
import { type TestApp, testApp, testStart } from '../../../tests/support/app.ts'
import { makeWorld, signIn, type World } from '../../../tests/support/world.ts'

let t: TestApp
let w: World
let hanako: string
beforeAll(async () => {
  t = await testApp()
  w = await makeWorld(t)
})
afterAll(() => t.close())
beforeEach(async () => {
  t.clock.set(testStart)
  hanako = (await signIn(t, w.hanako)).token
})

const visit = {
  utm_source: 'google',
  utm_term: 'グッチ 買取',
  gclid: 'Cj0KCQ',
  landing_url: 'https://okuru.example/signup?token=secret&utm_source=google#top',
  referrer: 'https://search.example/results?q=%E4%BD%90%E8%97%A4',
  store: 'aoyama',
}
const create = async (body: object = visit) => {
  const response = await t.ask('POST /api/ad-tracking/create/', { body })
  expect(response.status).toBe(201)
  return response.body.token as string
}
const tie = (token: string, bearer: string) =>
  t.ask('POST /api/ad-tracking/update-user/', { token: bearer, body: { token } })
const visitOf = (token: string) =>
  t.db.selectFrom('ad_tracking').selectAll().where('token', '=', token).executeTakeFirst()
const events = () => t.db.selectFrom('user_activity').selectAll().orderBy('id').execute()

describe('where a visitor came from', () => {
  test('is kept without what addresses carry after the path', async () => {
    const token = await create()
    expect(token).toMatch(/^[0-9a-f]{8}-[0-9a-f-]{27}$/)
    expect(await visitOf(token)).toMatchObject({
      utm_source: 'google',
      utm_term: 'グッチ 買取',
      utm_medium: '',
      landing_url: 'https://okuru.example/signup',
      referrer: 'https://search.example/results',
      account_id: null,
      linked_at: null,
    })
    expect(await visitOf(await create({ referrer: 'javascript:alert(1)' }))).toMatchObject({ referrer: '' })
  })

  test('each call is a visit of its own', async () => {
    expect(await create({})).not.toBe(await create({}))
  })

  test('is tied to the account that signs in, once and for all', async () => {
    const token = await create()
    expect(await tie(token, hanako)).toMatchObject({ status: 200, body: { token } })
    const tied = await visitOf(token)
    expect(tied?.account_id).toBe(w.hanako.account_id)
    t.clock.forward(60_000)
    expect((await tie(token, hanako)).status).toBe(200)
    expect((await visitOf(token))?.linked_at).toBe(tied?.linked_at)

    const taro = (await signIn(t, w.taro)).token
    for (const [foreign, bearer] of [
      [token, taro],
      ['00000000-0000-4000-8000-000000000000', hanako],
      ['not a token', hanako],
    ] as const) {
      const response = await tie(foreign, bearer)
      expect(response.status).toBe(404)
      expect(response.body.detail).toBe('Token not found')
    }
    expect((await visitOf(token))?.account_id).toBe(w.hanako.account_id)
  })

  test('two accounts at once: one of them gets it', async () => {
    const taro = (await signIn(t, w.taro)).token
    for (let round = 0; round < 5; round += 1) {
      const token = await create()
      const both = await Promise.all([tie(token, hanako), tie(token, taro)])
      expect(both.map(({ status }) => status).sort()).toEqual([200, 404])
    }
  })

  test('needs a sign-in to be tied', async () => {
    const token = await create()
    const response = await t.ask('POST /api/ad-tracking/update-user/', { body: { token } })
    expect(response.status).toBe(401)
  })
})

describe('what a visitor does', () => {
  const record = (body: object, token?: string) => t.ask('POST /api/user-activity/', { token, body })

  test('is appended, with the account when there is one', async () => {
    const before = (await events()).length
    const event = {
      event: 'request.sent',
      path: '/requests/12?token=secret',
      properties: { items: 3, delivering: 'PICKUP', first: true },
      occurred_at: '2026-11-24T09:59:30+09:00',
    }
    expect(await record(event)).toMatchObject({ status: 201, body: {} })
    expect((await record(event, hanako)).status).toBe(201)
    const added = (await events()).slice(before)
    expect(added).toMatchObject([{ account_id: null }, { account_id: w.hanako.account_id }])
    expect(added[0]).toMatchObject({
      event: 'request.sent',
      path: '/requests/12',
      properties: { items: 3, delivering: 'PICKUP', first: true },
      occurred_at: '2026-11-24T09:59:30+09:00',
      received_at: '2026-11-24T10:00:00+09:00',
    })
  })

  test('a clock that is wrong is not believed', async () => {
    for (const occurred_at of ['2026-11-25T10:00:00+09:00', '1970-01-01T00:00:00Z']) {
      expect((await record({ event: 'page', occurred_at })).status).toBe(201)
      expect((await events()).at(-1)?.occurred_at).toBe('2026-11-24T10:00:00+09:00')
    }
  })

  test('bad input changes nothing', async () => {
    const before = (await events()).length
    const many = Object.fromEntries(Array.from({ length: 21 }, (_, index) => [`p${index}`, 1]))
    for (const body of [
      {},
      { event: '' },
      { event: 'page', properties: { nested: { name: '佐藤' } } },
      { event: 'page', properties: many },
      { event: 'page', properties: { long: 'あ'.repeat(201) } },
      { event: 'page', occurred_at: 'yesterday' },
    ]) {
      expect((await record(body)).status).toBe(400)
    }
    expect((await record({ event: 'page', path: 'x'.repeat(40_000) })).status).toBe(413)
    expect(await events()).toHaveLength(before)
  })
})

test('it all goes with the account, and after its time', async () => {
  const leaver = await makeCustomerAccount(t.db, t.tools)
  const { token } = await signIn(t, leaver)
  const own = await create()
  const open = await create()
  await tie(own, token)
  await t.ask('POST /api/user-activity/', { token, body: { event: 'page' } })
  const left = await t.ask(`DELETE /api/customers/${leaver.customer_id}/`, { token })
  expect(left.status).toBe(204)
  expect(await visitOf(own)).toBeUndefined()
  expect((await events()).filter(({ account_id }) => account_id === leaver.account_id)).toEqual([])

  const clean = allTasks(t.db, t.tools)['ad-tracking.clean']
  t.clock.set('2027-02-22T09:00:00+09:00')
  await clean?.({})
  expect(await visitOf(open)).toBeDefined()
  const kept = (await events()).length
  expect(kept).toBeGreaterThan(0)
  t.clock.set('2027-02-23T09:00:00+09:00')
  await clean?.({})
  expect(await visitOf(open)).toBeUndefined()
  expect(await events()).toHaveLength(kept)
  t.clock.set('2028-01-10T09:00:00+09:00')
  await clean?.({})
  expect(await events()).toEqual([])
})
