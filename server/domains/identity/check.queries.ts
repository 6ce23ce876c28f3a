import type { Selectable } from 'kysely'
import type { providerStates } from '#contract/identity'
import type { Actor } from '#server/platform/actor'
import type { Db, Tx } from '#server/platform/db'
import type { identity_check } from '#server/platform/db-types'
import { addJob } from '#server/platform/jobs'

export type CheckState = Exclude<(typeof providerStates)[number], 'none'>
export type CheckRow = Omit<Selectable<identity_check>, 'state'> & { state: CheckState }

export async function checkRow(db: Db, id: number): Promise<CheckRow | undefined> {
  const row = await db.selectFrom('identity_check').selectAll().where('id', '=', id).executeTakeFirst()
  return row as CheckRow | undefined
}

/** The one under way, else the newest. */
export async function lastCheck(db: Db, sessionId: number): Promise<CheckRow | undefined> {
  const row = await db
    .selectFrom('identity_check')
    .selectAll()
    .where('session_id', '=', sessionId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row as CheckRow | undefined
}

/** The provider is told by a job; a result that comes in spite of it is ignored. Call under the customer's lock. */
export async function endCheck(
  tx: Tx,
  actor: Actor,
  sessionId: number,
  as: Exclude<CheckState, 'creating' | 'ready' | 'submitted' | 'approved'>,
): Promise<void> {
  const at = actor.at.toISOString()
  const ended = await tx
    .updateTable('identity_check')
    .set({ state: as, closed_at: at, updated_at: at, url_enc: null })
    .where('session_id', '=', sessionId)
    .where('closed_at', 'is', null)
    .returning(['id', 'provider_id'])
    .executeTakeFirst()
  if (ended?.provider_id && as === 'canceled') await cancelAtProvider(tx, ended.id)
}

/** Jobs that ask the provider run one after another: while it does not respond, they hold up no others. */
const queue = 'identity.provider'

export const readAtProvider = (tx: Tx, check: number) =>
  addJob(tx, 'identity.read_check', { check }, { jobKey: `identity.check.${check}`, queue })

/** Tried for about a week. */
export const cancelAtProvider = (tx: Tx, check: number) =>
  addJob(tx, 'identity.cancel_check', { check }, { queue, maxAttempts: 38 })

/** Checks under way of which nothing was heard for a while. */
export function waitingChecks(
  db: Db,
  quietSince: Date,
  after: number,
  limit: number,
): Promise<{ id: number }[]> {
  return db
    .selectFrom('identity_check')
    .select('id')
    .where('closed_at', 'is', null)
    .where('provider_id', 'is not', null)
    .where('id', '>', after)
    .where('updated_at', '<=', quietSince.toISOString())
    .orderBy('id')
    .limit(limit)
    .execute()
}
