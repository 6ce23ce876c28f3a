import { sql } from 'kysely'
import { requestStatus as S } from '#contract/lifecycle'
import { changesBox } from '#contract/tracking-import'
import { type Carrier, usualCarrier } from '#contract/tracking-number'
import { recordActivities } from '#server/domains/activity/activity.service'
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
import { moveRequest, type RequestRecord, touchRequest } from './purchase-request.move.ts'
import { isOwnRequest } from './purchase-request.predicates.ts'
import { lockRequests } from './purchase-request.queries.ts'

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

/** A file has thousands, and a transaction for each takes long; other work on these waits for all of them. */
const requestsAtOnce = 100

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
  const changing = new Set(unsent)
  for (const { request, result } of verdicts)
    if (request !== null && changesBox(result)) changing.add(request)
  const requests = [...changing].sort((one, other) => one - other)
  for (let start = 0; start < requests.length; start += requestsAtOnce) {
    const ids = new Set<number | null>(requests.slice(start, start + requestsAtOnce))
    const lines = new Set(verdicts.filter(({ request }) => ids.has(request)).map(({ line }) => line))
    const part = { carrier, events: events.filter(({ line }) => lines.has(line)), reason }
    const result = await inTransaction(db, (tx) =>
      takePart(tx, actor, { ...part, ids: requests.slice(start, start + requestsAtOnce) }),
    )
    for (const verdict of result.verdicts) told.set(verdict.line, verdict)
    sent.push(...result.sent)
  }
  return { verdicts: verdicts.map(({ line }) => told.get(line) as EventVerdict), sent }
}

interface FilePart {
  ids: readonly number[]
  carrier: Carrier
  events: readonly CarrierEvent[]
  reason: string
}

/** Judged again under the locks: numbers, arrivals and the status may have changed since. */
async function takePart(
  tx: Tx,
  actor: BusinessActor,
  { ids, carrier, events, reason }: FilePart,
): Promise<EventsTold> {
  const requests = await lockRequests(tx, actor, ids)
  // Also those of other requests with the same number: it may have become ambiguous.
  const boxes = await trackedBoxes(tx, actor, carrier, numbered(events))
  const judged = judgeEvents(boxes, events, actor.at)
  const verdicts = judged.verdicts.map((verdict) =>
    verdict.request === null || requests.has(verdict.request) ? verdict : elsewhere(verdict),
  )
  const changed = judged.boxes.filter(({ request }) => requests.has(request))
  const changedOf = Map.groupBy(changed, ({ request }) => request)
  await writeCarrierDates(tx, changed)
  await recordActivities(
    tx,
    actor,
    Array.from(changedOf.keys(), (id) => ({
      action: 'request.update',
      object_type: 'request',
      object_id: id,
      detail: { fields: ['picked_up_at', 'delivered_at'] },
    })),
  )
  const sent = new Set(sentBy(boxes, verdicts))
  for (const [id, request] of requests) {
    if (sent.has(id)) await send(tx, actor, request, carrier, reason, changedOf.get(id) ?? [])
    else if (changedOf.has(id)) await touchRequest(tx, actor, request)
  }
  return { verdicts, sent: [...sent] }
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
