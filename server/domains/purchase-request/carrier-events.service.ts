import { sql } from 'kysely'
import { requestStatus as S } from '#contract/lifecycle'
import { changesBox } from '#contract/tracking-import'
import { type Carrier, usualCarrier } from '#contract/tracking-number'
import { recordActivity } from '#server/domains/activity/activity.service'
import type { BusinessActor } from '#server/platform/actor'
import { type Db, inTransaction, type Tx } from '#server/platform/db'
import { type Part, selectRows } from '#server/platform/statement'
import {
  type CarrierEvent,
  type EventVerdict,
  judgeEvents,
  sentBy,
  type TrackedBox,
} from './carrier-events.rules.ts'
import { writeCarrierDates } from './purchase-request.boxes.ts'
import { lockRequest, moveRequest, type RequestRecord, touchRequest } from './purchase-request.move.ts'
import { isOwnRequest } from './purchase-request.predicates.ts'

export interface EventsTold {
  verdicts: EventVerdict[]
  sent: number[]
}

async function trackedBoxes(
  db: Db,
  actor: BusinessActor,
  carrier: Carrier,
  which: Part,
): Promise<TrackedBox[]> {
  return selectRows<TrackedBox>(
    db,
    sql`select b.request_id as request, b.seq, b.tracking_number as number, r.status, r.created_at, b.arrived_at,
        b.picked_up_at, b.delivered_at
      from request_box b join purchase_request r on r.id = b.request_id
      where ${which} and b.tracking_number <> '' and coalesce(r.carrier, ${usualCarrier}) = ${carrier}
        and ${isOwnRequest(actor, 'r')}`,
  )
}

const numbered = (events: readonly CarrierEvent[]) =>
  sql`b.tracking_number = any(${[...new Set(events.map(({ number }) => number))]}::text[])`

/** What the events would change; writes nothing. */
export async function weighEvents(
  db: Db,
  actor: BusinessActor,
  carrier: Carrier,
  events: readonly CarrierEvent[],
): Promise<EventsTold> {
  const boxes = await trackedBoxes(db, actor, carrier, numbered(events))
  const { verdicts } = judgeEvents(boxes, events, actor.at)
  return { verdicts, sent: sentBy(boxes, verdicts) }
}

/** Each request in a transaction of its own: other work on it waits only for that. */
export async function takeEvents(
  db: Db,
  actor: BusinessActor,
  carrier: Carrier,
  events: readonly CarrierEvent[],
  reason: string,
): Promise<EventsTold> {
  const { verdicts, sent: unsent } = await weighEvents(db, actor, carrier, events)
  const told = new Map(verdicts.map((verdict) => [verdict.line, verdict]))
  const sent: number[] = []
  const changing = new Set(verdicts.flatMap(({ request, result }) => (changesBox(result) ? [request] : [])))
  for (const [id, lines] of linesByRequest(verdicts)) {
    if (!changing.has(id) && !unsent.includes(id)) continue
    const own = events.filter(({ line }) => lines.has(line))
    const result = await inTransaction(db, (tx) => takeForRequest(tx, actor, id, carrier, own, reason))
    for (const verdict of result.verdicts) told.set(verdict.line, verdict)
    sent.push(...result.sent)
  }
  return { verdicts: verdicts.map(({ line }) => told.get(line) as EventVerdict), sent }
}

function linesByRequest(verdicts: readonly EventVerdict[]): [number, Set<number>][] {
  const lines = new Map<number, Set<number>>()
  for (const { request, line } of verdicts) {
    if (request !== null) lines.set(request, (lines.get(request) ?? new Set()).add(line))
  }
  return [...lines].sort(([one], [other]) => one - other)
}

/** Judged again under the lock: numbers, arrivals and the status may have changed since. */
async function takeForRequest(
  tx: Tx,
  actor: BusinessActor,
  id: number,
  carrier: Carrier,
  events: readonly CarrierEvent[],
  reason: string,
): Promise<EventsTold> {
  const request = await lockRequest(tx, actor, id)
  // Also those of other requests with the same number: it may have become ambiguous.
  const boxes = request ? await trackedBoxes(tx, actor, carrier, numbered(events)) : []
  const judged = judgeEvents(boxes, events, actor.at)
  const verdicts = judged.verdicts.map((verdict) =>
    verdict.request === null || verdict.request === id ? verdict : elsewhere(verdict),
  )
  const changed = judged.boxes.filter((box) => box.request === id)
  for (const { seq, picked_up_at, delivered_at } of changed) {
    await writeCarrierDates(tx, id, seq, { picked_up_at, delivered_at })
  }
  const sent = sentBy(boxes, verdicts)
  if (!request || (changed.length === 0 && sent.length === 0)) return { verdicts, sent }
  if (changed.length > 0) {
    await recordActivity(tx, actor, {
      action: 'request.update',
      object_type: 'request',
      object_id: id,
      detail: { fields: ['picked_up_at', 'delivered_at'] },
    })
  }
  if (sent.length === 0) await touchRequest(tx, actor, request)
  else await send(tx, actor, request, carrier, reason, changed)
  return { verdicts, sent }
}

/** The number was moved to another request meanwhile: importing the file again finds it there. */
const elsewhere = ({ line }: EventVerdict): EventVerdict => ({
  line,
  result: 'unknown_number',
  request: null,
  box: null,
  candidates: [],
})

/** A box that was delivered by now is no longer on its way: its arrival is what the customer is told. */
async function send(
  tx: Tx,
  actor: BusinessActor,
  request: RequestRecord,
  carrier: Carrier,
  reason: string,
  changed: readonly TrackedBox[],
): Promise<void> {
  const isSilent = changed.some(({ delivered_at }) => delivered_at !== null)
  const booked =
    request.status === S.APPLIED
      ? await moveRequest(tx, actor, request, {
          to: S.AWAITING_SHIPMENT,
          as: 'system',
          reason,
          isSilent: true,
        })
      : request
  await moveRequest(tx, actor, booked, { to: S.IN_TRANSIT, as: 'system', reason, isSilent, set: { carrier } })
}
