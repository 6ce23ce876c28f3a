import { itemStatus as I, isBought } from '#contract/lifecycle'
import {
  completenessOf,
  marginOf,
  missingOf,
  type ProductFacts,
  type ProductProblem,
  type ProductStage,
  productProblemLabel,
  productStage,
} from '#contract/product'
import {
  type Attribute,
  type ChannelCosts,
  type Product,
  type ProductRow,
  type Value,
  valueField,
} from './product-types.ts'

export const valueOfAttribute = (product: Product, { id }: Pick<Attribute, 'id'>): Value | null =>
  product[valueField(id)] ?? null

const isFilled = (value: Value | null): boolean =>
  typeof value === 'string' ? value.trim() !== '' : value !== null

/** What the server judges the product by, of what is on the screen. */
export function factsOf(product: Product): ProductFacts {
  const { attributes, photos, color, material, size, productNumber } = product
  return {
    photos: photos.length,
    attributes: attributes.map(({ id, isMeasure, isRequired }) => ({
      id,
      is_measure: isMeasure,
      is_required: isRequired,
    })),
    filled: new Set(attributes.filter((one) => isFilled(valueOfAttribute(product, one))).map(({ id }) => id)),
    selling_price: product.sellingPrice,
    sales_channel: product.salesChannel,
    extras: [color, material, size, productNumber].map((text) => text.trim()),
  }
}

export interface Judged {
  missing: ProductProblem[]
  completeness: number
  stage: ProductStage
}

export function judge(product: Product): Judged {
  const facts = factsOf(product)
  const missing = missingOf(facts)
  return { missing, completeness: completenessOf(facts), stage: productStage(missing) }
}

/** A field of the form; `photo` is the camera. */
export type Place = 'photo' | 'sellingPrice' | 'salesChannel' | `value:${number}`

export interface Gap {
  key: string
  label: string
  place: Place
}

/** What is missing, each with the field that mends it. */
export function gapsOf(product: Product): Gap[] {
  const facts = factsOf(product)
  const { filled } = facts
  return missingOf(facts).flatMap((problem): Gap[] => {
    if (problem !== 'measure' && problem !== 'attribute')
      return [{ key: problem, label: productProblemLabel[problem], place: placeOf[problem] }]
    return product.attributes
      .filter(
        ({ id, isMeasure, isRequired }) =>
          isRequired && isMeasure === (problem === 'measure') && !filled.has(id),
      )
      .map(({ id, name }) => ({ key: String(id), label: name, place: valueField(id) }))
  })
}

const placeOf = {
  photo: 'photo',
  selling_price: 'sellingPrice',
  sales_channel: 'salesChannel',
} as const satisfies Partial<Record<ProductProblem, Place>>

/** How much of what is wanted is there: of what the sale needs, and of what helps it. */
export function countsOf(product: Product): { required: string; optional: string } {
  const { attributes, filled, extras, ...facts } = factsOf(product)
  const some = (list: readonly boolean[]) => `${list.filter(Boolean).length}/${list.length}`
  const has = ({ id }: { id: number }) => filled.has(id)
  return {
    required: some([
      ...attributes.filter((one) => one.is_required).map(has),
      ...[facts.photos > 0, facts.selling_price !== null],
      !missingOf({ attributes, filled, extras, ...facts }).includes('sales_channel'),
    ]),
    optional: some([
      ...attributes.filter((one) => !one.is_required).map(has),
      ...extras.map((text) => text !== ''),
    ]),
  }
}

type Priced = Pick<ProductRow, 'sellingPrice' | 'price' | 'salesChannel'>

/** What is left of the price; undefined as long as price, channel or its costs are unknown. */
export function accountOf({ sellingPrice, price, ...of }: Priced, costs: ChannelCosts | undefined) {
  const cost = costs?.find(({ salesChannel }) => salesChannel === of.salesChannel)
  if (!cost || sellingPrice === null || price === null) return undefined
  const margin = marginOf(sellingPrice, price, {
    fee_permille: cost.feePermille,
    shipping: cost.shipping,
    handling: cost.handling,
  })
  return { ...margin, cost, isBelow: margin.permille < cost.marginFloorPermille }
}

export type Lock = 'gone' | 'held' | 'sold' | 'finished'

/** Why nothing may be written, if that is so. */
export function lockOf(
  product: Pick<Product, 'status' | 'isHeld' | 'isSold'>,
  isGone: boolean,
): Lock | undefined {
  if (isGone || !isBought(product.status)) return 'gone'
  if (product.isSold) return 'sold'
  if (product.isHeld) return 'held'
  return product.status === I.PRODUCTIZED ? 'finished' : undefined
}
