import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { inTransaction } from '#server/platform/db'
import { type TestApp, testApp } from '../../../tests/support/app.ts'
import {
  faults,
  type NextEngineServer,
  startNextEngineServer,
} from '../../../tests/support/next-engine-server.ts'
import { contracted } from '../../../tests/support/steps.ts'
import { makeWorld, signIn, type World } from '../../../tests/support/world.ts'
import { makeProducts } from './next-engine.factory.ts'
import * as queries from './upload.queries.ts'
import { queueChange, uploadGoods } from './upload.service.ts'

let server: NextEngineServer
let t: TestApp
let w: World
let house = 0

beforeAll(async () => {
  server = await startNextEngineServer(() => t.clock.now())
  t = await testApp({ config: { nextEngine: server.config } })
  w = await makeWorld(t)
})
beforeEach(async () => {
  house += 1
  await t.pool.query('delete from next_engine_goods')
  await t.pool.query('delete from next_engine_batch')
  await t.pool.query('delete from product')
  await t.pool.query('delete from next_engine_connection')
})
afterEach(() => {
  server.fail(undefined)
  server.refuseRows(() => undefined)
  vi.restoreAllMocks()
  expect(server.problems.splice(0)).toEqual([])
})
afterAll(async () => {
  await t.close()
  await server.close()
})

const admin = async () => (await signIn(t, w.aoyama.admin)).token
const goods = () => server.houseOf(`h${house}`).goods
const connect = async () => {
  const made = await t.ask('POST /next-engine/auth/', {
    token: await admin(),
    body: server.signIn(`h${house}`),
  })
  expect(made.status).toBe(200)
}
/** Some minutes with all jobs that become due in them. */
async function pass(minutes = 1): Promise<void> {
  await t.runJobs()
  for (let at = 0; at < minutes * 2; at += 1) {
    t.clock.forward(30_000)
    await t.runJobs()
  }
}
async function finished(prices: readonly number[] = [24_800]): Promise<{ request: number; ids: number[] }> {
  for (const person of [w.hanako, w.aoyama.staff, w.aoyama.admin])
    Object.assign(person, await signIn(t, person))
  const box = await contracted(
    t,
    w,
    prices.map(() => 4_000),
  )
  return { request: box.id, ids: await makeProducts(t.db, box.id, prices) }
}
const changed = (ids: readonly number[]) => inTransaction(t.db, (tx) => queueChange(tx, ids))
const list = async (query: Record<string, string | number> = {}) =>
  (await t.ask('GET /api/biz/next-engine/goods/', { token: await admin(), query })).body.results
const states = async () =>
  Object.fromEntries(
    (await list()).map((row: { goods_id: string; state: string }) => [row.goods_id, row.state]),
  )
const uploads = () => server.callsTo('/api_v1_master_goods/upload').length
const code = (id: number | undefined) => `OKR-${id}`
const setPrice = (id: number | undefined, price: number) =>
  t.pool.query('update product set selling_price = $2, version = version + 1 where item_id = $1', [id, price])

