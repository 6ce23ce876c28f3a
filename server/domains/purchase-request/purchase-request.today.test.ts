import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '../../../tests/support/app.ts'
import { makeWorld, type World } from '../../../tests/support/world.ts'
import { makeRequest } from './purchase-request.factory.ts'

let t: TestApp
let w: World
beforeAll(async () => {
  t = await testApp()
  w = await makeWorld(t)
  const make = (status: number, times: number, fields: object) =>
    Promise.all(
      Array.from({ length: times }, () =>
        makeRequest(t.db, {
          customer_id: w.hanako.id,
          company_id: w.aoyama.company,
          shop_id: w.aoyama.shops[0],
          terms_version: w.terms,
          status,
          ...fields,
        }),
      ),
    )
  const long = '2026-11-10T10:00:00+09:00'
  const now = t.clock.now().toISOString()
  await make(3, 70, { arrived_at: long, updated_at: long })
  await make(12, 5, { arrived_at: long, updated_at: '2026-11-20T10:00:00+09:00' })
  await make(0, 4, { created_at: long, updated_at: '2026-11-21T10:00:00+09:00' })
  await make(3, 3, { arrived_at: now, updated_at: now })
})
afterAll(() => t.close())

test('late boxes are counted whole, however many of them are shown', async () => {
  const { body } = await t.ask('GET /api/biz/today/', { token: w.aoyama.staff.token })
  const station = (key: string) => body.stations.find((one: { key: string }) => one.key === key)
  expect(body.late).toHaveLength(50)
  expect(station('assessing')).toMatchObject({ count: 73, late: 70 })
  expect(station('second_look')).toMatchObject({ count: 5, late: 5 })
  expect(station('shipping')).toMatchObject({ count: 4, late: 4 })
  expect(station('returning')).toMatchObject({ late: 0 })
})
