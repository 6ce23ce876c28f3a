import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { yen } from '#contract/money'
import { makePayee } from '#server/domains/transfer/transfer.factory'
import { systemActor } from '#server/platform/actor'
import { inTransaction } from '#server/platform/db'
import { randomKey, type TestApp, testApp, testStart } from '../../../tests/support/app.ts'
import { makeEmployee, makeWorld, type Person, signIn, type World } from '../../../tests/support/world.ts'
import { lockCustomer } from '../customer/customer.service.ts'
import { makePurchase } from './book.factory.ts'
import { prove } from './book.proof.ts'
import { balanceOf, rescind } from './book.service.ts'

let t: TestApp
let w: World
let third: Person
beforeAll(async () => {
  t = await testApp({ max: 16 })
  w = await makeWorld(t)
  third = await makeEmployee(t, w.operator.company, '三田 三郎', 'admin', 'mita@okuru.example.jp')
})
afterAll(() => t.close())
beforeEach(() => t.clock.set(testStart))

const path = '/api/biz/book/proposals/'
const fresh = async (who: { account_id: number }) => (await signIn(t, who)).token

async function seller(amount: number) {
  const { customer_id, account_id } = await makePayee(t.db, t.tools, w.aoyama.company)
  const request = await makePurchase(t.db, {
    customer_id,
    company_id: w.aoyama.company,
    shop_id: w.aoyama.shops[0],
    terms: w.terms,
    amount,
  })
  return { customer_id, account_id, request }
}

const adjustment = (purchase_request: number, amount: number) => ({
  kind: 'adjustment',
  purchase_request,
  amount,
  reason: '査定額の入力の間違い',
  note: '査定額の訂正のため',
})
const propose = async (body: object, token?: string) =>
  t.ask(`POST ${path}`, { token: token ?? (await fresh(w.operator.operator)), key: randomKey(), body })
const made = async (body: object): Promise<{ id: number; version: number }> => {
  const response = await propose(body)
  expect(response.status).toBe(201)
  return response.body
}
const decide = (one: { id: number; version: number }, what: 'approve' | 'refuse', token: string) =>
  t.ask(`POST ${path}${one.id}/${what}/`, {
    token,
    body: { version: one.version, reason: '金額の確認が先です' },
  })
const approve = async (one: { id: number; version: number }, who: Person = w.operator.approver) =>
  decide(one, 'approve', await fresh(who))
const balance = async (customer: number) => (await balanceOf(t.db, customer)).balance
const isProven = async () => (await prove(t.db, systemActor(t.clock.now()), t.tools)).is_ok

test('what one proposes another approves; the customer reads why, and is told', async () => {
  const { customer_id, account_id, request } = await seller(8_000)
  const proposal = await made(adjustment(request, 1_500))
  expect(await balance(customer_id)).toBe(8_000)
  const own = await decide(proposal, 'approve', await fresh(w.operator.operator))
  expect([own.status, own.body.code]).toEqual([403, 'two_people_required'])
  expect(JSON.stringify(own.body)).toContain('申請した人は承認できません。')
  const approved = await approve(proposal)
  expect(approved.body).toMatchObject({
    state: 'approved',
    proposed_by: '大手 進',
    decided_by: '内幸 望',
    dealer: expect.stringContaining('青山'),
    available: 9_500,
  })
  expect((await approve(proposal)).body).toMatchObject({
    code: 'stale_version',
    current: { state: 'approved' },
  })
  expect(await balance(customer_id)).toBe(9_500)
  const { token } = await signIn(t, { account_id })
  const { results } = (await t.ask('GET /api/transactions/', { token })).body
  expect(results[0]).toMatchObject({ kind: 'ADJUSTMENT', amount: 1_500, note: '査定額の訂正のため' })
  expect(JSON.stringify(results)).not.toContain('入力の間違い')
  await t.runJobs()
  const { rows } = await t.pool.query('select body from notification where account_id = $1', [account_id])
  expect(rows.at(-1).body).toContain('残高に ¥1,500 を加えました')
  expect(await isProven()).toBe(true)
})

