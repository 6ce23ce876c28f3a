// What a customer may decide about an article of a result.
import type { decisionLabel } from './codes.ts'
import { itemStatus } from './lifecycle.ts'

export type Decision = keyof typeof decisionLabel

export const isPriced = (status: number): boolean => status === itemStatus.ASSESSED
export const isUnpriced = (status: number): boolean => status === itemStatus.NOT_BUYABLE

/** What has a price is never thrown away, and what has none is never sold. */
export const mayDecide = (status: number, decision: Decision): boolean =>
  decision === 'return' || (decision === 'sell' ? isPriced(status) : isUnpriced(status))
