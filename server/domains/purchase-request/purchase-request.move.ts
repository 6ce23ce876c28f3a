import { sql, type Updateable } from 'kysely'
import { isEditable, isFinal, requestStatus as S } from '#contract/lifecycle'
import type { RequestMover } from '#contract/status-move'
import { activityInserted } from '#server/domains/activity/activity.service'
import { type Actor, actorColumns } from '#server/platform/actor'
import type { Tx } from '#server/platform/db'
import type { purchase_request } from '#server/platform/db-types'
import { jobAdded } from '#server/platform/jobs'
import { refuse } from '#server/platform/refusal'
import type { RequestRecord } from './purchase-request.queries.ts'
import { findTransition } from './purchase-request.rules.ts'

export { lockRequest, type RequestRecord } from './purchase-request.queries.ts'

export function moverOf(actor: Actor): RequestMover {
  return actor.kind === 'customer' ? 'customer' : actor.kind === 'business' ? 'staff' : 'system'
}

export interface Move {
  to: number
  /** Words for the history; the customer reads them only when they were meant for them. */
  reason?: string
  isReasonPublic?: boolean
  /** Other columns that change with the move. */
  set?: Omit<Updateable<purchase_request>, 'id' | 'status' | 'version'>
  /** Who moves, when it is not the actor: the system acts on what a customer decided. */
  as?: RequestMover
}

/** What a change without a move brings with it. Who changes what was not sent yet is given the whole time anew. */
export const touched = (actor: { at: Date }, { status }: { status: number }) => ({
  version: sql<number>`version + 1`,
  updated_at: actor.at.toISOString(),
  ...(isEditable(status) ? { reminders_sent: 0 } : {}),
})

/**
 * Moves a locked request and writes its history, an activity and the message to whoever waits for it, in one statement.
 * An impossible jump is refused here and by the database. Returns the request as it is afterwards.
 */
export async function moveRequest(
  tx: Tx,
  actor: Actor,
  request: RequestRecord,
  move: Move,
): Promise<RequestRecord> {
  const by = move.as ?? moverOf(actor)
  if (!findTransition(request.status, move.to, by)) throw refuse('illegal_transition')
  const at = actor.at.toISOString()
  const changes = {
    // A reminder belongs to what it reminded of.
    reminders_sent: 0,
    ...move.set,
    status: move.to,
    updated_at: at,
    ...(isFinal(move.to) ? { closed_at: at } : isFinal(request.status) ? { closed_at: null } : {}),
  }
  const from = request.status
  const mover = by === 'system' ? ({ ...actor, kind: 'system', role: 'nobody' } as Actor) : actor
  const activity = {
    action: 'request.move',
    object_type: 'request',
    object_id: request.id,
    detail: { from, to: move.to },
  }
  const told = isSilent(from, move.to)
    ? sql`null`
    : jobAdded('notification.request', { request: request.id, to: move.to, from })
  await tx
    .with('moved', (q) =>
      q
        .updateTable('purchase_request')
        .set({ ...changes, version: sql`version + 1` })
        .where('id', '=', request.id),
    )
    .with('lined', (q) => q.insertInto('request_history').values(historyRow(mover, request.id, from, move)))
    .with('recorded', (q) => activityInserted(q, actor, activity))
    .selectNoFrom(told.as('told'))
    .execute()
  return { ...request, ...(changes as Partial<RequestRecord>), version: request.version + 1 }
}

/**
 * The customer hears nothing of it: the work begins, the end follows at once on the deal, which has said it, or the
 * message of the rescission says that the goods go back.
 */
function isSilent(from: number, to: number): boolean {
  return (
    to === S.ASSESSING ||
    (from === S.CONTRACTED && to === S.COMPLETED) ||
    (from === S.COMPLETED && to === S.RETURNING)
  )
}

export async function writeHistory(
  tx: Tx,
  actor: Actor,
  requestId: number,
  from: number | null,
  move: { to: number; reason?: string; isReasonPublic?: boolean },
): Promise<void> {
  await tx
    .insertInto('request_history')
    .values(historyRow(actor, requestId, from, move))
    .execute()
}

function historyRow(
  actor: Actor,
  requestId: number,
  from: number | null,
  move: { to: number; reason?: string; isReasonPublic?: boolean },
) {
  return {
    request_id: requestId,
    from_status: from,
    to_status: move.to,
    reason: move.reason ?? '',
    is_reason_public: move.isReasonPublic ?? false,
    at: actor.at.toISOString(),
    ...actorColumns(actor),
  }
}

/** Counts the items of a locked request anew after one was added. */
export async function setArrivedItems(tx: Tx, requestId: number, count: number): Promise<void> {
  await tx
    .updateTable('purchase_request')
    .set({ arrived_item_count: count, version: sql`version + 1` })
    .where('id', '=', requestId)
    .execute()
}

/** A change of something else that whoever has the request open must see. */
export async function touchRequest(tx: Tx, actor: Actor, request: RequestRecord): Promise<void> {
  await tx.updateTable('purchase_request').set(touched(actor, request)).where('id', '=', request.id).execute()
}

export async function setStatementConfirmed(
  tx: Tx,
  actor: Actor,
  requestId: number,
  total: number,
): Promise<void> {
  await tx
    .updateTable('purchase_request')
    .set({ statement_confirmed_at: actor.at.toISOString(), statement_confirmed_total: total })
    .where('id', '=', requestId)
    .execute()
}
