import type { AnalysisCandidate, AnalysisField, AnalysisSource } from '#contract/analysis'
import { categoryRows, everyBrand } from '#server/domains/catalogue/catalogue.service'
import { numberKey } from '#server/domains/stolen-notice/notice-number.rules'
import type { BusinessActor } from '#server/platform/actor'
import type { Db } from '#server/platform/db'
import { ReaderBusy, readPicture } from '#server/platform/picture-reader'
import type { ReadBox, Reading, ReadPicture } from '#server/platform/reading'
import { busy } from '#server/platform/request-limit'
import { smallPicture } from '#server/platform/small-picture'
import type { Tools } from '#server/platform/tools'
import { type OwnArticle, ownArticles } from './analysis.queries.ts'
import { type BrandIndex, brandIndex, matchBrands } from './brand-match.rules.ts'
import { ranked } from './candidate.rules.ts'
import { matchCategoryWords, matchMaterials, matchSizes } from './care-label.rules.ts'
import { matchColors } from './color-name.rules.ts'
import { alikeCategories } from './look-alike.service.ts'
import { fitAnyBrand, likelyNumbers, matchNumbers, tidyNumber } from './product-number.rules.ts'

const colorEdge = 48
/** A brand less certain than this says nothing about the form of its numbers. */
const brandForForms = 0.6
const mostNumbers = 5
const retrySeconds = 10

type Log = Pick<Tools, 'log'>

interface Where {
  picture: number | null
  box: ReadBox | null
}
const nowhere: Where = { picture: null, box: null }

const candidate = (
  field: AnalysisField,
  value: string,
  confidence: number,
  source: AnalysisSource,
  { picture, box }: Where = nowhere,
  id: number | null = null,
): AnalysisCandidate => ({ field, value, id, confidence, source, picture, box })

/** Re-encoded, without metadata. */
export interface SeenPicture {
  jpeg: Buffer
  width: number
  height: number
}

/** In less there are no letters. */
const leastEdge = 48

async function read({ jpeg, width, height }: SeenPicture, { log }: Log): Promise<ReadPicture | undefined> {
  if (Math.min(width, height) < leastEdge) return undefined
  try {
    return await readPicture(jpeg)
  } catch (error) {
    if (error instanceof ReaderBusy) throw busy(retrySeconds)
    log.warn({ err: error as Error }, 'a picture could not be read')
    return undefined
  }
}

const isCloseUp = (readings: readonly Reading[]): boolean =>
  readings.some(
    ({ kind, lines }) => kind === 'plain' && lines.filter(({ confidence }) => confidence > 0.8).length >= 3,
  )

/** What the letters of one picture say. */
export function findingsOf(
  readings: readonly Reading[],
  index: BrandIndex,
  picture: number | null,
): AnalysisCandidate[] {
  const brands = matchBrands(readings, index)
  const [brand] = brands
  const named = brand && brand.confidence >= brandForForms ? brand.name : undefined
  const at = (box: ReadBox | null): Where => ({ picture, box })
  return [
    ...brands
      .slice(0, 3)
      .map(({ name, confidence, box, id }) => candidate('brand', name, confidence, 'label', at(box), id)),
    ...matchNumbers(readings, named)
      .slice(0, mostNumbers)
      .map(({ value, confidence, box }) => candidate('product_number', value, confidence, 'label', at(box))),
    ...matchMaterials(readings).map(({ value, confidence, box }) =>
      candidate('material', value, confidence, 'label', at(box)),
    ),
    ...matchSizes(readings).map(({ value, confidence, box }) =>
      candidate('size', value, confidence, 'label', at(box)),
    ),
    ...matchCategoryWords(readings).map(({ value, confidence, box }) =>
      candidate('category', value, confidence, 'label', at(box)),
    ),
  ]
}

/** What it looks like is a hint and never certain. */
const mostByLooks = 0.8

async function categoriesByLooks(
  db: Db,
  actor: BusinessActor,
  jpeg: Buffer,
  item: number | null,
  picture: number,
): Promise<AnalysisCandidate[]> {
  const found = await alikeCategories(db, actor, jpeg, item)
  return found.map(({ id, name, share }) =>
    candidate('category', name, share * mostByLooks, 'look_alike', { picture, box: null }, id),
  )
}

