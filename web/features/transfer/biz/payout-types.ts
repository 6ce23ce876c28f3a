import { payoutBatchStates } from '#contract/codes'
import type { transferCalls } from '#contract/transfer'
import { ApiError } from '#web/lib/api-error.ts'
import type { AskResult } from '#web/lib/ask.ts'
import { isPlainObject, toCamel } from '#web/lib/case.ts'
import { errorCode } from '#web/lib/errors.ts'

export type Batch = AskResult<typeof transferCalls.batch>
export type BatchRow = AskResult<typeof transferCalls.batches>['results'][number]
export type Line = Batch['lines'][number]
export type Act = Batch['history'][number]
export type Problem = Batch['problems'][number]
export type Candidate = AskResult<typeof transferCalls.candidates>['candidates'][number]
export type BatchState = (typeof payoutBatchStates)[number]
export const isBatchState = (value: unknown): value is BatchState =>
  (payoutBatchStates as readonly unknown[]).includes(value)

export const isError = ({ severity }: Problem): boolean => severity === 'error'

export const totalOf = (rows: readonly { amount: number }[]): number =>
  rows.reduce((sum, { amount }) => sum + amount, 0)

export function problemsOfError(error: unknown): Problem[] {
  if (errorCode(error) !== 'payout_check_failed' || !(error instanceof ApiError)) return []
  const { body } = error
  return isPlainObject(body) && Array.isArray(body.problems) ? (toCamel(body.problems) as Problem[]) : []
}
