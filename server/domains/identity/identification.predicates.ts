import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { ekyc } from '#contract/codes'

export const isInForce = (alias: string) => sql<SqlBool>`${sql.ref(`${alias}.cleared_at`)} is null`

export const isIdentified = (alias: string) =>
  sql<SqlBool>`(${isInForce(alias)} and ${sql.ref(`${alias}.ekyc_status`)} = ${sql.lit(ekyc.APPROVED)})`

export const isIdentifiedFor = (customer: string, company: string) =>
  sql<SqlBool>`exists (select from identification f where f.customer_id = ${sql.ref(customer)}
    and f.company_id = ${sql.ref(company)} and ${isIdentified('f')})`

/** The papers are handed in, and the dealer has not decided. */
export const isInReviewFor = (customer: string, company: string) =>
  sql<SqlBool>`exists (select from identity_review v join identity_session e on e.id = v.session_id
    where e.customer_id = ${sql.ref(customer)} and v.company_id = ${sql.ref(company)}
      and v.ekyc_status = ${sql.lit(ekyc.IN_REVIEW)} and e.closed_at is null)`

export const inForce = (row: { cleared_at: string | null }): boolean => row.cleared_at === null

/** The approved one in force, else the one that is begun. */
export function currentOf<Row extends { cleared_at: string | null; ekyc_status: number }>(
  records: readonly Row[],
): Row | undefined {
  const found = records.filter(inForce)
  return found.find(({ ekyc_status }) => ekyc_status === ekyc.APPROVED) ?? found[0]
}

/** `currentOf` in SQL, for a lateral join; between the two stands the check under way on our own page. */
export const currentIdentification = (customer: RawBuilder<unknown>, company: RawBuilder<unknown>) =>
  sql`(select x.identification_kind, x.ekyc_status from (
      select f.identification_kind, f.ekyc_status, case when f.ekyc_status = ${sql.lit(ekyc.APPROVED)} then 0 else 2 end as place
      from identification f where f.customer_id = ${customer} and f.company_id = ${company} and ${isInForce('f')}
      union all
      select 0, v.ekyc_status, 1 from identity_review v join identity_session e on e.id = v.session_id
      where e.customer_id = ${customer} and v.company_id = ${company} and e.closed_at is null
    ) x order by x.place limit 1)`
