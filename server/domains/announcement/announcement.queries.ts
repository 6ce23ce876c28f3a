import { sql } from 'kysely'
import type { Db, Tx } from '#server/platform/db'
import type { Window } from '#server/platform/paging'
import { countOf } from '#server/platform/paging'
import { type AnnouncementState, stateOf } from './announcement.rules.ts'

function shown(db: Db, at: string) {
  return db
    .selectFrom('announcement')
    .where('published_at', '<=', at)
    .where((eb) => eb.or([eb('ends_at', 'is', null), eb('ends_at', '>', at)]))
}

export async function announcementRows(db: Db, at: string, window: Window) {
  const rows = await shown(db, at)
    .select(['id', 'title', 'body', 'published_at', 'level'])
    .orderBy('published_at', 'desc')
    .orderBy('id', 'desc')
    .limit(window.limit)
    .offset(window.offset)
    .execute()
  // The condition of `shown` excludes null.
  return rows.map((row) => ({ ...row, published_at: row.published_at ?? at, level: levelOf(row.level) }))
}

const levelOf = (text: string): 'info' | 'important' => (text === 'important' ? 'important' : 'info')

function inState(db: Db, at: string, state: AnnouncementState | undefined) {
  const all = db.selectFrom('announcement')
  switch (state) {
    case 'draft':
      return all.where('published_at', 'is', null)
    case 'scheduled':
      return all.where('published_at', '>', at)
    case 'shown':
      return shown(db, at)
    case 'ended':
      return all.where('published_at', '<=', at).where('ends_at', '<=', at)
    default:
      return all
  }
}

export const countOfState = (db: Db, at: string, state: AnnouncementState | undefined): Promise<number> =>
  countOf(db, sql`(${inState(db, at, state).select('id')}) listed`)

const columns = ['id', 'title', 'body', 'level', 'published_at', 'ends_at', 'version'] as const

export async function rowsOfState(db: Db, at: string, state: AnnouncementState | undefined, window: Window) {
  const rows = await inState(db, at, state)
    .select(columns)
    .orderBy('published_at', (order) => order.desc().nullsFirst())
    .orderBy('id', 'desc')
    .limit(window.limit)
    .offset(window.offset)
    .execute()
  return rows.map((row) => ({ ...row, level: levelOf(row.level), state: stateOf(row, new Date(at)) }))
}

export async function announcementRow(db: Db, at: Date, id: number) {
  const row = await db.selectFrom('announcement').select(columns).where('id', '=', id).executeTakeFirst()
  return row && { ...row, level: levelOf(row.level), state: stateOf(row, at) }
}

export type AnnouncementRow = NonNullable<Awaited<ReturnType<typeof announcementRow>>>

export async function lockAnnouncement(tx: Tx, id: number): Promise<void> {
  await tx.selectFrom('announcement').select('id').where('id', '=', id).forUpdate().execute()
}

export interface AnnouncementColumns {
  title: string
  body: string
  level: 'info' | 'important'
  published_at: string | null
  ends_at: string | null
}

export async function insertAnnouncement(tx: Tx, row: AnnouncementColumns): Promise<number> {
  const { id } = await tx.insertInto('announcement').values(row).returning('id').executeTakeFirstOrThrow()
  return id
}

export async function updateAnnouncement(
  tx: Tx,
  id: number,
  row: Partial<AnnouncementColumns>,
): Promise<void> {
  await tx
    .updateTable('announcement')
    .set((eb) => ({ ...row, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .execute()
}

export async function deleteAnnouncement(tx: Tx, id: number): Promise<void> {
  await tx.deleteFrom('announcement').where('id', '=', id).execute()
}
