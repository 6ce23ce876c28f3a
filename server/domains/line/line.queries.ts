import { sql } from 'kysely'
import type { Db, Tx } from '#server/platform/db'
import type { line_event } from '#server/platform/db-types'
import { jobAdded, noJobWaits } from '#server/platform/jobs'
import type { TakenEvent } from './line.rules.ts'

/**
 * One statement: LINE waits for the response, and a repeated event must find its key. One job handles all that wait, so
 * that a wave of events is taken in at the speed of inserts.
 */
export async function insertEvents(db: Db, events: readonly TakenEvent[], at: Date): Promise<void> {
  await sql`
    with fresh as (
      insert into line_event (id, kind, line_user_id, nonce, at, received_at)
      select e.id, e.kind, e.line_user_id, e.nonce, e.at, ${at.toISOString()}
      from json_to_recordset(${JSON.stringify(events)}::json)
        as e(id text, kind text, line_user_id text, nonce text, at timestamptz)
      order by e.id
      on conflict (id) do nothing
      returning id
    )
    select ${jobAdded('line.events', {}, { jobKey, queue: jobKey })} from (select from fresh limit 1) any_fresh
    where ${noJobWaits(jobKey)}`.execute(db)
}

const jobKey = 'line.events'

const atOnce = 500

/** The oldest first, each once. */
export async function* waitingEvents(db: Db): AsyncGenerator<{ id: string; at: string }> {
  for (let after = { at: '-infinity', id: '' }; ; ) {
    const { rows } = await sql<typeof after>`
      select id, at::text as at from line_event
      where done_at is null and (at, id) > (${after.at}::timestamptz, ${after.id})
      order by at, id limit ${atOnce}`.execute(db)
    yield* rows
    const last = rows.at(-1)
    if (!last || rows.length < atOnce) return
    after = last
  }
}

export async function lockedEvent(tx: Tx, id: string): Promise<line_event | undefined> {
  return tx
    .selectFrom('line_event')
    .selectAll()
    .where('id', '=', id)
    .where('done_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
}

/** Null once the response was sent. */
export async function personOf(db: Db, eventId: string): Promise<string | null> {
  const event = await db
    .selectFrom('line_event')
    .select('line_user_id')
    .where('id', '=', eventId)
    .executeTakeFirst()
  return event?.line_user_id ?? null
}

export const lineUserOf = (db: Db, accountId: number) =>
  db
    .selectFrom('line_user')
    .select(['line_user_id', 'is_friend', 'linked_at'])
    .where('account_id', '=', accountId)
    .executeTakeFirst()

export async function isFriend(db: Db, lineUserId: string): Promise<boolean> {
  const user = await db
    .selectFrom('line_user')
    .select('is_friend')
    .where('line_user_id', '=', lineUserId)
    .executeTakeFirst()
  return user?.is_friend ?? false
}

/** For update: events of one person are handled one after another. */
export const lockedLineUser = (tx: Tx, lineUserId: string) =>
  tx.selectFrom('line_user').selectAll().where('line_user_id', '=', lineUserId).forUpdate().executeTakeFirst()
