import { sql } from 'kysely'
import type { Place } from '#contract/address'
import { type AgentAuthority, transferStatus as T } from '#contract/codes'
import { currentIdentification, isIdentified } from '#server/domains/identity/identification.predicates'
import type { Db, Tx } from '#server/platform/db'
import { isStoppedBy, isStoppedByAll } from './purchase-stop.predicates.ts'

export interface CustomerRow {
  id: number
  account_id: number
  name: string
  name_kana: string
  birthday_enc: Buffer | null
  gender: number
  job: number | null
  job_detail: string
  phone: string
  postal_code: string
  prefecture: string
  city: string
  address1: string
  address2: string
  workplace: Place | null
  is_corporate: boolean
  corporate_number: string
  agent_name: string
  agent_name_kana: string
  agent_authority: AgentAuthority | null
  is_invoice_issuer: boolean
  invoice_registration_number: string
  is_purchase_disabled: boolean
  is_transfer_expired: boolean
  auto_transfer: boolean
  version: number
  left_at: string | null
  email: string
  is_email_auth: boolean
  balance: number
  is_transfer_inprogress: boolean
  is_identity_verified: boolean
}

export async function customerRow(
  db: Db,
  customerId: number,
  companyId: number | null = null,
): Promise<CustomerRow | null> {
  const { rows } = await sql<CustomerRow>`
    select c.id, c.account_id, c.name, c.name_kana, c.birthday_enc, c.gender, c.job, c.job_detail, c.phone,
      c.postal_code, c.prefecture, c.city, c.address1, c.address2, c.workplace, c.is_corporate, c.corporate_number, c.agent_name, c.agent_name_kana, c.agent_authority, c.is_invoice_issuer,
      c.invoice_registration_number,
      case when ${companyId}::bigint is null then ${isStoppedByAll(sql`c.id`)} else ${isStoppedBy(sql`c.id`, sql`${companyId}::bigint`)} end as is_purchase_disabled,
      c.is_transfer_expired and ${companyId}::bigint is null as is_transfer_expired, c.auto_transfer, c.version, c.left_at,
      a.email, a.is_email_auth,
      coalesce((select sum(b.balance) from book_account b where b.customer_id = c.id and b.kind = 'customer'
        and (${companyId}::bigint is null or b.company_id = ${companyId}::bigint)), 0)::bigint as balance,
      exists (select from transfer t where t.customer_id = c.id and t.status = ${sql.lit(T.REQUESTED)}
        and (${companyId}::bigint is null or exists (select from book_entry e join book_account b on b.id = e.debit_account_id
          where e.transfer_id = t.id and b.company_id = ${companyId}::bigint))) as is_transfer_inprogress,
      exists (select from identification i where i.customer_id = c.id and ${isIdentified('i')}
        and (${companyId}::bigint is null or i.company_id = ${companyId}::bigint)) as is_identity_verified
    from customer c join account a on a.id = c.account_id where c.id = ${customerId}`.execute(db)
  return rows[0] ?? null
}

export interface RelatedShopRow {
  customer: number
  shop: number
  identification: { identification_kind: number; ekyc_status: number }
  is_favorite: boolean
  has_transactions: boolean
}

export async function relatedShops(
  db: Db,
  customerId: number,
  shopId: number | null = null,
): Promise<RelatedShopRow[]> {
  const { rows } = await sql<RelatedShopRow>`
    select rs.customer_id as customer, rs.shop_id as shop, rs.is_favorite, rs.has_transactions,
      jsonb_build_object('identification_kind', coalesce(i.identification_kind, 0),
        'ekyc_status', coalesce(i.ekyc_status, 0)) as identification
    from related_shop rs join shop s on s.id = rs.shop_id
    left join lateral ${currentIdentification(sql.ref('rs.customer_id'), sql.ref('s.company_id'))} i on true
    where rs.customer_id = ${customerId} and (${shopId}::bigint is null or rs.shop_id = ${shopId}::bigint)
    order by rs.shop_id`.execute(db)
  return rows
}

/** Locks the customer row, which serializes everything that changes or judges the customer. */
export async function lockCustomer(tx: Tx, customerId: number): Promise<void> {
  await lockCustomers(tx, [customerId])
}

/** Locks by id; inserts that only refer to the customers do not wait. */
export async function lockCustomers(tx: Tx, customerIds: readonly number[]): Promise<void> {
  if (customerIds.length === 0) return
  await sql`select from customer where id = any(${customerIds}::bigint[]) order by id for no key update`.execute(
    tx,
  )
}

export async function hasOpenRequests(db: Db, customerId: number, open: readonly number[]): Promise<boolean> {
  const { rows } = await sql`
    select from purchase_request where customer_id = ${customerId} and status = any(${open}::smallint[]) limit 1`.execute(
    db,
  )
  return rows.length > 0
}

export async function townsOf(db: Db, code: string) {
  // High buildings have a code per floor; the first five digits stand for all of them.
  const { rows } = await sql<{ prefecture: string; city: string; town: string }>`
    select prefecture, city, town from postal_code where postal_code = any(${[code, code.slice(0, 5)]}::text[])
    order by prefecture, city, town`.execute(db)
  return rows.map((row) => ({ postal_code: code, ...row }))
}
