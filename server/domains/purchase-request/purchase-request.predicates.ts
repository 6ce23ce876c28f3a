import { type SqlBool, sql } from 'kysely'
import { resultStatuses, requestStatus as S, showsResult } from '#contract/lifecycle'
import type { Actor } from '#server/platform/actor'
import { scopeOf } from '#server/platform/scope'

/** The customer's own request, or one to the actor's shops. */
export const isOwnRequest = (actor: Actor, alias: string) =>
  scopeOf(actor, {
    customer: `${alias}.customer_id`,
    company: `${alias}.company_id`,
    shop: `${alias}.shop_id`,
  })

/** Gates what customers may read, find and sort by. False again after a result was reopened. */
export const resultIsOut = (alias: string) =>
  sql<SqlBool>`(${sql.ref(`${alias}.offered_at`)} is not null
    and ${sql.ref(`${alias}.status`)} = any(${resultStatuses}::smallint[]))`

export const isResultOut = (request: { status: number; offered_at: string | null }): boolean =>
  request.offered_at !== null && showsResult(request.status)

/** Until it is answered, whoever looks again does not see the first prices. */
export const isSecondLookOpen = (alias: string) =>
  sql<SqlBool>`(${sql.ref(`${alias}.status`)} = ${sql.lit(S.REASSESSING)}
    and ${sql.ref(`${alias}.second_look_at`)} is not null and ${sql.ref(`${alias}.second_look_answered_at`)} is null)`
