import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeShopTag } from '#server/domains/company/company.factory'
import { type TestApp, testApp } from '../../../tests/support/app.ts'
import { makeWorld, type World } from '../../../tests/support/world.ts'

let t: TestApp
let w: World
beforeAll(async () => {
  t = await testApp()
  w = await makeWorld(t)
  const [honten, shibuya] = w.aoyama.shops
  const [umeda] = w.umeda.shops
  const { gucci, issey, bottega } = w.brands
  await t.db
    .insertInto('shop_brand')
    .values([
      { shop_id: honten, brand_id: gucci },
      { shop_id: shibuya, brand_id: issey },
      { shop_id: umeda, brand_id: gucci },
      { shop_id: umeda, brand_id: bottega },
    ])
    .execute()
  await makeShopTag(t.db, honten, 'レディース')
  await makeShopTag(t.db, umeda, 'バッグ')
})
afterAll(() => t.close())

async function names(route: string, query: Record<string, string | number | boolean> = {}) {
  const response = await t.ask(route, { query })
  expect(response.status).toBe(200)
  return response.body.map((row: { name: string }) => row.name)
}

test('a store shows its own company: shops, tags, brands and the dealer', async () => {
  const store = 'aoyama'
  expect(await names('GET /api/shop/', { store })).toEqual(['青山本店', '渋谷店'])
  expect(await names('GET /api/shoptag/', { store })).toEqual(['レディース'])
  expect(await names('GET /api/dealers/', { store })).toEqual(['株式会社青山リユース'])
  expect(await names('GET /api/brand/', { store, shopOnly: true })).toEqual(['GUCCI', 'ISSEY MIYAKE'])
  expect(await names('GET /api/shop/', { store, name: '梅田' })).toEqual([])
})

test.each(['default', 'no-such-store', ''])(
  'the store "%s" belongs to nobody and shows all',
  async (store) => {
    expect(await names('GET /api/shop/', { store })).toEqual(['青山本店', '渋谷店', '梅田店'])
    expect(await names('GET /api/shoptag/', { store })).toEqual(['レディース', 'バッグ'])
    expect(await names('GET /api/dealers/', { store })).toHaveLength(2)
    expect(await names('GET /api/brand/', { store, shopOnly: true })).toHaveLength(3)
  },
)

test('a brand leads to the shops that handle it, those of the store where one is asked for', async () => {
  const { gucci, garcons } = w.brands
  expect(await names('GET /api/shop/', { brand: gucci })).toEqual(['青山本店', '梅田店'])
  expect(await names('GET /api/shop/', { brand: gucci, store: 'umeda' })).toEqual(['梅田店'])
  expect(await names('GET /api/shop/', { brand: garcons })).toEqual([])
  expect((await t.ask(`GET /api/brand/${gucci}/`)).body).toEqual({
    id: gucci,
    name: 'GUCCI',
    name_kana: 'グッチ',
    is_private: false,
  })
  expect((await t.ask('GET /api/brand/999999/')).status).toBe(404)
})

test('a brand that a dealer keeps private does not lead to its shops', async () => {
  await t.db
    .insertInto('company_brand')
    .values({ company_id: w.umeda.company, brand_id: w.brands.gucci, is_private: true })
    .execute()
  expect(await names('GET /api/shop/', { brand: w.brands.gucci })).toEqual(['青山本店'])
})

test('as many brands come as were asked for', async () => {
  expect(await names('GET /api/brand/', { size: 2 })).toHaveLength(2)
  expect(await names('GET /api/brand/', { size: 0 })).toHaveLength(4)
})
