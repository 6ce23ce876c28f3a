import type { CallBodyInput } from '#contract/call'
import { addDays } from '#contract/day'
import type { purchaseRequestCalls } from '#contract/purchase-request'
import type { CamelCased } from '#web/lib/case.ts'

export type RequestBody = CamelCased<CallBodyInput<typeof purchaseRequestCalls.create>>

/** What is written so far; a choice nobody made yet is null, so that nothing is decided by silence. */
export interface RequestDraft {
  shop: number | null
  boxCount: number | null
  itemCount: number | null
  note: string
  unpricedPolicy: RequestBody['unpricedPolicy'] | null
  approvalMode: RequestBody['approvalMode']
  autoAcceptAmount: number | null
  deliveringOption: RequestBody['deliveringOption'] | null
  carrier: NonNullable<RequestBody['carrier']>
  pickupDate: string
  pickupTimeSlot: NonNullable<RequestBody['pickupTimeSlot']> | null
  /** The version of the terms agreed to; another version has to be agreed to anew. */
  agreedTerms: string
  /** How far the person had come. */
  step: number
}

export const emptyDraft: RequestDraft = {
  shop: null,
  boxCount: 1,
  itemCount: null,
  note: '',
  unpricedPolicy: null,
  approvalMode: 'review_each',
  autoAcceptAmount: null,
  deliveringOption: null,
  carrier: 'YAMATO',
  pickupDate: '',
  pickupTimeSlot: null,
  agreedTerms: '',
  step: 0,
}

export const stepNames = ['お店', '送るもの', '送り方', '確認'] as const
export const lastStep = stepNames.length - 1

export type DraftField = Exclude<keyof RequestDraft, 'step'>
export type Problems = Partial<Record<DraftField, string>>

const fieldsOfStep: readonly (readonly DraftField[])[] = [
  ['shop'],
  ['boxCount', 'itemCount', 'unpricedPolicy', 'approvalMode', 'autoAcceptAmount', 'note'],
  ['deliveringOption', 'pickupDate', 'pickupTimeSlot', 'carrier'],
  ['agreedTerms'],
]

export const fieldLabels: Record<DraftField, string> = {
  shop: 'お店',
  boxCount: '箱の数',
  itemCount: '点数',
  note: 'お店への連絡',
  unpricedPolicy: '値段がつかなかった品',
  approvalMode: '売り方',
  autoAcceptAmount: '売ってよい合計の最低額',
  deliveringOption: '送り方',
  carrier: '運送会社',
  pickupDate: '集荷日',
  pickupTimeSlot: '時間帯',
  agreedTerms: '利用規約',
}

export const stepOfField = (field: string): number =>
  Math.max(
    0,
    fieldsOfStep.findIndex((fields) => (fields as readonly string[]).includes(field)),
  )

export const pickupFrom = (today: string): string => addDays(today, 1)
export const pickupUntil = (today: string): string => addDays(today, 14)

const isCount = (value: number | null, most: number): boolean =>
  value !== null && Number.isInteger(value) && value >= 1 && value <= most

function goodsProblems(draft: RequestDraft): Problems {
  const problems: Problems = {}
  if (!isCount(draft.boxCount, 20)) problems.boxCount = '箱の数を1〜20で入力してください。'
  if (draft.itemCount !== null && !isCount(draft.itemCount, 500))
    problems.itemCount = '点数は1〜500で入力してください。わからないときは空のままで大丈夫です。'
  if (!draft.unpricedPolicy) problems.unpricedPolicy = 'どちらかをお選びください。'
  if (draft.approvalMode !== 'review_each' && !draft.autoAcceptAmount)
    problems.autoAcceptAmount = '売ってよい合計の最低額を入力してください(例 10,000)。'
  return problems
}

function sendingProblems(draft: RequestDraft, today: string): Problems {
  const problems: Problems = {}
  if (!draft.deliveringOption) problems.deliveringOption = '送り方をお選びください。'
  if (draft.deliveringOption !== 'PICKUP_ONLY') return problems
  if (!draft.pickupDate) problems.pickupDate = '集荷に伺う日をお選びください。'
  else if (draft.pickupDate < pickupFrom(today) || draft.pickupDate > pickupUntil(today))
    problems.pickupDate = '集荷日は、明日から14日以内でお選びください。'
  if (!draft.pickupTimeSlot) problems.pickupTimeSlot = '時間帯をお選びください。'
  return problems
}

/** What a step still needs. The terms are those in force: agreeing to older ones is not enough. */
export function problemsOfStep(
  step: number,
  draft: RequestDraft,
  { today, terms }: { today: string; terms: string | undefined },
): Problems {
  if (step === 0) return draft.shop === null ? { shop: '箱を送るお店をお選びください。' } : {}
  if (step === 1) return goodsProblems(draft)
  if (step === 2) return sendingProblems(draft, today)
  return draft.agreedTerms && draft.agreedTerms === terms
    ? {}
    : { agreedTerms: '利用規約をお読みになり、同意のしるしを入れてください。' }
}

/** The first step that is not finished: nobody is let past it by an old address. */
export function firstOpenStep(draft: RequestDraft, today: string): number {
  const open = [0, 1, 2].find(
    (step) => Object.keys(problemsOfStep(step, draft, { today, terms: undefined })).length > 0,
  )
  return open ?? 3
}

/** The request as it is sent; null while something is open. */
export function bodyOf(draft: RequestDraft): RequestBody | null {
  const { shop, boxCount, unpricedPolicy, deliveringOption } = draft
  if (shop === null || boxCount === null || !unpricedPolicy || !deliveringOption) return null
  const pickup = deliveringOption === 'PICKUP_ONLY'
  return {
    shop,
    boxCount,
    itemCount: draft.itemCount,
    note: draft.note,
    unpricedPolicy,
    approvalMode: draft.approvalMode,
    autoAcceptAmount: draft.approvalMode === 'review_each' ? null : draft.autoAcceptAmount,
    deliveringOption,
    carrier: draft.carrier,
    pickupDate: pickup ? draft.pickupDate : null,
    pickupTimeSlot: pickup ? draft.pickupTimeSlot : null,
    agreedTerms: draft.agreedTerms,
  }
}

/** What the server said about single fields, in this form's names; the rest concerns the whole. */
export function problemsFrom(errors: Record<string, string[]>): Problems {
  return Object.fromEntries(
    Object.entries(errors).flatMap(([name, messages]) =>
      Object.hasOwn(fieldLabels, name) ? [[name, messages.join(' ')]] : [],
    ),
  )
}
