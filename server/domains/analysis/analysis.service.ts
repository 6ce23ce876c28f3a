import { type AnalysisKind, analysisFallbackLabel, mostPictures, unreadable } from '#contract/analysis'
import { labelOf } from '#contract/codes'
import type { BusinessActor } from '#server/platform/actor'
import { type Db, inTransaction } from '#server/platform/db'
import { reencodeImage } from '#server/platform/image'
import { invalidField, refuse, unknownKey } from '#server/platform/refusal'
import type { Tools } from '#server/platform/tools'
import { type AnalysedItem, insertRun, itemRow, photoKeys } from './analysis.queries.ts'
import { filled } from './candidate.rules.ts'
import { findInImages, findNumbers, type Outcome, writeReview } from './engine.service.ts'
import type { SeenPicture } from './local-engine.service.ts'
import { composeReview, type ReviewedArticle } from './review.rules.ts'

type Needed = Pick<Tools, 'files' | 'log' | 'clock' | 'config'>

const longestEdge = 1600
const mostBytes = 20 * 1024 * 1024

async function recorded(
  db: Db,
  actor: BusinessActor,
  kind: AnalysisKind,
  item: AnalysedItem | undefined,
  tools: Needed,
  work: () => Promise<Outcome>,
) {
  const began = performance.now()
  const { engine, fallback, candidates, review } = await work()
  const run = await inTransaction(db, (tx) =>
    insertRun(tx, {
      company_id: actor.company_id,
      shop_id: item?.shop_id ?? null,
      item_id: item?.id ?? null,
      kind,
      engine,
      fallback,
      ms: Math.round(performance.now() - began),
      candidates,
      review,
      asked_by: actor.business_user_id,
      asked_at: tools.clock.now().toISOString(),
    }),
  )
  const shown = fallback && {
    code: fallback,
    message: `${labelOf(analysisFallbackLabel, fallback)}。本体の機能で分析しました。`,
  }
  return { run, engine, fallback: shown, candidates, review }
}

export interface ImagesInput {
  images?: { data: string }[] | undefined
  slug?: string | undefined
  photos?: number[] | undefined
}

export async function analyzeImages(db: Db, actor: BusinessActor, input: ImagesInput, tools: Needed) {
  const item = await itemOf(db, actor, input.slug)
  const pictures = input.images
    ? await sentPictures(input.images)
    : await storedPictures(db, item, input.photos, tools)
  const { run, engine, fallback, candidates } = await recorded(db, actor, 'images', item, tools, () =>
    findInImages(db, actor, pictures, item?.id ?? null, tools),
  )
  return {
    ...filled(candidates),
    candidates,
    message: candidates.length > 0 ? '' : unreadable,
    run,
    engine,
    fallback,
  }
}

async function itemOf(
  db: Db,
  actor: BusinessActor,
  slug: string | undefined,
): Promise<AnalysedItem | undefined> {
  if (slug === undefined) return undefined
  const item = await itemRow(db, actor, slug)
  if (!item) throw unknownKey('slug', slug)
  return item
}

const base64 = /^(?:data:[\w/+.;=-]{0,100};base64,)?([A-Za-z0-9+/_-]+={0,2})$/

function bytesOf({ data }: { data: string }): Buffer {
  const [, encoded] = base64.exec(data.replaceAll(/[\r\n]/g, '')) ?? []
  const bytes = encoded === undefined ? Buffer.alloc(0) : Buffer.from(encoded, 'base64')
  if (bytes.length === 0) throw invalidField('images', '画像の data は Base64 で送ってください。')
  return bytes
}

async function sentPictures(images: readonly { data: string }[]): Promise<SeenPicture[]> {
  if (images.length === 0) throw invalidField('images', '写真を1枚以上お送りください。')
  const pictures: SeenPicture[] = []
  // One after another: each may take a while to decode.
  for (const image of images) pictures.push(await clean(bytesOf(image)))
  return pictures
}

/** Without metadata, and nothing that is no picture. */
async function clean(bytes: Buffer): Promise<SeenPicture> {
  const drawn = await reencodeImage(bytes, { maxEdge: longestEdge, format: 'jpeg', maxBytes: mostBytes })
  if ('refused' in drawn) throw refuse(drawn.refused, { field: 'images' })
  return { jpeg: drawn.bytes, width: drawn.width, height: drawn.height }
}

async function storedPictures(
  db: Db,
  item: AnalysedItem | undefined,
  photos: number[] | undefined,
  { files }: Needed,
): Promise<SeenPicture[]> {
  if (!item) throw invalidField('images', '写真か、商品の slug をお送りください。')
  const keys = await photoKeys(db, item.id, photos, mostPictures)
  const missing = photos?.find((id) => !keys.some((photo) => photo.id === id))
  if (missing !== undefined) throw unknownKey('photos', missing)
  if (keys.length === 0) throw invalidField('slug', 'この商品には写真がありません。')
  const stored = await Promise.all(keys.map(({ key }) => files.get(key)))
  const found = stored.flatMap((file) => (file ? [file.bytes] : []))
  return Promise.all(found.map(clean))
}

export async function analyzeNumber(
  db: Db,
  actor: BusinessActor,
  { product_number, brand }: { product_number: string; brand?: string | undefined },
  tools: Needed,
) {
  const { review: _, ...answer } = await recorded(db, actor, 'product_number', undefined, tools, () =>
    findNumbers(db, actor, product_number, brand || undefined, tools),
  )
  return { ...answer, message: answer.candidates.length > 0 ? '' : unreadable }
}

export type ReviewInput = { slug?: string | undefined } & {
  [Key in keyof ReviewedArticle]?: ReviewedArticle[Key] | undefined
}

/** What is sent goes before what is stored. */
function reviewed(item: AnalysedItem | undefined, input: ReviewInput): ReviewedArticle {
  const { slug: _, ...sent } = input
  const given = Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== undefined))
  const empty = {
    brand: '',
    category: '',
    name: '',
    color: '',
    material: '',
    size: '',
    product_number: '',
    features: '',
  }
  return { ...empty, grade: null, deductions: [], ...item, ...given }
}

export async function generateReview(db: Db, actor: BusinessActor, input: ReviewInput, tools: Needed) {
  const item = await itemOf(db, actor, input.slug)
  const article = reviewed(item, input)
  if (composeReview(article) === '')
    throw invalidField('non_field_errors', 'ブランドや品名など、商品の情報を1つ以上お送りください。')
  const { candidates: _, ...answer } = await recorded(db, actor, 'staff_review', item, tools, () =>
    writeReview(db, actor, article, tools),
  )
  return answer
}