describe('finished articles', () => {
  test('are uploaded once, with their price and one piece, when the company connects and later', async () => {
    const { ids } = await finished([24_800, 9_900])
    await connect()
    const before = uploads()
    await pass(2)
    expect(uploads() - before).toBe(1)
    expect(goods().get(code(ids[0]))).toMatchObject({
      goods_name: 'コート 1',
      goods_selling_price: '24800',
      goods_supplier_id: '9999',
      stock_quantity: '1',
    })
    expect(await states()).toEqual({ [code(ids[0])]: 'listed', [code(ids[1])]: 'listed' })
    // Nothing new: nothing is sent, however often somebody asks.
    await changed(ids)
    await changed(ids)
    await pass(15)
    expect(uploads() - before).toBe(1)
    const later = await finished([5_000])
    await changed(later.ids)
    await pass(2)
    expect(goods().get(code(later.ids[0]))).toMatchObject({ goods_selling_price: '5000' })
  })

  test('follow a price; the stock of what is on sale is not written again', async () => {
    const { ids } = await finished()
    await connect()
    await pass(2)
    // Sold there a moment ago; the order has not come here yet.
    Object.assign(goods().get(code(ids[0])) ?? {}, { stock_quantity: '0' })
    await setPrice(ids[0], 19_800)
    await changed(ids)
    await pass(2)
    expect(goods().get(code(ids[0]))).toMatchObject({ goods_selling_price: '19800', stock_quantity: '0' })
    expect(await states()).toEqual({ [code(ids[0])]: 'listed' })
  })

  test('are withdrawn at once when somebody takes them up again', async () => {
    const { ids } = await finished()
    await connect()
    await pass(2)
    const { rows } = await t.pool.query(
      'select i.slug, p.version from purchase_item i join product p on p.item_id = i.id where i.id = $1',
      [ids[0]],
    )
    const written = await t.ask('PATCH /api/biz/item-productization-manage/', {
      token: await admin(),
      body: { ...rows[0], status: 8 },
    })
    expect([written.status, written.body]).toEqual([200, expect.anything()])
    await pass(2)
    expect(goods().get(code(ids[0]))?.stock_quantity).toBe('0')
    expect(await states()).toEqual({ [code(ids[0])]: 'withdrawn' })
  })

  test('keep what Next Engine has no characters for readable, and say so', async () => {
    const { ids } = await finished()
    await t.pool.query(`update product set title = 'HERMÈS 𠮷田, "限定"' where item_id = $1`, [ids[0]])
    await connect()
    await pass(2)
    expect(goods().get(code(ids[0]))?.goods_name).toBe('HERMES 吉田, "限定"')
    expect((await list())[0]).toMatchObject({
      state: 'listed',
      replaced: expect.stringContaining('È→E、𠮷→吉'),
    })
  })

  test('have the composed title while they have none of their own', async () => {
    const { ids } = await finished()
    await t.pool.query(`update product set title = '' where item_id = $1`, [ids[0]])
    const { rows } = await t.pool.query('select slug from purchase_item where id = $1', [ids[0]])
    const path = `/api/biz/item-productization/${rows[0].slug}/`
    const { body: product } = await t.ask(`GET ${path}`, { token: await admin() })
    await connect()
    await pass(2)
    expect(product.composed_title).not.toBe('')
    expect(goods().get(code(ids[0]))?.goods_name).toBe(product.composed_title)
  })

  test('go out of stock when they are held, and come back after it', async () => {
    const { ids, request } = await finished()
    await connect()
    await pass(2)
    const held = await t.ask(`POST /api/biz/purchase_requests/${request}/holds/`, {
      token: await admin(),
      body: { kind: 'stolen_notice', reason: '品触れ' },
    })
    expect(held.status).toBe(201)
    await pass(2)
    expect(goods().get(code(ids[0]))).toMatchObject({ stock_quantity: '0', goods_selling_price: '24800' })
    expect(await states()).toEqual({ [code(ids[0])]: 'withdrawn' })
    await t.pool.query(
      `update hold set released_at = now(), released_by = $1, release_reason = '別の品', first_release_by = placed_by,
        first_release_at = now(), first_release_reason = '別の品'`,
      [w.aoyama.admin2.id],
    )
    await changed(ids)
    await pass(2)
    expect(goods().get(code(ids[0]))).toMatchObject({ stock_quantity: '1' })
    expect(await states()).toEqual({ [code(ids[0])]: 'listed' })
  })

  test('are withdrawn when they are sold elsewhere or taken up again, also when nobody said so', async () => {
    const { ids } = await finished([8_000, 9_000])
    await connect()
    await pass(2)
    await t.pool.query(
      `insert into sale (company_id, shop_id, item_id, sales_channel, ledger_class, sold_on, price, source, recorded_at)
       select company_id, shop_id, id, 2, '02', '2026-11-24', 8000, 'hand', now() from purchase_item where id = $1`,
      [ids[0]],
    )
    await t.pool.query('update purchase_item set status = 8 where id = $1', [ids[1]])
    const tasks = (await import('./next-engine.jobs.ts')).nextEngineJobs.tasks(t.db, t.tools)
    await tasks['next-engine.overlooked'](undefined)
    await pass(2)
    expect([...goods().values()].map(({ stock_quantity }) => stock_quantity)).toEqual(['0', '0'])
    expect(await states()).toEqual({ [code(ids[0])]: 'withdrawn', [code(ids[1])]: 'withdrawn' })
  })

  test('held between the decision and the upload are withdrawn by the next', async () => {
    const { ids } = await finished()
    await connect()
    server.fail(async (path) => {
      if (!path.endsWith('/upload')) return false
      server.fail(undefined)
      await t.pool.query('update product set selling_price = null where item_id = $1', [ids[0]])
      await changed(ids)
      return false
    })
    await pass(3)
    expect(goods().get(code(ids[0]))?.stock_quantity).toBe('0')
    expect(await states()).toEqual({ [code(ids[0])]: 'withdrawn' })
  })
})

