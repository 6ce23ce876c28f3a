import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { yen } from '#contract/money'
import {
  approvePayoutBatch,
  createPayoutBatch,
  exportPayoutBatch,
  payoutBatch,
  sendPayoutBatch,
} from '#server/domains/transfer/payout.service'
import { recordPayoutResults, recordPayoutReturns } from '#server/domains/transfer/payout-result.service'
import { makeOriginator, makePayee } from '#server/domains/transfer/transfer.factory'
import { requestTransfer, transactions } from '#server/domains/transfer/transfer.service'
import { type BusinessActor, type CustomerActor, systemActor } from '#server/platform/actor'
import { inTransaction } from '#server/platform/db'
import { Refusal } from '#server/platform/refusal'
import { type TestApp, testApp } from '../../../tests/support/app.ts'
import { makeWorld, type World } from '../../../tests/support/world.ts'
import { makePurchase } from './book.factory.ts'
import { prove } from './book.proof.ts'
import { rescind } from './book.service.ts'

// Tests the book against a plain model in random order of events.

let t: TestApp
let w: World
let customers: CustomerActor[]
let staff: BusinessActor[]
let dealers: { company: number; shops: number[] }[]
beforeAll(async () => {
  t = await testApp()
  w = await makeWorld(t)
  await makeOriginator(t.db)
  dealers = [w.aoyama, w.umeda]
  const at = t.clock.now()
  const common = { at, http_request_id: '', name: '', email: '', session: { id: '', signed_in_at: at } }
  customers = []
  for (const _ of [1, 2]) {
    const made = await makePayee(t.db, t.tools, w.aoyama.company)
    customers.push({ ...common, ...made, kind: 'customer', role: 'customer' })
  }
  staff = [w.operator.operator, w.operator.approver].map((person) => ({
    ...common,
    kind: 'business',
    role: 'operator',
    account_id: person.account_id,
    business_user_id: person.id,
    company_id: w.operator.company,
    is_operator: true,
    is_admin: true,
    lacks_second_factor: false,
    shop_ids: null,
  }))
})
afterAll(() => t.close())

interface OpenTransfer {
  id: number
  customer: number
  amount: number
  draws: { account: string; dealer: number; amount: number }[]
}

const model = {
  balances: new Map<string, number>(),
  /** Dealers in the order in which each customer's accounts were opened. */
  opened: [[], []] as number[][],
  purchases: [] as { request: number; customer: number; dealer: number; left: number }[],
  open: [] as OpenTransfer[],
  paid: [] as (OpenTransfer & { batch: number; line: number })[],
  entries: 0,
}
const add = (account: string, amount: number) =>
  model.balances.set(account, (model.balances.get(account) ?? 0) + amount)
const moves = (debit: string, credit: string, amount: number) => {
  add(debit, -amount)
  add(credit, amount)
  model.entries += 1
}
const held = (customer: number, dealer: number) => `customer ${customer} ${dealer}`
const balanceIn = (customer: number) =>
  [0, 1].reduce((sum, dealer) => sum + (model.balances.get(held(customer, dealer)) ?? 0), 0)

let setOffs = 0
function setsOff(customer: number, dealer: number, credited: number) {
  const receivable = `receivable ${customer} ${dealer}`
  const part = Math.min(credited, -(model.balances.get(receivable) ?? 0))
  if (part <= 0) return
  moves(held(customer, dealer), receivable, part)
  setOffs += 1
}

type Step =
  | { do: 'purchase'; customer: number; dealer: number; amount: number; breaks: boolean }
  | { do: 'transfer'; customer: number; part: number | null; repeats: boolean }
  | { do: 'batch'; results: boolean[]; repeats: boolean }
  | { do: 'rescind'; which: number; part: number }
  | { do: 'return'; which: number; repeats: boolean }

const customer = fc.nat(1)
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('purchase'),
      customer,
      dealer: fc.nat(1),
      amount: fc.integer({ min: 1, max: 300_000 }),
      breaks: fc.boolean(),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('transfer'),
      customer,
      part: fc.option(fc.integer({ min: 1, max: 400_000 })),
      repeats: fc.boolean(),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('batch'),
      results: fc.array(fc.boolean(), { minLength: 2, maxLength: 2 }),
      repeats: fc.boolean(),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('rescind'),
      which: fc.nat(50),
      part: fc.integer({ min: 1, max: 100 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('return'), which: fc.nat(50), repeats: fc.boolean() }),
  },
) as fc.Arbitrary<Step>

