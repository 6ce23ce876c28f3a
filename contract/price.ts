import { percentOf, sumYen, type Yen, yen } from './money.ts'

export interface PriceParts {
  base: Yen
  deductions: readonly Yen[]
  /** Percent of a running campaign, on the price without it (景品表示法: a genuine base). */
  campaignPercent: number | null
}

export interface Price {
  deductionTotal: Yen
  uplift: Yen
  price: Yen
}

/** Base − deductions + campaign uplift = price; null when the deductions exceed the base. */
export function priceOf(parts: PriceParts): Price | null {
  const deductionTotal = sumYen(parts.deductions)
  const before = parts.base - deductionTotal
  if (before < 0) return null
  const uplift = parts.campaignPercent === null ? yen(0) : percentOf(yen(before), parts.campaignPercent)
  return { deductionTotal, uplift, price: yen(before + uplift) }
}

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
