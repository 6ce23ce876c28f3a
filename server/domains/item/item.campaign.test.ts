import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeCampaign } from '#server/domains/catalogue/catalogue.factory'
import { type TestApp, testApp } from '../../../tests/support/app.ts'
import {
  apply,
  type Box,
  photographAll,
  publish,
  read,
  receive,
  startAssessing,
} from '../../../tests/support/steps.ts'
import { makeWorld, signIn, type World } from '../../../tests/support/world.ts'

let t: TestApp
let w: World
let box: Box
let slug: string
const ids: Record<'all' | 'coats' | 'gucci', number> = { all: 0, coats: 0, gucci: 0 }
beforeAll(async () => {
  t = await testApp()
  w = await makeWorld(t)
  const add = (name: string, terms: object) =>
    makeCampaign(t.db, w.aoyama.company, { name, starts_on: '2026-11-24', ...terms })
  ids.all = await add('全品300円', { percent: null, bonus_yen: 300 })
  ids.coats = await add('衣類20%', { percent: 20, bonus_cap: 1_500, categories: [w.categories.clothes] })
  ids.gucci = await add('GUCCI 50%', { percent: 50, brands: [w.brands.gucci] })
  box = await apply(t, w)
  await t.pool.query("update campaign set ends_on = '2026-11-24' where company_id = $1 and id <> $2", [
    w.aoyama.company,
    w.campaign,
  ])
  await receive(t, box, 1)
  await startAssessing(t, box)
  await photographAll(t, box)
  slug = (await read(t, box)).items[0].slug
})
afterAll(() => t.close())

const get = async (token = box.staff.token) =>
  (await t.ask(`GET /api/purchase_items/${slug}/`, { token })).body
const patch = async (body: object, token = box.staff.token) =>
  t.ask(`PATCH /api/purchase_items/${slug}/`, {
    token,
    body: { version: (await get(token)).version, ...body },
  })
const result = async (token: string) =>
  (await t.ask(`GET /api/purchase_requests/${box.id}/assessment/`, { token })).body

test('what the site promised is added without anybody choosing it, the most of several', async () => {
  const coat = { category: w.categories.coat, brand: w.brands.bottega, base_price: 10_000 }
  expect((await patch(coat)).body).toMatchObject({
    ...{ campaign: ids.coats, campaign_name: '衣類20%', uplift: 1_500, price: 11_500 },
  })
  expect((await patch({ base_price: 1_000 })).body).toMatchObject({ campaign: ids.all, uplift: 300 })
  expect((await patch({ base_price: 200 })).body).toMatchObject({ uplift: 200, price: 400 })
  const none = { base_price: 500, deductions: [{ label: 'しみ', amount: 500 }] }
  expect((await patch(none)).body).toMatchObject({ campaign: null, uplift: 0, price: 0 })
  expect((await patch({ ...coat, deductions: [] })).body.price).toBe(11_500)
})

test('another brand or category changes it, and changed back it is as before', async () => {
  const seen = []
  for (const change of [
    { category: w.categories.bag },
    { brand: w.brands.gucci },
    { brand: null },
    { category: w.categories.coat },
    { brand: w.brands.bottega },
  ]) {
    const { campaign, uplift, price } = (await patch(change)).body
    seen.push([campaign, uplift, price])
  }
  const [coats, all] = [
    [ids.coats, 1_500, 11_500],
    [ids.all, 300, 10_300],
  ]
  expect(seen).toEqual([all, [ids.gucci, 5_000, 15_000], all, coats, coats])
})

test('nobody takes another one or none: what is sent has to agree', async () => {
  const wrong = await patch({ campaign: ids.all })
  expect([wrong.body.code, wrong.body.expected]).toEqual(['price_mismatch', ids.coats])
  expect(Object.keys(wrong.body)).toContain('campaign')
  const late = await makeCampaign(t.db, w.aoyama.company, { name: 'あとから90%', percent: 90 })
  expect((await patch({ campaign: late })).body.code).toBe('price_mismatch')
  expect((await patch({ campaign: null })).body).toMatchObject({ campaign: ids.coats, uplift: 1_500 })
  expect((await patch({ uplift: 0 })).body.code).toBe('price_mismatch')
  expect((await patch({ campaign: ids.coats, uplift: 1_500, price: 11_500 })).status).toBe(200)
})

test('a category out of use counts as before, on the server and in the tree that the bench reads', async () => {
  await t.pool.query('update item_category set is_active = false where id = any($1)', [
    [w.categories.coat, w.categories.clothes],
  ])
  expect((await patch({ base_price: 5_000 })).body).toMatchObject({ campaign: ids.coats, uplift: 1_000 })
  const tree = async (query: object) =>
    (await t.ask('GET /api/item-category/', { query: query as never })).body as { id: number }[]
  const within = (rows: { id: number }[]) => rows.filter(({ id }) => id === w.categories.coat)
  expect(within(await tree({}))).toEqual([])
  expect(within(await tree({ all: true }))).toMatchObject([
    { parent: w.categories.clothes, is_active: false },
  ])
  await t.pool.query('update item_category set is_active = true')
})

test('a merge of brands after the price is settled before the result goes out, and never unseen', async () => {
  const done = { status: 2, grade: 'A_2', authenticity: 1, base_price: 10_000, name: 'コート' }
  expect((await patch(done)).body).toMatchObject({ campaign: ids.coats, price: 11_500 })
  await t.pool.query('update brand set merged_into = $1 where id = $2', [w.brands.gucci, w.brands.bottega])
  const { version } = await read(t, box)
  const send = () =>
    t.ask(`POST /api/purchase_requests/${box.id}/assessment/`, {
      token: box.staff.token,
      body: { version, answer: '' },
    })
  const stale = await send()
  expect([stale.body.code, stale.body.current.items[0].price]).toEqual(['stale_version', 15_000])
  expect((await get()).history.at(-1)).toMatchObject({
    ...{ actor: '', reason: 'キャンペーンの上乗せを計算し直しました' },
  })
  expect((await send()).status).toBe(200)
  const { items, total } = await result(w.hanako.token)
  expect([total, items[0]]).toMatchObject([
    15_000,
    { base_price: 10_000, uplift: 5_000, price: 15_000, campaign_name: 'GUCCI 50%' },
  ])
})

test('a second look gets it as well', async () => {
  const asked = await t.ask(`POST /api/purchase_requests/${box.id}/second-look/`, {
    token: w.hanako.token,
    body: { reason: 'もう一度見てください。', items: [slug] },
  })
  expect(asked.status).toBeLessThan(300)
  const other = box.staff.id === w.aoyama.staff.id ? w.aoyama.admin : w.aoyama.staff
  const { token } = await signIn(t, other)
  expect(await get(token)).toMatchObject({ campaign: null, uplift: 0, price: null })
  const anew = { status: 2, grade: 'A_1', authenticity: 1, base_price: 12_000 }
  expect((await patch(anew, token)).body).toMatchObject({ campaign: ids.gucci, price: 18_000 })
  await publish(t, box)
  expect((await result(w.hanako.token)).total).toBe(18_000)
})
