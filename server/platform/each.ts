import type { Logger } from './log.ts'

/** Processes rows one by one. Logs and skips a failing row; throws at the end so that the job is retried. */
export async function forEachLogged<Row extends { id: number }>(
  rows: Iterable<Row> | AsyncIterable<Row>,
  log: Pick<Logger, 'error'>,
  work: (row: Row) => Promise<void>,
): Promise<void> {
  const failed: unknown[] = []
  for await (const row of rows) {
    try {
      await work(row)
    } catch (error) {
      log.error({ id: row.id, err: error }, 'one item failed, continuing with the others')
      failed.push(error)
    }
  }
  if (failed.length > 0) throw new Error(`${failed.length} failed, the first of them:`, { cause: failed[0] })
}

const chunk = 500

/** Scans in batches by id, so that failing rows do not block later ones. `find` returns rows above `after`, by id. */
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

export async function* allById<Row extends { id: number }>(
  find: (after: number, limit: number) => Promise<Row[]>,
  limit = chunk,
): AsyncGenerator<Row> {
  for await (const rows of pagesById(find, limit)) yield* rows
}
