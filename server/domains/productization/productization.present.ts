import { isBought } from '#contract/lifecycle'
import { composeDescription, composeTitle, type TextFacts, textOfParts } from '#contract/product-text'
import type { PhotoEdits } from '#contract/productization'
import { type EffectiveAttribute, effectiveAttributes } from '#server/domains/catalogue/catalogue.service'
import type { BusinessActor, SystemActor } from '#server/platform/actor'
import type { Db } from '#server/platform/db'
import { type PictureRow, pictureOf } from '#server/platform/picture'
import { notFound } from '#server/platform/refusal'
import type { Tools } from '#server/platform/tools'
import type { ListedProduct } from './product-list.queries.ts'
import {
  assessmentPhotosOf,
  type ProductRecord,
  productsBySlug,
  type SalePhotoRow,
  type StoredValue,
  salePhotosOf,
  valuesOf,
} from './productization.queries.ts'
import { productMoves, stateOf } from './productization.rules.ts'

type Keys = Pick<Tools, 'keys'>
type Attributes = ReadonlyMap<number, EffectiveAttribute[]>

export const attributesFor = (db: Db, rows: readonly { category: number | null }[]): Promise<Attributes> =>
  effectiveAttributes(
    db,
    rows.flatMap(({ category }) => category ?? []),
  )

export const attributesIn = (all: Attributes, category: number | null): EffectiveAttribute[] =>
  (category === null ? undefined : all.get(category)) ?? []

type State = ReturnType<typeof stateOf>
type OfUnwritten = (row: Pick<ListedProduct, 'category' | 'sales_channel'>) => State

/** Of an article without a row everything is missing. Worked out once for all of a category and channel. */
export function unwrittenStates(attributes: Attributes): OfUnwritten {
  const known = new Map<string, State>()
  return ({ category, sales_channel }) => {
    const key = `${category} ${sales_channel}`
    const found = known.get(key)
    if (found) return found
    const nothing = { photos: 0, filled: new Set<number>(), selling_price: null, extras: [] }
    const state = stateOf({ ...nothing, attributes: attributesIn(attributes, category), sales_channel })
    known.set(key, state)
    return state
  }
}

/** Keeps columns that are not sent; the schema of the response drops them. */
export function productRow(row: ListedProduct, unwritten: OfUnwritten, at: Date, { keys }: Keys) {
  const { thumbnail_key } = row
  return {
    ...row,
    ...(row.is_unwritten ? unwritten(row) : undefined),
    is_disputed: false,
    thumbnail_url: thumbnail_key === null ? null : pictureOf(pictureRow(thumbnail_key), at, { keys }).url,
  }
}

export const unedited: PhotoEdits = { crop: null, turn: 0, is_balanced: false, is_cut_out: false }

const pictureRow = (key: string): PictureRow => ({ id: 0, key, thumbnail_key: '', kind: '', caption: '' })

export function presentSalePhoto(photo: SalePhotoRow, at: Date, tools: Keys) {
  const { role, looks_like, version, original_key } = photo
  const urlOf = (key: string) => pictureOf(pictureRow(key), at, tools).url
  const edits = { ...unedited, ...photo.edits }
  const sizes = photo.sizes.map(({ avif_key, webp_key, ...size }) => ({
    ...size,
    avif_url: urlOf(avif_key),
    webp_url: urlOf(webp_key),
  }))
  const more = { role, original_url: urlOf(original_key), edits, looks_like, version }
  return { ...pictureOf(photo, at, tools), ...more, is_ready: sizes.length > 0, sizes }
}

export async function getProduct(db: Db, actor: BusinessActor, slug: string, tools: Keys) {
  const [product] = await presentProducts(db, actor, [slug], tools)
  if (!product) throw notFound()
  return product
}

/** In the order of the slugs; foreign ones are left out. */
export async function presentProducts(
  db: Db,
  actor: BusinessActor | SystemActor,
  slugs: readonly string[],
  tools: Keys,
) {
  const found = (await productsBySlug(db, actor, slugs)).filter(({ status }) => isBought(status))
  const ids = found.map(({ id }) => id)
  const [attributes, values, photos, assessed] = await Promise.all([
    attributesFor(db, found),
    valuesOf(db, ids),
    salePhotosOf(db, ids),
    assessmentPhotosOf(db, ids),
  ])
  const byItem = <Row extends { item: number }>(rows: readonly Row[]) => Map.groupBy(rows, ({ item }) => item)
  const [valuesBy, photosBy, assessedBy] = [byItem(values), byItem(photos), byItem(assessed)]
  const unwritten = unwrittenStates(attributes)
  const shown = new Map(
    found.map((record) => {
      const parts = {
        attributes: attributesIn(attributes, record.category),
        values: valuesBy.get(record.id) ?? [],
        photos: photosBy.get(record.id) ?? [],
        assessed: assessedBy.get(record.id) ?? [],
      }
      return [record.slug, presentProduct(record, parts, unwritten, actor.at, tools)]
    }),
  )
  return slugs.flatMap((slug) => shown.get(slug) ?? [])
}

interface Parts {
  attributes: readonly EffectiveAttribute[]
  values: readonly StoredValue[]
  photos: readonly SalePhotoRow[]
  assessed: readonly PictureRow[]
}

function presentProduct(
  record: ProductRecord,
  { attributes, ...parts }: Parts,
  unwritten: OfUnwritten,
  at: Date,
  tools: Keys,
) {
  const { request_id: _, company_id: _company, edited_by_name, ...own } = record
  const row = productRow(record, unwritten, at, tools)
  const values = parts.values.filter(({ attribute }) => attributes.some(({ id }) => id === attribute))
  const facts = textFacts(record, attributes, values, parts.photos)
  return {
    ...own,
    ...row,
    composed_title: textOfParts(composeTitle(facts)),
    composed_description: textOfParts(composeDescription(facts)),
    attributes: [...attributes],
    values: values.map(({ attribute, value }) => ({ attribute, value })),
    photos: parts.photos.map((photo) => presentSalePhoto(photo, at, tools)),
    assessment_photos: parts.assessed.map((photo) => pictureOf(photo, at, tools)),
    allowed_transitions: productMoves(record, record.request_status, row.missing),
    edited_by: edited_by_name ?? '',
  }
}

function textFacts(
  record: ProductRecord,
  attributes: readonly EffectiveAttribute[],
  values: readonly StoredValue[],
  photos: readonly SalePhotoRow[],
): TextFacts {
  const given = new Map(values.map(({ attribute, value }) => [attribute, value]))
  return {
    ...record,
    attributes: attributes.flatMap(({ id, name, unit, is_measure }) => {
      const value = given.get(id)
      return value === undefined ? [] : [{ id, name, unit, is_measure, value }]
    }),
    photo_roles: photos.map(({ role }) => role),
  }
}
