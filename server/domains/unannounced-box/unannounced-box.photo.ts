import { mostParcelPhotos } from '#contract/unannounced-box'
import type { BusinessActor } from '#server/platform/actor'
import type { Db } from '#server/platform/db'
import { drawPicture, keepPicture, pictureOf } from '#server/platform/picture'
import { invalidField, notFound, refuse } from '#server/platform/refusal'
import type { Tools } from '#server/platform/tools'
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
