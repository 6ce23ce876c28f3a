import {
  type Article,
  type ArticleConditions,
  type BonusTerms,
  categoryPath,
  countsForSale,
} from '#contract/campaign'
import { tokyoDate } from '#contract/day'
import type { Actor } from '#server/platform/actor'
import type { Db, Tx } from '#server/platform/db'
import {
  campaignNoticeRows,
  campaignsOfRequest,
  campaignsOn,
  insertPromises,
  promisedCampaigns,
  runningSaleTerms,
} from './campaign.queries.ts'
import { categoryMasters, currentBrands } from './catalogue.queries.ts'

export const campaignsFor = (db: Db, actor: Actor, { request }: { request?: number | undefined }) =>
  request === undefined ? campaignsOn(db, actor, tokyoDate(actor.at)) : campaignsOfRequest(db, actor, request)

export const publishedCampaigns = (
  db: Db,
  actor: Actor,
  filter: { shop?: number | undefined; store?: string | undefined },
) => campaignNoticeRows(db, tokyoDate(actor.at), filter)

interface Sale {
  request: number
  company: number
  shop: number
  /** The customer's first sale to this dealer. */
  isFirst: boolean
}

/** A request keeps the campaigns of the day it was made, also after they have ended. */
export async function promiseCampaigns(
  tx: Tx,
  { at }: Pick<Actor, 'at'>,
  { request, company, ...sale }: Sale,
): Promise<void> {
  const running = await runningSaleTerms(tx, company, tokyoDate(at))
  const promised = running.filter((terms) => countsForSale(terms, sale)).map(({ id }) => id)
  await insertPromises(tx, request, promised)
}

export interface PromisedCampaign extends BonusTerms, ArticleConditions {
  id: number
}

/** The campaigns promised to a request, and what is needed to test its articles against them. */
export interface Promises {
  campaigns: PromisedCampaign[]
  articlesOf: (items: readonly Named[]) => Promise<Article[]>
}

interface Named {
  brand: number | null
  category: number | null
}

export async function promisesOf(tx: Tx, request: number): Promise<Promises> {
  const rows = await promisedCampaigns(tx, request)
  const campaigns = rows.map(({ id, percent, bonus_yen, bonus_cap, brands, categories }) => ({
    ...{ id, percent, bonusYen: bonus_yen, bonusCap: bonus_cap, brands, categories },
  }))
  const isByCategory = rows.some(({ categories }) => categories.length > 0)
  const isByBrand = rows.some(({ brands }) => brands.length > 0)
  const tree = isByCategory
    ? (await categoryMasters(tx)).map(({ id, parent_id }) => ({ id, parent: parent_id }))
    : []
  return {
    campaigns,
    articlesOf: async (items) => {
      const named = items.flatMap(({ brand }) => (brand === null || !isByBrand ? [] : [brand]))
      const current = await currentBrands(tx, [...new Set(named)])
      return items.map(({ brand, category }) => ({
        brand: brand === null ? null : (current.get(brand) ?? brand),
        categories: categoryPath(tree, category),
      }))
    },
  }
}
