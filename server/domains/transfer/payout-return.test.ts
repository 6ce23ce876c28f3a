import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { yen } from '#contract/money'
import { makePurchase } from '#server/domains/book/book.factory'
import { prove } from '#server/domains/book/book.proof'
import { rescind } from '#server/domains/book/book.service'
import { makeHold } from '#server/domains/hold/hold.factory'
import { allTasks } from '#server/jobs'
import { systemActor } from '#server/platform/actor'
import { inTransaction } from '#server/platform/db'
import { type TestApp, testApp, testStart } from '../../../tests/support/app.ts'
import { statementsOf } from '../../../tests/support/statements.ts'
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
const makeSeller = async (): Promise<Seller> => {
  const { customer_id, account_id } = await makePayee(t.db, t.tools, w.aoyama.company)
  return { id: customer_id, account_id, token: (await signIn(t, { account_id })).token }
}
const sells = (seller: Seller, amount: number, dealer = w.aoyama as { company: number; shops: number[] }) =>
  makePurchase(t.db, {
    customer_id: seller.id,
    company_id: dealer.company,
    shop_id: dealer.shops[0] as number,
    terms: w.terms,
    amount,
  })
const asks = async (seller: Seller): Promise<number> =>
  (await t.ask('POST /api/transfer/', { token: seller.token, body: {} })).body.id

const maker = () => w.operator.operator.token
const moves = (batch: { id: number; version: number }, name: string, body: object = {}, token = maker()) =>
  t.ask(`POST /api/biz/payouts/${batch.id}/${name}/`, { token, body: { version: batch.version, ...body } })

async function exportedBatch(transfers: number[]) {
  const created = await t.ask('POST /api/biz/payouts/', {
    token: maker(),
    body: { pay_date: '2026-11-25', transfers },
  })
  const { body } = await moves(created.body, 'approve', {}, w.operator.approver.token)
  return (await moves(body, 'export')).body
}
async function paidBatch(transfers: number[]) {
  const { body } = await moves(await exportedBatch(transfers), 'send')
  const results = body.lines.map(({ id }: { id: number }) => ({ line: id, result: 'paid' }))
  const paid = await moves(body, 'results', { results })
  expect(paid.body.state).toBe('closed')
  return paid.body
}
const balance = async (seller: Seller) => (await t.ask('GET /api/balance/', { token: seller.token })).body
const expectProof = async () => {
  const proof = await prove(t.db, systemActor(t.clock.now()), t.tools)
  expect(proof.checks.filter((check) => !check.is_ok)).toEqual([])
}
const entriesOf = async (transfer: number) =>
  (
    await t.pool.query(
      `select e.kind, d.kind as debit, c.kind as credit, e.amount::int, e.note, e.actor_kind, e.actor_id::int, e.reverses_id is not null as reverses
       from book_entry e join book_account d on d.id = e.debit_account_id join book_account c on c.id = e.credit_account_id
       where e.transfer_id = $1 order by e.id`,
      [transfer],
    )
  ).rows

