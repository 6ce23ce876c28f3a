import { sql } from 'kysely'
import { saleEntryOf } from '#contract/antique-ledger'
import type { CallBody } from '#contract/call'
import { tokyoDate } from '#contract/day'
import { errors } from '#contract/error'
import { marginOf } from '#contract/product'
import { mistakeReason, type SaleSource, type saleCalls, soldChannels } from '#contract/sale'
import { codeKind, tidyCode } from '#contract/scan-code'
import { recordActivity } from '#server/domains/activity/activity.service'
import { appendSale, appendSaleReturn } from '#server/domains/antique-ledger/antique-ledger.sale'
import { recordSold, undoSold } from '#server/domains/custody/handover.service'
import type { BusinessActor, SystemActor } from '#server/platform/actor'
import { type ChangeQuery, changesOf } from '#server/platform/changes'
import { type Db, inTransaction, type Tx } from '#server/platform/db'
import { inTransactionOnce, type Once } from '#server/platform/idempotency'
import { addJob } from '#server/platform/jobs'
import { type Paged, paginate } from '#server/platform/paging'
import { invalidField, notFound, refuse, staleVersion, unknownKey } from '#server/platform/refusal'
import { listCount } from '#server/platform/shared-reads'
import type { Part } from '#server/platform/statement'
import type { Tools } from '#server/platform/tools'
import {
  type Article,
  articlesWhere,
  type ChannelCostRow,
  changedSales,
  channelCosts,
  listSales,
  lockArticles,
  lockSale,
  type SaleFilter,
  type SaleRow,
  saleById,
  salesOfIds,
  salesOfItems,
  salesToCount,
} from './sale.queries.ts'
import { type Buyer, type BuyerInput, buyerFor, dayProblem, saleProblem } from './sale.rules.ts'

export { type SaleFilter, saleCodesMissing } from './sale.queries.ts'

type Seller = BusinessActor | SystemActor
type SaleTools = Pick<Tools, 'keys'>

export interface SaleInput {
  item_id: number
  sales_channel: (typeof soldChannels)[number]
  sold_on: string
  price: number
  /** What the channel takes, unless it is known. */
  fee?: number | null | undefined
  shipping?: number | null | undefined
  source: SaleSource
  /** Blank for none. Of one channel and article it is recorded once. */
  order_number?: string | undefined
  note?: string | undefined
  buyer?: BuyerInput | null | undefined
}

export interface Recorded {
  id: number
  /** False: this order of this article was recorded before, and nothing was changed. */
  is_new: boolean
}

/** Locks the request and the item. The antique ledger gets its row where the law asks for one. */
export async function recordSale(
  tx: Tx,
  actor: Seller,
  input: SaleInput,
  tools: SaleTools,
): Promise<Recorded> {
  await lockArticles(tx, actor, [input.item_id])
  const [article] = await articlesWhere(tx, actor, sql`i.id = ${input.item_id}`)
  if (!article) throw notFound()
  const costs = await channelCosts(tx, article.company_id)
  return writeSale(tx, actor, { article, costs }, input, tools)
}

export interface Selling {
  article: Article
  costs: readonly ChannelCostRow[]
}

/** With the article locked, and read after that. */
export async function writeSale(
  tx: Tx,
  actor: Seller,
  { article, costs }: Selling,
  input: SaleInput,
  tools: SaleTools,
): Promise<Recorded> {
  const order_number = input.order_number ?? ''
  const known =
    order_number === ''
      ? undefined
      : (await salesOfItems(tx, [article.id])).find(
          (sale) => sale.order_number === order_number && sale.sales_channel === input.sales_channel,
        )
  if (known) return { id: known.id, is_new: false }
  const { entry, buyer } = requireSellable(article, input, tokyoDate(actor.at))
  const id = await insertSale(tx, actor, article, { ...input, ...costsOf(costs, input), order_number })
  await recordSold(tx, actor, { item: article.id, company_id: article.company_id })
  // It leaves the other channels.
  await addJob(tx, 'next-engine.change', { items: [article.id] })
  await recordActivity(tx, actor, {
    action: 'sale.record',
    object_type: 'sale',
    object_id: id,
    detail: { item: article.slug, sales_channel: input.sales_channel, amount: input.price },
  })
  if (entry !== 'none') {
    const { company_id } = article
    const { sold_on, price } = input
    const sold = { company_id, item_id: article.id, sold_on, price, entry, buyer }
    const { seq } = await appendSale(tx, actor, sold, tools)
    await tx.updateTable('sale').set({ ledger_seq: seq }).where('id', '=', id).execute()
  }
  return { id, is_new: true }
}

