// The database enforces the same moves through its table `status_move`.
import {
  itemStatus as I,
  type ItemStatus,
  isFinal,
  type RequestStatus,
  requestStatus as S,
} from './lifecycle.ts'

/** `rescission`: whoever takes a deal back; never a move of its own. */
export type RequestMover = 'customer' | 'staff' | 'system' | 'rescission'

export interface RequestTransition {
  from: RequestStatus
  to: RequestStatus
  by: readonly RequestMover[]
  label: string
  needs: readonly string[]
}

const ofRequest = (
  from: RequestStatus,
  to: RequestStatus,
  by: readonly RequestMover[],
  label: string,
  needs: readonly string[] = [],
): RequestTransition => ({
  from,
  to,
  by,
  label,
  needs,
})

export const requestTransitions: readonly RequestTransition[] = [
  ofRequest(S.APPLIED, S.AWAITING_SHIPMENT, ['staff', 'system'], '集荷・発送の手配を済ませる'),
  ofRequest(S.APPLIED, S.CANCELED, ['customer', 'staff', 'system'], '申し込みを取り消す'),
  ofRequest(S.AWAITING_SHIPMENT, S.CANCELED, ['customer', 'staff', 'system'], '申し込みを取り消す'),
  ofRequest(S.AWAITING_SHIPMENT, S.IN_TRANSIT, ['customer', 'staff', 'system'], '輸送中にする'),
  ofRequest(S.AWAITING_SHIPMENT, S.ARRIVED, ['staff'], '受け取る', ['item_count']),
  ofRequest(S.IN_TRANSIT, S.ARRIVED, ['staff'], '受け取る', ['item_count']),
  ofRequest(S.IN_TRANSIT, S.ABORTED, ['staff'], '紛失として中止する', ['reason']),
  ofRequest(S.ARRIVED, S.ASSESSING, ['staff'], '査定を始める'),
  ofRequest(S.ASSESSING, S.OFFERED, ['staff'], '査定結果を公開する', ['publish']),
  ofRequest(S.REASSESSING, S.OFFERED, ['staff'], '査定結果を公開する', ['publish']),
  ofRequest(S.ARRIVED, S.ABORTED, ['staff'], '取引を中止する', ['reason']),
  ofRequest(S.ASSESSING, S.ABORTED, ['staff'], '取引を中止する', ['reason']),
  ofRequest(S.REASSESSING, S.ABORTED, ['staff'], '取引を中止する', ['reason']),
  ofRequest(S.ANSWERED, S.ABORTED, ['staff'], '取引を中止する', ['reason']),
  ofRequest(S.ARRIVED, S.RETURNING, ['customer', 'staff'], '箱ごと返送する', ['reason']),
  ofRequest(S.ASSESSING, S.RETURNING, ['customer', 'staff'], '箱ごと返送する', ['reason']),
  ofRequest(S.OFFERED, S.RETURNING, ['customer', 'system'], 'すべて返してもらう'),
  ofRequest(S.REASSESSING, S.RETURNING, ['customer', 'staff'], '箱ごと返送する', ['reason']),
  ofRequest(S.OFFERED, S.RETURNED, ['customer'], 'すべてリサイクルに出す'),
  ofRequest(S.OFFERED, S.REASSESSING, ['customer', 'staff'], '再査定にする', ['reason']),
  ofRequest(S.OFFERED, S.ANSWERED, ['customer', 'system'], '回答する', ['decisions']),
  ofRequest(S.ANSWERED, S.REASSESSING, ['staff'], '再査定に戻す', ['reason']),
  ofRequest(S.ANSWERED, S.CONTRACTED, ['system'], '契約する'),
  ofRequest(S.ANSWERED, S.RETURNING, ['customer', 'system'], '売却をやめて返してもらう', ['reason']),
  ofRequest(S.CONTRACTED, S.COMPLETED, ['system'], '完了する'),
  ofRequest(S.CONTRACTED, S.RETURNING, ['staff'], '返送を手配する'),
  ofRequest(S.COMPLETED, S.RETURNING, ['rescission'], '取り消した品を返送する'),
  ofRequest(S.RETURNING, S.COMPLETED, ['staff'], '返送を済ませる', [
    'carrier',
    'tracking_number',
    'parcel_count',
  ]),
  ofRequest(S.RETURNING, S.RETURNED, ['staff'], '返送を済ませる', [
    'carrier',
    'tracking_number',
    'parcel_count',
  ]),
  ofRequest(S.RETURNING, S.ABORTED, ['staff'], '返送できないまま終える', ['reason']),
]

