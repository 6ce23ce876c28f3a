import type { CallBody } from '#contract/call'
import { transferStatus as T } from '#contract/codes'
import { tokyoDate } from '#contract/day'
import { subYen, type Yen, yen } from '#contract/money'
import type { transferCalls } from '#contract/transfer'
import type { Actor, CustomerActor, SystemActor } from '#server/platform/actor'
import { type Db, inTransaction, type Tx } from '#server/platform/db'
import { forEachLogged, pagesById } from '#server/platform/each'
import { inTransactionOnce, type Once } from '#server/platform/idempotency'
import { addJob } from '#server/platform/jobs'
import { nextId } from '#server/platform/next-id'
import { windowed } from '#server/platform/paging'
import { invalidField, Refusal, refuse, unknownKey } from '#server/platform/refusal'
import type { Tools } from '#server/platform/tools'
import { recordActivity } from '../activity/activity.service.ts'
import { drawsFor, totalBalance } from '../book/book.rules.ts'
import { balanceOf, lockBalance, startTransfer } from '../book/book.service.ts'
import { lockCustomer, markBalanceExpired, restartBalanceDeadline } from '../customer/customer.service.ts'
import { placeholderNumber } from './payout.rules.ts'
import { canReceive } from './payout-file.rules.ts'
import { payoutFormats } from './payout-format-list.rules.ts'
import {
  type CustomerRow,
  countTransactions,
  customerRows,
  customersWithMoney,
  insertTransfer,
  listTransactions,
  openTransferOf,
} from './transfer.queries.ts'
import {
  arrivalDate,
  asksForMending,
  autoTransferDate,
  hasJustExpired,
  isExpiryOver,
  isReminderDue,
  type TransferFacts,
  type TransferKind,
  transferObstacle,
  transferRefusal,
  verifiedNamesOf,
} from './transfer.rules.ts'

type Raw = string | number | undefined
type Keys = Pick<Tools, 'keys'>
type CustomerFacts = CustomerRow & TransferFacts

const numberPlace = 'bank_account.account_number_enc'

async function customerFacts(db: Db, customerId: number, tools: Keys): Promise<CustomerFacts | undefined> {
  const [row] = await customerRows(db, [customerId])
  return row && judged(row, tools)
}

export async function isAskedToMend(db: Db, customerId: number): Promise<boolean> {
  const [row] = await customerRows(db, [customerId])
  return row !== undefined && asksForMending(row, row.balance)
}

const judged = (row: CustomerRow, tools: Keys): CustomerFacts => ({
  ...row,
  can_account_receive: canAccountReceive(row, tools),
})

/** Uses the checks of every payout file, whichever the house sends: banks merge and branches close after registration. */
function canAccountReceive(row: CustomerRow, { keys }: Keys): boolean {
  const { bank_account_id: id, account_number_enc: sealed, account_number_tail: tail } = row
  if (id === null || sealed === null || tail === null) return false
  const account = {
    bankCode: row.bank_code ?? '',
    bankName: row.bank_kana ?? '',
    branchCode: row.branch_code ?? '',
    branchName: row.branch_kana ?? '',
    accountType: row.account_type ?? 0,
    // Decrypts only if the last digits leave a doubt: an account number of zeros only is invalid.
    accountNumber: tail === '000' ? keys.field.decrypt(sealed, numberPlace, id) : placeholderNumber(tail),
    holderKana: row.account_holder_kana ?? '',
  }
  const facts = { bankExists: () => row.bank_kana !== null, branchExists: () => row.branch_kana !== null }
  return payoutFormats.every((format) => canReceive(format, account, facts))
}

export async function requestTransfer(
  db: Db,
  actor: CustomerActor,
  once: Once,
  input: CallBody<typeof transferCalls.request>,
  tools: Keys,
) {
  const customer_id = ownCustomer(actor, input.customer)
  return inTransactionOnce(db, actor, once, (tx) =>
    openTransfer(tx, actor, { customer_id, kind: 'ordinary', amount: input.amount ?? null }, tools),
  )
}

