import { afterAll, beforeAll, expect, test } from 'vitest'
import { placeCode } from '#contract/scan-code'
import { makePlace } from '#server/domains/custody/custody.factory'
import { makePhoto } from '#server/domains/item/item.factory'
import { randomKey, type TestApp, testApp } from '../../../tests/support/app.ts'
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
let first: string
let place: number
beforeAll(async () => {
  t = await testApp()
  w = await makeWorld(t)
  place = await makePlace(t.db, { company_id: w.aoyama.company, shop_id: w.aoyama.shops[0] })
  box = await apply(t, w)
  await receive(t, box, 2)
  await startAssessing(t, box)
  first = (await assessAll(t, w, box, [9_000]))[0] as string
})
afterAll(() => t.close())

const token = () => box.staff.token
const get = (slug: string) => t.ask(`GET /api/purchase_items/${slug}/`, { token: token() })
const copy = async (): Promise<{ slug: string; seq: number }> =>
  (
    await t.ask(`POST /api/biz/purchase_requests/${box.id}/items/`, {
      token: token(),
      body: { copy_of: first },
      key: randomKey(),
    })
  ).body
const takeBack = async (slug: string, more: { as?: string; key?: string; body?: object } = {}) =>
  t.ask(`POST /api/biz/purchase-items/${slug}/take-back/`, {
    token: more.as ?? token(),
    key: more.key ?? randomKey(),
    body: { version: (await get(slug)).body.version, reason: '二重に押したため', ...more.body },
  })
const counts = async () => {
  const { items, arrived_item_count } = await read(t, box)
  const list = (await t.ask('GET /api/biz/purchase-items/', { token: token() })).body
  const custody = (await t.ask(`GET /api/biz/purchase_requests/${box.id}/custody/`, { token: token() })).body
  const { total } = (await t.ask(`GET /api/purchase_requests/${box.id}/assessment/`, { token: token() })).body
  return [items.length, arrived_item_count, list.count, custody.tally.articles, total]
}

test('a copy made by mistake is gone from every list and sum, once, and its records stay', async () => {
  const before = await counts()
  const made = await copy()
  expect((await get(made.slug)).body).toMatchObject({ origin_seq: 1, seq: 3 })
  await t.ask('POST /api/biz/custody/handovers/', {
    token: token(),
    body: { target: placeCode(place), codes: [made.slug] },
  })
  const { version } = (await get(made.slug)).body
  await t.ask(`PATCH /api/purchase_items/${made.slug}/`, {
    token: token(),
    body: { version, category: w.categories.coat, grade: 'A_2', base_price: 7_000, status: 2 },
  })
  const [articles, , listed] = await counts()
  expect([articles, listed]).toEqual([3, Number(before[2]) + 1])
  const key = randomKey()
  const body = { version: (await get(made.slug)).body.version }
  const done = await takeBack(made.slug, { key, body })
  expect([done.status, done.body]).toEqual([200, { item_count: 2 }])
  expect(
    (
      await t.ask(`POST /api/biz/purchase-items/${made.slug}/take-back/`, {
        token: token(),
        key,
        body: { ...body, reason: '二重に押したため' },
      })
    ).body,
  ).toEqual({ item_count: 2 })
  expect(await counts()).toEqual(before)
  expect((await get(made.slug)).status).toBe(404)
  const found = await t.ask(`GET /api/biz/purchase-items/?q=${made.slug}`, { token: token() })
  expect(found.body.count).toBe(0)
  const at = (await t.ask(`GET /api/biz/purchase_requests/${box.id}/custody/`, { token: token() })).body
  expect(at.records[0]).toMatchObject({ kind: 'taken_back', items: [3], to: null })
  expect((await get(first)).body.history.at(-1).reason).toBe('3点目を取り消しました: 二重に押したため')
  const { rows } = await t.pool.query("select detail from activity where action = 'item.take_back'")
  expect(rows).toEqual([{ detail: { seq: 3, reason: '二重に押したため' } }])
  // A label with the number 3 may lie about.
  expect((await copy()).seq).toBe(4)
})

test('what was counted, what has photos or is held stays, and so does what another company asks for', async () => {
  const made = await copy()
  const before = await counts()
  expect((await takeBack(first)).body.code).toBe('guard_failed')
  expect((await takeBack(made.slug, { as: w.umeda.staff.token })).status).toBe(404)
  expect((await takeBack(made.slug, { as: w.hanako.token })).status).toBe(403)
  expect((await takeBack(made.slug, { body: { reason: ' ' } })).body).toHaveProperty('reason')
  expect((await takeBack(made.slug, { body: { version: 0 } })).body.code).toBe('stale_version')
  const { rows } = await t.pool.query('select id from purchase_item where slug = $1', [made.slug])
  const photo = await makePhoto(t.db, { id: rows[0].id, request_id: box.id })
  expect((await takeBack(made.slug)).body.code).toBe('guard_failed')
  await t.pool.query('delete from item_photo where id = $1', [photo])
  expect(await counts()).toEqual(before)
  const raw = t.pool.query('update purchase_item set request_id = null where slug = $1', [first])
  await expect(raw).rejects.toThrow(/purchase_item_taken_back/)
})

test('two people at once take it back once, and what was published stays', async () => {
  const made = await copy()
  const { version } = (await get(made.slug)).body
  const both = await Promise.all([
    takeBack(made.slug, { body: { version } }),
    takeBack(made.slug, { body: { version }, as: w.aoyama.admin.token }),
  ])
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 404])
  await photographAll(t, box)
  await assessAll(t, w, box, [9_000])
  await publish(t, box)
  const { items } = await read(t, box)
  const last = items.at(-1)
  expect((await takeBack(last.slug)).body.code).toBe('illegal_transition')
})
