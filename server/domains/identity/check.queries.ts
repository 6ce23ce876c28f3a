import { type Selectable, sql } from 'kysely'
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
  if (ended?.provider_id && as === 'canceled') await addJob(tx, 'identity.cancel_check', { check: ended.id })
}

export interface WaitingCheck {
  id: number
  session_id: number
  customer_id: number
  state: CheckState
  is_over: boolean
}

/** Checks of which nothing was heard for a while. `is_over`: the address or the patience ran out. */
export async function waitingChecks(
  db: Db,
  at: Date,
  waits: { quietSince: Date; submittedBefore: Date },
  after: number,
  limit: number,
): Promise<WaitingCheck[]> {
  const { rows } = await sql<WaitingCheck>`
    select k.id, k.session_id, s.customer_id, k.state,
      k.state = 'submitted' and k.submitted_at <= ${waits.submittedBefore.toISOString()}
        or k.state = 'ready' and k.url_expires_at <= ${at.toISOString()} as is_over
    from identity_check k join identity_session s on s.id = k.session_id
    where k.closed_at is null and k.provider_id is not null and k.id > ${after}
      and k.updated_at <= ${waits.quietSince.toISOString()}
    order by k.id limit ${limit}`.execute(db)
  return rows
}
