import { type CompiledQuery, type RawBuilder, type Selectable, type SqlBool, sql } from 'kysely'
import type { Grade } from '#contract/codes'
import type { Filled } from '#contract/comment-text'
import { type GapBand, gapBandNames, gapStarts, wideGaps } from '#contract/insight'
import { type DeductionShown, itemOrder } from '#contract/item'
import { searchTerms } from '#contract/search-terms'
import { codesWithout } from '#server/domains/customer/code-search'
import { isItemOnHold } from '#server/domains/hold/hold.predicates'
import { namedLowOf } from '#server/domains/pre-assessment/pre-assessment.predicates'
import type { Actor, BusinessActor } from '#server/platform/actor'
import type { IsNews } from '#server/platform/changes'
import type { Db, Tx } from '#server/platform/db'
import type { purchase_item } from '#server/platform/db-types'
import { contains, startingWith } from '#server/platform/like'
import { orderingOf, type Window } from '#server/platform/paging'
import type { PictureRow } from '#server/platform/picture'
import { scopeOf } from '#server/platform/scope'
import type { Countable } from '#server/platform/shared-reads'
import { codes, daysBetween, joined, type Part, selectRows } from '#server/platform/statement'
import { isBoughtItem, isInBox, needsOtherAssessor } from './item.predicates.ts'
import { isDisputed } from './item.rules.ts'
import {
  allMatching,
  isOfCustomer,
  itemsOfCodes,
  matchingAny,
  meetsAny,
  type OrderPart,
  pageMatching,
  waysToMatch,
} from './item-search.queries.ts'

const scopeColumns = { customer: 'r.customer_id', company: 'i.company_id', shop: 'i.shop_id' } as const

export async function itemBySlug(db: Db, actor: Actor, slug: string) {
  const { rows } = await sql<ItemRecord>`
    select i.*, i.request_id as request, i.shop_id as shop, s.name as shop_name, c.name as customer_name, r.status as request_status, r.offered_at, r.second_look_at, r.second_look_answered_at, r.second_look_items,
      b.name as brand_name, k.name as category_name, g.name as campaign_name, e.name as edited_by_name,
      (select o.seq from purchase_item o where o.id = i.origin_id) as origin_seq, ${namedLowOf('i')} as named_low,
      ${isItemOnHold('i')} as is_held, ${needsOtherAssessor(actor)} as needs_other_assessor,
      coalesce((select jsonb_agg(jsonb_build_object('label', d.label, 'place', d.place, 'amount', d.amount, 'photo', d.photo_id, 'mark', d.mark) order by d.position)
        from deduction d where d.item_id = i.id), '[]') as deductions
    from purchase_item i
    join purchase_request r on r.id = i.request_id
    join shop s on s.id = i.shop_id
    join customer c on c.id = r.customer_id
    left join brand b on b.id = i.brand_id
    left join item_category k on k.id = i.category_id
    left join campaign g on g.id = i.campaign_id
    left join business_user e on e.id = i.edited_by
    where i.slug = ${slug} and ${scopeOf(actor, scopeColumns)}`.execute(db)
  return rows[0]
}

export interface ItemRecord extends Omit<Selectable<purchase_item>, 'comment_filled'> {
  request: number
  request_status: number
  offered_at: string | null
  second_look_at: string | null
  second_look_answered_at: string | null
  second_look_items: string[]
  shop: number
  shop_name: string
  customer_name: string
  named_low: number | null
  brand_name: string | null
  category_name: string | null
  campaign_name: string | null
  edited_by_name: string | null
  origin_seq: number | null
  comment_filled: Filled[]
  deductions: DeductionShown[]
  is_held: boolean
  /** Whether the actor assessed it before the customer asked for a second look. */
  needs_other_assessor: boolean
}

export async function photosOf(db: Db, itemId: number): Promise<PictureRow[]> {
  const { rows } = await sql<PictureRow>`
    select p.id, f.key, f.thumbnail_key, p.kind, p.caption
    from item_photo p join stored_file f on f.id = p.file_id
    where p.item_id = ${itemId} order by p.position, p.id`.execute(db)
  return rows
}

