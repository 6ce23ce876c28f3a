import { type SqlBool, sql } from 'kysely'
import { boughtStatuses, itemStatus as I } from '#contract/lifecycle'
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
