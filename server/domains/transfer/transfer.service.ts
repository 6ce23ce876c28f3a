import { tokyoDate } from '#contract/day'
import type { Actor, CustomerActor, SystemActor } from '#server/platform/actor'
import { nextBusinessDay } from '#server/platform/calendar'
import { type Db, inTransaction, type Tx } from '#server/platform/db'
import { inTransactionOnce, type Once } from '#server/platform/idempotency'
import { addJob } from '#server/platform/jobs'
import { subYen, type Yen, yen } from '#server/platform/money'
import { windowed } from '#server/platform/paging'
import { Refusal, refuse, unknownKey } from '#server/platform/refusal'
import type { Tools } from '#server/platform/tools'
import { recordActivity } from '../activity/activity.service.ts'
import { drawsFor, totalHeld } from '../book/book.rules.ts'
import { balanceOf, lockBalance, startTransfer } from '../book/book.service.ts'
import {
  bouncesOf,
  type CustomerFacts,
  countTransactions,
  customerFacts,
  customersWithMoney,
  insertTransfer,
  listTransactions,
  lockCustomer,
  openTransferOf,
} from './transfer.queries.ts'
import { autoTransferDate, isExpiryDue, isReminderDue, transferRefusal } from './transfer.rules.ts'

type Raw = string | number | undefined

/** The customer asks for its money: all of it, or the amount given. */
export async function requestTransfer(
  db: Db,
  actor: CustomerActor,
  once: Once,
  input: { customer?: number | undefined; amount?: number | null | undefined },
  tools: Pick<Tools, 'keys'>,
) {
  const { customer_id } = actor
  if (input.customer !== undefined && input.customer !== customer_id)
    throw unknownKey('customer', input.customer)
  if (customer_id === null) throw refuse('balance_empty')
  return inTransactionOnce(db, actor, once, (tx) =>
    openTransfer(tx, actor, { customer_id, kind: 'ordinary', amount: input.amount ?? null }, tools),
  )
}

/** Customer first, then its accounts: whoever asks second waits here and finds the transfer of the first. */
async function openTransfer(
  tx: Tx,
  actor: Actor,
  input: { customer_id: number; kind: 'ordinary' | 'automatic'; amount: number | null },
  tools: Pick<Tools, 'keys'>,
) {
  await lockCustomer(tx, input.customer_id)
  const [facts] = await customerFacts(tx, [input.customer_id])
  if (!facts) throw refuse('balance_empty')
  const holdings = await lockBalance(tx, input.customer_id)
  const balance = totalHeld(holdings)
  const refusal = transferRefusal(facts, balance, input.amount)
  if (refusal) throw refuse(refusal)
  const amount = input.amount === null ? balance : yen(input.amount)
  const draws = drawsFor(holdings, amount)
  if (!draws) throw refuse('amount_exceeds_balance')
  const scheduled_on = nextBusinessDay(tokyoDate(actor.at))
  const id = await insertTransfer(tx, {
    customer_id: input.customer_id,
    kind: input.kind,
    amount,
    scheduled_on,
    requested_at: actor.at.toISOString(),
    ...accountSnapshot(facts, tools),
  })
  await startTransfer(tx, actor, { transfer_id: id, kind: 'TRANSFER', draws })
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
  return { ...input, status: 0, fee: 0 }
}

