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
