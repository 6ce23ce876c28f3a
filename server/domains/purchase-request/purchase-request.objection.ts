import { sql } from 'kysely'
import { recordActivity } from '#server/domains/activity/activity.service'
import type { BusinessActor, CustomerActor } from '#server/platform/actor'
import { type Db, inTransaction } from '#server/platform/db'
import { addJob } from '#server/platform/jobs'
import { notFound, refuse, staleVersion } from '#server/platform/refusal'
import type { Tools } from '#server/platform/tools'
import { isOwnRequest } from './purchase-request.predicates.ts'
import { businessRequest, customerRequest } from './purchase-request.present.ts'
import { lockRequest } from './purchase-request.queries.ts'
import { countDiffers } from './purchase-request.rules.ts'

/** Repeating the same words changes nothing. */
export async function objectToCount(
  db: Db,
  actor: CustomerActor,
  id: number,
  input: { text: string },
  tools: Tools,
) {
  await inTransaction(db, async (tx) => {
    const request = await lockRequest(tx, actor, id)
    if (!request) throw notFound()
    const open = await tx
      .selectFrom('count_objection')
      .select('text')
      .where('request_id', '=', id)
      .where('answered_at', 'is', null)
      .executeTakeFirst()
    if (open?.text === input.text) return
    if (open) throw refuse('objection_open')
    if (!countDiffers(request)) throw refuse('count_agrees')
    await tx
      .insertInto('count_objection')
      .values({ request_id: id, text: input.text, at: actor.at.toISOString() })
      .execute()
    await recordActivity(tx, actor, { action: 'request.object', object_type: 'request', object_id: id })
  })
  return customerRequest(db, actor, id, tools)
}

/** Of two concurrent replies the first one stands. */
export async function answerObjection(
  db: Db,
  actor: BusinessActor,
  objectionId: number,
  input: { answer: string },
  tools: Tools,
) {
  const { request: requestId, isLate } = await inTransaction(db, async (tx) => {
    const found = await tx
      .selectFrom('count_objection')
      .select('request_id')
      .where('id', '=', objectionId)
      .executeTakeFirst()
    const request = found && (await lockRequest(tx, actor, found.request_id))
    if (!request) throw notFound()
    const answered = await tx
      .updateTable('count_objection')
      .set({
        answer: input.answer,
        answered_by: actor.business_user_id,
        answered_at: actor.at.toISOString(),
      })
      .where('id', '=', objectionId)
      .where('answered_at', 'is', null)
      .executeTakeFirst()
    if (answered.numUpdatedRows === 0n) return { request: request.id, isLate: true }
    await addJob(tx, 'notification.objection_answered', { objection: objectionId })
    await recordActivity(tx, actor, {
      action: 'request.answer_objection',
      object_type: 'request',
      object_id: request.id,
    })
    return { request: request.id, isLate: false }
  })
  const shown = await businessRequest(db, actor, requestId, tools)
  const recorded = shown.count_objections.find(({ id }) => id === objectionId)?.answer
  if (isLate && recorded !== input.answer) throw staleVersion(shown)
  return shown
}

export async function objectionExists(db: Db, actor: BusinessActor, id: number): Promise<boolean> {
  const { rows } = await sql`select 1 from count_objection o join purchase_request r on r.id = o.request_id
    where o.id = ${id} and ${isOwnRequest(actor, 'r')}`.execute(db)
  return rows.length > 0
}
