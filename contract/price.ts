import { type Article, type ArticleConditions, type BonusTerms, countsForArticle } from './campaign.ts'
import { percentOf, sumYen, type Yen, yen } from './money.ts'

export interface PriceParts {
  base: Yen
  deductions: readonly Yen[]
  /** Of a campaign, on the price without it (景品表示法: a genuine base). */
  bonus: BonusTerms | null
}

export interface Price {
  deductionTotal: Yen
  uplift: Yen
  price: Yen
}

/** Never more than the price without it, nor than the campaign's limit. */
export function upliftOf(before: Yen, { percent, bonusYen, bonusCap }: BonusTerms): Yen {
  const share = percent === null ? yen(bonusYen ?? 0) : percentOf(before, percent)
  return yen(Math.min(share, before, bonusCap ?? share))
}

interface Promised extends BonusTerms, ArticleConditions {
  id: number
}

/**
 * Of the campaigns promised to a request the one that an article gets: what counts for it and adds most, of equals the one
 * registered first. Nobody chooses. Null when none adds a yen.
 */
export function campaignFor<One extends Promised>(
  promised: readonly One[],
  article: Article,
  before: Yen,
): One | null {
  let best: { one: One; uplift: number } | null = null
  for (const one of promised) {
    const uplift = countsForArticle(one, article) ? upliftOf(before, one) : 0
    if (uplift > (best?.uplift ?? 0) || (best && uplift === best.uplift && one.id < best.one.id))
      best = { one, uplift }
  }
  return best?.one ?? null
}

/** Base − deductions + campaign uplift = price; null when the deductions exceed the base. */
export function priceOf(parts: PriceParts): Price | null {
  const deductionTotal = sumYen(parts.deductions)
  const before = parts.base - deductionTotal
  if (before < 0) return null
  const uplift = parts.bonus === null ? yen(0) : upliftOf(yen(before), parts.bonus)
  return { deductionTotal, uplift, price: yen(before + uplift) }
}

/** What compares with other prices: what a campaign adds says nothing about the article. */
export const withoutUplift = ({ price, uplift }: { price: number | null; uplift: number }): number | null =>
  price === null ? null : price - uplift

export function addsUp({
  price,
  basePrice,
  uplift,
  deductions,
}: {
  price: number | null
  basePrice: number | null
  uplift: number
  deductions: readonly { amount: number }[]
}): boolean {
  if (price === null || basePrice === null) return false
  return basePrice - deductions.reduce((sum, { amount }) => sum + amount, 0) + uplift === price
}
