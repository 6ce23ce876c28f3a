import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { boughtStatuses, itemStatus as I } from '#contract/lifecycle'
import { isItemSeized } from '#server/domains/hold/hold.predicates'
import { isSecondLookOpen } from '#server/domains/purchase-request/purchase-request.predicates'
import { isSoldOn } from '#server/domains/sale/sale.predicates'
import type { Actor } from '#server/platform/actor'
import { codes } from '#server/platform/statement'

// Predicates for other domains: SQL on an alias. Their pure twins are in the lifecycle.

const has =
  (...statuses: readonly number[]) =>
  (alias: string) =>
    sql<SqlBool>`${sql.ref(`${alias}.status`)} in (${codes(statuses)})`

export const isBoughtItem = has(...boughtStatuses)
/** Sold, or accepted before the deal. */
export const isSoldItem = has(I.ACCEPTED, ...boughtStatuses)
export const isUnfinishedItem = has(I.RECEIVED, I.ASSESSING)
/** To be sent back, and here: not what the police took. */
export const goesBackItem = (alias: string) =>
  sql<SqlBool>`(${has(I.RETURN_REQUESTED)(alias)} and not ${isItemSeized(alias)})`
export const isReturnedItem = has(I.RETURNED)
export const isBackItem = (alias: string) =>
  sql<SqlBool>`(${goesBackItem(alias)} or ${isReturnedItem(alias)})`
/** Recycled, or with the police. */
export const isDisposedItem = (alias: string) =>
  sql<SqlBool>`(${sql.ref(`${alias}.disposed_at`)} is not null or ${isItemSeized(alias)})`
/** Neither sent back nor looked for any more: as above, or somebody bought it. */
export const isGoneItem = (alias: string) =>
  sql<SqlBool>`(${isDisposedItem(alias)} or ${isSoldOn(`${alias}.id`)})`

/** About the item `i` of the request `r`: until there is a new price, nobody of the shop reads what may quote the first. */
export const awaitsSecondPrice = sql<boolean>`(${isSecondLookOpen('r')} and ${isUnfinishedItem('i')})`

/** Set or confirmed a figure of the item `i` before the customer asked for a second look. */
const saidFirst = (businessUser: RawBuilder<unknown>) => sql<SqlBool>`exists (
  select from item_history h
  where h.item_id = i.id and h.actor_kind = 'business' and h.actor_id = ${businessUser}
    and (h.price is not null or h.to_status in (${codes([I.ASSESSED, I.NOT_BUYABLE])}))
    and h.id < (select max(x.id) from item_history x
      where x.item_id = i.id and x.actor_kind = 'customer' and x.to_status = ${I.ASSESSING}))`

/** Not taken back. For lists of items that do not go by their request: where that is joined, it is so anyhow. */
export const isInBox = (item: string) =>
  sql<SqlBool>`${sql.ref(`${item}.id`)} not in (select item_id from taken_back_item)`

/**
 * Whoever assessed the item first leaves its second look to a colleague of the shop, if there is one who did not. About
 * the item `i` of the request `r`.
 */
export const needsOtherAssessor = (actor: Actor) =>
  actor.kind !== 'business'
    ? sql<boolean>`false`
    : sql<boolean>`
  ${isSecondLookOpen('r')} and ${saidFirst(sql`${actor.business_user_id}::bigint`)}
    and exists (
      select from business_user u
      where u.company_id = i.company_id and u.can_sign_in and not ${saidFirst(sql`u.id`)}
        and (not exists (select from business_user_shop l where l.business_user_id = u.id)
          or exists (select from business_user_shop l where l.business_user_id = u.id and l.shop_id = i.shop_id)))`
