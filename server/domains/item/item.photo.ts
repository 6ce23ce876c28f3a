import { sql } from 'kysely'
import { photoKinds } from '#contract/item'
import { isUndecided, requestStatus as S } from '#contract/lifecycle'
import { recordActivity } from '#server/domains/activity/activity.service'
import type { BusinessActor } from '#server/platform/actor'
import { type Db, inTransaction, type Tx } from '#server/platform/db'
import { addJob } from '#server/platform/jobs'
import { drawPicture, dropPicture, keepPicture, pictureOf } from '#server/platform/picture'
import { invalidField, notFound, refuse } from '#server/platform/refusal'
import type { Tools } from '#server/platform/tools'
import { discardNow } from '#server/platform/unclaimed-file'
import type { Upload } from '#server/platform/upload'
import { itemStillThere } from './item.assess.ts'
import { insertPhoto, takenAt } from './item.photo-order.ts'
import { itemBySlug } from './item.queries.ts'

const mostPhotos = 30

/** Idempotent: the same picture returns the existing photo. */
export async function addPhoto(
  db: Db,
  actor: BusinessActor,
  slug: string,
  upload: () => Promise<Upload>,
  tools: Tools,
) {
  const found = await itemBySlug(db, actor, slug)
  if (!found) throw notFound()
  requirePhotosOpen(found.request_status)
  const uploaded = await upload()
  const { fields } = uploaded
  const kind = (photoKinds as readonly string[]).includes(fields.kind ?? '')
    ? (fields.kind as string)
    : 'assessment'
  const picture = await drawPicture(uploaded, `items/${found.id}`)
  const caption = (fields.caption ?? '').slice(0, 100)
  return keepPicture(db, picture, actor.at, tools, async (tx, claim) => {
    requirePhotosOpen(await statusKept(tx, found.request))
    await sql`select 1 from purchase_item where id = ${found.id} for update`.execute(tx)
    await itemStillThere(tx, actor, slug)
    const { rows } = await sql<{
      id: number
      key: string
      thumbnail_key: string
      kind: string
      caption: string
      sha256: string
    }>`
      select p.id, f.key, f.thumbnail_key, p.kind, p.caption, f.sha256 from item_photo p join stored_file f on f.id = p.file_id
      where p.item_id = ${found.id}`.execute(tx)
    const same = rows.find((row) => row.sha256 === picture.row.sha256)
    if (same) return pictureOf(same, actor.at, tools)
    if (rows.length >= mostPhotos) throw invalidField('file', `写真は1点につき${mostPhotos}枚までです。`)
    const photo = { item_id: found.id, request_id: found.request, file_id: await claim(), kind, caption }
    const id = await insertPhoto(tx, actor, photo, takenAt(fields, actor.at))
    await addJob(tx, 'analysis.photo', { photo: id })
    return pictureOf({ id, ...picture.row, kind, caption }, actor.at, tools)
  })
}

/** Published photos are fixed; a return needs one more. */
function requirePhotosOpen(requestStatus: number): void {
  if (isUndecided(requestStatus) || requestStatus === S.RETURNING) return
  throw refuse('guard_failed', { message: '公開した査定結果の写真は変えられません。' })
}

/** Shared lock: publishing waits, other photos do not. */
async function statusKept(tx: Tx, requestId: number): Promise<number> {
  const { rows } = await sql<{ status: number }>`
    select status from purchase_request where id = ${requestId} for share`.execute(tx)
  return rows[0]?.status ?? -1
}

export async function removePhoto(
  db: Db,
  actor: BusinessActor,
  slug: string,
  photoId: number,
  tools: Pick<Tools, 'files' | 'log'>,
): Promise<void> {
  const dropped = await inTransaction(db, async (tx) => {
    const found = await itemBySlug(tx, actor, slug)
    if (!found) throw notFound()
    const status = await statusKept(tx, found.request)
    // Read again under the lock: a deduction may name the photo by now.
    const item = await itemStillThere(tx, actor, slug)
    if (!isUndecided(status)) {
      throw refuse('guard_failed', { message: '公開した査定結果の写真は消せません。' })
    }
    // Evidence: one person alone must not get rid of it.
    if (item.is_held) {
      throw refuse('guard_failed', {
        message: '保留中の商品の写真は消せません。保留が解除されてから消してください。',
      })
    }
    if (item.deductions.some((deduction) => deduction.photo === photoId)) {
      throw refuse('guard_failed', {
        message: 'この写真は減額の説明に使われています。先に減額から外してください。',
      })
    }
    if (item.price_reason_photo_id === photoId) {
      throw refuse('guard_failed', {
        message: 'この写真は値段の理由に使われています。先に別の写真を選んでください。',
      })
    }
    const keys = await deletePhoto(tx, actor, photoId, { item: item.id })
    await recordActivity(tx, actor, {
      action: 'item.photo_remove',
      object_type: 'item',
      object_id: item.id,
      detail: { photo: photoId },
    })
    return keys
  })
  await discardNow(db, dropped, tools)
}

/** Of an item, or an opening photo of a request. Returns the keys, for `discardNow` after the commit. */
export async function deletePhoto(
  tx: Tx,
  actor: BusinessActor,
  id: number,
  of: { item: number } | { request: number },
): Promise<string[]> {
  const photo = tx.deleteFrom('item_photo').where('id', '=', id)
  const gone = await ('item' in of
    ? photo.where('item_id', '=', of.item)
    : photo.where('item_id', 'is', null).where('request_id', '=', of.request)
  )
    .returning('file_id')
    .executeTakeFirst()
  if (!gone) throw notFound()
  return dropFileOf(tx, gone.file_id, actor.at)
}

/** Keeps a file that another photo also shows. */
async function dropFileOf(tx: Tx, fileId: number, at: Date): Promise<string[]> {
  const other = await tx
    .selectFrom('item_photo')
    .select('id')
    .where('file_id', '=', fileId)
    .executeTakeFirst()
  return other ? [] : [await dropPicture(tx, fileId, at)]
}
