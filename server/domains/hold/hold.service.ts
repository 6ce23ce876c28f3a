import { sql } from 'kysely'
import type * as z from 'zod'
import type { CallBody, CallQuery } from '#contract/call'
import type { HoldKind } from '#contract/codes'
import { tokyoDate } from '#contract/day'
import type { hold, holdCalls } from '#contract/hold'
import { nobodyElseSentence } from '#contract/second-person'
import { recordActivity } from '#server/domains/activity/activity.service'
import { requireSecondPerson, secondPersonsFor } from '#server/domains/company/second-person.service'
import { isOwnRequest } from '#server/domains/purchase-request/purchase-request.predicates'
import type { BusinessActor, SystemActor } from '#server/platform/actor'
import { type Db, inTransaction, type Tx } from '#server/platform/db'
import { addJob } from '#server/platform/jobs'
import { type Paged, paginate } from '#server/platform/paging'
import { invalidField, notFound, refuse } from '#server/platform/refusal'
import { type Part, selectRows } from '#server/platform/statement'
import {
  holds,
  isHoldOn,
  isItemOnHold,
  isItemSeized,
  isRequestOnHold,
  isSoldSeized,
} from './hold.predicates.ts'
import { countHolds, holdColumns, holdTables, listHolds } from './hold.queries.ts'

export interface HoldRow {
  id: number
  kind: HoldKind
  reason: string
  request: number
  item: number | null
  placed_by: string
  placed_at: string
  ordered_on: string | null
  until: string | null
  police_station: string
  reported_at: string | null
  reported_by: string
  report_number: string
  earlier_reports: z.output<typeof hold>['earlier_reports']
  first_release_by: string
  released_by: string
  released_at: string | null
  seizure: string
}

export function holdsJson(requestId: string): Part {
  return sql`coalesce((select jsonb_agg(to_jsonb(held) order by held.id desc)
    from (select ${holdColumns} from ${holdTables} where h.request_id = ${sql.ref(requestId)}) held), '[]')`
}

async function holdById(db: Db, holdId: number): Promise<HoldRow> {
  const [hold] = await selectRows<HoldRow>(
    db,
    sql`select ${holdColumns} from ${holdTables} where h.id = ${holdId}`,
  )
  if (!hold) throw new Error(`hold ${holdId} not found`)
  return hold
}

export async function isRequestHeld(db: Db, requestId: number): Promise<boolean> {
  const { rows } = await sql`select where ${isRequestOnHold(requestId)}`.execute(db)
  return rows.length > 0
}

export async function isSoldHandedOver(db: Db, requestId: number): Promise<boolean> {
  const { rows } = await sql`select where ${isSoldSeized(requestId)}`.execute(db)
  return rows.length > 0
}

/** Of the request, the articles that are with the police: they are not sent back. */
export async function seizedItems(db: Db, requestId: number): Promise<Set<number>> {
  const rows = await selectRows<{ id: number }>(
    db,
    sql`select i.id from purchase_item i where i.request_id = ${requestId} and ${isItemSeized('i')}`,
  )
  return new Set(rows.map(({ id }) => id))
}

export async function isAnyItemHeld(db: Db, itemIds: readonly number[]): Promise<boolean> {
  const { rows } = await sql`
    select from purchase_item i where i.id = any(${itemIds}::bigint[]) and ${isItemOnHold('i')} limit 1`.execute(
    db,
  )
  return rows.length > 0
}

export async function heldParts(db: Db, requestId: number): Promise<{ box: boolean; items: Set<number> }> {
  const holds = await db
    .selectFrom('hold')
    .select('item_id')
    .where('request_id', '=', requestId)
    .where(isHoldOn('hold'))
    .execute()
  return {
    box: holds.some(({ item_id }) => item_id === null),
    items: new Set(holds.flatMap(({ item_id }) => item_id ?? [])),
  }
}

export async function placeHold(
  tx: Tx,
  actor: BusinessActor | SystemActor,
  hold: {
    request_id: number
    company_id: number
    item_id: number | null
    kind: HoldKind
    reason: string
    ordered_on?: string
    until?: string
    police_station?: string
  },
): Promise<HoldRow> {
  const placed_by = actor.kind === 'business' ? actor.business_user_id : null
  const row = await tx
    .insertInto('hold')
    .values({ ...hold, placed_by, placed_at: actor.at.toISOString() })
    .returning('id')
    .executeTakeFirstOrThrow()
  await recordActivity(tx, actor, {
    action: 'hold.place',
    object_type: 'request',
    object_id: hold.request_id,
    detail: { kind: hold.kind },
  })
  await queueChange(tx, hold)
  return holdById(tx, row.id)
}

