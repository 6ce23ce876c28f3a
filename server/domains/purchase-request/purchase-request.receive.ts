import type { CallBody } from '#contract/call'
import { itemStatus as I, isExpected, isUndecided, requestStatus as S } from '#contract/lifecycle'
import type { purchaseRequestCalls as calls } from '#contract/purchase-request'
import { recordArrival } from '#server/domains/custody/handover.service'
import { isRequestHeld } from '#server/domains/hold/hold.service'
import { addItems, countOfItems, lastSeq } from '#server/domains/item/item.service'
import type { BusinessActor } from '#server/platform/actor'
import { type Db, inTransaction, type Tx } from '#server/platform/db'
import { inTransactionOnce, type Once } from '#server/platform/idempotency'
import { addJob } from '#server/platform/jobs'
import { invalidField, notFound, refuse, staleVersion } from '#server/platform/refusal'
import type { Tools } from '#server/platform/tools'
import { type BoxRecord, boxesOf, giveUpBoxes, isHere, writeArrival } from './purchase-request.boxes.ts'
import { addArrivedNote, moveRequest, setArrivedItems, touchRequest } from './purchase-request.move.ts'
import { businessRequest } from './purchase-request.present.ts'
import { lockRequest, type RequestRecord } from './purchase-request.queries.ts'

type Input = CallBody<typeof calls.receive>

/** Idempotent by key. One row per item. The request arrives with its last box. */
export async function receiveBoxes(
  db: Db,
  actor: BusinessActor,
  id: number,
  input: Input,
  once: Once,
  tools: Tools,
) {
  await inTransactionOnce(db, actor, once, async (tx) => {
    const request = await lockRequest(tx, actor, id)
    if (!request) throw notFound()
    const boxes = await boxesOf(tx, id)
    const isLate = await requireReceivable(tx, request, boxes)
    if (input.version !== request.version) {
      throw staleVersion(await businessRequest(tx, actor, id, tools))
    }
    const counted = countedBoxes(boxes, input.box_numbers)
    await writeArrival(tx, actor, id, counted, {
      item_count: input.item_count,
      weight_g: input.weight_g ?? null,
    })
    if (input.note) await addArrivedNote(tx, request, input.note)
    const { total, items } = await addCounted(tx, actor, request, input.item_count)
    await recordArrival(tx, actor, request, { boxes: counted.map(({ seq }) => seq), items })
    if (isLate) {
      await setArrivedItems(tx, id, total, await weightHere(tx, id))
      await tellBoxes(tx, id)
    } else if (boxes.every((box) => isHere(box) || counted.includes(box))) {
      await arrive(tx, actor, request, { item_count: total })
    } else {
      await arriveInPart(tx, actor, request)
    }
    return { id }
  })
  return businessRequest(db, actor, id, tools)
}

/** Returns whether the box comes after the others were opened. */
async function requireReceivable(
  tx: Tx,
  request: RequestRecord,
  boxes: readonly BoxRecord[],
): Promise<boolean> {
  if (isExpected(request.status)) return false
  const isMissing = boxes.some((box) => !isHere(box))
  if (!isMissing) throw refuse('illegal_transition')
  if (!isUndecided(request.status)) {
    throw refuse('guard_failed', {
      message:
        '査定結果をお知らせしたあとに届いた箱です。結果を取り下げて「再査定」にすると受け取れます。お取引が終わっているときは、お客さまにご連絡ください。',
    })
  }
  if (await isRequestHeld(tx, request.id)) throw refuse('held')
  return true
}

function countedBoxes(boxes: readonly BoxRecord[], numbers: readonly number[] | undefined): BoxRecord[] {
  const missing = boxes.filter((box) => !isHere(box))
  if (!numbers) return missing
  const known = numbers.find((seq) => !missing.some((box) => box.seq === seq))
  if (known !== undefined) {
    const isKnown = boxes.some((box) => box.seq === known)
    throw invalidField(
      'box_numbers',
      isKnown ? `${known}箱目は受け取り済みです。` : `${known}箱目はありません。`,
    )
  }
  return missing.filter(({ seq }) => numbers.includes(seq))
}

/** Returns the new items, and how many the request has now. */
async function addCounted(
  tx: Tx,
  actor: BusinessActor,
  request: RequestRecord,
  count: number,
): Promise<{ total: number; items: number[] }> {
  const last = await lastSeq(tx, request.id)
  const isAssessing = isUndecided(request.status) && request.status !== S.ARRIVED
  const added = await addItems(
    tx,
    actor,
    request,
    Array.from({ length: count }, (_, index) => ({ seq: last + index + 1 })),
    isAssessing ? I.ASSESSING : I.RECEIVED,
  )
  return { total: await countOfItems(tx, request.id), items: added.map(({ id }) => id) }
}

async function sentOf(tx: Tx, actor: BusinessActor, request: RequestRecord): Promise<RequestRecord> {
  return request.status === S.APPLIED
    ? moveRequest(tx, actor, request, { to: S.AWAITING_SHIPMENT, isSilent: true })
    : request
}

/** Null when no box was weighed. */
async function weightHere(tx: Tx, requestId: number): Promise<number | null> {
  const boxes = await boxesOf(tx, requestId)
  return boxes.reduce((sum, { weight_g }) => sum + (weight_g ?? 0), 0) || null
}

type Arrival = { item_count: number; reason?: string }

async function arrive(tx: Tx, actor: BusinessActor, request: RequestRecord, arrival: Arrival): Promise<void> {
  await moveRequest(tx, actor, await sentOf(tx, actor, request), {
    to: S.ARRIVED,
    ...(arrival.reason && { reason: arrival.reason, isReasonPublic: true }),
    set: {
      arrived_at: actor.at.toISOString(),
      arrived_item_count: arrival.item_count,
      arrived_weight_g: await weightHere(tx, request.id),
    },
  })
}

/** On its way until the last box is here: the promise for the assessment runs from that day. */
async function arriveInPart(tx: Tx, actor: BusinessActor, request: RequestRecord): Promise<void> {
  if (request.status === S.IN_TRANSIT) await touchRequest(tx, actor, request)
  else {
    const sent = await sentOf(tx, actor, request)
    await moveRequest(tx, actor, sent, { to: S.IN_TRANSIT, isSilent: true })
  }
  await tellBoxes(tx, request.id)
}

async function tellBoxes(tx: Tx, request: number): Promise<void> {
  const here = (await boxesOf(tx, request)).filter(isHere).length
  await addJob(tx, 'notification.request_boxes', { request, here })
}

/** Goes on with what is here. A box that comes later is still received until a result is published. */
export async function giveUpMissing(
  db: Db,
  actor: BusinessActor,
  id: number,
  input: CallBody<typeof calls.giveUpBoxes>,
  tools: Tools,
) {
  const stale = await inTransaction(db, async (tx) => {
    const request = await lockRequest(tx, actor, id)
    if (!request) throw notFound()
    if (input.version !== request.version) return true
    if (request.status !== S.IN_TRANSIT) throw refuse('illegal_transition')
    const boxes = await boxesOf(tx, id)
    if (!boxes.some(isHere)) {
      throw refuse('guard_failed', { message: 'まだ1箱も届いていません。' })
    }
    await giveUpBoxes(tx, actor, id)
    await arrive(tx, actor, request, { item_count: await lastSeq(tx, id), reason: input.reason })
    return false
  })
  const shown = await businessRequest(db, actor, id, tools)
  if (stale) throw staleVersion(shown)
  return shown
}
