import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { makeBankAccount } from '#server/domains/bank-account/bank-account.factory'
import { makePurchase } from '#server/domains/book/book.factory'
import { prove } from '#server/domains/book/book.proof'
import { allTasks } from '#server/jobs'
import { systemActor } from '#server/platform/actor'
import { type TestApp, testApp, testStart } from '../../../tests/support/app.ts'
import { makeWorld, signIn, type World } from '../../../tests/support/world.ts'
import { makeOriginator, makePayee } from './transfer.factory.ts'

let t: TestApp
let w: World
beforeAll(async () => {
  t = await testApp({ max: 16 })
  w = await makeWorld(t)
  await makeOriginator(t.db)
})
afterAll(() => t.close())
beforeEach(() => t.clock.set(testStart))

interface Seller {
  id: number
  account_id: number
  token: string
}

const longAgo = '2026-05-20T10:00:00+09:00'

const sells = (seller: number, amount: number, at: string) =>
  makePurchase(t.db, {
    customer_id: seller,
    company_id: w.aoyama.company,
    shop_id: w.aoyama.shops[0] as number,
    terms: w.terms,
    amount,
    at,
  })

/** Sold half a year ago, never gave a bank account, and does so only now. */
async function latecomer(amount = 8000, holder: string | null = 'サトウ ミサキ'): Promise<Seller> {
  const made = await makePayee(t.db, t.tools, w.aoyama.company, { holder: null })
  await sells(made.customer_id, amount, longAgo)
  await runTask('transfer.remind')
  if (holder)
    await makeBankAccount(t.db, t.tools, made.customer_id, {
      branch_code: '001',
      account_holder_kana: holder,
    })
  return { id: made.customer_id, account_id: made.account_id, token: (await signIn(t, made)).token }
}

async function runTask(task: 'transfer.remind' | 'transfer.automatic'): Promise<void> {
  await allTasks(t.db, t.tools)[task]({})
}

const special = (seller: Seller, body: object = { should_special_withdrawal: true }, key?: string) =>
  t.ask('POST /api/balance/special-withdrawl/', { token: seller.token, body, ...(key ? { key } : {}) })
const ordinary = (seller: Seller) => t.ask('POST /api/transfer/', { token: seller.token, body: {} })
const overview = async (seller: Seller) => (await t.ask('GET /api/balance/', { token: seller.token })).body
const isMarked = async (seller: Seller) =>
  (
    await t.db
      .selectFrom('customer')
      .select('is_transfer_expired')
      .where('id', '=', seller.id)
      .executeTakeFirstOrThrow()
  ).is_transfer_expired

const one = () => w.operator.operator.token
const other = () => w.operator.approver.token
const waiting = async (token = one()) =>
  (await t.ask('GET /api/biz/payouts/special/', { token })).body.results as Record<string, unknown>[]
const rowOf = async (transfer: number, token = one()) =>
  (await waiting(token)).find((row) => row.transfer === transfer)
const checks = (transfer: number, version: number, token: string) =>
  t.ask(`POST /api/biz/payouts/special/${transfer}/check/`, { token, body: { version } })
const candidates = async () => {
  const { body } = await t.ask('GET /api/biz/payouts/candidates/', {
    token: one(),
    query: { pay_date: '2026-12-04' },
  })
  return body.candidates as { transfer: number; kind: string }[]
}

async function pays(transfer: number, result: 'paid' | 'bounced'): Promise<void> {
  const moves = (batch: { id: number; version: number }, name: string, token = one(), body: object = {}) =>
    t.ask(`POST /api/biz/payouts/${batch.id}/${name}/`, { token, body: { version: batch.version, ...body } })
  const pay_date = '2026-11-25'
  let batch = (
    await t.ask('POST /api/biz/payouts/', { token: one(), body: { pay_date, transfers: [transfer] } })
  ).body
  batch = (await moves(batch, 'approve', other())).body
  batch = (await moves(batch, 'export')).body
  batch = (await moves(batch, 'send')).body
  const line = batch.lines[0].id
  const results = [{ line, result, ...(result === 'bounced' ? { reason: '該当口座なし' } : {}) }]
  expect((await moves(batch, 'results', one(), { results })).body.state).toBe('closed')
}

const expectProof = async () => {
  const proof = await prove(t.db, systemActor(t.clock.now()), t.tools)
  expect(proof.checks.filter((check) => !check.is_ok)).toEqual([])
}

