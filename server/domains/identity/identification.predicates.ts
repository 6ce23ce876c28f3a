import { type SqlBool, sql } from 'kysely'
import { ekyc } from '#contract/codes'

// What other domains may ask of an identification, as SQL about a row with the alias given and as its pure twin.

/** It was not withdrawn. */
export const isInForce = (alias: string) => sql<SqlBool>`${sql.ref(`${alias}.cleared_at`)} is null`

/** The customer is identified by it: approved and not withdrawn. */
export const isIdentified = (alias: string) =>
  sql<SqlBool>`(${isInForce(alias)} and ${sql.ref(`${alias}.ekyc_status`)} = ${sql.lit(ekyc.APPROVED)})`

export const identifies = (row: { cleared_at: string | null; ekyc_status: number }): boolean =>
  row.cleared_at === null && row.ekyc_status === ekyc.APPROVED

/** For `order by`: an approved one before all others. */
export const approvedFirst = (alias: string) =>
  sql`${sql.ref(`${alias}.ekyc_status`)} = ${sql.lit(ekyc.APPROVED)} desc`
