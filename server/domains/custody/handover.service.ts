import { sql } from 'kysely'
import type { handoverKindLabel } from '#contract/custody'
import type { BusinessActor, SystemActor } from '#server/platform/actor'
import type { Db, Tx } from '#server/platform/db'
import { invalidField, refuse } from '#server/platform/refusal'
import { arrivalPlace, recordedItems } from './custody.queries.ts'
import { actOfMove, isWrongPlace, type PlaceAct, wrongPlaceMessage } from './custody.rules.ts'

export interface Target {
  place: number | null
  holder: number | null
}

interface Line extends Target {
  request: number
  item: number | null
  box: number | null
  to: Target
}

/** Positions are changed only under the lock of their request. */
export async function lockRequests(tx: Tx, ids: readonly number[]): Promise<void> {
  await sql`select from purchase_request where id = any(${ids}::bigint[]) order by id for update`.execute(tx)
}

/** A place that is taken out of use meanwhile waits for this, or refuses it. */
async function requireUsable(tx: Tx, places: readonly number[]): Promise<void> {
  const rows = await tx
    .selectFrom('custody_place')
    .select('is_active')
    .where('id', '=', sql<number>`any(${places}::bigint[])`)
    .orderBy('id')
    .forShare()
    .execute()
  if (rows.some(({ is_active }) => !is_active))
    throw invalidField('target', 'この置き場は、使用を停止しています。')
}

/** `place` and `holder` of a line: where it was. Returns null when there is nothing to record. */
export async function writeHandover(
  tx: Tx,
  actor: BusinessActor,
  kind: keyof typeof handoverKindLabel,
  lines: readonly Line[],
  undoes: number | null = null,
): Promise<number | null> {
  if (lines.length === 0) return null
  await requireUsable(
    tx,
    lines.flatMap(({ to }) => to.place ?? []),
  )
  return insertHandover(tx, actor, { kind, company_id: actor.company_id, undoes_id: undoes }, lines)
}

