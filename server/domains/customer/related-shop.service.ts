import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { isOwnShop } from '#server/domains/company/shop.predicates'
import type { SignedIn } from '#server/platform/actor'
import type { Db } from '#server/platform/db'

/**
 * Whether a row `rs` of related_shop is business between the two. Marking a shop as a favourite is a private
 * bookmark: it tells the shop nothing about who made it.
 */
export const isBusiness: RawBuilder<SqlBool> = sql<SqlBool>`(rs.has_transactions or not rs.is_favorite or exists (
  select from purchase_request r where r.customer_id = rs.customer_id and r.shop_id = rs.shop_id))`

/** The dealer of the shop, if staff may see this customer there; null is a 404. */
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

/** Whether the shop is one of the reader's own. */
export async function ownsShop(db: Db, actor: SignedIn, shopId: number): Promise<boolean> {
  const { rows } = await sql`
    select from shop s where s.id = ${shopId} and ${isOwnShop(actor, 's')}`.execute(db)
  return rows.length > 0
}
