import { sql } from 'kysely'
import { recordActivity } from '#server/domains/activity/activity.service'
import { requireSecondPerson } from '#server/domains/company/second-person.service'
import { isOwnRequest } from '#server/domains/purchase-request/purchase-request.predicates'
import type { BusinessActor } from '#server/platform/actor'
import type { Db, Tx } from '#server/platform/db'
import { notFound } from '#server/platform/refusal'
import { type Part, selectRows } from '#server/platform/statement'
import { holds, isHoldOn, isItemOnHold, isRequestOnHold } from './hold.predicates.ts'

export interface HoldRow {
  id: number
  kind: 'police_order' | 'stolen_notice' | 'dispute'
  reason: string
  request: number
  item: number | null
  placed_by: string
  placed_at: string
  first_release_by: string
  released_by: string
  released_at: string | null
  seizure: string
}

const holdRows = sql`
    select h.id, h.kind, h.reason, h.request_id as request, h.item_id as item, coalesce(p.name, '') as placed_by, h.placed_at,
      coalesce(f.name, '') as first_release_by, coalesce(x.name, '') as released_by, h.released_at, h.seizure
    from hold h
    left join business_user p on p.id = h.placed_by
    left join business_user f on f.id = h.first_release_by
    left join business_user x on x.id = h.released_by`

export function holdsJson(requestId: string): Part {
  return sql`coalesce((select jsonb_agg(to_jsonb(held) order by held.id desc)
    from (${holdRows} where h.request_id = ${sql.ref(requestId)}) held), '[]')`
}

async function holdById(db: Db, holdId: number): Promise<HoldRow> {
  const [hold] = await selectRows<HoldRow>(db, sql`${holdRows} where h.id = ${holdId}`)
  if (!hold) throw new Error(`hold ${holdId} not found`)
  return hold
}

export async function isRequestHeld(db: Db, requestId: number): Promise<boolean> {
  const { rows } = await sql`select where ${isRequestOnHold(requestId)}`.execute(db)
  return rows.length > 0
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
  actor: BusinessActor,
  hold: {
    request_id: number
    company_id: number
    item_id: number | null
    kind: HoldRow['kind']
    reason: string
  },
): Promise<HoldRow> {
  const row = await tx
    .insertInto('hold')
    .values({ ...hold, placed_by: actor.business_user_id, placed_at: actor.at.toISOString() })
    .returning('id')
    .executeTakeFirstOrThrow()
  await recordActivity(tx, actor, {
    action: 'hold.place',
    object_type: 'request',
    object_id: hold.request_id,
    detail: { kind: hold.kind },
  })
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
  const seizure = input.seizure ? { seizure: input.seizure } : {}
  if (row.first_release_by === null) {
    await tx
      .updateTable('hold')
      .set({
        first_release_by: actor.business_user_id,
        first_release_at: at,
        first_release_reason: input.reason,
        ...seizure,
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
  await requireSecondPerson(tx, row.first_release_by, actor, 'release')
  await tx
    .updateTable('hold')
    .set({ released_by: actor.business_user_id, released_at: at, release_reason: input.reason, ...seizure })
    .where('id', '=', row.id)
    .execute()
  await recordActivity(tx, actor, {
    action: 'hold.release',
    object_type: 'request',
    object_id: row.request_id,
  })
  return done(true)
}

interface LockedHold {
  id: number
  request_id: number
  first_release_by: number | null
  released_at: string | null
}

/** The request's lock guards its holds, so it is taken first. */
async function lockHold(tx: Tx, actor: BusinessActor, holdId: number): Promise<LockedHold | undefined> {
  await sql`
    select r.id from purchase_request r where r.id = (select h.request_id from hold h where h.id = ${holdId})
      and ${isOwnRequest(actor, 'r')} for update`.execute(tx)
  const { rows } = await sql<LockedHold>`
    select h.id, h.request_id, h.first_release_by, h.released_at from hold h join purchase_request r on r.id = h.request_id
    where h.id = ${holdId} and ${isOwnRequest(actor, 'r')}`.execute(tx)
  return rows[0]
}
