import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '../../../tests/support/app.ts'
import { apply, offered } from '../../../tests/support/steps.ts'
import { makeWorld, type World } from '../../../tests/support/world.ts'

let t: TestApp
let w: World
beforeAll(async () => {
  t = await testApp()
  w = await makeWorld(t)
})
afterAll(() => t.close())

test('has the newest requests, older ones that may wait, and what single calls say of money and identity', async () => {
  const { token } = w.hanako
  const old = await offered(t, w)
  for (let count = 0; count < 5; count += 1) await apply(t, w)
  const { status, body } = await t.ask('GET /api/me/overview/', { token })
  expect(status).toBe(200)
  const list = await t.ask('GET /api/purchase_requests/', { token, query: { size: 5 } })
  expect(body.newest).toEqual(list.body.results)
  expect(body.waiting.map(({ id }: { id: number }) => id)).toEqual([old.id])
  expect(body.balance).toEqual((await t.ask('GET /api/balance/', { token })).body)
  expect(body.checks).toEqual((await t.ask('GET /api/identity-checks/', { token })).body)
})

test('shows nothing of anybody else', async () => {
  const { body } = await t.ask('GET /api/me/overview/', { token: w.taro.token })
  expect([body.newest, body.waiting, body.checks]).toEqual([[], [], []])
})
