import { type Insertable, sql } from 'kysely'
import type { Db } from '#server/platform/db'
import type { offer } from '#server/platform/db-types'

export async function makeOffer(
  db: Db,
  requestId: number,
  overrides: Partial<Insertable<offer>> = {},
): Promise<number> {
  const row = await db
    .insertInto('offer')
    .values({
      request_id: requestId,
      number: 1,
      total: sql<number>`(select coalesce(sum(price), 0) from purchase_item where request_id = ${requestId})`,
      snapshot: '[]',
      published_at: '2026-11-20T15:00:00+09:00',
      expires_at: '2026-12-01T23:59:59.999+09:00',
      ...overrides,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}
