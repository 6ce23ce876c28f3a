// One row per status of a request and of an item; labels, stations, due dates and status lists are derived from it.

export type Tone = 'plain' | 'wait' | 'ok' | 'late' | 'gray'
export type Turn = 'customer' | 'shop' | 'carrier'

export const requestStationLabel = {
  shipping: '発送待ち・輸送中',
  assessing: '査定',
  to_publish: '確認・公開',
  second_look: '再査定',
  answered: '手続き中',
  returning: '返送',
} as const
export type RequestStation = keyof typeof requestStationLabel
export const requestStations = Object.keys(requestStationLabel) as [RequestStation, ...RequestStation[]]

export const nextStepLabel = {
  receive: '受け取りを記録する',
  start: '査定を始める',
  assess: '査定台を開く',
  publish: '結果を確認して公開する',
  result: '結果を開く',
  pack: '返送の用意をする',
  productize: '商品化の画面を開く',
  request: '申し込みを見る',
} as const
export type NextStep = keyof typeof nextStepLabel

export type Phase = 'sending' | 'assessing' | 'deciding' | 'settled' | 'given_up'

export type DueSince = 'created_at' | 'arrived_at' | 'status_changed_at' | 'pickup_date' | 'offer_expires_at'

interface Due {
  since: DueSince
  /** Days after `since` from which the request is late. */
  lateAfter: number
  reason: string
  /** Promised to the customer within this many business days; without `days`, at `since` itself. */
  promise?: {
    of: 'AWAITING_SHIPMENT' | 'OFFERED' | 'ANSWERED' | 'RETURNED'
    label: string
    businessDays?: number
    /** Only where a carrier collects: whoever sends the boxes waits for nothing. */
    isOfPickup?: true
  }
}

interface RequestStage {
  code: number
  label: string
  shortLabel?: string
  /** Headline in the customer's timeline, if not the label. */
  event?: string
  tone: { customer: Tone; staff: Tone }
  /** Null when nobody has to act. */
  turn: Turn | null
  phase: Phase
  nextStep: NextStep
  meaning?: string
  /** Consequence for the customer, shown to staff before they confirm. */
  effect?: string
  isFinal?: true
  isBeingAssessed?: true
  isEditable?: true
  /** An offered result is current. Holds block moves into these statuses. */
  showsResult?: true
  /** Exceptions: fully assessed requests wait at `to_publish`, contracted ones with returns at `returning`. */
  station?: RequestStation
  due?: Due
}

