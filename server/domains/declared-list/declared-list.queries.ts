import { sql } from 'kysely'
import { openRequestStatuses } from '#contract/lifecycle'
import { ownStoreOf } from '#server/domains/store-look/store-look.predicates'
import type { Db, Tx } from '#server/platform/db'
import type { PictureRow } from '#server/platform/picture'
import { codes } from '#server/platform/statement'

export interface ItemRow {
  id: number
  brand: number | null
  brand_name: string
  category: number | null
  category_name: string
  condition: string | null
  count: number
  note: string
  version: number
  photos: Pick<PictureRow, 'id' | 'key' | 'thumbnail_key'>[]
}

export interface ListRow {
  id: number
  is_open: boolean
  items: ItemRow[]
}

const photosJson = sql`coalesce((
  select jsonb_agg(jsonb_build_object('id', p.id, 'key', f.key, 'thumbnail_key', f.thumbnail_key) order by p.id)
  from declared_photo p join stored_file f on f.id = p.file_id where p.item_id = i.id), '[]')`

const itemJson = sql`jsonb_build_object('id', i.id, 'brand', i.brand_id, 'brand_name', coalesce(b.name, i.brand_text),
  'category', i.category_id, 'category_name', coalesce(c.name, ''), 'condition', i.condition, 'count', i.count,
  'note', i.note, 'version', i.version, 'photos', ${photosJson})`

const names = sql`left join brand b on b.id = i.brand_id left join item_category c on c.id = i.category_id`

export async function listRow(db: Db | Tx, id: number): Promise<ListRow | undefined> {
  const { rows } = await sql<ListRow>`
    select l.id, l.closed_at is null as is_open, coalesce((
      select jsonb_agg(${itemJson} order by i.id) from declared_item i ${names} where i.list_id = l.id), '[]') as items
    from declared_list l where l.id = ${id}`.execute(db)
  return rows[0]
}

/** How the customer knows what was begun: the shop, and how many articles. */
interface BegunWords {
  shop_name: string
  /** Where its shop can be chosen; blank where that is the common storefront. */
  store_key: string
  count: number
}

export async function begunWords(tx: Tx, list: number, shop: number): Promise<BegunWords> {
  const { rows } = await sql<BegunWords>`
    select coalesce(s.name, '') as shop_name, coalesce(${ownStoreOf('c')}, '') as store_key,
      (select coalesce(sum(count), 0)::int from declared_item where list_id = ${list}) as count
    from (select) as one left join shop s on s.id = ${shop} left join company c on c.id = s.company_id`.execute(
    tx,
  )
  return rows[0] ?? { shop_name: '', store_key: '', count: 0 }
}

export async function itemRow(db: Db | Tx, id: number): Promise<ItemRow | undefined> {
  const { rows } = await sql<{ item: ItemRow }>`
    select ${itemJson} as item from declared_item i ${names} where i.id = ${id}`.execute(db)
  return rows[0]?.item
}

interface ListKey {
  id: number
  is_open: boolean
}

export async function ownList(
  db: Db | Tx,
  customer: number | null,
  id: number,
): Promise<ListKey | undefined> {
  const { rows } = await sql<ListKey>`
    select l.id, l.closed_at is null as is_open from declared_list l
    where l.id = ${id} and l.customer_id = ${customer}::bigint`.execute(db)
  return rows[0]
}

export async function lockedOwnList(
  tx: Tx,
  customer: number | null,
  id: number,
): Promise<ListKey | undefined> {
  const { rows } = await sql<ListKey>`
    select l.id, l.closed_at is null as is_open from declared_list l
    where l.id = ${id} and l.customer_id = ${customer}::bigint for update`.execute(tx)
  return rows[0]
}

/** The list of an own row, or of the row of an own photo. */
export async function listOfItem(
  db: Db | Tx,
  customer: number | null,
  item: number,
): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    select l.id from declared_item i join declared_list l on l.id = i.list_id
    where i.id = ${item} and l.customer_id = ${customer}::bigint`.execute(db)
  return rows[0]?.id
}

export async function itemOfPhoto(
  db: Db | Tx,
  customer: number | null,
  photo: number,
): Promise<{ item: number; list: number } | undefined> {
  const { rows } = await sql<{ item: number; list: number }>`
    select i.id as item, l.id as list from declared_photo p join declared_item i on i.id = p.item_id
    join declared_list l on l.id = i.list_id
    where p.id = ${photo} and l.customer_id = ${customer}::bigint`.execute(db)
  return rows[0]
}

export interface DraftRow {
  id: number
  list_id: number
  fields: Record<string, never>
  step: string
  version: number
  updated_at: string
  expires_at: string
  shop_name: string
  store_key: string
}

/** Drafts `d` with the shops that were chosen in them. What a form keeps need not be a number. */
const drafts = sql`
  select d.id, d.list_id, d.fields, d.step, d.version, d.updated_at, d.expires_at,
    coalesce(s.name, '') as shop_name, coalesce(${ownStoreOf('c')}, '') as store_key
  from request_draft d left join shop s on s.id::text = d.fields ->> 'shop' left join company c on c.id = s.company_id`

export async function ownDraft(
  db: Db | Tx,
  customer: number | null,
  at: Date,
): Promise<DraftRow | undefined> {
  const { rows } = await sql<DraftRow>`
    ${drafts} where d.customer_id = ${customer}::bigint and d.expires_at > ${at.toISOString()}`.execute(db)
  return rows[0]
}

/** Whatever its age. */
export async function lockedDraft(tx: Tx, customer: number | null): Promise<DraftRow | undefined> {
  const { rows } = await sql<DraftRow>`
    ${drafts} where d.customer_id = ${customer}::bigint for update of d`.execute(tx)
  return rows[0]
}

export async function draftNote(db: Db, customer: number, at: Date) {
  const { rows } = await sql<{ updated_at: string; expires_at: string; shop_name: string; total: number }>`
    select d.updated_at, d.expires_at, coalesce(s.name, '') as shop_name,
      (select coalesce(sum(i.count), 0)::int from declared_item i where i.list_id = d.list_id) as total
    from request_draft d left join shop s on s.id::text = d.fields ->> 'shop'
    where d.customer_id = ${customer} and d.expires_at > ${at.toISOString()}`.execute(db)
  return rows[0] ?? null
}

export async function expiredDrafts(db: Db, at: Date, after: number, limit: number) {
  const { rows } = await sql<{ id: number; customer_id: number }>`
    select d.id, d.customer_id from request_draft d
    where d.expires_at <= ${at.toISOString()} and d.id > ${after} order by d.id limit ${limit}`.execute(db)
  return rows
}

/** Pre-assessments whose articles went into the list. */
export async function preAssessmentsIn(tx: Tx, list: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select a.id from pre_assessment a where a.declared_list_id = ${list} order by a.id`.execute(tx)
  return rows.map(({ id }) => id)
}

/** Not those of requests that are still open. */
export async function oldLists(db: Db, closedBefore: Date, after: number, limit: number) {
  const { rows } = await sql<{ id: number }>`
    select l.id from declared_list l
    where l.closed_at < ${closedBefore.toISOString()} and l.id > ${after}
      and not exists (select from purchase_request r
        where r.declared_list_id = l.id and r.status in (${codes(openRequestStatuses)}))
    order by l.id limit ${limit}`.execute(db)
  return rows
}
