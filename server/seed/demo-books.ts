import { addDays } from '#contract/day'
import { changePurchaseStop } from '#server/domains/customer/purchase-stop.service'
import { asWorker } from './demo-actors.ts'
import type { Worker } from './demo-business.ts'
import { instantOf } from './demo-days.ts'
import type { Stage, Step } from './demo-stage.ts'

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
  ]
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
