import { labelOf } from '#contract/codes'
import { itemStatusLabel } from '#contract/lifecycle'
import { recordActivity } from '#server/domains/activity/activity.service'
import type { BusinessActor } from '#server/platform/actor'
import { type CsvPiece, csvPieces } from '#server/platform/csv'
import { inBatches } from '#server/platform/cursor'
import { type Db, inTransaction } from '#server/platform/db'
import { allItems, countItems, type ItemFilter } from './item.queries.ts'

const columns = [
  { key: 'slug', header: '商品コード' },
  { key: 'request', header: '申し込み番号' },
  { key: 'seq', header: '枝番' },
  { key: 'shop_name', header: '店舗' },
  { key: 'status', header: '状況' },
  { key: 'brand_name', header: 'ブランド' },
  { key: 'category_name', header: 'カテゴリ' },
  { key: 'name', header: '品名' },
  { key: 'grade', header: 'グレード' },
  { key: 'price', header: '査定額' },
  { key: 'customer_name', header: 'お客さま' },
  { key: 'purchased_at', header: '買取日時' },
  { key: 'created_at', header: '受取日時' },
] as const

/** Streams rows. Who exports how many is recorded before the first one leaves. */
export async function* exportItems(
  db: Db,
  actor: BusinessActor,
  filter: ItemFilter,
  signal: AbortSignal,
): AsyncGenerator<CsvPiece> {
  const rows = await countItems(db, actor, filter)
  await inTransaction(db, (tx) =>
    recordActivity(tx, actor, { action: 'item.export', object_type: 'item', detail: { rows } }),
  )
  yield* csvPieces([...columns], cellsOf(inBatches(db, allItems(db, actor, filter), signal)), { bom: true })
}

async function* cellsOf<Row extends { status: number }>(batches: AsyncIterable<Row[]>) {
  for await (const rows of batches)
    yield rows.map((row) => ({ ...row, status: labelOf(itemStatusLabel, row.status) }))
}
