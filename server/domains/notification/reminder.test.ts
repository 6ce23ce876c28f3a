import { afterAll, beforeAll, expect, test } from 'vitest'
import { makePurchase } from '#server/domains/book/book.factory'
import { makeRequest } from '#server/domains/purchase-request/purchase-request.factory'
import { makePayee } from '#server/domains/transfer/transfer.factory'
import { allTasks } from '#server/jobs'
import { type TestApp, testApp } from '../../../tests/support/app.ts'
import { makeWorld, signIn, type World } from '../../../tests/support/world.ts'

let t: TestApp
let w: World
const day = 86_400_000

beforeAll(async () => {
  t = await testApp()
  w = await makeWorld(t)
})
afterAll(() => t.close())

async function told(title: string, account: number): Promise<string[]> {
  const tasks = allTasks(t.db, t.tools)
  const run = () =>
    Promise.all([
      tasks['notification.remind_pickups']({}),
      tasks['notification.remind_identity']({}),
      tasks['notification.remind_money']({}),
    ])
  // However often and at once: each is told once.
  await Promise.all([run(), run()])
  await run()
  const rows = await t.db
    .selectFrom('notification')
    .select('body')
    .where('account_id', '=', account)
    .where('title', '=', title)
    .orderBy('id')
    .execute()
  return rows.map(({ body }) => body)
}

const boxOf = (customer_id: number, more: Record<string, unknown>) =>
  makeRequest(t.db, {
    customer_id,
    company_id: w.aoyama.company,
    shop_id: w.aoyama.shops[0],
    terms_version: w.terms,
    ...more,
  })

test('a pickup is announced the day before, again only for another day', async () => {
  const pickup = { delivering_option: 'PICKUP_ONLY', carrier: 'YAMATO', pickup_time_slot: 'AM' }
  const box = await boxOf(w.hanako.id, { ...pickup, status: 1, pickup_date: '2026-11-26' })
  const title = 'あした、集荷に伺います'
  expect(await told(title, w.hanako.account_id)).toEqual([])
  t.clock.forward(day)
  expect(await told(title, w.hanako.account_id)).toEqual([
    expect.stringContaining('11月26日(木)の午前中に、ヤマト運輸が集荷に伺います。'),
  ])
  await t.db
    .updateTable('purchase_request')
    .set({ pickup_date: '2026-11-27' })
    .where('id', '=', box)
    .execute()
  t.clock.forward(day)
  expect(await told(title, w.hanako.account_id)).toHaveLength(2)
  t.clock.forward(day)
  expect(await told(title, w.hanako.account_id)).toHaveLength(2)
})

test('who answered and is not identified hears of it three times, with the last day', async () => {
  const answered_at = t.clock.now().toISOString()
  await boxOf(w.taro.id, { status: 13, answered_at, offer_total: 5_000 })
  const title = '本人確認がまだ済んでいません'
  const counts: number[] = []
  for (let passed = 0; passed < 29; passed++) {
    t.clock.forward(day)
    if ([6, 7, 8, 20, 27, 29].includes(passed + 1)) counts.push((await told(title, w.taro.account_id)).length)
  }
  expect(counts).toEqual([0, 1, 1, 2, 3, 3])
  const [first] = await told(title, w.taro.account_id)
  expect(first).toContain('12月27日(日)までに終わらないときは、売却せずにお返しします。')
  expect(await told(title, w.hanako.account_id)).toEqual([])
})

test('money without an account to pay to is mentioned, until there is one', async () => {
  const at = t.clock.now().toISOString()
  await makePurchase(t.db, {
    customer_id: w.taro.id,
    company_id: w.aoyama.company,
    shop_id: w.aoyama.shops[0],
    terms: w.terms,
    amount: 4_200,
    at,
  })
  const title = '振込先の口座をご登録ください'
  t.clock.forward(2 * day)
  expect(await told(title, w.taro.account_id)).toEqual([])
  t.clock.forward(2 * day)
  expect(await told(title, w.taro.account_id)).toEqual([expect.stringContaining('残高が ¥4,200 あります。')])
  t.clock.forward(30 * day)
  expect(await told(title, w.taro.account_id)).toHaveLength(2)
})

async function bounced(customer_id: number) {
  const at = t.clock.now().toISOString()
  await makePurchase(t.db, {
    customer_id,
    company_id: w.aoyama.company,
    shop_id: w.aoyama.shops[0],
    terms: w.terms,
    amount: 9_000,
    at,
  })
  const asked = {
    customer_id,
    kind: 'ordinary',
    amount: 9_000,
    scheduled_on: '2027-01-05',
    bank_code: '0001',
    bank_name: 'みずほ',
    branch_code: '001',
    branch_name: '東京営業部',
    account_type: 1,
    account_number_enc: Buffer.from('x'),
    account_number_tail: '567',
    account_holder_kana: 'ヤマダ ハナコ',
    requested_at: at,
  }
  await t.db
    .insertInto('transfer')
    .values({ ...asked, status: 2, failed_reason: '口座名義相違', settled_at: at })
    .execute()
  return asked
}
const bouncedTitle = '代金をまだお振込みできていません'

test('a transfer that bounced is mentioned until another is asked for', async () => {
  const asked = await bounced(w.hanako.id)
  t.clock.forward(6 * day)
  expect(await told(bouncedTitle, w.hanako.account_id)).toEqual([])
  t.clock.forward(2 * day)
  expect(await told(bouncedTitle, w.hanako.account_id)).toEqual([
    expect.stringContaining('¥9,000 が残高にあります。'),
  ])
  await t.db
    .insertInto('transfer')
    .values({ ...asked, status: 0 })
    .execute()
  t.clock.forward(30 * day)
  expect(await told(bouncedTitle, w.hanako.account_id)).toHaveLength(1)
})

test('a transfer that bounced is mentioned as long as the page of the money asks to mend the account', async () => {
  const made = await makePayee(t.db, t.tools, w.aoyama.company)
  await bounced(made.customer_id)
  const bounce = async () => {
    const { token } = await signIn(t, made)
    return (await t.ask('GET /api/balance/', { token })).body.bounce
  }
  t.clock.forward(8 * day)
  expect(await bounce()).not.toBeNull()
  expect(await told(bouncedTitle, made.account_id)).toHaveLength(1)

  const { token } = await signIn(t, made)
  const path = `/api/customers/${made.customer_id}/banckaccount/`
  const [account] = (await t.ask(`GET ${path}`, { token })).body
  const mended = await t.ask(`PATCH ${path}${account.id}/`, { token, body: { account_number: '7654321' } })
  expect(mended.status).toBe(200)
  t.clock.forward(30 * day)
  expect(await bounce()).toBeNull()
  expect(await told(bouncedTitle, made.account_id)).toHaveLength(1)
})
