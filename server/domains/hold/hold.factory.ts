import type { Insertable } from 'kysely'
import type { Db } from '#server/platform/db'
import type { hold } from '#server/platform/db-types'

export async function makeHold(
  db: Db,
  of: Pick<Insertable<hold>, 'request_id' | 'company_id' | 'placed_by'>,
  overrides: Partial<Insertable<hold>> = {},
): Promise<number> {
  const row = await db
    .insertInto('hold')
    .values({
      ...of,
      kind: 'stolen_notice',
      reason: '品触れの特徴と似ているため、警察署に照会しています。',
      placed_at: '2026-11-20T16:00:00+09:00',
      ...overrides,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}
