import { afterAll, beforeAll, expect, test } from 'vitest'
import { rates } from '#server/platform/throttle'
import { type TestApp, testApp } from '../../tests/support/app.ts'
import { makeWorld, signIn, type World } from '../../tests/support/world.ts'

const origin = 'https://shop.example'
let t: TestApp
let world: World
beforeAll(async () => {
  t = await testApp({ config: { corsOrigins: [origin] } })
  world = await makeWorld(t)
})
afterAll(() => t.close())

const search = (token?: string) =>
  t.ask('GET /api/brand/', { token, query: { q: 'ない' }, headers: { origin } })

test('a caller who asks too often is told when to come back, and is let in then', async () => {
  for (let index = 0; index < rates.search.limit; index += 1) {
    expect((await search()).status).toBe(200)
  }
  const refused = await search()
  expect(refused.status).toBe(429)
  const wait = Number(refused.headers['retry-after'])
  expect(wait).toBeGreaterThan(0)
  expect(refused.body).toEqual({
    detail: `リクエストの処理は絞られました。 Expected available in ${wait} ${wait === 1 ? 'second' : 'seconds'}.`,
  })
  // CORS: a browser on another origin can read both.
  expect(refused.headers['access-control-allow-origin']).toBe(origin)
  expect(String(refused.headers['access-control-expose-headers'])).toContain('Retry-After')
  // Signed-in callers behind the same address, and other kinds of calls, have their own limits.
  expect((await search(world.hanako.token)).status).toBe(200)
  expect((await t.ask('GET /api/shop/')).status).toBe(200)
  t.clock.forward(wait * 1000)
  expect((await search()).status).toBe(200)
})

test('a name a device gives itself helps nobody but at signing in', async () => {
  const mail = (index: number) =>
    t.ask('POST /api/register/email/', {
      body: { email: `many${index}@example.jp` },
      headers: { 'x-okuru-device': `a-new-name-each-time-${index}` },
    })
  const statuses: number[] = []
  for (let index = 0; index <= rates.mail.limit; index += 1) statuses.push((await mail(index)).status)
  expect(statuses.filter((status) => status === 204)).toHaveLength(rates.mail.limit)
  expect(statuses.at(-1)).toBe(429)
})

test('refusal comes after authentication and permission, before the body is judged', async () => {
  const { token } = await signIn(t, world.umeda.staff)
  const statuses = new Set<number>()
  for (let index = 0; index <= rates.sign_in.limit; index += 1) {
    statuses.add((await t.ask('POST /api/change-password/', { token, body: {} })).status)
  }
  expect([...statuses]).toEqual([400, 429])
  expect((await t.ask('POST /api/change-password/', { body: {} })).status).toBe(401)
})
