import { deliveringOptionLabel, labelOf } from '#contract/codes'
import { requestStatusLabel } from '#contract/lifecycle'
import { exportRecorded } from '#server/domains/activity/recorded-export'
import type { BusinessActor } from '#server/platform/actor'
import type { CsvPiece } from '#server/platform/csv'
import type { Db } from '#server/platform/db'
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

/** Streams the rows that the list shows. */
export const exportRequests = (
  db: Db,
  actor: BusinessActor,
  filter: RequestFilter,
  signal: AbortSignal,
): AsyncGenerator<CsvPiece> =>
  exportRecorded(
    db,
    actor,
    {
      columns,
      activity: { action: 'request.export', object_type: 'request' },
      count: () => countRequests(db, actor, filter),
      rows: allRequests(db, actor, filter),
      cellsOf: (row) => ({
        ...row,
        status: labelOf(requestStatusLabel, row.status),
        delivering_option: labelOf(deliveringOptionLabel, row.delivering_option),
      }),
    },
    signal,
  )
