import type { itemCalls } from '#contract/item'
import type { AskInput, AskResult } from '#web/lib/ask.ts'

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

const besides: Partial<Record<WritableField, keyof (Shown & Sent)>> = {
  brand: 'brandName',
  category: 'categoryName',
  comment: 'commentFilled',
  priceReason: 'priceReasonAmount',
}

export function pick(item: Item, fields: readonly WritableField[]): Patch {
  const names = fields.flatMap((field) => [field, besides[field] ?? field])
  return Object.fromEntries(names.map((name) => [name, item[name]])) as Patch
}

export function without(patch: Patch, fields: readonly WritableField[]): Patch {
  const gone: readonly string[] = fields.flatMap((field) => [field, besides[field] ?? field])
  return Object.fromEntries(Object.entries(patch).filter(([name]) => !gone.includes(name))) as Patch
}

export const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

/** With what goes with the field, as far as the patch says it. */
export const isUnchanged = (field: WritableField, patch: Patch, item: Patch): boolean =>
  [field, besides[field] ?? field].every(
    (name) => !Object.hasOwn(patch, name) || isSame(patch[name], item[name]),
  )
