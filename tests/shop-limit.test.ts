import { afterAll, beforeAll, expect, test } from 'vitest'
import { allCalls } from '#contract/calls'
import { roleMay } from '#contract/permission'
import { staffCode } from '#contract/scan-code'
import { makeBusinessAccount } from '#server/domains/account/account.factory'
import { makePurchase } from '#server/domains/book/book.factory'
import { makePayee } from '#server/domains/transfer/transfer.factory'
import { type TestApp, testApp } from './support/app.ts'
import { answer, apply, type Box, offered, receive } from './support/steps.ts'
import { makeWorld, signIn, type World } from './support/world.ts'

let t: TestApp
let w: World
let limited: { staff: string; admin: string; id: number }
let own: Box & { slugs: string[] }
let other: Box & { slugs: string[]; hold: number }

beforeAll(async () => {
  t = await testApp()
  w = await makeWorld(t)
  const [first, second] = w.aoyama.shops
  const made = await makeBusinessAccount(t.db, w.aoyama.company, {
    user: { name: '本店 係' },
    shop_ids: [first],
  })
  const head = await makeBusinessAccount(t.db, w.aoyama.company, {
    user: { name: '本店 長', role: 'admin' },
    shop_ids: [first],
  })
  limited = {
    staff: (await signIn(t, made)).token,
    admin: (await signIn(t, head)).token,
    id: made.business_user_id,
  }
  own = await bought(first, [5_000, 1_000])
  const box = await bought(second, [7_000, 2_000, 900])
  const waiting = await apply(t, w, { shop: second })
  await receive(t, waiting, 4)
  const hold = await t.ask(`POST /api/biz/purchase_requests/${waiting.id}/holds/`, {
    token: w.aoyama.staff.token,
    body: { kind: 'dispute', reason: '確認中' },
  })
  other = { ...box, hold: hold.body.id }
})
afterAll(() => t.close())

async function bought(shop: number, prices: number[]): Promise<Box & { slugs: string[] }> {
  const box = await offered(t, w, { shop }, prices)
  expect((await answer(t, box, { decision_all: 'sell' })).status).toBe(200)
  await t.runJobs()
  return box
}

const get = (path: string, query: Record<string, string | number> = {}, token = limited.staff) =>
  t.ask(`GET ${path}`, { token, query })

test('lists and their counts hold the own shop only, also when the other one is asked for', async () => {
  const second = w.aoyama.shops[1]
  for (const [path, rows] of [
    ['/api/biz/purchase_requests/', 1],
    ['/api/biz/purchase-items/', 2],
    ['/api/biz/item-productization/', 2],
    ['/api/biz/antique-ledger/', 2],
  ] as const) {
    const { body } = await get(path)
    expect([path, body.count, body.results.length]).toEqual([path, rows, rows])
    expect((await get(path, {}, w.aoyama.staff.token)).body.count).toBeGreaterThan(rows)
  }
  for (const path of ['/api/biz/purchase_requests/', '/api/biz/purchase-items/', '/api/biz/antique-ledger/'])
    expect((await get(path, { shop: second })).body).toMatchObject({ count: 0, results: [] })
  for (const view of [
    'late',
    'arriving',
    'mine',
    'shipping',
    'assessing',
    'to_publish',
    'answered',
    'returning',
    'second_look',
  ])
    expect([view, (await get('/api/biz/purchase_requests/', { view })).body.count]).toEqual([view, 0])
  for (const q of [String(other.id), other.slugs[0] as string, '09012345678', w.hanako.name]) {
    const { body } = await get('/api/biz/purchase_requests/', { q })
    expect([
      q,
      body.results.map((row: { id: number }) => row.id).filter((id: number) => id !== own.id),
    ]).toEqual([q, []])
  }
  expect((await get('/api/biz/purchase-items/', { slug: other.slugs[0] as string })).body.count).toBe(0)
})

