import { evidenceMinimum } from './evidence.ts'
import { itemStatus } from './lifecycle.ts'

/** In display order; also the names of the refusals. */
export const publicationProblems = [
  'items_unfinished',
  'photo_missing',
  'authenticity_undetermined',
  'price_reason_missing',
  'price_photo_missing',
] as const
export type PublicationProblem = (typeof publicationProblems)[number]

export interface Spread {
  n: number
  min: number
  max: number
}

export function priceBand(price: number | null, spread: Spread | null | undefined): 'below' | 'above' | null {
  if (price === null || !spread || spread.n < evidenceMinimum) return null
  if (price < spread.min) return 'below'
  return price > spread.max ? 'above' : null
}

export interface Publishable {
  status: number
  price: number | null
  photos: number
  authenticity: number
  priceReason: string
  priceReasonPhoto: number | null
}

/** 真贋 判定保留 */
const undetermined = -1000

export function problemsOf(item: Publishable, spread: Spread | null | undefined): PublicationProblem[] {
  const isPriced = item.status === itemStatus.ASSESSED
  const isBelow = isPriced && priceBand(item.price, spread) === 'below'
  const found: Record<PublicationProblem, boolean> = {
    items_unfinished: !isPriced && item.status !== itemStatus.NOT_BUYABLE,
    photo_missing: item.photos === 0,
    authenticity_undetermined: isPriced && item.authenticity === undetermined,
    price_reason_missing: isBelow && item.priceReason.trim() === '',
    price_photo_missing: isBelow && item.priceReasonPhoto === null,
  }
  return publicationProblems.filter((problem) => found[problem])
}
