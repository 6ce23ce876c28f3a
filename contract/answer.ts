import type { decisionLabel } from './codes.ts'
import { itemStatus } from './lifecycle.ts'

export type Decision = keyof typeof decisionLabel

export const isPriced = (status: number): boolean => status === itemStatus.ASSESSED
export const isUnpriced = (status: number): boolean => status === itemStatus.NOT_BUYABLE

/** Priced items are never disposed of; unpriced items are never sold. */
export const mayDecide = (status: number, decision: Decision): boolean =>
  decision === 'return' || (decision === 'sell' ? isPriced(status) : isUnpriced(status))