async function colorsOf(jpeg: Buffer, closeUp: boolean, picture: number): Promise<AnalysisCandidate[]> {
  const colors = matchColors(await smallPicture(jpeg, colorEdge, colorEdge))
  // Close to a label there is little of the article, in whatever light.
  return colors.map(({ value, confidence }) =>
    candidate('color', value, closeUp ? confidence * 0.6 : confidence, 'pixels', { picture, box: null }),
  )
}

/** What is known of an article whose number the company has had before. */
function knownFrom(
  articles: readonly OwnArticle[],
  numbers: readonly AnalysisCandidate[],
): AnalysisCandidate[] {
  return articles.flatMap((article) => {
    const number = numbers.find(({ value }) => numberKey(value) === numberKey(article.product_number))
    if (!number) return []
    const where = { picture: number.picture, box: number.box }
    const sure = Math.min(number.confidence, article.n > 1 ? 0.95 : 0.85)
    return [
      candidate(
        'product_number',
        number.value,
        Math.min(0.98, number.confidence + 0.04),
        'own_article',
        where,
      ),
      ...(article.brand !== null && article.brand_name
        ? [candidate('brand', article.brand_name, sure, 'own_article', where, article.brand)]
        : []),
      ...(article.category !== null && article.category_name
        ? [candidate('category', article.category_name, sure, 'own_article', where, article.category)]
        : []),
    ]
  })
}

async function withOwnArticles(
  db: Db,
  actor: BusinessActor,
  found: readonly AnalysisCandidate[],
  item: number | null,
): Promise<AnalysisCandidate[]> {
  const numbers = found.filter(({ field }) => field === 'product_number')
  if (numbers.length === 0) return [...found]
  const keys = [...new Set(numbers.map(({ value }) => numberKey(value)))]
  return [...found, ...knownFrom(await ownArticles(db, actor, keys, item), numbers)]
}

/** With the numbers of our categories, where they are still in use. */
async function withCategories(db: Db, found: readonly AnalysisCandidate[]): Promise<AnalysisCandidate[]> {
  if (!found.some(({ field, id }) => field === 'category' && id === null)) return [...found]
  const known = new Map((await categoryRows(db)).map(({ id, name }) => [name, id]))
  return found.flatMap((one) => {
    if (one.field !== 'category' || one.id !== null) return [one]
    const id = known.get(one.value)
    return id === undefined ? [] : [{ ...one, id }]
  })
}

export const brandsOf = async (db: Db, actor: BusinessActor): Promise<BrandIndex> =>
  brandIndex(await everyBrand(db, actor, {}))

export async function localImages(
  db: Db,
  actor: BusinessActor,
  pictures: readonly SeenPicture[],
  item: number | null,
  tools: Log,
): Promise<AnalysisCandidate[]> {
  const index = await brandsOf(db, actor)
  const found = await Promise.all(
    pictures.map(async (picture, at) => {
      const readings = (await read(picture, tools))?.readings ?? []
      const closeUp = isCloseUp(readings)
      return [
        ...findingsOf(readings, index, at),
        ...(await colorsOf(picture.jpeg, closeUp, at)),
        ...(closeUp ? [] : await categoriesByLooks(db, actor, picture.jpeg, item, at)),
      ]
    }),
  )
  return ranked(await withCategories(db, await withOwnArticles(db, actor, ranked(found.flat()), item)))
}

export async function localNumber(
  db: Db,
  actor: BusinessActor,
  typed: string,
  brand: string | undefined,
): Promise<AnalysisCandidate[]> {
  const tidy = tidyNumber(typed)
  const likely = likelyNumbers(tidy, brand).map(({ value, confidence }) =>
    candidate('product_number', value, confidence, 'pattern'),
  )
  const index = await brandsOf(db, actor)
  const brands = brand
    ? []
    : fitAnyBrand(tidy, [...new Set([...index.exact.values()].map(({ name }) => name))]).flatMap(
        ({ name, confidence }) => {
          const known = [...index.exact.values()].find((one) => one.name === name)
          return known ? [candidate('brand', name, confidence, 'pattern', nowhere, known.id)] : []
        },
      )
  return ranked(await withOwnArticles(db, actor, [...likely, ...brands], null))
}
