import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { ekyc } from '#contract/codes'

export const isInForce = (alias: string) => sql<SqlBool>`${sql.ref(`${alias}.cleared_at`)} is null`

export const isIdentified = (alias: string) =>
  sql<SqlBool>`(${isInForce(alias)} and ${sql.ref(`${alias}.ekyc_status`)} = ${sql.lit(ekyc.APPROVED)})`

export const isIdentifiedFor = (customer: string, company: string) =>
  sql<SqlBool>`exists (select from identification f where f.customer_id = ${sql.ref(customer)}
    and f.company_id = ${sql.ref(company)} and ${isIdentified('f')})`

export const inForce = (row: { cleared_at: string | null }): boolean => row.cleared_at === null

/** The approved one in force, else the one that is begun. */
export function currentOf<Row extends { cleared_at: string | null; ekyc_status: number }>(
  records: readonly Row[],
): Row | undefined {
  const found = records.filter(inForce)
  return found.find(({ ekyc_status }) => ekyc_status === ekyc.APPROVED) ?? found[0]
}

/** `currentOf` in SQL, for a lateral join. */
export const currentIdentification = (customer: RawBuilder<unknown>, company: RawBuilder<unknown>) =>
  sql`(select * from identification f where f.customer_id = ${customer} and f.company_id = ${company}
    and ${isInForce('f')} order by f.ekyc_status = ${sql.lit(ekyc.APPROVED)} desc limit 1)`
