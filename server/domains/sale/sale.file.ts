import { sql } from 'kysely'
import type { CallBody, CallResult } from '#contract/call'
import { labelOf, salesChannel } from '#contract/codes'
import type { CsvEncoding } from '#contract/csv-encoding'
import { tokyoDate } from '#contract/day'
import { mostPreviewed, type saleCalls, saleSourceLabel } from '#contract/sale'
import { codeKind, tidyCode } from '#contract/scan-code'
import { recordActivity } from '#server/domains/activity/activity.service'
import { exportRecorded } from '#server/domains/activity/recorded-export'
import type { BusinessActor } from '#server/platform/actor'
import type { CsvPiece } from '#server/platform/csv'
import { type Db, inTransaction, type Tx, useLongLimits } from '#server/platform/db'
import { invalidField, Refusal, sentenceOf } from '#server/platform/refusal'
import { countAll } from '#server/platform/shared-reads'
import type { Tools } from '#server/platform/tools'
import {
  type Article,
  allSales,
  articlesWhere,
  type ChannelCostRow,
  channelCosts,
  lockArticles,
  type RecordedSale,
  type SaleFilter,
  salesOfItems,
  salesToCount,
} from './sale.queries.ts'
import { costsOf, requireSellable, writeSale } from './sale.service.ts'
import { type LineErrors, readSaleFile, type SaleLine, saleHeaders } from './sale-file.rules.ts'

const columns = [
  { key: 'id', header: '販売番号' },
  { key: 'slug', header: saleHeaders.slug },
  { key: 'request', header: '申し込み番号' },
  { key: 'seq', header: '枝番' },
  { key: 'shop_name', header: '店舗' },
  { key: 'name', header: '品名' },
  { key: 'brand_name', header: 'ブランド' },
  { key: 'category_name', header: 'カテゴリ' },
  { key: 'sales_channel', header: saleHeaders.sales_channel },
  { key: 'sold_on', header: saleHeaders.sold_on },
  { key: 'price', header: saleHeaders.price },
  { key: 'fee', header: saleHeaders.fee },
  { key: 'shipping', header: saleHeaders.shipping },
  { key: 'handling', header: '作業費' },
  { key: 'cost', header: '買取額' },
  { key: 'profit', header: '利益' },
  { key: 'order_number', header: saleHeaders.order_number },
  { key: 'note', header: saleHeaders.note },
  { key: 'source', header: '記録の方法' },
  { key: 'recorded_by', header: '記録した人' },
  { key: 'recorded_at', header: '記録日時' },
  { key: 'returned_on', header: saleHeaders.returned_on },
  { key: 'return_reason', header: '返品の理由' },
  { key: 'ledger_seq', header: '古物台帳の番号' },
] as const

/** Streams the rows that the list shows. Buyers stand in the antique ledger alone. */
export const exportSales = (
  db: Db,
  actor: BusinessActor,
  { encoding, ...filter }: SaleFilter & { encoding?: CsvEncoding | undefined },
  signal: AbortSignal,
): AsyncGenerator<CsvPiece> =>
  exportRecorded(
    db,
    actor,
    {
      columns,
      encoding,
      activity: { action: 'sale.export', object_type: 'sale' },
      count: () => countAll(db, actor.company_id, salesToCount(actor, filter)),
      rows: allSales(db, actor, filter),
      cellsOf: (row) => ({
        ...row,
        sales_channel: labelOf(salesChannel, row.sales_channel),
        source: labelOf(saleSourceLabel, row.source),
      }),
    },
    signal,
  )

type Loaded = CallResult<typeof saleCalls.load>

interface Lines {
  lines: readonly SaleLine[]
  articles: ReadonlyMap<string, Article>
  known: readonly RecordedSale[]
  costs: readonly ChannelCostRow[]
  today: string
}

/** All or nothing. What was recorded before stays untouched, so the same file again changes nothing. */
export async function loadSales(
  db: Db,
  actor: BusinessActor,
  { csv, dry_run }: CallBody<typeof saleCalls.load>,
  tools: Pick<Tools, 'keys'>,
): Promise<Loaded> {
  const read = readSaleFile(csv)
  if (!read.ok) {
    if ('problem' in read) throw invalidField('csv', read.problem)
    throw refusalOf(new Map(read.problems.map(({ line, fields }) => [line, fields])))
  }
  return inTransaction(db, async (tx) => {
    await useLongLimits(tx)
    const file = await lockedLines(tx, actor, read.lines)
    const { told, problems } = weigh(file)
    if (problems.size > 0) throw refusalOf(problems)
    const added = told.filter(({ is_new }) => is_new)
    if (!dry_run && added.length > 0) {
      for (const { article, given } of added)
        await writeSale(tx, actor, { article, costs: file.costs }, inputOf(article, given), tools)
      await recordActivity(tx, actor, {
        action: 'sale.load',
        object_type: 'sale',
        detail: { created: added.length, unchanged: told.length - added.length },
      })
    }
    return {
      ...{ created: added.length, updated: 0, unchanged: told.length - added.length, errors: [] },
      preview: told.slice(0, mostPreviewed).map((one) => shown(one, file.costs)),
    }
  })
}

