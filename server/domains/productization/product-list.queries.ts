import { sql } from 'kysely'
import type { CallQuery } from '#contract/call'
import { addDays, tokyoDate } from '#contract/day'
import { itemStatus as I, isBought } from '#contract/lifecycle'
import { lateAfterDays, type ProductStage } from '#contract/product'
import { type productizationCalls, productOrder } from '#contract/productization'
import { searchTerms } from '#contract/search-terms'
import { codesWithout } from '#server/domains/customer/code-search'
import { isItemOnHold } from '#server/domains/hold/hold.predicates'
import { isBoughtItem } from '#server/domains/item/item.predicates'
import {
  allMatching,
  brandCondition,
  itemsOfCodes,
  type ListedItem,
  listedColumns,
  listedTables,
  meetsAny,
  type OrderPart,
  pageMatching,
  referenceCondition,
  waysToMatch,
} from '#server/domains/item/item.service'
import { isSoldOn } from '#server/domains/sale/sale.predicates'
import type { BusinessActor } from '#server/platform/actor'
import type { IsNews } from '#server/platform/changes'
import type { Db } from '#server/platform/db'
import { orderingOf, type Window } from '#server/platform/paging'
import { scopeOf } from '#server/platform/scope'
import { type Countable, readTogether, sharedRows } from '#server/platform/shared-reads'
import { codes, fixed, joined, type Part, selectRows } from '#server/platform/statement'

export type ProductFilter = Omit<CallQuery<typeof productizationCalls.list>, 'page' | 'size'>

/** A new parameter each day, not each instant: counts are shared while it is the same. */
const lateBefore = (at: Date): Part =>
  sql`${`${addDays(tokyoDate(at), -lateAfterDays)}T00:00:00+09:00`}::timestamptz`

const unfinished = sql`i.status in (${codes([I.PURCHASED, I.PRODUCTIZING])})`
const isLate = (at: Date) =>
  sql<boolean>`(${unfinished} and i.purchased_at is not null and i.purchased_at < ${lateBefore(at)})`

/** Without a row nothing was done yet. */
const stageIs = (stage: ProductStage): Part => {
  const written = sql`exists (select from product p where p.item_id = i.id and p.stage = ${sql.lit(stage)})`
  const unwritten = sql`not exists (select from product p where p.item_id = i.id)`
  return stage === 'photo'
    ? sql`${unfinished} and (${written} or ${unwritten})`
    : sql`${unfinished} and ${written}`
}

/** One status alone, so that an index is found for it; with a status that no product has, it would be read to its end. */
function hasStatus(status: number | undefined): Part {
  if (status === undefined) return isBoughtItem('i')
  return isBought(status) ? sql`i.status = ${sql.lit(status)}` : sql`false`
}

/** Without what is searched for: `waysToMatch`. */
function conditions(actor: BusinessActor, filter: ProductFilter): Part {
  const parts: Part[] = [
    scopeOf(actor, { company: 'i.company_id', shop: 'i.shop_id' }),
    hasStatus(filter.status),
  ]
  if (filter.stage) parts.push(stageIs(filter.stage))
  if (filter.is_finished !== undefined) parts.push(filter.is_finished ? sql`not ${unfinished}` : unfinished)
  if (filter.is_sold !== undefined)
    parts.push(filter.is_sold ? isSoldOn('i.id') : sql`not ${isSoldOn('i.id')}`)
  if (filter.is_late !== undefined)
    parts.push(filter.is_late ? isLate(actor.at) : sql`not ${isLate(actor.at)}`)
  if (filter.shop !== undefined) parts.push(sql`i.shop_id = ${filter.shop}`)
  if (filter.brand !== undefined) parts.push(brandCondition(filter.brand))
  if (filter.category !== undefined) parts.push(referenceCondition('i.category_id', filter.category))
  if (filter.sales_channel !== undefined) parts.push(sql`i.sales_channel = ${filter.sales_channel}`)
  return joined(parts, ' and ')
}

const orderColumns: Record<(typeof productOrder.fields)[number], Part> = {
  id: sql`i.id`,
  purchased_at: sql`i.purchased_at`,
  price: sql`i.price`,
  selling_price: sql`p.selling_price`,
  completeness: sql`coalesce(p.completeness, 0)`,
}
const ofProduct = new Set(['selling_price', 'completeness'])

export const productsToCount = (actor: BusinessActor, filter: ProductFilter): Countable =>
  allMatching(
    waysToMatch(actor.company_id, filter.q),
    (match) => sql`purchase_item i where ${conditions(actor, filter)} and ${match}`,
  )

export interface ListedProduct extends ListedItem {
  id: number
  selling_price: number | null
  stage: string
  completeness: number
  missing: string[]
  thumbnail_key: string | null
  waiting_days: number
  is_late: boolean
  is_held: boolean
  is_sold: boolean
  is_unwritten: boolean
  version: number
}

/** The small one of the first photo. Which is the first is settled before any file is looked up. */
const firstThumbnail = (photos: 'product_photo' | 'item_photo'): Part =>
  sql`(select coalesce(nullif(f.thumbnail_key, ''), f.key) from stored_file f where f.id = (
    select h.file_id from ${sql.table(photos)} h where h.item_id = i.id order by h.position, h.id limit 1))`

