import { bookAccountKindLabel, bookAccountText, inColumns, sideLabel } from '#contract/book-side'
import { transactionKindLabel } from '#contract/codes'
import type { BusinessActor } from '#server/platform/actor'
import { type CsvPiece, csvPieces } from '#server/platform/csv'
import { inBatches } from '#server/platform/cursor'
import { type Db, inTransaction } from '#server/platform/db'
import { recordActivity } from '../activity/activity.service.ts'
import {
  allBookAccounts,
  allEntries,
  countBookAccounts,
  countEntries,
  type EntryFilter,
} from './book.queries.ts'

const accountColumns = [
  { key: 'id', header: '口座' },
  { key: 'kind', header: '種類' },
  { key: 'owner', header: '持ち主' },
  { key: 'debit', header: `${sideLabel.debit}残高` },
  { key: 'credit', header: `${sideLabel.credit}残高` },
] as const

export async function* exportBookAccounts(
  db: Db,
  actor: BusinessActor,
  { kind }: { kind?: string | undefined },
  signal: AbortSignal,
): AsyncGenerator<CsvPiece> {
  await recordExport(db, actor, 'accounts', await countBookAccounts(db, kind))
  const batches = inBatches(db, allBookAccounts(db, kind), signal)
  const cells = cellsOf(batches, (row) => ({
    ...row,
    ...inColumns(row.kind, row.balance),
    kind: bookAccountKindLabel[row.kind],
  }))
  yield* csvPieces([...accountColumns], cells, { bom: true })
}

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

export async function* exportEntries(
  db: Db,
  actor: BusinessActor,
  filter: Pick<EntryFilter, 'kind' | 'account'>,
  signal: AbortSignal,
): AsyncGenerator<CsvPiece> {
  await recordExport(db, actor, 'entries', await countEntries(db, filter))
  const batches = inBatches(db, allEntries(db, filter), signal)
  const cells = cellsOf(batches, (row) => ({
    ...row,
    kind: transactionKindLabel[row.kind],
    debit: bookAccountText(row.debit),
    credit: bookAccountText(row.credit),
  }))
  yield* csvPieces([...entryColumns], cells, { bom: true })
}

async function* cellsOf<Row, Cells>(batches: AsyncIterable<Row[]>, cells: (row: Row) => Cells) {
  for await (const rows of batches) yield rows.map(cells)
}

function recordExport(db: Db, actor: BusinessActor, what: 'accounts' | 'entries', rows: number) {
  return inTransaction(db, (tx) =>
    recordActivity(tx, actor, { action: 'book.export', object_type: 'book', detail: { what, rows } }),
  )
}
