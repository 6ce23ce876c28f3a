import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { shopCustomerOrder } from '#contract/customer'
import { searchTerms } from '#contract/search-terms'
import { bigrams, foldSearch, withoutSeparators } from '#contract/text'
import { isOwnShop } from '#server/domains/company/shop.predicates'
import { isIdentifiedFor } from '#server/domains/identity/identification.predicates'
import { isBoughtItem } from '#server/domains/item/item.predicates'
import { isOwnRequest } from '#server/domains/purchase-request/purchase-request.predicates'
import type { BusinessActor } from '#server/platform/actor'
import type { IsNews } from '#server/platform/changes'
import type { Db } from '#server/platform/db'
import type { Window } from '#server/platform/paging'
import { type Countable, sharedRows } from '#server/platform/shared-reads'
import { limited, type Part } from '#server/platform/statement'

import { codesWithout, customersOfCodes, idsOf } from './code-search.ts'
import { isBusiness } from './related-shop.service.ts'

export interface ShopCustomerFilter {
  shop: number
  q: string
  name: string
  is_identity_verified: boolean | undefined
}
export type ShopCustomerOrder = { field: (typeof shopCustomerOrder.fields)[number]; desc: boolean }[]

export interface ShopCustomerRow {
  id: number
  name: string
  name_kana: string
  prefecture: string
  is_identity_verified: boolean
  request_count: number
  purchased_total: number
  last_request_at: string | null
  created_at: string
}

const verified = isIdentifiedFor('rs.customer_id', 's.company_id')

function nameConditions(name: string): RawBuilder<SqlBool>[] {
  const folded = foldSearch(name)
  if (folded === '') return []
  // The index holds pairs of letters: useless for one letter, and without their order.
  const pairs = [...folded].length > 1 ? bigrams(name) : []
  return [
    sql<SqlBool>`public.bigram_array(c.search_text) @> ${pairs}::text[]`,
    sql<SqlBool>`strpos(c.search_text, ${folded}) > 0`,
  ]
}

function anythingConditions(actor: BusinessActor, q: string): RawBuilder<SqlBool>[] {
  const terms = searchTerms(q)
  if ('words' in terms) return nameConditions(q)
  const { codes } = terms
  const [only] = codes
  const found = sql<SqlBool>`c.id in (${idsOf(customersOfCodes(actor, codes))})`
  // A few digits may also be a customer's id or part of a telephone number.
  if (codes.length === 1 && only?.kind === 'request')
    return [sql<SqlBool>`(c.id = ${only.id} or c.phone like ${`%${withoutSeparators(q)}%`} or ${found})`]
  return [found]
}

function conditions(actor: BusinessActor, filter: ShopCustomerFilter): RawBuilder<SqlBool> {
  const parts = [sql<SqlBool>`rs.shop_id = ${filter.shop}`, isOwnShop(actor, 's'), isBusiness]
  parts.push(...nameConditions(filter.name))
  if (filter.q !== '') parts.push(...anythingConditions(actor, filter.q))
  if (filter.is_identity_verified !== undefined) {
    parts.push(sql<SqlBool>`${verified} = ${filter.is_identity_verified}`)
  }
  return sql<SqlBool>`${sql.join(parts, sql` and `)}`
}

/** The codes among several for which the list shows no row. */
export async function customerCodesMissing(
  db: Db,
  actor: BusinessActor,
  filter: ShopCustomerFilter,
): Promise<string[]> {
  const terms = searchTerms(filter.q)
  if ('words' in terms || terms.codes.length < 2) return []
  const rows = sql`related_shop rs on rs.customer_id = found.id
    join shop s on s.id = rs.shop_id join customer c on c.id = rs.customer_id
    where ${conditions(actor, { ...filter, q: '' })}`
  return codesWithout(db, terms.codes, customersOfCodes(actor, terms.codes), rows)
}

const source = sql`related_shop rs join shop s on s.id = rs.shop_id join customer c on c.id = rs.customer_id`

/** For statements that read many rows: `customer` is joined only if a condition needs it. Every row has one. */
const countedSource = ({ q, name }: ShopCustomerFilter): Part =>
  q === '' && name === '' ? sql`related_shop rs join shop s on s.id = rs.shop_id` : source

export const shopCustomersToCount =
  (actor: BusinessActor, filter: ShopCustomerFilter): Countable =>
  () =>
    sql`select from ${countedSource(filter)} where ${conditions(actor, filter)}`

const orderBy = { name: sql`c.name_kana collate "C"`, created_at: sql`c.created_at`, id: sql`c.id` }

export async function listShopCustomers(
  db: Db,
  actor: BusinessActor,
  filter: ShopCustomerFilter,
  order: ShopCustomerOrder,
  window: Window,
): Promise<ShopCustomerRow[]> {
  const page = await sharedRows<{ id: number }>(
    db,
    actor.company_id,
    sql`select c.id from ${source} where ${conditions(actor, filter)} order by ${sortingOf(order)} ${limited(window)}`,
  )
  return shopCustomersOfIds(
    db,
    actor,
    filter.shop,
    order,
    page.map(({ id }) => id),
  )
}

