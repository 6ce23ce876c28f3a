import { requestStatus as S } from '#contract/codes'
import type { BusinessActor } from '#server/platform/actor'
import type { Db } from '#server/platform/db'
import { drawPicture, keepPicture, pictureOf, type Upload } from '#server/platform/picture'
import { notFound, refuse } from '#server/platform/refusal'
import type { Tools } from '#server/platform/tools'
import { lockRequest } from './purchase-request.queries.ts'
import { ownRequestExists } from './purchase-request.service.ts'

/** The photo of the opened box, with time and person: what a later "it was not in the box" is answered with. */
export async function addOpeningPhoto(
  db: Db,
  actor: BusinessActor,
  id: number,
  upload: () => Promise<Upload>,
  tools: Tools,
) {
  if (!(await ownRequestExists(db, actor, id))) throw notFound()
  const { bytes, fields } = await upload()
  const picture = await drawPicture(bytes, `requests/${id}`)
  return keepPicture(db, picture, actor.at, tools, async (tx, claim) => {
    const row = await lockRequest(tx, actor, id)
    if (!row) throw notFound()
    if (![S.ARRIVED, S.ASSESSING, S.REASSESSING].includes(row.status as 3)) throw refuse('illegal_transition')
    const fileId = await claim()
    const caption = (fields.caption ?? '').slice(0, 100)
    const photo = await tx
      .insertInto('item_photo')
      .values({
        request_id: id,
        file_id: fileId,
        kind: 'opening',
        caption,
        created_by: actor.business_user_id,
        created_at: actor.at.toISOString(),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return pictureOf({ id: photo.id, ...picture.row, kind: 'opening', caption }, actor.at, tools)
  })
}
