import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '../../../tests/support/app.ts'
import { makeWorld, type World } from '../../../tests/support/world.ts'
import { makePurchase } from './book.factory.ts'

let t: TestApp
let w: World
beforeAll(async () => {
  t = await testApp()
  w = await makeWorld(t)
  await makePurchase(t.db, {
    customer_id: w.hanako.id,
    company_id: w.aoyama.company,
    shop_id: w.aoyama.shops[0],
    terms: w.terms,
    amount: 123_456_789_012,
  })
  await t.ask('POST /api/biz/book/settlements/', {
    token: w.operator.operator.token,
    key: 'settled',
    body: { company: w.aoyama.company, amount: 50_000, note: '=11月分' },
  })
})
afterAll(() => t.close())

const token = () => w.operator.operator.token
const csv = async (path: string, query: Record<string, string | number> = {}) => {
  const { status, body } = await t.ask(`GET ${path}`, { token: token(), query })
  expect(status).toBe(200)
  return String(body)
    .replace(/^\uFEFF/, '')
    .trim()
    .split('\r\n')
}

test('the trial balance has every kind, assets on the debit side, and two equal sums', async () => {
  const { body } = await t.ask('GET /api/biz/book/kinds/', { token: token() })
  expect(body).toEqual([
    { kind: 'bank', count: 1, debit: 50_000, credit: 0 },
    { kind: 'company', count: 1, debit: 123_456_739_012, credit: 0 },
    { kind: 'receivable', count: 0, debit: 0, credit: 0 },
    { kind: 'customer', count: 1, debit: 0, credit: 123_456_789_012 },
    { kind: 'in_progress', count: 0, debit: 0, credit: 0 },
    { kind: 'fee', count: 0, debit: 0, credit: 0 },
    { kind: 'adjustment', count: 0, debit: 0, credit: 0 },
  ])
  const dealers = await t.ask('GET /api/biz/book/kinds/', { token: w.aoyama.admin.token })
  expect(dealers.status).toBe(403)
})

test('the files have the columns of the screens, and no formula runs in them', async () => {
  const accounts = await csv('/api/biz/book/accounts/csv/', { kind: 'bank' })
  expect(accounts[0]).toBe('口座,種類,持ち主,借方残高,貸方残高')
  expect(accounts[1]).toMatch(/^\d+,銀行,,50000,$/)
  expect(await csv('/api/biz/book/accounts/csv/')).toHaveLength(4)
  const entries = await csv('/api/biz/book/entries/csv/')
  expect(entries[0]).toBe('番号,日時,種類,借方,貸方,金額,申し込み番号,振込番号,取り消した仕訳,メモ')
  expect(entries[1]).toContain('会社との精算 株式会社青山リユース,お客さまの残高 お客さま番号')
  expect(entries[2]).toContain(",銀行,会社との精算 株式会社青山リユース,50000,,,,'=11月分")
  const recorded = await t.db
    .selectFrom('activity')
    .select('detail')
    .where('action', '=', 'book.export')
    .execute()
  expect(recorded.map(({ detail }) => detail)).toContainEqual({ what: 'entries', rows: 2 })
})
