import { mostSecondLookPhotos } from '#contract/assessment'
import { requestStatus as S } from '#contract/lifecycle'
import { lockRequest } from '#server/domains/purchase-request/purchase-request.move'
import { requestExists } from '#server/domains/purchase-request/purchase-request.service'
import type { CustomerActor } from '#server/platform/actor'
import { type Db, inTransaction, type Tx } from '#server/platform/db'
import { drawPicture, dropPicture, keepPicture, pictureOf } from '#server/platform/picture'
import { invalidField, notFound, refuse } from '#server/platform/refusal'
import type { Tools } from '#server/platform/tools'
import { discardNow } from '#server/platform/unclaimed-file'
import type { Upload } from '#server/platform/upload'
import { mayAsk } from './assessment.question.ts'

export async function secondLookPhotos(db: Db, requestId: number) {
  const rows = await db
    .selectFrom('second_look_photo as p')
    .innerJoin('stored_file as f', 'f.id', 'p.file_id')
    .select(['p.id', 'f.key', 'f.thumbnail_key', 'f.sha256'])
    .where('p.request_id', '=', requestId)
    .orderBy('p.id')
    .execute()
  return rows.map((row) => ({ ...row, kind: 'second_look', caption: '' }))
}

/** Idempotent: the same picture returns the existing photo. */
export async function addSecondLookPhoto(
  db: Db,
  actor: CustomerActor,
  requestId: number,
  upload: () => Promise<Upload>,
  tools: Tools,
) {
  if (!(await requestExists(db, actor, requestId))) throw notFound()
  const picture = await drawPicture(await upload(), `requests/${requestId}`)
  return keepPicture(db, picture, actor.at, tools, async (tx, claim) => {
    const request = await lockRequest(tx, actor, requestId)
    if (!request) throw notFound()
    const photos = await secondLookPhotos(tx, requestId)
    const same = photos.find(({ sha256 }) => sha256 === picture.row.sha256)
    if (same) return pictureOf(same, actor.at, tools)
    const isAsked = request.status === S.REASSESSING && request.second_look_answered_at === null
    const isToAsk = request.second_look_at === null && mayAsk(request, actor.at)
    if (!(isToAsk || (isAsked && request.second_look_at !== null))) throw refuse('illegal_transition')
    if (photos.length >= mostSecondLookPhotos)
      throw invalidField('file', `写真は${mostSecondLookPhotos}枚までです。`)
    const row = await tx
      .insertInto('second_look_photo')
      .values({ request_id: requestId, file_id: await claim(), created_at: actor.at.toISOString() })
      .returning('id')
      .executeTakeFirstOrThrow()
    return pictureOf({ id: row.id, ...picture.row, kind: 'second_look', caption: '' }, actor.at, tools)
  })
}

/** Until the second look is asked for: whoever looks again decides by what was sent. */
export async function removeSecondLookPhoto(
  db: Db,
  actor: CustomerActor,
  requestId: number,
  id: number,
  tools: Pick<Tools, 'files' | 'log'>,
): Promise<void> {
  const key = await inTransaction(db, async (tx) => {
    const request = await lockRequest(tx, actor, requestId)
    const photos = request ? await secondLookPhotos(tx, requestId) : []
    if (!request || !photos.some((photo) => photo.id === id)) throw notFound()
    if (request.second_look_at !== null)
      throw refuse('not_editable', { message: '再査定をご依頼になったあとは、写真を取り消せません。' })
    const gone = await tx
      .deleteFrom('second_look_photo')
      .where('id', '=', id)
      .returning('file_id')
      .executeTakeFirstOrThrow()
    return dropPicture(tx, gone.file_id, actor.at)
  })
  await discardNow(db, [key], tools)
}

/** What nobody has to keep of a customer who left. */
export async function eraseSecondLookPhotos(tx: Tx, customer: number, at: Date): Promise<void> {
  const gone = await tx
    .deleteFrom('second_look_photo as p')
    .using('purchase_request as r')
    .whereRef('r.id', '=', 'p.request_id')
    .where('r.customer_id', '=', customer)
    .returning('p.file_id')
    .execute()
  for (const { file_id } of gone) await dropPicture(tx, file_id, at)
}
