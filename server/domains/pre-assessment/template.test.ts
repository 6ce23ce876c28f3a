import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { randomKey, type TestApp, testApp } from '../../../tests/support/app.ts'
import { makeWorld, type World } from '../../../tests/support/world.ts'

let t: TestApp
let w: World
let good: number
let worn: number
beforeAll(async () => {
  t = await testApp()
  w = await makeWorld(t)
  good = (await condition({ name: '目立つ傷なし', grade_band: 'A', factor_permille: 1000 })).body.id
  worn = (await condition({ name: '使用感あり', grade_band: 'C', factor_permille: 500 })).body.id
})
afterAll(() => t.close())

const admin = () => w.aoyama.admin.token
const condition = (part: object, token = admin()) =>
  t.ask('POST /api/pre-assessment/item-status/', {
    token,
    key: randomKey(),
    body: { description: '', sort: 10, is_active: true, ...part },
  })
const usual = {
  ...{ brand: null, brand_rank: null, category: null, gender: null, condition: null, season: null },
  ...{ attributes: {}, base: 10_000, band_permille: 150, valid_from: '2026-01-01', valid_to: null },
}
const create = (part: object, token = admin()) =>
  t.ask('POST /api/pre-assessment/price-templates/', { token, key: randomKey(), body: { ...usual, ...part } })
const replace = (id: number, part: object, token = admin()) =>
  t.ask(`PUT /api/pre-assessment/price-templates/${id}/`, { token, body: { ...usual, ...part } })
const price = async (part: object, on?: string, token = w.aoyama.staff.token) =>
  (
    await t.ask('POST /api/pre-assessment/prices/', {
      token,
      body: { articles: [{ category: w.categories.knit, condition: good, ...part }], on },
    })
  ).body.prices[0]

