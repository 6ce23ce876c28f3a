import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { yen } from '#contract/money'
import { systemActor } from '#server/platform/actor'
import { inTransaction, type Tx } from '#server/platform/db'
import { type TestApp, testApp } from '../../../tests/support/app.ts'
import { makeWorld, type World } from '../../../tests/support/world.ts'
import { makePurchase } from './book.factory.ts'
import { prove } from './book.proof.ts'
import { balanceOf, bookAccountOf, post, rescind } from './book.service.ts'

let t: TestApp
let w: World
beforeAll(async () => {
  t = await testApp()
  w = await makeWorld(t)
})
afterAll(() => t.close())

const actor = () => systemActor(t.clock.now())
const write = <T>(work: (tx: Tx) => Promise<T>) => inTransaction(t.db, work)
const bought = (amount: number, dealer: { company: number; shops: number[] } = w.aoyama) =>
  makePurchase(t.db, {
    customer_id: w.hanako.id,
    company_id: dealer.company,
    shop_id: dealer.shops[0] as number,
    terms: w.terms,
    amount,
  })
const balance = async (kind: string, company: number | null = null) => {
  const { rows } = await sql<{ balance: number }>`
    select coalesce(sum(balance), 0)::bigint as balance from book_account
    where kind = ${kind} and (${company}::bigint is null or company_id = ${company})`.execute(t.db)
  return rows[0]?.balance
}
const entryCount = async () =>
  (await sql<{ n: number }>`select count(*) as n from book_entry`.execute(t.db)).rows[0]?.n

test('a purchase is owed by the company and held by the customer, dealer by dealer', async () => {
  await bought(5000)
  await bought(700, w.umeda)
  expect(await balanceOf(t.db, w.hanako.id)).toEqual({
    balance: 5700,
    receivable: 0,
    accounts: [
      { company: w.aoyama.company, dealer: '株式会社青山リユース', balance: 5000, receivable: 0 },
      { company: w.umeda.company, dealer: '株式会社梅田ブランドサービス', balance: 700, receivable: 0 },
    ],
  })
  expect(await balance('company', w.aoyama.company)).toBe(-5000)
  const { rows } = await sql<{ at: string }>`
    select newest_credit_at as at from book_account where kind = 'customer' and company_id = ${w.aoyama.company}`.execute(
    t.db,
  )
  expect(new Date(rows[0]?.at ?? '').toISOString()).toBe('2026-11-20T06:00:00.000Z')
})

test('a request is paid for once, whoever writes the entry', async () => {
  const request = await bought(100)
  const entries = await entryCount()
  const again = sql`
    insert into book_entry (kind, debit_account_id, credit_account_id, amount, debit_balance_after, credit_balance_after,
      request_id, actor_kind, created_at)
    select kind, debit_account_id, credit_account_id, amount, 0, 0, request_id, actor_kind, created_at
    from book_entry where request_id = ${request}`
  await expect(again.execute(t.db)).rejects.toThrow(/book_entry_purchase_once/)
  expect(await entryCount()).toBe(entries)
})

test('an overdrawn customer is refused by name and nothing is written', async () => {
  const before = await entryCount()
  const held = (await balanceOf(t.db, w.hanako.id)).accounts[0]?.balance ?? 0
  const overdraw = write(async (tx) => {
    const customer = await bookAccountOf(tx, 'customer', w.hanako.id, w.aoyama.company)
    const bank = await bookAccountOf(tx, 'bank')
    const fee = await bookAccountOf(tx, 'fee')
    await post(tx, actor(), [
      { kind: 'SETTLEMENT', debit: fee, credit: bank, amount: yen(1) },
      { kind: 'SETTLEMENT', debit: customer, credit: fee, amount: yen(held + 1) },
    ])
  })
  await expect(overdraw).rejects.toMatchObject({ code: 'amount_exceeds_balance', status: 400 })
  expect(await entryCount()).toBe(before)
  expect((await balanceOf(t.db, w.hanako.id)).accounts[0]?.balance).toBe(held)
})

test('postings carry the balances after each of them', async () => {
  const after = await write(async (tx) => {
    const bank = await bookAccountOf(tx, 'bank')
    const fee = await bookAccountOf(tx, 'fee')
    const ids = await post(tx, actor(), [
      { kind: 'SETTLEMENT', debit: fee, credit: bank, amount: yen(110) },
      { kind: 'SETTLEMENT', debit: fee, credit: bank, amount: yen(220), note: '組戻し' },
    ])
    return tx
      .selectFrom('book_entry')
      .select(['debit_balance_after', 'credit_balance_after', 'note'])
      .where('id', 'in', ids)
      .orderBy('id')
      .execute()
  })
  expect(after).toEqual([
    { debit_balance_after: -110, credit_balance_after: 110, note: '' },
    { debit_balance_after: -330, credit_balance_after: 330, note: '組戻し' },
  ])
})

