import { itemStatus as I } from '#contract/lifecycle'
import { yen } from '#contract/money'
import { priceOf } from '#contract/price'
import type { Item } from './bench-types.ts'

export type Account = {
  base: number
  deducted: number
  uplift: number
  price: number
  /** The deductions come to more than the base: there is no price. */
  below: boolean
}

/** The price as far as it can be computed; null while there is no base price. */
export function accountOf(
  base: number | null,
  deductions: readonly { amount: number }[],
  percent: number | null,
): Account | null {
  if (base === null) return null
  const price = priceOf({
    base: yen(base),
    deductions: deductions.map(({ amount }) => yen(amount)),
    campaignPercent: percent,
  })
  if (price)
    return { base, deducted: price.deductionTotal, uplift: price.uplift, price: price.price, below: false }
  const deducted = deductions.reduce((sum, { amount }) => sum + amount, 0)
  return { base, deducted, uplift: 0, price: 0, below: true }
}

/** The percentage of a campaign that has ended since: it still holds for the item and shows in its figures. */
export function percentFromFigures(item: Pick<Item, 'uplift' | 'price'>): number | null {
  const before = (item.price ?? 0) - item.uplift
  return item.uplift > 0 && before > 0 ? Math.ceil((item.uplift * 100) / before) : null
}

/** What an assessment still needs before it can be called done, in the words of the form. */
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

export const isDone = (status: number): boolean => status === I.ASSESSED || status === I.NOT_BUYABLE

/** The item to go on with: the next one not done after this, else the first not done at all. */
export function nextOpen(
  items: readonly { slug: string; status: number }[],
  slug: string,
): string | undefined {
  const here = items.findIndex((item) => item.slug === slug)
  const inOrder = [...items.slice(here + 1), ...items.slice(0, Math.max(here, 0))]
  return inOrder.find((item) => item.status < I.ASSESSED)?.slug
}
