// The only writer of the book. Other domains call it in their own transaction.

import type { bookCalls } from '#contract/book'
import { bookAccountKinds } from '#contract/book-side'
import type { CallBody, CallQuery } from '#contract/call'
import { type Yen, yen } from '#contract/money'
import { formatCount } from '#contract/text'
import { type Actor, actorColumns, type BusinessActor } from '#server/platform/actor'
import type { Db, Tx } from '#server/platform/db'
import { inTransactionOnce, type Once } from '#server/platform/idempotency'
import { paginate } from '#server/platform/paging'
import { notFound, refuse, unknownKey } from '#server/platform/refusal'
import { listCount } from '#server/platform/shared-reads'
import { recordActivity } from '../activity/activity.service.ts'
import { lockCustomers } from '../customer/customer.service.ts'
import {
  type BookAccountKey,
  countBookAccounts,
  type DealerBalance,
  dealerBalances,
  drawsOfTransfers,
  entriesToCount,
  entryById,
  findBookAccounts,
  insertBookAccounts,
  isDealer,
  kindSums,
  listBookAccounts,
  listEntries,
  lockBookAccounts,
  lockCustomerBookAccounts,
  ownersOf,
  paymentsOfTransfers,
  purchaseEntry,
  type ReceivableOf,
  receivablesOf,
  reversedOf,
  writePosted,
} from './book.queries.ts'
import {
  type AccountBalance,
  type EntryKind,
  type EntryRow,
  type Posting,
  reversalOf,
  runPostings,
  setOffs,
  splitRescinded,
} from './book.rules.ts'

export type { Posting }

async function bookAccountsOf<const Keys extends readonly BookAccountKey[]>(
  tx: Tx,
  keys: Keys,
): Promise<{ [Key in keyof Keys]: number }> {
  let found = await findBookAccounts(tx, keys)
  if (found.includes(null)) {
    await insertBookAccounts(
      tx,
      keys.filter((_, index) => found[index] === null),
    )
    found = await findBookAccounts(tx, keys)
  }
  if (found.includes(null)) throw new Error('a book account that was just opened is missing')
  return found as { [Key in keyof Keys]: number }
}

export async function bookAccountOf(
  tx: Tx,
  kind: BookAccountKey['kind'],
  customerId: number | null = null,
  companyId: number | null = null,
): Promise<number> {
  const [account] = await bookAccountsOf(tx, [{ kind, customer_id: customerId, company_id: companyId }])
  return account
}

export async function post(tx: Tx, actor: Actor, postings: readonly Posting[]): Promise<number[]> {
  return write(tx, actor, await lockBookAccounts(tx, accountsIn(postings)), postings)
}

const accountsIn = (postings: readonly { debit: number; credit: number }[]): number[] => [
  ...new Set(postings.flatMap(({ debit, credit }) => [debit, credit])),
]

/** Accounts must be locked. The database rejects a negative customer balance. */
async function write(
  tx: Tx,
  actor: Actor,
  holdings: readonly AccountBalance[],
  postings: readonly Posting[],
): Promise<number[]> {
  if (postings.length === 0) return []
  const { posted, changes } = runPostings(holdings, postings)
  const { actor_kind, actor_id } = actorColumns(actor)
  try {
    return await writePosted(tx, posted, changes, { actor_kind, actor_id, at: actor.at })
  } catch (error) {
    const { code, table } = error as { code?: string; table?: string }
    if (code === '23514' && table === 'book_account') throw refuse('amount_exceeds_balance')
    throw error
  }
}

/** Set-offs are read under the account locks. The customers are locked: their rescissions may open receivables. */
async function postWithSetOffs(
  tx: Tx,
  actor: Actor,
  postings: readonly Posting[],
  accounts: readonly ReceivableOf[],
): Promise<void> {
  const holdings = await lockBookAccounts(tx, [
    ...accountsIn(postings),
    ...accounts.map(({ receivable }) => receivable),
  ])
  const receivables = accounts.map(({ customer, receivable: id }) => ({
    customer,
    id,
    balance: balanceIn(holdings, id),
  }))
  await write(tx, actor, holdings, [...postings, ...setOffs(postings, receivables)])
}

