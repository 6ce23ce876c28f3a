import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fromCsv } from '#server/platform/csv'
import { randomKey, type TestApp, testApp } from '../../../tests/support/app.ts'
import { makeWorld, signIn, type World } from '../../../tests/support/world.ts'
import { makePreAssessment } from './pre-assessment.factory.ts'

let t: TestApp
let w: World
beforeAll(async () => {
  t = await testApp()
  w = await makeWorld(t)
})
afterAll(() => t.close())

const staff = () => w.aoyama.staff.token
const made = (state: 'draft' | 'sent' = 'draft') =>
  makePreAssessment(t.db, {
    ...{ company_id: w.aoyama.company, shop_id: w.aoyama.shops[0] as number, state },
    ...{ operator_id: w.aoyama.staff.id, category_id: w.categories.coat },
  })

const template = (part: object, token = w.aoyama.admin.token) =>
  t.ask('POST /api/pre-assessment/price-templates/', {
    token,
    key: randomKey(),
    body: {
      ...{ brand: null, brand_rank: null, category: w.categories.coat, gender: null, condition: null },
      ...{ season: null, attributes: {}, base: 10_000, band_permille: 300 },
      ...{ valid_from: '2026-01-01', valid_to: null, ...part },
    },
  })

test('attributes are those of templates in force of the own company, of the category and of any', async () => {
  const { coat, bag } = w.categories
  for (const part of [
    { attributes: { 素材: 'カシミヤ', 丈: 90 }, brand: w.brands.gucci },
    { attributes: { 素材: 'ウール' } },
    { attributes: { 素材: 'ウール' }, brand: w.brands.issey },
    { attributes: { 付属品: true }, category: null },
    { attributes: { 金具: '金' }, category: bag },
    { attributes: { 古い: '版' }, brand: w.brands.bottega, valid_to: '2026-02-01' },
  ])
    expect((await template(part)).status).toBe(201)
  expect((await template({ attributes: { よその: '社' } }, w.umeda.admin.token)).status).toBe(201)
  const of = async (category: number | undefined) =>
    (
      await t.ask('GET /api/pre-assessment/attributes/', {
        token: staff(),
        query: { ...(category && { category }) },
      })
    ).body
  expect(await of(coat)).toEqual([
    { name: '素材', kind: 'STRING', values: ['ウール', 'カシミヤ'] },
    { name: '丈', kind: 'NUMBER', values: [90] },
    { name: '付属品', kind: 'BOOLEAN', values: [true] },
  ])
  expect((await of(bag)).map(({ name }: { name: string }) => name)).toEqual(['付属品', '金具'])
  expect((await of(undefined)).map(({ name }: { name: string }) => name)).toEqual(['付属品'])
})

describe('attributes that can change no price any more are not asked for', () => {
  const names = async (query: Record<string, number>) =>
    (await t.ask('GET /api/pre-assessment/attributes/', { token: staff(), query })).body
      .map(({ name }: { name: string }) => name)
      .toSorted()
  let condition: number
  const other = () => w.brands.issey as number
  const category = () => w.categories.watch as number
  const of = () => ({ category: category(), brand: other() })
  beforeAll(async () => {
    condition = (await made()).condition
    // What the tests before this one left for any category would be asked for everywhere.
    await sql`update price_template set valid_to = '2026-01-02' where category_id is null`.execute(t.db)
    for (const part of [
      { attributes: { 素材: '革' } },
      { attributes: { 丈: 60 }, condition },
      { brand: other(), condition },
      { brand: w.brands.gucci },
      { brand: w.brands.gucci, attributes: { 箱: true } },
      { brand: w.brands.bottega, gender: 1 },
    ])
      expect((await template({ category: category(), ...part })).status).toBe(201)
  })
  test('as long as the brand is not known, all are', async () =>
    expect(await names({ category: category() })).toEqual(['丈', '箱', '素材']))
  test('its template for another condition does not count yet', async () =>
    expect(await names(of())).toEqual(['丈', '素材']))
  test('its own template without attributes counts, whatever others say', async () => {
    expect(await names({ ...of(), condition })).toEqual([])
    expect(await names({ category: category(), brand: w.brands.gucci as number })).toEqual(['箱'])
  })
  test('a template for one gender counts for that one only', async () => {
    const asked = { category: category(), brand: w.brands.bottega as number, condition }
    expect(await names(asked)).toEqual(['丈', '素材'])
    expect(await names({ ...asked, gender: 0 })).toEqual(['丈', '素材'])
    expect(await names({ ...asked, gender: 1 })).toEqual([])
  })
})

