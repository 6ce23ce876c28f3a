import type { itemCalls } from '#contract/item'
import { itemStatus as I } from '#contract/lifecycle'
import type { AskInput, AskResult } from '#web/lib/ask.ts'
import { type SaveShape, saveShape } from '#web/lib/save-shape.ts'

export type Item = AskResult<typeof itemCalls.get>
export type Evidence = NonNullable<AskResult<typeof itemCalls.evidence>>
export type Deduction = Item['deductions'][number]
type Update = AskInput<typeof itemCalls.update>['body']

export const fieldLabels = {
  status: '状況',
  name: '品名',
  brand: 'ブランド',
  category: 'カテゴリ',
  gender: '対象',
  color: '色',
  material: '素材',
  size: 'サイズ',
  productNumber: '品番',
  serialNumber: '製造番号',
  features: '特徴',
  grade: 'グレード',
  authenticity: '真贋',
  accessories: '付属品',
  careNeeded: 'お手入れ',
  salesChannel: '売り先',
  basePrice: '基準額',
  deductions: '減額',
  comment: 'お客さまへのコメント',
  priceReason: '値段の理由',
  priceReasonPhoto: '値段の理由の写真',
  notBuyableReason: '買取不可の理由',
} as const satisfies Partial<Record<keyof Item & keyof Update, string>>
export type WritableField = keyof typeof fieldLabels
const writable = Object.keys(fieldLabels) as WritableField[]

/** What goes with a field: the names shown for ids, and what is sent beside it. */
type Shown = Pick<Item, 'brandName' | 'categoryName'>
type Sent = Pick<Item, 'commentFilled' | 'priceReasonAmount'>
export type Patch = Partial<Pick<Item, WritableField> & Shown & Sent>

export const fieldsOf = (patch: Patch): WritableField[] =>
  writable.filter((field) => Object.hasOwn(patch, field))

export const wireOf = ({ commentFilled, priceReasonAmount, ...patch }: Patch): Omit<Update, 'version'> => ({
  ...Object.fromEntries(fieldsOf(patch).map((field) => [field, patch[field]])),
  ...(commentFilled && { commentFilled }),
  ...(priceReasonAmount !== undefined && { priceReasonAmount }),
})

/** A done or not-buyable item must be reopened before it becomes the other, so that takes two requests. */
function nextStep(base: Item, patch: Patch): { now: Patch; later: Patch } {
  const { status } = patch
  const jumps =
    status !== undefined && status !== base.status && status >= I.ASSESSED && base.status >= I.ASSESSED
  return jumps ? { now: { ...patch, status: I.ASSESSING }, later: { status } } : { now: patch, later: {} }
}

export const benchShape: SaveShape<Item, WritableField, Patch> = {
  ...saveShape<Item, WritableField, Patch>({
    fieldsOf,
    besides: {
      brand: 'brandName',
      category: 'categoryName',
      comment: 'commentFilled',
      priceReason: 'priceReasonAmount',
    } satisfies Partial<Record<WritableField, keyof (Shown & Sent)>>,
  }),
  addedLately: {
    namedLow: null,
    commentFilled: [],
    priceReasonAmount: null,
    originSeq: null,
    editedBy: '',
    editedAt: null,
  },
  /** Undoing the first change must not set the item back to received, which the server refuses. */
  within: (patch) => (patch.status === I.RECEIVED ? { ...patch, status: I.ASSESSING } : patch),
  nextStep,
}
