import type { Logger } from './log.ts'

/**
 * Does the work for each row, one after the other. A failing row is logged by its id and skipped; at the end the job
 * fails, so that it is noticed and retried.
 */
export async function eachAlone<Row extends { id: number }>(
  rows: Iterable<Row> | AsyncIterable<Row>,
  log: Pick<Logger, 'error'>,
  work: (row: Row) => Promise<void>,
): Promise<void> {
  const failed: unknown[] = []
  for await (const row of rows) {
    try {
      await work(row)
    } catch (error) {
      log.error({ id: row.id, err: error }, 'one of many failed, the others go on')
      failed.push(error)
    }
  }
  if (failed.length > 0) throw new Error(`${failed.length} failed, the first of them:`, { cause: failed[0] })
}

const chunk = 500

/**
 * All rows of a scan, in batches by id, so that rows which keep failing do not block those behind them. `find` returns
 * rows with an id above `after`, ordered by id.
 */
export async function* pagesById<Row extends { id: number }>(
  find: (after: number, limit: number) => Promise<Row[]>,
  limit = chunk,
): AsyncGenerator<Row[]> {
  for (let after = 0; ; ) {
    const rows = await find(after, limit)
    if (rows.length > 0) yield rows
    const last = rows.at(-1)
    if (!last || rows.length < limit) return
    after = last.id
  }
}

/** The same row by row. */
export async function* allById<Row extends { id: number }>(
  find: (after: number, limit: number) => Promise<Row[]>,
  limit = chunk,
): AsyncGenerator<Row> {
  for await (const rows of pagesById(find, limit)) yield* rows
}