test('after thirty days it can no longer be approved, only taken back', async () => {
  const { customer_id, request } = await seller(2_000)
  const proposal = await made(adjustment(request, 700))
  const waiting = async () => {
    const query = { state: 'waiting' }
    const listed = await t.ask(`GET ${path}`, { token: await fresh(w.operator.operator), query })
    return listed.body.results.some(({ id }: { id: number }) => id === proposal.id)
  }
  t.clock.forward(30 * 86_400_000 - 1000)
  expect(await waiting()).toBe(true)
  t.clock.forward(1000)
  expect(await waiting()).toBe(false)
  const late = await approve(proposal)
  expect([late.status, late.body.code]).toEqual([400, 'proposal_lapsed'])
  expect(await balance(customer_id)).toBe(2_000)
  const own = await decide(proposal, 'refuse', await fresh(w.operator.operator))
  expect(own.body).toMatchObject({ state: 'refused', refusal: null })
})

test('somebody whom the proposer let in is no second person', async () => {
  await t.pool.query('update business_user set invited_by = $1 where id = $2', [
    w.operator.operator.id,
    third.id,
  ])
  const proposal = await made(adjustment((await seller(500)).request, 10))
  const refused = await approve(proposal, third)
  expect([refused.status, refused.body.code]).toEqual([403, 'second_person_invited'])
  await t.pool.query('update business_user set invited_by = null where id = $1', [third.id])
})

test('never below the balance; refused ones change nothing and keep why', async () => {
  const { customer_id, request } = await seller(3_000)
  const proposal = await made(adjustment(request, -3_001))
  const tooMuch = await approve(proposal)
  expect([tooMuch.status, tooMuch.body.code]).toEqual([400, 'amount_exceeds_balance'])
  const turnedDown = await decide(proposal, 'refuse', await fresh(w.operator.approver))
  expect(turnedDown.body).toMatchObject({ state: 'refused', decision_note: '金額の確認が先です' })
  const again = await approve({ ...proposal, version: turnedDown.body.version })
  expect(again.body.code).toBe('illegal_transition')
  expect(await balance(customer_id)).toBe(3_000)
  await expect(
    t.pool.query(
      "update book_proposal set amount = 1, state = 'waiting', decided_by = null, decided_at = null where id = $1",
      [proposal.id],
    ),
  ).rejects.toThrow()
})

test('a receivable is written off, up to what is owed', async () => {
  const { customer_id, account_id, request } = await seller(4_000)
  const { token } = await signIn(t, { account_id })
  expect((await t.ask('POST /api/transfer/', { token, key: randomKey(), body: {} })).status).toBe(201)
  await inTransaction(t.db, async (tx) => {
    await lockCustomer(tx, customer_id)
    const taken = {
      customer_id,
      company_id: w.aoyama.company,
      request_id: request,
      amount: yen(4_000),
      note: '取り消し',
    }
    await rescind(tx, systemActor(t.clock.now()), taken)
  })
  const body = { ...adjustment(request, 4_001), kind: 'write_off', note: 'ご返金は不要になりました' }
  expect((await approve(await made(body))).body.code).toBe('amount_exceeds_balance')
  expect((await propose({ ...body, amount: -1 })).body).toHaveProperty('amount')
  expect((await approve(await made({ ...body, amount: 4_000 }))).status).toBe(200)
  expect((await balanceOf(t.db, customer_id)).receivable).toBe(0)
  expect(await isProven()).toBe(true)
})

test('of two approvers at once one writes the entry; against a withdrawal the balance never goes below zero', async () => {
  const { customer_id, request } = await seller(5_000)
  const plus = await made(adjustment(request, 700))
  const tokens = [await fresh(w.operator.approver), await fresh(third)]
  const both = await Promise.all(tokens.map((token) => decide(plus, 'approve', token)))
  expect(both.map(({ status }) => status).sort()).toEqual([200, 400])
  expect(await balance(customer_id)).toBe(5_700)

  for (let round = 0; round < 3; round++) {
    const one = await seller(5_000)
    const minus = await made(adjustment(one.request, -4_000))
    const { token } = await signIn(t, one)
    const [approval, asked] = await Promise.all([
      decide(minus, 'approve', await fresh(w.operator.approver)),
      t.ask('POST /api/transfer/', { token, key: randomKey(), body: { amount: 4_000 } }),
    ])
    expect([approval.status, asked.status].sort()).not.toEqual([200, 201])
    expect([1_000, 5_000]).toContain(await balance(one.customer_id))
  }
  expect(await isProven()).toBe(true)
})

