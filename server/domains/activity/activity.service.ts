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

/** The same for several of one act, in one statement. */
export async function recordActivities(tx: Tx, actor: Actor, activities: readonly Activity[]): Promise<void> {
  if (activities.length === 0) return
  await tx
    .insertInto('activity')
    .values(activities.map((activity) => activityRow(actor, activity)))
    .execute()
}

export function activityInserted(query: Pick<Tx, 'insertInto'>, actor: Actor, activity: Activity) {
  return query.insertInto('activity').values(activityRow(actor, activity))
}

function activityRow(actor: Actor, activity: Activity) {
  return {
    at: actor.at.toISOString(),
    actor_kind: actor.kind,
    actor_id: actor.kind === 'customer' || actor.kind === 'business' ? actor.account_id : null,
    company_id: actor.kind === 'business' ? actor.company_id : null,
    action: activity.action,
    object_type: activity.object_type ?? '',
    object_id: String(activity.object_id ?? ''),
    http_request_id: actor.http_request_id,
    detail: JSON.stringify(activity.detail ?? {}),
  }
}