test('an adjustment that was not proposed and approved by two people cannot be written', async () => {
  const adjust = (second: number | undefined) =>
    write(async (tx) => {
      const fee = await bookAccountOf(tx, 'fee')
      const adjustment = await bookAccountOf(tx, 'adjustment')
      const by = { ...actor(), kind: 'business', business_user_id: w.operator.operator.id, name: '' } as never
      return post(tx, by, [
        {
          kind: 'ADJUSTMENT',
          debit: adjustment,
          credit: fee,
          amount: yen(330),
          note: '振込手数料の計上もれ',
          ...(second === undefined ? {} : { second_actor_id: second }),
        },
      ])
    })
  await expect(adjust(undefined)).rejects.toMatchObject({ code: '23514' })
  await expect(adjust(w.operator.operator.id)).rejects.toMatchObject({ code: '23514' })
  await expect(adjust(w.operator.approver.id)).rejects.toMatchObject({ code: '23514' })
})

test('a rescinded price comes off the balance first; the rest is a receivable', async () => {
  const request = await bought(3000, w.umeda)
  const held = (await balanceOf(t.db, w.hanako.id)).accounts[1]?.balance ?? 0
  await write(async (tx) =>
    post(tx, actor(), [
      {
        kind: 'SETTLEMENT',
        debit: await bookAccountOf(tx, 'customer', w.hanako.id, w.umeda.company),
        credit: await bookAccountOf(tx, 'bank'),
        amount: yen(held - 1000),
      },
    ]),
  )
  const back = (amount: number) =>
    write((tx) =>
      rescind(tx, actor(), {
        customer_id: w.hanako.id,
        company_id: w.umeda.company,
        request_id: request,
        amount: yen(amount),
        note: '契約解除',
      }),
    )
  const owed = await balance('company', w.umeda.company)
  expect(await back(2500)).toEqual({ from_balance: 1000, receivable: 1500 })
  expect(await balance('receivable', w.umeda.company)).toBe(-1500)
  expect(await balance('company', w.umeda.company)).toBe((owed ?? 0) + 2500)
  await expect(back(501)).rejects.toMatchObject({ code: 'guard_failed' })
  expect(await back(500)).toEqual({ from_balance: 0, receivable: 500 })
  const stranger = write((tx) =>
    rescind(tx, actor(), {
      customer_id: w.taro.id,
      company_id: w.umeda.company,
      request_id: request,
      amount: yen(1),
      note: '',
    }),
  )
  await expect(stranger).rejects.toMatchObject({ status: 404 })
})

test('what a customer owes is set off against prices of the same dealer, never beyond either', async () => {
  const owed = -((await balance('receivable', w.umeda.company)) ?? 0)
  expect(owed).toBe(2000)
  const held = async (index: number) => (await balanceOf(t.db, w.hanako.id)).accounts[index]
  const [elsewhere, here] = [await held(0), await held(1)]
  await bought(900)
  expect(await held(0)).toEqual({ ...elsewhere, balance: (elsewhere?.balance ?? 0) + 900 })
  await bought(1500, w.umeda)
  expect(await held(1)).toEqual({ ...here, receivable: 500 })
  await bought(1500, w.umeda)
  expect(await held(1)).toEqual({ ...here, balance: (here?.balance ?? 0) + 1000, receivable: 0 })
  await bought(1500, w.umeda)
  expect(await held(1)).toMatchObject({ balance: (here?.balance ?? 0) + 2500, receivable: 0 })
  const { rows } = await sql<{ amount: number }>`
    select amount from book_entry where kind = 'SET_OFF' order by id`.execute(t.db)
  expect(rows.map(({ amount }) => amount)).toEqual([1500, 500])
})

test('a receivable is never overpaid', async () => {
  const wrong = t.db.transaction().execute(async (tx) => {
    const request = await bought(1000, w.umeda)
    await post(tx, actor(), [
      {
        kind: 'SET_OFF',
        debit: await bookAccountOf(tx, 'customer', w.hanako.id, w.umeda.company),
        credit: await bookAccountOf(tx, 'receivable', w.taro.id, w.umeda.company),
        amount: yen(1),
        request_id: request,
      },
    ])
  })
  // Rejected by the database: the dealer owes nothing.
  await expect(wrong).rejects.toMatchObject({ code: 'amount_exceeds_balance' })
})

