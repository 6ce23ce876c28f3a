import { addDays, tokyoDate } from '#contract/day'
import { settle } from '#server/domains/book/book.service'
import {
  approvePayoutBatch,
  createPayoutBatch,
  exportPayoutBatch,
  payoutCandidates,
  sendPayoutBatch,
} from '#server/domains/transfer/payout.service'
import { recordPayoutResults } from '#server/domains/transfer/payout-result.service'
import { requestTransfer } from '#server/domains/transfer/transfer.service'
import { asCustomer, asWorker } from './demo-actors.ts'
import type { Worker } from './demo-business.ts'
import { instantOf } from './demo-days.ts'
import type { Stage, Step } from './demo-stage.ts'

const once = (call: string) => ({ call, key: undefined, body: null })
const firstBatchDaysAgo = 93
const bouncedBatchDaysAgo = 37

export function moneySteps(stage: Stage): Step[] {
  const on = (daysAgo: number, time: string, run: Step['run']): Step => ({
    at: instantOf(addDays(stage.anchor, -daysAgo), time),
    run,
  })
  const steps: Step[] = []
  for (let daysAgo = firstBatchDaysAgo; daysAgo > 3; daysAgo -= 7) {
    steps.push(on(daysAgo, '13:30', (at) => payOut(stage, at, daysAgo === bouncedBatchDaysAgo)))
  }
  steps.push(
    on(2, '13:30', (at) => payOut(stage, at, false, 'sent')),
    on(1, '20:30', (at) => requestTransfers(stage, at)),
    on(0, '13:30', (at) => payOut(stage, at, false, 'draft')),
    on(0, '20:30', (at) => requestTransfers(stage, at)),
    ...[70, 40, 10].map((daysAgo) => on(daysAgo, '15:00', (at) => settleMonth(stage, at))),
  )
  return steps
}

const worker = ({ world }: Stage, email: string): Worker => world.workers.get(email) as Worker

async function payOut(
  stage: Stage,
  at: Date,
  bounces: boolean,
  until: 'draft' | 'sent' | 'closed' = 'closed',
) {
  const { db, tools } = stage
  const later = (email: string, minutes: number) =>
    asWorker(worker(stage, email), new Date(at.getTime() + minutes * 60_000))
  const maker = later('operator@okuru.example', 0)
  const { candidates, pay_date } = await payoutCandidates(db, maker, undefined, tools)
  const transfers = candidates.filter(({ problems }) => problems.length === 0).map(({ transfer }) => transfer)
  if (transfers.length === 0) return
  const made = await createPayoutBatch(
    db,
    maker,
    once('POST /api/biz/payouts/'),
    { pay_date, transfers },
    tools,
  )
  if (until === 'draft') return
  const approved = await approvePayoutBatch(db, later('approver@okuru.example', 25), made)
  const exported = await exportPayoutBatch(db, later('operator@okuru.example', 40), approved, tools)
  const sent = await sendPayoutBatch(db, later('operator@okuru.example', 55), exported)
  if (until === 'sent') return
  const next = asWorker(worker(stage, 'operator@okuru.example'), instantOf(pay_date, '17:10'))
  await recordPayoutResults(db, next, {
    id: sent.id,
    version: sent.version,
    results: sent.lines.map(({ id }, index) =>
      bounces && index === 0
        ? { line: id, result: 'bounced' as const, reason: '口座名義相違' }
        : { line: id, result: 'paid' as const },
    ),
  })
}

async function requestTransfers(stage: Stage, at: Date): Promise<void> {
  const rows = await stage.db
    .selectFrom('book_account as a')
    .innerJoin('bank_account as b', 'b.customer_id', 'a.customer_id')
    .select('a.customer_id')
    .distinct()
    .where('a.kind', '=', 'customer')
    .where('a.balance', '>', 0)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb.selectFrom('transfer as t').select('t.id').whereRef('t.customer_id', '=', 'a.customer_id'),
        ),
      ),
    )
    .orderBy('a.customer_id')
    .execute()
  const askers = rows
    .map((row) => stage.world.customers.find(({ id }) => id === row.customer_id))
    .filter((customer) => customer !== undefined && customer.email !== 'hanako@example.com')
    .slice(0, 2)
  for (const customer of askers) {
    if (customer)
      await requestTransfer(stage.db, asCustomer(customer, at), once('POST /api/transfer/'), {}, stage.tools)
  }
}

async function settleMonth(stage: Stage, at: Date): Promise<void> {
  const actor = asWorker(worker(stage, 'operator@okuru.example'), at)
  for (const company of stage.world.companies) {
    const account = await stage.db
      .selectFrom('book_account')
      .select('balance')
      .where('kind', '=', 'company')
      .where('company_id', '=', company)
      .executeTakeFirst()
    const amount = Math.floor(-(account?.balance ?? 0) * 0.7)
    if (amount > 0)
      await settle(stage.db, actor, once('settle'), {
        company,
        amount,
        note: `${tokyoDate(at).slice(0, 7)} 精算分`,
      })
  }
}
