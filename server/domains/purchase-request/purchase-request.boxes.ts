import { randomInt } from 'node:crypto'
import { type Selectable, sql } from 'kysely'
import { trackingUrl } from '#contract/tracking-number'
import type { Actor } from '#server/platform/actor'
import type { Db, Tx } from '#server/platform/db'
import type { request_box } from '#server/platform/db-types'
import type { ParcelRow } from './purchase-request.queries.ts'

export type BoxRecord = Omit<Selectable<request_box>, 'request_id'>
type Carrier = ParcelRow['carrier']

const codeLetters = '23456789ABCDEFGHJKMNPQRSTUVWXYZ'
export function newBoxCode(): string {
  return `OKB-${Array.from({ length: 12 }, () => codeLetters[randomInt(codeLetters.length)]).join('')}`
}

/** Call with the request locked when the boxes are to be changed. */
export async function boxesOf(db: Db, requestId: number): Promise<BoxRecord[]> {
  return db
    .selectFrom('request_box')
    .select(['seq', 'box_code', 'tracking_number', 'arrived_at', 'item_count', 'weight_g'])
    .select(['counted_with', 'given_up_at'])
    .where('request_id', '=', requestId)
    .orderBy('seq')
    .execute()
}

export async function insertBoxes(tx: Tx, requestId: number, from: number, to: number): Promise<void> {
  if (from > to) return
  const rows = Array.from({ length: to - from + 1 }, (_, index) => ({
    request_id: requestId,
    seq: from + index,
    box_code: newBoxCode(),
  }))
  await tx.insertInto('request_box').values(rows).execute()
}

/** Before sending. Boxes that stay keep their codes, because their slips may be printed. */
export async function resizeBoxes(tx: Tx, requestId: number, before: number, after: number): Promise<void> {
  await insertBoxes(tx, requestId, before + 1, after)
  await tx.deleteFrom('request_box').where('request_id', '=', requestId).where('seq', '>', after).execute()
}

/** Returns whether a number changed. */
export async function writeTrackings(
  tx: Tx,
  requestId: number,
  trackings: ReadonlyMap<number, string>,
): Promise<boolean> {
  const { rows } = await sql`
    update request_box b set tracking_number = t.number
    from unnest(${[...trackings.keys()]}::int[], ${[...trackings.values()]}::text[]) as t (seq, number)
    where b.request_id = ${requestId} and b.seq = t.seq and b.tracking_number <> t.number
    returning b.seq`.execute(tx)
  return rows.length > 0
}

export interface Counted {
  item_count: number
  weight_g: number | null
}

/** Several boxes counted together have one count, on the first of them. */
export async function writeArrival(
  tx: Tx,
  actor: Actor,
  requestId: number,
  boxes: readonly BoxRecord[],
  counted: Counted,
): Promise<void> {
  const [first, ...others] = boxes
  if (!first) return
  const at = { arrived_at: actor.at.toISOString(), given_up_at: null }
  await tx
    .updateTable('request_box')
    .set({ ...at, ...counted })
    .where('request_id', '=', requestId)
    .where('seq', '=', first.seq)
    .execute()
  if (others.length === 0) return
  await tx
    .updateTable('request_box')
    .set({ ...at, counted_with: first.seq })
    .where('request_id', '=', requestId)
    .where(
      'seq',
      'in',
      others.map(({ seq }) => seq),
    )
    .execute()
}

export async function giveUpBoxes(tx: Tx, actor: Actor, requestId: number): Promise<void> {
  await tx
    .updateTable('request_box')
    .set({ given_up_at: actor.at.toISOString() })
    .where('request_id', '=', requestId)
    .where('arrived_at', 'is', null)
    .execute()
}

/** `boxes` of the contract. */
export const boxShown = (carrier: Carrier | null) => (box: BoxRecord) => ({
  seq: box.seq,
  box_code: box.box_code,
  tracking_number: box.tracking_number,
  tracking_url: carrier && box.tracking_number ? trackingUrl(carrier, box.tracking_number) : null,
  arrived_at: box.arrived_at,
  item_count: box.item_count,
  weight_g: box.weight_g,
  counted_with: box.counted_with,
  given_up_at: box.given_up_at,
})

export const isHere = ({ arrived_at }: Pick<BoxRecord, 'arrived_at'>): boolean => arrived_at !== null
