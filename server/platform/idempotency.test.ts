import { afterAll, beforeAll, expect, test } from 'vitest'
import { allTasks } from '#server/jobs'
import { type TestApp, testApp } from '../../tests/support/app.ts'
import { requestBody } from '../../tests/support/steps.ts'
import { makeWorld, type World } from '../../tests/support/world.ts'
import { hashOf } from './idempotency.ts'

let t: TestApp
let w: World
beforeAll(async () => {
  t = await testApp()
  w = await makeWorld(t)
})
afterAll(() => t.close())

test('the order of keys does not make another body, a value does', () => {
  expect(hashOf({ a: 1, b: [{ c: 2, d: null }] })).toBe(
    hashOf({ b: [{ d: null, c: 2 }], a: 1, e: undefined }),
  )
  expect(hashOf({ a: 1 })).not.toBe(hashOf({ a: '1' }))
  expect(hashOf([1, 2])).not.toBe(hashOf([2, 1]))
})

test('a key is kept for seven days and then forgotten', async () => {
  await t.ask('POST /api/purchase_requests/', { token: w.hanako.token, key: 'kept', body: requestBody(w) })
  const kept = async () =>
    (await t.db.selectFrom('idempotency_key').select('key').execute()).map((row) => row.key)
  const clean = allTasks(t.db, t.tools)['idempotency.clean']
  t.clock.forward(7 * 86_400_000 - 1000)
  await clean?.({})
  expect(await kept()).toEqual(['kept'])
  t.clock.forward(2000)
  await clean?.({})
  expect(await kept()).toEqual([])
})
