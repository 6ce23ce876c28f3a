import type { Actor } from '#server/platform/actor'
import type { Db } from '#server/platform/db'
import { windowed } from '#server/platform/paging'
import { announcementRows, countOfState } from './announcement.queries.ts'

type Raw = string | number | undefined

export function listAnnouncements(db: Db, actor: Actor, query: { limit?: Raw; offset?: Raw }) {
  const at = actor.at.toISOString()
  return windowed(
    query,
    () => countOfState(db, at, 'shown'),
    (window) => announcementRows(db, at, window),
  )
}
