import { type Carrier, normalizeTrackingNumber } from '#contract/tracking-number'
import type { Tx } from '#server/platform/db'
import { invalidField, refuse } from '#server/platform/refusal'
import { boxesOf, isHere, writeTrackings } from './purchase-request.boxes.ts'

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
  const boxes = await boxesOf(tx, request.id)
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
  const isChanged = await writeTrackings(tx, request.id, numbers)
  return { isChanged, isNumbered: [...numbers.values()].some((number) => number !== '') }
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
