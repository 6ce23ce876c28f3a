import { afterAll, beforeAll, expect, test } from 'vitest'
import { placeCode } from '#contract/scan-code'
import { makeCampaign } from '#server/domains/catalogue/catalogue.factory'
import { makePlace } from '#server/domains/custody/custody.factory'
import { type TestApp, testApp } from '../../../tests/support/app.ts'
import {
  apply,
  assessAll,
  type Box,
  photographAll,
  publish,
  read,
  receive,
  startAssessing,
} from '../../../tests/support/steps.ts'
import { makeWorld, type World } from '../../../tests/support/world.ts'

let t: TestApp
let w: World
let box: Box
let slug: string
beforeAll(async () => {
  t = await testApp()
  w = await makeWorld(t)
  box = await apply(t, w)
  await receive(t, box, 2)
  await startAssessing(t, box)
  slug = (await assessAll(t, w, box, [9_000, null]))[0] as string
})
afterAll(() => t.close())

const get = async (code = slug) =>
  (await t.ask(`GET /api/purchase_items/${code}/`, { token: box.staff.token })).body
const split = async (
  body: object,
  { key, token = box.staff.token, code = slug }: Partial<Record<'key' | 'token' | 'code', string>> = {},
) =>
  t.ask(`POST /api/biz/purchase-items/${code}/split/`, {
    token,
    key,
    body: { version: (await get(code)).version, base_price: 6_000, other_base_price: 3_500, ...body },
  })
const counts = async () => {
  const { items, arrived_item_count } = await read(t, box)
  return [items.length, arrived_item_count]
}

test('what cannot be split stays one, and nothing changes', async () => {
  const before = [await get(), await counts()]
  const [, refused] = (await read(t, box)).items
  expect((await split({}, { code: refused.slug })).body.code).toBe('guard_failed')
  expect((await split({ base_price: 499 })).body).toEqual({
    base_price: ['減額の合計を下回っています。減額はもとの商品に残ります。'],
  })
  expect((await split({ other_base_price: 0 })).status).toBe(400)
  expect((await split({ version: 1 })).body).toMatchObject({ code: 'stale_version', current: { slug } })
  expect((await split({}, { token: w.umeda.staff.token })).status).toBe(404)
  expect([await get(), await counts()]).toEqual(before)
})

test('a set becomes two articles, once: each priced by hand, the origin in the history, the count grown', async () => {
  const { version } = await get()
  const made = await split({ version, name: 'スラックス' }, { key: 'once' })
  expect([made.status, made.body]).toMatchObject([
    201,
    {
      seq: 3,
      name: 'スラックス',
      status: 1,
      color: '紺',
      base_price: 3_500,
      price: 3_500,
      deductions: [],
      photos: [],
    },
  ])
  expect((await split({ version, name: 'スラックス' }, { key: 'once' })).body.slug).toBe(made.body.slug)
  expect(await counts()).toEqual([3, 3])
  const first = await get()
  expect(first).toMatchObject({ status: 1, base_price: 6_000, price: 5_500 })
  expect(first.history.at(-1).reason).toBe('3点目を分けました')
  expect(made.body.history[0].reason).toBe('1点目から分けました')
  const { rows } = await t.pool.query("select detail from activity where action = 'item.split'")
  expect(rows).toEqual([{ detail: { amount: 6_000, split_amount: 3_500 } }])
})

test('what comes out of an article lies beside it', async () => {
  const place = await makePlace(t.db, { company_id: w.aoyama.company, shop_id: w.aoyama.shops[0] })
  const token = box.staff.token
  await t.ask('POST /api/biz/custody/handovers/', {
    token,
    body: { target: placeCode(place), codes: [slug] },
  })
  const made = (await split({})).body
  const { now } = (await t.ask(`GET /api/biz/purchase_requests/${box.id}/custody/`, { token })).body
  const placed = now.filter((one: { spot: unknown }) => one.spot !== null)
  expect(placed.map((one: { seq: number; spot: { place: number } }) => [one.seq, one.spot.place])).toEqual([
    [1, place],
    [made.seq, place],
  ])
})

test('the campaign promised to the box is added to both', async () => {
  const campaign = await makeCampaign(t.db, w.aoyama.company, { name: '秋のコート祭', percent: 10 })
  const box_and_campaign = [box.id, campaign]
  await t.pool.query(
    'insert into promised_campaign (request_id, campaign_id) values ($1, $2)',
    box_and_campaign,
  )
  const made = (await split({ base_price: 4_000, other_base_price: 2_000 })).body
  expect([made.campaign, made.uplift]).toEqual([campaign, 200])
  expect(await get()).toMatchObject({ campaign, uplift: expect.any(Number) })
  expect((await get()).uplift).toBeGreaterThan(0)
  await t.pool.query(
    'delete from promised_campaign where request_id = $1 and campaign_id = $2',
    box_and_campaign,
  )
})

test('a copy is made once, of an article of the box that lies where it is assessed, and names it', async () => {
  const before = await counts()
  const place = (kind: 'assessment' | 'return') =>
    makePlace(t.db, { company_id: w.aoyama.company, shop_id: w.aoyama.shops[0] }, { kind, name: kind })
  const [desk, exit] = [await place('assessment'), await place('return')]
  const token = box.staff.token
  const copy = (copy_of: string, key?: string) =>
    t.ask(`POST /api/biz/purchase_requests/${box.id}/items/`, { token, key, body: { copy_of } })
  const lay = (target: number) =>
    t.ask('POST /api/biz/custody/handovers/', { token, body: { target: placeCode(target), codes: [slug] } })
  expect((await copy('okuru-0000000000')).body).toHaveProperty('copy_of')
  await lay(exit)
  expect((await copy(slug)).body.code).toBe('wrong_place')
  expect(await counts()).toEqual(before)
  await lay(desk)
  const [made, again] = await Promise.all([copy(slug, 'pressed twice'), copy(slug, 'pressed twice')])
  expect([made.status, again.status, again.body.slug]).toEqual([201, 201, made.body.slug])
  expect(await counts()).toEqual(before.map((count) => Number(count) + 1))
  expect(made.body.history[0].reason).toBe('1点目と同じ内容で足しました')
})

test('what is published is not split any more', async () => {
  await photographAll(t, box)
  await assessAll(t, w, box, [9_000, null, 9_000, 9_000, 9_000, 9_000])
  await publish(t, box)
  expect((await split({})).body.code).toBe('illegal_transition')
  expect(await counts()).toEqual([6, 6])
})
