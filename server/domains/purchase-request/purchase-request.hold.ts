import { sql } from 'kysely'
import type { CallBody } from '#contract/call'
import { tokyoDate } from '#contract/day'
import { holdProblems, orderOf } from '#contract/hold'
import { itemStatus as I, isBought, requestStatus as S } from '#contract/lifecycle'
import type { purchaseRequestCalls } from '#contract/purchase-request'
import { isRequestOnHold } from '#server/domains/hold/hold.predicates'
import { type HoldRow, placeHold, releaseHold, seizedItems } from '#server/domains/hold/hold.service'
import { lockItems } from '#server/domains/item/item.service'
import type { BusinessActor } from '#server/platform/actor'
import { type Db, inTransaction, type Tx } from '#server/platform/db'
import { inTransactionOnce, type Once } from '#server/platform/idempotency'
import { addJob } from '#server/platform/jobs'
import { invalid, notFound, unknownKey } from '#server/platform/refusal'
import { moveRequest } from './purchase-request.move.ts'
import { lockRequest } from './purchase-request.queries.ts'

export async function holdRequest(
  db: Db,
  actor: BusinessActor,
  id: number,
  input: CallBody<typeof purchaseRequestCalls.placeHold>,
  once: Once,
) {
  return inTransactionOnce(db, actor, once, async (tx) => {
    const request = await lockRequest(tx, actor, id)
    if (!request) throw notFound()
    const today = tokyoDate(actor.at)
    const problems = holdProblems(input, today)
    if (Object.keys(problems).length > 0) throw invalid(problems)
    let itemId: number | null = null
    if (input.slug) {
      const item = await tx
        .selectFrom('purchase_item')
        .select('id')
        .where('request_id', '=', id)
        .where('slug', '=', input.slug)
        .executeTakeFirst()
      if (!item) throw unknownKey('slug', input.slug)
      itemId = item.id
    }
    return placeHold(tx, actor, {
      request_id: id,
      company_id: request.company_id,
      item_id: itemId,
      kind: input.kind,
      reason: input.reason,
      police_station: input.police_station ?? '',
      ...orderOf(input, today),
    })
  })
}

export async function releaseHoldOf(
  db: Db,
  actor: BusinessActor,
  holdId: number,
  input: { reason: string; seizure?: string | undefined },
) {
  return inTransaction(db, async (tx) => {
    const { hold, ended } = await releaseHold(tx, actor, holdId, input)
    if (ended) {
      await endWithoutParcel(tx, actor, hold)
      await moveDeadline(tx, hold.request, actor.at.toISOString())
      await addJob(tx, 'deal.close', { request: hold.request })
    }
    return hold
  })
}

/** Nothing of a sale that stands goes back once the police have taken the last of it. */
async function endWithoutParcel(tx: Tx, actor: BusinessActor, hold: HoldRow): Promise<void> {
  if (hold.seizure === '') return
  const request = await lockRequest(tx, actor, hold.request)
  if (request?.status !== S.CONTRACTED && request?.status !== S.RETURNING) return
  const items = await lockItems(tx, request.id)
  const seized = await seizedItems(tx, request.id)
  const isAnyBought = items.some(({ status }) => isBought(status))
  const isAnySeized = items.some(({ id, status }) => status === I.RETURN_REQUESTED && seized.has(id))
  const isAnyLeft = items.some(({ id, status }) => status === I.RETURN_REQUESTED && !seized.has(id))
  if (!isAnyBought || !isAnySeized || isAnyLeft) return
  // The usual message says that a parcel is on its way; the shop tells the customer about the police itself.
  await moveRequest(tx, actor, request, {
    to: S.COMPLETED,
    isSilent: true,
    ...(request.status === S.CONTRACTED && { as: 'system' }),
  })
}

/** Extends the deadline by the gapless time on hold once the last hold ends; holds may overlap. */
async function moveDeadline(tx: Tx, requestId: number, at: string): Promise<void> {
  await sql`
    with holds as (
      select placed_at, released_at,
        max(released_at) over (order by placed_at, id rows between unbounded preceding and 1 preceding) as held_until
      from hold where request_id = ${requestId}
    ), stretch as (
      select max(placed_at) as since from holds where held_until is null or placed_at > held_until
    )
    update purchase_request set offer_expires_at = offer_expires_at + (${at}::timestamptz - greatest(stretch.since, offered_at))
    from stretch
    where id = ${requestId} and status = ${sql.lit(S.OFFERED)} and offer_expires_at is not null
      and not ${isRequestOnHold(requestId)}`.execute(tx)
}