/** Pays an expired balance: the money leaves the balance at once and goes on after two people have checked it. */
export async function requestSpecialWithdrawal(
  db: Db,
  actor: CustomerActor,
  once: Once,
  input: CallBody<typeof transferCalls.specialWithdrawal>,
  tools: Keys,
) {
  const customer_id = ownCustomer(actor, input.customer)
  if (!input.should_special_withdrawal)
    throw invalidField('should_special_withdrawal', '期限後のお支払いを依頼することをお確かめください。')
  return inTransactionOnce(db, actor, once, (tx) =>
    openTransfer(tx, actor, { customer_id, kind: 'special', amount: input.amount ?? null }, tools),
  )
}

function ownCustomer({ customer_id }: CustomerActor, asked: number | undefined): number {
  if (asked !== undefined && asked !== customer_id) throw unknownKey('customer', asked)
  if (customer_id === null) throw refuse('balance_empty')
  return customer_id
}

/** Locks the customer, then the accounts: a second call waits and finds the first transfer. */
async function openTransfer(
  tx: Tx,
  actor: Actor,
  input: { customer_id: number; kind: TransferKind; amount: number | null },
  tools: Keys,
) {
  await lockCustomer(tx, input.customer_id)
  const facts = await customerFacts(tx, input.customer_id, tools)
  if (!facts) throw refuse('balance_empty')
  const holdings = await lockBalance(tx, input.customer_id)
  const balance = totalBalance(holdings)
  const refusal = transferRefusal(facts, balance, input)
  if (refusal) throw refuse(refusal)
  // Re-checks under the lock that an automatic transfer is still due.
  if (input.kind === 'automatic' && !isAutomaticDue(facts, balance, tokyoDate(actor.at)))
    throw refuse('guard_failed')
  const amount = input.amount === null ? balance : yen(input.amount)
  const draws = drawsFor(holdings, amount)
  if (!draws) throw refuse('amount_exceeds_balance')
  const scheduled_on = arrivalDate(actor.at)
  const id = await nextId(tx, 'transfer')
  await insertTransfer(tx, {
    id,
    customer_id: input.customer_id,
    kind: input.kind,
    amount,
    scheduled_on,
    requested_at: actor.at.toISOString(),
    ...accountSnapshot(id, facts, tools),
  })
  await startTransfer(tx, actor, {
    transfer_id: id,
    kind: input.kind === 'special' ? 'SPECIAL_WITHDRAWAL' : 'TRANSFER',
    draws,
  })
  await recordActivity(tx, actor, {
    action: 'transfer.request',
    object_type: 'transfer',
    object_id: id,
    detail: { kind: input.kind, amount },
  })
  await addJob(tx, 'notification.transfer_requested', { transfer: id })
  return answerOf({ id, amount, balance: subYen(balance, amount), scheduled_on })
}

function answerOf(input: { id: number; amount: Yen; balance: Yen; scheduled_on: string }) {
  return { ...input, status: T.REQUESTED, fee: 0 }
}

/** Copies the bank account as the customer sees it now. */
function accountSnapshot(transfer: number, facts: CustomerFacts, { keys }: Keys) {
  const { bank_account_id: account, account_number_enc: sealed } = facts
  if (account === null || !sealed || facts.account_holder_kana === null) throw refuse('bank_account_missing')
  const number = keys.field.decrypt(sealed, numberPlace, account)
  return {
    bank_code: facts.bank_code ?? '',
    bank_name: facts.bank_name ?? '',
    branch_code: facts.branch_code ?? '',
    branch_name: facts.branch_name ?? '',
    account_type: facts.account_type ?? 0,
    account_number_enc: keys.field.encrypt(number, 'transfer.account_number_enc', transfer),
    account_number_tail: facts.account_number_tail ?? '',
    account_holder_kana: facts.account_holder_kana,
  }
}

export function transactions(
  db: Db,
  actor: CustomerActor,
  query: { limit?: Raw; offset?: Raw; page?: Raw; size?: Raw },
) {
  return windowed(
    query,
    () => countTransactions(db, actor),
    (window) => listTransactions(db, actor, window),
  )
}

export async function balanceOverview(db: Db, actor: CustomerActor, tools: Keys) {
  const today = tokyoDate(actor.at)
  const customer = actor.customer_id ?? 0
  const [held, facts, open] = await Promise.all([
    balanceOf(db, customer),
    customerFacts(db, customer, tools),
    openTransferOf(db, customer),
  ])
  return {
    ...held,
    transfer_in_progress: open ? underWay(open) : null,
    next_scheduled_on: arrivalDate(actor.at),
    auto_transfer_on: facts
      ? autoTransferDate(facts, held.balance, dateOf(facts.newest_credit_at), today)
      : null,
    is_transfer_expired: facts?.is_transfer_expired ?? false,
    obstacle: facts ? transferObstacle(facts, held.balance) : 'balance_empty',
    verified_names_kana: facts ? [...new Set(verifiedNamesOf(facts))] : [],
    bounce: facts && asksForMending(facts, held.balance) ? bounceOf(facts) : null,
  }
}

