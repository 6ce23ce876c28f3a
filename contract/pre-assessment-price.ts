import { percentOf, type Yen, yen } from './money.ts'

// Which template a named price comes from, and how. Pure: the same for staff, for customers and in the tests.

export type AttributeValue = string | number | boolean

export interface TemplateKey {
  brand: number | null
  brand_rank: string | null
  category: number | null
  gender: number | null
  status: number | null
  season: number | null
  attributes: Readonly<Record<string, AttributeValue>>
}

export interface Template extends TemplateKey {
  id: number
  base: number
  band_permille: number
  valid_from: string
  valid_to: string | null
}

export interface PricedArticle {
  brand: number | null
  brand_rank: string | null
  /** The category and those above it, nearest first. */
  categories: readonly number[]
  gender: number | null
  status: number | null
  season: number | null
  attributes: Readonly<Record<string, AttributeValue>>
}

export interface Factors {
  /** In thousandths, of the article's own brand, category, status and season. */
  brand: number
  category: number
  status: number
  season: number
}

/** Ends of the band are never finer than this. */
export const roundedTo = 100
/** With fewer own purchases than this the band is at least as wide as `thinBand`. */
export const thinEvidence = 10
export const thinBand = 250

const isValidOn = ({ valid_from, valid_to }: Template, day: string): boolean =>
  valid_from <= day && (valid_to === null || day <= valid_to)

const agrees = (wanted: number | null, given: number | null): boolean => wanted === null || wanted === given

export function matches(template: Template, article: PricedArticle, day: string): boolean {
  return (
    isValidOn(template, day) &&
    agrees(template.brand, article.brand) &&
    (template.brand_rank === null || template.brand_rank === article.brand_rank) &&
    (template.category === null || article.categories.includes(template.category)) &&
    agrees(template.gender, article.gender) &&
    agrees(template.status, article.status) &&
    agrees(template.season, article.season) &&
    Object.entries(template.attributes).every(([name, value]) => article.attributes[name] === value)
  )
}

/** What counts first stands first; a larger number is more specific. */
export function specificity(template: TemplateKey, article: Pick<PricedArticle, 'categories'>): number[] {
  const brand = template.brand !== null ? 2 : template.brand_rank !== null ? 1 : 0
  const depth =
    template.category === null ? 0 : article.categories.length - article.categories.indexOf(template.category)
  return [
    brand,
    depth,
    template.gender === null ? 0 : 1,
    template.status === null ? 0 : 1,
    template.season === null ? 0 : 1,
    Object.keys(template.attributes).length,
  ]
}

function compareSpecificity(one: readonly number[], other: readonly number[]): number {
  for (const [index, value] of one.entries()) {
    const difference = value - (other[index] ?? 0)
    if (difference !== 0) return difference
  }
  return 0
}

/** The most specific template that matches; of equals, which saving refuses, the newest. */
export function templateFor<One extends Template>(
  templates: readonly One[],
  article: PricedArticle,
  day: string,
): One | null {
  let best: { one: One; rank: number[] } | null = null
  for (const one of templates) {
    if (!matches(one, article, day)) continue
    const rank = specificity(one, article)
    const difference = best ? compareSpecificity(rank, best.rank) : 1
    if (difference > 0 || (best && difference === 0 && one.id > best.one.id)) best = { one, rank }
  }
  return best?.one ?? null
}

/** Whether one article could find both equally specific on one day: then nothing would say which of them counts. */
export function ties(one: Template, other: Template): boolean {
  const isSameKey =
    one.brand === other.brand &&
    one.brand_rank === other.brand_rank &&
    one.category === other.category &&
    one.gender === other.gender &&
    one.status === other.status &&
    one.season === other.season
  if (!isSameKey) return false
  const overlaps =
    one.valid_from <= (other.valid_to ?? '9999-12-31') && other.valid_from <= (one.valid_to ?? '9999-12-31')
  if (!overlaps) return false
  const names = Object.keys(one.attributes)
  if (names.length !== Object.keys(other.attributes).length) return false
  return names.every(
    (name) => !Object.hasOwn(other.attributes, name) || other.attributes[name] === one.attributes[name],
  )
}

export type PriceStep =
  | { step: 'template'; template: number; amount: number }
  | { step: 'brand' | 'category' | 'status' | 'season'; permille: number; amount: number }
  | { step: 'rounding'; to: number; amount: number }
  | { step: 'band'; permille: number; low: number; high: number; is_thin: boolean }

export interface NamedPrice {
  low: Yen
  center: Yen
  high: Yen
  steps: PriceStep[]
}

const times = (amount: Yen, permille: number): Yen => percentOf(amount, permille / 10)
const roundDown = (amount: number): Yen => yen(amount - (amount % roundedTo))

/**
 * Base × the factors of what the template leaves open, rounded down to ¥100, and the band around it. A template of a brand,
 * a category, a status or a season already speaks of it, so its factor is left out. `n`: own past purchases of the kind.
 */
export function namedPrice(
  template: Template,
  article: PricedArticle,
  factors: Factors,
  n: number,
): NamedPrice {
  const steps: PriceStep[] = [{ step: 'template', template: template.id, amount: template.base }]
  let amount = yen(template.base)
  const open = {
    brand: template.brand === null,
    category: template.category === null || template.category !== article.categories[0],
    status: template.status === null,
    season: template.season === null,
  }
  for (const step of ['brand', 'category', 'status', 'season'] as const) {
    if (!open[step] || factors[step] === 1000) continue
    amount = times(amount, factors[step])
    steps.push({ step, permille: factors[step], amount })
  }
  const center = roundDown(amount)
  if (center !== amount) steps.push({ step: 'rounding', to: roundedTo, amount: center })
  const isThin = n < thinEvidence && template.band_permille < thinBand
  const permille = isThin ? thinBand : template.band_permille
  const width = times(center, permille)
  const low = roundDown(center - width)
  const high = roundDown(center + width)
  steps.push({ step: 'band', permille, low, high, is_thin: isThin })
  return { low, center, high, steps }
}
