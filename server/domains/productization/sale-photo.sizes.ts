import type { Db } from '#server/platform/db'
import { makeSizes } from '#server/platform/picture-sizes'
import type { Tools } from '#server/platform/tools'
import { filesToSize } from './sale-photo.queries.ts'

const atOnce = 2

/** What one run leaves undone, the next one does: each photo is kept by itself. */
export async function makeAllSizes(db: Db, { item }: { item: number }, tools: Tools): Promise<void> {
  const waiting = await filesToSize(db, item)
  const failures: unknown[] = []
  const work = async () => {
    for (let file = waiting.shift(); file; file = waiting.shift())
      await makeSizes(db, file, tools.clock.now(), tools).catch((error: unknown) => failures.push(error))
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  if (failures.length > 0) throw failures[0]
}