const bounceOf = ({ newest_bounce_at, newest_bounce_reason }: CustomerFacts) =>
  newest_bounce_at === null
    ? null
    : { bounced_on: tokyoDate(new Date(newest_bounce_at)), reason: newest_bounce_reason }

/** A special one gets its day when the second person has checked it. */
function underWay({ second_checked_by, ...open }: NonNullable<Awaited<ReturnType<typeof openTransferOf>>>) {
  const isWaiting = open.kind === 'special' && second_checked_by === null
  return { ...open, scheduled_on: isWaiting ? null : open.scheduled_on }
}

const dateOf = (instant: string | null): string | null =>
  instant === null ? null : tokyoDate(new Date(instant))

const laterOf = (a: string | null, b: string | null): string | null =>
  a === null || (b !== null && b > a) ? b : a

async function* holders(db: Db): AsyncGenerator<CustomerRow> {
  for await (const page of pagesById((after, limit) => customersWithMoney(db, after, limit))) {
    yield* await customerRows(
      db,
      page.map(({ id }) => id),
    )
  }
}

function isAutomaticDue(facts: CustomerFacts, balance: number, today: string): boolean {
  const due = autoTransferDate(facts, balance, dateOf(facts.newest_credit_at), today)
  return due !== null && due <= today
}

export async function startAutomaticTransfers(
  db: Db,
  actor: SystemActor,
  tools: Pick<Tools, 'keys' | 'log'>,
): Promise<void> {
  const today = tokyoDate(actor.at)
  await forEachLogged(holders(db), tools.log, async (row) => {
    const facts = judged(row, tools)
    if (!isAutomaticDue(facts, facts.balance, today)) return
    const input = { customer_id: facts.id, kind: 'automatic', amount: null } as const
    try {
      await inTransaction(db, (tx) => openTransfer(tx, actor, input, tools))
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      tools.log.info({ customer: facts.id, code: error.code }, 'automatic transfer skipped')
    }
  })
}

/** Marks balances that have expired, and reminds their customers until the money is on its way. */
export async function remindHolders(
  db: Db,
  actor: SystemActor,
  tools: Pick<Tools, 'keys' | 'log'>,
): Promise<void> {
  const today = tokyoDate(actor.at)
  await forEachLogged(holders(db), tools.log, async (seen) => {
    const before = judged(seen, tools)
    if (!hasExpired(before, today) && !isReminded(before, today)) return
    await inTransaction(db, async (tx) => {
      await lockCustomer(tx, seen.id)
      const locked = await customerFacts(tx, seen.id, tools)
      if (!locked) return
      const expires = hasExpired(locked, today)
      if (expires) await markBalanceExpired(tx, actor, seen.id)
      const facts = { ...locked, is_transfer_expired: locked.is_transfer_expired || expires }
      if (isReminded(facts, today)) await remind(tx, actor, seen.id)
    })
  })
}

function hasExpired(facts: CustomerFacts, today: string): boolean {
  const newest = laterOf(dateOf(facts.newest_credit_at), dateOf(facts.newest_bounce_at))
  return hasJustExpired(facts, facts.balance, newest, today)
}

const isReminded = (facts: CustomerFacts, today: string): boolean =>
  isReminderDue(facts, facts.balance, dateOf(facts.reminded_at), today)

async function remind(tx: Tx, actor: SystemActor, customer: number): Promise<void> {
  await recordActivity(tx, actor, {
    action: 'transfer.expiry_reminder',
    object_type: 'customer',
    object_id: customer,
  })
  await addJob(tx, 'notification.transfer_expired', { customer })
}

/** After a payment: an expired balance that was paid in full is over. */
export async function endExpiry(db: Db, customer: number, tools: Keys): Promise<void> {
  await inTransaction(db, async (tx) => {
    await lockCustomer(tx, customer)
    const facts = await customerFacts(tx, customer, tools)
    if (facts && isExpiryOver(facts, facts.balance)) await restartBalanceDeadline(tx, customer)
  })
}
