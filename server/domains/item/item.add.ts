import { sql } from 'kysely'
import { itemStatus as I, isUndecided, requestStatus as S } from '#contract/lifecycle'
import { recordActivity } from '#server/domains/activity/activity.service'
import { currentBrand } from '#server/domains/catalogue/catalogue.service'
import { recordFound, requireRightPlace } from '#server/domains/custody/handover.service'
import { isRequestHeld } from '#server/domains/hold/hold.service'
import {
  lockRequest,
  type RequestRecord,
  setArrivedItems,
} from '#server/domains/purchase-request/purchase-request.move'
import { compareItems } from '#server/domains/stolen-notice/compare.service'
import type { BusinessActor } from '#server/platform/actor'
import type { Tx } from '#server/platform/db'
import { notFound, refuse, unknownKey } from '#server/platform/refusal'
import type { Tools } from '#server/platform/tools'
import { addItems, countOfItems, getItem, lastSeq } from './item.service.ts'

/** A copy lies where its origin does, so that must be where articles are assessed. */
export async function addItem(
  tx: Tx,
  actor: BusinessActor,
  requestId: number,
  input: { name?: string | undefined; copy_of?: string | null | undefined },
  tools: Pick<Tools, 'keys'>,
) {
  const request = await lockRequest(tx, actor, requestId)
  if (!request) throw notFound()
  const origin = input.copy_of ? await originOf(tx, input.copy_of, requestId) : undefined
  const item = await addLocked(tx, actor, request, {
    name: input.name ?? '',
    origin: origin?.id,
    reason: origin ? `${origin.seq}点目と同じ内容で足しました` : '',
  })
  if (origin) {
    await requireRightPlace(tx, 'assess', [origin.id])
    await copyFields(tx, actor, origin.id, item.id)
  }
  await recordActivity(tx, actor, { action: 'item.add', object_type: 'item', object_id: item.id })
  return getItem(tx, actor, item.slug, tools)
}

async function originOf(tx: Tx, slug: string, requestId: number): Promise<{ id: number; seq: number }> {
  const origin = await tx
    .selectFrom('purchase_item')
    .select(['id', 'seq'])
    .where('slug', '=', slug)
    .where('request_id', '=', requestId)
    .executeTakeFirst()
  if (!origin) throw unknownKey('copy_of', slug)
  return origin
}

/** Call with the request locked. The count of what arrived grows with it. */
export async function addLocked(
  tx: Tx,
  actor: BusinessActor,
  request: RequestRecord,
  { name, reason, origin }: { name: string; reason: string; origin: number | undefined },
): Promise<{ id: number; slug: string; seq: number }> {
  if (!isUndecided(request.status)) throw refuse('illegal_transition')
  if (await isRequestHeld(tx, request.id)) throw refuse('held')
  // Counted under the lock, so that numbers stay unique.
  const seq = (await lastSeq(tx, request.id)) + 1
  const status = request.status === S.ARRIVED ? I.RECEIVED : I.ASSESSING
  const [item] = await addItems(tx, actor, request, [{ seq, name, origin }], status, reason)
  if (!item) throw new Error('no item was made')
  await setArrivedItems(tx, request.id, await countOfItems(tx, request.id))
  await recordFound(tx, actor, request.id, item.id, origin)
  return { ...item, seq }
}

/** What describes the article; neither its price nor what is true of one piece alone. */
export async function copyFields(tx: Tx, actor: BusinessActor, from: number, to: number): Promise<void> {
  const { rows } = await sql<{ brand: number | null }>`
    select brand_id as brand from purchase_item where id = ${from}`.execute(tx)
  // Not a brand that is being merged: its articles have been looked up already.
  const brand = typeof rows[0]?.brand === 'number' ? await currentBrand(tx, rows[0].brand) : null
  await sql`update purchase_item t set name = f.name, name_folded = f.name_folded, brand_id = ${brand}::bigint, category_id = f.category_id,
      gender = f.gender, color = f.color, material = f.material, size = f.size
    from purchase_item f where f.id = ${from} and t.id = ${to}`.execute(tx)
  await compareItems(tx, actor, [to])
}
