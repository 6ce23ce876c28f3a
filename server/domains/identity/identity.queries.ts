import { sql } from 'kysely'
import { ekyc } from '#contract/codes'
import { requestStatus as S } from '#contract/lifecycle'
import { isBusiness } from '#server/domains/customer/related-shop.service'
import type { Db } from '#server/platform/db'
import type { Tools } from '#server/platform/tools'
import { currentIdentification } from './identification.predicates.ts'

export interface IdentificationRow {
  id: number
  identification_kind: number
  ekyc_status: number
  clause: string
  document_name: string
  document_issuer: string
  document_number_enc: Buffer | null
  verified_name: string
  verified_name_kana: string
  verified_birthday_enc: Buffer | null
  verified_address: string
  verified_agent_name: string
  authority_evidence: string
  mail_delivered_on: string | null
  mail_number: string
  bank_account_id: number | null
  filed_at: string
  missing: string[]
  verified_at: string | null
  verified_by: string
  cleared_at: string | null
  cleared_reason: string
}

export async function identificationRows(
  db: Db,
  customerId: number,
  companyId: number,
): Promise<IdentificationRow[]> {
  const { rows } = await sql<IdentificationRow>`
    select i.id, i.identification_kind, i.ekyc_status, i.clause, i.document_name, i.document_issuer, i.document_number_enc,
      i.verified_name, i.verified_name_kana, i.verified_birthday_enc, i.verified_address, i.verified_agent_name, i.authority_evidence, i.mail_delivered_on, i.mail_number,
      i.bank_account_id, i.filed_at, i.missing, i.verified_at, coalesce(b.name, i.provider) as verified_by, i.cleared_at, i.cleared_reason
    from identification i left join business_user b on b.id = i.recorded_by
    where i.customer_id = ${customerId} and i.company_id = ${companyId}
    order by i.id desc`.execute(db)
  return rows
}

export interface DealerCheck {
  id: number
  name: string
  shops: string[]
  shop_ids: number[]
  identification_kind: number
  ekyc_status: number
  session: number | null
  review_by: string | null
}

/** Dealers with business or a check; a check in force precedes an unfinished one. Closed shops count too. */
export async function dealerChecks(
  db: Db,
  customerId: number,
  openStatuses: readonly number[],
): Promise<DealerCheck[]> {
  const { rows } = await sql<DealerCheck>`
    with business as (
      select s.company_id, s.id, s.name from related_shop rs join shop s on s.id = rs.shop_id
      where rs.customer_id = ${customerId} and ${isBusiness}
    )
    select c.id, c.name,
      coalesce((select jsonb_agg(b.name order by b.id) from business b where b.company_id = c.id), '[]') as shops,
      coalesce((select jsonb_agg(b.id order by b.id) from business b where b.company_id = c.id), '[]') as shop_ids,
      coalesce(i.identification_kind, 0) as identification_kind, coalesce(i.ekyc_status, 0) as ekyc_status,
      v.session_id as session, case when v.ekyc_status = ${sql.lit(ekyc.IN_REVIEW)} then v.review_by end as review_by
    from company c
    left join lateral ${currentIdentification(sql`${customerId}`, sql.ref('c.id'))} i on true
    left join lateral (
      select r.session_id, r.ekyc_status, r.review_by from identity_review r join identity_session e on e.id = r.session_id
      where r.company_id = c.id and e.customer_id = ${customerId} and e.closed_at is null
    ) v on true
    where i.ekyc_status is not null or c.id in (
      select r.company_id from purchase_request r
      where r.customer_id = ${customerId} and r.status = any(${[...openStatuses]}::smallint[])
    )
    order by c.id`.execute(db)
  return rows
}

export interface Subject {
  id: number
  name: string
  name_kana: string
  is_corporate: boolean
  corporate_number: string
  agent_name: string
  agent_name_kana: string
  agent_authority: string | null
  phone: string
  job: number | null
  job_detail: string
  postal_code: string
  birthday_enc: Buffer | null
  prefecture: string
  city: string
  address1: string
  address2: string
  left_at: string | null
}

/** Locked, so that the compared facts do not change before the result is stored. */
export async function lockedSubject(db: Db, customerId: number): Promise<Subject | null> {
  const { rows } = await sql<Subject>`
    select id, name, name_kana, is_corporate, corporate_number, agent_name, agent_name_kana, agent_authority, phone, job, job_detail, postal_code, birthday_enc, prefecture, city, address1, address2,
      left_at
    from customer where id = ${customerId} for update`.execute(db)
  return rows[0] ?? null
}

export function birthdayOf(
  subject: Pick<Subject, 'id' | 'birthday_enc'>,
  { keys }: Pick<Tools, 'keys'>,
): string | null {
  return subject.birthday_enc
    ? keys.field.decrypt(subject.birthday_enc, 'customer.birthday_enc', subject.id)
    : null
}

export async function bankAccountHolder(
  db: Db,
  customerId: number,
  accountId: number,
): Promise<string | null> {
  const { rows } = await sql<{ account_holder_kana: string }>`
    select account_holder_kana from bank_account where id = ${accountId} and customer_id = ${customerId}`.execute(
    db,
  )
  return rows[0]?.account_holder_kana ?? null
}

export async function answeredRequests(db: Db, customerId: number, companyId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from purchase_request where customer_id = ${customerId} and company_id = ${companyId} and status = ${sql.lit(S.ANSWERED)}
    order by id`.execute(db)
  return rows.map((row) => row.id)
}
