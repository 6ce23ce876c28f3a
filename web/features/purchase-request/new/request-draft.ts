import { isPickupSlotOpen } from '#contract/application'
import type { IsHoliday } from '#contract/business-day'
import type { CallBodyInput } from '#contract/call'
import { type KitSize, kitSizes } from '#contract/codes'
import { tokyoDate } from '#contract/day'
import { pickupDayProblem } from '#contract/pickup-day'
import { purchaseRequestCalls } from '#contract/purchase-request'
import { kitPlan, kitSizesOf, mostKitBoxes, tooManyKitBoxes } from '#contract/request-kit'
import { usualCarrier } from '#contract/tracking-number'
import type { CamelCased } from '#web/lib/case.ts'
import { type FormRules, problemsOf } from '#web/ui/call-form.ts'

export type RequestBody = CamelCased<CallBodyInput<typeof purchaseRequestCalls.create>>

/** Choices start as null: nothing is preselected. */
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
  /** The customer's own boxes, or cardboard boxes that the shop sends first. */
  boxSource: 'own' | 'kit' | null
  kitSize: KitSize | null
  pickupDate: string
  pickupTimeSlot: NonNullable<RequestBody['pickupTimeSlot']> | null
  /** The version of the terms agreed to; a newer one needs consent again. */
  agreedTerms: string
  unread: Partial<Record<NumberName, string>>
  step: Step
}

export type NumberName = 'boxCount' | 'itemCount' | 'autoAcceptAmount'

const allSteps = ['shop', 'goods', 'sending', 'profile', 'confirm'] as const
export type Step = (typeof allSteps)[number]

export const stepsFor = (asksProfile: boolean): readonly Step[] =>
  asksProfile ? allSteps : allSteps.filter((step) => step !== 'profile')

export const stepIn = (text: unknown): Step | undefined => allSteps.find((step) => step === text)

export const isFurther = (step: Step, than: Step): boolean => allSteps.indexOf(step) > allSteps.indexOf(than)

export const stepNames: Record<Step, string> = {
  shop: 'お店',
  goods: '送るもの',
  sending: '送り方',
  profile: 'お客さま',
  confirm: '確認',
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
  carrier: usualCarrier,
  boxSource: null,
  kitSize: null,
  pickupDate: '',
  pickupTimeSlot: null,
  agreedTerms: '',
  unread: {},
  step: 'shop',
}

export type DraftField = Exclude<keyof RequestDraft, 'step' | 'unread'>
export type Problems = Partial<Record<DraftField, string>>

const fieldsOfStep: Partial<Record<Step, readonly DraftField[]>> = {
  goods: ['boxCount', 'itemCount', 'unpricedPolicy', 'approvalMode', 'autoAcceptAmount', 'note'],
  sending: ['deliveringOption', 'carrier', 'boxSource', 'kitSize', 'pickupDate', 'pickupTimeSlot'],
  confirm: ['agreedTerms'],
}

export const fieldLabels: Record<DraftField, string> = {
  shop: 'お店',
  boxCount: '箱の数',
  itemCount: '点数',
  unpricedPolicy: '値段がつかなかった品',
  approvalMode: '売り方',
  autoAcceptAmount: '売ってよい合計の最低額',
  note: 'お店への連絡',
  deliveringOption: '送り方',
  carrier: '運送会社',
  boxSource: '箱のご用意',
  kitSize: '段ボールの大きさ',
  pickupDate: '集荷日',
  pickupTimeSlot: '時間帯',
  agreedTerms: '利用規約',
}

export const stepOfField = (field: string): Step =>
  allSteps.find((step) => (fieldsOfStep[step] as readonly string[] | undefined)?.includes(field)) ?? 'shop'

const words = {
  shop: '箱を送るお店をお選びください。',
  boxCount: '箱の数を1〜20で入力してください。',
  itemCount: '点数は1〜500で入力してください。わからないときは空のままで大丈夫です。',
  unpricedPolicy: 'どちらかをお選びください。',
  deliveringOption: '送り方をお選びください。',
  boxSource: 'お手持ちの箱か、お店からお届けする段ボールかをお選びください。',
  kitSize: '段ボールの大きさをお選びください。',
  agreedTerms: '利用規約をお読みになり、同意のしるしを入れてください。',
} as const

/** `terms` is the version in force: consent to an older one does not count. */
type Context = {
  at: Date
  terms: string | undefined
  isHoliday?: IsHoliday
  /** Of a request that is changed. */
  stored?: StoredKit | null
}

export type StoredKit = {
  expectedOn: string
  sentAt: string | null
  size: KitSize
  /** Of the request. */
  carrier: RequestDraft['carrier']
}

const noHoliday: IsHoliday = () => false

/** When the kit is expected; null with own boxes. */
export function kitOnOf(
  { boxSource, carrier }: Pick<RequestDraft, 'boxSource' | 'carrier'>,
  { at, isHoliday = noHoliday, stored }: Pick<Context, 'at' | 'isHoliday' | 'stored'>,
): string | null {
  if (boxSource !== 'kit') return null
  return stored?.expectedOn ?? kitPlan(carrier, tokyoDate(at), isHoliday).expectedOn
}

