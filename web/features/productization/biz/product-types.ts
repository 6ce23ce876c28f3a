import { salesChannel } from '#contract/codes'
import { itemStatus as I } from '#contract/lifecycle'
import type { productizationCalls } from '#contract/productization'
import type { AskInput, AskResult } from '#web/lib/ask.ts'
import { type SaveShape, saveShape } from '#web/lib/save-shape.ts'

export type ProductOnWire = AskResult<typeof productizationCalls.get>
export type ProductRow = AskResult<typeof productizationCalls.list>['results'][number]
export type Attribute = ProductOnWire['attributes'][number]
export type Value = string | number | boolean
export type ChannelCosts = AskResult<typeof productizationCalls.channelCosts>
export type SaleEvidence = NonNullable<AskResult<typeof productizationCalls.saleEvidence>>

/** Each value is a field of its own: two people may take different measures of one article. */
export type ValueField = `value:${number}`
type Values = { [field: ValueField]: Value | null }

/** A product as the desk edits it. */
export type Product = ProductOnWire & Values

export const fieldLabels = {
  status: '状況',
  title: '商品名',
  description: '説明',
  sellingPrice: '販売価格',
  salesChannel: '販路',
  gender: '対象',
  color: '色',
  material: '素材',
  size: 'サイズ',
  productNumber: '品番',
} as const satisfies Partial<Record<keyof ProductOnWire, string>>
type OwnField = keyof typeof fieldLabels
export type ProductField = OwnField | ValueField

export type Patch = Partial<Pick<ProductOnWire, OwnField>> & Values

export const valueField = (attribute: number): ValueField => `value:${attribute}`
const isValue = (field: string): field is ValueField => field.startsWith('value:')
const attributeOf = (field: ValueField): number => Number(field.slice('value:'.length))

const fieldsOf = (patch: Patch): ProductField[] =>
  Object.keys(patch).filter(
    (field): field is ProductField => isValue(field) || Object.hasOwn(fieldLabels, field),
  )

/** With each value as a field. */
export function deskOf(product: ProductOnWire): Product {
  const values: Values = {}
  for (const { id } of product.attributes) values[valueField(id)] = null
  for (const { attribute, value } of product.values) values[valueField(attribute)] = value
  return { ...product, ...values }
}

type Update = Extract<AskInput<typeof productizationCalls.update>['body'], { slug: string }>

export function wireOf(patch: Patch): Omit<Update, 'slug' | 'version'> {
  const own = fieldsOf(patch).filter((field) => !isValue(field)) as OwnField[]
  const values = fieldsOf(patch)
    .filter(isValue)
    .map((field) => ({ attribute: attributeOf(field), value: patch[field] ?? null }))
  return {
    ...Object.fromEntries(own.map((field) => [field, patch[field]])),
    ...(values.length > 0 && { values }),
  }
}

export const productShape: SaveShape<Product, ProductField, Patch> = {
  ...saveShape<Product, ProductField, Patch>({ fieldsOf }),
  /** There is no way back to before the first write. */
  within: (patch) => (patch.status === I.PURCHASED ? { ...patch, status: I.PRODUCTIZING } : patch),
}

export const labelOfField = (field: ProductField, { attributes }: Pick<Product, 'attributes'>): string =>
  isValue(field)
    ? (attributes.find(({ id }) => id === attributeOf(field))?.name ?? '項目')
    : fieldLabels[field]

export const UNDECIDED = -1003

export type Channel = Exclude<keyof typeof salesChannel, typeof UNDECIDED>

export const channels = Object.entries(salesChannel)
  .map(([value, label]) => ({ value: Number(value) as Channel, label }))
  .filter(({ value }) => Number(value) !== UNDECIDED)

export const titleOf = ({
  brandName,
  name,
  categoryName,
}: Pick<ProductRow, 'brandName' | 'name' | 'categoryName'>): string =>
  [brandName, name || categoryName].filter(Boolean).join(' ') || '商品'