export const changedShopCustomers = (
  actor: BusinessActor,
  filter: ShopCustomerFilter,
  isNews: IsNews,
): Part =>
  sql`select rs.customer_id as id, rs.changed_at as at from ${countedSource(filter)}
    where ${conditions(actor, filter)} and ${isNews(sql`rs.changed_at`, sql`rs.customer_id`)}`

export async function shopCustomersOfIds(
  db: Db,
  actor: BusinessActor,
  shop: number,
  order: ShopCustomerOrder,
  ids: readonly number[],
): Promise<ShopCustomerRow[]> {
  const { rows } = await listed(
    actor,
    { shop, q: '', name: '', is_identity_verified: undefined },
    order,
    sql`c.id = any(${ids}::bigint[])`,
  ).execute(db)
  return rows
}

function sortingOf(order: ShopCustomerOrder): Part {
  const keys = order.map(({ field, desc }) => sql`${orderBy[field]} ${desc ? sql`desc` : sql`asc`}`)
  return sql.join([...keys, order[0]?.desc ? sql`c.id desc` : sql`c.id`])
}

/** All rows of the list, in its order. */
export const allShopCustomers = (
  db: Db,
  actor: BusinessActor,
  filter: ShopCustomerFilter,
  order: ShopCustomerOrder,
) => listed(actor, filter, order, sql`true`).compile(db)

function listed(actor: BusinessActor, filter: ShopCustomerFilter, order: ShopCustomerOrder, among: Part) {
  const sorting = sortingOf(order)
  return sql<ShopCustomerRow>`
    with picked as (
      select c.id, c.name, c.name_kana, c.prefecture, c.created_at, ${verified} as is_identity_verified,
        row_number() over (order by ${sorting}) as place
      from ${source} where ${among} and ${conditions(actor, filter)})
    select p.id, p.name, p.name_kana, p.prefecture, p.is_identity_verified, t.request_count, t.purchased_total,
      t.last_request_at, p.created_at
    from picked p cross join lateral (${trade(actor, sql`p.id`)}) t order by p.place`
}

function trade(actor: BusinessActor, customer: RawBuilder<unknown>) {
  return sql`
    select count(distinct r.id) as request_count, max(r.created_at) as last_request_at,
      coalesce(sum(i.price) filter (where ${isBoughtItem('i')}), 0)::bigint as purchased_total,
      round(avg((i.decision = 'sell')::int) filter (where i.price > 0 and i.decision is not null), 3)::float8 as acceptance_rate
    from purchase_request r left join purchase_item i on i.request_id = r.id
    where r.customer_id = ${customer} and ${isOwnRequest(actor, 'r')}`
}

export interface ShopCustomerFacts {
  company_id: number
  is_favorite: boolean
  has_transactions: boolean
  request_count: number
  purchased_total: number
  acceptance_rate: number | null
  receivable: number
  bounce_reason: string
}

/** Null if the reader may not see this customer at this shop. */
export async function shopCustomerFacts(
  db: Db,
  actor: BusinessActor,
  key: { shop_pk: number; id: number },
): Promise<ShopCustomerFacts | null> {
  const { rows } = await sql<ShopCustomerFacts>`
    select s.company_id, rs.is_favorite, rs.has_transactions, t.request_count, t.purchased_total, t.acceptance_rate,
      coalesce((select -a.balance from book_account a
        where a.kind = 'receivable' and a.customer_id = rs.customer_id and a.company_id = s.company_id), 0) as receivable,
      coalesce((select newest.failed_reason from (
          select id, failed_reason from transfer where customer_id = rs.customer_id order by id desc limit 1) newest
        where exists (select from book_entry e join book_account a on a.id = e.debit_account_id
          where e.transfer_id = newest.id and e.kind in ('TRANSFER', 'SPECIAL_WITHDRAWAL')
            and a.company_id = s.company_id)), '') as bounce_reason
    from related_shop rs join shop s on s.id = rs.shop_id cross join lateral (${trade(actor, sql`rs.customer_id`)}) t
    where rs.shop_id = ${key.shop_pk} and rs.customer_id = ${key.id}
      and ${isOwnShop(actor, 's')} and ${isBusiness}`.execute(db)
  return rows[0] ?? null
}

/** Null if the reader may not see this customer at this shop. */
export async function companyOfShopCustomer(
  db: Db,
  actor: BusinessActor,
  key: { shop_pk: number; id: number },
): Promise<number | null> {
  const { rows } = await sql<{ company_id: number }>`
    select s.company_id from related_shop rs join shop s on s.id = rs.shop_id
    where rs.shop_id = ${key.shop_pk} and rs.customer_id = ${key.id}
      and ${isOwnShop(actor, 's')} and ${isBusiness}`.execute(db)
  return rows[0]?.company_id ?? null
}
