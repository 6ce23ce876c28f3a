import { mostParcelPhotos } from '#contract/unannounced-box'
import { recordActivity } from '#server/domains/activity/activity.service'
import type { BusinessActor } from '#server/platform/actor'
import { type Db, inTransaction } from '#server/platform/db'
import { drawPicture, dropPicture, keepPicture, pictureOf } from '#server/platform/picture'
import { invalidField, notFound, refuse } from '#server/platform/refusal'
import type { Tools } from '#server/platform/tools'
import { discardNow } from '#server/platform/unclaimed-file'
import type { Upload } from '#server/platform/upload'
import { isBoxOf, lockBox } from './unannounced-box.service.ts'

/** Evidence of how it came. Idempotent: the same picture returns the existing photo. */
export async function addParcelPhoto(
  db: Db,
  actor: BusinessActor,
  id: number,
  upload: () => Promise<Upload>,
  tools: Tools,
) {
  if (!(await isBoxOf(db, actor, id))) throw notFound()
  const picture = await drawPicture(await upload(), `parcels/${id}`)
  return keepPicture(db, picture, actor.at, tools, async (tx, claim) => {
    const { photos, state } = await lockBox(tx, actor, id)
    const same = photos.find(({ sha256 }) => sha256 === picture.row.sha256)
    if (same) return pictureOf(same, actor.at, tools)
    if (state !== 'waiting') throw refuse('box_settled')
    if (photos.length >= mostParcelPhotos)
      throw invalidField('file', `箱の写真は1箱につき${mostParcelPhotos}枚までです。`)
    const photo = await tx
      .insertInto('unannounced_box_photo')
      .values({ box_id: id, file_id: await claim(), created_at: actor.at.toISOString() })
      .returning('id')
      .executeTakeFirstOrThrow()
    return pictureOf({ id: photo.id, ...picture.row, kind: 'parcel', caption: '' }, actor.at, tools)
  })
}

/** Refused once it has been decided what happens to the parcel. */
export async function removeParcelPhoto(
  db: Db,
  actor: BusinessActor,
  boxId: number,
  id: number,
  tools: Pick<Tools, 'files' | 'log'>,
): Promise<void> {
  const key = await inTransaction(db, async (tx) => {
    const { photos, state } = await lockBox(tx, actor, boxId)
    if (!photos.some((photo) => photo.id === id)) throw notFound()
    if (state !== 'waiting') throw refuse('box_settled')
    const { file_id } = await tx
      .deleteFrom('unannounced_box_photo')
      .where('id', '=', id)
      .returning('file_id')
      .executeTakeFirstOrThrow()
    await recordActivity(tx, actor, {
      action: 'unannounced_box.photo_remove',
      object_type: 'unannounced_box',
      object_id: boxId,
      detail: { photo: id },
    })
    return dropPicture(tx, file_id, actor.at)
  })
  await discardNow(db, [key], tools)
}
