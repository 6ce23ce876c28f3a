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
