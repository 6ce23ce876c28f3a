import { itemStatus } from './lifecycle.ts'

/** What has to be true of an article before its result may go out: asked at the bench while it is assessed, and by
 * the server when it is published. */

/** A range of fewer purchases would tell one customer what another got, and says little of what is usual. */
export const evidenceMinimum = 5

/** In the order in which they are said. Each is the name of the refusal as well. */
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

/** Whether a price is outside of what was paid for the same kind of thing before; null within it, or with too few. */
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

/** 真贋 判定保留. */
const undetermined = -1000

/** What keeps an article's result from going out. */
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