test('objects of the other shop are missing, whatever is asked of them', async () => {
  const second = w.aoyama.shops[1]
  const params: Record<string, string | number> = {
    slug: other.slugs[0] as string,
    code: other.slugs[0] as string,
    shop_pk: second,
    purchase_request_pk: other.id,
  }
  const prefixes = [
    '/api/biz/purchase_requests/{id}/',
    '/api/purchase_requests/{purchase_request_pk}/',
    '/api/purchase_items/{slug}/',
    '/api/biz/purchase-items/{slug}/',
    '/api/biz/scan/{code}/',
    '/api/biz/holds/{id}/',
    '/api/biz/shops/{shop_pk}/',
  ]
  let visited = 0
  for (const { call } of allCalls) {
    if (
      call.notBuilt ||
      !roleMay('staff', call.may) ||
      !prefixes.some((prefix) => call.path.startsWith(prefix))
    )
      continue
    const id = call.path.startsWith('/api/biz/holds/')
      ? other.hold
      : call.path.includes('customers/{id}')
        ? w.hanako.id
        : other.id
    const path = call.path.replaceAll(/\{(\w+)\}/g, (_all, name: string) => String(params[name] ?? id))
    const given = await t.ask(`${call.method} ${path}`, {
      token: limited.staff,
      ...(call.body ? { body: { version: 1, reason: 'x' } } : {}),
    })
    expect([call.route, given.status]).toEqual([call.route, 404])
    visited += 1
  }
  expect(visited).toBeGreaterThan(12)
  for (const code of [(await boxCode(other.id)) as string, String(other.id)])
    expect((await get(`/api/biz/scan/${code}/`)).status).toBe(404)
  const brands = await t.ask('POST /api/shop-brand/', {
    token: limited.staff,
    body: { shop: second, brands: [], is_handled: true },
  })
  expect([brands.status, Object.keys(brands.body)]).toEqual([400, ['shop']])
})

const boxCode = async (id: number) =>
  (await t.pool.query('select box_code from request_box where request_id = $1', [id])).rows[0].box_code

test('what waits today counts the own shop only', async () => {
  const { body } = await get('/api/biz/today/')
  expect(body.stations.map(({ count, late }: { count: number; late: number }) => count + late)).toEqual(
    body.stations.map(() => 0),
  )
  expect((await get('/api/biz/today/', { shop: w.aoyama.shops[1] })).body).toMatchObject({
    late: [],
    arriving: [],
  })
  const all = await get('/api/biz/today/', {}, w.aoyama.staff.token)
  expect(all.body.stations.some(({ count }: { count: number }) => count > 0)).toBe(true)
})

test('a customer of both shops is shown by what the own shop knows', async () => {
  const [first] = w.aoyama.shops
  const rows = (await get(`/api/biz/shops/${first}/customers/`)).body.results
  expect(rows).toMatchObject([{ id: w.hanako.id, request_count: 1, purchased_total: 6_000 }])
  const detail = await get(`/api/biz/shops/${first}/customers/${w.hanako.id}/`)
  expect(detail.body).toMatchObject({ request_count: 1, purchased_total: 6_000 })
  const request = await get(`/api/biz/purchase_requests/${own.id}/`)
  expect(request.body.customer_request_count).toBe(1)
  expect(
    (await get(`/api/biz/purchase_requests/${own.id}/customer-history/`)).body.requests,
  ).toBeLessThanOrEqual(1)
  expect(
    (await get(`/api/biz/purchase_requests/${own.id}/`, {}, w.aoyama.staff.token)).body
      .customer_request_count,
  ).toBe(3)
})

