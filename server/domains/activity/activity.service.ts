import type { ActivityAction, ActivityObject } from '#contract/activity'
import type { Actor } from '#server/platform/actor'
import type { Tx } from '#server/platform/db'

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
