import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { ekyc } from '#contract/codes'

// What other domains may ask of an identification, as SQL about a row with the alias given and as its pure twin.

/** It was not withdrawn. */
export const isInForce = (alias: string) => sql<SqlBool>`${sql.ref(`${alias}.cleared_at`)} is null`

/** The customer is identified by it: approved and not withdrawn. */
export const isIdentified = (alias: string) =>
  sql<SqlBool>`(${isInForce(alias)} and ${sql.ref(`${alias}.ekyc_status`)} = ${sql.lit(ekyc.APPROVED)})`

/** The customer of a column is identified for the company of another. */
export const isIdentifiedFor = (customer: string, company: string) =>
  sql<SqlBool>`exists (select from identification f where f.customer_id = ${sql.ref(customer)}
    and f.company_id = ${sql.ref(company)} and ${isIdentified('f')})`

export const inForce = (row: { cleared_at: string | null }): boolean => row.cleared_at === null

/** The one in force of a customer at a company, an approved one before others, for a lateral join. */
export const currentIdentification = (customer: RawBuilder<unknown>, company: RawBuilder<unknown>) =>
  sql`(select * from identification f where f.customer_id = ${customer} and f.company_id = ${company}
    and ${isInForce('f')} order by ${approvedFirst('f')} limit 1)`

/** For `order by`. */
const approvedFirst = (alias: string) =>
  sql`${sql.ref(`${alias}.ekyc_status`)} = ${sql.lit(ekyc.APPROVED)} desc`
