import { randomBytes } from 'node:crypto'
import { mostSalePhotos } from '#contract/productization'
import { recordActivity } from '#server/domains/activity/activity.service'
import { placeOfPhoto } from '#server/domains/item/item.rules'
import type { BusinessActor } from '#server/platform/actor'
import { type Db, inTransaction, type Tx } from '#server/platform/db'
import { addJob } from '#server/platform/jobs'
import { type DrawnPicture, dropPictures, keepPictures } from '#server/platform/picture'
import { dropSizedPictures } from '#server/platform/picture-sizes'
import { type DrawnOriginal, originalOf } from '#server/platform/picture-work'
import { invalidField, notFound, refuse, staleVersion, unknownKey } from '#server/platform/refusal'
import type { Tools } from '#server/platform/tools'
import { discardNow } from '#server/platform/unclaimed-file'
import { getProduct, presentSalePhoto } from './productization.present.ts'
import { itemsOfSlugs, type LockedItem } from './productization.queries.ts'
import { refreshProduct, takeUpProduct } from './productization.write.ts'
import {
  deleteSalePhoto,
  insertSalePhoto,
  photoOrderVersion,
  shownPhotos,
  storedPhoto,
  storedPhotos,
  writePhotoOrder,
} from './sale-photo.queries.ts'
import { dropSent, type SentPhoto, type SentPhotos } from './sale-photo.sent.ts'

type PhotoTools = Pick<Tools, 'files' | 'log' | 'keys' | 'config'>

/** All or none. A photo that is there already is returned as it is, wherever it was sent from. */
export async function addSalePhotos(db: Db, actor: BusinessActor, sent: SentPhotos, tools: PhotoTools) {
  try {
    const [item] = await itemsOfSlugs(db, actor, [sent.slug])
    if (!item) throw unknownKey('slug', sent.slug)
    const known = new Set((await storedPhotos(db, item.id)).map(({ sha256 }) => sha256))
    const fresh = sent.photos.filter(
      ({ sha256 }, place) =>
        !known.has(sha256) && sent.photos.findIndex((other) => other.sha256 === sha256) === place,
    )
    if (fresh.length > 0) await addFresh(db, actor, sent, { item: item.id, fresh }, tools)
    const idOf = new Map((await storedPhotos(db, item.id)).map(({ id, sha256 }) => [sha256, id]))
    const ids = [...new Set(sent.photos.flatMap(({ sha256 }) => idOf.get(sha256) ?? []))]
    const shown = await shownPhotos(db, item.id, ids)
    return { slug: sent.slug, images: shown.map((photo) => presentSalePhoto(photo, actor.at, tools)) }
  } finally {
    await dropSent(sent)
  }
}

interface DrawnPhoto extends SentPhoto {
  picture: DrawnPicture
  look: Buffer
}

async function addFresh(
  db: Db,
  actor: BusinessActor,
  sent: SentPhotos,
  { item, fresh }: { item: number; fresh: readonly SentPhoto[] },
  tools: PhotoTools,
): Promise<void> {
  const tried = await Promise.allSettled(
    fresh.map((photo) => drawPhoto(photo, item, sent.photos.length > 1, tools)),
  )
  const drawn = tried.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
  const pictures = drawn.map(({ picture }) => picture)
  const failed = tried.find((one) => one.status === 'rejected')
  if (failed) {
    await dropPictures(pictures)
    throw failed.reason
  }
  await keepPictures(db, pictures, actor.at, tools, async (tx, claim) => {
    const locked = await takeUpProduct(tx, actor, sent.slug)
    const there = await storedPhotos(tx, item)
    const wanted = drawn.filter(({ sha256 }) => !there.some((photo) => photo.sha256 === sha256))
    if (there.length + wanted.length > mostSalePhotos)
      throw refuse('guard_failed', { message: `販売用の写真は1点につき${mostSalePhotos}枚までです。` })
    for (const photo of wanted)
      await insert(tx, actor, sent, { ...photo, item, file: await claim(photo.picture) })
    if (wanted.length > 0) await afterChange(tx, actor, locked)
  })
}

async function drawPhoto(
  photo: SentPhoto,
  item: number,
  isOneOfSeveral: boolean,
  tools: PhotoTools,
): Promise<DrawnPhoto> {
  const drawn = await originalOf(photo.path, tools)
  if ('refused' in drawn) {
    const refusal = refuse(drawn.refused)
    const [sentence] = [refusal.body.file].flat()
    throw isOneOfSeveral && photo.name
      ? refuse(drawn.refused, { message: `${photo.name.slice(0, 60)}: ${String(sentence)}` })
      : refusal
  }
  return { ...photo, picture: pictureFrom(drawn, item), look: Buffer.from(drawn.look) }
}