const fixedColumns = fixed(
  () => sql`
  i.id, ${listedColumns}, p.selling_price, coalesce(p.stage, 'photo') as stage, coalesce(p.completeness, 0) as completeness,
  coalesce(p.missing, '{}') as missing, p.item_id is null as is_unwritten, coalesce(p.version, 0) as version,
  ${isItemOnHold('i')} as is_held, ${isSoldOn('i.id')} as is_sold,
  coalesce(${firstThumbnail('product_photo')}, ${firstThumbnail('item_photo')}) as thumbnail_key`,
)

/** Of the items `i`, `p` their products; to be joined with `listedTables`. */
export const productColumns = (at: Date): Part => sql`
  ${fixedColumns()},
  coalesce(greatest(0, ${tokyoDate(at)}::date - (i.purchased_at at time zone 'Asia/Tokyo')::date), 0) as waiting_days,
  ${isLate(at)} as is_late`
export const productTables = sql`left join product p on p.item_id = i.id ${listedTables}`

export async function productRows(
  db: Db,
  actor: BusinessActor,
  filter: ProductFilter,
  window: Window,
): Promise<ListedProduct[]> {
  const order = orderingOf(filter.ordering, productOrder)
  const product = order.some(({ field }) => ofProduct.has(field))
    ? sql`left join product p on p.item_id = i.id`
    : sql``
  const by = order.map(({ field, desc }): OrderPart => {
    const direction = desc ? 'desc' : 'asc'
    return {
      by: orderColumns[field],
      direction: field.endsWith('price') ? `${direction} nulls last` : direction,
    }
  })
  const page = await pageMatching(
    db,
    actor.company_id,
    waysToMatch(actor.company_id, filter.q),
    [...by, { by: sql`i.id`, direction: 'asc' }],
    window,
    (match) => sql`purchase_item i ${product} where ${conditions(actor, filter)} and ${match}`,
  )
  return productsOfIds(db, actor, page)
}

/**
 * One to which nothing was done yet changes with its article. Those are looked for only up to the last of the others that
 * are needed: most articles have been written, and are skipped one by one.
 */
export const changedProducts = (
  actor: BusinessActor,
  filter: ProductFilter,
  isNews: IsNews,
  limit: number,
): Part => {
  const wanted = sql`${conditions(actor, filter)} and ${meetsAny(waysToMatch(actor.company_id, filter.q))}`
  const last = (column: Part) => sql`(select ${column} from written order by at, id offset ${limit - 1})`
  return sql`
  with written as materialized (
    select i.id, p.changed_at as at from product p join purchase_item i on i.id = p.item_id
      where ${wanted} and ${scopeOf(actor, { company: 'p.company_id' })}
        and ${isNews(sql`p.changed_at`, sql`p.item_id`)}
      order by p.changed_at, p.item_id limit ${limit})
  select id, at from written
  union all
  (select i.id, i.changed_at as at from purchase_item i
    where ${wanted} and not exists (select from product p where p.item_id = i.id)
      and ${isNews(sql`i.changed_at`, sql`i.id`)}
      and (i.changed_at, i.id) <= (coalesce(${last(sql`at`)}, 'infinity'), coalesce(${last(sql`id`)}, 0))
    order by i.changed_at, i.id limit ${limit})`
}

/** In the order of the ids. Read once for all who open the same page of the queue at the same moment. */
export async function productsOfIds(
  db: Db,
  actor: BusinessActor,
  ids: readonly number[],
): Promise<ListedProduct[]> {
  const rows = await readTogether<ListedProduct>(
    db,
    sql`select ${productColumns(actor.at)}
      from unnest(${ids}::bigint[]) with ordinality as page(id, place)
      join purchase_item i using (id) ${productTables}
      where ${scopeOf(actor, { company: 'i.company_id', shop: 'i.shop_id' })} order by place`,
  )
  return [...rows]
}

/** The codes among several for which the list shows no row. */
export async function productCodesMissing(
  db: Db,
  actor: BusinessActor,
  { q, ...filter }: ProductFilter,
): Promise<string[]> {
  const terms = searchTerms(q ?? '')
  if ('words' in terms || terms.codes.length < 2) return []
  const rows = sql`purchase_item i on i.id = found.id where ${conditions(actor, filter)}`
  return codesWithout(db, terms.codes, itemsOfCodes(terms.codes), rows)
}

export interface StageCount {
  stage: string
  n: number
  late: number
}

export async function stageCounts(
  db: Db,
  actor: BusinessActor,
  shop: number | undefined,
): Promise<readonly StageCount[]> {
  const own = conditions(actor, { shop })
  return sharedRows<StageCount>(
    db,
    actor.company_id,
    sql`select coalesce(p.stage, 'photo') as stage, count(*) as n,
        count(*) filter (where i.purchased_at < ${lateBefore(actor.at)}) as late
      from purchase_item i left join product p on p.item_id = i.id where ${own} and ${unfinished} group by 1`,
  )
}

export async function finishedToday(db: Db, actor: BusinessActor, shop: number | undefined): Promise<number> {
  const [row] = await selectRows<{ n: number }>(
    db,
    sql`select count(*) as n from product p
      where ${scopeOf(actor, { company: 'p.company_id', shop: 'p.shop_id' })} and p.finished_by = ${actor.business_user_id}
        and p.finished_at >= ${`${tokyoDate(actor.at)}T00:00:00+09:00`}::timestamptz
        and (${shop ?? null}::bigint is null or p.shop_id = ${shop ?? null}::bigint)`,
  )
  return row?.n ?? 0
}
