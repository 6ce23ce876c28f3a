import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { makePayee } from '#server/domains/transfer/transfer.factory'
import { randomKey, type TestApp, testApp } from '../../../tests/support/app.ts'
import { statementsOf } from '../../../tests/support/statements.ts'
import { contracted } from '../../../tests/support/steps.ts'
import { makeEmployee, makeWorld, signIn, type World } from '../../../tests/support/world.ts'
import { makePurchase } from './book.factory.ts'
import { monthBefore, monthsAfter, nextMonth, taxOf } from './month.rules.ts'

let t: TestApp
let w: World
beforeAll(async () => {
  t = await testApp({ max: 12 })
  w = await makeWorld(t)
  await contracted(t, w)
  const { customer_id } = await makePayee(t.db, t.tools, w.aoyama.company)
  await makePurchase(t.db, { ...deal(customer_id), amount: 8_000, at: '2026-11-29T10:00:00+09:00' })
  other = customer_id
})
afterAll(() => t.close())
beforeEach(() => t.clock.set(december))

let other: number
const december = new Date('2026-12-02T09:00:00+09:00')
const path = '/api/biz/book/months/'
const deal = (customer_id: number) => ({
  ...{ customer_id, company_id: w.aoyama.company, shop_id: w.aoyama.shops[0], terms: w.terms },
})
const fresh = async () => (await signIn(t, w.operator.operator)).token
const adminToken = async () => (await signIn(t, w.aoyama.admin)).token
const close = async (month: string, token?: string) =>
  t.ask(`POST ${path}`, { token: token ?? (await fresh()), body: { month } })
const months = async (token?: string) =>
  (await t.ask(`GET ${path}`, { token: token ?? (await fresh()) })).body.results
interface Month {
  month: string
  entry_count: number
  totals: { debit: number; credit: number }[]
}
const file = async (month: string) => t.ask(`GET ${path}${month}/csv/`, { token: await fresh() })

test('months and their tax codes are counted right', () => {
  expect([nextMonth('2026-12'), nextMonth('2026-09'), monthBefore('2027-01')]).toEqual([
    '2027-01',
    '2026-10',
    '2026-12',
  ])
  expect(monthsAfter('2026-11', '2027-02')).toEqual(['2026-12', '2027-01', '2027-02'])
  const bought = { kind: 'PURCHASE', debit: 'company', credit: 'customer' } as const
  expect(taxOf({ ...bought, is_special: true })).toEqual({ code: '課税仕入10%', remark: '古物商特例' })
  expect(taxOf({ ...bought, is_special: false }).remark).toBe('インボイス発行事業者からの仕入れ')
  const number = 'T7000012050002'
  expect(taxOf({ ...bought, is_special: false, registration_number: number })).toEqual({
    code: '課税仕入10%',
    remark: `インボイス発行事業者からの仕入れ ${number}`,
  })
  expect(taxOf({ kind: 'FEE', debit: 'fee', credit: 'bank', is_special: false }).code).toBe('課税仕入10%')
  expect(taxOf({ kind: 'TRANSFER', debit: 'customer', credit: 'in_progress', is_special: false }).code).toBe(
    '対象外',
  )
})

test('neither a month that goes on nor a later one is closed, nor by anybody without the right', async () => {
  expect((await close('2026-12')).body.code).toBe('month_not_over')
  expect((await close('2026-10')).body.code).toBe('month_not_next')
  expect((await close('2026-13')).body).toHaveProperty('month')
  expect((await close('2026-11', await adminToken())).status).toBe(403)
  const clerk = await makeEmployee(t, w.operator.company, '運営 係', 'staff', 'kakari@okuru.example.jp')
  expect((await close('2026-11', (await signIn(t, clerk)).token)).status).toBe(403)
  expect((await file('2026-11')).status).toBe(404)
  const [, november] = await months()
  expect(november).toMatchObject({ month: '2026-11', is_closed: false, may_close: true, closed_at: null })
})

test('whoever began to write in the last second of a month has ten minutes to end', async () => {
  t.clock.set('2026-12-01T00:09:59+09:00')
  expect((await close('2026-11')).body.code).toBe('month_not_over')
  expect((await months())[1]).toMatchObject({ month: '2026-11', may_close: false })
  t.clock.set('2026-12-01T00:10:00+09:00')
  expect((await months())[1]).toMatchObject({ month: '2026-11', may_close: true })
})

