import { type SqlBool, sql } from 'kysely'
import { boughtStatuses, itemStatus as I, requestStatus as S } from '#contract/lifecycle'
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
export const goesBackItem = has(I.RETURN_REQUESTED)
export const isReturnedItem = has(I.RETURNED)
export const isBackItem = has(I.RETURN_REQUESTED, I.RETURNED)

/**
 * Who assessed the item first leaves its second look to a colleague of the shop, if there is one. About the item `i` of
 * the request `r`.
 */
export const firstAssessorOf = sql<number | null>`
  case when r.status = ${S.REASSESSING} and r.second_look_at is not null and r.second_look_answered_at is null
    and exists (
      select from business_user u
      where u.company_id = i.company_id and u.can_sign_in and u.id <> i.first_assessor_id
        and (not exists (select from business_user_shop l where l.business_user_id = u.id)
          or exists (select from business_user_shop l where l.business_user_id = u.id and l.shop_id = i.shop_id)))
  then i.first_assessor_id end`