const refusalOf = async (work: Promise<unknown>): Promise<string | null> => {
  try {
    await work
    return null
  } catch (error) {
    if (error instanceof Refusal) return error.code
    throw error
  }
}

async function runPurchase({ customer, dealer, amount, breaks }: Extract<Step, { do: 'purchase' }>) {
  const input = {
    customer_id: customers[customer]?.customer_id as number,
    company_id: dealers[dealer]?.company as number,
    shop_id: dealers[dealer]?.shops[0] as number,
    terms: w.terms,
    amount,
  }
  if (breaks) {
    const broken = t.db.transaction().execute(async (tx) => {
      await makePurchase(tx, input)
      throw new Error('power cut')
    })
    await expect(broken).rejects.toThrow('power cut')
    return
  }
  const request = await makePurchase(t.db, input)
  if (!model.opened[customer]?.includes(dealer)) model.opened[customer]?.push(dealer)
  moves(`company ${dealer}`, held(customer, dealer), amount)
  setsOff(customer, dealer, amount)
  model.purchases.push({ request, customer, dealer, left: amount })
}

let keys = 0
async function runTransfer({ customer, part, repeats }: Extract<Step, { do: 'transfer' }>) {
  const actor = customers[customer] as CustomerActor
  const body = { amount: part }
  keys += 1
  const once = { call: 'POST /api/transfer/', key: `model-${keys}`, body, cipher: t.tools.keys.field }
  const ask = () => requestTransfer(t.db, actor, once, body, t.tools)
  const balance = balanceIn(customer)
  const expected = model.open.some((open) => open.customer === customer)
    ? 'transfer_in_progress'
    : balance === 0
      ? 'balance_empty'
      : (part ?? 0) > balance
        ? 'amount_exceeds_balance'
        : null
  if (expected) {
    expect(await refusalOf(ask())).toBe(expected)
    return
  }
  const answer = await ask()
  if (repeats) expect(await ask()).toEqual(answer)
  const amount = part ?? balance
  expect(answer).toMatchObject({ amount, balance: balance - amount, status: 0 })
  let left = amount
  const draws: OpenTransfer['draws'] = []
  for (const dealer of model.opened[customer] ?? []) {
    const account = held(customer, dealer)
    const drawn = Math.min(left, model.balances.get(account) ?? 0)
    if (drawn === 0) continue
    moves(account, 'in_progress', drawn)
    draws.push({ account, dealer, amount: drawn })
    left -= drawn
  }
  model.open.push({ id: answer.id, customer, amount, draws })
}

async function runBatch({ results, repeats }: Extract<Step, { do: 'batch' }>) {
  const [maker, approver] = staff as [BusinessActor, BusinessActor]
  const input = { pay_date: '2026-11-25', transfers: model.open.map(({ id }) => id) }
  const create = createPayoutBatch(t.db, maker, { call: '', key: undefined, body: input }, input, t.tools)
  if (model.open.length === 0) {
    expect(await refusalOf(create)).toBe('payout_check_failed')
    return
  }
  let batch = await create
  batch = await approvePayoutBatch(t.db, approver, batch)
  batch = await exportPayoutBatch(t.db, maker, batch, t.tools)
  batch = await sendPayoutBatch(t.db, maker, batch)
  const recorded = {
    ...batch,
    results: batch.lines.map(({ id }, index) =>
      results[index]
        ? { line: id, result: 'paid' as const }
        : { line: id, result: 'bounced' as const, reason: '口座相違' },
    ),
  }
  const closed = await recordPayoutResults(t.db, maker, recorded)
  expect(closed.state).toBe('closed')
  if (repeats)
    expect(await recordPayoutResults(t.db, approver, recorded)).toMatchObject({ version: closed.version })
  for (const [index, line] of closed.lines.entries()) {
    const transfer = model.open.find(({ id }) => id === line.transfer) as OpenTransfer
    if (results[index]) {
      moves('in_progress', 'bank', transfer.amount)
      model.paid.push({ ...transfer, batch: closed.id, line: line.id })
    } else comesBack(transfer)
  }
  model.open = []
}