const balanceIn = (holdings: readonly AccountBalance[], account: number): Yen =>
  holdings.find(({ id }) => id === account)?.balance ?? yen(0)

export interface Deal {
  customer_id: number
  company_id: number
}

export interface Purchase extends Deal {
  request_id: number
  amount: Yen
}

/** Opens the accounts of a deal before its dealer is locked. Call with the customer locked. */
export async function bookAccountsOfDeal(tx: Tx, { customer_id, company_id }: Deal) {
  const keys = [
    { kind: 'company', company_id },
    { kind: 'customer', customer_id, company_id },
  ] as const
  const found = await findBookAccounts(tx, [...keys, { kind: 'receivable', customer_id, company_id }])
  const receivable = found.pop() ?? null
  const [company, customer] = found.includes(null)
    ? await bookAccountsOf(tx, keys)
    : (found as [number, number])
  return { company, customer, receivables: receivable === null ? [] : [{ customer, receivable }] }
}

/** Posts a deal's price: the company owes it, the customer holds it, less what the customer owes that company. */
export async function purchase(
  tx: Tx,
  actor: Actor,
  { company, customer, receivables }: Awaited<ReturnType<typeof bookAccountsOfDeal>>,
  { request_id, amount }: Pick<Purchase, 'request_id' | 'amount'>,
): Promise<void> {
  const price: Posting = { kind: 'PURCHASE', debit: company, credit: customer, amount, request_id }
  await postWithSetOffs(tx, actor, [price], receivables)
}

/** Takes from the balance as far as it reaches; the rest becomes a receivable. The customer is locked. */
export async function rescind(
  tx: Tx,
  actor: Actor,
  input: Purchase & { note: string },
): Promise<{ from_balance: Yen; receivable: Yen }> {
  const { customer_id, company_id } = input
  const [customer, company, receivable] = await bookAccountsOf(tx, [
    { kind: 'customer', customer_id, company_id },
    { kind: 'company', company_id },
    { kind: 'receivable', customer_id, company_id },
  ])
  const holdings = await lockBookAccounts(tx, [customer, company, receivable])
  const bought = await purchaseEntry(tx, input.request_id)
  if (!bought || bought.credit !== customer || bought.debit !== company) throw notFound()
  const left = bought.amount - ((await reversedOf(tx, [bought.id])).get(bought.id) ?? 0)
  if (input.amount > left) throw refuse('guard_failed')
  const split = splitRescinded(input.amount, balanceIn(holdings, customer))
  const parts: [number, Yen][] = [
    [customer, split.fromBalance],
    [receivable, split.receivable],
  ]
  await write(
    tx,
    actor,
    holdings,
    parts
      .filter(([, amount]) => amount > 0)
      .map(([debit, amount]) => ({
        kind: 'REVERSAL',
        debit,
        credit: company,
        amount,
        request_id: input.request_id,
        reverses_id: bought.id,
        note: input.note,
      })),
  )
  return { from_balance: split.fromBalance, receivable: split.receivable }
}

export async function balanceOf(
  db: Db,
  customerId: number,
): Promise<{ balance: number; receivable: number; accounts: DealerBalance[] }> {
  const accounts = await dealerBalances(db, customerId)
  return {
    balance: accounts.reduce((sum, account) => sum + account.balance, 0),
    receivable: accounts.reduce((sum, account) => sum + account.receivable, 0),
    accounts,
  }
}

/** Locks the customer's accounts, in drawing order, with the other accounts of a transfer. */
export async function lockBalance(tx: Tx, customerId: number): Promise<AccountBalance[]> {
  await bookAccountsOf(tx, [{ kind: 'in_progress' }])
  return lockCustomerBookAccounts(tx, customerId)
}

type TransferKind = Extract<EntryKind, 'TRANSFER' | 'SPECIAL_WITHDRAWAL'>

