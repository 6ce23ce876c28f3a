import { type SqlBool, sql } from 'kysely'
import { boughtStatuses, resultStatuses, requestStatus as S, showsResult } from '#contract/lifecycle'
import type { Actor } from '#server/platform/actor'
import { scopeOf } from '#server/platform/scope'
import { codes } from '#server/platform/statement'

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

/** An issuer of invoices has yet to confirm the statement of what is still sold: until then the tax cannot be deducted. */
export const statementWaits = (alias: string) => sql<SqlBool>`(
  ${sql.ref(`${alias}.is_invoice_issuer`)} and ${sql.ref(`${alias}.contracted_at`)} is not null and exists (
    select from purchase_item t where t.request_id = ${sql.ref(`${alias}.id`)} and t.status in (${codes(boughtStatuses)})
    having sum(t.price) is distinct from ${sql.ref(`${alias}.statement_confirmed_total`)} and count(*) > 0))`
