import { itemStatus as I, type ItemStatus, requestStatus as R, type RequestStatus } from './lifecycle.ts'
// Where the work on a box or an article goes on, by its status. The scanner, the panels beside the lists and the
// search all lead there.

/** The steps with what a button to each of them says. */
export const nextStepLabel = {
  receive: '受け取りを記録する',
  start: '査定を始める',
  assess: '査定台を開く',
  publish: '結果を確認して公開する',
  result: '結果を開く',
  pack: '返送の用意をする',
  request: '申し込みを見る',
} as const
export type NextStep = keyof typeof nextStepLabel

const ofRequest: Readonly<Record<RequestStatus, NextStep>> = {
  [R.APPLIED]: 'receive',
  [R.AWAITING_SHIPMENT]: 'receive',
  [R.IN_TRANSIT]: 'receive',
  [R.ARRIVED]: 'start',
  [R.CANCELED]: 'request',
  [R.ASSESSING]: 'assess',
  [R.OFFERED]: 'result',
  [R.REASSESSING]: 'assess',
  [R.ANSWERED]: 'result',
  [R.CONTRACTED]: 'request',
  [R.COMPLETED]: 'request',
  [R.RETURNING]: 'pack',
  [R.RETURNED]: 'request',
  [R.ABORTED]: 'request',
}

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
  const step = ofRequest[status as RequestStatus] ?? 'request'
  if (step === 'assess' && allAssessed) return 'publish'
  return status === R.CONTRACTED && hasReturns ? 'pack' : step
}

/** The next step of one article: its own, while the box as a whole does not stand elsewhere. */
export function nextStepOfItem(itemStatus: number, request: Facts): NextStep {
  const { status } = request
  if (ofRequest[status as RequestStatus] === 'receive' || status === R.ARRIVED) {
    return nextStepOfRequest(request)
  }
  const step = ofItem[itemStatus as ItemStatus] ?? 'assess'
  // What goes back is packed once its box is at that station.
  return step === 'pack' && nextStepOfRequest(request) !== 'pack' ? 'assess' : step
}