export async function itemHistory(db: Db, itemId: number) {
  return db
    .selectFrom('item_history')
    .select(['id', 'from_status', 'to_status', 'actor_name', 'actor_kind', 'reason', 'at'])
    .where('item_id', '=', itemId)
    .orderBy('id')
    .execute()
}

type Columns<Name extends keyof Selectable<purchase_item>> = Pick<Selectable<purchase_item>, Name>

export interface SummaryRow
  extends Columns<
    | 'id'
    | 'slug'
    | 'seq'
    | 'name'
    | 'status'
    | 'grade'
    | 'price'
    | 'authenticity'
    | 'purchased_at'
    | 'disposed_at'
  > {
  brand_name: string
  category_name: string
  photo_id: number | null
  key: string | null
  thumbnail_key: string | null
  kind: string | null
  caption: string | null
}

export async function itemsOfRequest(db: Db, requestId: number): Promise<SummaryRow[]> {
  return selectRows<SummaryRow>(
    db,
    sql`
    select i.id, i.slug, i.seq, i.name, i.status, coalesce(b.name, '') as brand_name, coalesce(k.name, '') as category_name, i.grade, i.price, i.authenticity, i.purchased_at, i.disposed_at,
      p.id as photo_id, p.key, p.thumbnail_key, p.kind, p.caption
    from purchase_item i
    left join brand b on b.id = i.brand_id
    left join item_category k on k.id = i.category_id
    left join lateral (
      select p.id, f.key, f.thumbnail_key, p.kind, p.caption from item_photo p join stored_file f on f.id = p.file_id
      where p.item_id = i.id order by p.position, p.id limit 1
    ) p on true
    where i.request_id = ${requestId} order by i.seq`,
  )
}

/** Call with the request locked. */
export async function lockItems(tx: Tx, requestId: number) {
  return tx
    .selectFrom('purchase_item')
    .selectAll()
    .where('request_id', '=', requestId)
    .orderBy('id')
    .forUpdate()
    .execute()
}

export interface ItemFilter {
  q?: string | undefined
  slug?: string | undefined
  name?: string | undefined
  status?: number | undefined
  customer_name?: string | undefined
  shop?: number | undefined
  brand?: number | undefined
  category?: number | undefined
  purchased_from?: string | undefined
  purchased_to?: string | undefined
  published_from?: string | undefined
  published_to?: string | undefined
  priced_by?: number | undefined
  past_gap?: GapBand | 'wide' | undefined
  ordering?: string | undefined
}

/** As figures count purchases: without what was rescinded. */
function purchaseConditions({ purchased_from, purchased_to }: ItemFilter): Part[] {
  const days = daysBetween('i.purchased_at', purchased_from, purchased_to)
  return days.length > 0 ? [sql`i.purchased_at is not null and ${isBoughtItem('i')}`, ...days] : []
}

function publishedConditions(actor: BusinessActor, filter: ItemFilter): Part[] {
  const parts = daysBetween('f.published_at', filter.published_from, filter.published_to)
  if (filter.priced_by !== undefined) {
    parts.push(sql`f.assessor_id = ${filter.priced_by}`)
    // What a colleague priced is the administrators' to compare.
    if (!actor.is_admin) parts.push(sql`f.assessor_id = ${actor.business_user_id}`)
  }
  if (filter.past_gap) parts.push(gapCondition(filter.past_gap))
  if (parts.length === 0) return []
  const own = scopeOf(actor, { company: 'f.company_id', shop: 'f.shop_id' })
  return [sql`i.id in (select f.item_id from published_item f where ${joined([own, ...parts], ' and ')})`]
}

function gapCondition(gap: GapBand | 'wide'): Part {
  const places = gapBandNames.flatMap((band, place) =>
    (gap === 'wide' ? wideGaps.includes(band) : band === gap) ? [place] : [],
  )
  return sql`f.past_deviation is not null and width_bucket(f.past_deviation, ${gapStarts}::integer[]) in (${codes(places)})`
}

