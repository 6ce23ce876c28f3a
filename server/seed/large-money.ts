import type pg from 'pg'
import { makeOriginator } from '#server/domains/transfer/transfer.factory'
import type { Db } from '#server/platform/db'
import type { Tools } from '#server/platform/tools'
import type { Worker } from './demo-business.ts'
import { type Copier, copying, copyOf } from './large-copy.ts'
import { type LargePerson, largeBranch } from './large-people.ts'
import { boxOf, isContracted, type Plan, timesOf } from './large-plan.ts'

export interface MoneyInput {
  pool: pg.Pool
  db: Db
  tools: Pick<Tools, 'keys'>
  plan: Plan
  people: readonly LargePerson[]
  companies: readonly number[]
  maker: Worker
  checker: Worker
}

const day = 86_400_000
const iso = (time: number) => new Date(time).toISOString()
const dateOf = (time: number) => new Date(time + 9 * 3_600_000).toISOString().slice(0, 10)

interface Happening {
  at: number
  what: 'bought' | 'asked' | 'paid'
  deal: Deal
}
interface Deal {
  request: number
  customer: number
  dealer: number
  amount: number
  transfer: number
}

/** From the deal; more than ten thousand transfers of the younger ones wait for a batch. */
const paidAfter = 14 * day

/** Each deal and, a week later, its transfer, by time. */
function happenings(plan: Plan): Happening[] {
  const list: Happening[] = []
  const waiting = new Set<number>()
  for (let index = 0; index < plan.wanted.requests; index++) {
    if (!isContracted(plan.skeletons[index]?.status ?? 0)) continue
    const box = boxOf(plan, index)
    const at = timesOf(box).contracted
    if (at === null) continue
    const deal = {
      request: box.id,
      customer: box.customer,
      dealer: box.dealer,
      amount: box.boughtTotal,
      transfer: 0,
    }
    list.push({ at, what: 'bought', deal })
    const age = plan.now - at
    if (age < 7 * day) continue
    const isPaid = age > paidAfter
    if (!isPaid && waiting.has(box.customer)) continue
    if (!isPaid) waiting.add(box.customer)
    list.push({ at: at + 7 * day, what: 'asked', deal })
    if (isPaid) list.push({ at: at + 8 * day, what: 'paid', deal })
  }
  return list.sort((a, b) => a.at - b.at)
}

interface Account {
  id: number
  kind: string
  customer: number | null
  company: number | null
  balance: number
  entries: number
  credited: number | null
}

function bookOf(companies: readonly number[]) {
  const accounts = new Map<string, Account>()
  return {
    accounts,
    account(kind: string, customer: number | null = null, dealer: number | null = null): Account {
      const key = `${kind} ${customer} ${dealer}`
      const known = accounts.get(key)
      if (known) return known
      const company = dealer === null ? null : (companies[dealer] as number)
      const made = { id: accounts.size + 1, kind, customer, company, balance: 0, entries: 0, credited: null }
      accounts.set(key, made)
      return made
    },
  }
}

export async function loadMoney(input: MoneyInput): Promise<number> {
  const statements = {
    entry: copyOf('book_entry', entryColumns),
    transfer: copyOf('transfer', transferColumns),
    line: copyOf('payout_line', lineColumns),
  }
  const book = bookOf(input.companies)
  const batches = new Map<string, { id: number; count: number; total: number }>()
  let rows = await copying(input.pool, statements, async (tables, ready) => {
    let entries = 0
    let transfers = 0
    const post = (
      kind: string,
      debit: Account,
      credit: Account,
      deal: Deal,
      at: number,
      isTransfer: boolean,
    ) => {
      debit.balance -= deal.amount
      credit.balance += deal.amount
      debit.entries += 1
      credit.entries += 1
      credit.credited = at
      tables.entry.row([
        ...[++entries, kind, debit.id, credit.id, deal.amount, debit.balance, credit.balance],
        ...[isTransfer ? null : deal.request, isTransfer ? deal.transfer : null, 'system', iso(at)],
      ])
    }
    const inProgress = book.account('in_progress')
    const bank = book.account('bank')
    for (const { at, what, deal } of happenings(input.plan)) {
      const customer = book.account('customer', deal.customer, deal.dealer)
      if (what === 'bought')
        post('PURCHASE', book.account('company', null, deal.dealer), customer, deal, at, false)
      else if (what === 'asked') {
        deal.transfer = ++transfers
        post('TRANSFER', customer, inProgress, deal, at, true)
        writeTransfer(input, tables.transfer, deal, at)
      } else {
        post('TRANSFER', inProgress, bank, deal, at, true)
        addLine(input, tables.line, batches, deal, at)
      }
      await ready()
    }
  })
  rows += await writeAccounts(input.pool, [...book.accounts.values()])
  rows += await writeBatches(input, batches)
  await makeOriginator(input.db, { code: '2026010107', name_kana: 'カ)オクル' })
  return rows
}

