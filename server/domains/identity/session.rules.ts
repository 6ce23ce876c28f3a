import { ekyc } from '#contract/codes'
import { addDays, tokyoDate } from '#contract/day'
import type { sessionStates } from '#contract/identity'
import { addBusinessDays, daysAfter, endOfTokyoDay } from '#server/platform/calendar'

export type SessionState = (typeof sessionStates)[number]
export type ClosedAs = 'done' | 'expired' | 'canceled'

const daysToFinish = 7

/** A customer who has begun, or has to do something again, has a week. */
export const finishBy = (at: Date): Date => endOfTokyoDay(addDays(tokyoDate(at), daysToFinish))

/** 18:00 of the next business day. */
export const reviewBy = (at: Date): Date => new Date(`${addBusinessDays(tokyoDate(at), 1)}T18:00:00+09:00`)

interface Reviewed {
  ekyc_status: number
}

const some = (reviews: readonly Reviewed[], status: number): boolean =>
  reviews.some(({ ekyc_status }) => ekyc_status === status)

/** While a dealer looks at the papers, they stay as they were handed in. */
export const isEditable = (reviews: readonly Reviewed[]): boolean => !some(reviews, ekyc.IN_REVIEW)

export const mayBeSubmitted = (reviews: readonly Reviewed[]): boolean =>
  some(reviews, ekyc.STARTED) || some(reviews, ekyc.REFUSED)

/** Papers that a dealer approved are its evidence: they stay as they are. */
export const isEvidence = ({
  ekyc_status,
  submitted_at,
}: Reviewed & { submitted_at: string | null }): boolean =>
  ekyc_status === ekyc.APPROVED && submitted_at !== null

export const isSettled = (reviews: readonly Reviewed[]): boolean =>
  reviews.every(({ ekyc_status }) => ekyc_status === ekyc.APPROVED)

export function stateOf(closedAs: string | null, reviews: readonly Reviewed[]): SessionState {
  if (closedAs !== null) return closedAs as ClosedAs
  return mayBeSubmitted(reviews) ? 'open' : 'in_review'
}

/** What concerns the customer most. */
export function sessionStatus(reviews: readonly Reviewed[]): number {
  const order = [ekyc.REFUSED, ekyc.STARTED, ekyc.IN_REVIEW]
  return order.find((status) => some(reviews, status)) ?? ekyc.APPROVED
}

/** An approved paper is evidence that stays, so a session with one ends as done. */
export const closedAsWithout = (reviews: readonly Reviewed[], otherwise: 'expired' | 'canceled'): ClosedAs =>
  some(reviews, ekyc.APPROVED) ? 'done' : otherwise

/** The law asks to keep the pictures of the paper, not the face (規則15条3項8号). */
export const faceDays = 30
/** What was never approved leaves no trace after these days. */
export const traceDays = 30

const shortestEdge = 480

/** Below this, letters of a card cannot be read. */
export const isLegible = ({ width, height }: { width: number; height: number }): boolean =>
  Math.min(width, height) >= shortestEdge

const daysToDecide = 3
const daysToReach = 1

interface Waiting {
  state: string
  submitted_at: string | null
  url_expires_at: string | null
}

/** When a check is given back to the customer: the result does not come, or nobody used the address. */
export function overdueAt({ state, submitted_at, url_expires_at }: Waiting): Date | null {
  if (state === 'submitted' && submitted_at !== null) return daysAfter(new Date(submitted_at), daysToDecide)
  return state === 'ready' && url_expires_at !== null ? new Date(url_expires_at) : null
}

/** Also when the provider cannot be reached, which may have a result. */
export function givenUpAt(check: Waiting): Date | null {
  const overdue = overdueAt(check)
  return overdue && daysAfter(overdue, daysToReach)
}
