import type { Insertable } from 'kysely'
import type { Db } from '#server/platform/db'
import type { saved_view } from '#server/platform/db-types'

export async function makeSavedView(
  db: Db,
  of: Pick<Insertable<saved_view>, 'company_id' | 'business_user_id'>,
  overrides: Partial<Insertable<saved_view>> = {},
): Promise<number> {
  const at = '2026-11-20T10:00:00+09:00'
  const { id } = await db
    .insertInto('saved_view')
    .values({
      ...of,
      list: 'requests',
      name: '朝の確認',
      search: 'view=late',
      place: 1,
      created_at: at,
      updated_at: at,
      ...overrides,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