function writeTransfer(input: MoneyInput, table: Copier, deal: Deal, at: number): void {
  const person = input.people[deal.customer - 1] as LargePerson
  const { field } = input.tools.keys
  const number = field.encrypt(person.account_number, 'transfer.account_number_enc', deal.transfer)
  const isPaid = input.plan.now - (at - 7 * day) > paidAfter
  table.row([
    ...[deal.transfer, deal.customer, 'automatic', deal.amount, isPaid ? 1 : 0, dateOf(at + day)],
    ...[largeBranch.bank_code, 'みずほ銀行', largeBranch.branch_code, '東京営業部', 1],
    ...[number, person.account_number.slice(-3), person.holder, iso(at), isPaid ? iso(at + day) : null],
  ])
}

function addLine(
  input: MoneyInput,
  table: Copier,
  batches: Map<string, { id: number; count: number; total: number }>,
  deal: Deal,
  at: number,
): void {
  const date = dateOf(at)
  const batch = batches.get(date) ?? { id: batches.size + 1, count: 0, total: 0 }
  batches.set(date, batch)
  batch.count += 1
  batch.total += deal.amount
  table.row([batch.id, deal.transfer, deal.amount, 'paid', input.maker.id, iso(at)])
}

async function writeAccounts(pool: pg.Pool, accounts: readonly Account[]): Promise<number> {
  const account = copyOf('book_account', [
    'id',
    'kind',
    'customer_id',
    'company_id',
    'balance',
    'entry_count',
    'newest_credit_at',
  ])
  return copying(pool, { account }, async ({ account: table }, ready) => {
    for (const { id, kind, customer, company, balance, entries, credited } of accounts) {
      table.row([id, kind, customer, company, balance, entries, credited === null ? null : iso(credited)])
      await ready()
    }
  })
}

async function writeBatches(
  input: MoneyInput,
  batches: ReadonlyMap<string, { id: number; count: number; total: number }>,
): Promise<number> {
  const batch = copyOf('payout_batch', [
    ...['id', 'state', 'pay_date', 'line_count', 'total', 'created_by', 'approved_by', 'approved_at'],
    ...['file_sha256', 'exported_at', 'sent_at', 'closed_at', 'created_at'],
  ])
  return copying(input.pool, { batch }, async ({ batch: table }) => {
    for (const [date, { id, count, total }] of batches) {
      const before = iso(Date.parse(`${date}T13:00:00+09:00`) - day)
      const closed = iso(Date.parse(`${date}T17:00:00+09:00`))
      table.row([
        ...[id, 'closed', date, count, total, input.maker.id, input.checker.id, before],
        ...['0'.repeat(64), before, before, closed, before],
      ])
    }
  })
}

const entryColumns = [
  ...[
    'id',
    'kind',
    'debit_account_id',
    'credit_account_id',
    'amount',
    'debit_balance_after',
    'credit_balance_after',
  ],
  ...['request_id', 'transfer_id', 'actor_kind', 'created_at'],
]
const transferColumns = [
  ...[
    'id',
    'customer_id',
    'kind',
    'amount',
    'status',
    'scheduled_on',
    'bank_code',
    'bank_name',
    'branch_code',
  ],
  ...['branch_name', 'account_type', 'account_number_enc', 'account_number_tail', 'account_holder_kana'],
  ...['requested_at', 'settled_at'],
]
const lineColumns = ['batch_id', 'transfer_id', 'amount', 'result', 'recorded_by', 'recorded_at']
