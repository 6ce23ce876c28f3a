import { tokyoDate } from '#contract/day'
import {
  type DueSince,
  type RequestStatus,
  requestStageOf,
  requestStatus as S,
  showsResult,
} from '#contract/lifecycle'
import { type RequestMover, type RequestTransition, requestTransitions } from '#contract/status-move'
import { addBusinessDays, daysAfter, daysBefore, endOfTokyoDay } from '#server/platform/calendar'

const daysToRescind = 1

/** Until then the customer may take a deal back. */
export const rescissionEnd = (contractedAt: string): Date => daysAfter(new Date(contractedAt), daysToRescind)
/** Deals from before can no longer be taken back. */
export const rescindableSince = (at: Date): Date => daysBefore(at, daysToRescind)

export const daysToIdentify = 30
/** What is answered, but not identified by then, goes back. */
export const identifyBy = (answeredAt: string): Date => daysAfter(new Date(answeredAt), daysToIdentify)

export function findTransition(from: number, to: number, by: RequestMover): RequestTransition | undefined {
  return requestTransitions.find((move) => move.from === from && move.to === to && move.by.includes(by))
}

export interface MoveContext {
  status: number
  bought: number
  toReturn: number
  hasItems: boolean
  /** The whole box before the deal, returned items after it. */
  isHeld: boolean
  /** Not one article, but the whole box. */
  isBoxHeld: boolean
  secondLookUsed: boolean
  offerOpen: boolean
  isPickupDue: boolean
}

export function movesFor(
  context: MoveContext,
  by: 'customer' | 'staff',
): { to: number; label: string; needs: string[] }[] {
  return requestTransitions
    .filter((move) => move.from === context.status && move.by.includes(by) && isOpen(move, context, by))
    .map((move) => ({ to: move.to, label: move.label, needs: [...move.needs] }))
}

function isOpen(move: RequestTransition, context: MoveContext, by: 'customer' | 'staff'): boolean {
  // Two people have to release it first.
  if (context.isHeld && showsResult(move.to)) return false
  // Nothing in a held box is begun or reopened, and the customer's second look would reopen what is held.
  if (context.isBoxHeld && (move.to === S.ASSESSING || move.to === S.REASSESSING)) return false
  if (context.isHeld && by === 'customer' && move.to === S.REASSESSING) return false
  // Accepted items would become assessed ones, and held items do not move.
  if (context.isHeld && move.from === S.ANSWERED) return false
  if (move.from === S.RETURNING)
    return (
      (returnEnd(context) === move.to && context.toReturn + context.bought > 0) ||
      // What is with the police cannot be sent.
      (move.to === S.ABORTED && context.bought === 0)
    )
  if (move.from === S.CONTRACTED && move.to === S.RETURNING) return context.toReturn > 0
  // Boxes that are here are opened or sent back, not written off with the lost ones.
  if (move.from === S.IN_TRANSIT && move.to === S.ABORTED) return !context.hasItems
  if (move.to === S.CANCELED) return !context.isPickupDue
  if (by === 'customer' && move.from === S.OFFERED) {
    if (move.to === S.REASSESSING) return !context.secondLookUsed && context.offerOpen
    return context.offerOpen
  }
  return true
}

/** Set when a result is reopened: what follows is internal until the next publication. */
export const nothingPublished = {
  offered_at: null,
  offer_expires_at: null,
  answered_at: null,
} as const

export function returnEnd(context: { bought: number }): RequestStatus {
  return context.bought > 0 ? S.COMPLETED : S.RETURNED
}

/** From that day on the carrier may have the box, so it can no longer be canceled. */
export const isPickupDue = (
  request: { delivering_option: string; pickup_date: string | null },
  today: string,
): boolean =>
  request.delivering_option === 'PICKUP_ONLY' && request.pickup_date !== null && request.pickup_date <= today

/** False without a declared count. */
export const countDiffers = (request: {
  item_count: number | null
  arrived_item_count: number | null
}): boolean =>
  request.item_count !== null &&
  request.arrived_item_count !== null &&
  request.item_count !== request.arrived_item_count

/** The next step's promised day; null without one. */
export function promiseOf(
  request: { status: number; delivering_option?: string } & Partial<Record<DueSince, string | null>>,
) {
  const due = requestStageOf(request.status)?.due
  const from = due && request[due.since]
  if (!due?.promise || !from) return null
  if (due.promise.isOfPickup && request.delivering_option === 'SELF_ONLY') return null
  const { of, label, businessDays } = due.promise
  const by =
    businessDays === undefined
      ? new Date(from)
      : endOfTokyoDay(addBusinessDays(tokyoDate(from), businessDays))
  return { status: S[of], label, by }
}