export async function startTransfer(
  tx: Tx,
  actor: Actor,
  input: { transfer_id: number; kind: TransferKind; draws: readonly AccountBalance[] },
): Promise<void> {
  const inProgress = await bookAccountOf(tx, 'in_progress')
  await post(
    tx,
    actor,
    input.draws.map((draw) => ({
      kind: input.kind,
      debit: draw.id,
      credit: inProgress,
      amount: draw.balance,
      transfer_id: input.transfer_id,
    })),
  )
}

/** One posting for paid, bounced and returned lines, so that all accounts are locked in order at once. */
export async function settleTransfers(
  tx: Tx,
  actor: Actor,
  results: {
    paid: readonly { id: number; amount: Yen; kind: TransferKind }[]
    bounced: readonly { id: number; reason: string }[]
    returned: readonly { id: number; reason: string }[]
  },
): Promise<void> {
  const returned = results.returned.map(({ id }) => id)
  const reasons = new Map([...results.bounced, ...results.returned].map(({ id, reason }) => [id, reason]))
  const takenBack = (entry: EntryRow) => reversalOf(entry, reasons.get(entry.transfer_id ?? 0) ?? '')
  const payments = await paymentsOfTransfers(tx, returned)
  const drawn = await drawsOfTransfers(tx, [...reasons.keys()])
  await lockCustomers(
    tx,
    await ownersOf(
      tx,
      drawn.map(({ debit }) => debit),
    ),
  )
  const [inProgress, bank] = await bookAccountsOf(tx, [{ kind: 'in_progress' }, { kind: 'bank' }])
  await postWithSetOffs(
    tx,
    actor,
    [
      ...results.paid.map(({ id, amount, kind }) => ({
        kind,
        debit: inProgress,
        credit: bank,
        amount,
        transfer_id: id,
      })),
      ...payments.map(takenBack),
      ...drawn.map(takenBack),
    ],
    await receivablesOf(
      tx,
      drawn.map(({ debit }) => debit),
    ),
  )
}

/** Records a company's payment to the operator; refuses more than it owes. */
export async function settle(
  db: Db,
  actor: BusinessActor,
  once: Once,
  input: CallBody<typeof bookCalls.settle>,
) {
  return inTransactionOnce(db, actor, once, async (tx) => {
    if (!(await isDealer(tx, input.company))) throw unknownKey('company', input.company)
    const [bank, company] = await bookAccountsOf(tx, [
      { kind: 'bank' },
      { kind: 'company', company_id: input.company },
    ])
    const holdings = await lockBookAccounts(tx, [bank, company])
    const owed = -balanceIn(holdings, company)
    if (input.amount > owed)
      throw refuse('amount_exceeds_balance', {
        message: `この会社の精算残高は${formatCount(owed)}円です。それを超える金額は記録できません。`,
      })
    const [entry] = await write(tx, actor, holdings, [
      { kind: 'SETTLEMENT', debit: bank, credit: company, amount: yen(input.amount), note: input.note },
    ])
    await recordActivity(tx, actor, {
      action: 'book.settle',
      object_type: 'company',
      object_id: input.company,
      detail: { amount: input.amount },
    })
    return entryById(tx, entry as number)
  })
}

export async function balanceByKind(db: Db) {
  const sums = await kindSums(db)
  return bookAccountKinds.map(
    (kind) => sums.find((row) => row.kind === kind) ?? { kind, count: 0, debit: 0, credit: 0 },
  )
}

export function trialBalance(db: Db, actor: BusinessActor, query: CallQuery<typeof bookCalls.trialBalance>) {
  return paginate(
    query,
    () => countBookAccounts(db, actor, query.kind),
    (window) => listBookAccounts(db, actor, query.kind, window),
  )
}

export function bookEntries(db: Db, actor: BusinessActor, query: CallQuery<typeof bookCalls.entries>) {
  return paginate(query, listCount(db, actor.company_id, entriesToCount(query)), (window) =>
    listEntries(db, actor, query, window),
  )
}
