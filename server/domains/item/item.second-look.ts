import { sql } from 'kysely'
import { itemStatus as I } from '#contract/lifecycle'
import type { Actor } from '#server/platform/actor'
import type { Tx } from '#server/platform/db'
import { moveItems } from './item.service.ts'

interface Reopened {
  id: number
  status: number
  price: number | null
}

/**
 * Somebody else assesses the items anew and does not see what was said first: the figures are cleared. They stay in the
 * withdrawn offer, and the customer sees both.
 */
export async function reopenForSecondLook(
  tx: Tx,
  actor: Actor,
  items: readonly Reopened[],
  requestStatus: number,
): Promise<void> {
  if (items.length === 0) return
  const ids = items.map(({ id }) => id)
  await moveItems(tx, actor, items, { to: I.ASSESSING, by: 'answer', requestStatus })
  await sql`
    update purchase_item i set grade = null, base_price = null, deduction_total = 0, uplift = 0, campaign_id = null,
      price = null, comment = '', comment_filled = '[]', price_reason = '', price_reason_photo_id = null, price_reason_amount = null,
      not_buyable_reason = '', evidence = null
    where i.id = any(${ids}::bigint[])`.execute(tx)
  await tx.deleteFrom('deduction').where('item_id', '=', sql<number>`any(${ids}::bigint[])`).execute()
}
