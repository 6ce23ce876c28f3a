import { percentOf, yen } from './money.ts'

/** Where the work on a product waits. */
export const productStageLabel = {
  photo: '撮影待ち',
  measure: '採寸待ち',
  text: '原稿待ち',
  ready: '出品待ち',
} as const
export type ProductStage = keyof typeof productStageLabel

/** What a product lacks before it can be offered. */
export const productProblemLabel = {
  photo: '写真',
  measure: '採寸',
  attribute: '必須の項目',
  selling_price: '販売価格',
  sales_channel: '販路',
} as const
export type ProductProblem = keyof typeof productProblemLabel

const stageOfProblem: Readonly<Record<ProductProblem, ProductStage>> = {
  photo: 'photo',
  measure: 'measure',
  attribute: 'text',
  selling_price: 'text',
  sales_channel: 'text',
}

/** The first station at which something is missing. */
export function productStage(missing: readonly ProductProblem[]): ProductStage {
  const stages = missing.map((problem) => stageOfProblem[problem])
  return (['photo', 'measure', 'text'] as const).find((stage) => stages.includes(stage)) ?? 'ready'
}

/** Bought longer ago than this and not finished, an article is late. */
export const lateAfterDays = 7

export interface WantedAttribute {
  id: number
  is_measure: boolean
  is_required: boolean
}

export interface ProductFacts {
  photos: number
  attributes: readonly WantedAttribute[]
  /** Attributes that have a value. */
  filled: ReadonlySet<number>
  selling_price: number | null
  sales_channel: number
  /** What helps to sell it and may be left out: colour, material, size, number of the model. */
  extras: readonly string[]
}

export function missingOf({ photos, attributes, filled, ...facts }: ProductFacts): ProductProblem[] {
  const lacks = (isMeasure: boolean) =>
    attributes.some((one) => one.is_required && one.is_measure === isMeasure && !filled.has(one.id))
  return [
    ...(photos === 0 ? (['photo'] as const) : []),
    ...(lacks(true) ? (['measure'] as const) : []),
    ...(lacks(false) ? (['attribute'] as const) : []),
    ...(facts.selling_price === null ? (['selling_price'] as const) : []),
    ...(facts.sales_channel === unsetChannel ? (['sales_channel'] as const) : []),
  ]
}

const unsetChannel = -1003

/** What has to be there makes nine tenths, what may be there the last one. */
export function completenessOf(facts: ProductFacts): number {
  const { attributes, filled, extras, photos, selling_price, sales_channel } = facts
  const has = ({ id }: WantedAttribute) => filled.has(id)
  const required = [
    ...attributes.filter((one) => one.is_required).map(has),
    ...[photos > 0, selling_price !== null, sales_channel !== unsetChannel],
  ]
  const optional = [
    ...attributes.filter((one) => !one.is_required).map(has),
    ...extras.map((text) => text !== ''),
  ]
  const share = (list: readonly boolean[], of: number) =>
    list.length === 0 ? of : (list.filter(Boolean).length * of) / list.length
  return Math.floor(share(required, 90) + share(optional, 10))
}

export interface ChannelCost {
  fee_permille: number
  shipping: number
  handling: number
}

export interface Margin {
  fee: number
  profit: number
  /** Of the selling price, rounded down; negative for a loss. */
  permille: number
}

/** In yen with tax. */
export function marginOf(sellingPrice: number, boughtFor: number, cost: ChannelCost): Margin {
  const fee = percentOf(yen(sellingPrice), cost.fee_permille / 10)
  const profit = sellingPrice - boughtFor - fee - cost.shipping - cost.handling
  return { fee, profit, permille: sellingPrice > 0 ? Math.floor((profit * 1000) / sellingPrice) : 0 }
}