const requestTable = {
  APPLIED: {
    code: 0,
    label: '申込受付',
    event: 'お申し込み',
    tone: { customer: 'plain', staff: 'gray' },
    turn: 'customer',
    phase: 'sending',
    nextStep: 'receive',
    isEditable: true,
    station: 'shipping',
    due: {
      since: 'created_at',
      lateAfter: 1,
      reason: '申し込みから1日を過ぎても、集荷・発送の手配がまだです',
      promise: { of: 'AWAITING_SHIPMENT', label: '集荷の手配', businessDays: 1, isOfPickup: true },
    },
  },
  AWAITING_SHIPMENT: {
    code: 1,
    label: '発送待ち',
    event: '集荷・発送の手配',
    tone: { customer: 'plain', staff: 'gray' },
    turn: 'customer',
    phase: 'sending',
    nextStep: 'receive',
    effect: 'お客さまに、発送のご案内をお送りします。',
    isEditable: true,
    station: 'shipping',
    due: { since: 'pickup_date', lateAfter: 3, reason: '集荷の日から3日を過ぎても届いていません' },
  },
  IN_TRANSIT: {
    code: 2,
    label: '輸送中',
    event: '箱を発送',
    tone: { customer: 'plain', staff: 'gray' },
    turn: 'carrier',
    phase: 'sending',
    nextStep: 'receive',
    meaning: '箱がお店に向かっています。',
    effect: 'お客さまの画面が「輸送中」になります。',
    station: 'shipping',
    due: { since: 'status_changed_at', lateAfter: 5, reason: '発送から5日を過ぎても届いていません' },
  },
  ARRIVED: {
    code: 3,
    label: '到着',
    event: 'お店に到着・開封',
    tone: { customer: 'plain', staff: 'plain' },
    turn: 'shop',
    phase: 'assessing',
    nextStep: 'start',
    meaning: '箱が届きました。査定の順番をお待ちください。',
    station: 'assessing',
    due: {
      since: 'arrived_at',
      lateAfter: 2,
      reason: '到着から2日を過ぎても、査定が始まっていません',
      promise: { of: 'OFFERED', label: '査定結果をお知らせする目安', businessDays: 3 },
    },
  },
  CANCELED: {
    code: 4,
    label: '取り消し',
    tone: { customer: 'gray', staff: 'gray' },
    turn: null,
    phase: 'given_up',
    nextStep: 'request',
    meaning: 'この申し込みは取り消されました。',
    effect: '申し込みを取り消し、お客さまにお知らせします。元に戻せません。',
    isFinal: true,
  },
  ASSESSING: {
    code: 10,
    label: '査定中',
    event: '査定を開始',
    tone: { customer: 'plain', staff: 'plain' },
    turn: 'shop',
    phase: 'assessing',
    nextStep: 'assess',
    meaning: '1点ずつ査定しています。',
    effect: 'お客さまの画面が「査定中」になります。',
    isBeingAssessed: true,
    station: 'assessing',
    due: {
      since: 'arrived_at',
      lateAfter: 4,
      reason: '到着から4日を過ぎました',
      promise: { of: 'OFFERED', label: '査定結果をお知らせする目安', businessDays: 3 },
    },
  },
  OFFERED: {
    code: 11,
    label: '査定結果のご確認待ち',
    shortLabel: 'ご確認待ち',
    event: '査定結果のご案内',
    tone: { customer: 'wait', staff: 'wait' },
    turn: 'customer',
    phase: 'deciding',
    nextStep: 'result',
    showsResult: true,
    due: {
      since: 'offer_expires_at',
      lateAfter: -1,
      reason: 'お返事の期限が1日以内です',
      promise: { of: 'ANSWERED', label: 'お返事の期限' },
    },
  },
  REASSESSING: {
    code: 12,
    label: '再査定中',
    event: '再査定を開始',
    tone: { customer: 'plain', staff: 'plain' },
    turn: 'shop',
    phase: 'assessing',
    nextStep: 'assess',
    meaning: 'もう一度査定しています。お返事の期限は止まっています。',
    effect:
      '公開した結果を取り下げ、お返事の期限を止めて、査定し直せるようにします。理由はお客さまに伝わります。',
    isBeingAssessed: true,
    station: 'second_look',
    due: {
      since: 'status_changed_at',
      lateAfter: 3,
      reason: '再査定が長引いています',
      promise: { of: 'OFFERED', label: '査定結果をお知らせする目安', businessDays: 3 },
    },
  },
  ANSWERED: {
    code: 13,
    label: 'お返事済み(手続き中)',
    shortLabel: '手続き中',
    event: 'お返事',
    tone: { customer: 'plain', staff: 'wait' },
    turn: 'shop',
    phase: 'deciding',
    nextStep: 'result',
    showsResult: true,
    station: 'answered',
  },
  CONTRACTED: {
    code: 20,
    label: '買取成立',
    tone: { customer: 'ok', staff: 'ok' },
    turn: null,
    phase: 'settled',
    nextStep: 'request',
    showsResult: true,
    station: 'returning',
  },
  COMPLETED: {
    code: 21,
    label: '買取完了',
    tone: { customer: 'ok', staff: 'ok' },
    turn: null,
    phase: 'settled',
    nextStep: 'request',
    meaning: '買取が完了しました。ありがとうございました。',
    effect: '返送済みにし、お客さまに送り状番号をお知らせします。',
    isFinal: true,
    showsResult: true,
  },
  RETURNING: {
    code: 22,
    label: '返送手配中',
    event: 'お返しの手配',
    tone: { customer: 'plain', staff: 'gray' },
    turn: 'shop',
    phase: 'settled',
    nextStep: 'pack',
    effect: 'お返しの手配に進み、お客さまにお知らせします。',
    showsResult: true,
    station: 'returning',
    due: {
      since: 'status_changed_at',
      lateAfter: 3,
      reason: '返送の手配から3日を過ぎました',
      promise: { of: 'RETURNED', label: 'お返しの発送の目安', businessDays: 3 },
    },
  },
  RETURNED: {
    code: 23,
    label: '返送完了(不成立)',
    shortLabel: '返送完了',
    event: 'お返し完了',
    tone: { customer: 'gray', staff: 'gray' },
    turn: null,
    phase: 'settled',
    nextStep: 'request',
    meaning: '売却はなく、お取引は終わりました。',
    effect: '返送済みにし、お客さまに送り状番号をお知らせします。',
    isFinal: true,
    showsResult: true,
  },
  ABORTED: {
    code: 24,
    label: '取引中止',
    tone: { customer: 'gray', staff: 'gray' },
    turn: null,
    phase: 'given_up',
    nextStep: 'request',
    meaning: 'このお取引は中止になりました。',
    effect: '取引を終え、理由をお客さまにお知らせします。元に戻せません。',
    isFinal: true,
    showsResult: true,
  },
} as const satisfies Record<string, RequestStage>

