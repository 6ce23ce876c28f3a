import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { makeCampaign } from '#server/domains/catalogue/catalogue.factory'
import { makePreAssessment } from '#server/domains/pre-assessment/pre-assessment.factory'
import { type TestApp, testApp } from '../../../tests/support/app.ts'
import {
  apply,
  assessAll,
  type Box,
  contracted,
  photographAll,
  read,
  receive,
  startAssessing,
} from '../../../tests/support/steps.ts'
import { makeWorld, type World } from '../../../tests/support/world.ts'

let t: TestApp
let w: World
let box: Box
let slugs: string[]
beforeAll(async () => {
  t = await testApp()
  w = await makeWorld(t)
})
afterAll(() => t.close())
beforeEach(async () => {
  box = await apply(t, w)
  await receive(t, box, 2)
  await startAssessing(t, box)
  slugs = await assessAll(t, w, box, [9_000, null])
})

const publish = async () => {
  const { version } = await read(t, box)
  return t.ask(`POST /api/purchase_requests/${box.id}/assessment/`, {
    token: box.staff.token,
    body: { version },
  })
}
const result = async (token = box.staff.token) =>
  (await t.ask(`GET /api/purchase_requests/${box.id}/assessment/`, { token })).body
const write = async (slug: string | undefined, fields: object) => {
  const { version } = (await t.ask(`GET /api/purchase_items/${slug}/`, { token: box.staff.token })).body
  return t.ask(`PATCH /api/purchase_items/${slug}/`, { token: box.staff.token, body: { version, ...fields } })
}
const dropPhotos = (slug: string | undefined) =>
  t.pool.query(
    'delete from item_photo p using purchase_item i where i.id = p.item_id and i.slug = $1 returning p.id',
    [slug],
  )
const photoOf = async (slug: string | undefined): Promise<number> =>
  (await t.ask(`GET /api/purchase_items/${slug}/`, { token: box.staff.token })).body.photos[0].id

test('every article needs a photo, also one that cannot be bought', async () => {
  await dropPhotos(slugs[1])
  expect((await publish()).body).toEqual({
    non_field_errors: ['写真のない商品があります。1点につき1枚以上の写真が必要です。'],
    code: 'photo_missing',
    items: [{ slug: slugs[1], seq: 2, problems: ['photo_missing'] }],
  })
  expect((await result()).items.map((item: { problems: string[] }) => item.problems)).toEqual([
    [],
    ['photo_missing'],
  ])
  expect((await read(t, box)).items[1].problems).toEqual(['photo_missing'])
  await photographAll(t, box)
  expect((await publish()).status).toBe(200)
})

test('判定保留 keeps a price from going out, and everything that is missing is said at once', async () => {
  await write(slugs[0], { authenticity: -1000 })
  await write(slugs[1], { status: 1 })
  await dropPhotos(slugs[0])
  const refused = await publish()
  expect(refused.body).toMatchObject({
    code: 'items_unfinished',
    items: [
      { slug: slugs[0], seq: 1, problems: ['photo_missing', 'authenticity_undetermined'] },
      { slug: slugs[1], seq: 2, problems: ['items_unfinished'] },
    ],
  })
  expect((await read(t, box)).status).toBe(10)
  await write(slugs[1], { status: 3, not_buyable_reason: '破れ', authenticity: -1000 })
  await photographAll(t, box)
  expect((await publish()).body.code).toBe('authenticity_undetermined')
  await write(slugs[0], { authenticity: 0 })
  expect((await publish()).status).toBe(200)
})

test('a price below what was paid before needs a reason and a photo, which its customer reads', async () => {
  const here = box
  for (let count = 0; count < 5; count++) await contracted(t, w, [8_000 + count * 500])
  // What a campaign added says nothing about what such an article is worth.
  await t.pool.query(`begin; set local session_replication_role = replica;
    update purchase_item set uplift = 1500, price = price + 1500 where purchased_at is not null; commit`)
  box = here
  await write(slugs[0], { base_price: 5_000, deductions: [], price: 5_000 })
  const seen = await result()
  expect(seen.items[0]).toMatchObject({
    price_band: 'below',
    evidence: { n: 5, min: 8_000, max: 10_000 },
    problems: ['price_reason_missing', 'price_photo_missing'],
  })
  expect((await publish()).body.code).toBe('price_reason_missing')
  await write(slugs[0], { price_reason: '裏地に大きな破れがあるため' })
  expect((await publish()).body).toMatchObject({
    code: 'price_photo_missing',
    items: [{ problems: ['price_photo_missing'] }],
  })
  const foreign = await write(slugs[0], { price_reason_photo: await photoOf(slugs[1]) })
  expect(foreign.body.price_reason_photo).toHaveLength(1)
  const photo = await photoOf(slugs[0])
  expect((await write(slugs[0], { price_reason_photo: photo })).body.price_reason_photo).toBe(photo)
  const removed = await t.ask(`DELETE /api/biz/purchase-items/${slugs[0]}/photos/${photo}/`, {
    token: box.staff.token,
  })
  expect(removed.body.code).toBe('guard_failed')
  expect((await publish()).status).toBe(200)
  expect((await result(w.hanako.token)).items[0]).toMatchObject({
    price: 5_000,
    price_band: 'below',
    price_reason: '裏地に大きな破れがあるため',
    price_reason_photo: photo,
    authenticity: null,
    problems: [],
  })
})