describe('an upload', () => {
  test('of which some rows are refused: they say why, and are sent again on demand', async () => {
    const { ids } = await finished([1_000, 2_000, 3_000])
    await connect()
    server.refuseRows(({ syohin_code }) =>
      syohin_code === code(ids[1]) ? '商品名が長すぎます。' : undefined,
    )
    await pass(2)
    expect(await states()).toEqual({
      [code(ids[0])]: 'listed',
      [code(ids[1])]: 'failed',
      [code(ids[2])]: 'listed',
    })
    expect(await list({ state: 'failed' })).toMatchObject([
      {
        goods_id: code(ids[1]),
        error: expect.stringContaining('商品名が長すぎます。'),
        slug: expect.any(String),
      },
    ])
    const { body } = await t.ask('GET /api/biz/next-engine/batches/', { token: await admin() })
    expect(body).toMatchObject({
      count: 1,
      results: [{ kind: 'offer', state: 'done', row_count: 3, failed_count: 1 }],
    })
    expect((await list({ batch: body.results[0].id })).length).toBe(3)
    server.refuseRows(() => undefined)
    const token = (await signIn(t, w.aoyama.staff)).token
    const retry = () => t.ask('POST /api/biz/next-engine/goods/retry/', { token, body: {} })
    expect((await retry()).body).toEqual({ queued: 1 })
    expect((await retry()).body).toEqual({ queued: 0 })
    await pass(2)
    expect((await states())[code(ids[1])]).toBe('listed')
    // Another dealer neither sees them nor sends them again.
    const foreign = (await signIn(t, w.umeda.staff)).token
    expect((await t.ask('GET /api/biz/next-engine/goods/', { token: foreign })).body.count).toBe(0)
    expect((await t.ask('GET /api/biz/next-engine/batches/', { token: foreign })).body.count).toBe(0)
  })

  test('that failed as a whole fails each of its rows', async () => {
    const { ids } = await finished()
    await connect()
    server.refuseRows(() => '仕入先コードが存在しません。')
    await pass(2)
    expect((await list())[0]).toMatchObject({
      state: 'failed',
      error: expect.stringContaining('仕入先コード'),
    })
    const { body: shown } = await t.ask('GET /api/biz/next-engine/', { token: await admin() })
    expect(shown).toMatchObject({ failed_count: 1, waiting_count: 0, supplier_code: '9999' })
    // The supplier is put right, and by one of two who do it at once.
    const change = async (supplier_code: string) =>
      t.ask('PATCH /api/biz/next-engine/', {
        token: await admin(),
        body: { supplier_code, version: shown.version },
      })
    expect((await change('12')).body).toHaveProperty('supplier_code')
    expect([(await change('0001')).status, (await change('0002')).body.code]).toEqual([200, 'stale_version'])
    server.refuseRows(() => undefined)
    await t.ask('POST /api/biz/next-engine/goods/retry/', { token: await admin(), body: {} })
    await pass(2)
    expect(goods().get(code(ids[0]))?.goods_supplier_id).toBe('0001')
  })

  test('that stays in the queue is looked at again', async () => {
    const { ids } = await finished()
    await connect()
    server.keepWorking(3)
    await pass(1)
    expect(await states()).toEqual({ [code(ids[0])]: 'sent' })
    await pass(20)
    expect(await states()).toEqual({ [code(ids[0])]: 'listed' })
  })

  test.each(['before', 'after'])(
    'of which the answer was lost, %s it arrived, is not sent twice',
    async (when) => {
      const { ids } = await finished([7_000, 8_000])
      await connect()
      const before = uploads()
      server.fail((path, response, fields) => {
        if (!path.endsWith('/upload')) return false
        server.fail(undefined)
        if (when === 'after') {
          server.houseOf(`h${house}`).queue.push(...server.queueOf(fields))
          server.finishQueues()
        }
        return faults.cut(path, response, fields)
      })
      await pass(16)
      expect(uploads() - before).toBe(when === 'after' ? 1 : 2)
      expect(await states()).toEqual({ [code(ids[0])]: 'listed', [code(ids[1])]: 'listed' })
      expect(goods().size).toBe(2)
    },
  )

  test.each(['writeBatch', 'markQueued', 'closeBatch'] as const)(
    'goes on where the process was killed: at %s',
    async (step) => {
      const { ids } = await finished([7_000, 8_000])
      await connect()
      vi.spyOn(queries, step).mockRejectedValueOnce(new Error('killed'))
      await expect(pass(1)).rejects.toThrow('killed')
      const jobs = () => inTransaction(t.db, (tx) => queueChange(tx, ids))
      await jobs()
      await pass(16)
      expect(await states()).toEqual({ [code(ids[0])]: 'listed', [code(ids[1])]: 'listed' })
      const sent = server
        .callsTo('/api_v1_master_goods/upload')
        .filter(({ fields }) => fields.data?.includes(code(ids[0])))
      expect(sent.length).toBe(1)
    },
  )

  test('is made by one of two processes', async () => {
    const { ids } = await finished([7_000, 8_000])
    await connect()
    const before = uploads()
    await Promise.all([1, 2, 3].map(() => uploadGoods(t.db, w.aoyama.company, t.tools)))
    await pass(2)
    expect(uploads() - before).toBe(1)
    expect(Object.keys(await states()).length).toBe(ids.length)
  })

  test('waits while Next Engine is away or wants a sign-in, and goes on by itself', async () => {
    const { ids } = await finished()
    await connect()
    server.fail(faults.html)
    await pass(1)
    expect(await states()).toEqual({ [code(ids[0])]: 'waiting' })
    server.fail(undefined)
    await pass(4)
    expect(await states()).toEqual({ [code(ids[0])]: 'listed' })
    t.clock.forward(80 * 3_600_000)
    await setPrice(ids[0], 100)
    await changed(ids)
    await t.runJobs()
    expect((await list())[0]).toMatchObject({ state: 'listed', is_due: true })
    await connect()
    await pass(2)
    expect(goods().get(code(ids[0]))?.goods_selling_price).toBe('100')
  })

  test('to another company at Next Engine begins anew', async () => {
    const { ids } = await finished()
    await connect()
    await pass(2)
    house += 1
    await connect()
    await pass(2)
    expect(goods().get(code(ids[0]))).toMatchObject({ stock_quantity: '1' })
    expect(await states()).toEqual({ [code(ids[0])]: 'listed' })
  })
})
