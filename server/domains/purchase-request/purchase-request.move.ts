import { sql, type Updateable } from 'kysely'
import { isEditable, isFinal, requestStatus as S } from '#contract/lifecycle'
import type { RequestMover } from '#contract/status-move'
import { type Activity, activityInserted } from '#server/domains/activity/activity.service'
import { closeList } from '#server/domains/declared-list/declared-list.service'
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
  /** For the history; shown to the customer only if public. */
  reason?: string
  isReasonPublic?: boolean
  set?: Omit<Updateable<purchase_request>, 'id' | 'status' | 'version'>
  /** Other than the actor: the system acts on a customer's decision. */
  as?: RequestMover
  /** Another message tells the customer. */
  isSilent?: boolean
}

/** Bumps the version. A change of an unsent request restarts its reminders. */
export const touched = (actor: { at: Date }, { status }: { status: number }) => ({
  version: sql<number>`version + 1`,
  updated_at: actor.at.toISOString(),
  ...(isEditable(status) ? { reminders_sent: 0 } : {}),
})

/** One statement for move, history, activity and message. Illegal moves are refused here and by the database. */
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
    // Reminders belong to the former status.
    reminders_sent: 0,
    ...move.set,
    status: move.to,
    updated_at: at,
    ...(isFinal(move.to) ? { closed_at: at } : isFinal(request.status) ? { closed_at: null } : {}),
  }
  const from = request.status
  const mover = by === 'system' ? ({ ...actor, kind: 'system', role: 'nobody' } as Actor) : actor
  const activity: Activity = {
    action: 'request.move',
    object_type: 'request',
    object_id: request.id,
    detail: { from, to: move.to },
  }
  const isNotified =
    move.isSilent || isSilent(from, move.to)
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
    .selectNoFrom(isNotified.as('told'))
    .execute()
  // What the customer says is in the box can be changed until it is on its way.
  if (request.declared_list_id !== null && isEditable(from) && !isEditable(move.to))
    await closeList(tx, request.declared_list_id, actor.at)
  return { ...request, ...(changes as Partial<RequestRecord>), version: request.version + 1 }
}

/** The deal's or the rescission's own message covers these moves. */
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

/** `weight`: of all boxes, when another one came. */
export async function setArrivedItems(
  tx: Tx,
  requestId: number,
  count: number,
  weight?: number | null,
): Promise<void> {
  await tx
    .updateTable('purchase_request')
    .set({
      arrived_item_count: count,
      ...(weight !== undefined && { arrived_weight_g: weight }),
      version: sql`version + 1`,
    })
    .where('id', '=', requestId)
    .execute()
}

/** Below what was noted with earlier boxes. */
export async function addArrivedNote(tx: Tx, request: RequestRecord, note: string): Promise<void> {
  await tx
    .updateTable('purchase_request')
    .set({ arrived_note: [request.arrived_note, note].filter(Boolean).join('\n') })
    .where('id', '=', request.id)
    .execute()
}

/** Bumps the version for a change outside the row. */
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
