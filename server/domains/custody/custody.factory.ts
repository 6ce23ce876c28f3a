import type { Insertable } from 'kysely'
import type { Db } from '#server/platform/db'
import type { custody_place } from '#server/platform/db-types'

export async function makePlace(
  db: Db,
  of: Pick<Insertable<custody_place>, 'company_id' | 'shop_id'>,
  overrides: Partial<Insertable<custody_place>> = {},
): Promise<number> {
  const at = '2026-11-20T10:00:00+09:00'
  const { id } = await db
    .insertInto('custody_place')
    .values({ ...of, name: '受付カウンター', kind: 'intake', created_at: at, updated_at: at, ...overrides })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