describe('price templates', () => {
  test('the most specific one names the price, and says how', async () => {
    await create({ base: 1_000 })
    const made = await create({ brand: w.brands.garcons, category: w.categories.knit, base: 12_800 })
    expect(made.status).toBe(201)
    const named = await price({ brand: w.brands.garcons, condition: worn })
    expect(named).toMatchObject({ low: 4_800, center: 6_400, high: 8_000, template: made.body.id })
    expect(named.steps.map(({ step }: { step: string }) => step)).toEqual(['template', 'status', 'band'])
    expect(named.steps[1].label).toBe('状態 使用感あり ×0.50')
    expect(named.steps[2].label).toBe('幅 ±25%(買取実績が少ないため広げています)')
    expect((await price({ brand: w.brands.issey })).center).toBe(1_000)
  })

  test('what nobody can price is said, and a wrong reference keeps its place', async () => {
    expect(await price({ condition: null })).toMatchObject({ center: null, reason: 'incomplete' })
    await create({ brand: w.brands.bottega, base: 0 })
    expect(await price({ brand: w.brands.bottega })).toMatchObject({ center: null, reason: 'seen_first' })
    const { status, body } = await t.ask('POST /api/pre-assessment/prices/', {
      token: admin(),
      body: { articles: [{ category: w.categories.knit }, { condition: 987_654 }] },
    })
    expect([status, body]).toEqual([400, { articles: [{}, { condition: [expect.any(String)] }] }])
  })

  test('of two that could both count the second is refused', async () => {
    const of = { category: w.categories.bag, attributes: { 素材: '革' } }
    const first = await create(of)
    const tie = await create({ category: w.categories.bag, attributes: { 金具: true } })
    expect([tie.status, tie.body.code, tie.body.template]).toEqual([400, 'guard_failed', first.body.id])
    expect((await create({ ...of, valid_from: '2026-06-01' })).body.code).toBe('guard_failed')
    expect((await create({ category: w.categories.bag, attributes: { 素材: '布' } })).status).toBe(201)
  })

  test('a new version counts from its day; until then the old one does, and both stay', async () => {
    const { body: old } = await create({ brand: w.brands.issey, category: w.categories.dress, base: 8_000 })
    const { body: next } = await replace(old.id, {
      ...{ brand: w.brands.issey, category: w.categories.dress, base: 9_000 },
      valid_from: '2027-01-01',
    })
    const on = (day: string) => price({ brand: w.brands.issey, category: w.categories.dress }, day)
    expect((await on('2026-12-31')).center).toBe(8_000)
    expect(await on('2027-01-01')).toMatchObject({ center: 9_000, template: next.id })
    const { body: history } = await t.ask(`GET /api/pre-assessment/price-templates/${next.id}/history/`, {
      token: w.aoyama.staff.token,
    })
    expect(
      history.map(({ base, valid_to }: { base: number; valid_to: string | null }) => [base, valid_to]),
    ).toEqual([
      [9_000, null],
      [8_000, '2026-12-31'],
      [8_000, null],
    ])
    const stale = await replace(old.id, { brand: w.brands.issey, base: 1 })
    expect([stale.body.code, stale.body.current.id]).toEqual(['stale_version', next.id])
  })

  test('of two who replace one version at once one is told what stands now', async () => {
    const { body: made } = await create({ gender: 1, base: 5_000 })
    const both = await Promise.all([
      replace(made.id, { gender: 1, base: 5_100 }),
      replace(made.id, { gender: 1, base: 5_200 }),
    ])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 400])
    expect(both.find(({ status }) => status === 400)?.body.code).toBe('stale_version')
  })

  test('another dealer sees none of them and prices by its own', async () => {
    const { body: made } = await create({ brand: w.brands.gucci, gender: 9 })
    const foreign = w.umeda.admin.token
    expect((await replace(made.id, {}, foreign)).status).toBe(404)
    expect(
      (await t.ask(`GET /api/pre-assessment/price-templates/${made.id}/history/`, { token: foreign })).status,
    ).toBe(404)
    const list = await t.ask('GET /api/pre-assessment/price-templates/', { token: foreign })
    expect(list.body.count).toBe(0)
    expect((await create({}, w.aoyama.staff.token)).status).toBe(403)
    const named = await t.ask('POST /api/pre-assessment/prices/', {
      token: foreign,
      body: { articles: [{ category: w.categories.knit, condition: good }] },
    })
    expect(named.status).toBe(400)
  })

  test('the list says how far own purchases are from a template', async () => {
    const { body: made } = await create({
      brand: w.brands.garcons,
      category: w.categories.coat,
      condition: good,
    })
    await sql`insert into price_template_drift values (${made.id}, 7, 7000, -300, '2026-11-20')`.execute(t.db)
    const { body } = await t.ask('GET /api/pre-assessment/price-templates/', {
      token: admin(),
      query: { is_drifting: true },
    })
    expect(
      body.results.map(({ id, drift_permille, past_n, past_median }: Record<string, number>) => [
        id,
        ...[drift_permille, past_n, past_median],
      ]),
    ).toEqual([[made.id, -300, 7, 7000]])
  })

  test('a new version stays in the place of the one before', async () => {
    const places = async () => {
      const { body } = await t.ask('GET /api/pre-assessment/price-templates/', { token: admin() })
      return body.results.map(({ id }: { id: number }) => id) as number[]
    }
    const before = await places()
    const [first] = before
    const { body: old } = await t.ask(`GET /api/pre-assessment/price-templates/${first}/history/`, {
      token: admin(),
    })
    const { brand, brand_rank, category, gender, condition, season, attributes, valid_to } = old[0]
    const next = await replace(first as number, {
      ...{ brand, brand_rank, category, gender, condition, season, attributes, valid_to },
      base: 77_700,
    })
    expect(next.status).toBe(200)
    expect(await places()).toEqual([next.body.id, ...before.slice(1)])
  })
})

describe('conditions', () => {
  test('a name stands once; one that was used is only taken out of use', async () => {
    expect(
      (await condition({ name: '使用感あり', grade_band: 'B', factor_permille: 700 })).body,
    ).toHaveProperty('name')
    const unused = (await condition({ name: '新品', grade_band: 'S', factor_permille: 1300 })).body
    const remove = (id: number, token = admin()) =>
      t.ask(`DELETE /api/pre-assessment/item-status/${id}/`, { token })
    expect((await remove(unused.id, w.umeda.admin.token)).status).toBe(404)
    expect((await remove(unused.id)).status).toBe(204)
    expect((await remove(unused.id)).status).toBe(404)
    expect((await remove(good)).status).toBe(204)
    const { body } = await t.ask(`GET /api/pre-assessment/item-status/${good}/`, { token: admin() })
    expect(body.is_active).toBe(false)
  })
})
