import {
  itemStatus as I,
  type ItemStatus,
  isExpected,
  type NextStep,
  requestStatus as R,
  requestStageOf,
} from './lifecycle.ts'

// Where the work on a box or an article goes on, by its status. The scanner, the panels beside the lists and the
// search all lead there.

/** What is past its assessment is shown on the bench, where everything said of it stands. */
const ofItem: Partial<Record<ItemStatus, NextStep>> = { [I.RETURN_REQUESTED]: 'pack' }

type Facts = {
  status: number
  /** Every article of the box is assessed or not buyable. */
  allAssessed: boolean
  /** Some of it goes back. */
  hasReturns: boolean
}

/** The next step of a whole box. */
export function nextStepOfRequest({ status, allAssessed, hasReturns }: Facts): NextStep {
  const step = requestStageOf(status)?.nextStep ?? 'request'
  if (step === 'assess' && allAssessed) return 'publish'
  return status === R.CONTRACTED && hasReturns ? 'pack' : step
}

/** The next step of one article: its own, while the box as a whole does not stand elsewhere. */
export function nextStepOfItem(itemStatus: number, request: Facts): NextStep {
  const { status } = request
  if (isExpected(status) || status === R.ARRIVED) {
    return nextStepOfRequest(request)
  }
  const step = ofItem[itemStatus as ItemStatus] ?? 'assess'
  // What goes back is packed once its box is at that station.
  return step === 'pack' && nextStepOfRequest(request) !== 'pack' ? 'assess' : step
}
