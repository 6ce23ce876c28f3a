import type { CallQuery } from '#contract/call'
import { payoutBatchStateLabel } from '#contract/codes'
import type { transferCalls } from '#contract/transfer'
import type { BusinessActor } from '#server/platform/actor'
import type { CsvPiece } from '#server/platform/csv'
import type { Db } from '#server/platform/db'
import { exportRecorded } from '../activity/recorded-export.ts'
import { allBatches, countBatches } from './payout.queries.ts'

const columns = [
  { key: 'id', header: '番号' },
  { key: 'state', header: '状況' },
  { key: 'pay_date', header: '振込指定日' },
  { key: 'line_count', header: '件数' },
  { key: 'total', header: '合計' },
  { key: 'created_by', header: '作成' },
  { key: 'approved_by', header: '承認' },
  { key: 'created_at', header: '作成日時' },
] as const

/** Streams the batches that the list shows. */
export const exportBatches = (
  db: Db,
  actor: BusinessActor,
  { state }: CallQuery<typeof transferCalls.batchesCsv>,
  signal: AbortSignal,
): AsyncGenerator<CsvPiece> =>
  exportRecorded(
    db,
    actor,
    {
      columns,
      activity: { action: 'payout.export_list', object_type: 'payout_batch' },
      count: () => countBatches(db, state),
      rows: allBatches(db, state),
      cellsOf: (row) => ({ ...row, state: payoutBatchStateLabel[row.state] }),
    },
    signal,
  )
