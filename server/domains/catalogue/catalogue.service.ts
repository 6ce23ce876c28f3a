import { recordActivity } from '#server/domains/activity/activity.service'
import { requireBrands } from '#server/domains/company/company.service'
import type { Actor, BusinessActor } from '#server/platform/actor'
import type { Db, Tx } from '#server/platform/db'
import { notFound } from '#server/platform/refusal'
import { foldBrand } from './brand-search.rules.ts'
import { brandRow, brandRows, markPrivate } from './catalogue.queries.ts'

export { type EffectiveAttribute, effectiveAttributes } from './attribute.queries.ts'
export {
  brandNames,
  categoryRows,
  commentTemplateRows,
  currentBrand,
  currentBrands,
  hasBrands,
  hasCategories,
} from './catalogue.queries.ts'

export interface BrandQuery {
  q?: string | undefined
  shopOnly?: boolean | undefined
  shop_only?: boolean | undefined
  shop?: number | undefined
  store?: string | undefined
  size?: number | undefined
}

const usualBrands = 50
const mostBrands = 500
const mostTaken = 5000

export function listBrands(db: Db, actor: Actor, query: BrandQuery) {
  return brandRows(db, actor, {
    q: foldBrand(query.q ?? ''),
    handled: query.shopOnly ?? query.shop_only ?? false,
    shop: query.shop ?? null,
    store: query.store,
    limit: query.size && query.size > 0 ? Math.min(query.size, mostBrands) : usualBrands,
  })
}

export async function readBrand(db: Db, actor: Actor, id: number) {
  const brand = await brandRow(db, actor, id)
  if (!brand) throw notFound()
  return brand
}

export function everyBrand(db: Db, actor: Actor, { shop }: { shop?: number | undefined }) {
  return brandRows(db, actor, {
    q: '',
    handled: false,
    shop: shop ?? null,
    store: undefined,
    limit: mostTaken,
  })
}

/** The mark of one company: others see the brand as before. */
export async function setPrivate(
  tx: Tx,
  actor: BusinessActor,
  { brands, is_private }: { brands: number[]; is_private: boolean },
): Promise<{ updated: number; brands: number[] }> {
  await requireBrands(tx, brands)
  const changed = await markPrivate(tx, actor.company_id, brands, is_private)
  if (changed.length > 0) {
    await recordActivity(tx, actor, {
      action: 'brand.set_private',
      detail: { brands: changed.slice(0, 100), count: changed.length, is_private },
    })
  }
  return { updated: changed.length, brands: changed }
}
