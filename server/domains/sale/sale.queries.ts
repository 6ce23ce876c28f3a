import { type CompiledQuery, sql } from 'kysely'
import type * as z from 'zod'
import type { Grade } from '#contract/codes'
import { type saleFilter, saleOrder, type saleRow } from '#contract/sale'
import { type SearchCode, searchTerms } from '#contract/search-terms'
import { foldSearch } from '#contract/text'
import { brandLike } from '#server/domains/catalogue/brand-search.rules'
import { codesOf, codesWithout, idsOf, unionOf } from '#server/domains/customer/code-search'
import { isItemOnHold, isItemSeized } from '#server/domains/hold/hold.predicates'
import { itemsOfCodes } from '#server/domains/item/item.service'
import type { Actor, BusinessActor } from '#server/platform/actor'
import type { IsNews } from '#server/platform/changes'
import type { Db, Tx } from '#server/platform/db'
import { containing } from '#server/platform/like'
import { orderingOf, type Window } from '#server/platform/paging'
import { scopeOf } from '#server/platform/scope'
import { type Countable, sharedRows } from '#server/platform/shared-reads'
import { joined, limited, type Part, selectRows } from '#server/platform/statement'
import { standsSale } from './sale.predicates.ts'

export type SaleFilter = Omit<z.output<typeof saleFilter>, 'page' | 'size'>
export type SaleRow = Omit<z.output<typeof saleRow>, 'id'> & { id: number }

const own = (actor: Actor, alias: string): Part =>
  scopeOf(actor, { company: `${alias}.company_id`, shop: `${alias}.shop_id` })

/** What the law and the house ask about an article before it is sold. Read it under the lock of its request. */
export interface Article {
  id: number
  slug: string
  request: number
  seq: number
  name: string
  company_id: number
  shop_id: number
  shop_name: string
  status: number
  brand_name: string
  category_name: string
  grade: Grade | null
  cost: number
  purchased_on: string | null
  sales_channel: number
  selling_price: number | null
  ledger_class: string
  is_held: boolean
  is_seized: boolean
  /** The sale that stands. */
  sale: number | null
  /** The last day on which it came back from a sale. */
  back_on: string | null
}

/** Of a corrected row of the ledger, the class as it is right; without a row, that of the category. */
const classOf: Part = sql`coalesce(
  (select l.ledger_class from antique_ledger l where l.item_id = i.id and (l.entry_kind = '買受け'
    or l.entry_kind = '訂正' and ledger_root_kind(l.company_id, l.seq) = '買受け') order by l.seq desc limit 1),
  k.ledger_class, '02')`

export async function articlesWhere(db: Db, actor: Actor, which: Part): Promise<Article[]> {
  return selectRows<Article>(
    db,
    sql`select i.id, i.slug, i.request_id as request, i.seq, i.name, i.company_id, i.shop_id, s.name as shop_name, i.status,
      coalesce(b.name, '') as brand_name, coalesce(k.name, '') as category_name, i.grade, coalesce(i.price, 0) as cost,
      (i.purchased_at at time zone 'Asia/Tokyo')::date as purchased_on, i.sales_channel, p.selling_price,
      ${classOf} as ledger_class, ${isItemOnHold('i')} as is_held, ${isItemSeized('i')} as is_seized,
      (select z.id from sale z where z.item_id = i.id and ${standsSale('z')}) as sale,
      (select max(z.returned_on) from sale z where z.item_id = i.id and not z.is_mistake) as back_on
    from purchase_item i join shop s on s.id = i.shop_id
    left join brand b on b.id = i.brand_id left join item_category k on k.id = i.category_id
    left join product p on p.item_id = i.id
    where ${own(actor, 'i')} and ${which} order by i.id`,
  )
}

/** Requests before items, each by id (docs/locking.md). */
export async function lockArticles(tx: Tx, actor: Actor, ids: readonly number[]): Promise<void> {
  await sql`select from purchase_request where id in (
      select i.request_id from purchase_item i where i.id = any(${ids}::bigint[]) and ${own(actor, 'i')})
    order by id for update`.execute(tx)
  await sql`select from purchase_item i where i.id = any(${ids}::bigint[]) and ${own(actor, 'i')} order by i.id for update`.execute(
    tx,
  )
}

export interface ChannelCostRow {
  sales_channel: number
  fee_permille: number
  shipping: number
  handling: number
}

