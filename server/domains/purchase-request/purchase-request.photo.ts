import { isUndecided, requestStatus as S } from '#contract/lifecycle'
import { mostOpeningPhotos } from '#contract/purchase-request'
import { recordActivity } from '#server/domains/activity/activity.service'
import { deletePhoto } from '#server/domains/item/item.photo'
import { insertPhoto, takenAt } from '#server/domains/item/item.photo-order'
import type { BusinessActor } from '#server/platform/actor'
import { type Db, inTransaction, type Tx } from '#server/platform/db'
import { drawPicture, keepPicture, pictureOf } from '#server/platform/picture'
import { invalidField, notFound, refuse } from '#server/platform/refusal'
import type { Tools } from '#server/platform/tools'
import { discardNow } from '#server/platform/unclaimed-file'
import type { Upload } from '#server/platform/upload'
import { boxesOf, isHere } from './purchase-request.boxes.ts'
import { lockRequest, requestDetail } from './purchase-request.queries.ts'

/** Evidence for later disputes. Idempotent: the same picture returns the existing photo. */
export async function addOpeningPhoto(
  db: Db,
  actor: BusinessActor,
  id: number,
  upload: () => Promise<Upload>,
  tools: Tools,
) {
  const found = await requestDetail(db, actor, id)
  if (!found) throw notFound()
  await requireOpened(db, found)
  const uploaded = await upload()
  const { fields } = uploaded
  const picture = await drawPicture(uploaded, `requests/${id}`)
  return keepPicture(db, picture, actor.at, tools, async (tx, claim) => {
    const row = await lockRequest(tx, actor, id)
    if (!row) throw notFound()
    await requireOpened(tx, row)
    const photos = await openingPhotos(tx, id)
    const same = photos.find((photo) => photo.sha256 === picture.row.sha256)
    if (same) return pictureOf(same, actor.at, tools)
    if (photos.length >= mostOpeningPhotos) {
      throw invalidField('file', `開封の写真は1件のお申し込みにつき${mostOpeningPhotos}枚までです。`)
    }
    const caption = (fields.caption ?? '').slice(0, 100)
    const photo = { item_id: null, request_id: id, file_id: await claim(), kind: 'opening', caption }
    const photoId = await insertPhoto(tx, actor, photo, takenAt(fields, actor.at))
    return pictureOf({ id: photoId, ...picture.row, kind: 'opening', caption }, actor.at, tools)
  })
}

/** Refused once opening photos can no longer be added, and after the customer has objected to the count. */
export async function removeOpeningPhoto(
  db: Db,
  actor: BusinessActor,
  id: number,
  photoId: number,
  tools: Pick<Tools, 'files' | 'log'>,
): Promise<void> {
  const keys = await inTransaction(db, async (tx) => {
    const row = await lockRequest(tx, actor, id)
    if (!row) throw notFound()
    if (!(await openingPhotos(tx, id)).some((photo) => photo.id === photoId)) throw notFound()
    await requireOpened(tx, row)
    const objection = await tx
      .selectFrom('count_objection')
      .select('id')
      .where('request_id', '=', id)
      .executeTakeFirst()
    if (objection)
      throw refuse('guard_failed', {
        message: 'お客さまから点数の違いのご連絡があったため、開封の写真は消せません。',
      })
    const gone = await deletePhoto(tx, actor, photoId, { request: id })
    await recordActivity(tx, actor, {
      action: 'request.photo_remove',
      object_type: 'request',
      object_id: id,
      detail: { photo: photoId },
    })
    return gone
  })
  await discardNow(db, keys, tools)
}

/** Also while other boxes of the request are on their way. */
async function requireOpened(db: Db, { id, status }: { id: number; status: number }): Promise<void> {
  const isOpen = isUndecided(status) || (status === S.IN_TRANSIT && (await boxesOf(db, id)).some(isHere))
  if (!isOpen) throw refuse('illegal_transition')
}

async function openingPhotos(tx: Tx, requestId: number) {
  return tx
    .selectFrom('item_photo as p')
    .innerJoin('stored_file as f', 'f.id', 'p.file_id')
    .select(['p.id', 'f.key', 'f.thumbnail_key', 'f.sha256', 'p.kind', 'p.caption'])
    .where('p.request_id', '=', requestId)
    .where('p.item_id', 'is', null)
    .execute()
}
