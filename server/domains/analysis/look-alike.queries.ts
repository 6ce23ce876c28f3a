import { sql } from 'kysely'
import type { Grade } from '#contract/codes'
import { itemStatus } from '#contract/lifecycle'
import { isBoughtItem } from '#server/domains/item/item.predicates'
import type { BusinessActor } from '#server/platform/actor'
import type { Db, Tx } from '#server/platform/db'
import { scopeOf } from '#server/platform/scope'

/** Those of defects, labels and returns show no article as a whole. */
const shownKinds = ['intake', 'assessment'] as const

export interface IndexedPhoto {
  id: number
  company_id: number
  item_id: number
  key: string
}

const photoColumns = sql`p.id, i.company_id, i.id as item_id, coalesce(nullif(f.thumbnail_key, ''), f.key) as key`
const photoTables = sql`item_photo p join purchase_item i on i.id = p.item_id join stored_file f on f.id = p.file_id`
const isShown = sql`p.kind = any(${[...shownKinds]}::text[])`

export async function photoToIndex(db: Db, photo: number): Promise<IndexedPhoto | undefined> {
  const { rows } = await sql<IndexedPhoto>`
    select ${photoColumns} from ${photoTables} where p.id = ${photo} and ${isShown}`.execute(db)
  return rows[0]
}

/** Photos that have no code yet, by id. */
export async function photosToIndex(db: Db, after: number, limit: number): Promise<IndexedPhoto[]> {
  const { rows } = await sql<IndexedPhoto>`
    select ${photoColumns} from ${photoTables}
    where p.id > ${after} and ${isShown} and not exists (select from analysis_picture a where a.photo_id = p.id)
    order by p.id limit ${limit}`.execute(db)
  return rows
}

export async function firstPhotos(db: Db, item: number, most: number): Promise<IndexedPhoto[]> {
  const { rows } = await sql<IndexedPhoto>`
    select ${photoColumns} from ${photoTables}
    where p.item_id = ${item} and ${isShown} order by p.position, p.id limit ${most}`.execute(db)
  return rows
}

/** Nothing where the photo is gone by now. */
export async function keepCode(
  tx: Tx,
  photo: Pick<IndexedPhoto, 'id' | 'company_id' | 'item_id'>,
  code: string,
  tokens: readonly number[],
): Promise<void> {
  await sql`
    insert into analysis_picture (photo_id, company_id, item_id, code, tokens)
    select p.id, ${photo.company_id}::bigint, ${photo.item_id}::bigint, ${code}::text::bit(256), ${[...tokens]}::int[]
    from item_photo p where p.id = ${photo.id}
    on conflict (photo_id) do update set code = excluded.code, tokens = excluded.tokens`.execute(tx)
}

export interface AlikeRow {
  slug: string
  name: string
  brand_name: string
  category: number | null
  category_name: string
  grade: Grade | null
  price: number | null
  purchased_at: string | null
  outcome: 'bought' | 'assessed' | 'not_bought'
  distance: number
  key: string
  thumbnail_key: string
}

/**
 * Photos that share a token are compared bit by bit; a token that very many share is not followed to its end. The limit
 * stands apart from the search: beside it PostgreSQL, which cannot know how rare tokens are, would read the whole table.
 */
const mostCompared = 6000
const nearest = 300

export interface Searched {
  code: string
  probes: readonly number[]
  except: number | null
  /** Bits that may differ. */
  within: number
  most: number
}

export async function alikeRows(
  db: Db,
  actor: BusinessActor,
  { code, probes, except, within, most }: Searched,
): Promise<AlikeRow[]> {
  const { rows } = await sql<AlikeRow>`
    with sharing as materialized (
      select a.photo_id, a.item_id, a.code from analysis_picture a
      where a.tokens && ${[...probes]}::int[] and a.company_id = ${actor.company_id} and a.item_id is distinct from ${except}::bigint
    ), candidate as materialized (
      select * from sharing limit ${sql.lit(mostCompared)}
    ), compared as (
      select photo_id, item_id, bit_count(code # ${code}::text::bit(256)) as distance from candidate
    ), near as (
      select distinct on (item_id) item_id, photo_id, distance from compared where distance <= ${within}
      order by item_id, distance, photo_id
    ), nearest as (select * from near order by distance, item_id desc limit ${sql.lit(nearest)})
    select i.slug, i.name, coalesce(b.name, '') as brand_name, i.category_id as category, coalesce(k.name, '') as category_name,
      i.grade, i.price, i.purchased_at, n.distance::int as distance, f.key, f.thumbnail_key,
      case when ${isBoughtItem('i')} then 'bought' when i.status = ${itemStatus.NOT_BUYABLE} then 'not_bought' else 'assessed' end as outcome
    from nearest n
      join purchase_item i on i.id = n.item_id
      join item_photo p on p.id = n.photo_id
      join stored_file f on f.id = p.file_id
      left join brand b on b.id = i.brand_id
      left join item_category k on k.id = i.category_id
    where ${scopeOf(actor, { company: 'i.company_id', shop: 'i.shop_id' })}
      and (i.price is not null or i.status = ${itemStatus.NOT_BUYABLE})
    order by n.distance, i.id desc limit ${most}`.execute(db)
  return rows
}
