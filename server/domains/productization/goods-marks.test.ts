import { afterAll, beforeAll, expect, test } from 'vitest'
import { allTasks } from '#server/jobs'
import { type TestApp, testApp } from '../../../tests/support/app.ts'
import { statementsOf } from '../../../tests/support/statements.ts'
import { contracted } from '../../../tests/support/steps.ts'
import { makeWorld, type World } from '../../../tests/support/world.ts'

let t: TestApp
let w: World
beforeAll(async () => {
  t = await testApp()
  w = await makeWorld(t)
})
afterAll(() => t.close())

test('work on goods is seen by their list at once, and has no other list counted again', async () => {
  const { slugs } = await contracted(t, w)
  const { token } = w.aoyama.staff
  const goods = '/api/biz/item-productization/?stage=text'
  const all = async (path: string) => (await t.ask(`GET ${path}`, { token })).body.count
  const counts = async (path: string) => {
    const seen = await statementsOf(() => t.ask(`GET ${path}`, { token }))
    expect(seen.some((text) => /list_change/.test(text))).toBe(true)
    return seen.filter((text) => /^select count/.test(text))
  }
  await t.pool.query(
    `insert into product (item_id, company_id, shop_id, edited_at)
     select id, company_id, shop_id, now() from purchase_item where slug = $1`,
    [slugs[0]],
  )
  expect([await all(goods), await all('/api/biz/purchase-items/')]).toEqual([
    0,
    await all('/api/biz/purchase-items/'),
  ])
  await t.pool.query(
    `update product set stage = 'text' where item_id = (select id from purchase_item where slug = $1)`,
    [slugs[0]],
  )
  expect(await all(goods)).toBe(1)
  expect(await counts('/api/biz/purchase-items/')).toEqual([])
  await t.pool.query('update product set photo_order_version = photo_order_version + 1, edited_at = now()')
  expect(await counts(goods), 'nobody lists by the order of photos').toEqual([])
  await t.pool.query('update product set completeness = 7')
  expect(await counts('/api/biz/purchase-items/')).toEqual([])
  expect(await counts(goods)).toHaveLength(1)
  await t.pool.query(
    `update product set stage = 'photo' where item_id = (select id from purchase_item where slug = $1)`,
    [slugs[0]],
  )
  await allTasks(t.db, t.tools)['list_change.prune']({})
  expect(await all(goods)).toBe(0)
})
