import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { inTransaction } from '#server/platform/db'
import { type TestApp, testApp } from './support/app.ts'
import { apply, contracted, makeSoldItem, receive } from './support/steps.ts'
import { makeMachine, makeSeller, makeWorld, signIn, type World } from './support/world.ts'

// What other systems follow: the rows of a list in the order of their changes.

let t: TestApp
let w: World
let key: string
beforeAll(async () => {
  t = await testApp()
  w = await makeWorld(t)
  key = (await makeMachine(t, w.aoyama)).key
})
afterAll(() => t.close())
beforeEach(async () => {
  t.clock.forward(60_000)
  for (const person of [w.hanako, w.aoyama.staff, w.aoyama.admin])
    Object.assign(person, await signIn(t, person))
})

const idOfSlug = '(select id from purchase_item where slug = $1)'
const beginning = '2000-01-01T00:00:00+09:00'
const get = (path: string, query: Record<string, string | number>, token = key) =>
  t.ask(`GET ${path}`, { token, query })
const requests = '/api/biz/purchase_requests/'

async function following(path: string, from: Record<string, string>, size = 2) {
  const rows: Record<string, unknown>[] = []
  const { updated_since: _since, ...filter } = from
  let query: Record<string, string> = from
  for (;;) {
    const { status, body } = await get(path, { ...query, size })
    expect(status).toBe(200)
    rows.push(...body.results)
    if (body.next === null) return { rows, after: body.after as string }
    const next = new URL(body.next)
    expect(next.searchParams.get('after')).toBe(body.after)
    query = { ...filter, after: body.after }
  }
}

describe('requests', () => {
  test('come once each, the earliest change first, and later only what changed', async () => {
    const boxes = [await apply(t, w), await apply(t, w), await apply(t, w)]
    const first = await following(requests, { updated_since: beginning })
    expect(first.rows.map(({ id }) => id).slice(-3)).toEqual(boxes.map(({ id }) => id))
    expect((await following(requests, { after: first.after })).rows).toEqual([])
    await receive(t, boxes[1] as (typeof boxes)[number], 2)
    const second = await following(requests, { after: first.after })
    expect(second.rows.map(({ id }) => id)).toEqual([boxes[1]?.id])
  })

  test('a row that changes while they are read comes again at the end, and none is missed', async () => {
    const boxes = [await apply(t, w), await apply(t, w), await apply(t, w), await apply(t, w)]
    const { after } = await following(requests, { updated_since: beginning }, 200)
    const start = await get(requests, { updated_since: beginning, size: 2 })
    const added = await apply(t, w)
    await receive(t, boxes[3] as (typeof boxes)[number], 2)
    const rest = await following(requests, { after: start.body.after })
    const seen = [...start.body.results, ...rest.rows].map(({ id }) => id)
    expect(seen.slice(-2)).toEqual([added.id, boxes[3]?.id])
    expect(new Set(seen).size).toBe(seen.length)
    expect((await following(requests, { after })).rows.map(({ id }) => id)).toEqual([added.id, boxes[3]?.id])
  })

  test('nothing is shown past a change that is not committed yet', async () => {
    const [late, early] = [await apply(t, w), await apply(t, w)]
    const { after } = await following(requests, { updated_since: beginning }, 200)
    const holding = Promise.withResolvers<void>()
    const held = Promise.withResolvers<void>()
    const slow = inTransaction(t.db, async (tx) => {
      await tx
        .updateTable('purchase_request')
        .set({ internal_note: 'spät' })
        .where('id', '=', late.id)
        .execute()
      held.resolve()
      await holding.promise
    })
    await held.promise
    await receive(t, early, 2)
    expect((await following(requests, { after })).rows).toEqual([])
    holding.resolve()
    await slow
    expect((await following(requests, { after })).rows.map(({ id }) => id)).toEqual([late.id, early.id])
  })

  test('filters and shops narrow them as they do the pages', async () => {
    const box = await apply(t, w)
    await receive(t, box, 1)
    const rows = (await following(requests, { updated_since: beginning, status: '3' })).rows
    expect(new Set(rows.map(({ status }) => status))).toEqual(new Set([3]))
    const other = await makeMachine(t, w.umeda)
    const foreign = await get(requests, { updated_since: beginning }, other.key)
    expect([foreign.body.count, foreign.body.results]).toEqual([0, []])
  })
})

test('what only looks like a change is none', async () => {
  const { after } = await following(requests, { updated_since: beginning }, 200)
  await t.pool.query('update purchase_request set status = status')
  expect((await following(requests, { after })).rows).toEqual([])
})

