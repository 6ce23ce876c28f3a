import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { ekyc } from '#contract/codes'

export const isInForce = (alias: string) => sql<SqlBool>`${sql.ref(`${alias}.cleared_at`)} is null`

export const isIdentified = (alias: string) =>
  sql<SqlBool>`(${isInForce(alias)} and ${sql.ref(`${alias}.ekyc_status`)} = ${sql.lit(ekyc.APPROVED)})`

export const isIdentifiedFor = (customer: string, company: string) =>
  sql<SqlBool>`exists (select from identification f where f.customer_id = ${sql.ref(customer)}
    and f.company_id = ${sql.ref(company)} and ${isIdentified('f')})`

export const inForce = (row: { cleared_at: string | null }): boolean => row.cleared_at === null

/** For a lateral join. Approved ones come first. */
export const currentIdentification = (customer: RawBuilder<unknown>, company: RawBuilder<unknown>) =>
  sql`(select * from identification f where f.customer_id = ${customer} and f.company_id = ${company}
    and ${isInForce('f')} order by ${approvedFirst('f')} limit 1)`

const approvedFirst = (alias: string) =>
  sql`${sql.ref(`${alias}.ekyc_status`)} = ${sql.lit(ekyc.APPROVED)} desc`
