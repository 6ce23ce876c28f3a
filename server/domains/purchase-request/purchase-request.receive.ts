import { sql } from 'kysely'
import { requestStatus as S } from '#contract/codes'
import { addItems } from '#server/domains/item/item.service'
import type { BusinessActor } from '#server/platform/actor'
import type { Db } from '#server/platform/db'
import { inTransactionOnce, type Once } from '#server/platform/idempotency'
import { notFound, refuse } from '#server/platform/refusal'
import { inScope } from '#server/platform/scope'
import type { Tools } from '#server/platform/tools'
import { moveRequest } from './purchase-request.move.ts'
import { businessRequest } from './purchase-request.present.ts'
import { lockRequest } from './purchase-request.queries.ts'

/** A box is received: counted, weighed, one row per article. Repeated with the same key: the same answer. */
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
    if (![S.APPLIED, S.AWAITING_SHIPMENT, S.IN_TRANSIT].includes(request.status as 0))
      throw refuse('illegal_transition')
    if (input.version !== request.version) {
      throw refuse('stale_version', { extra: { current: await businessRequest(tx, actor, id, tools) } })
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

/** What a scanned label belongs to, whatever width, case or hyphens the scanner made of it. */
export async function scanCode(db: Db, actor: BusinessActor, code: string) {
  const plain = code.normalize('NFKC').trim()
  const { rows } = await sql<{
    kind: 'box' | 'item'
    request: number
    slug: string | null
    status: number
    customer_name: string
  }>`
    select 'box' as kind, r.id as request, null as slug, r.status, c.name as customer_name
    from purchase_request r join customer c on c.id = r.customer_id
    where (r.box_code = ${plain.toUpperCase()} or (${/^\d{12}$/.test(plain)} and r.tracking_number = ${plain})
        or r.id = ${/^\d{1,9}$/.test(plain) ? Number(plain) : -1})
      and ${inScope(actor, { company: 'r.company_id', shop: 'r.shop_id' })}
    union all
    select 'item', r.id, i.slug, i.status, c.name
    from purchase_item i join purchase_request r on r.id = i.request_id join customer c on c.id = r.customer_id
    where i.slug = ${plain.toLowerCase()} and ${inScope(actor, { company: 'i.company_id', shop: 'i.shop_id' })}
    limit 1`.execute(db)
  if (!rows[0]) throw notFound()
  return rows[0]
}
