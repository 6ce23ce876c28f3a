import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { type TestApp, testApp } from '../../../tests/support/app.ts'
import { type NextEngineServer, startNextEngineServer } from '../../../tests/support/next-engine-server.ts'
import { contracted } from '../../../tests/support/steps.ts'
import { makeWorld, signIn, type World } from '../../../tests/support/world.ts'
import { makeProducts } from './next-engine.factory.ts'
import * as queries from './order.queries.ts'
import { importOrders } from './order.service.ts'

let server: NextEngineServer
let t: TestApp
let w: World
let ids: number[]

beforeAll(async () => {
  server = await startNextEngineServer(() => t.clock.now())
  t = await testApp({ config: { nextEngine: server.config } })
  w = await makeWorld(t)
  const token = (await signIn(t, w.aoyama.admin)).token
  await t.ask('POST /next-engine/auth/', { token, body: server.signIn() })
})
beforeEach(async () => {
  for (const person of [w.hanako, w.aoyama.staff, w.aoyama.admin])
    Object.assign(person, await signIn(t, person))
  const box = await contracted(t, w, [4_000, 4_000])
  ids = await makeProducts(t.db, box.id, [9_800, 9_900])
  server.houseOf('aoyama').orders.length = 0
  const token = (await signIn(t, w.aoyama.admin)).token
  await t.ask('POST /next-engine/auth/', { token, body: server.signIn() })
  await t.runJobs()
  t.clock.forward(60_000)
  await t.runJobs()
})
afterEach(() => {
  vi.restoreAllMocks()
  expect(server.problems.splice(0)).toEqual([])
})
afterAll(async () => {
  await t.close()
  await server.close()
})

let numbers = 10_000
function order(id: number | undefined, more: Record<string, string> = {}) {
  numbers += 1
  const row = {
    receive_order_row_receive_order_id: String(numbers),
    receive_order_row_no: '1',
    receive_order_row_goods_id: `OKR-${id}`,
    receive_order_row_quantity: '1',
    receive_order_row_unit_price: '9800',
    receive_order_row_cancel_flag: '0',
    receive_order_cancel_type_id: '0',
    receive_order_date: '2026-11-24 09:30:00',
    receive_order_last_modified_date: '2026-11-24 10:30:00',
    ...more,
  }
  server.houseOf('aoyama').orders.push(row)
  return row
}
const run = () => importOrders(t.db, w.aoyama.company, t.tools)
const list = async (person = w.aoyama.admin) =>
  (await t.ask('GET /api/biz/next-engine/orders/', { token: (await signIn(t, person)).token })).body
const sales = async () =>
  (
    await t.pool.query(
      'select item_id, price::int, source, sold_on, returned_on from sale where item_id = any($1::bigint[]) order by id',
      [ids],
    )
  ).rows
const goods = (id: number | undefined) => server.houseOf('aoyama').goods.get(`OKR-${id}`)
const stateOf = async (id: number | undefined) =>
  (await t.pool.query('select state from next_engine_goods where item_id = $1', [id])).rows[0]?.state

test('an order of an article is a sale, once, and its stock stays theirs', async () => {
  const row = order(ids[0])
  order(999_999)
  await run()
  await run()
  expect(await sales()).toEqual([
    { item_id: ids[0], price: 9_800, source: 'next_engine', sold_on: '2026-11-24', returned_on: null },
  ])
  t.clock.forward(60_000)
  await t.runJobs()
  expect([await stateOf(ids[0]), goods(ids[0])?.stock_quantity]).toEqual(['sold', '1'])
  expect((await list()).results[0]).toMatchObject({
    order_id: row.receive_order_row_receive_order_id,
    state: 'recorded',
    price: 9_800,
  })
  expect((await list(w.umeda.admin)).count).toBe(0)
})

test('a canceled order is a sale that came back, and the article is on sale again', async () => {
  const row = order(ids[0])
  await run()
  row.receive_order_row_cancel_flag = '1'
  row.receive_order_last_modified_date = '2026-11-30 10:00:00'
  await run()
  await run()
  const [sale, ...others] = await sales()
  expect([sale.returned_on !== null, others]).toEqual([true, []])
  t.clock.forward(60_000)
  await t.runJobs()
  expect(await stateOf(ids[0])).toBe('listed')
  // Ordered again by somebody else.
  order(ids[0], { receive_order_last_modified_date: '2026-11-30 10:00:00' })
  await run()
  expect((await sales()).map(({ returned_on }) => returned_on === null)).toEqual([false, true])
  // The first comes to life again: that is for a person.
  row.receive_order_row_cancel_flag = '0'
  await run()
  expect((await list()).results.find(({ state }: { state: string }) => state === 'problem')).toMatchObject({
    order_id: row.receive_order_row_receive_order_id,
    error: expect.stringContaining('もう一度有効'),
  })
})

test('canceled before it was taken, it is only noted', async () => {
  order(ids[0], { receive_order_cancel_type_id: '2' })
  await run()
  expect([await sales(), (await list()).results[0].state]).toEqual([[], 'canceled'])
})

test('what cannot be a sale waits for a person, and the others are taken', async () => {
  order(ids[0], { receive_order_row_unit_price: '' })
  order(ids[1])
  order(ids[1])
  await run()
  await run()
  expect((await sales()).map(({ item_id }) => item_id)).toEqual([ids[1]])
  const newest = (await list()).results.slice(0, 3) as { state: string; error: string }[]
  expect(newest.map(({ state }) => state).toSorted()).toEqual(['problem', 'problem', 'recorded'])
  expect(newest.filter(({ error }) => error.includes('単価')).length).toBe(1)
})

test('killed half-way, it takes the rest and nothing twice', async () => {
  order(ids[0])
  order(ids[1])
  vi.spyOn(queries, 'markRead').mockRejectedValueOnce(new Error('killed'))
  await expect(run()).rejects.toThrow('killed')
  await Promise.all([run(), run()])
  expect((await sales()).map(({ item_id }) => item_id)).toEqual(ids)
})
