import { type SqlBool, sql } from 'kysely'
import { boughtStatuses, itemStatus as I } from '#contract/lifecycle'
import { codes } from '#server/platform/statement'

// What other domains may ask of an item, as SQL about a row with the alias given. The pure twins stand in the lifecycle.

const has =
  (...statuses: readonly number[]) =>
  (alias: string) =>
    sql<SqlBool>`${sql.ref(`${alias}.status`)} in (${codes(statuses)})`

/** Sold to the shop and not taken back. */
export const isBoughtItem = has(...boughtStatuses)
/** Sold to the shop, or going to be once the deal is made. */
export const isSoldItem = has(I.ACCEPTED, ...boughtStatuses)
/** Its assessment is not finished. */
export const isUnfinishedItem = has(I.RECEIVED, I.ASSESSING)
/** It has to be sent back. */
export const goesBackItem = has(I.RETURN_REQUESTED)
/** It was sent back. */
export const isReturnedItem = has(I.RETURNED)
/** It has to be sent back, or was. */
export const isBackItem = has(I.RETURN_REQUESTED, I.RETURNED)