export const channelCosts = (db: Db, companyId: number): Promise<ChannelCostRow[]> =>
  selectRows<ChannelCostRow>(
    db,
    sql`select sales_channel, fee_permille, shipping, handling from channel_cost where company_id = ${companyId} order by sales_channel`,
  )

/** As recorded, for whoever records the same again. */
export interface RecordedSale {
  id: number
  item_id: number
  sales_channel: number
  sold_on: string
  price: number
  fee: number
  shipping: number
  order_number: string
  returned_on: string | null
}

export async function salesOfItems(db: Db, ids: readonly number[]): Promise<RecordedSale[]> {
  return selectRows<RecordedSale>(
    db,
    sql`select id, item_id, sales_channel, sold_on, price, fee, shipping, order_number, returned_on
    from sale where item_id = any(${ids}::bigint[]) order by id desc`,
  )
}

export async function lockSale(tx: Tx, actor: Actor, id: number) {
  const request = sql`select i.request_id from sale s join purchase_item i on i.id = s.item_id where s.id = ${id} and ${own(actor, 's')}`
  await sql`select from purchase_request where id = (${request}) for update`.execute(tx)
  const { rows } = await sql<{
    id: number
    company_id: number
    item_id: number
    sold_on: string
    recorded_on: string
    returned_at: string | null
    ledger_seq: number | null
    version: number
  }>`select s.id, s.company_id, s.item_id, s.sold_on, (s.recorded_at at time zone 'Asia/Tokyo')::date as recorded_on,
      s.returned_at, s.ledger_seq, s.version
    from sale s where s.id = ${id} and ${own(actor, 's')} for update`.execute(tx)
  return rows[0]
}

function anythingCondition(company: number, q: string): Part {
  const terms = searchTerms(q)
  if ('codes' in terms) return sql`s.id in (${idsOf(salesOfCodes(company, terms.codes))})`
  const like = containing(foldSearch(q))
  return sql`s.id in (
    select z.id from sale z where z.company_id = ${company} and z.order_number <> '' and lower(z.order_number) = lower(${q.trim()})
    union all
    select z.id from sale z join purchase_item x on x.id = z.item_id where z.company_id = ${company} and (x.name_folded like ${like}
      or x.brand_id in (select id from brand where search_text like ${brandLike(q)})))`
}

/** Of each code: the sales of its articles, and those of an order with that number. */
function salesOfCodes(company: number, codes: readonly SearchCode[]): Part {
  const numbers = [
    ...codesOf(codes, 'other').map(({ value }) => value),
    ...codesOf(codes, 'phone').map(({ value }) => value),
    ...codesOf(codes, 'parcel').map(({ value }) => value),
    ...codesOf(codes, 'request').map(({ id }) => String(id)),
    ...codesOf(codes, 'item_number').map(({ request, seq }) => `${request}-${seq}`),
  ].map((text) => text.toUpperCase())
  return unionOf([
    sql`select z.id, k.code from (${itemsOfCodes(codes)}) k join sale z on z.item_id = k.id and z.company_id = ${company}`,
    sql`select z.id, upper(z.order_number) from sale z
      where z.company_id = ${company} and z.order_number <> '' and upper(z.order_number) = any(${numbers}::text[])`,
  ])
}

const reference = (column: string, id: number): Part =>
  id === 0 ? sql`${sql.ref(column)} is null` : sql`${sql.ref(column)} = ${id}`

function conditions(actor: BusinessActor, filter: SaleFilter): Part {
  const parts = [own(actor, 's')]
  if (filter.q) parts.push(sql<never>`${anythingCondition(actor.company_id, filter.q)}`)
  if (filter.sales_channel !== undefined) parts.push(sql<never>`s.sales_channel = ${filter.sales_channel}`)
  if (filter.shop !== undefined) parts.push(sql<never>`s.shop_id = ${filter.shop}`)
  if (filter.source !== undefined) parts.push(sql<never>`s.source = ${filter.source}`)
  if (filter.sold_from) parts.push(sql<never>`s.sold_on >= ${filter.sold_from}::date`)
  if (filter.sold_to) parts.push(sql<never>`s.sold_on <= ${filter.sold_to}::date`)
  if (filter.is_returned !== undefined)
    parts.push(sql<never>`(s.returned_at is not null) = ${filter.is_returned}`)
  const ofItem = [
    ...(filter.brand === undefined ? [] : [reference('i.brand_id', filter.brand)]),
    ...(filter.category === undefined ? [] : [reference('i.category_id', filter.category)]),
  ]
  if (ofItem.length > 0)
    parts.push(
      sql<never>`exists (select from purchase_item i where i.id = s.item_id and ${joined(ofItem, ' and ')})`,
    )
  return joined(parts, ' and ')
}