describe('what was paid and comes back', () => {
  test('is taken back by entries with reason and person, and is the customer’s again, from every dealer', async () => {
    const seller = await makeSeller()
    await sells(seller, 4_000)
    await sells(seller, 1_500, w.umeda)
    const transfer = await asks(seller)
    const batch = await paidBatch([transfer])
    expect(batch.allowed_moves).toEqual(['record_returns'])
    expect((await balance(seller)).balance).toBe(0)
    t.clock.set('2026-11-27T11:00:00+09:00')
    const { token } = await signIn(t, w.operator.operator)
    const reason = '口座が解約されています'
    const returns = [{ line: batch.lines[0].id, reason }]
    const returned = await moves(batch, 'returns', { returns }, token)
    expect(returned.status).toBe(200)
    expect(returned.body).toMatchObject({
      state: 'closed',
      paid_count: 0,
      bounced_count: 0,
      returned_count: 1,
      allowed_moves: [],
    })
    expect(returned.body.lines[0]).toMatchObject({
      result: 'returned',
      bounce_reason: reason,
      recorded_by: '大手 進',
      returned_by: '大手 進',
    })
    expect(new Date(returned.body.lines[0].returned_at)).toEqual(t.clock.now())
    expect(returned.body.history.at(-1)).toMatchObject({ act: 'record_returns', by: '大手 進', returned: 1 })
    const back = { reverses: true, kind: 'REVERSAL', note: reason, actor_kind: 'business' }
    expect((await entriesOf(transfer)).slice(-3)).toEqual([
      { ...back, debit: 'bank', credit: 'in_progress', amount: 5_500, actor_id: w.operator.operator.id },
      { ...back, debit: 'in_progress', credit: 'customer', amount: 4_000, actor_id: w.operator.operator.id },
      { ...back, debit: 'in_progress', credit: 'customer', amount: 1_500, actor_id: w.operator.operator.id },
    ])
    Object.assign(seller, await signIn(t, seller))
    expect(await balance(seller)).toMatchObject({
      balance: 5_500,
      bounce: { bounced_on: '2026-11-27', reason },
      auto_transfer_on: null,
      accounts: [{ balance: 4_000 }, { balance: 1_500 }],
    })
    await expectProof()
    await t.runJobs()
    const [said] = (
      await t.pool.query('select title, body from notification where event = $1', [
        `transfer_returned.${transfer}`,
      ])
    ).rows
    expect(said.body).toContain(
      `お振込みした ¥5,500 が、銀行から戻ってきました。銀行からの理由は「${reason}」です。`,
    )
    const again = await moves(batch, 'returns', { returns }, token)
    expect([again.status, again.body]).toEqual([200, returned.body])
  })

  test('does not go to that account by itself again; asked for, it is paid and proves', async () => {
    const seller = await makeSeller()
    await sells(seller, 3_000)
    const batch = await paidBatch([await asks(seller)])
    await moves(batch, 'returns', { returns: [{ line: batch.lines[0].id, reason: '名義相違' }] })
    t.clock.set('2026-12-10T06:00:00+09:00')
    await allTasks(t.db, t.tools)['transfer.automatic']({})
    Object.assign(seller, await signIn(t, seller))
    for (const who of [w.operator.operator, w.operator.approver]) Object.assign(who, await signIn(t, who))
    expect((await balance(seller)).transfer_in_progress).toBeNull()
    const next = await asks(seller)
    const candidates = (await t.ask('GET /api/biz/payouts/candidates/', { token: maker() })).body.candidates
    expect(candidates.find((one: { transfer: number }) => one.transfer === next).bounced_before).toBe(
      '名義相違',
    )
    t.clock.set(testStart)
    for (const who of [w.operator.operator, w.operator.approver]) Object.assign(who, await signIn(t, who))
    await expectProof()
  })

  test('is said until the account is changed or the money is asked for again', async () => {
    const seller = await makeSeller()
    await sells(seller, 3_000)
    const comesBack = async () => {
      const batch = await paidBatch([await asks(seller)])
      await moves(batch, 'returns', { returns: [{ line: batch.lines[0].id, reason: '名義相違' }] })
    }
    const said = async () => (await balance(seller)).bounce
    await comesBack()
    expect(await said()).toEqual({ bounced_on: '2026-11-24', reason: '名義相違' })
    const batch = await paidBatch([await asks(seller)])
    expect(await said()).toBeNull()
    await moves(batch, 'returns', { returns: [{ line: batch.lines[0].id, reason: '口座なし' }] })
    expect(await said()).toMatchObject({ reason: '口座なし' })

    t.clock.forward(60_000)
    const own = await t.ask(`GET /api/customers/${seller.id}/banckaccount/`, { token: seller.token })
    const [{ id, version }] = own.body
    const changed = await t.ask(`PUT /api/customers/${seller.id}/banckaccount/${id}/`, {
      token: seller.token,
      body: {
        version,
        account_type: 1,
        bank_code: '0001',
        branch_code: '001',
        account_number: '7654321',
        account_holder_kana: 'サトウ ミサキ',
      },
    })
    expect(changed.status).toBe(200)
    expect(await said()).toBeNull()
    // Told again when the new one does not work either.
    t.clock.forward(60_000)
    await comesBack()
    expect(await said()).toMatchObject({ reason: '名義相違' })
    t.clock.set(testStart)
    await expectProof()
  })

  test('goes to what is owed for a deal that was taken back meanwhile', async () => {
    const seller = await makeSeller()
    const request = await sells(seller, 7_000)
    const transfer = await asks(seller)
    const batch = await paidBatch([transfer])
    await inTransaction(t.db, (tx) =>
      rescind(tx, systemActor(t.clock.now()), {
        customer_id: seller.id,
        company_id: w.aoyama.company,
        request_id: request,
        amount: yen(2_500),
        note: '契約の取り消し',
      }),
    )
    expect(await balance(seller)).toMatchObject({ balance: 0, receivable: 2_500 })
    await moves(batch, 'returns', { returns: [{ line: batch.lines[0].id, reason: '口座解約' }] })
    expect(await balance(seller)).toMatchObject({ balance: 4_500, receivable: 0 })
    expect((await entriesOf(transfer)).at(-1)).toMatchObject({ kind: 'SET_OFF', amount: 2_500 })
    await expectProof()
  })

  test('is told to somebody who has left, who cannot sign in any more', async () => {
    const seller = await makeSeller()
    await sells(seller, 900)
    const transfer = await asks(seller)
    const batch = await paidBatch([transfer])
    // An open deal would prevent leaving.
    await t.pool.query('update purchase_request set status = 21 where customer_id = $1', [seller.id])
    expect((await t.ask(`DELETE /api/customers/${seller.id}/`, { token: seller.token })).status).toBe(204)
    await moves(batch, 'returns', { returns: [{ line: batch.lines[0].id, reason: '口座解約' }] })
    await t.runJobs()
    const [said] = (
      await t.pool.query('select body, link from notification where event = $1', [
        `transfer_returned.${transfer}`,
      ])
    ).rows
    expect(said.link).toBe('/contact')
    expect(t.outbox.at(-1)?.text).toContain('お問い合わせ窓口へご連絡ください')
    await expectProof()
  })

  test('is refused for what was not paid, for strangers, without a reason and by hand in the database', async () => {
    const [first, second] = [await makeSeller(), await makeSeller()]
    await sells(first, 100)
    await sells(second, 200)
    const { body: sent } = await moves(await exportedBatch([await asks(first), await asks(second)]), 'send')
    const [one, two] = sent.lines
    const { body } = await moves(sent, 'results', {
      results: [{ line: one.id, result: 'bounced', reason: '口座なし' }],
    })
    const refused = async (returns: object[]) => {
      const response = await moves(body, 'returns', { returns })
      return [response.status, response.body.code ?? response.body]
    }
    expect(await refused([{ line: one.id, reason: '口座解約' }])).toEqual([400, 'illegal_transition'])
    expect(await refused([{ line: two.id, reason: '口座解約' }])).toEqual([400, 'illegal_transition'])
    expect((await refused([{ line: 999_999, reason: '口座解約' }]))[1]).toHaveProperty('returns')
    expect(await refused([{ line: two.id, reason: ' ' }])).toEqual([
      400,
      { returns: [{ reason: ['この項目は空にできません。'] }] },
    ])
    for (const { token } of [w.aoyama.admin, w.hanako])
      expect((await moves(body, 'returns', { returns: [{ line: two.id, reason: 'x' }] }, token)).status).toBe(
        403,
      )
    const paid = (await moves(body, 'results', { results: [{ line: two.id, result: 'paid' }] })).body
    expect(paid.state).toBe('closed')
    await expect(
      t.pool.query('update transfer set status = 2 where id = $1', [two.transfer]),
    ).rejects.toThrow(/is no move/)
    await expect(
      t.pool.query("update payout_line set result = 'returned' where id = $1", [two.id]),
    ).rejects.toThrow(/payout_line_returned_by_somebody/)
  })

  test('recorded by twenty at once it comes back once', async () => {
    const seller = await makeSeller()
    await sells(seller, 6_400)
    const batch = await paidBatch([await asks(seller)])
    const returns = [{ line: batch.lines[0].id, reason: '口座解約' }]
    const responses = await Promise.all(
      Array.from({ length: 20 }, () => moves(batch, 'returns', { returns })),
    )
    expect(responses.map(({ status }) => status)).toEqual(responses.map(() => 200))
    expect((await balance(seller)).balance).toBe(6_400)
    await expectProof()
  })
})

