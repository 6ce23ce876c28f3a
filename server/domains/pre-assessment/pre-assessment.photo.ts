import { mostPhotosOfItem } from '#contract/declared-list'
import type { BusinessActor } from '#server/platform/actor'
import { type Db, inTransaction } from '#server/platform/db'
import { drawPicture, dropPicture, keepPicture, pictureOf } from '#server/platform/picture'
import { invalidField, notFound, refuse } from '#server/platform/refusal'
import type { Tools } from '#server/platform/tools'
import { discardNow } from '#server/platform/unclaimed-file'
import type { Upload } from '#server/platform/upload'
import { lockPreAssessment, preItemExists } from './pre-assessment.service.ts'

/** Idempotent: the same picture returns the existing photo. */
export async function addPrePhoto(
  db: Db,
  actor: BusinessActor,
  { of, id }: { of: number; id: number },
  upload: () => Promise<Upload>,
  tools: Tools,
) {
  if (!(await preItemExists(db, actor, of, id))) throw notFound()
  const picture = await drawPicture(await upload(), `pre-assessment/${of}`)
  return keepPicture(db, picture, actor.at, tools, async (tx, claim) => {
    const row = await lockPreAssessment(tx, actor, of)
    if (row.state !== 'draft') throw refuse('illegal_transition', { field: 'file' })
    if (!(await preItemExists(tx, actor, of, id))) throw notFound()
    const photos = await tx
      .selectFrom('pre_assessment_photo as p')
      .innerJoin('stored_file as f', 'f.id', 'p.file_id')
      .select(['p.id', 'f.key', 'f.thumbnail_key', 'f.sha256'])
      .where('p.item_id', '=', id)
      .execute()
    const words = { kind: 'pre_assessment', caption: '' }
    const same = photos.find(({ sha256 }) => sha256 === picture.row.sha256)
    if (same) return pictureOf({ ...same, ...words }, actor.at, tools)
    if (photos.length >= mostPhotosOfItem)
      throw invalidField('file', `写真は1行につき${mostPhotosOfItem}枚までです。`)
    const made = await tx
      .insertInto('pre_assessment_photo')
      .values({ item_id: id, file_id: await claim(), created_at: actor.at.toISOString() })
      .returning('id')
      .executeTakeFirstOrThrow()
    return pictureOf({ id: made.id, ...picture.row, ...words }, actor.at, tools)
  })
}

const photoOf = (db: Db, of: number, id: number) =>
  db
    .selectFrom('pre_assessment_photo as p')
    .innerJoin('pre_assessment_item as i', 'i.id', 'p.item_id')
    .select('p.id')
    .where('p.id', '=', id)
    .where('i.pre_assessment_id', '=', of)
    .executeTakeFirst()

/** Its bytes are removed before the response. */
export async function removePrePhoto(
  db: Db,
  actor: BusinessActor,
  { of, id }: { of: number; id: number },
  tools: Tools,
): Promise<void> {
  const key = await inTransaction(db, async (tx) => {
    const row = await lockPreAssessment(tx, actor, of)
    if (!(await photoOf(tx, of, id))) throw notFound()
    if (row.state !== 'draft') throw refuse('illegal_transition', { field: 'non_field_errors' })
    const gone = await tx
      .deleteFrom('pre_assessment_photo')
      .where('id', '=', id)
      .returning('file_id')
      .executeTakeFirstOrThrow()
    return dropPicture(tx, gone.file_id, actor.at)
  })
  await discardNow(db, [key], tools)
}
