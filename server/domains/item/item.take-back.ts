import { sql } from 'kysely'
import type { CallBody } from '#contract/call'
import type { itemCalls } from '#contract/item'
import { itemStatus as I, isUndecided } from '#contract/lifecycle'
import { recordActivity } from '#server/domains/activity/activity.service'
import { recordTakenBack } from '#server/domains/custody/handover.service'
import { isRequestHeld } from '#server/domains/hold/hold.service'
import { setArrivedItems } from '#server/domains/purchase-request/purchase-request.move'
import type { BusinessActor } from '#server/platform/actor'
import type { Tx } from '#server/platform/db'
import { refuse, staleVersion } from '#server/platform/refusal'
import { selectRows } from '#server/platform/statement'
import type { Tools } from '#server/platform/tools'
import { lockForWriting } from './item.assess.ts'
import type { ItemRecord } from './item.queries.ts'
import { countOfItems, getItem, writeItemHistory } from './item.service.ts'

/** A copy made by mistake leaves its box before anybody outside has read of it. Its records stay; it returns to no list. */
export async function takeBackItem(
  tx: Tx,
  actor: BusinessActor,
  slug: string,
  input: CallBody<typeof itemCalls.takeBack>,
  tools: Pick<Tools, 'keys'>,
) {
  const item = await lockForWriting(tx, actor, slug)
  if (input.version !== item.version) throw staleVersion(await getItem(tx, actor, slug, tools))
  await refuseKept(tx, item)
  await recordTakenBack(tx, actor, item.id)
  await writeItemHistory(
    tx,
    actor,
    [{ id: item.id, from: item.status, to: item.status, price: null }],
    `取り消しました: ${input.reason}`,
  )
  await tx
    .insertInto('taken_back_item')
    .values({
      item_id: item.id,
      request_id: item.request,
      seq: item.seq,
      reason: input.reason,
      by_id: actor.business_user_id,
      at: actor.at.toISOString(),
    })
    .execute()
  await tx
    .updateTable('purchase_item')
    .set({ request_id: null, version: sql`version + 1`, updated_at: actor.at.toISOString() })
    .where('id', '=', item.id)
    .execute()
  await tellOrigin(tx, actor, item, input.reason)
  const count = await countOfItems(tx, item.request)
  await setArrivedItems(tx, item.request, count)
  await recordActivity(tx, actor, {
    action: 'item.take_back',
    object_type: 'item',
    object_id: item.id,
    detail: { seq: item.seq, reason: input.reason },
  })
  return { item_count: count }
}

async function refuseKept(tx: Tx, item: ItemRecord): Promise<void> {
  if (!isUndecided(item.request_status) || item.status > I.NOT_BUYABLE) throw refuse('illegal_transition')
  if (item.is_held || (await isRequestHeld(tx, item.request))) throw refuse('held')
  const [found] = await selectRows<{ photos: boolean; offered: boolean; hits: boolean }>(
    tx,
    sql`select exists (select from item_photo where item_id = ${item.id}) as photos,
      exists (select from offer where request_id = ${item.request}
        and snapshot @> jsonb_build_array(jsonb_build_object('slug', ${item.slug}::text))) as offered,
      exists (select from stolen_notice_match where item_id = ${item.id} and state <> 'dismissed') as hits`,
  )
  const kept =
    item.origin_id === null
      ? '受け取りで数えた商品は取り消せません。取り消せるのは、査定で複製した商品と分けた商品です。'
      : item.disposed_at !== null || found?.offered
        ? 'お客さまに結果をお知らせした商品は取り消せません。'
        : found?.hits
          ? '品触れと照合中の商品は取り消せません。先に照合を済ませてください。'
          : found?.photos
            ? '写真のある商品は取り消せません。別の商品の写真なら、先に消してください。'
            : undefined
  if (kept) throw refuse('guard_failed', { message: kept })
}

/** Records it in the history of the article it was copied from. */
async function tellOrigin(tx: Tx, actor: BusinessActor, item: ItemRecord, reason: string): Promise<void> {
  const origin = await tx
    .selectFrom('purchase_item')
    .select(['id', 'status'])
    .where('id', '=', item.origin_id)
    .executeTakeFirst()
  if (!origin) return
  const line = { id: origin.id, from: origin.status, to: origin.status, price: null }
  await writeItemHistory(tx, actor, [line], `${item.seq}点目を取り消しました: ${reason}`)
}
