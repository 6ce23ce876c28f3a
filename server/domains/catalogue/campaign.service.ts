import { type BonusTerms, categoryPath, countsForArticle, countsForSale } from '#contract/campaign'
import { tokyoDate } from '#contract/day'
import type { Actor } from '#server/platform/actor'
import type { Db, Tx } from '#server/platform/db'
import {
  type CampaignRow,
  campaignNoticeRows,
  campaignsOfRequest,
  campaignsOn,
  insertPromises,
  promisedCampaign,
  runningSaleTerms,
} from './campaign.queries.ts'
import { categoryMasters, currentBrand } from './catalogue.queries.ts'

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
  /** The customer has sold nothing to the dealer yet. */
  isFirst: boolean
}

/** What runs on the day of the application counts for the request from then on, however it ends. */
export async function promiseCampaigns(
  tx: Tx,
  { at }: Pick<Actor, 'at'>,
  { request, company, ...sale }: Sale,
): Promise<void> {
  const running = await runningSaleTerms(tx, company, tokyoDate(at))
  const promised = running.filter((terms) => countsForSale(terms, sale)).map(({ id }) => id)
  await insertPromises(tx, request, promised)
}

export const bonusOf = (row: Pick<CampaignRow, 'percent' | 'bonus_yen' | 'bonus_cap'>): BonusTerms => ({
  percent: row.percent,
  bonusYen: row.bonus_yen,
  bonusCap: row.bonus_cap,
})

interface Priced {
  request: number
  brand: number | null
  category: number | null
  /** The article was priced with it before. */
  isKept: boolean
}

/** Undefined: not promised to the request. */
export async function campaignOfArticle(
  tx: Tx,
  id: number,
  { request, brand, category, isKept }: Priced,
): Promise<{ bonus: BonusTerms; counts: boolean } | undefined> {
  const found = await promisedCampaign(tx, request, id, isKept)
  if (!found) return undefined
  const named = brand === null ? null : ((await currentBrand(tx, brand)) ?? brand)
  const tree = found.categories.length === 0 ? [] : await categoryMasters(tx)
  const path = categoryPath(
    tree.map((row) => ({ id: row.id, parent: row.parent_id })),
    category,
  )
  return { bonus: bonusOf(found), counts: countsForArticle(found, { brand: named, categories: path }) }
}