function comesBack(transfer: OpenTransfer) {
  for (const draw of transfer.draws) {
    moves('in_progress', draw.account, draw.amount)
    setsOff(transfer.customer, draw.dealer, draw.amount)
  }
}

let returned = 0
async function runReturn({ which, repeats }: Extract<Step, { do: 'return' }>) {
  const [maker, approver] = staff as [BusinessActor, BusinessActor]
  const transfer = model.paid[which % Math.max(1, model.paid.length)]
  if (!transfer) return
  const { version } = await payoutBatch(t.db, maker, transfer.batch)
  const input = { id: transfer.batch, version, returns: [{ line: transfer.line, reason: '口座解約' }] }
  const batch = await recordPayoutReturns(t.db, maker, input)
  if (repeats)
    expect(await recordPayoutReturns(t.db, approver, input)).toMatchObject({ version: batch.version })
  moves('bank', 'in_progress', transfer.amount)
  comesBack(transfer)
  model.paid = model.paid.filter((one) => one !== transfer)
  returned += 1
}

async function runRescind({ which, part }: Extract<Step, { do: 'rescind' }>) {
  const bought = model.purchases[which % Math.max(1, model.purchases.length)]
  if (!bought || bought.left === 0) return
  const amount = Math.max(1, Math.floor((bought.left * part) / 100))
  const take = (sum: number) =>
    inTransaction(t.db, (tx) =>
      rescind(tx, systemActor(t.clock.now()), {
        customer_id: customers[bought.customer]?.customer_id as number,
        company_id: dealers[bought.dealer]?.company as number,
        request_id: bought.request,
        amount: yen(sum),
        note: '契約解除',
      }),
    )
  expect(await refusalOf(take(bought.left + 1))).toBe('guard_failed')
  const account = held(bought.customer, bought.dealer)
  const fromBalance = Math.min(amount, model.balances.get(account) ?? 0)
  expect(await take(amount)).toEqual({ from_balance: fromBalance, receivable: amount - fromBalance })
  const company = `company ${bought.dealer}`
  if (fromBalance > 0) moves(account, company, fromBalance)
  if (amount > fromBalance)
    moves(`receivable ${bought.customer} ${bought.dealer}`, company, amount - fromBalance)
  bought.left -= amount
}

const run = (one: Step) =>
  one.do === 'purchase'
    ? runPurchase(one)
    : one.do === 'transfer'
      ? runTransfer(one)
      : one.do === 'batch'
        ? runBatch(one)
        : one.do === 'return'
          ? runReturn(one)
          : runRescind(one)

async function storedBalances(): Promise<Map<string, number>> {
  const { rows } = await sql<{
    kind: string
    customer_id: number | null
    company_id: number | null
    balance: number
  }>`
    select kind, customer_id, company_id, balance from book_account`.execute(t.db)
  return new Map(
    rows.map(({ kind, customer_id, company_id, balance }) => [
      [
        kind,
        ...(customer_id === null ? [] : [customers.findIndex((actor) => actor.customer_id === customer_id)]),
        ...(company_id === null ? [] : [dealers.findIndex(({ company }) => company === company_id)]),
      ].join(' '),
      balance,
    ]),
  )
}

const nonZero = (balances: Map<string, number>) =>
  Object.fromEntries([...balances].filter(([, balance]) => balance !== 0).toSorted())

test('random business leaves the books as the model says, and provable', { timeout: 120_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 20, maxLength: 40, size: 'max' }), async (steps) => {
      for (const one of steps) {
        await run(one)
        expect(nonZero(await storedBalances())).toEqual(nonZero(model.balances))
      }
      for (const [index, actor] of customers.entries()) {
        const listed = await transactions(t.db, actor, { limit: 1 })
        expect(listed.rows[0]?.balance_after ?? 0).toBe(balanceIn(index))
      }
      const proof = await prove(t.db, systemActor(t.clock.now()), t.tools)
      expect(proof.checks.filter((check) => !check.is_ok)).toEqual([])
      expect(proof.entry_count).toBe(model.entries)
    }),
    // No shrinking: the database keeps its state from run to run.
    { numRuns: 30, endOnFailure: true },
  )
  expect(model.entries).toBeGreaterThan(150)
  expect(setOffs).toBeGreaterThan(2)
  expect(returned).toBeGreaterThan(10)
})
