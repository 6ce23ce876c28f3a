import type { Insertable } from 'kysely'
import type { Db } from '#server/platform/db'
import type { announcement } from '#server/platform/db-types'

export async function makeAnnouncement(
  db: Db,
  overrides: Partial<Insertable<announcement>> = {},
): Promise<number> {
  const row = await db
    .insertInto('announcement')
    .values({
      title: '年末年始の集荷について',
      body: '12月31日から1月3日まで、集荷とお振込みをお休みします。',
      level: 'info',
      audience: 'everyone',
      published_at: '2026-11-20T10:00:00+09:00',
      ...overrides,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}
