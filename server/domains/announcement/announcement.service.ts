import type { Actor, BusinessActor, SignedIn } from '#server/platform/actor'
import type { Db, Tx } from '#server/platform/db'
import { windowed } from '#server/platform/paging'
import {
  countForReader,
  countForStaff,
  insertSeen,
  rowsForReader,
  rowsForStaff,
} from './announcement.queries.ts'

type Raw = string | number | undefined
interface Query {
  limit?: Raw
  offset?: Raw
}

export const listAnnouncements = (db: Db, actor: Actor, query: Query) =>
  windowed(
    query,
    () => countForReader(db, actor),
    (window) => rowsForReader(db, actor, window),
  )

export const listStaffNews = (
  db: Db,
  actor: BusinessActor,
  { is_seen, ...query }: Query & { is_seen?: boolean | undefined },
) =>
  windowed(
    query,
    () => countForStaff(db, actor, is_seen),
    (window) => rowsForStaff(db, actor, is_seen, window),
  )

export const seeAnnouncements = (
  tx: Tx,
  actor: SignedIn,
  { announcements }: { announcements: number[] },
): Promise<void> => insertSeen(tx, actor, announcements)

export async function eraseSeen(tx: Tx, accountId: number): Promise<void> {
  await tx.deleteFrom('announcement_seen').where('account_id', '=', accountId).execute()
}
