import { type SqlBool, sql } from 'kysely'
import { resultStatuses, showsResult } from '#contract/lifecycle'
import type { Actor } from '#server/platform/actor'
import { scopeOf } from '#server/platform/scope'

// What other domains may ask of a request, as SQL about a row with the alias given, and as the pure twin.

/** The actor may see it: the customer's own, or sent to one of the actor's shops. */
export const isOwnRequest = (actor: Actor, alias: string) =>
  scopeOf(actor, {
    customer: `${alias}.customer_id`,
    company: `${alias}.company_id`,
    shop: `${alias}.shop_id`,
  })

/**
 * The customer may read what the assessors wrote, and find and sort by it. Before a result is out, and after one was
 * opened again, it is work in progress, also when the box goes back from there.
 */
export const resultIsOut = (alias: string) =>
  sql<SqlBool>`(${sql.ref(`${alias}.offered_at`)} is not null
    and ${sql.ref(`${alias}.status`)} = any(${resultStatuses}::smallint[]))`

export const isResultOut = (request: { status: number; offered_at: string | null }): boolean =>
  request.offered_at !== null && showsResult(request.status)
