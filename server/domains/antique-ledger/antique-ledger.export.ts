import { labelOf, ledgerClass } from '#contract/codes'
import { recordActivity } from '#server/domains/activity/activity.service'
import type { BusinessActor } from '#server/platform/actor'
import { mostExported, refuseTooMany, toCsv } from '#server/platform/csv'
import { type Db, inTransaction, patiently } from '#server/platform/db'
import { countRows, type LedgerFilter, listRows } from './antique-ledger.queries.ts'
import { ledgerColumns } from './antique-ledger.rules.ts'

/**
 * The ledger under the law's column names, for an inspection that asks for a file. Oldest first, as a book is
 * read. It shows people, so every download is recorded with its size and filters.
 */
export async function exportLedger(db: Db, actor: BusinessActor, filter: LedgerFilter): Promise<string> {
  refuseTooMany(await countRows(db, actor, filter))
  const rows = await patiently(db, (tx) => listRows(tx, actor, filter, { limit: mostExported, offset: 0 }))
  const filters = Object.entries(filter).flatMap(([name, value]) => (value === undefined ? [] : [name]))
  await inTransaction(db, (tx) =>
    recordActivity(tx, actor, {
      action: 'ledger.download',
      object_type: 'antique_ledger',
      object_id: actor.company_id,
      detail: { rows: rows.length, filters },
    }),
  )
  const columns = ledgerColumns.map(({ key, label }) => ({ key, header: label }))
  const cells = rows.reverse().map((row) => ({
    ...row,
    ledger_class: `${row.ledger_class} ${labelOf(ledgerClass, row.ledger_class)}`,
    'person.address': row.person?.address ?? '(保存期間の経過により消去)',
    'person.name': row.person?.name ?? '(消去)',
    'person.occupation': row.person?.occupation ?? '',
    'person.age': row.person?.age ?? '',
  }))
  return toCsv(columns, cells, { bom: true })
}
