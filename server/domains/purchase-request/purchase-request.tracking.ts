import type { CallBody } from '#contract/call'
import type { purchaseRequestCalls } from '#contract/purchase-request'
import { type Carrier, normalizeTrackingNumber, usualCarrier } from '#contract/tracking-number'
import { type Activity, recordActivity } from '#server/domains/activity/activity.service'
import type { BusinessActor } from '#server/platform/actor'
import type { Tx } from '#server/platform/db'
import { invalidField, refuse } from '#server/platform/refusal'
import { type BoxNumber, type BoxRecord, boxesOf, isHere, writeTrackings } from './purchase-request.boxes.ts'
import { touchRequest } from './purchase-request.move.ts'
import type { RequestRecord } from './purchase-request.queries.ts'

/** By box; the specification's single number is the first box's. */
export function trackingsOf(
  first: string | null | undefined,
  others: readonly { box: number; tracking_number: string }[] | undefined,
): Map<number, string> {
  return new Map([
    ...(first ? [[1, first] as const] : []),
    ...(others ?? []).map(({ box, tracking_number }) => [box, tracking_number] as const),
  ])
}

/** Call with the request locked. `isNumbered`: at least one of the numbers is not blank. */
export async function writeTrackingsOf(
  tx: Tx,
  request: { id: number },
  carrier: Carrier,
  trackings: ReadonlyMap<number, string>,
): Promise<{ isChanged: boolean; isNumbered: boolean }> {
  if (trackings.size === 0) return { isChanged: false, isNumbered: false }
  const numbers = checkedNumbers(await boxesOf(tx, request.id), carrier, trackings)
  const changed = await writeTrackings(tx, boxNumbersOf(request.id, numbers))
  return { isChanged: changed.size > 0, isNumbered: [...numbers.values()].some((number) => number !== '') }
}

export const boxNumbersOf = (request: number, numbers: ReadonlyMap<number, string>): BoxNumber[] =>
  Array.from(numbers, ([seq, number]) => ({ request, seq, number }))

/** The numbers by box as they are stored, or a refusal. */
export function checkedNumbers(
  boxes: readonly BoxRecord[],
  carrier: Carrier,
  trackings: ReadonlyMap<number, string>,
): Map<number, string> {
  const numbers = new Map<number, string>()
  for (const [seq, text] of trackings) {
    const box = boxes.find((each) => each.seq === seq)
    if (!box) throw invalidField('trackings', `${seq}箱目はありません。`)
    const number = trackingNumberOf(carrier, text, boxes.length > 1 ? `${seq}箱目: ` : '')
    if (isHere(box) && number !== box.tracking_number) {
      throw refuse('not_editable', { message: `${seq}箱目はもう届いています。` })
    }
    numbers.set(seq, number)
  }
  refuseRepeated(boxes, numbers)
  return numbers
}

/** Blank stays blank; `prefix` says in a refusal whose number it is. */
export function trackingNumberOf(carrier: Carrier, text: string, prefix = ''): string {
  if (text.trim() === '') return ''
  const tracking = normalizeTrackingNumber(carrier, text)
  if (!tracking.ok) throw invalidField('tracking_number', prefix + tracking.message)
  return tracking.number
}

/** Each box has its own slip. */
function refuseRepeated(
  boxes: readonly { seq: number; tracking_number: string }[],
  numbers: ReadonlyMap<number, string>,
): void {
  const all = boxes
    .map(({ seq, tracking_number }) => numbers.get(seq) ?? tracking_number)
    .filter((number) => number !== '')
  if (new Set(all).size < all.length) {
    throw invalidField('tracking_number', '同じ送り状番号があります。箱ごとに別の番号です。')
  }
}

export async function writeOutbound(
  tx: Tx,
  actor: BusinessActor,
  request: RequestRecord,
  input: Pick<CallBody<typeof purchaseRequestCalls.move>, 'tracking_number' | 'trackings'>,
): Promise<void> {
  const trackings = trackingsOf(input.tracking_number, input.trackings)
  const numbers = async () => (await boxesOf(tx, request.id)).map((box) => box.tracking_number)
  const before = await numbers()
  const { isChanged } = await writeTrackingsOf(tx, request, request.carrier ?? usualCarrier, trackings)
  if (!isChanged) return
  await touchRequest(tx, actor, request)
  await recordActivity(tx, actor, numbersRecorded(request, before, await numbers()))
}

export const numbersRecorded = (
  { id }: RequestRecord,
  before: readonly string[],
  after: readonly string[],
): Activity => ({
  action: 'request.update',
  object_type: 'request',
  object_id: id,
  detail: {
    fields: ['tracking_number'],
    before: { tracking_number: before },
    after: { tracking_number: after },
  },
})
