import { tokyoDate } from '#contract/day'
import { foldSearch } from '#contract/text'
import type { Actor } from '#server/platform/actor'
import type { Db } from '#server/platform/db'
import { brandRows, campaignRows } from './catalogue.queries.ts'

export { categoryRows, commentTemplateRows } from './catalogue.queries.ts'

export interface BrandQuery {
  q?: string | undefined
  shopOnly?: boolean | undefined
  shop_only?: boolean | undefined
  shop?: number | undefined
}

export function listBrands(db: Db, actor: Actor, query: BrandQuery) {
  return brandRows(db, actor, {
    q: foldSearch(query.q ?? ''),
    handled: query.shopOnly ?? query.shop_only ?? false,
    shop: query.shop ?? null,
  })
}

export function everyBrand(db: Db, actor: Actor, { shop }: { shop?: number | undefined }) {
  return brandRows(db, actor, { q: '', handled: false, shop: shop ?? null, every: true })
}

export function campaignsToday(db: Db, actor: Actor) {
  return campaignRows(db, actor, tokyoDate(actor.at))
}
