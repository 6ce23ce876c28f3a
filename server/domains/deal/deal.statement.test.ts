import { afterAll, beforeAll, expect, test } from 'vitest'
import { someoneWaits, type TestApp, testApp } from '../../../tests/support/app.ts'
import { type Box, contracted } from '../../../tests/support/steps.ts'
import { makeWorld, type World } from '../../../tests/support/world.ts'

let t: TestApp
let w: World
beforeAll(async () => {
  t = await testApp()
  w = await makeWorld(t)
  await t.pool.query(
    "update customer set is_invoice_issuer = true, invoice_registration_number = 'T1234567890123' where id = $1",
    [w.hanako.id],
  )
})
afterAll(() => t.close())

const statement = (box: Box, token = box.customer.token) =>
  t.ask(`GET /api/purchase_requests/${box.id}/statement/`, { token })
const confirm = (box: Box, total: number, token = box.customer.token) =>
  t.ask(`POST /api/purchase_requests/${box.id}/statement/confirm/`, { token, body: { total } })

test('says what the law asks, to the seller and the dealer and nobody else', async () => {
  const box = await contracted(t, w)
  const { body } = await statement(box)
  expect(body).toMatchObject({
    dealer_name: '株式会社青山リユース',
    seller_name: w.hanako.name,
    seller_registration_number: 'T1234567890123',
    traded_on: '2026-11-24',
    total: 17_500,
    tax_rate: 10,
    tax: 1_590,
    confirmed_at: null,
  })
  expect(body.items.map((item: { price: number }) => item.price)).toEqual([14_000, 3_500])
  const ofStaff = (token: string) => t.ask(`GET /api/biz/purchase_requests/${box.id}/statement/`, { token })
  expect((await ofStaff(w.aoyama.staff.token)).body).toEqual(body)
  expect((await ofStaff(w.umeda.staff.token)).status).toBe(404)
  expect((await statement(box, w.taro.token)).status).toBe(404)
  expect((await confirm(box, 17_500, w.taro.token)).status).toBe(404)
  await t.runJobs()
  expect(t.outbox.some((mail) => mail.text.includes('仕入明細書'))).toBe(true)
})

test('is confirmed once, as it was shown, and again after something was taken back', async () => {
  const box = await contracted(t, w)
  expect((await confirm(box, 17_499)).body.code).toBe('stale_version')
  expect((await confirm(box, -1)).status).toBe(400)
  const first = await confirm(box, 17_500)
  expect(first.body.confirmed_at).not.toBeNull()
  t.clock.forward(60_000)
  expect((await confirm(box, 17_500)).body).toEqual(first.body)
  const slug = box.slugs[1]
  const rescinded = await t.ask(`POST /api/purchase_requests/${box.id}/rescind/`, {
    token: box.customer.token,
    key: `rescind-${box.id}`,
    body: { slugs: [slug] },
  })
  expect(rescinded.status).toBe(200)
  const { body } = await statement(box)
  expect(body).toMatchObject({ total: 14_000, confirmed_at: null })
  expect(body.items.map((item: { is_rescinded: boolean }) => item.is_rescinded)).toEqual([false, true])
  expect((await confirm(box, 14_000)).body.confirmed_at).not.toBeNull()
  const { rows } = await t.pool.query(
    "select count(*)::int as count from activity where action = 'deal.confirm_statement' and object_id = $1",
    [box.id],
  )
  expect(rows[0].count).toBe(2)
})

test('is not confirmed by a total that is just being taken back', async () => {
  const box = await contracted(t, w)
  const other = await t.pool.connect()
  try {
    await other.query('begin')
    await other.query('select id from purchase_request where id = $1 for update', [box.id])
    const confirming = confirm(box, 17_500)
    await someoneWaits(t)
    await other.query(
      "update purchase_item set status = 5, decision = 'return', refused_at = $2 where slug = $1",
      [box.slugs[1], t.clock.now()],
    )
    await other.query('commit')
    expect((await confirming).body).toMatchObject({ code: 'stale_version', current: { total: 14_000 } })
  } finally {
    other.release()
  }
})

test('is not there before the deal, nor for somebody who issues no invoices', async () => {
  await t.pool.query(
    "update customer set is_invoice_issuer = false, invoice_registration_number = '' where id = $1",
    [w.hanako.id],
  )
  const box = await contracted(t, w)
  expect((await statement(box)).status).toBe(404)
  expect((await confirm(box, 17_500)).status).toBe(404)
  const own = await t.ask(`GET /api/purchase_requests/${box.id}/`, { token: box.customer.token })
  expect(own.body.has_statement).toBe(false)
})
