import { productStageLabel } from '#contract/product'
import type { BusinessActor } from '#server/platform/actor'
import { type ChangeQuery, changesOf } from '#server/platform/changes'
import type { Db } from '#server/platform/db'
import { firstTogether, type Paged, paginate } from '#server/platform/paging'
import { notFound } from '#server/platform/refusal'
import { listCount } from '#server/platform/shared-reads'
import type { Tools } from '#server/platform/tools'
import {
  changedProducts,
  finishedToday,
  type ProductFilter,
  productRows,
  productsOfIds,
  productsToCount,
  stageCounts,
} from './product-list.queries.ts'
import { attributesFor, productRow, unwrittenStates } from './productization.present.ts'
import { isProduct } from './productization.queries.ts'
import { saleEvidence } from './sale-evidence.ts'

export { productCodesMissing } from './product-list.queries.ts'
export { getProduct } from './productization.present.ts'
export { refreshProduct, takeUpProduct, writeProducts } from './productization.write.ts'

export async function listProducts(
  db: Db,
  actor: BusinessActor,
  { page, size, ...filter }: ProductFilter & Paged & ChangeQuery,
  tools: Pick<Tools, 'keys'>,
) {
  const changes = await changesOf(
    db,
    { ...filter, size },
    (isNews, limit) => changedProducts(actor, filter, isNews, limit),
    { rows: (ids) => productsOfIds(db, actor, ids), key: ({ id }) => id },
  )
  const listed =
    changes ??
    (await paginate(
      { page, size },
      listCount(db, actor.company_id, productsToCount(actor, filter)),
      (window) => productRows(db, actor, filter, window),
      firstTogether,
    ))
  const attributes = await attributesFor(
    db,
    listed.rows.filter(({ is_unwritten }) => is_unwritten),
  )
  const unwritten = unwrittenStates(attributes)
  return {
    ...listed,
    rows: listed.rows.map((row) => productRow(row, unwritten, actor.at, tools)),
  }
}

export async function countStages(db: Db, actor: BusinessActor, { shop }: { shop?: number | undefined }) {
  const [counts, finished_today] = await Promise.all([
    stageCounts(db, actor, shop),
    finishedToday(db, actor, shop),
  ])
  return {
    stages: (Object.keys(productStageLabel) as (keyof typeof productStageLabel)[]).map((stage) => {
      const found = counts.find((count) => count.stage === stage)
      return { stage, n: found?.n ?? 0, late: found?.late ?? 0 }
    }),
    finished_today,
  }
}

export async function productEvidence(db: Db, actor: BusinessActor, slug: string) {
  if (!(await isProduct(db, actor, slug))) throw notFound()
  return saleEvidence(db, actor, slug)
}

export const productExists = isProduct
