import { sql } from 'kysely'
import type { Actor, CustomerActor } from '#server/platform/actor'
import type { Tx } from '#server/platform/db'
import { refuse, unknownKey } from '#server/platform/refusal'
import { openShop, relatedShopRow } from './company.queries.ts'

interface Pair {
  customer_id: number
  shop_id: number
}

export async function relateToShop(tx: Tx, actor: Actor, pair: Pair): Promise<void> {
  await tx
    .insertInto('related_shop')
    .values({ ...pair, created_at: actor.at.toISOString() })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export async function recordTrade(tx: Tx, { customer_id, shop_id }: Pair): Promise<void> {
  await tx
    .updateTable('related_shop')
    .set({ has_transactions: true })
    .where('customer_id', '=', customer_id)
    .where('shop_id', '=', shop_id)
    .where('has_transactions', '=', false)
    .execute()
}

/** Bookmarks are private: a row that was only a bookmark is deleted, so that the shop never sees it as a customer. */
export async function setFavorite(
  tx: Tx,
  actor: CustomerActor,
  input: { shop: number; is_favorite: boolean },
) {
  const customer = actor.customer_id
  if (customer === null) throw refuse('customer_incomplete')
  const shop = await openShop(tx, input.shop)
  if (!shop) throw unknownKey('shop', input.shop)
  if (input.is_favorite) {
    await tx
      .insertInto('related_shop')
      .values({
        customer_id: customer,
        shop_id: shop.id,
        is_favorite: true,
        created_at: actor.at.toISOString(),
      })
      .onConflict((conflict) =>
        conflict.columns(['customer_id', 'shop_id']).doUpdateSet({ is_favorite: true }),
      )
      .execute()
  } else {
    await clearFavorite(tx, customer, shop.id)
  }
  const related = await relatedShopRow(tx, customer, shop)
  const { identification_kind, ekyc_status, is_favorite, has_transactions } = related
  return {
    customer,
    shop: shop.id,
    identification: { identification_kind, ekyc_status },
    is_favorite,
    has_transactions,
  }
}

async function clearFavorite(tx: Tx, customer: number, shop: number): Promise<void> {
  // A concurrent application locks the customer; the row then counts as business and stays.
  await sql`select id from customer where id = ${customer} for no key update`.execute(tx)
  await sql`
    delete from related_shop rs
    where rs.customer_id = ${customer} and rs.shop_id = ${shop} and rs.is_favorite and not rs.has_transactions
      and not exists (select from purchase_request r where r.customer_id = ${customer} and r.shop_id = ${shop})
    `.execute(tx)
  await tx
    .updateTable('related_shop')
    .set({ is_favorite: false })
    .where('customer_id', '=', customer)
    .where('shop_id', '=', shop)
    .execute()
}