test('after 180 days only the special route pays, after two people, and in full', async () => {
  const seller = await latecomer()
  expect(await overview(seller)).toMatchObject({
    balance: 8000,
    is_transfer_expired: true,
    obstacle: null,
    auto_transfer_on: null,
  })
  await runTask('transfer.automatic')
  expect((await overview(seller)).balance).toBe(8000)
  expect((await ordinary(seller)).body.code).toBe('transfer_expired')

  const asked = await special(seller)
  expect(asked.status).toBe(201)
  expect(asked.body).toEqual({ id: expect.any(Number), status: 0, amount: 8000, fee: 0, balance: 0 })
  const transfer = asked.body.id as number
  expect(await overview(seller)).toMatchObject({
    balance: 0,
    transfer_in_progress: { id: transfer, kind: 'special', amount: 8000, scheduled_on: null },
  })
  expect(await candidates()).toEqual([])

  const row = await rowOf(transfer)
  expect(row).toMatchObject({
    amount: 8000,
    account_holder_kana: 'サトウ ミサキ',
    verified_name_kana: 'サトウ ミサキ',
    account_number_masked: expect.stringMatching(/^\*{4}\d{3}$/),
    newest_credit_at: expect.stringContaining('2026-05-20'),
    first_checked_by: '',
    refusal: null,
    problems: [],
    version: 1,
  })
  const first = await checks(transfer, 1, one())
  expect(first.body).toMatchObject({ first_checked_by: '大手 進', second_checked_by: '', scheduled_on: null })
  expect(await candidates()).toEqual([])
  expect(await rowOf(transfer)).toMatchObject({
    first_checked_by: '大手 進',
    refusal: 'two_people_required',
    checkers: ['内幸 望'],
  })
  const again = await checks(transfer, 2, one())
  expect([again.status, again.body.code]).toEqual([403, 'two_people_required'])
  const second = await checks(transfer, 2, other())
  expect(second.body).toMatchObject({ second_checked_by: '内幸 望', scheduled_on: '2026-11-25' })
  expect(await rowOf(transfer)).toBeUndefined()
  expect((await overview(seller)).transfer_in_progress.scheduled_on).toBe('2026-11-25')
  expect((await checks(transfer, 3, other())).body.code).toBe('illegal_transition')
  await t.runJobs()
  const told = await t.db
    .selectFrom('notification')
    .select(['title', 'body'])
    .where('event', '=', `transfer_checked.${transfer}`)
    .execute()
  expect(told).toEqual([
    { title: 'お振込みの日が決まりました', body: expect.stringContaining('11月25日(水)に') },
  ])

  expect(await candidates()).toMatchObject([{ transfer, kind: 'special' }])
  await pays(transfer, 'paid')
  await t.runJobs()
  expect(await isMarked(seller)).toBe(false)
  const { results } = (await t.ask('GET /api/transactions/', { token: seller.token })).body
  expect(results.map((entry: { kind: string; amount: number }) => [entry.kind, entry.amount])).toEqual([
    ['SPECIAL_WITHDRAWAL', -8000],
    ['PURCHASE', 8000],
  ])
  await expectProof()
})

test('it is refused by name: not expired, not confirmed, no account, another name, too much', async () => {
  const early = await makePayee(t.db, t.tools, w.aoyama.company)
  await sells(early.customer_id, 500, testStart)
  const prompt = { ...early, id: early.customer_id, token: (await signIn(t, early)).token }
  expect((await special(prompt)).body.code).toBe('transfer_not_expired')
  expect((await ordinary(prompt)).status).toBe(201)

  const homeless = await latecomer(700, null)
  for (const body of [{}, { should_special_withdrawal: false }]) {
    const answer = await special(homeless, body)
    expect([answer.status, Object.keys(answer.body)]).toEqual([400, ['should_special_withdrawal']])
  }
  expect((await special(homeless)).body.code).toBe('bank_account_missing')
  const tooMuch = await special(homeless, { should_special_withdrawal: true, amount: 701 })
  expect([tooMuch.body.code, Object.keys(tooMuch.body)]).toEqual([
    'amount_exceeds_balance',
    expect.arrayContaining(['amount']),
  ])
  const married = await latecomer(700, 'ｽｽﾞｷ ﾐｻｷ')
  expect(await overview(married)).toMatchObject({
    obstacle: 'holder_name_differs',
    verified_names_kana: ['サトウ ミサキ'],
  })
  expect((await special(married)).body.code).toBe('holder_name_differs')
  const foreign = await special(married, { customer: homeless.id, should_special_withdrawal: true })
  expect([foreign.status, Object.keys(foreign.body)]).toEqual([400, ['customer']])
})

test('a part leaves the rest expired; what the bank sends back is expired still', async () => {
  const seller = await latecomer(9000)
  const { body } = await special(seller, { should_special_withdrawal: true, amount: 4000 })
  expect(body).toMatchObject({ amount: 4000, balance: 5000 })
  await checks(body.id, 1, other())
  await checks(body.id, 2, one())
  await pays(body.id, 'paid')
  await t.runJobs()
  expect(await isMarked(seller)).toBe(true)
  expect((await ordinary(seller)).body.code).toBe('transfer_expired')

  const rest = (await special(seller)).body
  await checks(rest.id, 1, one())
  await checks(rest.id, 2, other())
  await pays(rest.id, 'bounced')
  expect(await overview(seller)).toMatchObject({
    balance: 5000,
    is_transfer_expired: true,
    bounce: { reason: '該当口座なし' },
  })
  expect((await special(seller)).status).toBe(201)
  await expectProof()
})

