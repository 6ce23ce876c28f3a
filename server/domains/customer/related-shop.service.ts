import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { isOwnShop } from '#server/domains/company/shop.predicates'
import type { SignedIn } from '#server/platform/actor'
import type { Db } from '#server/platform/db'

/** A bookmark alone is private: it does not show the customer to the shop. */
export const isBusiness: RawBuilder<SqlBool> = sql<SqlBool>`(rs.has_transactions or not rs.is_favorite or exists (
  select from purchase_request r where r.customer_id = rs.customer_id and r.shop_id = rs.shop_id))`

/** Returns null (a 404) if the reader may not see the customer at this shop. */
export async function dealerOfCustomer(
  db: Db,
  actor: SignedIn,
  customerId: number,
  shopId: number | null = null,
): Promise<{ company_id: number; shop_id: number } | null> {
  const { rows } = await sql<{ company_id: number; shop_id: number }>`
    select s.company_id, s.id as shop_id from related_shop rs join shop s on s.id = rs.shop_id
    where rs.customer_id = ${customerId} and (${shopId}::bigint is null or s.id = ${shopId}::bigint)
      and ${isOwnShop(actor, 's')} and ${isBusiness}
    order by s.id limit 1`.execute(db)
  return rows[0] ?? null
}

export async function ownsShop(db: Db, actor: SignedIn, shopId: number): Promise<boolean> {
  const { rows } = await sql`
    select from shop s where s.id = ${shopId} and ${isOwnShop(actor, 's')}`.execute(db)
  return rows.length > 0
}