test('entries cannot be changed or removed, accounts not removed', async () => {
  for (const statement of [
    'update book_entry set amount = 1',
    'delete from book_entry',
    'delete from book_account',
  ])
    await expect(t.pool.query(statement)).rejects.toMatchObject({ code: '23001' })
})

test('two dealers opening the same accounts at once make one account each', async () => {
  await Promise.all(
    [1, 2, 3, 4, 5, 6].map(() => write((tx) => bookAccountOf(tx, 'customer', w.taro.id, w.umeda.company))),
  )
  const { rows } = await sql`select id from book_account where customer_id = ${w.taro.id}`.execute(t.db)
  expect(rows).toHaveLength(1)
})

test('a settlement reduces what a company owes, once per key, and never below nothing', async () => {
  const token = w.operator.operator.token
  const owed = -((await balance('company', w.aoyama.company)) ?? 0)
  const settle = (body: unknown, key?: string) =>
    t.ask('POST /api/biz/book/settlements/', { token, body, ...(key ? { key } : {}) })
  const body = { company: w.aoyama.company, amount: 100, note: '11月分' }
  const first = await settle(body, 'settle-1')
  expect(first.status).toBe(201)
  expect(first.body).toMatchObject({
    kind: 'SETTLEMENT',
    amount: 100,
    credit: 'company 株式会社青山リユース',
  })
  expect((await settle(body, 'settle-1')).body).toEqual(first.body)
  expect(await balance('company', w.aoyama.company)).toBe(-(owed - 100))
  const more = await settle({ ...body, amount: owed })
  expect(more.status).toBe(400)
  expect(more.body.code).toBe('amount_exceeds_balance')
  const nobody = await settle({ ...body, company: w.operator.company })
  expect(Object.keys(nobody.body)).toEqual(['company'])
  expect(await balance('company', w.aoyama.company)).toBe(-(owed - 100))
})

test('the book is open to the operator alone', async () => {
  for (const path of ['accounts', 'entries', 'proofs'])
    for (const [who, status] of [
      [w.operator.operator, 200],
      [w.aoyama.admin, 403],
      [w.aoyama.staff, 403],
      [w.hanako, 403],
    ] as const)
      expect((await t.ask(`GET /api/biz/book/${path}/`, { token: who.token })).status).toBe(status)
  expect((await t.ask('POST /api/biz/book/proofs/', { token: w.aoyama.admin.token, body: {} })).status).toBe(
    403,
  )
})

test('the trial balance sums to zero and the entries of an account explain it', async () => {
  const token = w.operator.operator.token
  const accounts = await t.ask('GET /api/biz/book/accounts/', { token })
  const rows = accounts.body.results as { id: number; kind: string; owner: string; balance: number }[]
  expect(accounts.body.count).toBe(rows.length)
  expect(rows.reduce((sum, row) => sum + row.balance, 0)).toBe(0)
  const account = rows.find((row) => row.kind === 'company' && row.owner === '株式会社青山リユース')
  const entries = await t.ask('GET /api/biz/book/entries/', {
    token,
    query: { account: account?.id ?? 0, size: 200 },
  })
  const moved = (entries.body.results as { kind: string; amount: number }[]).reduce(
    (sum, { kind, amount }) => sum + (kind === 'PURCHASE' ? -amount : amount),
    0,
  )
  expect(moved).toBe(account?.balance)
  expect(JSON.stringify(accounts.body)).not.toContain('山田')
})

test('a proof holds until a balance is edited by hand; then it fails, is kept and is logged', async () => {
  const token = w.operator.operator.token
  const good = await t.ask('POST /api/biz/book/proofs/', { token, body: {} })
  expect(good.status).toBe(201)
  expect(good.body.checks.filter((check: { is_ok: boolean }) => !check.is_ok)).toEqual([])
  expect(good.body.is_ok).toBe(true)
  await sql`update book_account set balance = balance + 1 where kind = 'bank'`.execute(t.db)
  const bad = await prove(t.db, actor(), t.tools)
  expect(bad.is_ok).toBe(false)
  expect(bad.checks.filter((check) => !check.is_ok).map(({ name }) => name)).toEqual([
    'balances_sum_to_zero',
    'balances_equal_entries',
    'balances_equal_newest_entry',
  ])
  expect(t.logText()).toContain('the proof of the books failed')
  await sql`update book_account set balance = balance - 1 where kind = 'bank'`.execute(t.db)
  const list = await t.ask('GET /api/biz/book/proofs/', { token })
  expect(list.body.results.map((row: { is_ok: boolean }) => row.is_ok)).toEqual([false, true])
  await expect(t.pool.query('delete from book_proof')).rejects.toMatchObject({ code: '23001' })
})
