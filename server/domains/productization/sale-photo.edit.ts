import { isDeepStrictEqual } from 'node:util'
import type { PhotoEdits, PhotoRole } from '#contract/productization'
import type { BusinessActor } from '#server/platform/actor'
import { type Db, inTransaction, type Tx } from '#server/platform/db'
import { type DrawnPicture, keepPictures } from '#server/platform/picture'
import type { RefusedEdit } from '#server/platform/picture-drawing'
import { dropSizedPictures } from '#server/platform/picture-sizes'
import { editedFrom } from '#server/platform/picture-work'
import { notFound, refuse, staleVersion } from '#server/platform/refusal'
import type { Tools } from '#server/platform/tools'
import { discardNow } from '#server/platform/unclaimed-file'
import { presentSalePhoto, unedited } from './productization.present.ts'
import { takeUpProduct } from './productization.write.ts'
import { type StoredSalePhoto, shownPhotos, storedPhoto, updateSalePhoto } from './sale-photo.queries.ts'
import { afterChange, pictureFrom, record } from './sale-photo.service.ts'

interface EditInput {
  version: number
  role?: PhotoRole | undefined
  edits?: PhotoEdits | undefined
}

type PhotoTools = Pick<Tools, 'files' | 'log' | 'keys' | 'config'>

/** Always made from the original, so that no edit is lost in another one. */
export async function editSalePhoto(
  db: Db,
  actor: BusinessActor,
  slug: string,
  id: number,
  input: EditInput,
  tools: PhotoTools,
) {
  const before = await storedPhoto(db, actor, slug, id)
  if (!before) throw notFound()
  const edits = newEdits(before, input)
  const isOriginal = edits !== undefined && isDeepStrictEqual(edits, unedited)
  const drawn = edits && !isOriginal ? await drawEdit(before, edits, tools) : undefined
  const write = async (tx: Tx, claim: (picture: DrawnPicture) => Promise<number>): Promise<string[]> => {
    const item = await takeUpProduct(tx, actor, slug)
    const photo = await storedPhoto(tx, actor, slug, id)
    if (!photo) throw notFound()
    if (photo.version !== input.version) throw staleVersion(await shown(tx, photo, actor, tools))
    const file_id = drawn ? await claim(drawn) : isOriginal ? photo.original_file_id : undefined
    await updateSalePhoto(tx, id, { role: input.role, edits, file_id })
    await afterChange(tx, actor, item)
    if (edits) await record(tx, actor, 'photo_edit', item.id, { photo: id })
    const isReplaced = file_id !== undefined && photo.file_id !== photo.original_file_id
    return isReplaced ? dropSizedPictures(tx, [photo.file_id], actor.at) : []
  }
  const dropped = drawn
    ? await keepPictures(db, [drawn], actor.at, tools, write)
    : await inTransaction(db, (tx) => write(tx, () => Promise.reject(new Error('nothing was drawn'))))
  await discardNow(db, dropped, tools)
  return shown(db, before, actor, tools)
}

/** Nothing for those the photo has: a repeated edit draws nothing anew. */
function newEdits(photo: StoredSalePhoto, { edits }: EditInput): PhotoEdits | undefined {
  return edits && !isDeepStrictEqual(edits, { ...unedited, ...photo.edits }) ? edits : undefined
}

async function shown(
  db: Db,
  { item, id }: Pick<StoredSalePhoto, 'item' | 'id'>,
  actor: BusinessActor,
  tools: Pick<Tools, 'keys'>,
) {
  const [photo] = await shownPhotos(db, item, [id])
  if (!photo) throw notFound()
  return presentSalePhoto(photo, actor.at, tools)
}

const sentences: Readonly<Record<RefusedEdit['refused'], string>> = {
  ground_colored:
    '背景が白やグレーではないため、色合いを整えられませんでした。無地の白かグレーの背景で撮り直すと整えられます。',
  ground_uneven:
    '背景の色がそろっていないため、白くしませんでした。無地の背景で撮り直すか、このままお使いください。',
  ground_alike:
    '背景と商品の色が近く、商品まで消えるおそれがあるため、白くしませんでした。違う色の背景で撮り直すか、このままお使いください。',
  ground_nothing: '背景と商品を見分けられなかったため、白くしませんでした。このままお使いください。',
}

async function drawEdit(
  { original_key, item }: StoredSalePhoto,
  edits: PhotoEdits,
  tools: PhotoTools,
): Promise<DrawnPicture> {
  const drawn = await tools.files.withLocal(original_key, (path) => editedFrom(path, edits, tools))
  if (!drawn) throw notFound()
  if ('refused' in drawn) throw refuse('guard_failed', { message: sentences[drawn.refused] })
  return pictureFrom(drawn, item)
}