test('an attribute changes the price, whatever the order in which it was typed', async () => {
  const { id, item, condition } = await made()
  const put = async (attributes: object) => {
    const { body } = await t.ask(`GET /api/pre-assessment/assessments/${id}/items/${item}/`, {
      token: staff(),
    })
    return t.ask(`PATCH /api/pre-assessment/assessments/${id}/items/${item}/`, {
      token: staff(),
      body: { version: body.version, condition, brand: w.brands.gucci, attributes },
    })
  }
  const both = { attributes: { 素材: 'カシミヤ', 丈: 60 }, brand: w.brands.gucci, base: 30_000 }
  expect((await template(both)).status).toBe(201)
  expect((await put({ 丈: 60, 素材: 'カシミヤ' })).body).toMatchObject({
    center: 30_000,
    attributes: { 素材: 'カシミヤ', 丈: 60 },
  })
  expect((await put({ 丈: '60', 素材: 'カシミヤ' })).body.center).not.toBe(30_000)
})

const photosOf = async (id: number) =>
  (await t.ask(`GET /api/pre-assessment/assessments/${id}/`, { token: staff() })).body.items[0].photos

test('a photo is removed with its file while it is a draft, by the own dealer', async () => {
  const { id, photo } = await made()
  const other = await made()
  const remove = (of: number, which: number, token = staff()) =>
    t.ask(`DELETE /api/pre-assessment/assessments/${of}/photos/${which}/`, { token })
  expect(await photosOf(id)).toHaveLength(1)
  expect((await remove(other.id, photo)).status).toBe(404)
  expect((await remove(id, photo, w.umeda.staff.token)).status).toBe(404)
  expect((await remove(id, photo)).status).toBe(204)
  expect(await photosOf(id)).toEqual([])
  expect((await remove(id, photo)).status).toBe(404)
  const files = await sql`select from stored_file f where not exists (
    select from pre_assessment_photo p where p.file_id = f.id) and f.key like 'pre-assessment/%'`.execute(
    t.db,
  )
  expect(files.rows).toHaveLength(0)
  const sent = await made('sent')
  expect((await remove(sent.id, sent.photo)).body.code).toBe('illegal_transition')
  expect(await photosOf(sent.id)).toHaveLength(1)
})

test('the file of the accuracy has each article, and who took it is recorded', async () => {
  const { item } = await made('sent')
  const { rows } = await sql<{ id: number }>`select id from purchase_item limit 1`.execute(t.db)
  expect(rows).toHaveLength(0)
  const boxes = await import('../../../tests/support/steps.ts')
  const box = await boxes.offered(t, w, {}, [9_000])
  const sold = await sql<{ id: number; slug: string }>`
    select id, slug from purchase_item where request_id = ${box.id}`.execute(t.db)
  await sql`
    insert into pre_assessment_result (item_id, pre_item_id, company_id, shop_id, operator_id, low, center, high, price,
      error_permille, is_within, decided_on)
    values (${sold.rows[0]?.id}, ${item}, ${w.aoyama.company}, ${w.aoyama.shops[0]}, ${w.aoyama.staff.id},
      8500, 10000, 11500, 9000, -100, true, '2026-11-20')`.execute(t.db)
  const file = async (token: string, query = {}) =>
    t.app.inject({
      url: `/api/pre-assessment/accuracy/csv/?${new URLSearchParams({ date_from: '2026-11-01', date_to: '2026-11-30', ...query })}`,
      headers: { authorization: `Bearer ${token}` },
    })
  const reading = fromCsv((await file(staff())).rawPayload)
  expect(reading.ok && reading.rows).toEqual([
    expect.objectContaining({
      ...{ 買取日: '2026-11-20', 商品コード: sold.rows[0]?.slug, カテゴリ: 'コート・ジャケット' },
      ...{ 目安の中心: '10000', 買取額: '9000', '差(%)': '-10.0', 当たり: 'はい', 担当: '鈴木 健一' },
    }),
  ])
  const foreign = fromCsv((await file(w.umeda.staff.token)).rawPayload)
  expect(foreign.ok && foreign.rows).toEqual([])
  const { token } = await signIn(t, w.aoyama.admin)
  const trail = await t.ask('GET /api/biz/activities/', { token })
  expect(trail.body.results.map(({ label }: { label: string }) => label)).toContain(
    '事前査定の精度をCSVで保存した',
  )
})
