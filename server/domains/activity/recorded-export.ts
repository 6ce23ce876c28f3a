import type { CompiledQuery } from 'kysely'
import type { CsvEncoding } from '#contract/csv-encoding'
import type { BusinessActor } from '#server/platform/actor'
import { type CsvColumn, type CsvPiece, type CsvValue, csvPieces } from '#server/platform/csv'
import { inBatches } from '#server/platform/cursor'
import type { Db } from '#server/platform/db'
import { type Activity, recordRead } from './activity.service.ts'

interface List<Row, Key extends string> {
  columns: readonly CsvColumn<Key>[]
  /** Without the number of rows. */
  activity: Activity
  count: () => Promise<number>
  rows: CompiledQuery<Row>
  cellsOf: (row: Row) => Readonly<Partial<Record<Key, CsvValue>>>
  /** For an order that an index has. */
  firstRowsSoon?: boolean
  encoding?: CsvEncoding | undefined
}

/** Streams a list as CSV. Who takes how many rows away is recorded before the first one leaves. */
export async function* exportRecorded<Row, Key extends string>(
  db: Db,
  actor: BusinessActor,
  { columns, activity, count, rows, cellsOf, firstRowsSoon = false, encoding }: List<Row, Key>,
  signal: AbortSignal,
): AsyncGenerator<CsvPiece> {
  const detail = { ...activity.detail, rows: await count() }
  await recordRead(db, actor, { ...activity, detail })
  const batches = inBatches(db, rows, signal, { firstRowsSoon })
  yield* csvPieces(columns, inCells(batches, cellsOf), { bom: true, ...(encoding ? { encoding } : {}) })
}

async function* inCells<Row, Cells>(batches: AsyncIterable<Row[]>, cellsOf: (row: Row) => Cells) {
  for await (const rows of batches) yield rows.map(cellsOf)
}