/** Links and saved views may still name a brand that was merged. */
export const brandCondition = (id: number): RawBuilder<SqlBool> =>
  id === 0
    ? sql<SqlBool>`i.brand_id is null`
    : sql<SqlBool>`i.brand_id = (select coalesce(w.merged_into, w.id) from brand w where w.id = ${id})`

export const referenceCondition = (column: string, id: number): RawBuilder<SqlBool> =>
  id === 0 ? sql<SqlBool>`${sql.ref(column)} is null` : sql<SqlBool>`${sql.ref(column)} = ${id}`

/** Without what is searched for: `waysToMatch`. */
function itemConditions(actor: BusinessActor, filter: ItemFilter): Part {
  const parts: Part[] = [scopeOf(actor, { company: 'i.company_id', shop: 'i.shop_id' }), isInBox('i')]
  if (filter.slug) parts.push(sql`i.slug like ${startingWith(filter.slug.toLowerCase())}`)
  if (filter.status !== undefined) parts.push(sql`i.status = ${filter.status}`)
  if (filter.shop !== undefined) parts.push(sql`i.shop_id = ${filter.shop}`)
  if (filter.brand !== undefined) parts.push(brandCondition(filter.brand))
  if (filter.category !== undefined) parts.push(referenceCondition('i.category_id', filter.category))
  parts.push(...purchaseConditions(filter), ...publishedConditions(actor, filter))
  if (filter.name) parts.push(contains('i.name_folded', filter.name))
  if (filter.customer_name) parts.push(isOfCustomer(actor.company_id, filter.customer_name))
  return joined(parts, ' and ')
}

/** The codes among several for which the list shows no row. */
export async function itemCodesMissing(
  db: Db,
  actor: BusinessActor,
  { q, ...filter }: ItemFilter,
): Promise<string[]> {
  const terms = searchTerms(q ?? '')
  if ('words' in terms || terms.codes.length < 2) return []
  const rows = sql`purchase_item i on i.id = found.id where ${itemConditions(actor, filter)}`
  return codesWithout(db, terms.codes, itemsOfCodes(terms.codes), rows)
}

const orderColumns = {
  id: 'i.id',
  created_at: 'i.id',
  price: 'i.price',
  status: 'i.status',
  name: 'i.name',
} as const satisfies Record<(typeof itemOrder.fields)[number], string>

const itemsMatching = (actor: BusinessActor, filter: ItemFilter) => (match: Part) =>
  sql`purchase_item i where ${itemConditions(actor, filter)} and ${match}`

export const itemsToCount = (actor: BusinessActor, filter: ItemFilter): Countable =>
  allMatching(waysToMatch(actor.company_id, filter.q), itemsMatching(actor, filter))

const orderParts = (filter: ItemFilter): OrderPart[] => [
  ...orderingOf(filter.ordering, itemOrder).map(({ field, desc }): OrderPart => {
    const direction = desc ? 'desc' : 'asc'
    // Only prices can be null: `nulls last` on other columns would keep the planner from their index.
    return {
      by: sql.ref(orderColumns[field]),
      direction: field === 'price' ? `${direction} nulls last` : direction,
    }
  }),
  { by: sql`i.id`, direction: 'desc' },
]

export interface ListedItem
  extends Columns<
      | 'slug'
      | 'seq'
      | 'name'
      | 'status'
      | 'price'
      | 'purchased_at'
      | 'disposed_at'
      | 'created_at'
      | 'sales_channel'
    >,
    Pick<ItemRecord, 'request' | 'shop' | 'shop_name' | 'customer_name'> {
  brand: number | null
  brand_name: string
  category: number | null
  category_name: string
  grade: Grade | null
}

type DisputeFacts = Pick<
  ItemRecord,
  'request_status' | 'second_look_at' | 'second_look_answered_at' | 'second_look_items'
>

/** Of the items `i` and `listedTables`. */
export const listedColumns = sql`
  i.slug, i.seq, i.name, i.status, i.request_id as request, i.shop_id as shop, s.name as shop_name, c.name as customer_name,
  i.brand_id as brand, coalesce(b.name, '') as brand_name, i.category_id as category, coalesce(k.name, '') as category_name,
  i.grade, i.price, i.purchased_at, i.disposed_at, i.created_at, i.sales_channel`
