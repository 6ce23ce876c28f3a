import { sql } from 'kysely'
import type { CallResult } from '#contract/call'
import type { nextEngineCalls } from '#contract/next-engine'
import type { BusinessActor } from '#server/platform/actor'
import type { Db, Tx } from '#server/platform/db'
import { countOf, type Window } from '#server/platform/paging'
import { joined, limited, type Part, selectRows } from '#server/platform/statement'
import { ownGoods } from './article.queries.ts'
import type { OrderRow } from './order.rules.ts'

export type OrderShown = CallResult<typeof nextEngineCalls.orders>['results'][number]

export async function ordersReadUntil(
  db: Db,
  companyId: number,
): Promise<{ orders_read_until: string | null; connected_at: string }> {
  const row = await db
    .selectFrom('next_engine_connection')
    .select(['orders_read_until', 'connected_at'])
    .where('company_id', '=', companyId)
    .executeTakeFirstOrThrow()
  return row
}

/** Never back. */
export async function markRead(tx: Tx, companyId: number, until: string): Promise<void> {
  await sql`
    update next_engine_connection set orders_read_until = greatest(orders_read_until, ${until}::timestamptz)
    where company_id = ${companyId}`.execute(tx)
}

/** By code: which article it is. */
export async function ownCodes(
  db: Db,
  companyId: number,
  codes: readonly string[],
): Promise<Map<string, number>> {
  const rows = await selectRows<{ code: string; item_id: number }>(
    db,
    sql`select code, item_id from next_engine_goods where company_id = ${companyId} and code = any(${codes}::text[])`,
  )
  return new Map(rows.map(({ code, item_id }) => [code, item_id]))
}

export interface KnownOrder {
  id: number
  state: 'recorded' | 'returned' | 'canceled' | 'problem'
  error: string
  sale_id: number | null
}

/** Under its lock; undefined for one that was not seen before. */
export async function knownOrder(
  tx: Tx,
  companyId: number,
  { order_id, row_no }: Pick<OrderRow, 'order_id' | 'row_no'>,
): Promise<KnownOrder | undefined> {
  const { rows } = await sql<KnownOrder>`
    select id, state, error, sale_id from next_engine_order
    where company_id = ${companyId} and order_id = ${order_id} and row_no = ${row_no} for update`.execute(tx)
  return rows[0]
}

export async function writeOrder(
  tx: Tx,
  companyId: number,
  row: OrderRow & { item_id: number },
  is: { state: KnownOrder['state']; error?: string; sale_id?: number | null },
  seen_at: string,
): Promise<void> {
  const { order_id, row_no, item_id, price, ordered_on } = row
  const given = {
    price,
    ordered_on,
    state: is.state,
    error: is.error ?? '',
    sale_id: is.sale_id ?? null,
    seen_at,
  }
  await tx
    .insertInto('next_engine_order')
    .values({ company_id: companyId, order_id, row_no, item_id, ...given })
    .onConflict((conflict) => conflict.columns(['company_id', 'order_id', 'row_no']).doUpdateSet(given))
    .execute()
}

const orders: Part = sql`next_engine_order o join purchase_item i on i.id = o.item_id`

const matching = (actor: BusinessActor, state: string | undefined): Part =>
  joined([ownGoods(actor), ...(state === undefined ? [] : [sql`o.state = ${state}`])], ' and ')

export const countOrders = (db: Db, actor: BusinessActor, state: string | undefined): Promise<number> =>
  countOf(db, sql`${orders} where ${matching(actor, state)}`)

export async function orderRows(
  db: Db,
  actor: BusinessActor,
  state: string | undefined,
  window: Window,
): Promise<OrderShown[]> {
  return selectRows(
    db,
    sql`select o.id, o.order_id, i.slug, i.name, coalesce(b.name, '') as brand_name, i.request_id as request,
        s.name as shop_name, o.price, o.ordered_on, o.state, o.error, o.seen_at
      from ${orders} join shop s on s.id = i.shop_id left join brand b on b.id = i.brand_id
      where ${matching(actor, state)} order by o.id desc ${limited(window)}`,
  )
}
