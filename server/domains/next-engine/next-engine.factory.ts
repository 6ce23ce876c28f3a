import { sql } from 'kysely'
import type { Db } from '#server/platform/db'

/** Bought articles become finished products at these prices. Returns their numbers, in the order of the items. */
export async function makeProducts(db: Db, requestId: number, prices: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from purchase_item where request_id = ${requestId} and status = 6 order by seq`.execute(db)
  const ids = rows.map(({ id }) => id).slice(0, prices.length)
  for (const status of [8, 9])
    await sql`update purchase_item set status = ${status} where id = any(${ids}::bigint[])`.execute(db)
  await sql`
    insert into product (item_id, company_id, shop_id, title, selling_price, stage, completeness, edited_at)
    select i.id, i.company_id, i.shop_id, 'コート ' || i.seq, (${prices}::int[])[array_position(${ids}::bigint[], i.id)], 'ready', 100, now()
    from purchase_item i where i.id = any(${ids}::bigint[])`.execute(db)
  return ids
}
