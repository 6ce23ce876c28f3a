import { deliveringOptionLabel, labelOf } from '#contract/codes'
import { requestStatusLabel } from '#contract/lifecycle'
import { recordActivity } from '#server/domains/activity/activity.service'
import type { BusinessActor } from '#server/platform/actor'
import { type CsvPiece, csvPieces } from '#server/platform/csv'
import { inBatches } from '#server/platform/cursor'
import { type Db, inTransaction } from '#server/platform/db'
import { allRequests, countRequests, type RequestFilter } from './purchase-request-list.queries.ts'

const columns = [
  { key: 'id', header: '申し込み番号' },
  { key: 'shop_name', header: '店舗' },
  { key: 'status', header: '状況' },
  { key: 'customer_name', header: 'お客さま' },
  { key: 'delivering_option', header: '送り方' },
  { key: 'pickup_date', header: '集荷日' },
  { key: 'box_count', header: '箱の数' },
  { key: 'item_count', header: '点数' },
  { key: 'arrived_at', header: '届いた日時' },
  { key: 'offer_total', header: '査定額' },
  { key: 'offer_expires_at', header: '回答の期限' },
  { key: 'assessor_name', header: '担当' },
  { key: 'created_at', header: '申し込み日時' },
] as const

/** Streams the rows that the list shows. Who exports how many is recorded before the first one leaves. */
export async function* exportRequests(
  db: Db,
  actor: BusinessActor,
  filter: RequestFilter,
  signal: AbortSignal,
): AsyncGenerator<CsvPiece> {
  const rows = await countRequests(db, actor, filter)
  await inTransaction(db, (tx) =>
    recordActivity(tx, actor, { action: 'request.export', object_type: 'request', detail: { rows } }),
  )
  yield* csvPieces([...columns], inWords(inBatches(db, allRequests(db, actor, filter), signal)), {
    bom: true,
  })
}

async function* inWords<Row extends { status: number; delivering_option: string }>(
  batches: AsyncIterable<Row[]>,
) {
  for await (const rows of batches)
    yield rows.map((row) => ({
      ...row,
      status: labelOf(requestStatusLabel, row.status),
      delivering_option: labelOf(deliveringOptionLabel, row.delivering_option),
    }))
}