/** The bank account as it is now: what the bank gets later is what the customer saw. */
function accountSnapshot(facts: CustomerFacts, { keys }: Pick<Tools, 'keys'>) {
  if (!facts.account_number_enc || facts.account_holder_kana === null) throw refuse('bank_account_missing')
  const number = keys.field.decrypt(facts.account_number_enc, 'bank_account.account_number_enc')
  return {
    bank_code: facts.bank_code ?? '',
    bank_name: facts.bank_name ?? '',
    branch_code: facts.branch_code ?? '',
    branch_name: facts.branch_name ?? '',
    account_type: facts.account_type ?? 0,
    account_number_enc: keys.field.encrypt(number, 'transfer.account_number_enc'),
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

/** What the customer holds, what is on its way and what comes next. */
export async function balanceOverview(db: Db, actor: CustomerActor) {
  const today = tokyoDate(actor.at)
  const customer = actor.customer_id ?? 0
  const [held, [facts], open, bounces] = await Promise.all([
    balanceOf(db, customer),
    customerFacts(db, [customer]),
    openTransferOf(db, customer),
    bouncesOf(db, customer),
  ])
  return {
    ...held,
    transfer_in_progress: open ?? null,
    next_scheduled_on: nextBusinessDay(today),
    auto_transfer_on: facts
      ? autoTransferDate(facts, held.balance, dateOf(facts.newest_credit_at), today)
      : null,
    is_transfer_expired: facts?.is_transfer_expired ?? false,
    bounced_count: bounces.count,
    last_bounce_reason: bounces.reason,
  }
}

const dateOf = (instant: string | null): string | null =>
  instant === null ? null : tokyoDate(new Date(instant))

const laterOf = (a: string | null, b: string | null): string | null =>
  a === null || (b !== null && b > a) ? b : a

const chunk = 500

/** Everybody who holds money, some hundreds at a time. */
async function eachHolder(db: Db, work: (facts: CustomerFacts) => Promise<void>): Promise<void> {
  for (let after = 0; ; ) {
    const ids = await customersWithMoney(db, after, chunk)
    for (const facts of await customerFacts(db, ids)) await work(facts)
    const last = ids.at(-1)
    if (last === undefined || ids.length < chunk) return
    after = last
  }
}

/** Balances whose week is over leave by themselves. What changed in between is refused again inside, and skipped. */
export async function startAutomaticTransfers(
  db: Db,
  actor: SystemActor,
  tools: Pick<Tools, 'keys' | 'log'>,
): Promise<number> {
  const today = tokyoDate(actor.at)
  let started = 0
  await eachHolder(db, async (facts) => {
    const due = autoTransferDate(facts, facts.balance, dateOf(facts.newest_credit_at), today)
    if (due === null || due > today) return
    const input = { customer_id: facts.id, kind: 'automatic', amount: null } as const
    try {
      await inTransaction(db, (tx) => openTransfer(tx, actor, input, tools))
      started += 1
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      tools.log.info({ customer: facts.id, code: error.code }, 'automatic transfer skipped')
    }
  })
  return started
}

/** Marks balances that had nowhere to go for 180 days, and reminds their owners. Nothing is ever forfeited. */
export async function expireTransfers(db: Db, actor: SystemActor): Promise<void> {
  const today = tokyoDate(actor.at)
  await eachHolder(db, async (seen) => {
    if (expiryStep(seen, today) === null) return
    await inTransaction(db, async (tx) => {
      await lockCustomer(tx, seen.id)
      const [facts] = await customerFacts(tx, [seen.id])
      const step = facts ? expiryStep(facts, today) : null
      if (step !== null) await remindOfExpiry(tx, actor, seen.id, step === 'expire')
    })
  })
}

function expiryStep(facts: CustomerFacts, today: string): 'expire' | 'remind' | null {
  const newest = laterOf(dateOf(facts.newest_credit_at), dateOf(facts.newest_bounce_at))
  if (isExpiryDue(facts, facts.balance, newest, today)) return 'expire'
  return isReminderDue(facts, facts.balance, dateOf(facts.reminded_at), today) ? 'remind' : null
}

async function remindOfExpiry(tx: Tx, actor: SystemActor, customer: number, expires: boolean): Promise<void> {
  if (expires)
    await tx.updateTable('customer').set({ is_transfer_expired: true }).where('id', '=', customer).execute()
  await recordActivity(tx, actor, {
    action: 'transfer.expiry_reminder',
    object_type: 'customer',
    object_id: customer,
    detail: { is_first: expires },
  })
  await addJob(tx, 'notification.transfer_expired', { customer })
}
