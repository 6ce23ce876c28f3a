import { itemStatus as I, isBought, requestStatus as S } from '#contract/lifecycle'
import { type ItemMover, type ItemTransition, itemTransitions } from '#contract/status-move'

export function findItemTransition(
  from: number,
  to: number,
  by: ItemMover,
  requestStatus: number,
): ItemTransition | undefined {
  return itemTransitions.find(
    (move) => move.from === from && move.to === to && move.by === by && move.during.includes(requestStatus),
  )
}

export function assessorMoves(
  status: number,
  requestStatus: number,
  isHeld: boolean,
): { to: number; label: string }[] {
  if (isHeld) return []
  return itemTransitions
    .filter((move) => move.from === status && move.by === 'assessor' && move.during.includes(requestStatus))
    .map((move) => ({ to: move.to, label: move.label }))
}

export interface SecondLook {
  status: number
  second_look_at: string | null
  second_look_answered_at: string | null
  second_look_items: readonly string[]
}

/** By its code, or with the whole box. */
export const isDisputed = (
  request: SecondLook,
  item: { slug: string; status: number; disposed_at?: string | null },
): boolean =>
  request.status === S.REASSESSING &&
  request.second_look_at !== null &&
  request.second_look_answered_at === null &&
  item.status <= I.NOT_BUYABLE &&
  !item.disposed_at &&
  (request.second_look_items.length === 0 || request.second_look_items.includes(item.slug))

/** Was bought, and its deal was rescinded. */
export const isRescinded = (item: { status: number; purchased_at: string | null }): boolean =>
  item.purchased_at !== null && !isBought(item.status)

/** Customers do not see productization: it shows as bought. */
export function customerItemStatus(status: number): number {
  return isBought(status) ? I.PURCHASED : status
}

export interface Finished {
  grade: string | null
  category_id: number | null
  price: number | null
  not_buyable_reason: string
}

export function missingFor(to: number, item: Finished): string[] {
  if (to === I.ASSESSED) {
    return [
      ...(item.category_id === null ? ['カテゴリ'] : []),
      ...(item.grade === null ? ['グレード'] : []),
      ...(item.price === null || item.price <= 0 ? ['1円以上の査定額'] : []),
    ]
  }
  return to === I.NOT_BUYABLE && item.not_buyable_reason.trim() === '' ? ['買取不可の理由'] : []
}

export interface Evidence {
  n: number
  days: number
  min: number
  q1: number
  median: number
  q3: number
  max: number
  histogram: number[]
  label: string
}

/** Of a grade such as S_2 the letter alone counts. */
export const evidenceLabel = (grade: string): string =>
  `同じブランド・カテゴリ・${grade.charAt(0)}グレードの買取`

/** Quartiles and ten equal steps by nearest rank, so that every figure is a price really paid. */
export function spreadOf(prices: readonly number[], days: number, label: string): Evidence | null {
  if (prices.length === 0) return null
  const sorted = [...prices].sort((a, b) => a - b)
  const rank = (share: number) => sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] as number
  const min = sorted[0] as number
  const max = sorted.at(-1) as number
  const histogram = Array.from({ length: 10 }, () => 0)
  for (const price of sorted) {
    const step = max === min ? 0 : Math.min(9, Math.floor(((price - min) * 10) / (max - min)))
    histogram[step] = (histogram[step] as number) + 1
  }
  return {
    n: sorted.length,
    days,
    min,
    q1: rank(0.25),
    median: rank(0.5),
    q3: rank(0.75),
    max,
    histogram,
    label,
  }
}

/** By the time taken, but never before a photo that staff arranged. */
export function placeOfPhoto(photos: readonly { at: number; is_arranged: boolean }[], at: number): number {
  const arranged = photos.findLastIndex((photo) => photo.is_arranged) + 1
  const later = photos.findIndex((photo, index) => index >= arranged && photo.at > at)
  return later < 0 ? photos.length : later
}
