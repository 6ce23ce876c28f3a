// Numbers of many pickups at once, as a carrier's file brings them.

import { requestStatus as S } from '#contract/lifecycle'
import { usualCarrier } from '#contract/tracking-number'
import { recordActivities } from '#server/domains/activity/activity.service'
import type { BusinessActor } from '#server/platform/actor'
import type { Tx } from '#server/platform/db'
import { bookShipment } from './purchase-request.biz.ts'
import { boxesOfMany, writeTrackings } from './purchase-request.boxes.ts'
import { touchRequest } from './purchase-request.move.ts'
import type { RequestRecord } from './purchase-request.queries.ts'
import { boxNumbersOf, checkedNumbers, numbersRecorded } from './purchase-request.tracking.ts'

/** Numbers by box; a request that was not booked yet is booked with them. Call with the requests locked. */
export async function writePickups(
  tx: Tx,
  actor: BusinessActor,
  pickups: ReadonlyMap<RequestRecord, ReadonlyMap<number, string>>,
  reason: string,
): Promise<void> {
  if (pickups.size === 0) return
  const boxes = await boxesOfMany(
    tx,
    Array.from(pickups.keys(), ({ id }) => id),
  )
  const numbered = Array.from(pickups, ([request, trackings]) => {
    const before = boxes.get(request.id) ?? []
    const numbers = checkedNumbers(before, request.carrier ?? usualCarrier, trackings)
    const after = before.map((box) => numbers.get(box.seq) ?? box.tracking_number)
    return { request, numbers, before: before.map((box) => box.tracking_number), after }
  })
  const changed = await writeTrackings(
    tx,
    numbered.flatMap(({ request, numbers }) => boxNumbersOf(request.id, numbers)),
  )
  const those = numbered.filter(({ request }) => changed.has(request.id))
  await recordActivities(
    tx,
    actor,
    those.map(({ request, before, after }) => numbersRecorded(request, before, after)),
  )
  for (const { request } of numbered) {
    if (request.status === S.APPLIED) await bookShipment(tx, actor, request, reason)
    else if (changed.has(request.id)) await touchRequest(tx, actor, request)
  }
}
