import { labelOf } from '#contract/codes'
import { itemStatusLabel } from '#contract/lifecycle'
import { exportRecorded } from '#server/domains/activity/recorded-export'
import type { BusinessActor } from '#server/platform/actor'
import type { CsvPiece } from '#server/platform/csv'
import type { Db } from '#server/platform/db'
import { countAll } from '#server/platform/shared-reads'
import { allItems, type ItemFilter, itemsToCount } from './item.queries.ts'

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

/** Streams the rows that the list shows. */
export const exportItems = (
  db: Db,
  actor: BusinessActor,
  filter: ItemFilter,
  signal: AbortSignal,
): AsyncGenerator<CsvPiece> =>
  exportRecorded(
    db,
    actor,
    {
      columns,
      activity: { action: 'item.export', object_type: 'item' },
      count: () => countAll(db, actor.company_id, itemsToCount(actor, filter)),
      rows: allItems(db, actor, filter),
      cellsOf: (row) => ({ ...row, status: labelOf(itemStatusLabel, row.status) }),
    },
    signal,
  )