/** What it says of an article and a sale before anything is written. */
export function requireSellable(article: Article, input: SaleInput, today: string) {
  const problem = saleProblem(article)
  if (problem) throw refuse(problem.code, 'message' in problem ? { message: problem.message } : {})
  const day = dayProblem(input.sold_on, article, today)
  if (day) throw invalidField('sold_on', day)
  const entry = saleEntryOf(article.ledger_class, input.price)
  return { entry, buyer: requireBuyer(entry, input.buyer) }
}

function requireBuyer(entry: ReturnType<typeof saleEntryOf>, input: SaleInput['buyer']): Buyer | null {
  const verdict = buyerFor(entry, input)
  if (verdict.ok) return verdict.buyer
  if (verdict.missing === null)
    throw invalidField(
      'buyer',
      'この販売では、法律が買い手の記録を求めていません。買い手の情報は入力しないでください。',
    )
  throw refuse('buyer_required', {
    field: 'non_field_errors',
    extra: { buyer: verdict.missing },
  })
}

/** Fee, shipping and handling: what is known, or else what the channel usually takes. */
export function costsOf(
  costs: readonly ChannelCostRow[],
  { sales_channel, price, fee, shipping }: Pick<SaleInput, 'sales_channel' | 'price' | 'fee' | 'shipping'>,
) {
  const none = { fee_permille: 0, shipping: 0, handling: 0 }
  const usual = costs.find((cost) => cost.sales_channel === sales_channel) ?? none
  return {
    fee: fee ?? marginOf(price, 0, usual).fee,
    shipping: shipping ?? usual.shipping,
    handling: usual.handling,
  }
}

type Costs = ReturnType<typeof costsOf>

