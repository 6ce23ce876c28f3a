import { randomUUID } from 'node:crypto'
import type * as z from 'zod'
import type { adTrackingCalls } from '#contract/ad-tracking'
import type { Actor, SignedIn } from '#server/platform/actor'
import { type Db, inTransaction, type Tx } from '#server/platform/db'
import { refuse } from '#server/platform/refusal'
import { keptDays, occurredAt, plainAddress, plainPath } from './ad-tracking.rules.ts'

type Visit = z.output<typeof adTrackingCalls.create.body>
type VisitorEvent = z.output<typeof adTrackingCalls.userActivity.body>

export async function recordVisit(db: Db, actor: Actor, visit: Visit): Promise<{ token: string }> {
  const token = randomUUID()
  await db
    .insertInto('ad_tracking')
    .values({
      ...visit,
      landing_url: plainAddress(visit.landing_url),
      referrer: plainAddress(visit.referrer),
      token,
      created_at: actor.at.toISOString(),
    })
    .execute()
  return { token }
}

/** The first account to use a token owns it; for other accounts it is a missing object. */
export async function tieToAccount(db: Db, actor: SignedIn, token: string): Promise<{ token: string }> {
  const at = actor.at.toISOString()
  const { numUpdatedRows } = await db
    .updateTable('ad_tracking')
    .set(({ fn, val }) => ({ account_id: actor.account_id, linked_at: fn.coalesce('linked_at', val(at)) }))
    .where('token', '=', token)
    .where((eb) => eb.or([eb('account_id', 'is', null), eb('account_id', '=', actor.account_id)]))
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw refuse('tracking_token_not_found')
  return { token }
}

export async function recordVisitorEvent(
  db: Db,
  actor: Actor,
  event: VisitorEvent,
): Promise<Record<string, never>> {
  await db
    .insertInto('user_activity')
    .values({
      event: event.event,
      path: plainPath(event.path),
      properties: JSON.stringify(event.properties),
      account_id: actor.kind === 'customer' || actor.kind === 'business' ? actor.account_id : null,
      occurred_at: occurredAt(event.occurred_at, actor.at).toISOString(),
      received_at: actor.at.toISOString(),
    })
    .execute()
  return {}
}

export async function forgetVisitor(tx: Tx, accountId: number): Promise<void> {
  await tx.deleteFrom('ad_tracking').where('account_id', '=', accountId).execute()
  await tx.deleteFrom('user_activity').where('account_id', '=', accountId).execute()
}

export async function deleteOldVisits(db: Db, now: Date): Promise<void> {
  const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000).toISOString()
  await inTransaction(db, async (tx) => {
    await tx
      .deleteFrom('ad_tracking')
      .where('account_id', 'is', null)
      .where('created_at', '<', daysAgo(keptDays.untied))
      .execute()
    await tx.deleteFrom('user_activity').where('received_at', '<', daysAgo(keptDays.events)).execute()
  })
}
