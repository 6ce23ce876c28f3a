import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from './support/app.ts'
import {
  answer,
  apply,
  assessAll,
  contracted,
  move,
  offered,
  publish,
  read,
  receive,
  startAssessing,
} from './support/steps.ts'
import { makeWorld, type World } from './support/world.ts'

let t: TestApp
let w: World
beforeAll(async () => {
  t = await testApp()
  w = await makeWorld(t)
})
afterAll(() => t.close())

test('a box goes from the request to the balance, and every step leaves its trace', async () => {
  const box = await apply(t, w)
  const own = () => t.ask(`GET /api/purchase_requests/${box.id}/`, { token: w.hanako.token })
  expect((await own()).body).toMatchObject({
    status: 0,
    items: [],
    terms_version: w.terms,
    is_editable: true,
  })

  const received = await receive(t, box, 3)
  expect(received).toMatchObject({ status: 3, arrived_item_count: 3, arrived_weight_g: 4200 })
  expect(received.items).toHaveLength(3)
  await startAssessing(t, box)
  const slugs = await assessAll(t, w, box, [14_000, 3_500, null])
  expect(
    (await t.ask(`GET /api/purchase_requests/${box.id}/assessment/`, { token: w.hanako.token })).body,
  ).toMatchObject({
    is_published: false,
    items: [],
    total: null,
  })
  expect((await t.ask(`GET /api/purchase_items/${slugs[0]}/`, { token: w.hanako.token })).status).toBe(404)

  const result = await publish(t, box)
  expect(result).toMatchObject({ status: 11, total: 17_500, is_published: true })
  const seen = (await t.ask(`GET /api/purchase_requests/${box.id}/assessment/`, { token: w.hanako.token }))
    .body
  for (const item of seen.items.filter((one: { price: number | null }) => one.price)) {
    const deducted = item.deductions.reduce((sum: number, one: { amount: number }) => sum + one.amount, 0)
    expect(item.base_price - deducted + item.uplift).toBe(item.price)
  }
  // 2026-11-24 is a Tuesday: the seventh business day is 2026-12-03.
  expect(seen.expires_at).toMatch(/^2026-12-03T23:59:59/)

  const said = await answer(t, box, {
    decisions: [
      { slug: slugs[0], decision: 'sell' },
      { slug: slugs[1], decision: 'return' },
      { slug: slugs[2], decision: 'return' },
    ],
    offer: seen.offer,
  })
  expect(said.status).toBe(200)
  expect(said.body.status).toBe(13)
  await t.runJobs()
  expect((await own()).body).toMatchObject({ status: 20 })
  const ledger = await t.ask('GET /api/biz/antique-ledger/', { token: w.aoyama.staff.token })
  expect(ledger.body.results[0]).toMatchObject({
    entry_kind: '買受け',
    price: 14_000,
    ledger_class: '02',
    slug: slugs[0],
    item_status: 6,
  })
  const balance = await t.ask('GET /api/balance/', { token: w.hanako.token })
  expect(balance.body.balance).toBe(14_000)

  expect((await move(t, box, 22)).status).toBe(200)
  const refused = await move(t, box, 21)
  expect(refused.status).toBe(400)
  expect(refused.body.code).toBe('guard_failed')
  const done = await move(t, box, 21, { carrier: 'YAMATO', tracking_number: '１２３４-5678-9013' })
  expect(done.body).toMatchObject({ status: 21, return_tracking_number: '123456789013' })
  const history = (await own()).body.status_history.map((line: { to_status: number }) => line.to_status)
  expect(history).toEqual([0, 1, 3, 10, 11, 13, 20, 22, 21])
})

test('silence never sells: at the deadline the goods go back', async () => {
  const box = await offered(t, w)
  t.clock.set('2026-12-03T23:59:00+09:00')
  const { closeOverdueOffers } = await import('#server/domains/purchase-request/purchase-request.jobs')
  await closeOverdueOffers(t.db, t.clock.now(), t.tools.log)
  const state = () =>
    t.db.selectFrom('purchase_request').select('status').where('id', '=', box.id).executeTakeFirstOrThrow()
  expect((await state()).status).toBe(11)
  await closeOverdueOffers(t.db, new Date('2026-12-04T00:00:00+09:00'), t.tools.log)
  expect((await state()).status).toBe(22)
  const items = await t.db
    .selectFrom('purchase_item')
    .select(['status', 'refused_at'])
    .where('request_id', '=', box.id)
    .execute()
  expect(items.every((item) => item.status === 5 && item.refused_at !== null)).toBe(true)
  t.clock.set('2026-11-24T10:00:00+09:00')
})

test('an automatic acceptance chosen at application sells from exactly that total', async () => {
  const at = await offered(t, w, { approval_mode: 'auto_accept_from', auto_accept_amount: 17_500 })
  expect((await read(t, at)).status).toBe(13)
  const below = await offered(t, w, { approval_mode: 'auto_accept_from', auto_accept_amount: 17_501 })
  expect((await read(t, below)).status).toBe(11)
  await t.runJobs()
  expect((await read(t, at)).status).toBe(20)
})

test('the same answer twice has one effect, a different one is refused', async () => {
  const box = await offered(t, w)
  const body = { decision_all: 'sell' }
  const [first, second] = await Promise.all([answer(t, box, body), answer(t, box, body)])
  expect([first.status, second.status]).toEqual([200, 200])
  expect((await answer(t, box, { decision_all: 'return' })).body.code).toBe('answer_differs')
  const consents = await t.db
    .selectFrom('consent')
    .selectAll()
    .where('request_id', '=', box.id)
    .where('kind', '=', 'answer')
    .execute()
  expect(consents).toHaveLength(1)
  expect(consents[0]?.text).toContain('合計¥17,500')
})

test('within a day a deal can be taken back, and the books and the ledger say so', async () => {
  const box = await contracted(t, w)
  const before = (await t.ask('GET /api/balance/', { token: w.hanako.token })).body.balance
  const answerOf = await t.ask(`POST /api/purchase_requests/${box.id}/rescind/`, {
    token: w.hanako.token,
    body: { slugs: [box.slugs[0]] },
    key: 'back',
  })
  expect(answerOf.status).toBe(200)
  expect((await t.ask('GET /api/balance/', { token: w.hanako.token })).body.balance).toBe(before - 14_000)
  const ledger = await t.ask('GET /api/biz/antique-ledger/', { token: w.aoyama.staff.token })
  expect(ledger.body.results[0]).toMatchObject({ entry_kind: '返還', slug: box.slugs[0] })
  t.clock.forward(24 * 3_600_000 + 1000)
  const late = await t.ask(`POST /api/purchase_requests/${box.id}/rescind/`, {
    token: await freshToken(),
    body: { slugs: [box.slugs[1]] },
  })
  expect(late.body.code).toBe('rescission_expired')
  t.clock.set('2026-11-24T10:00:00+09:00')
})

async function freshToken(): Promise<string> {
  const answerOf = await t.ask('POST /api/auth/jwt/refresh/', { body: { refresh: w.hanako.refresh } })
  return answerOf.body.access
}

test('what was refused can never be productized, not even by hand', async () => {
  const box = await offered(t, w)
  await answer(t, box, { decision_all: 'return' })
  const item = await t.db
    .selectFrom('purchase_item')
    .select('id')
    .where('request_id', '=', box.id)
    .where('status', '=', 5)
    .executeTakeFirstOrThrow()
  for (const status of [6, 8, 9, 4, 2]) {
    await expect(
      t.db.updateTable('purchase_item').set({ status }).where('id', '=', item.id).execute(),
    ).rejects.toThrow()
  }
})
