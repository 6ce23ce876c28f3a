import { type Db, inTransaction } from '#server/platform/db'
import { pagesById } from '#server/platform/each'
import type { Jobs } from '#server/platform/jobs'
import { lockItemsOf, unfinishedProducts } from './productization.queries.ts'
import { refreshStates } from './productization.write.ts'
import { makeAllSizes } from './sale-photo.sizes.ts'

declare module '#server/platform/jobs' {
  interface JobPayloads {
    'productization.photo_sizes': { item: number }
    'productization.refresh': { categories: number[] }
  }
}

/** After a change of what articles are described by. In small transactions, so that nobody waits long. */
async function refreshAll(db: Db, { categories }: { categories: number[] }): Promise<void> {
  for await (const rows of pagesById((after, limit) => unfinishedProducts(db, categories, after, limit), 100))
    await inTransaction(db, async (tx) => {
      const ids = rows.map(({ id }) => id)
      await lockItemsOf(tx, ids)
      await refreshStates(tx, ids)
    })
}

export const productizationJobs: Jobs<'productization'> = {
  tasks: (db, tools) => ({
    'productization.photo_sizes': (payload) => makeAllSizes(db, payload, tools),
    'productization.refresh': (payload) => refreshAll(db, payload),
  }),
}
