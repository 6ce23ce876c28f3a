import { sql } from 'kysely'
import type { CallBody, CallQuery } from '#contract/call'
import type { custodyCalls } from '#contract/custody'
import { isGoneItem } from '#server/domains/item/item.predicates'
import type { BusinessActor } from '#server/platform/actor'
import { type Db, inTransaction, type Tx } from '#server/platform/db'
import { inTransactionOnce, type Once } from '#server/platform/idempotency'
import { type Paged, paginate } from '#server/platform/paging'
import { notFound, unknownKey } from '#server/platform/refusal'
import { type CountLineRow, countCounts, countLines, countRows } from './count.queries.ts'
import { boxRows, holdsArticles, itemRows, placeRows, type ThingRow } from './custody.queries.ts'
import { carried, isAt, keyOf, requireHere, shownPlaced, thingsOf } from './custody.service.ts'
import { lockRequests, writeHandover } from './handover.service.ts'

/** Everything recorded at a place; emptied boxes and what is recycled or with the police are not looked for. */
async function recordedAt(db: Db, actor: BusinessActor, place: number): Promise<ThingRow[]> {
  return [
    ...(await boxRows(db, actor, sql`c.place_id = ${place} and ${holdsArticles}`)),
    ...(await itemRows(db, actor, sql`c.place_id = ${place} and not ${isGoneItem('i')}`)),
  ]
}

export async function contentsOf(db: Db, actor: BusinessActor, id: number) {
  const [place] = await placeRows(db, actor, { id, all: true })
  if (!place) throw notFound()
  return (await recordedAt(db, actor, id)).map(shownPlaced)
}

function differences(
  place: number,
  expected: readonly ThingRow[],
  found: readonly ThingRow[],
  withBoxes: boolean,
) {
  const seen = new Set(found.map(keyOf))
  const boxed = new Set(
    withBoxes ? found.flatMap((one) => (one.item === null && one.place === place ? [one.request] : [])) : [],
  )
  const known = new Set(expected.map(keyOf))
  return {
    missing: expected.filter(
      (one) => !seen.has(keyOf(one)) && !(one.item !== null && boxed.has(one.request)),
    ),
    extra: found.filter((one) => !known.has(keyOf(one)) && one.place !== place),
  }
}

/** A snapshot: whoever moves something meanwhile is before or after it. */
export async function recordCount(
  db: Db,
  actor: BusinessActor,
  { place, codes, with_boxes }: CallBody<typeof custodyCalls.count>,
  once: Once,
) {
  const { id } = await inTransactionOnce(db, actor, once, async (tx) => {
    const [known] = await placeRows(tx, actor, { id: place })
    if (!known) throw unknownKey('place', place)
    const found = await thingsOf(tx, actor, codes)
    requireHere(found)
    const expected = await recordedAt(tx, actor, place)
    const { missing, extra } = differences(place, expected, found, with_boxes)
    const count = await tx
      .insertInto('custody_count')
      .values({
        company_id: actor.company_id,
        place_id: place,
        by_id: actor.business_user_id,
        at: actor.at.toISOString(),
        with_boxes,
        expected: expected.length,
        found: expected.length - missing.length + extra.length,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await writeLines(tx, count.id, missing, extra)
    return count
  })
  return countOf(db, actor, id)
}

async function writeLines(
  tx: Tx,
  count: number,
  missing: readonly ThingRow[],
  extra: readonly ThingRow[],
): Promise<void> {
  const line = (is_missing: boolean) => (thing: ThingRow) => ({
    request_id: thing.request,
    item_id: thing.item,
    box_seq: thing.box,
    is_missing,
    place_id: thing.place,
    holder_id: thing.holder,
  })
  const lines = [...missing.map(line(true)), ...extra.map(line(false))]
  // One parameter, however many lines: a shelf holds thousands.
  await sql`
    insert into custody_count_line (count_id, request_id, item_id, box_seq, is_missing, place_id, holder_id)
    select ${count}::bigint, l.* from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb)
      as l(request_id bigint, item_id bigint, box_seq smallint, is_missing boolean, place_id bigint, holder_id bigint)`.execute(
    tx,
  )
}

const shownLine = ({ is_missing, is_settled, recorded, ...thing }: CountLineRow) => ({
  ...shownPlaced(thing),
  is_missing,
  is_settled,
  recorded,
})

export async function countOf(db: Db, actor: BusinessActor, id: number) {
  const [count] = await countRows(db, actor, { id })
  if (!count) throw notFound()
  return { ...count, lines: (await countLines(db, actor, id)).map(shownLine) }
}

export const isCountOf = async (db: Db, actor: BusinessActor, id: number): Promise<boolean> =>
  (await countRows(db, actor, { id })).length > 0

export function listCounts(
  db: Db,
  actor: BusinessActor,
  query: CallQuery<typeof custodyCalls.counts> & Paged,
) {
  return paginate(
    query,
    () => countCounts(db, actor, query.place),
    (window) => countRows(db, actor, { place: query.place, window }),
  )
}

/** Records at the place of the count what was found there and is recorded elsewhere still. */
export async function settleCount(db: Db, actor: BusinessActor, id: number) {
  await inTransaction(db, async (tx) => {
    const [count] = await countRows(tx, actor, { id })
    if (!count) throw notFound()
    const requests = (await countLines(tx, actor, id)).map(({ request }) => request)
    await lockRequests(tx, requests)
    const lines = await countLines(tx, actor, id)
    const to = { place: count.place, holder: null }
    // Where it was found counts only as long as nobody has moved it since.
    const found = lines.filter(
      (line) => !line.is_missing && !line.is_settled && line.is_here && !isAt(line, to),
    )
    const inside = count.with_boxes ? await carried(tx, actor, found) : []
    await writeHandover(
      tx,
      actor,
      'count',
      [...found, ...inside.filter((thing) => !isAt(thing, to))].map((thing) => ({ ...thing, to })),
    )
  })
  return countOf(db, actor, id)
}
