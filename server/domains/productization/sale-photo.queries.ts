import { sql } from 'kysely'
import type { PhotoEdits, PhotoRole } from '#contract/productization'
import type { BusinessActor } from '#server/platform/actor'
import type { Db, Tx } from '#server/platform/db'
import { scopeOf } from '#server/platform/scope'
import { type SalePhotoRow, salePhotosOf } from './productization.queries.ts'

export interface StoredSalePhoto {
  id: number
  sha256: string
  version: number
  role: PhotoRole
  edits: Partial<PhotoEdits>
  position: number
  is_arranged: boolean
  at: string
  item: number
  file_id: number
  original_file_id: number
  original_key: string
}

export async function storedPhotos(db: Db, item: number): Promise<StoredSalePhoto[]> {
  const { rows } = await sql<StoredSalePhoto>`
    select p.id, p.sha256, p.version, p.role, p.edits, p.position, p.is_arranged, coalesce(p.taken_at, p.created_at) as at,
      p.item_id as item, p.file_id, p.original_file_id, o.key as original_key
    from product_photo p join stored_file o on o.id = p.original_file_id
    where p.item_id = ${item} order by p.position, p.id`.execute(db)
  return rows
}

/** In the reader's scope. */
export async function storedPhoto(
  db: Db,
  actor: BusinessActor,
  slug: string,
  id: number,
): Promise<StoredSalePhoto | undefined> {
  const { rows } = await sql<{ item: number }>`
    select p.item_id as item from product_photo p join purchase_item i on i.id = p.item_id
    where p.id = ${id} and i.slug = ${slug} and ${scopeOf(actor, { company: 'i.company_id', shop: 'i.shop_id' })}`.execute(
    db,
  )
  const [found] = rows
  return found && (await storedPhotos(db, found.item)).find((photo) => photo.id === id)
}

export async function shownPhotos(db: Db, item: number, ids: readonly number[]): Promise<SalePhotoRow[]> {
  const all = await salePhotosOf(db, [item], ids)
  return ids.flatMap((id) => all.find((photo) => photo.id === id) ?? [])
}

export interface NewSalePhoto {
  item_id: number
  file_id: number
  original_file_id: number
  sha256: string
  look_hash: Buffer
  role: PhotoRole
  position: number
  taken_at: string
}

/** Those behind it move on. */
export async function insertSalePhoto(tx: Tx, actor: BusinessActor, photo: NewSalePhoto): Promise<number> {
  await sql`update product_photo set position = position + 1
    where item_id = ${photo.item_id} and position >= ${photo.position}`.execute(tx)
  const { id } = await tx
    .insertInto('product_photo')
    .values({ ...photo, created_by: actor.business_user_id, created_at: actor.at.toISOString() })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function updateSalePhoto(
  tx: Tx,
  id: number,
  change: { role?: PhotoRole | undefined; edits?: PhotoEdits | undefined; file_id?: number | undefined },
): Promise<void> {
  const { role, edits, file_id } = change
  await tx
    .updateTable('product_photo')
    .set({
      ...(role === undefined ? {} : { role }),
      ...(edits === undefined ? {} : { edits: JSON.stringify(edits) }),
      ...(file_id === undefined ? {} : { file_id }),
      version: sql`version + 1`,
    })
    .where('id', '=', id)
    .execute()
}

export async function deleteSalePhoto(tx: Tx, id: number): Promise<void> {
  await tx.deleteFrom('product_photo').where('id', '=', id).execute()
}

/** `arranged`: how many of the first somebody has put into this order. */
export async function writePhotoOrder(
  tx: Tx,
  item: number,
  order: readonly number[],
  arranged: number,
): Promise<void> {
  await sql`
    update product_photo p set position = o.place - 1, is_arranged = o.place <= ${arranged}
    from unnest(${order}::bigint[]) with ordinality as o(id, place) where p.id = o.id`.execute(tx)
  await sql`update product set photo_order_version = photo_order_version + 1 where item_id = ${item}`.execute(
    tx,
  )
}

export async function photoOrderVersion(tx: Tx, item: number): Promise<number> {
  const row = await tx
    .selectFrom('product')
    .select('photo_order_version')
    .where('item_id', '=', item)
    .executeTakeFirstOrThrow()
  return row.photo_order_version
}

/** Shown files of an article that have no sizes yet. */
export async function filesToSize(db: Db, item: number): Promise<{ id: number; key: string }[]> {
  const { rows } = await sql<{ id: number; key: string }>`
    select f.id, f.key from product_photo p join stored_file f on f.id = p.file_id
    where p.item_id = ${item} and not exists (select from stored_file_size s where s.file_id = f.id)
    order by p.position, p.id`.execute(db)
  return rows
}
