import type { Insertable } from 'kysely'
import type { Db } from '#server/platform/db'
import type { sale } from '#server/platform/db-types'

/** A sale of which the antique ledger holds no row. */
export async function makeSale(
  db: Db,
  item: Pick<Insertable<sale>, 'company_id' | 'shop_id' | 'item_id'>,
  overrides: Partial<Insertable<sale>> = {},
): Promise<number> {
  const { id } = await db
    .insertInto('sale')
    .values({
      ...{ sales_channel: 1, sold_on: '2026-11-24', price: 9800, fee: 980, shipping: 700, source: 'hand' },
      ...{ ledger_class: '02', recorded_at: '2026-11-24T09:00:00+09:00' },
      ...item,
      ...overrides,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
