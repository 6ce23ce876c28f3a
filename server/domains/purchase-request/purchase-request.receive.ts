import { isExpected, requestStatus as S } from '#contract/lifecycle'
import { addItems } from '#server/domains/item/item.service'
import type { BusinessActor } from '#server/platform/actor'
import type { Db } from '#server/platform/db'
import { inTransactionOnce, type Once } from '#server/platform/idempotency'
import { notFound, refuse, staleVersion } from '#server/platform/refusal'
import type { Tools } from '#server/platform/tools'
import { moveRequest } from './purchase-request.move.ts'
import { businessRequest } from './purchase-request.present.ts'
import { lockRequest } from './purchase-request.queries.ts'

/** Idempotent by key. One row per item. */
export async function receiveBox(
  db: Db,
  actor: BusinessActor,
  id: number,
  input: {
    item_count: number
    weight_g?: number | null | undefined
    note?: string | undefined
    version: number
  },
  once: Once,
  tools: Tools,
) {
  await inTransactionOnce(db, actor, once, async (tx) => {
    const request = await lockRequest(tx, actor, id)
    if (!request) throw notFound()
    if (!isExpected(request.status)) throw refuse('illegal_transition')
    if (input.version !== request.version) {
      throw staleVersion(await businessRequest(tx, actor, id, tools))
    }
    const sent =
      request.status === S.APPLIED
        ? await moveRequest(tx, actor, request, { to: S.AWAITING_SHIPMENT })
        : request
    await moveRequest(tx, actor, sent, {
      to: S.ARRIVED,
      set: {
        arrived_at: actor.at.toISOString(),
        arrived_item_count: input.item_count,
        arrived_weight_g: input.weight_g ?? null,
        arrived_note: input.note ?? '',
      },
    })
    await addItems(
      tx,
      actor,
      request,
      Array.from({ length: input.item_count }, (_, index) => ({ seq: index + 1 })),
    )
    return { id }
  })
  return businessRequest(db, actor, id, tools)
}