/** Locks everything before anything is written, in the order of docs/locking.md. */
async function lockedLines(tx: Tx, actor: BusinessActor, lines: readonly SaleLine[]): Promise<Lines> {
  const which = whichArticles(lines)
  const found = await articlesWhere(tx, actor, which)
  const ids = found.map(({ id }) => id)
  await lockArticles(tx, actor, ids)
  const articles = await articlesWhere(tx, actor, sql`i.id = any(${ids}::bigint[])`)
  return {
    lines,
    articles: new Map(
      articles.flatMap((article) => [
        [article.slug, article] as const,
        [`${article.request}-${article.seq}`, article] as const,
      ]),
    ),
    known: await salesOfItems(tx, ids),
    costs: await channelCosts(tx, actor.company_id),
    today: tokyoDate(actor.at),
  }
}

function whichArticles(lines: readonly SaleLine[]) {
  const codes = lines.map(({ slug }) => slug)
  const tidy = (kind: string) => codes.filter((code) => codeKind(code) === kind).map(tidyCode)
  const numbers = tidy('item_number').map((code) => code.split('-').map(Number))
  return sql`(i.slug = any(${tidy('item')}::text[]) or (i.request_id, i.seq) in (select * from unnest(
    ${numbers.map(([request]) => request)}::bigint[], ${numbers.map(([, seq]) => seq)}::int[])))`
}

interface Told {
  article: Article
  given: SaleLine
  is_new: boolean
}

/** What each line would do; of an article that the file names twice, the second line finds it sold. */
function weigh(file: Lines): { told: Told[]; problems: Map<number, LineErrors> } {
  const problems = new Map<number, LineErrors>()
  const told: Told[] = []
  const taken = new Map<number, number>()
  for (const given of file.lines) {
    const article = file.articles.get(tidyCode(given.slug))
    const before = article && taken.get(article.id)
    const verdict = article ? verdictOf(file, article, given) : { slug: ['この商品は見つかりません。'] }
    if (article && verdict === 'known') told.push({ article, given, is_new: false })
    else if (before !== undefined) problems.set(given.line, { slug: [`${before}行目と同じ商品です。`] })
    else if (verdict !== 'new') problems.set(given.line, verdict as LineErrors)
    else if (article) {
      told.push({ article, given, is_new: true })
      taken.set(article.id, given.line)
    }
  }
  return { told, problems }
}

function verdictOf(file: Lines, article: Article, given: SaleLine): 'known' | 'new' | LineErrors {
  const own = file.known.filter(({ item_id }) => item_id === article.id)
  const isSame = (sale: RecordedSale) =>
    sale.sales_channel === given.sales_channel &&
    sale.sold_on === given.sold_on &&
    sale.price === given.price &&
    (given.fee === null || sale.fee === given.fee) &&
    (given.shipping === null || sale.shipping === given.shipping) &&
    (given.order_number === '' || sale.order_number === given.order_number)
  const same = own.find(isSame)
  if (given.returned_on !== '' && (same?.returned_on ?? '') !== given.returned_on)
    return { returned_on: ['返品はファイルからは記録できません。販売の画面で記録してください。'] }
  if (same) return 'known'
  if (
    given.order_number !== '' &&
    own.some((sale) => sale.order_number === given.order_number && sale.sales_channel === given.sales_channel)
  )
    return { order_number: ['この注文番号の販売は、別の日付や金額で記録されています。'] }
  try {
    requireSellable(article, inputOf(article, given), file.today)
    return 'new'
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return errorsOf(error)
  }
}

function errorsOf(refusal: Refusal): LineErrors {
  if (refusal.code === 'buyer_required')
    return {
      buyer: ['この販売は古物台帳に買い手の記録が必要です。販売の画面から1件ずつ記録してください。'],
    }
  const { sold_on } = refusal.body
  return Array.isArray(sold_on) ? { sold_on } : { slug: [sentenceOf(refusal)] }
}

function inputOf(article: Article, { line: _line, slug: _slug, returned_on: _back, ...given }: SaleLine) {
  return { ...given, item_id: article.id, source: 'file' as const }
}

function shown({ article, given, is_new }: Told, costs: readonly ChannelCostRow[]) {
  const { line, sales_channel, sold_on, price, order_number } = given
  const { fee, shipping, handling } = costsOf(costs, given)
  const profit = price - article.cost - fee - shipping - handling
  const { slug, name, brand_name, category_name, cost } = article
  return {
    ...{ line, slug, name: [brand_name, name || category_name].filter(Boolean).join(' ') },
    ...{ sales_channel, sold_on, price, fee, shipping, cost, profit, order_number, is_new },
  }
}

function refusalOf(problems: ReadonlyMap<number, LineErrors>): Refusal {
  return new Refusal('invalid', 400, { rows: [...problems.values()], lines: [...problems.keys()] })
}
