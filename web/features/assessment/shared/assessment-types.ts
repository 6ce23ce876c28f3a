import type { assessmentCalls } from '#contract/assessment'
import type { AskResult } from '#web/lib/ask.ts'

export type Assessment = AskResult<typeof assessmentCalls.get>
export type AssessedItem = Assessment['items'][number]
