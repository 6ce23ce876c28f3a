import { labelOf, ledgerClass } from '#contract/codes'
import { recordActivity } from '#server/domains/activity/activity.service'
import type { BusinessActor } from '#server/platform/actor'
import { csvPieces } from '#server/platform/csv'
import { inBatches } from '#server/platform/cursor'
import { type Db, inTransaction } from '#server/platform/db'
import { allRows, countRows, type LedgerFilter, type ListedRow } from './antique-ledger.queries.ts'
import { ledgerColumns } from './antique-ledger.rules.ts'

/** Streams rows, oldest first. They contain personal data, so the download is recorded before the first one leaves. */
export async function* exportLedger(
  db: Db,
  actor: BusinessActor,
  filter: LedgerFilter,
  signal: AbortSignal,
): AsyncGenerator<string> {
  const rows = await countRows(db, actor, filter)
  const filters = Object.entries(filter).flatMap(([name, value]) => (value === undefined ? [] : [name]))
  await inTransaction(db, (tx) =>
    recordActivity(tx, actor, {
      action: 'ledger.download',
      object_type: 'antique_ledger',
      object_id: actor.company_id,
      detail: { rows, filters },
    }),
  )
  const columns = ledgerColumns.map(({ key, label }) => ({ key, header: label }))
  yield* csvPieces(columns, cellsOf(inBatches(db, allRows(db, actor, filter), signal)), { bom: true })
}

async function* cellsOf(batches: AsyncIterable<ListedRow[]>) {
  for await (const rows of batches) {
    yield rows.map((row) => ({
      ...row,
      ledger_class: `${row.ledger_class} ${labelOf(ledgerClass, row.ledger_class)}`,
      'person.address': row.person?.address ?? '(保存期間の経過により消去)',
      'person.name': row.person?.name ?? '(消去)',
      'person.occupation': row.person?.occupation ?? '',
      'person.age': row.person?.age ?? '',
    }))
  }
}
