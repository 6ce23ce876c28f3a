import { mostNoticePages } from '#contract/stolen-notice'
import { recordActivity } from '#server/domains/activity/activity.service'
import type { BusinessActor } from '#server/platform/actor'
import { type Db, inTransaction } from '#server/platform/db'
import { type DrawnPicture, drawPicture, dropPicture, keepPicture, pictureOf } from '#server/platform/picture'
import { invalidField, notFound, Refusal, refuse } from '#server/platform/refusal'
import type { Tools } from '#server/platform/tools'
import { discardNow } from '#server/platform/unclaimed-file'
import type { Upload } from '#server/platform/upload'
import { lockNotice, pagesOf } from './stolen-notice.queries.ts'
import { noticeExists } from './stolen-notice.service.ts'

/** Idempotent: the same picture returns the existing page. */
export async function addPage(
  db: Db,
  actor: BusinessActor,
  noticeId: number,
  upload: () => Promise<Upload>,
  tools: Tools,
) {
  if (!(await noticeExists(db, actor, noticeId))) throw notFound()
  const picture = await drawPage(await upload(), noticeId)
  return keepPicture(db, picture, actor.at, tools, async (tx, claim) => {
    if (!(await lockNotice(tx, actor, noticeId))) throw notFound()
    const pages = await pagesOf(tx, noticeId)
    const same = pages.find(({ sha256 }) => sha256 === picture.row.sha256)
    if (same) return pictureOf(same, actor.at, tools)
    if (pages.length >= mostNoticePages)
      throw invalidField('file', `紙の写しは1件につき${mostNoticePages}枚までです。`)
    const { id } = await tx
      .insertInto('stolen_notice_page')
      .values({ notice_id: noticeId, file_id: await claim(), created_at: actor.at.toISOString() })
      .returning('id')
      .executeTakeFirstOrThrow()
    return pictureOf({ id, ...picture.row, kind: 'notice', caption: '' }, actor.at, tools)
  })
}

/** Scanners write PDF, which the picture library must not open. */
async function drawPage(upload: Upload, noticeId: number): Promise<DrawnPicture> {
  try {
    return await drawPicture(upload, `notices/${noticeId}`)
  } catch (error) {
    if (error instanceof Refusal && error.code === 'file_type') {
      throw refuse('file_type', {
        message:
          'PDF などは登録できません。紙を写真に撮るか、スキャナーの保存形式を JPEG か PNG にしてお選びください。',
      })
    }
    throw error
  }
}

export async function removePage(
  db: Db,
  actor: BusinessActor,
  noticeId: number,
  id: number,
  tools: Pick<Tools, 'files' | 'log'>,
): Promise<void> {
  const key = await inTransaction(db, async (tx) => {
    if (!(await lockNotice(tx, actor, noticeId))) throw notFound()
    const gone = await tx
      .deleteFrom('stolen_notice_page')
      .where('id', '=', id)
      .where('notice_id', '=', noticeId)
      .returning('file_id')
      .executeTakeFirst()
    if (!gone) throw notFound()
    await recordActivity(tx, actor, {
      action: 'stolen_notice.page_remove',
      object_type: 'stolen_notice',
      object_id: noticeId,
      detail: { page: id },
    })
    return dropPicture(tx, gone.file_id, actor.at)
  })
  await discardNow(db, [key], tools)
}
