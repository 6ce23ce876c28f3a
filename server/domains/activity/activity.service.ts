import { sql } from 'kysely'
import type { ActivityAction, ActivityObject } from '#contract/activity'
import type { Actor } from '#server/platform/actor'
import { type Db, primaryOf, type Tx } from '#server/platform/db'
import { noteWrite } from '#server/platform/replica'
import { sharedRuns } from '#server/platform/shared-run'

export interface Activity {
  /** An action that is refused here lacks its line in `activityLabel` of contract/activity.ts. */
  action: ActivityAction
  /** Labelled in `activityObjectLabel`. */
  object_type?: ActivityObject
  object_id?: string | number
  /** Ids and plain facts, no data of customers; `before` and `after` hold the same fields. */
  detail?: Record<string, unknown>
}

/** Call in the transaction of the act. */
export async function recordActivity(tx: Tx, actor: Actor, activity: Activity): Promise<void> {
  await activityInserted(tx, actor, activity).execute()
}

/** The same for several of one act, in one statement. */
export async function recordActivities(tx: Tx, actor: Actor, activities: readonly Activity[]): Promise<void> {
  if (activities.length === 0) return
  const { at, actor_kind, actor_id, company_id, http_request_id } = whoDid(actor)
  const rows = activities.map(whatWasDone)
  await sql`
    insert into activity (at, actor_kind, actor_id, company_id, http_request_id, action, object_type, object_id, detail)
    select ${at}::timestamptz, ${actor_kind}::text, ${actor_id}::bigint, ${company_id}::bigint, ${http_request_id}::text,
      a.action, a.object_type, a.object_id, a.detail::jsonb
    from rows from (unnest(${rows.map(({ action }) => action)}::text[], ${rows.map(({ object_type }) => object_type)}::text[],
      ${rows.map(({ object_id }) => object_id)}::text[], ${rows.map(({ detail }) => detail)}::text[]
    )) with ordinality as a(action, object_type, object_id, detail, position) order by a.position`.execute(tx)
}

/** What somebody read or took out, where nothing else is written: the statement is its own transaction. */
export async function recordRead(db: Db, actor: Actor, activity: Activity): Promise<void> {
  const primary = primaryOf(db)
  const row = activityRow(actor, activity)
  // One that the database refuses must not keep the others from being recorded.
  await insertTogether(primary, row).catch(() => primary.insertInto('activity').values(row).execute())
  await noteWrite(primary, actor)
}

type ActivityRow = ReturnType<typeof activityRow>

interface Waiting {
  rows: ActivityRow[]
  share: ReturnType<typeof sharedRuns<void>>
}
const waiting = new WeakMap<Db, Waiting>()

/** Reads of the same moment are recorded in one statement: each would wait for a commit of its own. */
function insertTogether(db: Db, row: ActivityRow): Promise<void> {
  const { rows, share } = waiting.get(db) ?? { rows: [], share: sharedRuns<void>() }
  waiting.set(db, { rows, share })
  rows.push(row)
  return share('', async () => {
    const taken = rows.splice(0)
    if (taken.length > 0) await db.insertInto('activity').values(taken).execute()
  })
}

export function activityInserted(query: Pick<Tx, 'insertInto'>, actor: Actor, activity: Activity) {
  return query.insertInto('activity').values(activityRow(actor, activity))
}

const activityRow = (actor: Actor, activity: Activity) => ({ ...whoDid(actor), ...whatWasDone(activity) })

const whoDid = (actor: Actor) => ({
  at: actor.at.toISOString(),
  actor_kind: actor.kind,
  actor_id: actor.kind === 'customer' || actor.kind === 'business' ? actor.account_id : null,
  company_id: actor.kind === 'business' ? actor.company_id : null,
  http_request_id: actor.http_request_id,
})

const whatWasDone = ({ action, object_type, object_id = '', detail = {} }: Activity) => ({
  action,
  object_type: object_type ?? '',
  object_id: String(object_id),
  detail: JSON.stringify(detail),
})
