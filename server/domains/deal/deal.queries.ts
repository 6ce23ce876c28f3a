import { type CompiledQuery, sql } from 'kysely'
import { itemStatus as I, requestStatus as S } from '#contract/lifecycle'
import { isRequestOnHold } from '#server/domains/hold/hold.predicates'
import { isIdentified, isIdentifiedFor } from '#server/domains/identity/identification.predicates'
import { goesBackItem } from '#server/domains/item/item.predicates'
import { type Db, type Tx, together } from '#server/platform/db'

export interface SellerRecord {
  /** Whether anything of the box is held. */
  is_held: boolean
  /** Whether articles of the box go back to the customer. */
  has_returns: boolean
  /** Whether the shop is already one the customer has traded with. */
  is_known: boolean
  /** Identified, for this dealer, and still in force. */
  is_verified: boolean
  /** Of that identification. */
  identification_id: number | null
  id: number
  name: string
  name_kana: string
  prefecture: string
  city: string
  address1: string
  address2: string
  job: number | null
  job_detail: string
  birthday_enc: Buffer | null
  is_corporate: boolean
  clause: string
  identification_kind: number
  document_name: string
  document_issuer: string
  document_number_enc: Buffer | null
  verified_name: string
  verified_birthday_enc: Buffer | null
  verified_address: string
}

interface Asked {
  id: number
  customer_id: number
  company_id: number
  shop_id: number
}

/**
 * What a locked request sells and who sells it, both locked, in this order. The seller is read by a statement after the
 * one that locks: a statement sees what had been committed when it began, not when its lock came.
 */
export async function lockDeal(
  tx: Tx,
  request: Asked,
): Promise<{ items: SoldRecord[]; seller: SellerRecord | undefined }> {
  const [items, , sellers] = await together(tx, [
    acceptedLocked(tx, request),
    customerLocked(tx, request.customer_id),
    sellerOf(tx, request),
  ])
  return { items: items as SoldRecord[], seller: sellers?.[0] as SellerRecord | undefined }
}

/**
 * The seller of a request with the identification in force for its dealer (empty where there is none), and what else
 * decides on the deal. Holds only while request and customer are locked.
 */
function sellerOf(tx: Tx, request: Asked): CompiledQuery {
  return sql`
    select
      ${isRequestOnHold(request.id)} as is_held,
      exists (select from purchase_item i where i.request_id = ${request.id} and ${goesBackItem('i')}) as has_returns,
      exists (select from related_shop s where s.customer_id = c.id and s.shop_id = ${request.shop_id} and s.has_transactions) as is_known,
      f.id is not null as is_verified, f.id as identification_id,
      c.id, c.name, c.name_kana, c.prefecture, c.city, c.address1, c.address2, c.job, c.job_detail, c.birthday_enc, c.is_corporate,
      f.clause, f.identification_kind, f.document_name, f.document_issuer, f.document_number_enc, f.verified_name, f.verified_birthday_enc,
      f.verified_address
    from customer c
    left join identification f on f.customer_id = c.id and f.company_id = ${request.company_id} and ${isIdentified('f')}
    where c.id = ${request.customer_id}`.compile(tx)
}

const customerLocked = (tx: Tx, customerId: number): CompiledQuery =>
  sql`select id from customer where id = ${customerId} for no key update`.compile(tx)

export async function lockCustomer(tx: Tx, customerId: number): Promise<void> {
  await tx.executeQuery(customerLocked(tx, customerId))
}

export interface SoldRecord {
  id: number
  slug: string
  status: number
  name: string
  price: number
  ledger_class: string
  brand_name: string
  category_name: string
  product_number: string
  color: string
  material: string
  size: string
  gender: number | null
  serial_number: string
  features: string
  accessories: number
  damages: { label: string; place: string }[]
}

/** The accepted articles of a request, locked, with what the ledger says of them. */
function acceptedLocked(tx: Tx, request: Asked): CompiledQuery {
  return sql`
    select i.id, i.slug, i.status, i.name, i.price, k.ledger_class, coalesce(b.name, '') as brand_name, k.name as category_name, i.product_number,
      i.color, i.material, i.size, i.gender, i.serial_number, i.features, i.accessories,
      coalesce((select jsonb_agg(jsonb_build_object('label', d.label, 'place', d.place) order by d.position) from deduction d where d.item_id = i.id), '[]') as damages
    from purchase_item i
    join item_category k on k.id = i.category_id
    left join brand b on b.id = i.brand_id
    where i.request_id = ${request.id} and i.status = ${sql.lit(I.ACCEPTED)} order by i.id for update of i`.compile(
    tx,
  )
}

/** Answered requests that look as if they could be closed now, from an id on. */
export async function closable(db: Db, after: number, limit: number): Promise<{ id: number }[]> {
  const { rows } = await sql<{ id: number }>`
    select r.id from purchase_request r
    where r.status = ${sql.lit(S.ANSWERED)} and r.id > ${after} and ${isIdentifiedFor('r.customer_id', 'r.company_id')}
      and not ${isRequestOnHold('r.id')}
    order by r.id limit ${limit}`.execute(db)
  return rows
}
