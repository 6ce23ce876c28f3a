import type { KitSize } from '#contract/codes'
import { type RequestStatus, requestStatus as S } from '#contract/lifecycle'

export interface BoxPlan {
  status: RequestStatus
  daysAgo: number
  shop: number
  articles?: number
  /** The customer declared this number and objects to the shop's count. */
  declared?: number
  /** Shipped by the customer, without a pickup. */
  bySelf?: boolean
  pickupIn?: number
  /** The shop sends cardboard boxes first. */
  kit?: KitSize
  /** They are still to be sent. */
  kitWaits?: boolean
  /** Every item can be bought and is sold. */
  sure?: boolean
  auto?: boolean
  /** Assessed as a whole; the result is to be looked over and published. */
  assessed?: boolean
  /** Nobody acted before a deadline, or staff acted alone. */
  silent?: boolean
  sells?: boolean
  rescinds?: boolean
  held?: boolean
  /** One of the articles is a watch, whose sale the antique ledger names. */
  hasWatch?: boolean
  /** A price was named before, and the request is made from it. */
  named?: boolean
  note?: string
  whose?: 'hanako' | 'unverified'
}

const finished: BoxPlan[] = Array.from({ length: 24 }, (_, index) => ({
  status: S.COMPLETED,
  daysAgo: 4 + index * 5,
  shop: ([0, 0, 1, 0, 2, 0, 1, 4] as const)[index % 8] as number,
  articles: 6 + (index % 4),
  sure: index % 3 !== 1,
  auto: index % 6 === 2,
  bySelf: index % 4 === 3,
  hasWatch: index === 9,
  named: [0, 1, 3, 5, 8, 11].includes(index),
}))

export const boxPlans: readonly BoxPlan[] = [
  {
    status: S.OFFERED,
    daysAgo: 1,
    shop: 0,
    articles: 8,
    whose: 'hanako',
    note: '冬物の整理です。よろしくお願いします。',
  },
  { status: S.COMPLETED, daysAgo: 0, shop: 0, articles: 5, sure: true, whose: 'hanako' },
  { status: S.APPLIED, daysAgo: 0, shop: 0, pickupIn: 2 },
  { status: S.APPLIED, daysAgo: 0, shop: 2, bySelf: true },
  {
    status: S.APPLIED,
    daysAgo: 2,
    shop: 1,
    pickupIn: 5,
    note: 'エレベーターがないため、台車をお願いします。',
  },
  { status: S.AWAITING_SHIPMENT, daysAgo: 0, shop: 0, pickupIn: 2 },
  { status: S.AWAITING_SHIPMENT, daysAgo: 0, shop: 0, pickupIn: 3 },
  { status: S.AWAITING_SHIPMENT, daysAgo: 9, shop: 1, bySelf: true },
  { status: S.AWAITING_SHIPMENT, daysAgo: 1, shop: 4, pickupIn: 4 },
  { status: S.IN_TRANSIT, daysAgo: 0, shop: 0 },
  { status: S.IN_TRANSIT, daysAgo: 0, shop: 1, bySelf: true },
  { status: S.IN_TRANSIT, daysAgo: 1, shop: 3, bySelf: true },
  { status: S.ARRIVED, daysAgo: 0, shop: 0, articles: 6, declared: 8 },
  { status: S.ARRIVED, daysAgo: 0, shop: 1 },
  { status: S.ARRIVED, daysAgo: 4, shop: 0, articles: 3 },
  { status: S.CANCELED, daysAgo: 18, shop: 0 },
  { status: S.CANCELED, daysAgo: 6, shop: 1, silent: true, bySelf: true },
  { status: S.ASSESSING, daysAgo: 0, shop: 0, articles: 7 },
  { status: S.ASSESSING, daysAgo: 0, shop: 1 },
  { status: S.ASSESSING, daysAgo: 4, shop: 0 },
  { status: S.ASSESSING, daysAgo: 1, shop: 2 },
  { status: S.OFFERED, daysAgo: 0, shop: 0 },
  { status: S.OFFERED, daysAgo: 4, shop: 1 },
  { status: S.OFFERED, daysAgo: 7, shop: 0 },
  { status: S.OFFERED, daysAgo: 3, shop: 2 },
  { status: S.REASSESSING, daysAgo: 1, shop: 0 },
  { status: S.REASSESSING, daysAgo: 3, shop: 1, silent: true },
  { status: S.ANSWERED, daysAgo: 1, shop: 0, whose: 'unverified' },
  { status: S.ANSWERED, daysAgo: 6, shop: 1, whose: 'unverified' },
  { status: S.ANSWERED, daysAgo: 2, shop: 0, held: true, whose: 'unverified' },
  { status: S.CONTRACTED, daysAgo: 1, shop: 0, sells: true },
  { status: S.CONTRACTED, daysAgo: 2, shop: 1, sells: true },
  { status: S.CONTRACTED, daysAgo: 0, shop: 2, sells: true },
  { status: S.RETURNING, daysAgo: 1, shop: 0, silent: true },
  { status: S.RETURNING, daysAgo: 2, shop: 1 },
  { status: S.RETURNING, daysAgo: 4, shop: 0, sells: true },
  { status: S.RETURNED, daysAgo: 14, shop: 0 },
  { status: S.RETURNED, daysAgo: 35, shop: 1 },
  { status: S.RETURNED, daysAgo: 52, shop: 4 },
  { status: S.ABORTED, daysAgo: 21, shop: 0 },
  { status: S.ABORTED, daysAgo: 60, shop: 2 },
  ...finished,
  { status: S.RETURNING, daysAgo: 0, shop: 0, articles: 4, sure: true, rescinds: true },
  { status: S.APPLIED, daysAgo: 0, shop: 0, kit: 120, kitWaits: true },
  { status: S.APPLIED, daysAgo: 0, shop: 0, kit: 80, kitWaits: true, bySelf: true },
  { status: S.AWAITING_SHIPMENT, daysAgo: 7, shop: 0, kit: 140, kitWaits: true },
  { status: S.AWAITING_SHIPMENT, daysAgo: 2, shop: 0, kit: 120 },
  { status: S.AWAITING_SHIPMENT, daysAgo: 1, shop: 1, kit: 120, bySelf: true },
  { status: S.IN_TRANSIT, daysAgo: 0, shop: 0, kit: 140 },
  { status: S.CANCELED, daysAgo: 3, shop: 0, kit: 80, kitWaits: true },
  { status: S.ASSESSING, daysAgo: 0, shop: 0, articles: 3, assessed: true },
  { status: S.ASSESSING, daysAgo: 1, shop: 0, articles: 5, assessed: true },
  { status: S.ASSESSING, daysAgo: 1, shop: 1, articles: 4, assessed: true },
]
