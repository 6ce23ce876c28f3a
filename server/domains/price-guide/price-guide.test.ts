import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { itemStatus } from '#contract/lifecycle'
import { makeItem } from '#server/domains/item/item.factory'
import { buildMissingStatistics } from '#server/domains/price-guide/price-guide.service'
import { makeRequest } from '#server/domains/purchase-request/purchase-request.factory'
import { allTasks } from '#server/jobs'
import { type TestApp, testApp, testStart } from '../../../tests/support/app.ts'
import { makeWorld, type World } from '../../../tests/support/world.ts'

let t: TestApp
let w: World
let coat: number
let bag: number
const requests = new Map<number, { id: number; consent: number }>()

type Dealer = World['aoyama'] | World['umeda']

async function requestOf({ company, shops }: Dealer) {
  const known = requests.get(company)
  if (known) return known
  const customer_id = w.hanako.id
  const place = { company_id: company, shop_id: shops[0] }
  const id = await makeRequest(t.db, { ...place, customer_id, terms_version: w.terms })
  const consent = await t.db
    .insertInto('consent')
    .values({
      request_id: id,
      customer_id,
      kind: 'answer',
      text_version: '1',
      text: '売ります',
      at: testStart,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const made = { id, consent: consent.id }
  requests.set(company, made)
  return made
}

interface Bought {
  dealer: Dealer
  brand: number
  category: number
  grade?: string
  price: number
  /** Of a campaign, on top of the price. */
  uplift?: number
  at?: string
  status?: number
  cuts?: [label: string, amount: number][]
}

async function bought({
  dealer,
  category,
  grade = 'A_2',
  price,
  uplift = 0,
  brand,
  at,
  status,
  cuts = [],
}: Bought) {
  const request = await requestOf(dealer)
  const total = cuts.reduce((sum, [, amount]) => sum + amount, 0)
  const { id } = await makeItem(
    t.db,
    { id: request.id, company_id: dealer.company, shop_id: dealer.shops[0], category_id: category },
    {
      brand_id: brand,
      grade,
      price: price + uplift,
      uplift,
      base_price: price + total,
      deduction_total: total,
      status: status ?? itemStatus.PURCHASED,
      purchased_at: at ?? '2026-11-10T15:00:00+09:00',
      consent_id: request.consent,
      decision: 'sell',
    },
  )
  for (const [position, [label, amount]] of cuts.entries()) {
    await t.db
      .insertInto('deduction')
      .values({ item_id: id, position, label, place: '袖口', amount })
      .execute()
  }
}

const rebuild = () => allTasks(t.db, t.tools)['price-guide.rebuild']?.({})
const get = async (path: string, query: Record<string, string | number> = {}) => {
  const response = await t.ask(`GET /api/price-guide/${path}`, { query })
  expect(response.status).toBe(200)
  return response.body
}

beforeAll(async () => {
  t = await testApp()
  w = await makeWorld(t)
  coat = w.categories.coat
  bag = w.categories.bag
  const { gucci, issey, bottega } = w.brands
  const { aoyama, umeda } = w
  for (const price of [10_000, 12_000, 13_000, 20_000, 21_000, 30_000]) {
    // Figures are of the prices without it.
    await bought({ dealer: aoyama, brand: gucci, category: coat, price, uplift: 2_500 })
  }
  for (const price of [8_000, 9_000]) {
    await bought({ dealer: umeda, brand: gucci, category: coat, price, grade: 'C_1' })
    await bought({ dealer: umeda, brand: gucci, category: bag, price: price * 10, grade: 'S_1' })
  }
  for (const price of [1_000, 2_000, 3_000, 4_000]) {
    await bought({ dealer: aoyama, brand: issey, category: coat, price })
  }
  // None of these counts: too old, may still be rescinded, was rescinded, is private.
  await bought({ dealer: aoyama, brand: issey, category: coat, price: 99, at: '2026-05-27T09:59:00+09:00' })
  await bought({ dealer: aoyama, brand: issey, category: coat, price: 99, at: '2026-11-23T10:00:01+09:00' })
  await bought({ dealer: aoyama, brand: issey, category: coat, price: 99, status: itemStatus.RETURNED })
  for (let index = 0; index < 5; index += 1) {
    await bought({ dealer: umeda, brand: bottega, category: bag, price: 50_000 })
  }
  await t.db
    .insertInto('company_brand')
    .values({ company_id: umeda.company, brand_id: bottega, is_private: true })
    .execute()
  await rebuild()
})
afterAll(() => t.close())

describe('what is it worth?', () => {
  test('brand, category and condition: figures that were really paid', async () => {
    expect(await get('', { brand: w.brands.gucci, category: coat, grade_band: 'A' })).toEqual({
      brand: w.brands.gucci,
      category: coat,
      grade_band: 'A',
      n: 6,
      min: 10_000,
      q1: 12_000,
      median: 13_000,
      q3: 21_000,
      max: 30_000,
      first_on: '2026-11-10',
      last_on: '2026-11-10',
    })
  })

  test('too few of a condition: the category; too few of a category: the brand', async () => {
    const { gucci } = w.brands
    expect(await get('', { brand: gucci, category: coat, grade_band: 'C' })).toMatchObject({
      category: coat,
      grade_band: null,
      n: 8,
      median: 12_000,
    })
    expect(await get('', { brand: gucci, category: bag, grade_band: 'S' })).toMatchObject({
      category: null,
      grade_band: null,
      n: 10,
    })
  })

  test('fewer than five say nothing, and neither does what does not count', async () => {
    for (const query of [{}, { brand: w.brands.issey }, { brand: w.brands.bottega }, { brand: 999_999 }]) {
      expect(await get('', query as Record<string, number>)).toBeNull()
    }
    expect(await get('', { brand: w.brands.gucci, category: 999_999, grade_band: 'D' })).toMatchObject({
      n: 10,
    })
  })

  test('a store shows its own dealer’s figures only', async () => {
    const { gucci } = w.brands
    expect(await get('', { brand: gucci, store: 'aoyama' })).toMatchObject({ n: 6, min: 10_000 })
    expect(await get('', { brand: gucci, store: 'umeda' })).toBeNull()
    expect(await get('', { brand: gucci, store: 'nobody' })).toMatchObject({ n: 10 })
  })
})

test('brands, the most often bought first', async () => {
  expect(await get('brands/')).toMatchObject([{ id: w.brands.gucci, name: 'GUCCI', n: 10 }])
  expect(await get('brands/', { store: 'umeda' })).toEqual([])
})

test('a brand by category', async () => {
  const figures = await get(`brands/${w.brands.gucci}/`)
  expect(figures.all).toMatchObject({ n: 10, min: 8_000, max: 90_000 })
  expect(figures.categories).toMatchObject([{ id: coat, n: 8 }])
  expect(await get(`brands/${w.brands.issey}/`)).toEqual({ all: null, categories: [] })
  expect((await t.ask('GET /api/price-guide/brands/999999/')).status).toBe(404)
})

test('the newest deals: of brands of which the shop bought enough, without anything of the customer', async () => {
  const { gucci } = w.brands
  const all = await get('deals/', { size: 50 })
  expect(all).toHaveLength(6)
  expect(all.map(({ price }: { price: number }) => price).toSorted()).toEqual([
    10_000, 12_000, 13_000, 20_000, 21_000, 30_000,
  ])
  expect(all[0]).toEqual({
    brand: gucci,
    brand_name: 'GUCCI',
    category: expect.any(Number),
    category_name: expect.any(String),
    grade_band: expect.stringMatching(/^[SABCD]$/),
    price: expect.any(Number),
    shop: w.aoyama.shops[0],
    shop_name: expect.any(String),
    purchased_on: '2026-11-10',
  })
  // Four of a shop could say who sold, however one asks.
  const asked: Record<string, string | number>[] = [
    { brand: gucci, store: 'umeda' },
    { shop: w.umeda.shops[0] },
    { store: 'umeda' },
  ]
  for (const query of asked) expect(await get('deals/', query)).toEqual([])
  await bought({ dealer: w.umeda, brand: gucci, category: coat, price: 7_000 })
  await rebuild()
  expect(await get('deals/', { shop: w.umeda.shops[0] })).toHaveLength(5)
  // One of them is rescinded, or too old by now.
  t.clock.forward(175 * 24 * 3_600_000)
  expect(await get('deals/', { shop: w.umeda.shops[0] })).toEqual([])
  t.clock.set(testStart)
  await t.db.deleteFrom('purchase_item').where('price', '=', 7_000).execute()
  await rebuild()
  expect(await get('deals/', { shop: w.aoyama.shops[0] })).toHaveLength(6)
  expect(await get('deals/', { brand: w.brands.issey })).toEqual([])
})

test('an example: the newest deal with deductions in usual words, with the figures of its kind', async () => {
  expect(await get('example/')).toBeNull()
  const article = { dealer: w.aoyama, brand: w.brands.gucci, category: coat }
  const days = [1, 2, 3, 4, 5].map((day) => `2026-11-0${day}T12:00:00+09:00`)
  for (const at of days) await bought({ ...article, price: 9_000, at, cuts: [['毛羽立ち', 1_500]] })
  // Newer, but a remark about one article.
  const remark: [string, number][] = [['佐藤さまのご記名', 500]]
  await bought({ ...article, price: 9_500, at: '2026-11-06T12:00:00+09:00', cuts: remark })
  await rebuild()
  const shown = await get('example/')
  expect(shown).toMatchObject({
    brand: w.brands.gucci,
    brand_name: 'GUCCI',
    category: coat,
    grade_band: 'A',
    base_price: 10_500,
    deductions: [{ label: '毛羽立ち', place: '袖口', amount: 1_500 }],
    uplift: 0,
    price: 9_000,
    figures: { n: 12, min: 9_000 },
  })
  expect(await get('example/', { store: 'aoyama' })).toEqual(shown)
  expect(await get('example/', { store: 'umeda' })).toBeNull()
})

test('a brand made private goes at once, and the figures of the others come back with the night', async () => {
  const { gucci } = w.brands
  const { aoyama } = w
  const read = async () => ({
    search: await get('', { brand: gucci }),
    brands: (await get('brands/')).map(({ id }: { id: number }) => id),
    brand: await get(`brands/${gucci}/`),
    own: await get('', { brand: gucci, store: 'aoyama' }),
    example: await get('example/'),
    deals: await get('deals/', { brand: gucci }),
  })
  const before = await read()
  expect([before.search.n, before.own.n, before.brands, before.deals.length > 0]).toEqual([
    16,
    12,
    [gucci],
    true,
  ])
  for (const price of [3_100, 3_200, 3_300, 3_400, 3_500])
    await bought({ dealer: w.umeda, brand: gucci, category: coat, price })
  await t.db
    .insertInto('company_brand')
    .values({ company_id: aoyama.company, brand_id: gucci, is_private: true })
    .execute()
  const nothing = {
    search: null,
    brands: [],
    brand: { all: null, categories: [] },
    own: null,
    example: null,
    deals: [],
  }
  expect(await read()).toEqual(nothing)
  await rebuild()
  const after = await read()
  expect(after).toMatchObject({ own: null, example: null, search: { n: 9 }, brands: [gucci] })
  expect(after.deals).toHaveLength(9)
  await t.db.deleteFrom('company_brand').where('company_id', '=', aoyama.company).execute()
  await t.pool.query('delete from purchase_item where price between 3100 and 3500')
  await rebuild()
  expect(await read()).toEqual(before)
})

test('a database with deals and no figures gets them at its start, once', async () => {
  const waiting = async () => {
    const { rows } = await sql<{ n: number }>`select count(*) as n from graphile_worker._private_jobs j
      join graphile_worker._private_tasks k on k.id = j.task_id where k.identifier = 'price-guide.rebuild'`.execute(
      t.db,
    )
    return rows[0]?.n
  }
  await buildMissingStatistics(t.db)
  expect(await waiting()).toBe(0)
  await t.db.deleteFrom('price_statistic').execute()
  await Promise.all([buildMissingStatistics(t.db), buildMissingStatistics(t.db)])
  expect(await waiting()).toBe(1)
  // Two processes may rebuild at once.
  await Promise.all([rebuild(), rebuild(), rebuild()])
  expect(await get('', { brand: w.brands.gucci })).toMatchObject({ n: 16 })
})

test('the next night sees what is new, and forgets what is old', async () => {
  await bought({ dealer: w.aoyama, brand: w.brands.issey, category: coat, price: 5_000 })
  expect(await get('', { brand: w.brands.issey })).toBeNull()
  await rebuild()
  expect(await get('', { brand: w.brands.issey })).toMatchObject({ n: 5, median: 3_000 })
  t.clock.set('2027-06-10T10:00:00+09:00')
  await rebuild()
  expect(await get('', { brand: w.brands.issey })).toBeNull()
  expect(await get('brands/')).toEqual([])
})