async function insertSale(
  tx: Tx,
  actor: Seller,
  { id: item_id, company_id, shop_id, ledger_class }: Article,
  {
    sales_channel,
    sold_on,
    price,
    fee,
    shipping,
    handling,
    source,
    order_number,
    note = '',
  }: SaleInput & Costs & { order_number: string },
): Promise<number> {
  const { id } = await tx
    .insertInto('sale')
    .values({
      ...{
        company_id,
        shop_id,
        item_id,
        ledger_class,
        sales_channel,
        sold_on,
        price,
        fee,
        shipping,
        handling,
      },
      ...{ source, order_number, note },
      recorded_by: actor.kind === 'business' ? actor.business_user_id : null,
      recorded_at: actor.at.toISOString(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export interface Returned {
  returned_on: string
  reason: string
  version?: number | undefined
}

/** The sale stays as it is and says since when it is undone. A repeat without a version changes nothing. */
export async function returnSale(
  tx: Tx,
  actor: Seller,
  saleId: number,
  { returned_on, reason, version }: Returned,
  tools: SaleTools,
): Promise<void> {
  const sale = await lockSale(tx, actor, saleId)
  if (!sale) throw notFound()
  if (version !== undefined && version !== sale.version && actor.kind === 'business')
    throw staleVersion(await getSale(tx, actor, saleId))
  if (sale.returned_at !== null) {
    if (version === undefined) return
    throw refuse('illegal_transition', { message: 'この販売は、すでに返品として記録されています。' })
  }
  const today = tokyoDate(actor.at)
  if (returned_on > today) throw invalidField('returned_on', '今日までの日付を入力してください。')
  if (returned_on < sale.sold_on)
    throw invalidField('returned_on', `販売した日(${sale.sold_on})より前の日付です。`)
  const is_mistake = reason === mistakeReason
  if (is_mistake && sale.recorded_on !== today)
    throw refuse('guard_failed', {
      message: `「${mistakeReason}」として取り消せるのは、記録した日だけです。返品として理由を記録してください。`,
    })
  await tx
    .updateTable('sale')
    .set({
      ...{ returned_on, is_mistake, return_reason: reason, returned_at: actor.at.toISOString() },
      returned_by: actor.kind === 'business' ? actor.business_user_id : null,
      version: sql`version + 1`,
    })
    .where('id', '=', saleId)
    .execute()
  const { item_id: item, company_id, ledger_seq } = sale
  if (is_mistake) await undoSold(tx, actor, { item, company_id })
  await addJob(tx, 'next-engine.change', { items: [item] })
  await recordActivity(tx, actor, {
    action: is_mistake ? 'sale.undo' : 'sale.return',
    object_type: 'sale',
    object_id: saleId,
  })
  if (ledger_seq === null) return
  const back = { company_id, ledger_seq, returned_on, is_mistake }
  const { seq } = await appendSaleReturn(tx, actor, back, tools)
  await tx.updateTable('sale').set({ return_ledger_seq: seq }).where('id', '=', saleId).execute()
}

export async function getSale(db: Db, actor: BusinessActor, id: number): Promise<SaleRow> {
  const row = await saleById(db, actor, id)
  if (!row) throw notFound()
  return row
}

export const isOwnSale = async (db: Db, actor: BusinessActor, id: number): Promise<boolean> =>
  (await saleById(db, actor, id)) !== undefined

export async function recordByHand(
  db: Db,
  actor: BusinessActor,
  { slug, ...input }: CallBody<typeof saleCalls.record>,
  once: Once,
  tools: SaleTools,
): Promise<SaleRow> {
  const written = await inTransactionOnce(db, actor, once, async (tx) => {
    const [article] = await articlesWhere(tx, actor, sql`i.slug = ${tidyCode(slug)}`)
    if (!article) throw unknownKey('slug', slug)
    const recorded = await recordSale(tx, actor, { ...input, item_id: article.id, source: 'hand' }, tools)
    if (!recorded.is_new)
      throw invalidField('order_number', 'この注文番号の販売は、この商品ですでに記録されています。')
    return { id: recorded.id }
  })
  return getSale(db, actor, written.id)
}

export async function returnByHand(
  db: Db,
  actor: BusinessActor,
  id: number,
  input: CallBody<typeof saleCalls.return>,
  tools: SaleTools,
): Promise<SaleRow> {
  await inTransaction(db, (tx) => returnSale(tx, actor, id, input, tools))
  return getSale(db, actor, id)
}

/** Of the code on a label, in any width and case, or of a number such as 10050-3. */
export function articleOf(code: string): Part | undefined {
  const tidy = tidyCode(code)
  const kind = codeKind(code)
  if (kind === 'item') return sql`i.slug = ${tidy}`
  if (kind !== 'item_number') return undefined
  const [request, seq] = tidy.split('-').map(Number)
  return sql`i.request_id = ${request}::bigint and i.seq = ${seq}::int`
}

export async function articleForSale(db: Db, actor: BusinessActor, code: string) {
  const which = articleOf(code)
  const [article] = which ? await articlesWhere(db, actor, which) : []
  if (!article || article.purchased_on === null) throw notFound()
  const costs = await channelCosts(db, actor.company_id)
  const problem = saleProblem(article)
  return {
    ...article,
    purchased_on: article.purchased_on,
    ledger_class: article.ledger_class as '02',
    channels: soldChannels.map(
      (sales_channel) =>
        costs.find((cost) => cost.sales_channel === sales_channel) ?? {
          ...{ sales_channel, fee_permille: 0, shipping: 0, handling: 0 },
        },
    ),
    problem: problem ? ('message' in problem ? problem.message : errors[problem.code].message) : '',
  }
}

export async function salesOf(db: Db, actor: BusinessActor, filter: SaleFilter & Paged & ChangeQuery) {
  const changes = await changesOf(db, filter, (isNews) => changedSales(actor, filter, isNews), {
    rows: (ids) => salesOfIds(db, actor, ids),
    key: ({ id }) => id,
  })
  if (changes) return changes
  return paginate(filter, listCount(db, actor.company_id, salesToCount(actor, filter)), (window) =>
    listSales(db, actor, filter, window),
  )
}
