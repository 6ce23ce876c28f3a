import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { requestsIn } from '#contract/lifecycle'
import { sharedStoreKey } from '#contract/setup-input'
import { currentIdentification } from '#server/domains/identity/identification.predicates'
import { isClosedStore } from '#server/domains/store-look/store-look.predicates'
import type { Actor, BusinessActor } from '#server/platform/actor'
import type { Db } from '#server/platform/db'
import { containing } from '#server/platform/like'
import { codes } from '#server/platform/statement'
import { isOwnShop } from './shop.predicates.ts'
import { isColleague } from './staff.queries.ts'

type DeliveringOption = 'PICKUP_AND_SELF' | 'PICKUP_ONLY' | 'SELF_ONLY'

export interface ShopRow {
  id: number
  name: string
  store_key: string
  description: string
  tags: { id: number; name: string }[]
  delivering_option: DeliveringOption
  kit_sizes: number[]
  is_favorite: boolean
  address: { postal_code: string; prefecture: string; city: string; address1: string; address2: string }
  phone: string
  company: { id: number; name: string; license_number: string; public_safety_commission: string }
  return_cost: number
  reply_business_days: number
}

export interface ShopFilter {
  id?: number
  name?: string
  tags?: { ids: number[]; names: string[] }[]
  is_favorite?: boolean
  brand?: number
  store?: string
}

/** The default key, unknown keys and closed stores do not limit the query: such a storefront shows all dealers. */
export const ofStore = (column: string, store: string | undefined): RawBuilder<SqlBool> =>
  !store || store === sharedStoreKey
    ? sql<SqlBool>`true`
    : sql<SqlBool>`(${sql.ref(column)} = ${store} or ${isClosedStore(store)} or not exists (
        select from company k where k.store_key = ${store} and not k.is_operator))`

const handles = (brand: number): RawBuilder<SqlBool> => sql<SqlBool>`exists (
  select from shop_brand h where h.shop_id = s.id and h.brand_id = (select coalesce(w.merged_into, w.id) from brand w where w.id = ${brand}) and not exists (
    select from company_brand p where p.company_id = s.company_id and p.brand_id = h.brand_id and p.is_private))`

export async function shopRows(db: Db, customerId: number | null, filter: ShopFilter): Promise<ShopRow[]> {
  const isFavorite = sql<boolean>`exists (
    select from related_shop rs where rs.shop_id = s.id and rs.customer_id = ${customerId}::bigint and rs.is_favorite)`
  const conditions: RawBuilder<SqlBool>[] = [sql`s.is_open`, ofStore('c.store_key', filter.store)]
  if (filter.id !== undefined) conditions.push(sql`s.id = ${filter.id}`)
  if (filter.name) conditions.push(sql`s.name_folded like ${containing(filter.name)}`)
  if (filter.is_favorite !== undefined) conditions.push(sql`${isFavorite} = ${filter.is_favorite}`)
  if (filter.brand !== undefined) conditions.push(handles(filter.brand))
  for (const tag of filter.tags ?? []) {
    conditions.push(sql`exists (
      select from shop_shop_tag l join shop_tag t on t.id = l.shop_tag_id
      where l.shop_id = s.id and (t.id = any(${tag.ids}::bigint[]) or t.name = any(${tag.names}::text[])))`)
  }
  const { rows } = await sql<ShopRow>`
    select s.id, s.name, s.store_key, s.description, s.delivering_option, s.kit_sizes, s.phone,
      coalesce((
        select jsonb_agg(jsonb_build_object('id', t.id, 'name', t.name) order by t.id)
        from shop_shop_tag l join shop_tag t on t.id = l.shop_tag_id where l.shop_id = s.id
      ), '[]') as tags,
      ${isFavorite} as is_favorite,
      jsonb_build_object('postal_code', s.postal_code, 'prefecture', s.prefecture, 'city', s.city,
        'address1', s.address1, 'address2', s.address2) as address,
      jsonb_build_object('id', c.id, 'name', c.name, 'license_number', c.license_number,
        'public_safety_commission', c.public_safety_commission) as company,
      c.return_cost, c.reply_business_days
    from shop s join company c on c.id = s.company_id
    where ${sql.join(conditions, sql` and `)}
    order by s.id`.execute(db)
  return rows
}

export interface Pace {
  shop_id: number
  offers: number
  lead_time_days: number
  acceptance_rate: number | null
}

