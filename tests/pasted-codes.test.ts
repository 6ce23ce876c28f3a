import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeSale } from '#server/domains/sale/sale.factory'
import { type TestApp, testApp } from './support/app.ts'
import { contracted } from './support/steps.ts'
import { makeWorld, type World } from './support/world.ts'

let t: TestApp
let w: World
beforeAll(async () => {
  t = await testApp()
  w = await makeWorld(t)
})
afterAll(() => t.close())

/** Some pairs have twelve digits together, like the number of a parcel. */
test('two article numbers are two articles in every list, and none is missing', async () => {
  const { token } = w.aoyama.admin
  await t.pool.query('select setval(pg_get_serial_sequence($1, $2), 10001, false)', [
    'purchase_request',
    'id',
  ])
  const box = await contracted(t, w, [14_000, 3_500])
  const q = `${box.id}-1 ${box.id}-2`
  expect(q.replaceAll(/\D/g, '')).toHaveLength(12)
  const shown = async (path: string) => {
    const list = await t.ask(`GET ${path}`, { token, query: { q } })
    const codes = await t.ask(`GET ${path}codes/`, { token, query: { q } })
    return [path, list.body.count, codes.body]
  }
  const nothing = { missing: [] }
  for (const path of [
    '/api/biz/purchase-items/',
    '/api/biz/item-productization/',
    '/api/biz/antique-ledger/',
  ])
    expect(await shown(path)).toEqual([path, 2, nothing])
  expect(await shown('/api/biz/purchase_requests/')).toEqual(['/api/biz/purchase_requests/', 1, nothing])
  for (const slug of box.slugs) {
    const { rows } = await t.pool.query(
      'select id as item_id, company_id, shop_id from purchase_item where slug = $1',
      [slug],
    )
    await t.ask('PATCH /api/biz/item-productization-manage/', { token, body: { slug, version: 0 } })
    await makeSale(t.db, rows[0])
  }
  expect(await shown('/api/biz/sales/')).toEqual(['/api/biz/sales/', 2, nothing])
})