async function insertHandover(
  tx: Tx,
  actor: BusinessActor | SystemActor,
  record: { kind: keyof typeof handoverKindLabel; company_id: number; undoes_id: number | null },
  lines: readonly Line[],
): Promise<number> {
  const { id } = await tx
    .insertInto('custody_handover')
    .values({
      ...record,
      by_id: actor.kind === 'business' ? actor.business_user_id : null,
      at: actor.at.toISOString(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const rows = lines.map(({ request, item, box, place, holder, to }) => ({
    ...{ request_id: request, item_id: item, box_seq: box },
    ...{ from_place_id: place, from_holder_id: holder, to_place_id: to.place, to_holder_id: to.holder },
  }))
  // One parameter, however many lines: boxes take their articles along.
  await sql`
    insert into custody_line (handover_id, request_id, item_id, box_seq, from_place_id, from_holder_id, to_place_id, to_holder_id)
    select ${id}::bigint, l.* from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as l(request_id bigint, item_id bigint, box_seq smallint, from_place_id bigint, from_holder_id bigint, to_place_id bigint, to_holder_id bigint)`.execute(
    tx,
  )
  await writePositions(tx, id)
  return id
}

async function writePositions(tx: Tx, handover: number): Promise<void> {
  for (const [which, conflict] of [
    [sql`item_id is not null`, sql`(item_id)`],
    [sql`item_id is null`, sql`(request_id, box_seq)`],
  ])
    await sql`
      insert into custody_position (request_id, item_id, box_seq, place_id, holder_id, handover_id)
      select request_id, item_id, box_seq, to_place_id, to_holder_id, handover_id
      from custody_line where handover_id = ${handover} and ${which} order by id
      on conflict ${conflict} do update
      set place_id = excluded.place_id, holder_id = excluded.holder_id, handover_id = excluded.handover_id`.execute(
      tx,
    )
}

/** Under the lock of the request. A shop without a place for arrivals records nothing. */
export async function recordArrival(
  tx: Tx,
  actor: BusinessActor,
  request: { id: number; shop_id: number },
  arrived: { boxes: readonly number[]; items: readonly number[] },
): Promise<void> {
  const place = await arrivalPlace(tx, request.shop_id)
  if (place === null) return
  const nowhere = { request: request.id, place: null, holder: null, to: { place, holder: null } }
  await writeHandover(tx, actor, 'arrival', [
    ...arrived.boxes.map((box) => ({ ...nowhere, box, item: null })),
    ...arrived.items.map((item) => ({ ...nowhere, item, box: null })),
  ])
}

/** An article that is found while assessing lies beside the one it came from, or else with the last box of its request. */
export async function recordFound(
  tx: Tx,
  actor: BusinessActor,
  request: number,
  item: number,
  origin: number | undefined,
): Promise<void> {
  const beside = await tx
    .selectFrom('custody_position')
    .leftJoin('custody_place', 'custody_place.id', 'custody_position.place_id')
    .select(['place_id as place', 'holder_id as holder'])
    .where(sql<boolean>`coalesce(custody_place.is_active, true)`)
    .where('request_id', '=', request)
    .where('item_id', origin === undefined ? 'is' : '=', origin ?? null)
    .where(sql<boolean>`coalesce(place_id, holder_id) is not null`)
    .orderBy('box_seq', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!beside) return
  const nowhere = { request, item, box: null, place: null, holder: null }
  await writeHandover(tx, actor, 'arrival', [{ ...nowhere, to: beside }])
}

/** Articles that left the house are looked for nowhere. Under the lock of the request. */
export const recordSent = (tx: Tx, actor: BusinessActor, items: readonly number[]): Promise<void> =>
  recordGone(tx, actor, 'sent', items)

/** So is one that was recorded by mistake. Under the lock of the request. */
export const recordTakenBack = (tx: Tx, actor: BusinessActor, item: number): Promise<void> =>
  recordGone(tx, actor, 'taken_back', [item])

/** So is one that somebody bought, also through a channel outside. Under the lock of the request. */
export async function recordSold(
  tx: Tx,
  actor: BusinessActor | SystemActor,
  { item, company_id }: { item: number; company_id: number },
): Promise<void> {
  const here = await positionsOf(tx, [item])
  if (here.length === 0) return
  const gone = { place: null, holder: null }
  await insertHandover(
    tx,
    actor,
    { kind: 'sold', company_id, undoes_id: null },
    here.map((line) => ({ ...line, to: gone })),
  )
}

/** It never left: back to where it was, unless that place is out of use. Under the lock of the request. */
export async function undoSold(
  tx: Tx,
  actor: BusinessActor | SystemActor,
  { item, company_id }: { item: number; company_id: number },
): Promise<void> {
  const [sold] = await tx
    .selectFrom('custody_position as c')
    .innerJoin('custody_handover as h', 'h.id', 'c.handover_id')
    .innerJoin('custody_line as l', (join) =>
      join.onRef('l.handover_id', '=', 'h.id').onRef('l.item_id', '=', 'c.item_id'),
    )
    .leftJoin('custody_place as p', 'p.id', 'l.from_place_id')
    .select(['l.request_id as request', 'l.from_place_id as place', 'l.from_holder_id as holder', 'h.id'])
    .where('c.item_id', '=', item)
    .where('h.kind', '=', 'sold')
    .where(sql<boolean>`coalesce(p.is_active, true)`)
    .execute()
  if (!sold) return
  const { request, place, holder, id } = sold
  await insertHandover(tx, actor, { kind: 'undo', company_id, undoes_id: id }, [
    { request, item, box: null, place: null, holder: null, to: { place, holder } },
  ])
}

const positionsOf = (tx: Tx, items: readonly number[]) =>
  tx
    .selectFrom('custody_position')
    .select(['request_id as request', 'item_id as item', 'box_seq as box', 'place_id as place'])
    .select('holder_id as holder')
    .where('item_id', '=', sql<number>`any(${items}::bigint[])`)
    .where(sql<boolean>`coalesce(place_id, holder_id) is not null`)
    .orderBy('id')
    .execute()

async function recordGone(
  tx: Tx,
  actor: BusinessActor,
  kind: 'sent' | 'taken_back',
  items: readonly number[],
): Promise<void> {
  const here = await positionsOf(tx, items)
  const gone = { place: null, holder: null }
  await writeHandover(
    tx,
    actor,
    kind,
    here.map((line) => ({ ...line, to: gone })),
  )
}

/** Articles without a recorded place are not refused. */
export async function requireRightPlace(db: Db, act: PlaceAct, items: readonly number[]): Promise<void> {
  const wrong = (await recordedItems(db, items)).filter((item) => isWrongPlace(act, item))
  if (wrong.length > 0) throw refuse('wrong_place', { message: wrongPlaceMessage(act, wrong) })
}

export async function requirePlaceForMove(db: Db, to: number, items: readonly number[]): Promise<void> {
  const act = actOfMove(to)
  if (act) await requireRightPlace(db, act, items)
}