/** The second release, by another person, ends the hold; returns whether it did. */
export async function releaseHold(
  tx: Tx,
  actor: BusinessActor,
  holdId: number,
  input: { reason: string; seizure?: string | undefined },
): Promise<{ hold: HoldRow; ended: boolean }> {
  const row = await lockHold(tx, actor, holdId)
  if (!row) throw notFound()
  const done = async (ended: boolean) => ({
    hold: await holdById(tx, row.id),
    ended,
  })
  if (!holds(row)) return done(false)
  const at = actor.at.toISOString()
  const seizure = input.seizure ?? row.seizure
  const first = row.first_release_by
  const among = { shop: row.shop_id }
  const mayFollow = async (person: number) =>
    (await secondPersonsFor(tx, person, 'release', among)).length > 0
  // Both people must state the same seizure; a different one starts the release over. So does a first person for whom
  // nobody can be the second any more.
  if (first === null || seizure !== row.seizure || !(await mayFollow(first))) {
    if (!(await mayFollow(actor.business_user_id)))
      throw refuse('two_people_required', {
        message: `保留は2人で解除します。${nobodyElseSentence('release')}`,
      })
    await tx
      .updateTable('hold')
      .set({
        first_release_by: actor.business_user_id,
        first_release_at: at,
        first_release_reason: input.reason,
        seizure,
      })
      .where('id', '=', row.id)
      .execute()
    await recordActivity(tx, actor, {
      action: 'hold.first_release',
      object_type: 'request',
      object_id: row.request_id,
    })
    return done(false)
  }
  await requireSecondPerson(tx, first, actor, 'release', among)
  await tx
    .updateTable('hold')
    .set({ released_by: actor.business_user_id, released_at: at, release_reason: input.reason })
    .where('id', '=', row.id)
    .execute()
  await recordActivity(tx, actor, {
    action: 'hold.release',
    object_type: 'request',
    object_id: row.request_id,
  })
  await queueChange(tx, row)
  return done(true)
}

/** What is held is not on sale. */
const queueChange = (tx: Tx, { request_id, item_id }: { request_id: number; item_id: number | null }) =>
  addJob(tx, 'next-engine.change', item_id === null ? { request: request_id } : { items: [item_id] })

interface LockedHold {
  id: number
  kind: HoldKind
  request_id: number
  item_id: number | null
  shop_id: number
  seizure: string
  first_release_by: number | null
  released_at: string | null
}

export async function holdExists(db: Db, actor: BusinessActor, id: number): Promise<boolean> {
  const { rows } = await sql`select from hold h join purchase_request r on r.id = h.request_id
    where h.id = ${id} and ${isOwnRequest(actor, 'r')}`.execute(db)
  return rows.length > 0
}

/** The request's lock guards its holds, so it is taken first. */
async function lockHold(tx: Tx, actor: BusinessActor, holdId: number): Promise<LockedHold | undefined> {
  await sql`
    select r.id from purchase_request r where r.id = (select h.request_id from hold h where h.id = ${holdId})
      and ${isOwnRequest(actor, 'r')} for update`.execute(tx)
  const { rows } = await sql<LockedHold>`
    select h.id, h.kind, h.request_id, h.item_id, r.shop_id, h.seizure, h.first_release_by, h.released_at from hold h join purchase_request r on r.id = h.request_id
    where h.id = ${holdId} and ${isOwnRequest(actor, 'r')}`.execute(tx)
  return rows[0]
}

export function listForStaff(
  db: Db,
  actor: BusinessActor,
  { view, ...query }: CallQuery<typeof holdCalls.list> & Paged,
) {
  const today = tokyoDate(actor.at)
  return paginate(
    query,
    () => countHolds(db, actor, today, view),
    (window) => listHolds(db, actor, today, view, window),
  )
}

/** Again with other words: corrects what was recorded; the earlier words stay. */
export async function recordReport(
  db: Db,
  actor: BusinessActor,
  holdId: number,
  input: CallBody<typeof holdCalls.report>,
): Promise<HoldRow> {
  return inTransaction(db, async (tx) => {
    const row = await lockHold(tx, actor, holdId)
    if (!row) throw notFound()
    if (row.kind === 'dispute')
      throw refuse('guard_failed', { message: 'お客さまとの確認のための保留に、届け出はありません。' })
    if (new Date(input.reported_at) > actor.at)
      throw invalidField('reported_at', 'いままでの日時を入力してください。')
    const words = {
      police_station: input.police_station,
      report_number: input.report_number ?? '',
      reported_at: new Date(input.reported_at).toISOString(),
    }
    if (!(await keepReport(tx, actor, row.id, words))) return holdById(tx, row.id)
    await tx
      .updateTable('hold')
      .set({ ...words, reported_by: actor.business_user_id })
      .where('id', '=', row.id)
      .execute()
    await recordActivity(tx, actor, {
      action: 'hold.report',
      object_type: 'request',
      object_id: row.request_id,
    })
    return holdById(tx, row.id)
  })
}

interface ReportWords {
  police_station: string
  report_number: string
  reported_at: string
}

/** False when the newest says the same: a repeated call changes nothing. */
async function keepReport(
  tx: Tx,
  actor: BusinessActor,
  holdId: number,
  words: ReportWords,
): Promise<boolean> {
  const { rows } = await sql`
    insert into hold_report (hold_id, police_station, report_number, reported_at, recorded_by, recorded_at)
    select ${holdId}, ${words.police_station}, ${words.report_number}, ${words.reported_at}, ${actor.business_user_id}, ${actor.at.toISOString()}
    where not exists (
      select from (select * from hold_report where hold_id = ${holdId} order by id desc limit 1) n
      where n.police_station = ${words.police_station} and n.report_number = ${words.report_number}
        and n.reported_at = ${words.reported_at}::timestamptz)
    returning id`.execute(tx)
  return rows.length === 1
}
