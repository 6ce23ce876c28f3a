import { evidenceMinimum } from './evidence.ts'
import { itemStatus } from './lifecycle.ts'
import { withoutUplift } from './price.ts'

/** In display order; also the names of the refusals. */
export const publicationProblems = [
  'items_unfinished',
  'photo_missing',
  'authenticity_undetermined',
  'price_reason_missing',
  'price_photo_missing',
  'comment_outdated',
] as const
export type PublicationProblem = (typeof publicationProblems)[number]

export interface Spread {
  n: number
  min: number
  max: number
}

/** Of a price without what a campaign added, as the past purchases are. */
export function priceBand(price: number | null, spread: Spread | null | undefined): 'below' | 'above' | null {
  if (price === null || !spread || spread.n < evidenceMinimum) return null
  if (price < spread.min) return 'below'
  return price > spread.max ? 'above' : null
}

/** So many times the highest price paid before is a slip more often than a find. */
export const farAbove = 3

/** Whether a price is so far from what was paid before that it goes out only with a reason and a photo. */
export const isOutlier = (price: number | null, spread: Spread | null | undefined): boolean => {
  const band = priceBand(price, spread)
  return band === 'below' || (band === 'above' && (price ?? 0) > farAbove * (spread?.max ?? 0))
}

/** Whether less is offered than was named for the article before it was sent, by what was named at least. */
export const isBelowNamed = (price: number | null, namedLow: number | null | undefined): boolean =>
  price !== null && namedLow != null && price < namedLow

/** What a price is measured by. */
export interface Measures {
  evidence?: Spread | null | undefined
  /** The lower end of the named band; null where nothing was named. */
  namedLow?: number | null | undefined
}

/** Whether a price goes out only with a reason and a photo. */
export const needsReason = (price: number | null, { evidence, namedLow }: Measures): boolean =>
  isOutlier(price, evidence) || isBelowNamed(price, namedLow)

/** Whether the reason is for the customer, too: that of a low price is, that of a high one is for the house alone. */
export const isReasonShown = (price: number | null, { evidence, namedLow }: Measures): boolean =>
  priceBand(price, evidence) === 'below' || isBelowNamed(price, namedLow)

/** So many times the price that a reason was given for, or that part of it, is another price. */
export const reasonReach = 2

/** A reason is about the price it was given for, and about others near it on the same side of the range and of what was named. */
export const reasonStands = (
  price: number | null,
  given: number | null,
  { evidence, namedLow }: Measures,
): boolean =>
  price !== null &&
  given !== null &&
  priceBand(price, evidence) === priceBand(given, evidence) &&
  isBelowNamed(price, namedLow) === isBelowNamed(given, namedLow) &&
  Math.max(price, given) <= reasonReach * Math.min(price, given)

export interface Publishable {
  status: number
  price: number | null
  uplift: number
  photos: number
  authenticity: number
  priceReason: string
  priceReasonPhoto: number | null
  /** The price that the reason was given for, without what a campaign added. */
  priceReasonAmount: number | null
  isCommentOutdated: boolean
}

/** 真贋 判定保留 */
const undetermined = -1000

export function problemsOf(item: Publishable, measures: Measures): PublicationProblem[] {
  const isPriced = item.status === itemStatus.ASSESSED
  const price = withoutUplift(item)
  const isOdd = isPriced && needsReason(price, measures)
  const isReasoned = reasonStands(price, item.priceReasonAmount, measures)
  const found: Record<PublicationProblem, boolean> = {
    items_unfinished: !isPriced && item.status !== itemStatus.NOT_BUYABLE,
    photo_missing: item.photos === 0,
    authenticity_undetermined: isPriced && item.authenticity === undetermined,
    price_reason_missing: isOdd && (!isReasoned || item.priceReason.trim() === ''),
    price_photo_missing: isOdd && (!isReasoned || item.priceReasonPhoto === null),
    comment_outdated: item.isCommentOutdated,
  }
  return publicationProblems.filter((problem) => found[problem])
}
