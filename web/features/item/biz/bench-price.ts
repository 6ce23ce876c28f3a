import { type BonusTerms, categoryPath } from '#contract/campaign'
import type { catalogueCalls } from '#contract/catalogue'
import { type Outdated, outdatedWords, refreshComment } from '#contract/comment-text'
import { itemStatus as I } from '#contract/lifecycle'
import { yen } from '#contract/money'
import { campaignFor, priceOf } from '#contract/price'
import type { AskResult } from '#web/lib/ask.ts'
import type { Item, Patch } from './bench-types.ts'

export type Account = {
  base: number
  deducted: number
  uplift: number
  price: number
  below: boolean
  /** What the uplift comes from; empty without one. */
  campaign: string
}

/** Null while there is no base price. */
export function accountOf(
  base: number | null,
  deductions: readonly { amount: number }[],
  bonus: (BonusTerms & { name: string }) | null,
): Account | null {
  if (base === null) return null
  const price = priceOf({
    base: yen(base),
    deductions: deductions.map(({ amount }) => yen(amount)),
    bonus,
  })
  if (price) {
    const { deductionTotal: deducted, uplift } = price
    const campaign = uplift > 0 ? (bonus?.name ?? '') : ''
    return { base, deducted, uplift, price: price.price, below: false, campaign }
  }
  const deducted = deductions.reduce((sum, { amount }) => sum + amount, 0)
  return { base, deducted, uplift: 0, price: 0, below: true, campaign: '' }
}

export type Campaign = AskResult<typeof catalogueCalls.campaigns>[number]

/** What the server adds by the same rule. */
export function campaignOf(
  { brand, category, basePrice, deductions }: Pick<Item, 'brand' | 'category' | 'basePrice' | 'deductions'>,
  campaigns: readonly Campaign[],
  tree: readonly { id: number; parent: number | null }[],
): Campaign | null {
  const before = accountOf(basePrice, deductions, null)
  if (!before) return null
  return campaignFor(campaigns, { brand, categories: categoryPath(tree, category) }, yen(before.price))
}

/** Until the campaigns are known, and when the result is out: what the server counted last. */
export const bonusAsCounted = ({ uplift, campaignName }: Pick<Item, 'uplift' | 'campaignName'>) => ({
  name: campaignName,
  percent: null,
  bonusYen: uplift,
  bonusCap: null,
})

export function missingOf(
  item: Pick<Item, 'category' | 'grade'>,
  account: Account | null,
): ('category' | 'grade' | 'basePrice' | 'deductions')[] {
  return [
    ...(item.category === null ? (['category'] as const) : []),
    ...(item.grade === null ? (['grade'] as const) : []),
    ...(account?.below ? (['deductions'] as const) : []),
    ...(!account?.below && (account === null || account.price <= 0) ? (['basePrice'] as const) : []),
  ]
}

/** What the customer is offered for it as it stands now. */
export const shownPrice = (item: Pick<Item, 'status'>, account: Account | null): number | null =>
  item.status === I.NOT_BUYABLE || !account || account.below ? null : account.price

/** The words in the comment that the article has changed since. */
export const outdatedIn = (item: Item, account: Account | null): Outdated[] =>
  outdatedWords(item.comment, item.commentFilled, item, shownPrice(item, account))

export function refreshedComment(item: Item, account: Account | null): Patch {
  const { comment, commentFilled } = item
  const fresh = refreshComment(comment, commentFilled, item, shownPrice(item, account))
  return { comment: fresh.comment, commentFilled: fresh.filled }
}

export const isDone = (status: number): boolean => status === I.ASSESSED || status === I.NOT_BUYABLE

/** The next open item after this one, otherwise the first open one. */
export function nextOpen(
  items: readonly { slug: string; status: number }[],
  slug: string,
): string | undefined {
  const here = items.findIndex((item) => item.slug === slug)
  const inOrder = [...items.slice(here + 1), ...items.slice(0, Math.max(here, 0))]
  return inOrder.find((item) => item.status < I.ASSESSED)?.slug
}
