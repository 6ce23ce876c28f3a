import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from './support/app.ts'
import { apply, assessAll, receive, requestBody, startAssessing } from './support/steps.ts'
import { makeWorld, type World } from './support/world.ts'

let t: TestApp
let w: World
beforeAll(async () => {
  t = await testApp()
  w = await makeWorld(t)
})
afterAll(() => t.close())

test('of a request: the note, the count and the pickup that are not named are gone', async () => {
  const pickup = { delivering_option: 'PICKUP_ONLY', pickup_date: '2026-11-26', pickup_time_slot: 'AM' }
  const box = await apply(t, w, {
    ...pickup,
    carrier: 'SAGAWA',
    note: '割れ物があります',
    item_count: 9,
    approval_mode: 'auto_accept_all',
    auto_accept_amount: 5_000,
  })
  const path = `/api/purchase_requests/${box.id}/`
  const { note: _note, item_count: _count, ...least } = requestBody(w)
  const put = await t.ask(`PUT ${path}`, { token: w.hanako.token, body: least })
  expect(put.status).toBe(200)
  expect(put.body).toMatchObject({
    note: '',
    item_count: null,
    delivering_option: 'SELF_ONLY',
    carrier: null,
    pickup_date: null,
    pickup_time_slot: null,
    approval_mode: 'review_each',
    auto_accept_amount: null,
  })
  const { unpriced_policy: _policy, ...less } = least
  const refused = await t.ask(`PUT ${path}`, { token: w.hanako.token, body: less })
  expect([refused.status, refused.body]).toEqual([400, { unpriced_policy: ['この項目は必須です。'] }])
  const patched = await t.ask(`PATCH ${path}`, { token: w.hanako.token, body: { box_count: 2 } })
  expect(patched.body).toMatchObject({ box_count: 2, unpriced_policy: 'return' })
})

test('of a customer: the workplace, the house and the wish about transfers that are not named are gone', async () => {
  const path = `/api/customers/${w.taro.id}/`
  const ask = (method: 'PUT' | 'PATCH', body: object) =>
    t.ask(`${method} ${path}`, { token: w.taro.token, body })
  const address = { postal_code: '1500001', prefecture: '東京都', city: '渋谷区', address1: '神宮前1-2-3' }
  const least = {
    name: '田中 太郎',
    name_kana: 'タナカ タロウ',
    birthday: '1980-04-01',
    gender: 1,
    job: 1,
    phone: '09012345678',
    address,
  }
  const more = {
    job_detail: '経理',
    workplace: address,
    auto_transfer: false,
    address: { ...address, address2: '305' },
  }
  expect((await ask('PUT', { ...least, ...more })).body).toMatchObject(more)
  expect((await ask('PATCH', { job: 2 })).body).toMatchObject({ ...more, job: 2 })
  expect((await ask('PUT', least)).body).toMatchObject({
    job_detail: '',
    workplace: null,
    is_corporate: false,
    auto_transfer: true,
    address: { ...address, address2: '' },
  })
})

test('of an item: everything the assessor did not write again is blank, and its state has to be said', async () => {
  const box = await apply(t, w)
  await receive(t, box, 1)
  await startAssessing(t, box)
  const [slug] = await assessAll(t, w, box, [9_000])
  const path = `/api/purchase_items/${slug}/`
  const { version } = (await t.ask(`GET ${path}`, { token: box.staff.token })).body
  const refused = await t.ask(`PUT ${path}`, { token: box.staff.token, body: { version } })
  expect([refused.status, refused.body]).toEqual([400, { status: ['この項目は必須です。'] }])
  const unfinished = await t.ask(`PUT ${path}`, { token: box.staff.token, body: { version, status: 2 } })
  expect(unfinished.body.code).toBe('guard_failed')
  const put = await t.ask(`PUT ${path}`, {
    token: box.staff.token,
    body: { version, status: 1, name: '無地のシャツ', base_price: 800 },
  })
  expect(put.body).toMatchObject({
    status: 1,
    name: '無地のシャツ',
    base_price: 800,
    price: 800,
    brand: null,
    category: null,
    grade: null,
    gender: null,
    color: '',
    material: '',
    size: '',
    deductions: [],
    authenticity: -1000,
    comment: '',
  })
})

test('of a bank account: a part that is not named is asked for', async () => {
  const path = `/api/customers/${w.hanako.id}/banckaccount/${w.hanako.bank_account}/`
  const put = await t.ask(`PUT ${path}`, {
    token: w.hanako.token,
    body: { account_type: 1, account_holder_kana: 'ヤマダ ハナコ' },
  })
  expect(put.status).toBe(400)
  expect(Object.keys(put.body)).toEqual(['bank_code', 'branch_code', 'account_number'])
  const patched = await t.ask(`PATCH ${path}`, { token: w.hanako.token, body: { account_type: 2 } })
  expect(patched.body).toMatchObject({ account_type: 2, bank_code: '0001' })
})