/** Under a name that nobody can guess. */
export function pictureFrom(drawn: DrawnOriginal, item: number): DrawnPicture {
  const name = randomBytes(16).toString('hex')
  const { bytes, thumbnail, width, height } = drawn
  return {
    row: {
      key: `products/${item}/${name}.jpg`,
      thumbnail_key: `products/${item}/${name}-s.webp`,
      content_type: 'image/jpeg',
      ...{ width, height, size: bytes.size, sha256: drawn.sha256 },
    },
    bytes,
    thumbnail,
  }
}

async function insert(
  tx: Tx,
  actor: BusinessActor,
  { role, taken_at }: SentPhotos,
  { item, file, sha256, look }: DrawnPhoto & { item: number; file: number },
): Promise<void> {
  const there = await storedPhotos(tx, item)
  const taken = takenAt(taken_at, actor.at)
  const place = placeOfPhoto(
    there.map(({ at, is_arranged }) => ({ at: Date.parse(at), is_arranged })),
    taken.getTime(),
  )
  await insertSalePhoto(tx, actor, {
    item_id: item,
    ...{ file_id: file, original_file_id: file, sha256, look_hash: look, role },
    position: there[place]?.position ?? (there.at(-1)?.position ?? -1) + 1,
    taken_at: taken.toISOString(),
  })
}

const day = 86_400_000

/** Only the order counts, so an hour that is wrong does no harm; an impossible one counts as the arrival. */
function takenAt(said: string | undefined, arrived: Date): Date {
  const taken = new Date(said ?? '')
  const age = arrived.getTime() - taken.getTime()
  return age >= -day && age <= 90 * day ? taken : arrived
}

/** In the same transaction: what the article lacks now, and the sizes of what is shown. */
export async function afterChange(
  tx: Tx,
  actor: BusinessActor,
  { id }: Pick<LockedItem, 'id'>,
): Promise<void> {
  await refreshProduct(tx, actor, id)
  await addJob(
    tx,
    'productization.photo_sizes',
    { item: id },
    // After mail and whatever else people wait for.
    { jobKey: `productization.photo_sizes:${id}`, queue: 'productization.photo_sizes', priority: 10 },
  )
}

export async function removeSalePhoto(
  db: Db,
  actor: BusinessActor,
  slug: string,
  id: number,
  tools: Pick<Tools, 'files' | 'log'>,
): Promise<void> {
  const dropped = await inTransaction(db, async (tx) => {
    if (!(await storedPhoto(tx, actor, slug, id))) throw notFound()
    const item = await takeUpProduct(tx, actor, slug)
    const photo = await storedPhoto(tx, actor, slug, id)
    if (!photo) throw notFound()
    await deleteSalePhoto(tx, id)
    await refreshProduct(tx, actor, item.id)
    await record(tx, actor, 'photo_remove', item.id, { photo: id })
    return dropSizedPictures(tx, [...new Set([photo.file_id, photo.original_file_id])], actor.at)
  })
  await discardNow(db, dropped, tools)
}

export const record = (
  tx: Tx,
  actor: BusinessActor,
  act: 'photo_edit' | 'photo_order' | 'photo_remove',
  item: number,
  detail: Record<string, unknown> = {},
) => recordActivity(tx, actor, { action: `product.${act}`, object_type: 'item', object_id: item, detail })

/** The first one is the main photo. Unnamed ones, which arrived meanwhile, follow. Concurrent orders are refused. */
export async function arrangeSalePhotos(
  db: Db,
  actor: BusinessActor,
  slug: string,
  { photos: wanted, photo_order_version }: { photos: number[]; photo_order_version: number },
  tools: Pick<Tools, 'keys'>,
) {
  if (new Set(wanted).size !== wanted.length) throw invalidField('photos', '同じ写真が2回含まれています。')
  const [found] = await itemsOfSlugs(db, actor, [slug])
  if (!found || (await storedPhotos(db, found.id)).length === 0) throw notFound()
  const isStale = await inTransaction(db, async (tx) => {
    const item = await takeUpProduct(tx, actor, slug)
    const there = (await storedPhotos(tx, item.id)).map(({ id }) => id)
    const isKnown = wanted.every((id) => there.includes(id))
    if (!isKnown || (await photoOrderVersion(tx, item.id)) !== photo_order_version) return true
    const rest = there.filter((id) => !wanted.includes(id))
    await writePhotoOrder(tx, item.id, [...wanted, ...rest], wanted.length)
    await refreshProduct(tx, actor, item.id)
    await record(tx, actor, 'photo_order', item.id)
    return false
  })
  const shown = await getProduct(db, actor, slug, tools)
  if (isStale) throw staleVersion(shown)
  return shown
}
