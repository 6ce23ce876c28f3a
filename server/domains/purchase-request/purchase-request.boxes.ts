import { randomInt } from 'node:crypto'
import { type Selectable, sql } from 'kysely'
import { type Carrier, trackingUrl } from '#contract/tracking-number'
import type { Actor, BusinessActor } from '#server/platform/actor'
import type { Db, Tx } from '#server/platform/db'
import type { request_box } from '#server/platform/db-types'
import { type Part, selectRows } from '#server/platform/statement'

export type BoxRecord = Omit<Selectable<request_box>, 'request_id' | 'received_by'> & {
  received_by: string | null
}

const codeLetters = '23456789ABCDEFGHJKMNPQRSTUVWXYZ'
export function newBoxCode(): string {
  return `OKB-${Array.from({ length: 12 }, () => codeLetters[randomInt(codeLetters.length)]).join('')}`
}

const columns = sql`b.seq, b.box_code, b.tracking_number, b.arrived_at, b.item_count, b.weight_g,
  b.counted_with, b.given_up_at, b.picked_up_at, b.delivered_at, u.name as received_by`
const tables = sql`request_box b left join business_user u on u.id = b.received_by`

/** Call with the request locked when the boxes are to be changed. */
export const boxesOf = (db: Db, requestId: number): Promise<BoxRecord[]> =>
  selectRows<BoxRecord>(
    db,
    sql`select ${columns} from ${tables} where b.request_id = ${requestId} order by b.seq`,
  )

/** The same as part of a statement about requests. */
export const boxesJson = (requestId: string): Part =>
  sql`coalesce((select jsonb_agg(to_jsonb(box) order by box.seq)
    from (select ${columns} from ${tables} where b.request_id = ${sql.ref(requestId)}) box), '[]')`

export async function boxesOfMany(
  db: Db,
  requests: readonly number[],
): Promise<ReadonlyMap<number, BoxRecord[]>> {
  const rows = await selectRows<BoxRecord & { request_id: number }>(
    db,
    sql`select b.request_id, ${columns} from ${tables}
      where b.request_id = any(${requests}::bigint[]) order by b.seq`,
  )
  return Map.groupBy(rows, ({ request_id }) => request_id)
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

export interface BoxNumber {
  request: number
  seq: number
  number: string
}

/** Returns the requests of which a number changed. */
export async function writeTrackings(tx: Tx, numbers: readonly BoxNumber[]): Promise<ReadonlySet<number>> {
  const { rows } = await sql<{ request_id: number }>`
    update request_box b set tracking_number = t.number
    from unnest(${numbers.map(({ request }) => request)}::bigint[], ${numbers.map(({ seq }) => seq)}::int[],
      ${numbers.map(({ number }) => number)}::text[]) as t (request, seq, number)
    where b.request_id = t.request and b.seq = t.seq and b.tracking_number <> t.number
    returning b.request_id`.execute(tx)
  return new Set(rows.map(({ request_id }) => request_id))
}

interface DatedBox {
  request: number
  seq: number
  picked_up_at: string | null
  delivered_at: string | null
}

export async function writeCarrierDates(tx: Tx, boxes: readonly DatedBox[]): Promise<void> {
  if (boxes.length === 0) return
  await sql`
    update request_box b set picked_up_at = t.picked_up_at, delivered_at = t.delivered_at
    from unnest(${boxes.map(({ request }) => request)}::bigint[], ${boxes.map(({ seq }) => seq)}::int[],
      ${boxes.map((box) => box.picked_up_at)}::timestamptz[], ${boxes.map((box) => box.delivered_at)}::timestamptz[])
      as t (request, seq, picked_up_at, delivered_at)
    where b.request_id = t.request and b.seq = t.seq`.execute(tx)
}

export interface Counted {
  item_count: number
  weight_g: number | null
}

/** Several boxes counted together have one count, on the first of them. */
export async function writeArrival(
  tx: Tx,
  actor: BusinessActor,
  requestId: number,
  boxes: readonly BoxRecord[],
  counted: Counted,
): Promise<void> {
  const [first, ...others] = boxes
  if (!first) return
  const at = {
    arrived_at: actor.at.toISOString(),
    received_by: actor.business_user_id,
    given_up_at: null,
  }
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
  tracking_url: trackingUrl(carrier, box.tracking_number),
  picked_up_at: box.picked_up_at,
  delivered_at: box.delivered_at,
  arrived_at: box.arrived_at,
  item_count: box.item_count,
  weight_g: box.weight_g,
  counted_with: box.counted_with,
  given_up_at: box.given_up_at,
})

/** Staff are not named to customers. */
export const boxForStaff = (carrier: Carrier | null) => (box: BoxRecord) => ({
  ...boxShown(carrier)(box),
  received_by: box.received_by,
})

export const isHere = ({ arrived_at }: Pick<BoxRecord, 'arrived_at'>): boolean => arrived_at !== null
