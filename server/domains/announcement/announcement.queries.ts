import type { Db } from '#server/platform/db'
import type { Window } from '#server/platform/paging'

/** What is out at the moment: published, and not past its end. */
function shown(db: Db, at: string) {
  return db
    .selectFrom('announcement')
    .where('published_at', '<=', at)
    .where((eb) => eb.or([eb('ends_at', 'is', null), eb('ends_at', '>', at)]))
}

export async function countAnnouncements(db: Db, at: string): Promise<number> {
  const row = await shown(db, at)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(row.count)
}

export async function announcementRows(db: Db, at: string, window: Window) {
  const rows = await shown(db, at)
    .select(['id', 'title', 'body', 'published_at', 'level'])
    .orderBy('published_at', 'desc')
    .orderBy('id', 'desc')
    .limit(window.limit)
    .offset(window.offset)
    .execute()
  return rows.map((row) => ({ ...row, level: row.level === 'important' ? 'important' : 'info' }) as const)
}
