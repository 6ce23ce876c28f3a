import type { Logger } from './log.ts'

/**
 * Does the work for each row, one after the other. One that fails is logged by its number, without what it says, and
 * does not stop those behind it; when all were tried the job fails, so that it is seen and tried again.
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
 * Everything a scan finds, some hundreds at a time, going on after the last id seen: rows that cannot be worked on
 * keep nobody behind them waiting. `find` answers rows with an id above `after`, in order of their id.
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