test('a price above what was paid before is pointed at and goes out, without words nobody needs', async () => {
  await write(slugs[0], { base_price: 30_000, deductions: [], price: 30_000, price_reason: '前の値段の理由' })
  expect((await result()).items[0]).toMatchObject({ price_band: 'above', problems: [] })
  expect((await publish()).status).toBe(200)
  expect((await result(w.hanako.token)).items[0]).toMatchObject({ price_band: 'above', price_reason: '' })
})

test('a price many times what was paid before needs words and a photo too, for the house alone', async () => {
  await write(slugs[0], { base_price: 30_001, deductions: [], price: 30_001, price_reason: '' })
  expect((await publish()).body).toMatchObject({
    code: 'price_reason_missing',
    items: [{ slug: slugs[0], problems: ['price_reason_missing', 'price_photo_missing'] }],
  })
  const photo = await photoOf(slugs[0])
  await write(slugs[0], { price_reason: '未使用の限定品', price_reason_photo: photo })
  expect((await publish()).status).toBe(200)
  expect((await result(w.hanako.token)).items[0]).toMatchObject({
    price_reason: '',
    price_reason_photo: null,
  })
  const own = await t.ask(`GET /api/purchase_items/${slugs[0]}/`, { token: w.hanako.token })
  expect(own.body).toMatchObject({ price: 30_001, price_reason: '', price_reason_photo: null })
  const { rows } = await t.pool.query(
    "select detail from activity where action = 'item.publish_outlier' order by id",
  )
  expect(rows.at(-1)?.detail).toEqual({
    ...{ amount: 30_001, usual_min: 8_000, usual_max: 10_000, price_reason: '未使用の限定品' },
  })
})

test('a reason does not follow its price to the other side of what is usual; what was written stays for the house', async () => {
  const photo = await photoOf(slugs[0])
  await write(slugs[0], {
    ...{ base_price: 50_000, deductions: [], price_reason: '未使用の限定品', price_reason_photo: photo },
  })
  expect((await result()).items[0]).toMatchObject({ problems: [], price_reason_amount: 50_000 })
  await write(slugs[0], { base_price: 5_000 })
  const both = ['price_reason_missing', 'price_photo_missing']
  expect((await publish()).body).toMatchObject({ code: both[0], items: [{ slug: slugs[0], problems: both }] })
  expect((await result()).items[0]).toMatchObject({
    price_reason: '未使用の限定品',
    price_reason_amount: 50_000,
  })
  // The photo was of the other price, too.
  const { body: anew } = await write(slugs[0], { price_reason: '裏地の破れ' })
  expect(anew).toMatchObject({ price_reason_amount: 5_000, price_reason_photo: null })
  expect((await publish()).body.code).toBe('price_photo_missing')
  await write(slugs[0], { price_reason_photo: photo })
  // A little less is the same story; what was written for a price that was typed meanwhile is not.
  await write(slugs[0], { base_price: 4_500 })
  expect((await result()).items[0]).toMatchObject({ problems: [], price_reason_amount: 5_000 })
  await write(slugs[0], { base_price: 4_000, price_reason: '桁違い', price_reason_amount: 40_000 })
  expect((await publish()).body.code).toBe('price_reason_missing')
  await write(slugs[0], { price_reason_amount: 4_000, price_reason_photo: photo })
  expect((await publish()).status).toBe(200)
  const { items } = await result(w.hanako.token)
  expect(items[0]).toMatchObject({ price: 4_000, price_reason: '桁違い', price_reason_amount: null })
})

test('what a campaign adds lifts no price into what is usual: bench, publication and customer read the same', async () => {
  const over = { starts_on: '2026-10-01', ends_on: '2026-10-31' }
  const id = await makeCampaign(t.db, w.aoyama.company, { ...over, name: '60%アップ', percent: 60 })
  await t.pool.query('insert into promised_campaign (request_id, campaign_id) values ($1, $2)', [box.id, id])
  const price_reason = '裏地に大きな破れがあるため'
  const bench = await write(slugs[0], { base_price: 6_000, deductions: [], price_reason })
  expect(bench.body).toMatchObject({ uplift: 3_600, price: 9_600, price_reason_amount: 6_000 })
  expect((await result()).items[0]).toMatchObject({
    ...{ price_band: 'below', evidence: { min: 8_000, max: 10_000 }, problems: ['price_photo_missing'] },
  })
  expect((await publish()).body.code).toBe('price_photo_missing')
  await write(slugs[0], { price_reason_photo: await photoOf(slugs[0]) })
  expect((await publish()).status).toBe(200)
  const shown = { price: 9_600, uplift: 3_600, price_reason }
  expect((await result(w.hanako.token)).items[0]).toMatchObject({ ...shown, price_band: 'below' })
  const own = await t.ask(`GET /api/purchase_items/${slugs[0]}/`, { token: w.hanako.token })
  expect(own.body).toMatchObject(shown)
})

