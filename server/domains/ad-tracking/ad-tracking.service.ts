import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type * as z from 'zod'
import type { adTrackingCalls } from '#contract/ad-tracking'
import { requireOpenAccount } from '#server/domains/account/open-account.service'
import type { Actor, SignedIn } from '#server/platform/actor'
import { daysBefore } from '#server/platform/calendar'
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
  const { numUpdatedRows } = await inTransaction(db, async (tx) => {
    await requireOpenAccount(tx, actor)
    return tx
      .updateTable('ad_tracking')
      .set(({ fn, val }) => ({ account_id: actor.account_id, linked_at: fn.coalesce('linked_at', val(at)) }))
      .where('token', '=', token)
      .where((eb) => eb.or([eb('account_id', 'is', null), eb('account_id', '=', actor.account_id)]))
      .executeTakeFirstOrThrow()
  })
  if (numUpdatedRows === 0n) throw refuse('tracking_token_not_found')
  return { token }
}

/** Nobody while the account is being changed: waiting would hold up a screen, and who is leaving leaves no event behind. */
const accountIfOpen = ({ account_id }: SignedIn) =>
  sql<number>`(select a.id from account a where a.id = ${account_id} and a.is_active for share skip locked)`

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
      account_id: actor.kind === 'customer' || actor.kind === 'business' ? accountIfOpen(actor) : null,
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
  const daysAgo = (days: number) => daysBefore(now, days).toISOString()
  await inTransaction(db, async (tx) => {
    await tx
      .deleteFrom('ad_tracking')
      .where('account_id', 'is', null)
      .where('created_at', '<', daysAgo(keptDays.untied))
      .execute()
    await tx.deleteFrom('user_activity').where('received_at', '<', daysAgo(keptDays.events)).execute()
  })
}