const settledStatuses = requestsIn('settled')

export async function paceRows(db: Db, since: string, fewest: number): Promise<Pace[]> {
  const { rows } = await sql<Pace>`
    select r.shop_id, count(*) as offers,
      round(percentile_cont(0.5) within group (
        order by extract(epoch from r.offered_at - r.arrived_at) / 86400)::numeric, 1)::float8 as lead_time_days,
      case when count(*) filter (where r.status in (${codes(settledStatuses)})) >= ${fewest} then
        round(count(*) filter (where r.contracted_at is not null)::numeric
          / count(*) filter (where r.status in (${codes(settledStatuses)})), 2)::float8 end as acceptance_rate
    from purchase_request r
    where r.offered_at >= ${since} and r.arrived_at is not null
    group by r.shop_id
    having count(*) >= ${fewest}`.execute(db)
  return rows
}

export interface DealerRow {
  id: number
  name: string
  license_number: string
  public_safety_commission: string
  representative: string
  address: string
  phone: string
  store_key: string
  shops: { id: number; name: string; address: string }[]
}

export async function dealerRows(db: Db, store?: string): Promise<DealerRow[]> {
  const { rows } = await sql<DealerRow>`
    select c.id, c.name, c.license_number, c.public_safety_commission, c.representative, c.address, c.phone,
      c.store_key,
      coalesce((
        select jsonb_agg(jsonb_build_object('id', s.id, 'name', s.name,
          'address', concat(s.prefecture, s.city, s.address1, s.address2)) order by s.id)
        from shop s where s.company_id = c.id
      ), '[]') as shops
    from company c
    where not c.is_operator and ${ofStore('c.store_key', store)}
    order by c.id`.execute(db)
  return rows
}

export async function shopTagRows(db: Db, store?: string) {
  const { rows } = await sql<{ id: number; name: string }>`
    select t.id, t.name from shop_tag t
    where exists (
      select from shop_shop_tag l join shop s on s.id = l.shop_id join company c on c.id = s.company_id
      where l.shop_tag_id = t.id and s.is_open and ${ofStore('c.store_key', store)})
    order by t.id`.execute(db)
  return rows
}

export async function openShop(db: Db, id: number) {
  return db
    .selectFrom('shop')
    .select(['id', 'company_id'])
    .where('id', '=', id)
    .where('is_open', '=', true)
    .executeTakeFirst()
}

export async function ownShop(db: Db, actor: BusinessActor, id: number) {
  const { rows } = await sql<{ id: number }>`
    select s.id from shop s
    where s.id = ${id} and ${isOwnShop(actor, 's')}`.execute(db)
  return rows[0]
}

export interface RelatedShopRow {
  identification_kind: number
  ekyc_status: number
  is_favorite: boolean
  has_transactions: boolean
}

export async function relatedShopRow(
  db: Db,
  customerId: number,
  shop: { id: number; company_id: number },
): Promise<RelatedShopRow> {
  const { rows } = await sql<RelatedShopRow>`
    select coalesce(i.identification_kind, 0) as identification_kind, coalesce(i.ekyc_status, 0) as ekyc_status,
      coalesce(rs.is_favorite, false) as is_favorite, coalesce(rs.has_transactions, false) as has_transactions
    from (select 1) as one
    left join related_shop rs on rs.customer_id = ${customerId} and rs.shop_id = ${shop.id}
    left join lateral ${currentIdentification(sql`${customerId}`, sql`${shop.company_id}`)} i on true`.execute(
    db,
  )
  return rows[0] as RelatedShopRow
}

export async function assessorRows(
  db: Db,
  actor: Actor,
  { former = false }: { former?: boolean | undefined },
) {
  const { rows } = await sql<{
    id: number
    name: string
    is_active: boolean
    shop: number | null
    shops: number[]
  }>`
    select b.id, b.name, b.is_active, case when cardinality(own.shops) = 1 then own.shops[1] end as shop, to_jsonb(own.shops) as shops
    from business_user b
    cross join lateral (
      select array(select l.shop_id from business_user_shop l where l.business_user_id = b.id order by l.shop_id) as shops
    ) own
    where ${isColleague(actor)} and (b.can_sign_in ${former ? sql`or not b.is_active` : sql``})
    order by b.is_active desc, b.id`.execute(db)
  return rows
}
