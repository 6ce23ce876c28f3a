import { itemStatusLabel, labelOf } from '#contract/codes'
import { recordActivity } from '#server/domains/activity/activity.service'
import type { BusinessActor } from '#server/platform/actor'
import { mostExported, refuseTooMany, toCsv } from '#server/platform/csv'
import { type Db, inTransaction, patiently } from '#server/platform/db'
import { countItems, type ItemFilter, listItems } from './item.queries.ts'

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

/** The filtered items as CSV for spreadsheets; who took how many is recorded. */
export async function exportItems(db: Db, actor: BusinessActor, filter: ItemFilter): Promise<string> {
  refuseTooMany(await countItems(db, actor, filter))
  const rows = await patiently(db, (tx) => listItems(tx, actor, filter, { limit: mostExported, offset: 0 }))
  await inTransaction(db, (tx) =>
    recordActivity(tx, actor, { action: 'item.export', object_type: 'item', detail: { rows: rows.length } }),
  )
  const cells = rows.map((row) => ({ ...row, status: labelOf(itemStatusLabel, row.status) }))
  return toCsv([...columns], cells, { bom: true })
}
