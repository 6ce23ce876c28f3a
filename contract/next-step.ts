import {
  itemStatus as I,
  type ItemStatus,
  isExpected,
  type NextStep,
  requestStatus as R,
  requestStageOf,
} from './lifecycle.ts'

/** Other items past assessment open on the bench, which shows everything about them. */
const ofItem: Partial<Record<ItemStatus, NextStep>> = {
  [I.RETURN_REQUESTED]: 'pack',
  [I.PURCHASED]: 'productize',
  [I.PRODUCTIZING]: 'productize',
  [I.PRODUCTIZED]: 'productize',
}

type Facts = {
  status: number
  allAssessed: boolean
  hasReturns: boolean
}

export function nextStepOfRequest({ status, allAssessed, hasReturns }: Facts): NextStep {
  const step = requestStageOf(status)?.nextStep ?? 'request'
  if (step === 'assess' && allAssessed) return 'publish'
  return status === R.CONTRACTED && hasReturns ? 'pack' : step
}

export function nextStepOfItem(itemStatus: number, request: Facts): NextStep {
  const { status } = request
  if (isExpected(status) || status === R.ARRIVED) {
    return nextStepOfRequest(request)
  }
  const step = ofItem[itemStatus as ItemStatus] ?? 'assess'
  // Returns are packed only once their box is at that station.
  return step === 'pack' && nextStepOfRequest(request) !== 'pack' ? 'assess' : step
}
