import { addDays, tokyoDate } from '#contract/day'
import { bookMonths, closeMonth } from '#server/domains/book/month.service'
import { approveProposal, propose, refuseProposal } from '#server/domains/book/proposal.service'
import { changePurchaseStop } from '#server/domains/customer/purchase-stop.service'
import type { Db } from '#server/platform/db'
import type { Tools } from '#server/platform/tools'
import { asWorker } from './demo-actors.ts'
import type { Worker } from './demo-business.ts'
import { instantOf } from './demo-days.ts'
import type { Stage, Step } from './demo-stage.ts'
import type { DemoWorld } from './demo-world.ts'

const once = (call: string) => ({ call, key: undefined, body: null })

const worker = ({ world }: Stage, email: string): Worker => world.workers.get(email) as Worker

/** What people of the business side decide about customers and their money. */
export function bookSteps(stage: Stage): Step[] {
  const on = (daysAgo: number, time: string, run: Step['run']): Step => ({
    at: instantOf(addDays(stage.anchor, -daysAgo), time),
    run,
  })
  return [
    on(26, '10:20', (at) =>
      stopPurchases(stage, at, '3回続けて、申し込みの内容と違う品が届いたため。11月の面談までお断りします。'),
    ),
    on(20, '11:00', (at) => correct(stage, at, 1_200, 'approved')),
    on(9, '16:30', (at) => correct(stage, at, -800, 'refused')),
    on(1, '10:45', (at) => correct(stage, at, 2_000, 'waiting')),
    on(0, '09:30', (at) => payBank(stage, at)),
  ]
}

const corrections = {
  approved: { reason: '付属品のベルトを査定に含めていなかったため', note: 'ベルトの分の査定額を加えました' },
  refused: { reason: '査定額の入力の間違い', note: '査定額の訂正のため' },
  waiting: { reason: '到着時の点数を1点少なく数えていたため', note: '数え直しでご売却分を加えました' },
} as const

async function correct(stage: Stage, at: Date, amount: number, until: keyof typeof corrections) {
  const deal = await stage.db
    .selectFrom('book_entry')
    .select('request_id')
    .where('kind', '=', 'PURCHASE')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!deal) return
  const actor = asWorker(worker(stage, 'operator@okuru.example'), at)
  const made = await propose(stage.db, actor, once('propose'), {
    kind: 'adjustment',
    purchase_request: deal.request_id,
    amount,
    ...corrections[until],
  })
  const input = { id: made.id, version: made.version }
  const second = asWorker(worker(stage, 'approver@okuru.example'), at)
  if (until === 'approved') await approveProposal(stage.db, second, { ...input, network: null })
  if (until === 'refused')
    await refuseProposal(stage.db, second, { ...input, reason: '伝票の金額は合っていました' })
}

async function payBank(stage: Stage, at: Date): Promise<void> {
  const actor = asWorker(worker(stage, 'approver@okuru.example'), at)
  const reason = '総合振込の手数料(先月分、請求書どおり)'
  await propose(stage.db, actor, once('propose'), { kind: 'bank_fee', amount: 6_380, reason, note: '' })
}

/** All months that are over but the newest, which is left to close. */
export async function closeMonths(db: Db, tools: Tools, { workers }: DemoWorld, now: Date): Promise<void> {
  const actor = asWorker(workers.get('operator@okuru.example') as Worker, now)
  const { rows } = await bookMonths(db, actor, { page: 1, size: 200 })
  const over = rows.filter(({ month }) => month < tokyoDate(now).slice(0, 7)).toReversed()
  for (const { month } of over.slice(0, -1)) await closeMonth(db, actor, month, tools)
}

async function stopPurchases(stage: Stage, at: Date, reason: string): Promise<void> {
  const actor = asWorker(worker(stage, 'admin@aoyama.example'), at)
  const row = await stage.db
    .selectFrom('related_shop as r')
    .innerJoin('shop as s', 's.id', 'r.shop_id')
    .innerJoin('customer as c', 'c.id', 'r.customer_id')
    .select(['r.customer_id', 'r.shop_id'])
    .where('s.company_id', '=', actor.company_id)
    .where('r.has_transactions', '=', true)
    .where('c.name', '<>', '山田 花子')
    .orderBy('r.customer_id', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!row) return
  const body = { is_purchase_disabled: true, reason, version: 0 }
  await changePurchaseStop(stage.db, actor, { shop_pk: row.shop_id, id: row.customer_id }, body)
}
