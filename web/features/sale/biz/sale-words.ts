import { saleEntryOf } from '#contract/antique-ledger'
import type { CallResult } from '#contract/call'
import { marginOf } from '#contract/product'
import type { saleCalls } from '#contract/sale'
import type { CamelCased } from '#web/lib/case.ts'

export type Sale = CamelCased<CallResult<typeof saleCalls.list>>['results'][number]
export type ArticleForSale = CamelCased<CallResult<typeof saleCalls.article>>

export type SaleValues = {
  salesChannel: string
  soldOn: string
  price: number | null
  fee: number | null
  shipping: number | null
  orderNumber: string
  note: string
  buyer: { name: string; address: string; occupation: string; age: number | null }
}

/** The most that the call takes as an amount. */
export const mostYen = 9_999_999_999

export const noBuyer: SaleValues['buyer'] = { name: '', address: '', occupation: '', age: null }

/** Whether the law asks for the buyer at the price typed so far. */
export const needsBuyer = ({ ledgerClass }: Pick<ArticleForSale, 'ledgerClass'>, price: number | null) =>
  price !== null && saleEntryOf(ledgerClass, price) === 'named'

/** What is left of the price; fee and shipping as the channel usually takes them where nothing is typed. */
export function earnings(
  { cost, channels }: Pick<ArticleForSale, 'cost' | 'channels'>,
  { salesChannel, price, fee, shipping }: SaleValues,
) {
  if (price === null || price <= 0 || price > mostYen) return undefined
  const usual = channels.find((one) => String(one.salesChannel) === salesChannel) ?? {
    ...{ feePermille: 0, shipping: 0, handling: 0 },
  }
  const usually = marginOf(price, cost, {
    fee_permille: usual.feePermille,
    shipping: usual.shipping,
    handling: usual.handling,
  })
  const taken = { fee: fee ?? usually.fee, shipping: shipping ?? usual.shipping, handling: usual.handling }
  return { ...taken, profit: price - cost - taken.fee - taken.shipping - taken.handling }
}

/** As the call takes it: nothing of a buyer is sent that the law does not ask for. */
export function bodyOfSale(article: ArticleForSale, { salesChannel, buyer, ...values }: SaleValues) {
  return {
    ...values,
    slug: article.slug,
    salesChannel: Number(salesChannel),
    ...(needsBuyer(article, values.price) ? { buyer } : {}),
  }
}

export const articleText = ({ brandName, name, categoryName }: ArticleForSale): string =>
  [brandName, name || categoryName].filter(Boolean).join(' ')

/** Of the price: 47.8%. */
export const rateText = (profit: number, price: number): string =>
  `${profit < 0 ? '−' : ''}${((Math.abs(profit) * 100) / price).toFixed(1)}%`
