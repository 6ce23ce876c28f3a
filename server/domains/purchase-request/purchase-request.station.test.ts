import { afterAll, beforeAll, expect, test } from 'vitest'
import { requestStations, requestStatusLabel } from '#contract/lifecycle'
import { makeItem } from '#server/domains/item/item.factory'
import { type TestApp, testApp } from '../../../tests/support/app.ts'
import { makeWorld, type World } from '../../../tests/support/world.ts'
import { makeRequest } from './purchase-request.factory.ts'

let t: TestApp
let w: World
beforeAll(async () => {
  t = await testApp()
  w = await makeWorld(t)
  for (const status of Object.keys(requestStatusLabel).map(Number))
    for (const items of [[], [0], [1, 2], [2, 3], [5], [2, 5]]) await makeBox(status, items)
})
afterAll(() => t.close())

async function makeBox(status: number, items: number[]): Promise<number> {
  const place = { company_id: w.aoyama.company, shop_id: w.aoyama.shops[0] }
  const id = await makeRequest(t.db, {
    ...place,
    customer_id: w.hanako.id,
    terms_version: w.terms,
    status,
    offer_total: 8_000,
    contracted_at: t.clock.now().toISOString(),
    arrived_at: '2026-11-01T10:00:00+09:00',
  })
  for (const item of items)
    await makeItem(
      t.db,
      { ...place, id, category_id: w.categories.coat },
      { status: item, refused_at: item === 5 ? t.clock.now().toISOString() : null },
    )
  return id
}

const listed = async (view: string): Promise<number[]> => {
  const { body } = await t.ask('GET /api/biz/purchase_requests/', {
    token: w.aoyama.staff.token,
    query: { view, size: 100 },
  })
  expect(body.results).toHaveLength(body.count)
  return body.results.map(({ id }: { id: number }) => id)
}

test('every box stands at one station at most, and list, count and the box itself agree on it', async () => {
  const { body: day } = await t.ask('GET /api/biz/today/', { token: w.aoyama.staff.token })
  const seen = new Map<number, string>()
  for (const station of requestStations) {
    const ids = await listed(station)
    expect(ids.length).toBeGreaterThan(0)
    expect(day.stations.find(({ key }: { key: string }) => key === station).count).toBe(ids.length)
    for (const id of ids) expect([id, seen.get(id)]).toEqual([id, undefined])
    for (const id of ids) seen.set(id, station)
  }
  const { rows } = await t.pool.query<{ id: number }>('select id from purchase_request')
  for (const { id } of rows) {
    const box = await t.ask(`GET /api/biz/purchase_requests/${id}/`, { token: w.aoyama.staff.token })
    expect([id, box.body.station]).toEqual([id, seen.get(Number(id)) ?? null])
  }
})

test('a second look waits at 再査定 alone, whether its articles are looked at again or not', async () => {
  const boxes = [await makeBox(12, [1, 2]), await makeBox(12, [2, 3])]
  for (const station of requestStations.filter((one) => one !== 'second_look'))
    for (const id of boxes) expect(await listed(station)).not.toContain(id)
  for (const id of boxes) expect(await listed('second_look')).toContain(id)
})

test('what is late is counted at the station where it waits', async () => {
  const { body } = await t.ask('GET /api/biz/today/', { token: w.aoyama.staff.token })
  const late = new Set(await listed('late'))
  for (const station of requestStations) {
    const here = (await listed(station)).filter((id) => late.has(id)).length
    const said = body.stations.find(({ key }: { key: string }) => key === station)
    expect([station, said.late]).toEqual([station, here])
  }
})
