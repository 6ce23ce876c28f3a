import { type Selectable, sql } from 'kysely'
import { isUndecided } from '#contract/lifecycle'
import { recordActivity } from '#server/domains/activity/activity.service'
import type { BusinessActor } from '#server/platform/actor'
import { type Db, inTransaction, type Tx } from '#server/platform/db'
import type { item_photo } from '#server/platform/db-types'
import { invalidField, notFound, refuse, staleVersion } from '#server/platform/refusal'
import type { Tools } from '#server/platform/tools'
import { itemStillThere } from './item.assess.ts'
import { itemBySlug } from './item.queries.ts'
import { placeOfPhoto } from './item.rules.ts'
import { getItem } from './item.service.ts'

type NewPhoto = Pick<Selectable<item_photo>, 'item_id' | 'request_id' | 'file_id' | 'kind' | 'caption'>
type Owner = Pick<NewPhoto, 'item_id' | 'request_id'>

interface Placed {
  id: number
  position: number
  at: string
  is_arranged: boolean
}

async function placedPhotos(tx: Tx, owner: Owner): Promise<Placed[]> {
  const of =
    owner.item_id === null
      ? sql`p.request_id = ${owner.request_id} and p.item_id is null`
      : sql`p.item_id = ${owner.item_id}`
  const { rows } = await sql<Placed>`
    select p.id, p.position, coalesce(p.taken_at, p.created_at) as at, p.is_arranged from item_photo p
    where ${of} order by p.position, p.id`.execute(tx)
  return rows
}

const day = 86_400_000

/** Clocks may run ahead, as only the order counts; an impossible time counts as the arrival. */
export function takenAt(fields: Record<string, string>, arrived: Date): Date {
  const taken = new Date(fields.taken_at ?? '')
  const age = arrived.getTime() - taken.getTime()
  return age >= -day && age <= 90 * day ? taken : arrived
}

/** Call with the item or request locked. Returns the id. */
export async function insertPhoto(
  tx: Tx,
  actor: BusinessActor,
  photo: NewPhoto,
  taken: Date,
): Promise<number> {
  const { id } = await tx
    .insertInto('item_photo')
    .values({
      ...photo,
      position: await placeForPhoto(tx, photo, taken),
      taken_at: taken.toISOString(),
      created_by: actor.business_user_id,
      created_at: actor.at.toISOString(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Uploads overtake each other, so the time taken decides. Moves later photos behind it. */
async function placeForPhoto(tx: Tx, owner: Owner, taken: Date): Promise<number> {
  const photos = await placedPhotos(tx, owner)
  const place = placeOfPhoto(
    photos.map((photo) => ({ at: Date.parse(photo.at), is_arranged: photo.is_arranged })),
    taken.getTime(),
  )
  const next = photos[place]
  if (!next) return (photos.at(-1)?.position ?? -1) + 1
  await sql`update item_photo set position = position + 1
    where id = any(${photos.slice(place).map(({ id }) => id)}::bigint[])`.execute(tx)
  return next.position
}

/** The first one is the main photo. Unnamed ones, which arrived meanwhile, follow. Concurrent orders are refused. */
export async function arrangePhotos(
  db: Db,
  actor: BusinessActor,
  slug: string,
  input: { photos: number[]; photo_order_version: number },
  tools: Pick<Tools, 'keys'>,
) {
  const { photos: wanted } = input
  if (new Set(wanted).size !== wanted.length) throw invalidField('photos', '同じ写真が2回含まれています。')
  const stale = await inTransaction(db, async (tx) => {
    const found = await itemBySlug(tx, actor, slug)
    if (!found) throw notFound()
    await sql`select 1 from purchase_request where id = ${found.request} for share`.execute(tx)
    await sql`select 1 from purchase_item where id = ${found.id} for update`.execute(tx)
    const item = await itemStillThere(tx, actor, slug)
    if (!isUndecided(item.request_status)) {
      throw refuse('guard_failed', { message: '公開した査定結果の写真の順番は変えられません。' })
    }
    const photos = await placedPhotos(tx, { item_id: item.id, request_id: found.request })
    const known = new Set(photos.map(({ id }) => id))
    if (item.photo_order_version !== input.photo_order_version || !wanted.every((id) => known.has(id)))
      return true
    await writeOrder(tx, item.id, wanted, photos)
    await recordActivity(tx, actor, { action: 'item.photo_order', object_type: 'item', object_id: item.id })
    return false
  })
  const shown = await getItem(db, actor, slug, tools)
  if (stale) throw staleVersion(shown)
  return shown
}

async function writeOrder(
  tx: Tx,
  itemId: number,
  wanted: readonly number[],
  photos: readonly Placed[],
): Promise<void> {
  const rest = photos.filter(({ id }) => !wanted.includes(id)).map(({ id }) => id)
  await sql`
    update item_photo p set position = o.place - 1, is_arranged = o.place <= ${wanted.length}
    from unnest(${[...wanted, ...rest]}::bigint[]) with ordinality as o(id, place) where p.id = o.id`.execute(
    tx,
  )
  await sql`update purchase_item set photo_order_version = photo_order_version + 1 where id = ${itemId}`.execute(
    tx,
  )
}