describe('a hold that was placed after the file was made', () => {
  test('is shown before the file is sent, and sending it all the same is said and recorded', async () => {
    const seller = await makeSeller()
    const request = await sells(seller, 2_000)
    const batch = await exportedBatch([await asks(seller)])
    expect(batch.problems).toEqual([])
    await makeHold(t.db, { request_id: request, company_id: w.aoyama.company, placed_by: w.aoyama.staff.id })
    const shown = (await t.ask(`GET /api/biz/payouts/${batch.id}/`, { token: maker() })).body
    expect(shown.problems).toMatchObject([{ code: 'money_on_hold', line: 1, severity: 'error' }])
    expect(shown.allowed_moves).toEqual(['send', 'cancel'])
    const refused = await moves(batch, 'send')
    expect([refused.status, refused.body.code]).toEqual([400, 'payout_check_failed'])
    expect(refused.body.problems).toEqual(shown.problems)
    const sent = await moves(batch, 'send', { despite_problems: true })
    expect(sent.body.state).toBe('sent')
    const [act] = (
      await t.pool.query("select detail from activity where action = 'payout.send' order by id desc limit 1")
    ).rows
    expect(act.detail).toMatchObject({ despite_problems: ['money_on_hold'] })
    expect((await t.ask(`GET /api/biz/payouts/${batch.id}/`, { token: maker() })).body.problems).toEqual([])
  })
})

test('results of many lines take as many statements as those of one, and queue their messages before the money', async () => {
  const recorded = async (count: number): Promise<string[]> => {
    const transfers: number[] = []
    for (let made = 0; made < count; made += 1) {
      const seller = await makeSeller()
      await sells(seller, 1_000)
      transfers.push(await asks(seller))
    }
    const { body } = await moves(await exportedBatch(transfers), 'send')
    const results = body.lines.map(({ id }: { id: number }, index: number) =>
      index % 2 === 0 ? { line: id, result: 'paid' } : { line: id, result: 'bounced', reason: '口座なし' },
    )
    return statementsOf(async () => expect((await moves(body, 'results', { results })).status).toBe(200))
  }
  const [two, thirty] = [await recorded(2), await recorded(30)]
  expect(thirty.length).toBe(two.length)
  const place = (words: string) => thirty.findIndex((text) => text.includes(words))
  expect(place('add_jobs')).toBeGreaterThan(0)
  expect(place('from book_account where id = any')).toBeGreaterThan(place('add_jobs'))
  await expectProof()
})
