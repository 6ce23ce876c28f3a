import { bookAccountKindLabel, bookAccountText, inColumns, sideLabel } from '#contract/book-side'
import { transactionKindLabel } from '#contract/codes'
import type { BusinessActor } from '#server/platform/actor'
import type { CsvPiece } from '#server/platform/csv'
import type { Db } from '#server/platform/db'
import { countAll } from '#server/platform/shared-reads'
import { exportRecorded } from '../activity/recorded-export.ts'
import {
  allBookAccounts,
  allEntries,
  countBookAccounts,
  type EntryFilter,
  entriesToCount,
} from './book.queries.ts'

const accountColumns = [
  { key: 'id', header: '口座' },
  { key: 'kind', header: '種類' },
  { key: 'owner', header: '持ち主' },
  { key: 'debit', header: `${sideLabel.debit}残高` },
  { key: 'credit', header: `${sideLabel.credit}残高` },
] as const

export const exportBookAccounts = (
  db: Db,
  actor: BusinessActor,
  { kind }: { kind?: string | undefined },
  signal: AbortSignal,
): AsyncGenerator<CsvPiece> =>
  exportRecorded(
    db,
    actor,
    {
      columns: accountColumns,
      activity: { action: 'book.export', object_type: 'book', detail: { what: 'accounts' } },
      count: () => countBookAccounts(db, actor, kind),
      rows: allBookAccounts(db, kind),
      cellsOf: (row) => ({
        ...row,
        ...inColumns(row.kind, row.balance),
        kind: bookAccountKindLabel[row.kind],
      }),
    },
    signal,
  )

const entryColumns = [
  { key: 'id', header: '番号' },
  { key: 'created_at', header: '日時' },
  { key: 'kind', header: '種類' },
  { key: 'debit', header: sideLabel.debit },
  { key: 'credit', header: sideLabel.credit },
  { key: 'amount', header: '金額' },
  { key: 'purchase_request', header: '申し込み番号' },
  { key: 'transfer', header: '振込番号' },
  { key: 'reverses', header: '取り消した仕訳' },
  { key: 'note', header: 'メモ' },
] as const

export const exportEntries = (
  db: Db,
  actor: BusinessActor,
  filter: Pick<EntryFilter, 'kind' | 'account'>,
  signal: AbortSignal,
): AsyncGenerator<CsvPiece> =>
  exportRecorded(
    db,
    actor,
    {
      columns: entryColumns,
      activity: { action: 'book.export', object_type: 'book', detail: { what: 'entries' } },
      count: () => countAll(db, actor.company_id, entriesToCount(filter)),
      rows: allEntries(db, filter),
      cellsOf: (row) => ({
        ...row,
        kind: transactionKindLabel[row.kind],
        debit: bookAccountText(row.debit),
        credit: bookAccountText(row.credit),
      }),
    },
    signal,
  )