/** The next step that staff may take for several requests at once: it asks for nothing, and ends nothing. */
export const stepTogether = (status: number): RequestTransition | undefined =>
  requestTransitions.find(
    ({ from, to, by, needs }) =>
      from === status && by.includes('staff') && needs.length === 0 && !isFinal(to),
  )

export type ItemMover = 'assessor' | 'answer' | 'system' | 'staff' | 'rescission'

export interface ItemTransition {
  from: ItemStatus
  to: ItemStatus
  by: ItemMover
  during: readonly number[]
  label: string
}

const assessing = [S.ASSESSING, S.REASSESSING]
const ofItem = (
  from: ItemStatus,
  to: ItemStatus,
  by: ItemMover,
  during: readonly number[],
  label: string,
): ItemTransition => ({
  from,
  to,
  by,
  during,
  label,
})

export const itemTransitions: readonly ItemTransition[] = [
  ofItem(I.RECEIVED, I.ASSESSING, 'assessor', assessing, '査定を始める'),
  ofItem(I.ASSESSING, I.ASSESSED, 'assessor', assessing, '査定を終える'),
  ofItem(I.ASSESSING, I.NOT_BUYABLE, 'assessor', assessing, '買取不可にする'),
  ofItem(I.ASSESSED, I.ASSESSING, 'assessor', assessing, '査定をやり直す'),
  ofItem(I.NOT_BUYABLE, I.ASSESSING, 'assessor', assessing, '査定をやり直す'),
  // Second look: disputed items are reopened.
  ofItem(I.ASSESSED, I.ASSESSING, 'answer', [S.OFFERED], 'もう一度見てもらう'),
  ofItem(I.NOT_BUYABLE, I.ASSESSING, 'answer', [S.OFFERED], 'もう一度見てもらう'),
  ofItem(I.ASSESSED, I.ACCEPTED, 'answer', [S.OFFERED], '売る'),
  ofItem(I.ASSESSED, I.RETURN_REQUESTED, 'answer', [S.OFFERED], '返してもらう'),
  ofItem(I.NOT_BUYABLE, I.RETURN_REQUESTED, 'answer', [S.OFFERED, S.ANSWERED], '返してもらう'),
  ofItem(I.ACCEPTED, I.ASSESSED, 'staff', [S.ANSWERED], '再査定に戻す'),
  ofItem(I.ACCEPTED, I.RETURN_REQUESTED, 'system', [S.ANSWERED], '返してもらう'),
  ofItem(I.ACCEPTED, I.PURCHASED, 'system', [S.ANSWERED], '買い取る'),
  // The customer withdraws before a decision.
  ofItem(I.RECEIVED, I.RETURN_REQUESTED, 'system', [S.ARRIVED, S.ASSESSING, S.REASSESSING], '返してもらう'),
  ofItem(I.ASSESSING, I.RETURN_REQUESTED, 'system', [S.ASSESSING, S.REASSESSING], '返してもらう'),
  ofItem(I.ASSESSED, I.RETURN_REQUESTED, 'system', [S.ASSESSING, S.REASSESSING, S.OFFERED], '返してもらう'),
  ofItem(
    I.NOT_BUYABLE,
    I.RETURN_REQUESTED,
    'system',
    [S.ASSESSING, S.REASSESSING, S.OFFERED],
    '返してもらう',
  ),
  ofItem(I.RETURN_REQUESTED, I.RETURNED, 'staff', [S.RETURNING], '返送する'),
  ofItem(I.PURCHASED, I.PRODUCTIZING, 'staff', [S.CONTRACTED, S.COMPLETED, S.RETURNING], '商品化を始める'),
  ofItem(I.PRODUCTIZING, I.PRODUCTIZED, 'staff', [S.CONTRACTED, S.COMPLETED, S.RETURNING], '商品化を終える'),
  ofItem(
    I.PRODUCTIZED,
    I.PRODUCTIZING,
    'staff',
    [S.CONTRACTED, S.COMPLETED, S.RETURNING],
    '商品化をやり直す',
  ),
  // Rescission: the item is returned like any other.
  ofItem(
    I.PURCHASED,
    I.RETURN_REQUESTED,
    'rescission',
    [S.CONTRACTED, S.COMPLETED, S.RETURNING],
    '契約を取り消す',
  ),
]