test('books that are not proven close nothing', async () => {
  await t.pool.query("update book_account set entry_count = entry_count + 1 where kind = 'company'")
  expect((await close('2026-11')).body.code).toBe('books_not_proven')
  await t.pool.query("update book_account set entry_count = entry_count - 1 where kind = 'company'")
})

test('a closed month takes no entry, of two who close it both see it closed, and its file stays the same', async () => {
  const both = await Promise.all([close('2026-11'), close('2026-11')])
  expect(both.map(({ status }) => status)).toEqual([200, 200])
  expect(both[0]?.body).toMatchObject({
    month: '2026-11',
    is_closed: true,
    closed_by: '大手 進',
    entry_count: 2,
  })
  const late = makePurchase(t.db, { ...deal(other), amount: 500, at: '2026-11-30T23:59:59+09:00' })
  await expect(late).rejects.toMatchObject({ code: '23514' })
  await makePurchase(t.db, { ...deal(other), amount: 500, at: '2026-12-01T00:00:00+09:00' })

  const first = await file('2026-11')
  expect(first.status).toBe(200)
  const lines = first.body.split('\r\n')
  expect(lines[0]).toBe(
    '\uFEFF日付,仕訳番号,種類,借方科目,借方の相手先,貸方科目,貸方の相手先,金額,税区分,摘要,申し込み番号,振込番号,取り消した仕訳,メモ',
  )
  expect(lines[1]).toMatch(
    /^2026-11-\d\d,\d+,買取代金,会社との精算,株式会社青山リユース,お客さまの残高,お客さま番号 \d+ \/ 株式会社青山リユース,\d+,課税仕入10%,古物商特例,\d+,,,$/,
  )
  expect(lines).toHaveLength(4)
  expect(first.body).not.toContain('花子')
  await t.pool.query("update company set name = '株式会社新青山' where id = $1", [w.aoyama.company])
  t.clock.set(new Date('2026-12-20T09:00:00+09:00'))
  expect((await file('2026-11')).body).toBe(first.body)
  const [now, november] = await months()
  expect(now).toMatchObject({ month: '2026-12', may_close: false, entry_count: 1 })
  expect(november.totals).toEqual(both[0]?.body.totals)
  // Open months are counted together; each has its own sums, also one without an entry.
  t.clock.set('2027-02-10T09:00:00+09:00')
  const open = (await months()).slice(0, 3)
  expect(open.map(({ month, entry_count }: Month) => [month, entry_count])).toEqual([
    ['2027-02', 0],
    ['2027-01', 0],
    ['2026-12', 1],
  ])
  expect(open.map(({ totals }: Month) => totals.reduce((sum, { debit }) => sum + debit, 0))).toEqual([
    0, 0, 500,
  ])
})

