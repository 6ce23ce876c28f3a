import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Actor } from '#server/platform/actor'
import { scopeOf } from '#server/platform/scope'

export const isOwnShop = (actor: Actor, alias: string) =>
  scopeOf(actor, { company: `${alias}.company_id`, shop: `${alias}.id` })

/** Whether a person may see what belongs to a shop: nobody is limited to shops but who is tied to some. */
export const seesShop = (user: string, shop: RawBuilder<unknown>): RawBuilder<SqlBool> => sql<SqlBool>`(
  not exists (select from business_user_shop l where l.business_user_id = ${sql.ref(user)})
  or exists (select from business_user_shop l where l.business_user_id = ${sql.ref(user)} and l.shop_id = ${shop}))`
