import { itemStatus as I, type ItemStatus, requestStatus as S } from '#contract/codes'
import { percentOf, sumYen, type Yen, yen } from '#server/platform/money'

export type ItemMover = 'assessor' | 'answer' | 'system' | 'staff' | 'rescission'

export interface ItemTransition {
  from: ItemStatus
  to: ItemStatus
  by: ItemMover
  /** Request statuses in which the move is possible. */
  during: readonly number[]
  label: string
}

const assessing = [S.ASSESSING, S.REASSESSING]
const t = (
  from: ItemStatus,
  to: ItemStatus,
  by: ItemMover,
  during: readonly number[],
  label: string,
): ItemTransition => ({
  from,
  to,
  by,
  during,
  label,
})

/** Every allowed move of an item; a trigger in the database holds the same list. */
export const itemTransitions: readonly ItemTransition[] = [
  t(I.RECEIVED, I.ASSESSING, 'assessor', assessing, '査定を始める'),
  t(I.ASSESSING, I.ASSESSED, 'assessor', assessing, '査定を終える'),
  t(I.ASSESSING, I.NOT_BUYABLE, 'assessor', assessing, '買取不可にする'),
  t(I.ASSESSED, I.ASSESSING, 'assessor', assessing, '査定をやり直す'),
  t(I.NOT_BUYABLE, I.ASSESSING, 'assessor', assessing, '査定をやり直す'),
  // A second look: what the customer asks about is open again until somebody has looked.
  t(I.ASSESSED, I.ASSESSING, 'answer', [S.OFFERED], 'もう一度見てもらう'),
  t(I.NOT_BUYABLE, I.ASSESSING, 'answer', [S.OFFERED], 'もう一度見てもらう'),
  t(I.ASSESSED, I.ACCEPTED, 'answer', [S.OFFERED], '売る'),
  t(I.ASSESSED, I.RETURN_REQUESTED, 'answer', [S.OFFERED], '返してもらう'),
  t(I.NOT_BUYABLE, I.RETURN_REQUESTED, 'answer', [S.OFFERED, S.ANSWERED], '返してもらう'),
  t(I.ACCEPTED, I.ASSESSED, 'staff', [S.ANSWERED], '再査定に戻す'),
  t(I.ACCEPTED, I.RETURN_REQUESTED, 'system', [S.ANSWERED], '返してもらう'),
  t(I.ACCEPTED, I.PURCHASED, 'system', [S.ANSWERED], '買い取る'),
  // The customer wants the box back before anything was decided.
  t(I.RECEIVED, I.RETURN_REQUESTED, 'system', [S.ARRIVED, S.ASSESSING, S.REASSESSING], '返してもらう'),
  t(I.ASSESSING, I.RETURN_REQUESTED, 'system', [S.ASSESSING, S.REASSESSING], '返してもらう'),
  t(I.ASSESSED, I.RETURN_REQUESTED, 'system', [S.ASSESSING, S.REASSESSING, S.OFFERED], '返してもらう'),
  t(I.NOT_BUYABLE, I.RETURN_REQUESTED, 'system', [S.ASSESSING, S.REASSESSING, S.OFFERED], '返してもらう'),
  t(I.RETURN_REQUESTED, I.RETURNED, 'staff', [S.RETURNING], '返送する'),
  t(I.PURCHASED, I.PRODUCTIZING, 'staff', [S.CONTRACTED, S.COMPLETED, S.RETURNING], '商品化を始める'),
  t(I.PRODUCTIZING, I.PRODUCTIZED, 'staff', [S.CONTRACTED, S.COMPLETED, S.RETURNING], '商品化を終える'),
  t(I.PRODUCTIZED, I.PRODUCTIZING, 'staff', [S.CONTRACTED, S.COMPLETED, S.RETURNING], '商品化をやり直す'),
  // From there it goes back like anything else: packed, with a parcel and its number.
  t(
    I.PURCHASED,
    I.RETURN_REQUESTED,
    'rescission',
    [S.CONTRACTED, S.COMPLETED, S.RETURNING],
    '契約を取り消す',
  ),
]

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

/** Moves an assessor may make now by writing the item. */
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

/** Statuses in which a result that was offered is the one to read. */
export const resultStatuses: readonly number[] = [
  S.OFFERED,
  S.ANSWERED,
  S.CONTRACTED,
  S.COMPLETED,
  S.RETURNING,
  S.RETURNED,
  S.ABORTED,
]

/**
 * Whether the customer may read what the assessors wrote: before a result is out, and after one was opened again, it is
 * work in progress, also when the box goes back from there. Filters and orders ask the same by `resultIsOut`.
 */
export const isResultOut = (request: { status: number; offered_at: string | null }): boolean =>
  request.offered_at !== null && resultStatuses.includes(request.status)

export interface SecondLook {
  status: number
  second_look_at: string | null
  second_look_answered_at: string | null
  second_look_items: readonly string[]
}

/** Whether a customer waits for an answer about this article: asked by its code, or with the whole box. */
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

/** Bought, on its way to sale or there. */
export const isBought = (status: number): boolean =>
  status === I.PURCHASED || status === I.PRODUCTIZING || status === I.PRODUCTIZED

/** It was bought, and its contract was taken back. */
export const isRescinded = (item: { status: number; purchased_at: string | null }): boolean =>
  item.purchased_at !== null && !isBought(item.status)

/** What the customer sees: goods on their way to sale are simply bought. */
export function customerItemStatus(status: number): number {
  return isBought(status) ? I.PURCHASED : status
}

export interface PriceParts {
  base: Yen
  deductions: readonly Yen[]
  /** Percent of a running campaign, computed on the price without it (景品表示法: a genuine base). */
  campaignPercent: number | null
}

export interface Price {
  deductionTotal: Yen
  uplift: Yen
  price: Yen
}

/** The arithmetic shown to the customer: base − deductions + campaign uplift = price; null when it goes below zero. */
export function priceOf(parts: PriceParts): Price | null {
  const deductionTotal = sumYen(parts.deductions)
  const before = parts.base - deductionTotal
  if (before < 0) return null
  const uplift = parts.campaignPercent === null ? yen(0) : percentOf(yen(before), parts.campaignPercent)
  return { deductionTotal, uplift, price: yen(before + uplift) }
}

export interface Finished {
  grade: string | null
  category_id: number | null
  price: number | null
  not_buyable_reason: string
}

/** What is missing before an item can be called assessed or not buyable, in words for the assessor. */
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

/** Quartiles and ten equal steps of past prices (nearest rank: every figure is a price that was really paid). */
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

/**
 * Where a photo comes among those that are there: by when it was taken, but never before one that somebody put into
 * its place.
 */
export function placeOfPhoto(photos: readonly { at: number; is_arranged: boolean }[], at: number): number {
  const arranged = photos.findLastIndex((photo) => photo.is_arranged) + 1
  const later = photos.findIndex((photo, index) => index >= arranged && photo.at > at)
  return later < 0 ? photos.length : later
}