const disputeColumns = sql`r.status as request_status, r.second_look_at, r.second_look_answered_at, r.second_look_items`
export const listedTables = sql`
  join purchase_request r on r.id = i.request_id join customer c on c.id = r.customer_id join shop s on s.id = i.shop_id
  left join brand b on b.id = i.brand_id left join item_category k on k.id = i.category_id`

export async function listItems(db: Db, actor: BusinessActor, filter: ItemFilter, window: Window) {
  const page = await pageMatching(
    db,
    actor.company_id,
    waysToMatch(actor.company_id, filter.q),
    orderParts(filter),
    window,
    itemsMatching(actor, filter),
  )
  return itemsOfIds(db, actor, page)
}

/** In the order of the ids. */
export async function itemsOfIds(db: Db, actor: BusinessActor, ids: readonly number[]) {
  const rows = await selectRows<ListedItem & DisputeFacts & { id: number }>(
    db,
    sql`
    select i.id, ${listedColumns}, ${disputeColumns} from unnest(${ids}::bigint[]) with ordinality as page(id, place)
    join purchase_item i using (id) ${listedTables}
    where ${scopeOf(actor, { company: 'i.company_id', shop: 'i.shop_id' })} order by place`,
  )
  return rows.map((row) => ({ ...row, is_disputed: isDisputed({ ...row, status: row.request_status }, row) }))
}

export const changedItems = (actor: BusinessActor, filter: ItemFilter, isNews: IsNews): Part =>
  sql`select i.id, i.changed_at as at from purchase_item i
    where ${itemConditions(actor, filter)} and ${meetsAny(waysToMatch(actor.company_id, filter.q))}
      and ${isNews(sql`i.changed_at`, sql`i.id`)}`

export function allItems(db: Db, actor: BusinessActor, filter: ItemFilter): CompiledQuery<ListedItem> {
  const found = matchingAny(
    waysToMatch(actor.company_id, filter.q),
    (match) => sql`select i.id from ${itemsMatching(actor, filter)(match)}`,
  )
  const order = orderParts(filter).map(({ by, direction }) => sql`${by} ${sql.raw(direction)}`)
  return sql<ListedItem>`
    select ${listedColumns} from ${found} join purchase_item i using (id) ${listedTables}
    order by ${joined(order, ', ')}`.compile(db)
}

export interface Kind {
  brand: number
  category: number
  band: string
}

/** Without what campaigns added: that says nothing about what an article is worth. */
export async function pastPrices(
  db: Db,
  companyId: number,
  kinds: readonly Kind[],
  since: Date,
): Promise<number[][]> {
  if (kinds.length === 0) return []
  const { rows } = await sql<{ prices: number[] }>`
    select array(
      select p.price - p.uplift from purchase_item p
      where p.company_id = ${companyId} and p.brand_id = k.brand and p.category_id = k.category and left(p.grade, 1) = k.band
        and p.purchased_at >= ${since.toISOString()} and p.purchased_at is not null and ${isBoughtItem('p')}
      order by p.purchased_at desc limit 2000
    ) as prices
    from rows from (unnest(
      ${kinds.map(({ brand }) => brand)}::bigint[], ${kinds.map(({ category }) => category)}::bigint[],
      ${kinds.map(({ band }) => band)}::text[]
    )) with ordinality as k(brand, category, band, position) order by k.position`.execute(db)
  return rows.map(({ prices }) => prices.map(Number))
}

export async function keepEvidence(
  tx: Tx,
  items: readonly { id: number; evidence: object | null }[],
): Promise<void> {
  const evidences = items.map(({ evidence }) => (evidence === null ? null : JSON.stringify(evidence)))
  await sql`
    update purchase_item i set evidence = e.evidence::jsonb
    from unnest(${items.map(({ id }) => id)}::bigint[], ${evidences}::text[]) as e(id, evidence)
    where i.id = e.id and i.evidence is distinct from e.evidence::jsonb`.execute(tx)
}
