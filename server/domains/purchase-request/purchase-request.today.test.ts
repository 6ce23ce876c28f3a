import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '../../../tests/support/app.ts'
import { makeWorld, signIn, type World } from '../../../tests/support/world.ts'
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

test('boxes that are here stand in the order of their promise, and say who could take the first', async () => {
  const { body } = await t.ask('GET /api/biz/today/', { token: w.umeda.admin.token })
  expect(body.promised).toEqual({ count: 0, late: 0, due_today: 0, boxes: [] })
  const at = (day: string) => `2026-11-${day}T10:00:00+09:00`
  const make = (status: number, fields: object) =>
    makeRequest(t.db, {
      customer_id: w.hanako.id,
      company_id: w.umeda.company,
      shop_id: w.umeda.shops[0],
      terms_version: w.terms,
      status,
      ...fields,
    })
  // Three business days: the 23rd is a holiday.
  const today = await make(3, { arrived_at: at('19') })
  const late = await make(10, { arrived_at: at('17'), assessor_id: w.umeda.staff.id })
  const long = await make(3, { arrived_at: '2026-01-06T10:00:00+09:00' })
  const later = await make(12, { arrived_at: at('02'), updated_at: at('20') })
  await make(2, { updated_at: at('20') })
  await make(11, { arrived_at: at('10'), offer_total: 0, offer_expires_at: at('29') })
  t.clock.set(at('25'))
  const { token } = await signIn(t, w.umeda.staff)
  const ask = async () => (await t.ask('GET /api/biz/today/', { token })).body
  const day = await ask()
  expect(day.promised.boxes.map(({ id }: { id: number }) => id)).toEqual([long, late, today, later])
  expect(day.promised).toMatchObject({ count: 4, late: 2, due_today: 1 })
  expect(day.promised.boxes.map((box: { promised_at: string }) => box.promised_at.slice(0, 10))).toEqual([
    '2026-01-09',
    '2026-11-20',
    '2026-11-25',
    '2026-11-26',
  ])
  expect(day.free).toEqual({ id: w.umeda.admin.id, name: w.umeda.admin.name, box_count: 0 })
  await t.pool.query('update purchase_request set assessor_id = $1 where id = $2', [w.umeda.admin.id, long])
  expect((await ask()).free).toBeNull()
})
