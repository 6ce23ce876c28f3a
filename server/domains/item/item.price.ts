import { type Selectable, sql } from 'kysely'
import type { CallBody } from '#contract/call'
import type { Article } from '#contract/campaign'
import type { itemCalls } from '#contract/item'
import { itemStatus as I } from '#contract/lifecycle'
import { yen } from '#contract/money'
import { campaignFor, priceOf } from '#contract/price'
import { type Promises, promisesOf } from '#server/domains/catalogue/campaign.service'
import { type Actor, systemActor } from '#server/platform/actor'
import type { Tx } from '#server/platform/db'
import type { purchase_item } from '#server/platform/db-types'
import { invalidField, refuse } from '#server/platform/refusal'
import type { ItemRecord } from './item.queries.ts'
import { writeItemHistory } from './item.service.ts'

export type ItemUpdate = CallBody<typeof itemCalls.update> | CallBody<typeof itemCalls.replace>

type PriceColumns = Pick<
  Selectable<purchase_item>,
  'base_price' | 'deduction_total' | 'uplift' | 'price' | 'campaign_id'
>

interface Parts {
  article: Article | undefined
  base: number
  deductions: readonly number[]
}

/** Null when the deductions exceed the base price. */
function priceWith({ campaigns }: Promises, { article, base, deductions }: Parts): PriceColumns | null {
  const parts = { base: yen(base), deductions: deductions.map(yen) }
  const plain = priceOf({ ...parts, bonus: null })
  if (plain === null) return null
  const campaign = article ? campaignFor(campaigns, article, plain.price) : null
  const { uplift, price } = priceOf({ ...parts, bonus: campaign }) ?? plain
  return {
    ...{ base_price: base, deduction_total: plain.deductionTotal, uplift, price },
    campaign_id: campaign?.id ?? null,
  }
}

const priced = ['brand', 'category', 'base_price', 'deductions', 'campaign', 'uplift', 'price'] as const

/** What a change makes of the price. Nobody chooses the campaign: the site promised the one that adds most. */
export async function pricing(
  tx: Tx,
  item: ItemRecord,
  input: ItemUpdate,
  brand: number | null | undefined,
): Promise<Partial<PriceColumns>> {
  const isTouched = input.status === I.ASSESSED || priced.some((field) => input[field] !== undefined)
  if (!isTouched) return {}
  const base = input.base_price === undefined ? item.base_price : input.base_price
  const deductions = (input.deductions ?? item.deductions).map(({ amount }) => amount)
  if (base === null) {
    const deduction_total = deductions.reduce((sum, amount) => sum + amount, 0)
    const none = { base_price: null, deduction_total, uplift: 0, price: null, campaign_id: null }
    refuseOther(input, none)
    return none
  }
  const promises = await promisesOf(tx, item.request)
  const named = {
    brand: brand === undefined ? item.brand_id : brand,
    category: input.category === undefined ? item.category_id : input.category,
  }
  const [article] = await promises.articlesOf([named])
  const counted = priceWith(promises, { article, base, deductions })
  if (counted === null) throw invalidField('deductions', '減額の合計が基準額を超えています。')
  refuseOther(input, counted)
  return counted
}

/** What the sender computed must agree. */
function refuseOther(input: ItemUpdate, { price, uplift, campaign_id }: PriceColumns): void {
  const differs = (sent: number | null | undefined, counted: number | null) =>
    sent !== undefined && sent !== null && sent !== counted
  if (differs(input.campaign, campaign_id))
    throw refuse('price_mismatch', {
      field: 'campaign',
      message:
        '上乗せは、お申し込みの日に実施中だったキャンペーンのうち、いちばん多くなるものが自動で付きます。',
      extra: { expected: campaign_id },
    })
  // Nothing is 0 to a sender that knows no null.
  if (differs(price === null && input.price === 0 ? null : input.price, price))
    throw refuse('price_mismatch', price === null ? {} : { extra: { expected: price } })
  if (differs(input.uplift, uplift))
    throw refuse('price_mismatch', { field: 'uplift', extra: { expected: uplift } })
}

/**
 * Prices of finished articles are made right before they go out: a brand may have been merged since. Returns how many
 * changed. Call with the request and its items locked.
 */
export async function settlePrices(tx: Tx, { at }: Pick<Actor, 'at'>, request: number): Promise<number> {
  const promises = await promisesOf(tx, request)
  if (promises.campaigns.length === 0) return 0
  const items = await tx
    .selectFrom('purchase_item')
    .select(['id', 'brand_id as brand', 'category_id as category'])
    .select(['base_price', 'deduction_total', 'price', 'campaign_id'])
    .where('request_id', '=', request)
    .where('status', '=', I.ASSESSED)
    .orderBy('id')
    .execute()
  const articles = await promises.articlesOf(items)
  let changed = 0
  for (const [index, { id, base_price: base, ...item }] of items.entries()) {
    if (base === null) continue
    const parts = { article: articles[index], base, deductions: [item.deduction_total] }
    const counted = priceWith(promises, parts)
    if (counted === null || (counted.price === item.price && counted.campaign_id === item.campaign_id))
      continue
    const { uplift, price, campaign_id } = counted
    await tx
      .updateTable('purchase_item')
      .set({ uplift, price, campaign_id, version: sql`version + 1`, updated_at: at.toISOString() })
      .where('id', '=', id)
      .execute()
    const line = { id, from: I.ASSESSED, to: I.ASSESSED, price }
    await writeItemHistory(tx, systemActor(at), [line], 'キャンペーンの上乗せを計算し直しました')
    changed += 1
  }
  return changed
}
