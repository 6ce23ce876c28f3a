import { itemStatus as I } from '#contract/lifecycle'
import { yen } from '#contract/money'
import { priceOf } from '#contract/price'
import type { Item } from './bench-types.ts'

export type Account = {
  base: number
  deducted: number
  uplift: number
  price: number
  below: boolean
}

/** Null while there is no base price. */
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

/** The uplift of a campaign that has ended still applies; its percentage is derived from the figures. */
export function percentFromFigures(item: Pick<Item, 'uplift' | 'price'>): number | null {
  const before = (item.price ?? 0) - item.uplift
  return item.uplift > 0 && before > 0 ? Math.ceil((item.uplift * 100) / before) : null
}

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
