import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestApp, testApp } from '../../../tests/support/app.ts'
import { apply, move, receive } from '../../../tests/support/steps.ts'
import { makeWorld, type Person, type World } from '../../../tests/support/world.ts'

let t: TestApp
let w: World
beforeAll(async () => {
  t = await testApp()
  w = await makeWorld(t)
})
afterAll(() => t.close())

const pickup = (pickup_date: string, pickup_time_slot: string, more: object = {}) =>
  apply(t, w, { delivering_option: 'PICKUP_ONLY', pickup_date, pickup_time_slot, box_count: 2, ...more })
const list = (query: object = {}, who: Person = w.aoyama.staff) =>
  t.ask('GET /api/biz/pickups/', { token: who.token, query: query as Record<string, string> })
const days = (query: object = {}, who: Person = w.aoyama.staff) =>
  t.ask('GET /api/biz/pickups/days/', { token: who.token, query: query as Record<string, string> })
const requests = ({ body }: { body: { results: { request: number }[] } }) =>
  body.results.map(({ request }) => request)

describe('pickups', () => {
  test('of a day, the earliest first, with where, how many boxes and whether they are booked', async () => {
    const late = await pickup('2026-11-26', '18-21')
    const early = await pickup('2026-11-26', 'AM', { carrier: 'SAGAWA' })
    const other = await pickup('2026-11-27', 'AM')
    const gone = await pickup('2026-11-26', 'AM')
    await t.ask(`DELETE /api/purchase_requests/${gone.id}/`, { token: w.hanako.token })
    expect((await move(t, early, 1)).status).toBe(200)
    const told = await list({ day: '2026-11-26' })
    expect(requests(told)).toEqual([early.id, late.id])
    expect(told.body.results[0]).toMatchObject({
      status: 1,
      customer_name: '山田 花子',
      carrier: 'SAGAWA',
      pickup_time_slot: 'AM',
      address: { prefecture: expect.any(String) },
      boxes: [
        { box: 1, tracking_number: '', picked_up_at: null },
        { box: 2, tracking_number: '', picked_up_at: null },
      ],
    })
    expect((await days()).body).toEqual([
      { day: '2026-11-26', count: 2, unbooked: 1 },
      { day: '2026-11-27', count: 1, unbooked: 1 },
    ])
    expect(requests(await list({ day: '2026-11-27' }))).toEqual([other.id])
    // Today, unless a day is given.
    expect(requests(await list())).toEqual([])
    expect(requests(await list({ day: '2026-11-26', shop: w.aoyama.shops[1] }))).toEqual([])
    // What arrived is collected.
    await receive(t, early, 2)
    expect(requests(await list({ day: '2026-11-26' }))).toEqual([late.id])
  })

  test('are seen by the own staff alone', async () => {
    expect((await list({ day: '2026-11-26' }, w.umeda.staff)).body.count).toBe(0)
    expect((await days({}, w.umeda.admin)).body).toEqual([])
    expect((await list({ day: '2026-11-26' }, w.hanako)).status).toBe(403)
    expect((await list({ day: '2026-02-31' })).status).toBe(400)
  })
})

describe('slips of returns', () => {
  const slips = (body: object, who: Person = w.aoyama.staff) =>
    t.ask('POST /api/biz/return-slips/', { token: who.token, body })

  test('say to whom, from whom and which articles; all that wait, or those chosen', async () => {
    const boxes = []
    for (let at = 0; at < 2; at += 1) {
      const box = await apply(t, w)
      await receive(t, box, 2)
      expect((await move(t, box, 22, { reason: 'お客さまのご希望' })).status).toBe(200)
      boxes.push(box)
    }
    const [first, second] = boxes
    const all = await slips({})
    expect(all.body.map(({ request }: { request: number }) => request)).toEqual([first?.id, second?.id])
    expect(all.body[0]).toMatchObject({
      customer_name: '山田 花子',
      shop_name: '青山本店',
      is_collect: false,
      is_held: false,
      items: [{ seq: 1 }, { seq: 2 }],
    })
    const printed = async () =>
      (
        await t.pool.query(
          `select detail from activity where action = 'carrier_label.print_returns' order by id`,
        )
      ).rows
    const before = (await printed()).length
    expect((await slips({ requests: [second?.id] })).body).toHaveLength(1)
    expect((await printed()).slice(before)).toEqual([{ detail: { rows: 1, requests: [second?.id] } }])
    expect((await slips({ requests: [second?.id] }, w.umeda.staff)).status).toBe(400)
    expect((await slips({}, w.umeda.staff)).body).toEqual([])
    expect((await slips({}, w.hanako)).status).toBe(403)
    const hold = await t.ask(`POST /api/biz/purchase_requests/${second?.id}/holds/`, {
      token: w.aoyama.staff.token,
      body: { kind: 'dispute', reason: '確認中' },
    })
    expect(hold.status).toBe(201)
    expect((await slips({ requests: [second?.id] })).body[0]).toMatchObject({ is_held: true })
  })
})
