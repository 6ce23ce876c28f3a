import type { BusinessActor } from '#server/platform/actor'
import { type Db, inTransaction } from '#server/platform/db'
import { forEachLogged, pagesById } from '#server/platform/each'
import { signedThumbnail } from '#server/platform/picture'
import { codeEdge, type PictureCode, pictureCode } from '#server/platform/picture-code'
import { notFound } from '#server/platform/refusal'
import { smallPicture } from '#server/platform/small-picture'
import type { Tools } from '#server/platform/tools'
import { itemRow } from './analysis.queries.ts'
import {
  type AlikeRow,
  alikeRows,
  firstPhotos,
  type IndexedPhoto,
  keepCode,
  photosToIndex,
  photoToIndex,
} from './look-alike.queries.ts'

type Needed = Pick<Tools, 'files'>

/** Of 256 bits: the same article again differs in about sixteen, another one in about sixty. */
export const within = 52
const mostShown = 8
const photosCompared = 2

async function codeOf(photo: IndexedPhoto, { files }: Needed): Promise<PictureCode | undefined> {
  const stored = await files.get(photo.key)
  return stored
    ? pictureCode(await smallPicture(stored.bytes, codeEdge, codeEdge), photo.company_id)
    : undefined
}

async function indexRow(db: Db, photo: IndexedPhoto, tools: Needed): Promise<boolean> {
  const code = await codeOf(photo, tools)
  if (code) await inTransaction(db, (tx) => keepCode(tx, photo, code.code, code.tokens))
  return code !== undefined
}

export async function indexPhoto(db: Db, id: number, tools: Needed): Promise<void> {
  const photo = await photoToIndex(db, id)
  if (photo) await indexRow(db, photo, tools)
}

/** Photos from before there were codes, and those whose job failed for good. */
export async function indexMissing(db: Db, tools: Pick<Tools, 'files' | 'log'>): Promise<number> {
  let count = 0
  for await (const photos of pagesById((after, limit) => photosToIndex(db, after, limit))) {
    await forEachLogged(photos, tools.log, async (photo) => {
      if (await indexRow(db, photo, tools)) count += 1
    })
  }
  return count
}

async function nearest(
  db: Db,
  actor: BusinessActor,
  codes: readonly PictureCode[],
  except: number | null,
): Promise<AlikeRow[]> {
  const best = new Map<string, AlikeRow>()
  for (const { code, probes } of codes) {
    for (const row of await alikeRows(db, actor, { code, probes, except, within, most: mostShown })) {
      const known = best.get(row.slug)
      if (!known || row.distance < known.distance) best.set(row.slug, row)
    }
  }
  return [...best.values()].toSorted((a, b) => a.distance - b.distance).slice(0, mostShown)
}

const likenessOf = (distance: number): number => Math.round((1 - distance / 128) * 100) / 100

export async function lookAlikes(
  db: Db,
  actor: BusinessActor,
  slug: string,
  tools: Pick<Tools, 'files' | 'keys'>,
) {
  const item = await itemRow(db, actor, slug)
  if (!item) throw notFound()
  const photos = await firstPhotos(db, item.id, photosCompared)
  const codes = (await Promise.all(photos.map((photo) => codeOf(photo, tools)))).filter(
    (code) => code !== undefined,
  )
  const rows = await nearest(db, actor, codes, item.id)
  return rows.map(({ distance, key, thumbnail_key, category: _, ...row }) => ({
    ...row,
    likeness: likenessOf(distance),
    thumbnail_url: signedThumbnail({ key, thumbnail_key }, actor.at, tools),
  }))
}

/** Categories of the articles that look most like a picture, with the share of each. */
export async function alikeCategories(
  db: Db,
  actor: BusinessActor,
  picture: Buffer,
  except: number | null,
): Promise<{ id: number; name: string; share: number }[]> {
  const code = pictureCode(await smallPicture(picture, codeEdge, codeEdge), actor.company_id)
  const rows = (await nearest(db, actor, [code], except)).filter(({ category }) => category !== null)
  const counts = new Map<number, { name: string; n: number }>()
  for (const { category, category_name } of rows) {
    if (category === null) continue
    counts.set(category, { name: category_name, n: (counts.get(category)?.n ?? 0) + 1 })
  }
  return [...counts].map(([id, { name, n }]) => ({ id, name, share: n / rows.length }))
}
