import type * as z from 'zod'
import type { CallBody, CallResult } from '#contract/call'
import { itemGender, labelOf } from '#contract/codes'
import { tokyoDate } from '#contract/day'
import type { preAssessmentCalls as calls } from '#contract/pre-assessment'
import {
  type AttributeValue,
  type NamedPrice,
  namedPrice,
  type PricedArticle,
  type PriceStep,
  templateFor,
} from '#contract/pre-assessment-price'
import { formatYen } from '#contract/text'
import { evidenceOf } from '#server/domains/item/item.service'
import type { BusinessActor } from '#server/platform/actor'
import type { Db } from '#server/platform/db'
import { type FieldErrors, invalid } from '#server/platform/refusal'
import { categoryRows, seasonRows, statusRows } from './master.queries.ts'
import { brandFactors, type Candidate, candidateTemplates } from './price.queries.ts'

type Body = CallBody<typeof calls.price>
export type GivenArticle = Omit<Body['articles'][number], 'brand_text'>
export type Named = CallResult<typeof calls.price>['prices'][number]
type Masters = Awaited<ReturnType<typeof mastersOf>>
type Evidence = Awaited<ReturnType<typeof evidenceOf>>[number]

async function mastersOf(db: Db, company: number, articles: readonly GivenArticle[]) {
  const brands = articles.flatMap(({ brand }) => brand ?? [])
  const [factors, categories, statuses, seasons] = await Promise.all([
    brandFactors(db, company, brands),
    categoryRows(db, company),
    statusRows(db, company),
    seasonRows(db, company),
  ])
  const byPath = new Map(categories.map((row) => [[...row.path, row.name].join('\n'), row]))
  return {
    brands: factors,
    categories: new Map(categories.map((row) => [row.id, row])),
    /** From the category itself to the top of its tree. */
    chain: (id: number | null | undefined): number[] => {
      const row = id === null || id === undefined ? undefined : categories.find((one) => one.id === id)
      if (!row) return []
      const names = [...row.path, row.name]
      return names.flatMap(
        (_, index) => byPath.get(names.slice(0, names.length - index).join('\n'))?.id ?? [],
      )
    },
    statuses: new Map(statuses.map((row) => [row.id, row])),
    seasons: new Map(seasons.map((row) => [row.id, row])),
  }
}

const unknown = (value: number) => [`主キー "${value}" は不正です - データが存在しません。`]

function problemsOf(article: GivenArticle, masters: Masters): FieldErrors {
  const { brand, category, condition, season } = article
  const problem: FieldErrors = {}
  if (brand && !masters.brands.has(brand)) problem.brand = unknown(brand)
  if (category && !masters.categories.has(category)) problem.category = unknown(category)
  if (condition && !masters.statuses.has(condition)) problem.condition = unknown(condition)
  if (season && !masters.seasons.has(season)) problem.season = unknown(season)
  return problem
}

const attributesOf = ({ attributes = {} }: GivenArticle): Record<string, AttributeValue> =>
  Object.fromEntries(
    Object.entries(attributes).flatMap(([name, value]) => (value === null ? [] : [[name, value] as const])),
  )

const articleOf = (given: GivenArticle, masters: Masters): PricedArticle => ({
  brand: given.brand ?? null,
  brand_rank: (given.brand && masters.brands.get(given.brand)?.rank) || null,
  categories: masters.chain(given.category),
  gender: given.gender ?? null,
  status: given.condition ?? null,
  season: given.season ?? null,
  attributes: attributesOf(given),
})

/** Checks what the articles refer to; the position of a wrong one is kept. */
export async function namePrices(
  db: Db,
  company: number,
  articles: readonly GivenArticle[],
  on: { day: string; at: Date },
): Promise<Named[]> {
  const masters = await mastersOf(db, company, articles)
  const problems = articles.map((article) => problemsOf(article, masters))
  if (problems.some((problem) => Object.keys(problem).length > 0)) throw invalid({ articles: problems })
  const priced = articles.map((article) => articleOf(article, masters))
  const [candidates, past] = await Promise.all([
    candidateTemplates(
      db,
      company,
      priced.map(({ brand_rank, ...rest }, place) => ({ ...rest, place, rank: brand_rank })),
      on.day,
    ),
    evidenceOf(
      db,
      company,
      articles.map((article) => ({
        brand_id: article.brand ?? null,
        category_id: article.category ?? null,
        grade: (article.condition && masters.statuses.get(article.condition)?.grade_band) || null,
      })),
      on.at,
    ),
  ])
  return priced.map((article, place) => {
    const own = candidates.filter((candidate) => candidate.place === place)
    return named(article, templateFor(own, article, on.day), past[place] ?? null, masters)
  })
}