test('files and headers are of the own shop', async () => {
  for (const path of ['/api/biz/purchase-items/csv/', '/api/biz/antique-ledger/csv/']) {
    const all = await get(path, {}, w.aoyama.admin.token)
    expect(all.status).toBe(200)
    expect(all.body).toContain('7000')
    const part = await get(path, {}, limited.admin)
    expect(part.status).toBe(200)
    expect(part.body).toContain('5000')
    expect(part.body).not.toContain('7000')
    expect(part.body).not.toContain('渋谷店')
    expect((await get(path, { shop: w.aoyama.shops[1] }, limited.admin)).body).not.toContain('7000')
  }
  const requests = await get('/api/biz/purchase_requests/csv/', {}, limited.admin)
  expect(requests.body).toContain(String(own.id))
  expect(requests.body).not.toContain('渋谷店')
  const customers = `/api/biz/shops/${w.aoyama.shops[1]}/customers/csv/`
  expect((await get(customers, {}, limited.admin)).status).toBe(404)
  expect((await get('/api/biz/antique-ledger/header/', { shop: w.aoyama.shops[1] })).status).toBe(404)
})

test('prices paid are figures of the whole company, in which nothing of the other shop has a name', async () => {
  const { rows } = await t.pool.query('select brand_id, category_id from purchase_item where slug = $1', [
    other.slugs[0],
  ])
  const { body } = await get('/api/biz/price-evidence/', {
    brand: rows[0].brand_id,
    category: rows[0].category_id,
    grade: 'A_2',
  })
  expect(Object.keys(body).sort()).toEqual(
    ['days', 'histogram', 'label', 'max', 'median', 'min', 'n', 'q1', 'q3'].sort(),
  )
  expect(body).toMatchObject({ n: 5, min: 900, max: 7_000 })
  const text = JSON.stringify(body)
  for (const name of [...other.slugs, ...own.slugs, w.hanako.name, '渋谷店']) expect(text).not.toContain(name)
})

test('payments to who sold to another shop only are not listed', async () => {
  for (const shop_id of w.aoyama.shops) {
    const payee = await makePayee(t.db, t.tools, w.aoyama.company)
    const { customer_id } = payee
    const sold = { customer_id, company_id: w.aoyama.company, shop_id, terms: w.terms, amount: 5000 }
    await makePurchase(t.db, sold)
    const { token } = await signIn(t, payee)
    expect((await t.ask('POST /api/transfer/', { token, body: {} })).status).toBe(201)
  }
  const lines = async (token: string) => (await get('/api/biz/payout-lines/', {}, token)).body
  expect((await lines(w.aoyama.admin.token)).count).toBe(2)
  expect(await lines(limited.admin)).toMatchObject({ count: 1, results: [{}] })
})

test('a badge names only colleagues whom the list shows', async () => {
  const made = await makeBusinessAccount(t.db, w.aoyama.company, {
    user: { name: '渋谷 係' },
    shop_ids: [w.aoyama.shops[1]],
  })
  const [far, near] = [made.business_user_id, w.aoyama.staff.id].map(staffCode)
  const status = async (path: string, token: string) => (await get(path, {}, token)).status
  for (const path of ['/api/biz/scan/', '/api/biz/custody/codes/']) {
    expect(await status(`${path}${far}/`, limited.admin)).toBe(404)
    expect(await status(`${path}${near}/`, limited.staff)).toBe(200)
    expect(await status(`${path}${far}/`, w.aoyama.staff.token)).toBe(200)
  }
  const handed = await t.ask('POST /api/biz/custody/handovers/', {
    token: limited.staff,
    body: { target: far, codes: [own.slugs[0]] },
  })
  expect([handed.status, Object.keys(handed.body)]).toEqual([400, ['target']])
  // Nor does a number.
  const { version } = (await get(`/api/biz/purchase_requests/${own.id}/`)).body
  const assigned = await t.ask(`PUT /api/biz/purchase_requests/${own.id}/`, {
    token: limited.staff,
    body: { assessor: made.business_user_id, version },
  })
  expect([assigned.status, Object.keys(assigned.body)]).toEqual([400, ['assessor']])
  expect(JSON.stringify(assigned.body)).not.toContain('渋谷')
})
