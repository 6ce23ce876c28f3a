import type { Actor } from '#server/platform/actor'
import type { Tx } from '#server/platform/db'

export interface Activity {
  /** What was done, as `noun.verb`: `request.publish`, `customer.view`, `ledger.download`. */
  action: string
  object_type?: string
  object_id?: string | number
  /** Facts without anything about a person: counts, codes, ids. */
  detail?: Record<string, unknown>
}

/** The record of who did what, on every object's page. Ids only; written in the transaction of the act. */
export async function recordActivity(tx: Tx, actor: Actor, activity: Activity): Promise<void> {
  await activityInserted(tx, actor, activity).execute()
}

/** The insert alone, for a statement that writes the act as well. */
export function activityInserted(query: Pick<Tx, 'insertInto'>, actor: Actor, activity: Activity) {
  return query.insertInto('activity').values({
    at: actor.at.toISOString(),
    actor_kind: actor.kind,
    actor_id: actor.kind === 'customer' || actor.kind === 'business' ? actor.account_id : null,
    company_id: actor.kind === 'business' ? actor.company_id : null,
    action: activity.action,
    object_type: activity.object_type ?? '',
    object_id: String(activity.object_id ?? ''),
    http_request_id: actor.http_request_id,
    detail: JSON.stringify(activity.detail ?? {}),
  })
}
