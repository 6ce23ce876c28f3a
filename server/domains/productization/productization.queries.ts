import { sql } from 'kysely'
import type { DeductionShown } from '#contract/item'
import type { PhotoEdits } from '#contract/productization'
import { isItemOnHold } from '#server/domains/hold/hold.predicates'
import { isBoughtItem } from '#server/domains/item/item.predicates'
import { isSoldOn } from '#server/domains/sale/sale.predicates'
import type { Actor, BusinessActor } from '#server/platform/actor'
import type { Db, Tx } from '#server/platform/db'
import type { PictureRow } from '#server/platform/picture'
import { scopeOf } from '#server/platform/scope'
import { type Part, selectRows } from '#server/platform/statement'
import { type ListedProduct, productColumns, productTables } from './product-list.queries.ts'

export interface ProductRecord extends ListedProduct {
  request_id: number
  request_status: number
  company_id: number
  gender: number | null
  color: string
  material: string
  size: string
  product_number: string
  features: string
  accessories: number
  comment: string
  deductions: DeductionShown[]
  title: string
  description: string
  photo_order_version: number
  edited_by_name: string | null
  edited_at: string | null
}

async function records(db: Db, actor: Actor, condition: Part): Promise<ProductRecord[]> {
  return selectRows<ProductRecord>(
    db,
    sql`select ${productColumns(actor.at)}, i.request_id, r.status as request_status, i.company_id, i.gender, i.color, i.material, i.size, i.product_number, i.features,
        i.accessories, i.comment, coalesce(p.title, '') as title, coalesce(p.description, '') as description,
        coalesce(p.photo_order_version, 0) as photo_order_version, e.name as edited_by_name, p.edited_at,
        coalesce((select jsonb_agg(jsonb_build_object('label', d.label, 'place', d.place, 'amount', d.amount, 'photo', d.photo_id, 'mark', d.mark) order by d.position)
          from deduction d where d.item_id = i.id), '[]') as deductions
      from purchase_item i ${productTables} left join business_user e on e.id = p.edited_by
      where ${condition} and ${scopeOf(actor, { company: 'i.company_id', shop: 'i.shop_id' })} order by i.id`,
  )
}

export const productsBySlug = (db: Db, actor: Actor, slugs: readonly string[]) =>
  records(db, actor, sql`i.slug = any(${slugs}::text[])`)

export interface StoredValue {
  item: number
  attribute: number
  value: string | number | boolean
}

export async function valuesOf(db: Db, items: readonly number[]): Promise<StoredValue[]> {
  const { rows } = await sql<{
    item: number
    attribute: number
    text_value: string | null
    number_value: string | null
    boolean_value: boolean | null
  }>`
    select v.item_id as item, v.attribute_id as attribute, v.text_value, v.number_value, v.boolean_value
    from product_value v where v.item_id = any(${items}::bigint[]) order by v.item_id, v.attribute_id`.execute(
    db,
  )
  return rows.map(({ item, attribute, text_value, number_value, boolean_value }) => ({
    item,
    attribute,
    value: text_value ?? boolean_value ?? Number(number_value),
  }))
}

export interface SalePhotoRow extends PictureRow {
  item: number
  role: string
  original_key: string
  edits: Partial<PhotoEdits>
  looks_like: number | null
  version: number
  sizes: { width: number; height: number; avif_key: string; webp_key: string }[]
}

/** Of 64. Other sizes and qualities of a picture differ in up to six, other articles in more. */
const mostBitsApart = 7

/** All of them, or those of the ids. */
export async function salePhotosOf(
  db: Db,
  items: readonly number[],
  ids: readonly number[] | null = null,
): Promise<SalePhotoRow[]> {
  const { rows } = await sql<SalePhotoRow>`
    with look as materialized (
      select id, item_id, position, ('x' || encode(look_hash, 'hex'))::bit(64) as bits from product_photo
      where item_id = any(${items}::bigint[]))
    select p.item_id as item, p.id, f.key, f.thumbnail_key, p.role as kind, '' as caption, p.role, o.key as original_key, p.edits, p.version,
      (select q.id from look q where q.item_id = p.item_id and (q.position, q.id) < (p.position, p.id)
        and bit_count(q.bits # l.bits) <= ${mostBitsApart}
        order by q.position, q.id limit 1) as looks_like,
      coalesce((select jsonb_agg(jsonb_build_object('width', s.width, 'height', s.height, 'avif_key', s.avif_key, 'webp_key', s.webp_key) order by s.width)
        from stored_file_size s where s.file_id = p.file_id), '[]') as sizes
    from look l join product_photo p on p.id = l.id
      join stored_file f on f.id = p.file_id join stored_file o on o.id = p.original_file_id
    where ${ids}::bigint[] is null or p.id = any(${ids}::bigint[]) order by p.item_id, p.position, p.id`.execute(
    db,
  )
  return rows
}