test('the file is also in Shift_JIS, byte for byte; what that lacks is listed first and replaced only on demand', async () => {
  t.clock.set('2027-01-05T09:00:00+09:00')
  const request = await makePurchase(t.db, { ...deal(other), amount: 1_200, at: '2026-12-03T10:00:00+09:00' })
  await t.pool.query("update company set name = '株式会社髙島・𠮷田' where id = $1", [w.aoyama.company])
  expect((await close('2026-12')).status).toBe(200)
  const get = async (encoding: string, more = '') =>
    t.app.inject({
      url: `${path}2026-12/csv/?encoding=${encoding}${more}`,
      headers: { authorization: `Bearer ${await fresh()}` },
    })
  const check = (await t.ask(`GET ${path}2026-12/csv/check/`, { token: await fresh() })).body
  expect(check).toMatchObject({
    count: 4,
    characters: [{ character: '𠮷', substitute: '吉', count: 4 }],
  })
  expect(check.places[0]).toMatchObject({ line: 2, column: '借方の相手先' })
  expect((await get('shift_jis')).json()).toMatchObject({ code: 'not_in_shift_jis' })
  const [utf8, cp932] = [await get('utf-8'), await get('shift_jis', '&substitute=true')]
  const ids = (
    await t.pool.query("select id from book_entry where created_at >= '2026-12-01+09' order by id")
  ).rows
  const header =
    '日付,仕訳番号,種類,借方科目,借方の相手先,貸方科目,貸方の相手先,金額,税区分,摘要,申し込み番号,振込番号,取り消した仕訳,メモ'
  const lineOf = (day: string, id: string, name: string, amount: number, of: number | string) =>
    `${day},${id},買取代金,会社との精算,${name},お客さまの残高,お客さま番号 ${other} / ${name},${amount},課税仕入10%,インボイス発行事業者からの仕入れ,${of},,,`
  const [first] = utf8.payload.split('\r\n').slice(1)
  const earlier = first?.split(',').at(-4) ?? ''
  const textOf = (name: string) =>
    [
      header,
      lineOf('2026-12-01', ids[0].id, name, 500, earlier),
      lineOf('2026-12-03', ids[1].id, name, 1_200, request),
      '',
    ].join('\r\n')
  expect(utf8.payload).toBe(`\uFEFF${textOf('株式会社髙島・𠮷田')}`)
  expect(cp932.headers['content-type']).toBe('text/csv; charset=Shift_JIS')
  expect(new TextDecoder('shift_jis', { fatal: true }).decode(cp932.rawPayload)).toBe(
    textOf('株式会社髙島・吉田'),
  )
  // 日付,仕訳 in CP932, as bytes.
  expect([...cp932.rawPayload.subarray(0, 9)]).toEqual([0x93, 0xfa, 0x95, 0x74, 0x2c, 0x8e, 0x64, 0x96, 0xf3])
})

test('open months are added up once for all readers, and again with each new entry', async () => {
  t.clock.set('2027-03-20T09:00:00+09:00')
  const approver = (await signIn(t, w.operator.approver)).token
  const sums = async (token?: string) =>
    (await months(token)).slice(0, 2).map(({ month, entry_count, totals }: Month) => ({
      ...{ month, entry_count },
      debit: totals.reduce((sum, { debit }) => sum + debit, 0),
      credit: totals.reduce((sum, { credit }) => sum + credit, 0),
    }))
  const of = (month: string, entry_count: number, moved: number) => ({
    ...{ month, entry_count, debit: moved, credit: moved },
  })
  await makePurchase(t.db, { ...deal(other), amount: 700, at: '2027-03-10T10:00:00+09:00' })
  expect(await sums()).toEqual([of('2027-03', 1, 700), of('2027-02', 0, 0)])
  const again = await statementsOf(async () =>
    expect(await sums(approver)).toEqual([of('2027-03', 1, 700), of('2027-02', 0, 0)]),
  )
  expect(again.filter((text) => /debit_account_id/.test(text))).toEqual([])
  await makePurchase(t.db, { ...deal(other), amount: 300, at: '2027-03-19T10:00:00+09:00' })
  expect(await sums(approver)).toEqual([of('2027-03', 2, 1_000), of('2027-02', 0, 0)])
  const settled = { company: w.aoyama.company, amount: 60, note: '3月分' }
  const paid = await t.ask('POST /api/biz/book/settlements/', {
    ...{ token: await fresh(), key: randomKey(), body: settled },
  })
  expect(paid.status).toBe(201)
  const [march] = await months()
  expect(march.totals).toEqual([
    { kind: 'bank', debit: 60, credit: 0 },
    { kind: 'company', debit: 1_000, credit: 60 },
    { kind: 'customer', debit: 0, credit: 1_000 },
  ])
  // One dated in an earlier open month, as after the turn of a month.
  await makePurchase(t.db, { ...deal(other), amount: 40, at: '2027-02-28T23:59:59+09:00' })
  expect(await sums()).toEqual([of('2027-03', 3, 1_060), of('2027-02', 1, 40)])
})

test('only the operator has them', async () => {
  expect((await t.ask(`GET ${path}`, { token: await adminToken() })).status).toBe(403)
  expect((await t.ask(`GET ${path}2026-11/csv/`, { token: await adminToken() })).status).toBe(403)
  await expect(t.pool.query('delete from book_month')).rejects.toThrow()
})
