import type { CallBody } from '#contract/call'
import type { itemCalls } from '#contract/item'
import { itemStatus as I } from '#contract/lifecycle'
import { recordActivity } from '#server/domains/activity/activity.service'
import { requireRightPlace } from '#server/domains/custody/handover.service'
import { lockRequest } from '#server/domains/purchase-request/purchase-request.move'
import type { BusinessActor } from '#server/platform/actor'
import type { Tx } from '#server/platform/db'
import { invalidField, notFound, refuse, staleVersion } from '#server/platform/refusal'
import type { Tools } from '#server/platform/tools'
import { addLocked, copyFields } from './item.add.ts'
import { lockForWriting, refuseFixed, write } from './item.assess.ts'
import { itemBySlug } from './item.queries.ts'
import { getItem, writeItemHistory } from './item.service.ts'

/** One article turns out to be two. Both are being assessed then, each with its own base price; returns the new one. */
export async function splitItem(
  tx: Tx,
  actor: BusinessActor,
  slug: string,
  input: CallBody<typeof itemCalls.split>,
  tools: Pick<Tools, 'keys'>,
) {
  const item = await lockForWriting(tx, actor, slug)
  if (input.version !== item.version) throw staleVersion(await getItem(tx, actor, slug, tools))
  refuseFixed(item)
  await requireRightPlace(tx, 'assess', [item.id])
  if (item.status === I.NOT_BUYABLE)
    throw refuse('guard_failed', {
      message: '買取不可の商品は分けられません。査定に戻してから分けてください。',
    })
  const deducted = item.deductions.reduce((sum, { amount }) => sum + amount, 0)
  if (deducted > input.base_price)
    throw invalidField('base_price', '減額の合計を下回っています。減額はもとの商品に残ります。')
  const request = await lockRequest(tx, actor, item.request)
  if (!request) throw notFound()
  const made = await addLocked(tx, actor, request, {
    name: '',
    origin: item.id,
    reason: `${item.seq}点目から分けました`,
  })
  await copyFields(tx, actor, item.id, made.id)
  const { version, base_price, other_base_price, name } = input
  const reopened = item.status === I.ASSESSED ? { status: I.ASSESSING } : {}
  await write(tx, actor, item, { version, base_price, ...reopened })
  const other = await itemBySlug(tx, actor, made.slug)
  if (!other) throw notFound()
  await write(tx, actor, other, {
    version: other.version,
    base_price: other_base_price,
    ...(name ? { name } : {}),
  })
  await writeItemHistory(
    tx,
    actor,
    [{ id: item.id, from: I.ASSESSING, to: I.ASSESSING, price: null }],
    `${made.seq}点目を分けました`,
  )
  await recordActivity(tx, actor, {
    action: 'item.split',
    object_type: 'item',
    object_id: item.id,
    detail: { amount: base_price, split_amount: other_base_price },
  })
  return getItem(tx, actor, made.slug, tools)
}