function named(article: PricedArticle, template: Candidate | null, past: Evidence, masters: Masters): Named {
  const nothing = { low: null, center: null, high: null, template: template?.id ?? null, steps: [], past }
  if (article.categories.length === 0 || article.status === null)
    return { ...nothing, drift_permille: null, reason: 'incomplete' }
  if (!template) return { ...nothing, drift_permille: null, reason: 'no_template' }
  // A dealer says by a base of nothing that such goods are seen first.
  if (template.base === 0) return { ...nothing, drift_permille: null, reason: 'seen_first' }
  const price = namedPrice(template, article, factorsOf(article, masters), past?.n ?? 0)
  return {
    ...{ low: price.low, center: price.center, high: price.high, template: template.id, past },
    steps: price.steps.map((step) => ({ ...step, label: labelOfStep(step, template, article, masters) })),
    drift_permille: past ? driftOf(price, past.median) : null,
    reason: null,
  }
}

/** How far what is paid is from what is named, in thousandths of the latter. */
export const driftOf = ({ center }: Pick<NamedPrice, 'center'>, median: number): number | null =>
  center > 0 ? Math.round(((median - center) * 1000) / center) : null

const factorsOf = ({ brand, categories, status, season }: PricedArticle, masters: Masters) => ({
  brand: (brand !== null && masters.brands.get(brand)?.factor_permille) || 1000,
  category: masters.categories.get(categories[0] ?? 0)?.factor_permille ?? 1000,
  status: (status === null ? undefined : masters.statuses.get(status)?.factor_permille) ?? 1000,
  season: (season === null ? undefined : masters.seasons.get(season)?.factor_permille) ?? 1000,
})

const timesWords = (permille: number): string => `×${(permille / 1000).toFixed(2)}`

export function templateWords(
  template: Pick<
    Candidate,
    'brand' | 'brand_rank' | 'category' | 'gender' | 'status' | 'season' | 'attributes'
  >,
  masters: Masters,
): string {
  const words = [
    template.brand !== null
      ? masters.brands.get(template.brand)?.name
      : template.brand_rank !== null && `ランク${template.brand_rank}`,
    template.category !== null && masters.categories.get(template.category)?.name,
    template.gender !== null && labelOf(itemGender, template.gender),
    template.status !== null && masters.statuses.get(template.status)?.name,
    template.season !== null && masters.seasons.get(template.season)?.name,
    ...Object.entries(template.attributes).map(([name, value]) =>
      value === true ? name : value === false ? `${name}なし` : `${name} ${value}`,
    ),
  ].filter((word) => typeof word === 'string' && word !== '')
  return words.length > 0 ? words.join(' × ') : 'すべての品'
}

function labelOfStep(
  step: PriceStep,
  template: Candidate,
  { brand, categories, status, season }: PricedArticle,
  masters: Masters,
): string {
  switch (step.step) {
    case 'template':
      return `テンプレート ${templateWords(template, masters)}`
    case 'brand':
      return `ブランド ${masters.brands.get(brand ?? 0)?.name ?? ''} ${timesWords(step.permille)}`
    case 'category':
      return `カテゴリ ${masters.categories.get(categories[0] ?? 0)?.name ?? ''} ${timesWords(step.permille)}`
    case 'status':
      return `状態 ${masters.statuses.get(status ?? 0)?.name ?? ''} ${timesWords(step.permille)}`
    case 'season':
      return `季節 ${masters.seasons.get(season ?? 0)?.name ?? ''} ${timesWords(step.permille)}`
    case 'rounding':
      return `${formatYen(step.to)}未満を切り捨て`
    default:
      return `幅 ±${step.permille / 10}%${step.is_thin ? '(買取実績が少ないため広げています)' : ''}`
  }
}

/** Only what has a price; what is seen first is counted apart. */
export function totalOf(
  prices: readonly (Pick<Named, 'low' | 'center' | 'high'> & { count?: number | undefined })[],
) {
  const total = { low: 0, center: 0, high: 0, priced: 0, unpriced: 0 }
  for (const { low, center, high, count = 1 } of prices) {
    if (low === null || center === null || high === null) total.unpriced += count
    else {
      total.low += low * count
      total.center += center * count
      total.high += high * count
      total.priced += count
    }
  }
  return total
}

export async function pricesOf(
  db: Db,
  actor: BusinessActor,
  { articles, on }: z.output<typeof calls.price.body>,
) {
  const prices = await namePrices(db, actor.company_id, articles, {
    day: on ?? tokyoDate(actor.at),
    at: actor.at,
  })
  return { prices, total: totalOf(prices) }
}