test('a payment that the checkers turn down goes back to the customer with the reason', async () => {
  const seller = await latecomer()
  const { id } = (await special(seller)).body
  await checks(id, 1, one())
  const ended = await t.ask(`POST /api/biz/payouts/candidates/${id}/cannot-send/`, {
    token: other(),
    body: { reason: '口座名義の確認ができませんでした' },
  })
  expect(ended.status).toBe(200)
  expect(await waiting()).not.toContainEqual(expect.objectContaining({ transfer: id }))
  expect((await checks(id, 2, other())).body.code).toBe('illegal_transition')
  expect(await overview(seller)).toMatchObject({
    balance: 8000,
    bounce: { reason: '口座名義の確認ができませんでした' },
  })
  await expectProof()
})

test('an unchecked one cannot be put into a batch, whatever is asked', async () => {
  const seller = await latecomer()
  const { id } = (await special(seller)).body
  await checks(id, 1, one())
  const made = await t.ask('POST /api/biz/payouts/', {
    token: one(),
    body: { pay_date: '2026-11-25', transfers: [id] },
  })
  expect(made.body.code).toBe('payout_check_failed')
  expect(made.body.problems).toMatchObject([{ code: 'special_unchecked', transfer: id }])
})

test('a hold stops the check as it stops the money', async () => {
  const seller = await latecomer()
  const { id } = (await special(seller)).body
  const request = await t.db
    .selectFrom('purchase_request')
    .select('id')
    .where('customer_id', '=', seller.id)
    .executeTakeFirstOrThrow()
  await t.db
    .insertInto('hold')
    .values({
      company_id: w.aoyama.company,
      request_id: request.id,
      kind: 'dispute',
      reason: '確認中',
      placed_by: w.aoyama.staff.id,
      placed_at: t.clock.now().toISOString(),
    })
    .execute()
  const refused = await checks(id, 1, one())
  expect(refused.body).toMatchObject({
    code: 'payout_check_failed',
    problems: [{ code: 'money_on_hold', message: expect.stringMatching(/^保留中です。/) }],
  })
})

test('two devices at once, and both routes at once, make one transfer', async () => {
  const seller = await latecomer()
  const responses = await Promise.all([
    ...Array.from({ length: 20 }, () => special(seller)),
    ...Array.from({ length: 20 }, () => ordinary(seller)),
  ])
  expect(responses.filter(({ status }) => status === 201)).toHaveLength(1)
  const rest = new Set(responses.filter(({ status }) => status !== 201).map(({ body }) => body.code))
  expect([...rest].every((code) => ['transfer_in_progress', 'transfer_expired'].includes(code))).toBe(true)
  const made = await t.db.selectFrom('transfer').select('kind').where('customer_id', '=', seller.id).execute()
  expect(made).toEqual([{ kind: 'special' }])
  await expectProof()
})

test('one key, one payment; another body under it is refused', async () => {
  const seller = await latecomer()
  const body = { should_special_withdrawal: true, amount: 800 }
  const responses = await Promise.all(Array.from({ length: 10 }, () => special(seller, body, 'late')))
  expect(new Set(responses.map(({ body: got }) => JSON.stringify(got))).size).toBe(1)
  expect((await special(seller, { ...body, amount: 801 }, 'late')).body.code).toBe('idempotency_key_reused')
})

test('leaving and asking at once: one wins, and no money is lost', async () => {
  const seller = await latecomer()
  const leaving = () => t.ask(`DELETE /api/customers/${seller.id}/`, { token: seller.token })
  const [left, asked] = await Promise.all([leaving(), special(seller)])
  expect([left.status, left.body.code]).toEqual([400, 'customer_has_open_business'])
  expect(asked.status).toBe(201)
  expect((await leaving()).body.code).toBe('customer_has_open_business')
})

test('two checkers at once are two checks; a check of an outdated view is refused', async () => {
  const seller = await latecomer()
  const { id } = (await special(seller)).body
  const both = await Promise.all([checks(id, 1, one()), checks(id, 1, other())])
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 400])
  const stale = both.find(({ status }) => status === 400)?.body
  expect(stale).toMatchObject({ code: 'stale_version', current: { transfer: id, version: 2 } })
})

test('a new deal starts the deadline again, and the ordinary route opens', async () => {
  const seller = await latecomer()
  expect(await isMarked(seller)).toBe(true)
  const { restartBalanceDeadline } = await import('../customer/customer.service.ts')
  await t.db.transaction().execute((tx) => restartBalanceDeadline(tx, seller.id))
  await sells(seller.id, 300, t.clock.now().toISOString())
  await runTask('transfer.remind')
  expect(await isMarked(seller)).toBe(false)
  expect((await ordinary(seller)).body).toMatchObject({ amount: 8300 })
})

test('only payers of the operator see and check them', async () => {
  const seller = await latecomer()
  const { id } = (await special(seller)).body
  for (const [token, status] of [
    [w.aoyama.admin.token, 403],
    [seller.token, 403],
    [undefined, 401],
  ] as const) {
    expect((await t.ask('GET /api/biz/payouts/special/', { token })).status).toBe(status)
    expect(
      (await t.ask(`POST /api/biz/payouts/special/${id}/check/`, { token, body: { version: 1 } })).status,
    ).toBe(status)
  }
})
