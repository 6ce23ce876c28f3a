import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { yen } from '#contract/money'
import { lockCustomer } from '#server/domains/customer/customer.service'
import {
  approvePayoutBatch,
  createPayoutBatch,
  exportPayoutBatch,
  payoutCandidates,
  sendPayoutBatch,
} from '#server/domains/transfer/payout.service'
import { recordPayoutResults, refuseTransfer } from '#server/domains/transfer/payout-result.service'
import { makeOriginator, makePayee } from '#server/domains/transfer/transfer.factory'
import { requestTransfer } from '#server/domains/transfer/transfer.service'
import { type BusinessActor, type CustomerActor, systemActor } from '#server/platform/actor'
import { inTransaction, type Tx } from '#server/platform/db'
import { Refusal } from '#server/platform/refusal'
import { type TestApp, testApp } from '../../../tests/support/app.ts'
import { makeWorld, type World } from '../../../tests/support/world.ts'
import { makePurchase } from './book.factory.ts'
import { prove } from './book.proof.ts'
import { balanceOf, rescind, settle } from './book.service.ts'

let t: TestApp
let w: World
beforeAll(async () => {
  t = await testApp({ max: 12 })
  w = await makeWorld(t)
  await makeOriginator(t.db)
})
afterAll(() => t.close())

const common = () => {
  const at = t.clock.now()
  return { at, http_request_id: '', name: '', email: '', session: { id: '', signed_in_at: at } }
}
const operator = (person: { id: number; account_id: number }): BusinessActor => ({
  ...common(),
  kind: 'business',
  role: 'operator',
  account_id: person.account_id,
  business_user_id: person.id,
  company_id: w.operator.company,
  is_operator: true,
  is_admin: true,
  lacks_second_factor: false,
  shop_ids: null,
})
const unkeyed = { call: '', key: undefined, body: {} }

/** Refusals are expected; anything else, a deadlock above all, fails the test. */
const tolerant = (work: Promise<unknown>) =>
  work.catch((error: unknown) => {
    if (!(error instanceof Refusal)) throw error
  })

async function payEverybody(round: number): Promise<void> {
  const maker = operator(w.operator.operator)
  const { candidates } = await payoutCandidates(t.db, maker, undefined, t.tools)
  if (candidates.length === 0) return
  const input = { pay_date: '2026-11-25', transfers: candidates.map(({ transfer }) => transfer) }
  let batch = await createPayoutBatch(t.db, maker, unkeyed, input, t.tools)
  batch = await approvePayoutBatch(t.db, operator(w.operator.approver), batch)
  batch = await exportPayoutBatch(t.db, maker, batch, t.tools)
  batch = await sendPayoutBatch(t.db, maker, batch)
  const results = batch.lines.map(({ id }) =>
    (id + round) % 2 === 0
      ? { line: id, result: 'paid' as const }
      : { line: id, result: 'bounced' as const, reason: '口座相違' },
  )
  await recordPayoutResults(t.db, maker, { ...batch, results })
}

async function takeBack(tx: Tx, customer_id: number, request_id: number, amount: number) {
  await lockCustomer(tx, customer_id)
  return rescind(tx, systemActor(t.clock.now()), {
    customer_id,
    company_id: w.aoyama.company,
    request_id,
    amount: yen(amount),
    note: '契約解除',
  })
}

test('money that comes back while its deal is being taken back goes to what is owed for it', async () => {
  const made = await makePayee(t.db, t.tools, w.aoyama.company)
  const seller: CustomerActor = { ...common(), ...made, kind: 'customer', role: 'customer' }
  const request = await makePurchase(t.db, {
    customer_id: made.customer_id,
    company_id: w.aoyama.company,
    shop_id: w.aoyama.shops[0] as number,
    terms: w.terms,
    amount: 1000,
  })
  const { id } = await requestTransfer(t.db, seller, unkeyed, {}, t.tools)
  let bounced: Promise<unknown> | undefined
  await inTransaction(t.db, async (tx) => {
    expect(await takeBack(tx, made.customer_id, request, 1000)).toEqual({ from_balance: 0, receivable: 1000 })
    bounced = refuseTransfer(t.db, operator(w.operator.operator), unkeyed, { id, reason: '口座相違' })
    await vi.waitFor(async () => {
      const { rows } = await t.pool.query(
        `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      )
      expect(rows).toHaveLength(1)
    })
  })
  await bounced
  expect(await balanceOf(t.db, made.customer_id)).toMatchObject({ balance: 0, receivable: 0 })
  const proof = await prove(t.db, systemActor(t.clock.now()), t.tools)
  expect(proof.checks.filter((check) => !check.is_ok)).toEqual([])
})

test('everything at once waits in one order: no deadlock, and the books prove', {
  timeout: 60_000,
}, async () => {
  const sellers: CustomerActor[] = []
  // Opened before and after the account of transfers in progress, so that id order and kind order differ.
  for (const _ of [1, 2, 3]) {
    const made = await makePayee(t.db, t.tools, w.aoyama.company)
    sellers.push({ ...common(), ...made, kind: 'customer', role: 'customer' })
  }
  const buy = (seller: CustomerActor, dealer: { company: number; shops: number[] }) =>
    makePurchase(t.db, {
      customer_id: seller.customer_id as number,
      company_id: dealer.company,
      shop_id: dealer.shops[0] as number,
      terms: w.terms,
      amount: 1000,
    })
  const bought = await Promise.all(sellers.map((seller) => buy(seller, w.aoyama)))
  for (let round = 0; round < 8; round++) {
    await Promise.all([
      payEverybody(round),
      ...sellers.flatMap((seller, index) => [
        tolerant(requestTransfer(t.db, seller, unkeyed, {}, t.tools)),
        buy(seller, w.umeda),
        buy(seller, w.aoyama),
        tolerant(
          inTransaction(t.db, (tx) =>
            takeBack(tx, seller.customer_id as number, bought[index] as number, 100),
          ),
        ),
      ]),
      tolerant(
        settle(t.db, operator(w.operator.operator), unkeyed, {
          company: w.aoyama.company,
          amount: 50,
          note: '精算',
        }),
      ),
    ])
  }
  const proof = await prove(t.db, systemActor(t.clock.now()), t.tools)
  expect(proof.checks.filter((check) => !check.is_ok)).toEqual([])
  const { rows: settled } = await sql<{
    n: number
  }>`select count(*) as n from transfer where status <> 0`.execute(t.db)
  expect(settled[0]?.n).toBeGreaterThan(0)
  const { rows: setOff } = await sql<{
    n: number
  }>`select count(*) as n from book_entry where kind = 'SET_OFF'`.execute(t.db)
  expect(setOff[0]?.n).toBeGreaterThan(0)
  // PostgreSQL connections report their statistics within a second.
  await new Promise((resolve) => setTimeout(resolve, 1200))
  const { rows } = await sql<{ deadlocks: number }>`
    select deadlocks from pg_stat_database where datname = current_database()`.execute(t.db)
  expect(rows[0]?.deadlocks).toBe(0)
})
