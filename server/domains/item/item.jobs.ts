import { sql } from 'kysely'
import { currentBrand } from '#server/domains/catalogue/catalogue.service'
import { type Db, inTransaction } from '#server/platform/db'
import { addJob, type Jobs } from '#server/platform/jobs'

declare module '#server/platform/jobs' {
  interface JobPayloads {
    'item.move_brand': { brand: number }
  }
}

const atOnce = 500

/** When brands are merged. In small transactions, so that nobody at a bench waits long. */
async function moveBrand(db: Db, { brand }: { brand: number }): Promise<void> {
  const found = await db
    .selectFrom('purchase_item')
    .select('id')
    .where('brand_id', '=', brand)
    .orderBy('id')
    .execute()
  for (let start = 0; start < found.length; start += atOnce) {
    const ids = found.slice(start, start + atOnce).map(({ id }) => id)
    await inTransaction(db, async (tx) => {
      await sql`select from purchase_item where id = any(${ids}::bigint[]) order by id for update`.execute(tx)
      // Asked each time: the brand that stayed may itself be merged meanwhile.
      const into = await currentBrand(tx, brand)
      await sql`update purchase_item set brand_id = ${into} where id = any(${ids}::bigint[]) and brand_id = ${brand}`.execute(
        tx,
      )
    })
  }
  await inTransaction(db, async (tx) => {
    await addJob(tx, 'price-guide.rebuild', {}, { jobKey: 'price-guide.rebuild' })
    // The brand that stayed has more spellings now, and more articles.
    const into = await currentBrand(tx, brand)
    if (into !== undefined) await addJob(tx, 'stolen_notice.compare_brands', { brands: [into] })
  })
}

export const itemJobs: Jobs<'item'> = {
  tasks: (db) => ({ 'item.move_brand': (payload) => moveBrand(db, payload) }),
}
