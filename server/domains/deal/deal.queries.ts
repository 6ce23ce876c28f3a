import { type Selectable, sql } from 'kysely'
import { requestStatus as S } from '#contract/lifecycle'
import { isRequestOnHold, isSoldSeized } from '#server/domains/hold/hold.predicates'
import { isIdentified, isIdentifiedFor } from '#server/domains/identity/identification.predicates'
import type { Db, Tx } from '#server/platform/db'
import type { customer, identification, item_category, purchase_item } from '#server/platform/db-types'

type OfCustomer =
  | 'id'
  | 'name'
  | 'name_kana'
  | 'prefecture'
  | 'city'
  | 'address1'
  | 'address2'
  | 'job'
  | 'job_detail'
  | 'birthday_enc'
  | 'is_corporate'
  | 'agent_name'
  | 'agent_name_kana'
  | 'agent_authority'
type OfIdentification =
  | 'clause'
  | 'identification_kind'
  | 'document_name'
  | 'document_issuer'
  | 'document_number_enc'
  | 'verified_name'
  | 'verified_agent_name'
  | 'verified_birthday_enc'
  | 'verified_address'
type Papers = Pick<Selectable<identification>, OfIdentification> & {
  identification_id: number
  /** The identification already served an earlier deal with the dealer. */
  is_returning: boolean
}
type Person = Pick<Selectable<customer>, OfCustomer>
export type SellerRecord = Person & Papers
/** Without papers before the dealer has identified the person. */
export type PersonRecord = Person & (Papers | { [Column in keyof Papers]: null })

const sellerColumns = sql`
  c.id, c.name, c.name_kana, c.prefecture, c.city, c.address1, c.address2, c.job, c.job_detail, c.birthday_enc, c.is_corporate, c.agent_name, c.agent_name_kana, c.agent_authority,
  f.id as identification_id, f.clause, f.identification_kind, f.document_name, f.document_issuer, f.document_number_enc,
  f.verified_name, f.verified_agent_name, f.verified_birthday_enc, f.verified_address,
  exists (select from purchase_request p where p.customer_id = f.customer_id and p.company_id = f.company_id
    and p.contracted_at >= f.verified_at) as is_returning`

interface Of {
  customer_id: number
  company_id: number
}

/** The seller with the identification in force for the dealer; undefined without one. */
export async function sellerOf(tx: Tx, request: Of): Promise<SellerRecord | undefined> {
  const { rows } = await sql<SellerRecord>`
    select ${sellerColumns}
    from customer c join identification f on f.customer_id = c.id
    where c.id = ${request.customer_id} and f.company_id = ${request.company_id} and ${isIdentified('f')}`.execute(
    tx,
  )
  return rows[0]
}

export async function personOf(tx: Tx, request: Of): Promise<PersonRecord> {
  const { rows } = await sql<PersonRecord>`
    select ${sellerColumns}
    from customer c
    left join identification f on f.customer_id = c.id and f.company_id = ${request.company_id} and ${isIdentified('f')}
    where c.id = ${request.customer_id}`.execute(tx)
  const [person] = rows
  if (!person) throw new Error(`customer ${request.customer_id} not found`)
  return person
}

type OfItem =
  | 'id'
  | 'status'
  | 'name'
  | 'product_number'
  | 'color'
  | 'material'
  | 'size'
  | 'gender'
  | 'serial_number'
  | 'features'
  | 'accessories'
export type ArticleRecord = Pick<Selectable<purchase_item>, OfItem> & {
  price: number
  ledger_class: Selectable<item_category>['ledger_class']
  brand_name: string
  category_name: string
  damages: { label: string; place: string }[]
}

/** Locks the items of a request. Accepted ones have a price and a category. */
export async function lockArticles(tx: Tx, requestId: number): Promise<ArticleRecord[]> {
  const { rows } = await sql<ArticleRecord>`
    select i.id, i.status, i.name, i.price, k.ledger_class, coalesce(b.name, '') as brand_name, k.name as category_name, i.product_number,
      i.color, i.material, i.size, i.gender, i.serial_number, i.features, i.accessories,
      coalesce((select jsonb_agg(jsonb_build_object('label', d.label, 'place', d.place) order by d.position)
        from deduction d where d.item_id = i.id), '[]') as damages
    from purchase_item i
    left join item_category k on k.id = i.category_id
    left join brand b on b.id = i.brand_id
    where i.request_id = ${requestId} order by i.id for update of i`.execute(tx)
  return rows
}

export async function closableRequests(db: Db, after: number, limit: number): Promise<{ id: number }[]> {
  const { rows } = await sql<{ id: number }>`
    select r.id from purchase_request r
    where r.status = ${sql.lit(S.ANSWERED)} and r.id > ${after} and ${isIdentifiedFor('r.customer_id', 'r.company_id')}
      and not ${isRequestOnHold('r.id')} and not ${isSoldSeized('r.id')}
    order by r.id limit ${limit}`.execute(db)
  return rows
}