test('a comment whose template named another price does not go out, and neither does the amount of what is not bought', async () => {
  const comment = 'AURALEEを¥9,000で買い取ります。'
  const comment_filled = [{ variable: '査定額', text: '¥9,000' }]
  await write(slugs[0], { comment, comment_filled })
  await write(slugs[1], { comment, comment_filled })
  expect((await publish()).body).toMatchObject({
    code: 'comment_outdated',
    items: [{ slug: slugs[1], problems: ['comment_outdated'] }],
  })
  await write(slugs[1], { comment: '傷みのため、今回は見送りました。' })
  await write(slugs[0], { base_price: 8_900, deductions: [], price: 8_900 })
  expect((await result()).items[0].problems).toEqual(['comment_outdated'])
  expect((await publish()).body.code).toBe('comment_outdated')
  await write(slugs[0], { comment: comment.replace('¥9,000', '¥8,900') })
  expect((await publish()).status).toBe(200)
  const own = await t.ask(`GET /api/purchase_items/${slugs[0]}/`, { token: w.hanako.token })
  expect(own.body).toMatchObject({ comment_filled: [], edited_by: '', edited_at: null, origin_seq: null })
})

test('a customer reads nothing of what is missing', async () => {
  await dropPhotos(slugs[1])
  expect((await result(w.hanako.token)).items).toEqual([])
  await photographAll(t, box)
  await publish()
  const own = (await t.ask(`GET /api/purchase_requests/${box.id}/`, { token: w.hanako.token })).body
  expect(own.items.map((item: { problems: string[] }) => item.problems)).toEqual([[], []])
})

test('a price below what was named before the article was sent needs a reason and a photo, which its customer reads', async () => {
  const made = await makePreAssessment(t.db, {
    ...{ company_id: w.aoyama.company, shop_id: w.aoyama.shops[0] },
    ...{ operator_id: w.aoyama.staff.id, category_id: w.categories.coat },
  })
  const list = await t.pool.query<{ id: number }>(
    `insert into declared_list (customer_id, created_at)
     values ($1, now()) returning id`,
    [w.hanako.id],
  )
  const listId = list.rows[0]?.id
  await t.pool.query('update purchase_request set declared_list_id = $1 where id = $2', [listId, box.id])
  await t.pool.query('update pre_assessment set declared_list_id = $1 where id = $2', [listId, made.id])
  const path = `/api/biz/purchase-items/${slugs[0]}/named-price/`
  const { token } = box.staff
  expect((await t.ask(`GET ${path}`, { token })).body).toMatchObject({
    ...{ named: null, candidates: [{ pre_item: made.item, low: 8_500, high: 11_500 }] },
  })
  await write(slugs[0], { base_price: 8_400, deductions: [] })
  expect((await result()).items[0]).toMatchObject({ named_low: null, problems: [] })
  // Taking an article away from its named price is on record: it would not count in the accuracy any more.
  for (const pre_item of [made.item, made.item, null, made.item])
    expect((await t.ask(`PUT ${path}`, { token, body: { pre_item } })).status).toBe(200)
  const links = await t.pool.query<{ detail: unknown }>(
    "select detail from activity where action = 'item.named_price' order by id",
  )
  expect(links.rows.map(({ detail }) => detail)).toEqual([
    { before: { pre_item: null }, after: { pre_item: made.item } },
    { before: { pre_item: made.item }, after: { pre_item: null } },
    { before: { pre_item: null }, after: { pre_item: made.item } },
  ])
  expect((await result()).items[0]).toMatchObject({
    ...{ named_low: 8_500, price_band: null, problems: ['price_reason_missing', 'price_photo_missing'] },
  })
  expect((await publish()).body.code).toBe('price_reason_missing')
  // As it was named is as it may go out.
  await write(slugs[0], { base_price: 8_500 })
  expect((await result()).items[0].problems).toEqual([])
  await write(slugs[0], { base_price: 8_400, price_reason: 'うかがっていない破れ' })
  expect((await publish()).body.code).toBe('price_photo_missing')
  await write(slugs[0], { price_reason_photo: await photoOf(slugs[0]) })
  expect((await publish()).status).toBe(200)
  expect((await result(w.hanako.token)).items[0]).toMatchObject({
    ...{ price: 8_400, named_low: 8_500, price_reason: 'うかがっていない破れ' },
  })
  const { rows } = await t.pool.query(
    "select detail from activity where action = 'item.publish_outlier' order by id desc limit 1",
  )
  expect(rows[0]?.detail).toMatchObject({
    amount: 8_400,
    named_low: 8_500,
    price_reason: 'うかがっていない破れ',
  })
})