interface ItemStage {
  code: number
  label: string
  /** For the customer, where the word of the shop would not do. */
  customerLabel?: string
  tone: Tone
  isOpen?: true
  isBought?: true
}

const itemTable = {
  RECEIVED: { code: 0, label: '未査定', tone: 'gray', isOpen: true },
  ASSESSING: { code: 1, label: '査定中', tone: 'wait', isOpen: true },
  ASSESSED: { code: 2, label: '査定済', customerLabel: '査定済み', tone: 'ok', isOpen: true },
  NOT_BUYABLE: { code: 3, label: '買取不可', customerLabel: '値段なし', tone: 'late', isOpen: true },
  ACCEPTED: { code: 4, label: '承諾(買取希望)', customerLabel: '売る', tone: 'ok', isOpen: true },
  RETURN_REQUESTED: { code: 5, label: '返送', customerLabel: '返してもらう', tone: 'gray' },
  PURCHASED: { code: 6, label: '買取成立', tone: 'ok', isBought: true },
  RETURNED: { code: 7, label: '返送済', customerLabel: 'お返し済み', tone: 'gray' },
  PRODUCTIZING: { code: 8, label: '商品化中', customerLabel: '買取成立', tone: 'plain', isBought: true },
  PRODUCTIZED: { code: 9, label: '商品化完了', customerLabel: '買取成立', tone: 'ok', isBought: true },
} as const satisfies Record<string, ItemStage>

type Row = { readonly code: number; readonly label: string }
type Rows = { readonly [name: string]: Row }
type CodesOf<R extends Rows> = { readonly [Name in keyof R]: R[Name]['code'] }
type LabelsOf<R extends Rows> = { readonly [Name in keyof R as R[Name]['code']]: R[Name]['label'] }

const codesOf = <R extends Rows>(rows: R) =>
  Object.fromEntries(Object.entries(rows).map(([name, { code }]) => [name, code])) as CodesOf<R>
const labelsOf = <R extends Rows>(rows: R) =>
  Object.fromEntries(Object.values(rows).map(({ code, label }) => [code, label])) as LabelsOf<R>

export const requestStatus = codesOf(requestTable)
export type RequestStatus = (typeof requestStatus)[keyof typeof requestStatus]
export const requestStatusLabel = labelsOf(requestTable)

export const itemStatus = codesOf(itemTable)
export type ItemStatus = (typeof itemStatus)[keyof typeof itemStatus]
export const itemStatusLabel = labelsOf(itemTable)

export const requestStages: readonly RequestStage[] = Object.values(requestTable)
const itemStages: readonly ItemStage[] = Object.values(itemTable)
const requestByCode = new Map(requestStages.map((row) => [row.code, row]))
const itemByCode = new Map(itemStages.map((row) => [row.code, row]))

export const requestStageOf = (status: number): RequestStage | undefined => requestByCode.get(status)
export const itemStageOf = (status: number): ItemStage | undefined => itemByCode.get(status)

const requestsThat = (is: (row: RequestStage) => boolean | undefined): readonly RequestStatus[] =>
  requestStages.filter(is).map(({ code }) => code as RequestStatus)

export const requestsIn = (...phases: readonly Phase[]): readonly RequestStatus[] =>
  requestsThat(({ phase }) => phases.includes(phase))

/** Only a rescission leaves a final status. */
export const finalStatuses = requestsThat(({ isFinal }) => isFinal)
export const openRequestStatuses = requestsThat(({ isFinal }) => !isFinal)
export const editableStatuses = requestsThat(({ isEditable }) => isEditable)
export const resultStatuses = requestsThat(({ showsResult }) => showsResult)
export const stationStatuses = requestsThat(({ station }) => station !== undefined)
const itemsThat = (is: (row: ItemStage) => boolean | undefined): readonly ItemStatus[] =>
  itemStages.filter(is).map(({ code }) => code as ItemStatus)

export const openItemStatuses = itemsThat(({ isOpen }) => isOpen)
export const boughtStatuses = itemsThat((row) => row.isBought)

const includes = (list: readonly number[]) => (status: number) => list.includes(status)

export const isFinal = includes(finalStatuses)
const isIn = (phase: Phase) => includes(requestsIn(phase))
export const isExpected = isIn('sending')
export const isUndecided = isIn('assessing')
export const isSettled = isIn('settled')
export const isGivenUp = isIn('given_up')
export const isBeingAssessed = includes(requestsThat((row) => row.isBeingAssessed))
export const isEditable = includes(editableStatuses)
export const isBought = includes(boughtStatuses)
export const isOpenItem = includes(openItemStatuses)
export const showsResult = includes(resultStatuses)

export const dueRules = requestStages.flatMap(({ code, due }) => (due ? [{ status: code, ...due }] : []))