test('whatever is approved, the balance is the sum of what was written', async () => {
  const { customer_id, request } = await seller(10_000)
  let expected = 10_000
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: -9_000, max: 9_000 }).filter((amount) => amount !== 0),
      async (amount) => {
        const { status } = await approve(await made(adjustment(request, amount)))
        expect(status).toBe(expected + amount < 0 ? 400 : 200)
        if (status === 200) expected += amount
        expect(await balance(customer_id)).toBe(expected)
      },
    ),
    { numRuns: 12 },
  )
  expect(await isProven()).toBe(true)
})

test('only the operator sees or makes them; a deal is looked up by its number', async () => {
  const { request } = await seller(900)
  const proposal = await made(adjustment(request, 5))
  for (const token of [w.aoyama.admin.token, w.aoyama.staff.token, w.hanako.token]) {
    expect((await t.ask(`GET ${path}`, { token })).status).toBe(403)
    expect((await decide(proposal, 'approve', token)).status).toBe(403)
  }
  const token = await fresh(w.operator.operator)
  expect((await t.ask(`GET /api/biz/book/deals/${request}/`, { token })).body).toMatchObject({
    price: 900,
    balance: 900,
  })
  expect((await t.ask('GET /api/biz/book/deals/999999/', { token })).status).toBe(404)
  const waiting = (await t.ask(`GET ${path}`, { token, query: { state: 'waiting' } })).body
  expect(waiting.results[0]).toMatchObject({ id: proposal.id, refusal: 'two_people_required' })
  expect(waiting.results[0].approvers).toContain('内幸 望')
  expect((await propose(adjustment(999_999, 5))).body).toHaveProperty('purchase_request')
})

// Last: these transfers have no entries, so the books are not proven any more.
async function bounced(customer_id: number, at: string): Promise<number> {
  const { rows } = await t.pool.query(
    `insert into transfer (customer_id, kind, amount, status, scheduled_on, bank_code, bank_name, branch_code, branch_name, account_type,
      account_number_enc, account_number_tail, account_holder_kana, failed_reason, requested_at, settled_at)
      values ($1, 'ordinary', 100, 2, '2026-11-02', '0001', 'みずほ', '100', '本店', 1, '', '567', 'ヤマダ', '口座名義相違', $2, $2) returning id`,
    [customer_id, at],
  )
  return rows[0].id
}

test('a fee is due once, for a second bounce that was announced, and leaves the balance of the customer', async () => {
  const { customer_id, request } = await seller(2_000)
  const first = await bounced(customer_id, '2026-11-01T10:00:00+09:00')
  const second = await bounced(customer_id, '2026-11-10T10:00:00+09:00')
  const fee = (transfer: number, announced_on = '2026-11-03') => ({
    ...{ kind: 'fee', transfer, announced_on, amount: 660, reason: '2回目の組戻し' },
    note: '組戻しの手数料(11月3日にご案内)',
  })
  expect((await propose(fee(first))).body.code).toBe('fee_not_due')
  expect((await propose(fee(second, '2026-11-11'))).body).toHaveProperty('announced_on')
  const proposal = await made(fee(second))
  expect((await propose(fee(second))).body.code).toBe('fee_not_due')
  expect((await approve(proposal)).status).toBe(200)
  expect(await balance(customer_id)).toBe(1_340)
  expect(
    (await propose({ ...fee(second), kind: 'adjustment', purchase_request: request, note: '' })).body,
  ).toHaveProperty('note')
  const bank = await made({ kind: 'bank_fee', amount: 4_400, reason: '11月分の振込手数料' })
  expect((await approve(bank)).body).toMatchObject({ state: 'approved', available: null, customer_name: '' })
})