const rulesIn = ({ terms, ...context }: Context): FormRules<RequestDraft> => ({
  call: purchaseRequestCalls.create,
  labels: fieldLabels,
  bodyOf: wishesOf,
  words,
  also: ({ unread, approvalMode, autoAcceptAmount, agreedTerms, ...sending }) => {
    const pickup = sending.deliveringOption === 'PICKUP_ONLY'
    return {
      // Text that cannot be parsed is an error, not an empty field.
      ...(unread.itemCount !== undefined && { itemCount: words.itemCount }),
      ...(approvalMode !== 'review_each' &&
        !autoAcceptAmount && { autoAcceptAmount: '売ってよい合計の最低額を入力してください(例 10,000)。' }),
      ...kitProblems(sending, context.stored),
      ...(pickup && { pickupDate: dayProblem(sending, context) }),
      ...(pickup && !sending.pickupTimeSlot && { pickupTimeSlot: '時間帯をお選びください。' }),
      ...(pickup &&
        sending.pickupTimeSlot &&
        !isPickupSlotOpen(sending.pickupDate, sending.pickupTimeSlot, context.at) && {
          pickupTimeSlot: '翌日の午前中は、前日の20時までです。ほかの時間帯をお選びください。',
        }),
      ...(agreedTerms !== terms && { agreedTerms: words.agreedTerms }),
    }
  },
})

/** Own boxes and the kit that is on its way need no choice any more. */
function kitProblems(
  { boxSource, kitSize, boxCount }: Pick<RequestDraft, 'boxSource' | 'kitSize' | 'boxCount'>,
  stored: Context['stored'],
): Problems {
  if (boxSource === null) return { boxSource: words.boxSource }
  if (boxSource === 'own' || stored?.sentAt) return {}
  if (kitSize === null) return { kitSize: words.kitSize }
  return (boxCount ?? 0) > mostKitBoxes ? { boxSource: tooManyKitBoxes } : {}
}

function dayProblem(
  { pickupDate, carrier, boxSource }: Pick<RequestDraft, 'pickupDate' | 'carrier' | 'boxSource'>,
  context: Pick<Context, 'at' | 'isHoliday' | 'stored'>,
): string | undefined {
  if (!pickupDate) return '集荷に伺う日をお選びください。'
  const wish = { date: pickupDate, carrier, kitOn: kitOnOf({ boxSource, carrier }, context) }
  return pickupDayProblem(wish, context.at, context.isHoliday ?? noHoliday)?.message
}

export const problemsOfStep = (step: Step, draft: RequestDraft, context: Context): Problems =>
  Object.fromEntries(
    Object.entries(problemsOf(rulesIn(context), draft)).filter(([field]) => stepOfField(field) === step),
  )

/** A step in the URL cannot skip an unfinished one. */
export function firstOpenStep(draft: RequestDraft, at: Date, knowsProfile: boolean): Step {
  const isOpen = (step: Step) =>
    step === 'profile'
      ? !knowsProfile
      : step !== 'confirm' && Object.keys(problemsOfStep(step, draft, { at, terms: undefined })).length > 0
  return allSteps.find(isOpen) ?? 'confirm'
}

/** Without what the other choices make meaningless. */
function wishesOf({ unread: _unread, step: _step, boxSource, ...draft }: RequestDraft) {
  const pickup = draft.deliveringOption === 'PICKUP_ONLY'
  return {
    ...draft,
    autoAcceptAmount: draft.approvalMode === 'review_each' ? null : draft.autoAcceptAmount,
    kitSize: boxSource === 'kit' ? draft.kitSize : null,
    pickupDate: pickup ? draft.pickupDate : null,
    pickupTimeSlot: pickup ? draft.pickupTimeSlot : null,
  }
}

export function bodyOf(draft: RequestDraft): RequestBody | null {
  const wishes = wishesOf(draft)
  const { shop, boxCount, unpricedPolicy, deliveringOption } = wishes
  if (shop === null || boxCount === null || !unpricedPolicy || !deliveringOption) return null
  return { ...wishes, shop, boxCount, unpricedPolicy, deliveringOption }
}

/** Leaves out errors of fields that this form does not have. */
export function problemsFrom(errors: Record<string, string[]>): Problems {
  return Object.fromEntries(
    Object.entries(errors).flatMap(([name, messages]) =>
      Object.hasOwn(fieldLabels, name) ? [[name, messages.join(' ')]] : [],
    ),
  )
}

/** What may be chosen; also the size that a request has, if the shop has stopped offering it. */
export function kitSizesFor(
  { carrier }: Pick<RequestDraft, 'carrier'>,
  shop: { kitSizes: readonly number[] },
  stored?: StoredKit | null,
): readonly KitSize[] {
  const offered = kitSizesOf(carrier, shop.kitSizes)
  const promised = stored?.carrier === carrier ? stored.size : undefined
  return kitSizes.filter((size) => size === promised || offered.includes(size))
}

/** Own boxes are the only choice where shop or carrier offer no kits. */
export function withKit(
  draft: RequestDraft,
  shop: { kitSizes: readonly number[] },
  stored?: StoredKit | null,
): RequestDraft {
  const sizes = kitSizesFor(draft, shop, stored)
  if (sizes.length === 0)
    return draft.boxSource === 'own' && draft.kitSize === null
      ? draft
      : { ...draft, boxSource: 'own', kitSize: null }
  const [only] = sizes
  const kitSize = draft.kitSize !== null && sizes.includes(draft.kitSize) ? draft.kitSize : null
  const fitting = sizes.length === 1 && draft.boxSource === 'kit' ? (only ?? null) : kitSize
  return fitting === draft.kitSize ? draft : { ...draft, kitSize: fitting }
}
