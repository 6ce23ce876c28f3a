import type { Tone } from '#contract/lifecycle'
import type { PreAssessmentState, preAssessmentCalls } from '#contract/pre-assessment'
import { formatYen } from '#contract/text'
import type { AskResult } from '#web/lib/ask.ts'

export type PreAssessmentRow = AskResult<typeof preAssessmentCalls.assessments>['results'][number]
export type PreAssessment = AskResult<typeof preAssessmentCalls.assessment>
export type Prospect = AskResult<typeof preAssessmentCalls.customers>['results'][number]

const stateTone: Readonly<Record<PreAssessmentState, Tone>> = {
  draft: 'wait',
  sent: 'plain',
  accepted: 'ok',
  declined: 'gray',
  expired: 'gray',
}

export const toneOf = (state: string): Tone => stateTone[state as PreAssessmentState] ?? 'plain'

export const numberOf = (id: number): string => `P-${id}`

/** `¥8,100〜¥11,000`, or one amount where both ends are the same. */
export const bandText = (low: number | null, high: number | null): string => {
  if (low === null || high === null) return '—'
  return low === high ? formatYen(low) : `${formatYen(low)}〜${formatYen(high)}`
}