describe('what shows fields of another row changes with it', () => {
  const movedBy = async (path: string, change: () => Promise<unknown>) => {
    const { after } = await following(path, { updated_since: beginning }, 200)
    await change()
    return (await following(path, { after }, 200)).rows
  }

  test('a request with its box, its kit and its hold', async () => {
    const { id } = await apply(t, w)
    await apply(t, w)
    const changes = [
      "update request_box set tracking_number = '123456789012' where request_id = $1",
      `insert into request_kit (request_id, size, box_count, address, ordered_at, send_by, expected_on)
        select $1, 120, 1, '{}', now(), current_date, current_date`,
      'update request_kit set size = 100 where request_id = $1',
      `insert into hold (company_id, request_id, kind, reason, placed_at)
        select company_id, id, 'suspicion', '', now() from purchase_request where id = $1`,
      "update hold set reason = '盗品の疑い' where request_id = $1",
      'delete from request_kit where request_id = $1',
    ]
    for (const change of changes) {
      const rows = await movedBy(requests, () => t.pool.query(change, [id]))
      expect([change, rows.map((row) => row.id)]).toEqual([change, [id]])
    }
  })

  test.each([true, false])('a product with its sale, work on it begun: %s', async (isBegun) => {
    const bought = await contracted(t, w)
    const [slug] = bought.slugs
    await makeSoldItem(t, w.aoyama, bought)
    if (isBegun)
      await t.pool.query(
        `insert into product (item_id, company_id, shop_id, edited_at)
          select id, company_id, shop_id, now() from purchase_item where slug = $1`,
        [slug],
      )
    const rows = await movedBy('/api/biz/item-productization/', () =>
      t.pool.query(`update sale set version = version + 1 where item_id = ${idOfSlug}`, [slug]),
    )
    expect(rows.map((row) => row.slug)).toEqual([slug])
  })
})

test('products and articles nobody has begun with come in one order, whatever the size of a page', async () => {
  const path = '/api/biz/item-productization/'
  const { after } = await following(path, { updated_since: beginning }, 200)
  const boxes = [await contracted(t, w), await contracted(t, w), await contracted(t, w)]
  const { rows: bought } = await t.pool.query<{ slug: string }>(
    'select slug from purchase_item where status = 6 and slug = any($1) order by id',
    [boxes.flatMap(({ slugs }) => slugs)],
  )
  const slugs = bought.map(({ slug }) => slug)
  expect(slugs.length).toBeGreaterThan(4)
  const begun = slugs.filter((_, place) => place % 3 !== 1)
  await t.pool.query(
    `insert into product (item_id, company_id, shop_id, edited_at)
      select id, company_id, shop_id, now() from purchase_item where slug = any($1)`,
    [begun],
  )
  // Written first and last, and untouched ones between them.
  const order = [...slugs].reverse()
  for (const slug of order)
    await t.pool.query('update purchase_item set size = size || $2 where slug = $1', [slug, 'L'])
  for (const size of [1, 2, 3, 200]) {
    const { rows } = await following(path, { after }, size)
    expect([size, rows.map((row) => row.slug)]).toEqual([size, order])
  }
  const { body } = await get(path, { after, size: 1 })
  expect(body.count).toBe(order.length)
})

test('every list of an integrator follows its changes', async () => {
  const bought = await contracted(t, w)
  await makeSoldItem(t, w.aoyama, bought)
  const seller = await makeSeller(t)
  await apply(t, w, {}, seller)
  const [shop] = w.aoyama.shops
  const customers = `/api/biz/shops/${shop}/customers/`
  const lists: Record<string, string> = {
    requests,
    items: '/api/biz/purchase-items/',
    products: '/api/biz/item-productization/',
    sales: '/api/biz/sales/',
    customers,
  }
  const cursors: Record<string, string> = {}
  for (const [name, path] of Object.entries(lists)) {
    const { rows, after } = await following(path, { updated_since: beginning }, 200)
    const { body } = await get(path, { size: 200 })
    expect([name, rows.length]).toEqual([name, body.count])
    expect(rows.length).toBeGreaterThan(0)
    cursors[name] = after
  }
  const change: Record<string, [text: string, key: unknown]> = {
    requests: ["update purchase_request set internal_note = 'neu' where id = $1", bought.id],
    items: ["update purchase_item set size = 'XL' where slug = $1", bought.slugs[0]],
    sales: [`update sale set version = version + 1 where item_id = ${idOfSlug}`, bought.slugs[0]],
    customers: ["update customer set name_kana = 'ニュー' where id = $1", seller.id],
  }
  for (const [text, key] of Object.values(change)) await t.pool.query(text, [key])
  for (const [name, path] of Object.entries(lists)) {
    const { rows } = await following(path, { after: cursors[name] as string }, 200)
    // The article that changed is a product as well.
    expect([name, rows.length]).toEqual([name, 1])
  }
})

test('payouts follow their transfers', async () => {
  const path = '/api/biz/payout-lines/'
  await contracted(t, w)
  const { rows } = await t.pool.query<{ id: string }>('select id from transfer order by id desc limit 1')
  if (rows.length > 0)
    await t.pool.query(
      'insert into transfer_share (company_id, transfer_id, amount) values ($1, $2, 100) on conflict do nothing',
      [w.aoyama.company, rows[0]?.id],
    )
  const first = await following(path, { updated_since: beginning })
  expect(first.rows.length).toBe((await get(path, {})).body.count)
})

test.each([
  ['updated_since', 'gestern'],
  ['updated_since', '2026-11-24T10:00:00'],
  ['after', 'x'],
  ['after', Buffer.from('2026-11-24 5').toString('base64url')],
  ['after', Buffer.from("2026-11-24T10:00:00+09:00 1' or 1=1").toString('base64url')],
])('%s=%s is refused with a sentence', async (name, value) => {
  const { status, body } = await get(requests, { [name]: value })
  expect([status, body[name]]).toEqual([400, [expect.stringMatching(/。|$/)]])
})