export async function saleCodesMissing(
  db: Db,
  actor: BusinessActor,
  { q, ...filter }: SaleFilter,
): Promise<string[]> {
  const terms = searchTerms(q ?? '')
  if ('words' in terms || terms.codes.length < 2) return []
  const rows = sql`sale s on s.id = found.id where ${conditions(actor, filter)}`
  return codesWithout(db, terms.codes, salesOfCodes(actor.company_id, terms.codes), rows)
}

export const salesToCount =
  (actor: BusinessActor, filter: SaleFilter): Countable =>
  () =>
    sql`select from sale s where ${conditions(actor, filter)}`

const orderColumns = { id: 's.id', sold_on: 's.sold_on', price: 's.price' } as const

const orderParts = (filter: SaleFilter): Part =>
  joined(
    [
      ...orderingOf(filter.ordering, saleOrder).map(
        ({ field, desc }) => sql`${sql.ref(orderColumns[field])} ${sql.raw(desc ? 'desc' : 'asc')}`,
      ),
      sql`s.id desc`,
    ],
    ', ',
  )

const columns = sql`
  s.id, i.slug, i.request_id as request, i.seq, i.name, i.brand_id as brand, coalesce(b.name, '') as brand_name,
  i.category_id as category, coalesce(k.name, '') as category_name, s.shop_id as shop, h.name as shop_name, s.sales_channel,
  s.sold_on, s.price, s.fee, s.shipping, s.handling, coalesce(i.price, 0) as cost,
  s.price - coalesce(i.price, 0) - s.fee - s.shipping - s.handling as profit,
  s.sold_on - (i.purchased_at at time zone 'Asia/Tokyo')::date as days_to_sell, s.source, s.order_number, s.note,
  coalesce(u.name, '') as recorded_by, s.recorded_at, s.returned_at is not null as is_returned, s.is_mistake, s.returned_on,
  s.return_reason, coalesce(v.name, '') as returned_by, s.ledger_seq, s.return_ledger_seq, s.version`
const tables = sql`
  join purchase_item i on i.id = s.item_id join shop h on h.id = s.shop_id
  left join brand b on b.id = i.brand_id left join item_category k on k.id = i.category_id
  left join business_user u on u.id = s.recorded_by left join business_user v on v.id = s.returned_by`

export async function saleById(db: Db, actor: BusinessActor, id: number): Promise<SaleRow | undefined> {
  const [row] = await selectRows<SaleRow>(
    db,
    sql`select ${columns} from sale s ${tables} where s.id = ${id} and ${own(actor, 's')}`,
  )
  return row
}

export async function listSales(
  db: Db,
  actor: BusinessActor,
  filter: SaleFilter,
  window: Window,
): Promise<SaleRow[]> {
  const page = await sharedRows<{ id: number }>(
    db,
    actor.company_id,
    sql`select s.id from sale s where ${conditions(actor, filter)} order by ${orderParts(filter)} ${limited(window)}`,
  )
  return salesOfIds(
    db,
    actor,
    page.map(({ id }) => id),
  )
}

export const changedSales = (actor: BusinessActor, filter: SaleFilter, isNews: IsNews): Part =>
  sql`select s.id, s.changed_at as at from sale s
    where ${conditions(actor, filter)} and ${isNews(sql`s.changed_at`, sql`s.id`)}`

/** In the order of the ids. */
export async function salesOfIds(db: Db, actor: BusinessActor, ids: readonly number[]): Promise<SaleRow[]> {
  return selectRows<SaleRow>(
    db,
    sql`select ${columns} from unnest(${ids}::bigint[]) with ordinality as page(id, place)
    join sale s using (id) ${tables} where ${own(actor, 's')} order by place`,
  )
}

export function allSales(db: Db, actor: BusinessActor, filter: SaleFilter): CompiledQuery<SaleRow> {
  return sql<SaleRow>`select ${columns} from sale s ${tables}
    where ${conditions(actor, filter)} order by ${orderParts(filter)}`.compile(db)
}