export async function assessmentPhotosOf(
  db: Db,
  items: readonly number[],
): Promise<(PictureRow & { item: number })[]> {
  const { rows } = await sql<PictureRow & { item: number }>`
    select p.item_id as item, p.id, f.key, f.thumbnail_key, p.kind, p.caption
    from item_photo p join stored_file f on f.id = p.file_id
    where p.item_id = any(${items}::bigint[]) order by p.item_id, p.position, p.id`.execute(db)
  return rows
}

export async function photoCounts(db: Db, items: readonly number[]): Promise<ReadonlyMap<number, number>> {
  const { rows } = await sql<{ item: number; n: number }>`
    select item_id as item, count(*) as n from product_photo where item_id = any(${items}::bigint[]) group by 1`.execute(
    db,
  )
  return new Map(rows.map(({ item, n }) => [item, n]))
}

interface PlacedItem {
  id: number
  slug: string
  request_id: number
}

export async function itemsOfSlugs(
  db: Db,
  actor: BusinessActor,
  slugs: readonly string[],
): Promise<PlacedItem[]> {
  const { rows } = await sql<PlacedItem>`
    select i.id, i.slug, i.request_id from purchase_item i
    where i.slug = any(${slugs}::text[]) and ${scopeOf(actor, { company: 'i.company_id', shop: 'i.shop_id' })}`.execute(
    db,
  )
  return rows
}

/** Bought, and the reader's. */
export async function isProduct(db: Db, actor: BusinessActor, slug: string): Promise<boolean> {
  const { rows } = await sql`select from purchase_item i where i.slug = ${slug} and ${isBoughtItem('i')}
    and ${scopeOf(actor, { company: 'i.company_id', shop: 'i.shop_id' })}`.execute(db)
  return rows.length > 0
}

export interface LockedItem {
  id: number
  slug: string
  seq: number
  request_id: number
  request_status: number
  company_id: number
  shop_id: number
  category: number | null
  status: number
  price: number | null
  gender: number | null
  color: string
  material: string
  size: string
  product_number: string
  sales_channel: number
  is_held: boolean
  is_sold: boolean
  is_written: boolean
  /** 0 before its first write. */
  version: number
  selling_price: number | null
}

/** Requests before items, each by id, as everywhere; what is read of them comes from the statement after the locks. */
export async function lockProducts(tx: Tx, items: readonly PlacedItem[]): Promise<LockedItem[]> {
  const ids = items.map(({ id }) => id)
  const requests = [...new Set(items.map(({ request_id }) => request_id))]
  await sql`select from purchase_request where id = any(${requests}::bigint[]) order by id for update`.execute(
    tx,
  )
  await lockItemsOf(tx, ids)
  const { rows } = await sql<LockedItem>`
    select i.id, i.slug, i.seq, i.request_id, r.status as request_status, i.company_id, i.shop_id, i.category_id as category, i.status, i.price,
      i.gender, i.color, i.material, i.size, i.product_number, i.sales_channel,
      ${isItemOnHold('i')} as is_held, ${isSoldOn('i.id')} as is_sold, p.item_id is not null as is_written, coalesce(p.version, 0) as version, p.selling_price
    from purchase_item i join purchase_request r on r.id = i.request_id left join product p on p.item_id = i.id
    where i.id = any(${ids}::bigint[]) order by i.id`.execute(tx)
  return rows
}

export interface StateFacts {
  id: number
  request_id: number
  seq: number
  status: number
  category: number | null
  selling_price: number | null
  sales_channel: number
  extras: string[]
}

export async function stateFacts(tx: Tx, items: readonly number[]): Promise<StateFacts[]> {
  const { rows } = await sql<StateFacts>`
    select i.id, i.request_id, i.seq, i.status, i.category_id as category, p.selling_price, i.sales_channel,
      array[i.color, i.material, i.size, i.product_number] as extras
    from purchase_item i join product p on p.item_id = i.id where i.id = any(${items}::bigint[]) order by i.id`.execute(
    tx,
  )
  return rows
}

/** Of these categories and those below them. Finished ones stay as they are. */
export async function unfinishedProducts(
  db: Db,
  categories: readonly number[],
  after: number,
  limit: number,
): Promise<{ id: number }[]> {
  const { rows } = await sql<{ id: number }>`
    with recursive below as (
      select id from item_category where id = any(${categories}::bigint[])
      union select c.id from item_category c join below b on c.parent_id = b.id
    )
    select p.item_id as id from product p join purchase_item i on i.id = p.item_id
    where p.finished_at is null and p.item_id > ${after} and i.category_id in (select id from below)
    order by p.item_id limit ${limit}`.execute(db)
  return rows
}

export const lockItemsOf = (tx: Tx, ids: readonly number[]) =>
  sql`select from purchase_item where id = any(${ids}::bigint[]) order by id for update`.execute(tx)
