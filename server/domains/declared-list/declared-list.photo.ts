import { mostPhotosOfItem, mostPhotosOfList } from '#contract/declared-list'
import type { CustomerActor } from '#server/platform/actor'
import { type Db, inTransaction, type Tx } from '#server/platform/db'
import { drawPicture, dropPicture, keepPicture, pictureOf } from '#server/platform/picture'
import { invalidField, notFound } from '#server/platform/refusal'
import type { Tools } from '#server/platform/tools'
import { discardNow } from '#server/platform/unclaimed-file'
import type { Upload } from '#server/platform/upload'
import { itemOfPhoto } from './declared-list.queries.ts'
import { itemExists, lockListOfItem, lockOpenList } from './declared-list.service.ts'

const photosOfList = (tx: Tx, list: number) =>
  tx
    .selectFrom('declared_photo as p')
    .innerJoin('declared_item as i', 'i.id', 'p.item_id')
    .innerJoin('stored_file as f', 'f.id', 'p.file_id')
    .select(['p.id', 'p.item_id', 'f.key', 'f.thumbnail_key', 'f.sha256'])
    .where('i.list_id', '=', list)
    .execute()

/** Idempotent: the same picture returns the existing photo. */
export async function addPhoto(
  db: Db,
  actor: CustomerActor,
  item: number,
  upload: () => Promise<Upload>,
  tools: Tools,
) {
  if (!(await itemExists(db, actor, item))) throw notFound()
  const picture = await drawPicture(await upload(), `declared/${item}`)
  return keepPicture(db, picture, actor.at, tools, async (tx, claim) => {
    const list = await lockListOfItem(tx, actor, item)
    const all = await photosOfList(tx, list)
    const photos = all.filter((photo) => photo.item_id === item)
    const words = { kind: 'declared', caption: '' }
    const same = photos.find(({ sha256 }) => sha256 === picture.row.sha256)
    if (same) return pictureOf({ ...same, ...words }, actor.at, tools)
    if (photos.length >= mostPhotosOfItem)
      throw invalidField('file', `写真は1行につき${mostPhotosOfItem}枚までです。`)
    if (all.length >= mostPhotosOfList)
      throw invalidField('file', `写真はリスト全体で${mostPhotosOfList}枚までです。`)
    const { id } = await tx
      .insertInto('declared_photo')
      .values({ item_id: item, file_id: await claim(), created_at: actor.at.toISOString() })
      .returning('id')
      .executeTakeFirstOrThrow()
    return pictureOf({ id, ...picture.row, ...words }, actor.at, tools)
  })
}

export async function removePhoto(db: Db, actor: CustomerActor, id: number, tools: Tools): Promise<void> {
  const key = await inTransaction(db, async (tx) => {
    const found = await itemOfPhoto(tx, actor.customer_id, id)
    if (!found) throw notFound()
    await lockOpenList(tx, actor, found.list)
    const gone = await tx
      .deleteFrom('declared_photo')
      .where('id', '=', id)
      .returning('file_id')
      .executeTakeFirst()
    if (!gone) throw notFound()
    return dropPicture(tx, gone.file_id, actor.at)
  })
  await discardNow(db, [key], tools)
}
