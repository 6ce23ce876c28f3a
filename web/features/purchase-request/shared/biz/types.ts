import type { purchaseRequestCalls } from '#contract/purchase-request'
import type { AskInput, AskResult } from '#web/lib/ask.ts'

export type BizRequest = AskResult<typeof purchaseRequestCalls.bizGet>
export type BizRequestRow = AskResult<typeof purchaseRequestCalls.bizList>['results'][number]
export type RequestMove = BizRequest['allowedTransitions'][number]
export type RequestWrite = Omit<AskInput<typeof purchaseRequestCalls.move>['body'], 'version'>
