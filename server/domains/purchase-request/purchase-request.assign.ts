import { sql } from 'kysely'
import type { CallBody } from '#contract/call'
import { isEditable, isFinal } from '#contract/lifecycle'
import type { purchaseRequestCalls } from '#contract/purchase-request'
import { type Activity, recordActivities } from '#server/domains/activity/activity.service'
import { seesShop } from '#server/domains/company/shop.predicates'
import type { BusinessActor } from '#server/platform/actor'
import { type Db, lockNamed, type Tx } from '#server/platform/db'
import { inTransactionOnce, type Once } from '#server/platform/idempotency'
import { notFound, unknownKey } from '#server/platform/refusal'
import { requireColleague } from './purchase-request.biz.ts'
import { touched } from './purchase-request.move.ts'
import { lockRequests, type RequestRecord } from './purchase-request.queries.ts'

/** How long the last act of a person can be taken back. */
const undoMinutes = 10

type Input = CallBody<typeof purchaseRequestCalls.assignMany>

/** Requests that somebody else changed meanwhile stay as they are, and are named. */
export function assignMany(db: Db, actor: BusinessActor, input: Input, once: Once) {
  return inTransactionOnce(db, actor, once, async (tx) => {
    const { requests, assessor } = input
    const found = await lockRequests(
      tx,
      actor,
      requests.map(({ id }) => id),
    )
    for (const { id } of requests) if (!found.has(id)) throw unknownKey('requests', id)
    const asSeen = requests.map(({ id, version }) => ({ row: found.get(id) as RequestRecord, version }))
    // Who has it already keeps it, whatever else was changed: a repeated call is no conflict.
    const open = asSeen.filter(({ row }) => row.assessor_id !== assessor)
    const changing = open.filter(mayChange).map(({ row }) => row)
    if (assessor !== null)
      await requireColleague(
        tx,
        actor,
        assessor,
        changing.map(({ shop_id }) => shop_id),
      )
    const kept = open.filter((seen) => !mayChange(seen)).map(({ row }) => row.id)
    if (changing.length === 0) return { act: null, changed: [], kept }
    await writeAssessor(tx, actor, changing, assessor)
    return { act: await keepAct(tx, actor, changing), changed: changing.map(({ id }) => id), kept }
  })
}

type Seen = { row: RequestRecord; version: number }

const mayChange = ({ row, version }: Seen): boolean => row.version === version && !isFinal(row.status)

async function writeAssessor(
  tx: Tx,
  actor: BusinessActor,
  rows: readonly RequestRecord[],
  assessor: number | null,
): Promise<void> {
  for (const part of [rows.filter(isUnsent), rows.filter((row) => !isUnsent(row))]) {
    const [first] = part
    if (!first) continue
    await tx
      .updateTable('purchase_request')
      .set({ assessor_id: assessor, ...touched(actor, first) })
      .where('id', '=', sql<number>`any(${part.map(({ id }) => id)}::bigint[])`)
      .execute()
  }
  await recordActivities(
    tx,
    actor,
    rows.map(({ id, assessor_id }) => assigned(id, assessor_id, assessor)),
  )
}

const isUnsent = ({ status }: RequestRecord): boolean => isEditable(status)

/** Recorded like the change of a single request. */
const assigned = (id: number, before: number | null, after: number | null): Activity => ({
  action: 'request.update',
  object_type: 'request',
  object_id: id,
  detail: { fields: ['assessor_id'], before: { assessor_id: before }, after: { assessor_id: after } },
})

/** Only the last act of a person can be taken back. */
async function keepAct(tx: Tx, actor: BusinessActor, rows: readonly RequestRecord[]): Promise<number> {
  await lockNamed(tx, `request-assignment.${actor.business_user_id}`)
  await tx.deleteFrom('request_assignment').where('business_user_id', '=', actor.business_user_id).execute()
  const { id } = await tx
    .insertInto('request_assignment')
    .values({ business_user_id: actor.business_user_id, made_at: actor.at.toISOString() })
    .returning('id')
    .executeTakeFirstOrThrow()
  await tx
    .insertInto('request_assignment_row')
    .values(
      rows.map((row) => ({
        assignment_id: id,
        request_id: row.id,
        assessor_before: row.assessor_id,
        version: row.version + 1,
      })),
    )
    .execute()
  return id
}

/** Who had the requests may have left since, or lost the shop. */
async function assessorsOfShops(
  tx: Tx,
  actor: BusinessActor,
  before: readonly { assessor_before: number | null }[],
  requests: readonly RequestRecord[],
): Promise<(assessor: number | null, shop: number) => boolean> {
  const { rows } = await sql<{ assessor: number; shop: number }>`
    select b.id as assessor, s.id as shop from business_user b cross join shop s
    where b.company_id = ${actor.company_id} and b.can_sign_in
      and b.id = any(${before.map(({ assessor_before }) => assessor_before)}::bigint[])
      and s.id = any(${requests.map(({ shop_id }) => shop_id)}::bigint[]) and ${seesShop('b.id', sql`s.id`)}`.execute(
    tx,
  )
  return (assessor, shop) =>
    assessor === null || rows.some((row) => row.assessor === assessor && row.shop === shop)
}

/** Each request goes back to whom it had, unless it was changed since or they cannot see it any more. */
export function undoAssignment(db: Db, actor: BusinessActor, id: number, once: Once) {
  return inTransactionOnce(db, actor, once, async (tx) => {
    const since = new Date(actor.at.getTime() - undoMinutes * 60_000).toISOString()
    const rows = await tx
      .selectFrom('request_assignment_row as r')
      .innerJoin('request_assignment as a', 'a.id', 'r.assignment_id')
      .select(['r.request_id', 'r.assessor_before', 'r.version'])
      .where('a.id', '=', id)
      .where('a.business_user_id', '=', actor.business_user_id)
      .where('a.made_at', '>', since)
      .orderBy('r.request_id')
      .execute()
    const found = await lockRequests(
      tx,
      actor,
      rows.map(({ request_id }) => request_id),
    )
    // Of two at once the second finds the act gone.
    const act = await tx
      .deleteFrom('request_assignment')
      .where('id', '=', id)
      .where('business_user_id', '=', actor.business_user_id)
      .returning('id')
      .executeTakeFirst()
    if (rows.length === 0 || !act) throw notFound()
    const able = await assessorsOfShops(tx, actor, rows, [...found.values()])
    const back = new Map<number | null, RequestRecord[]>()
    const kept: number[] = []
    for (const { request_id, assessor_before, version } of rows) {
      const row = found.get(request_id)
      if (row?.version !== version || !able(assessor_before, row.shop_id)) kept.push(request_id)
      else back.set(assessor_before, [...(back.get(assessor_before) ?? []), row])
    }
    for (const [assessor, group] of back) await writeAssessor(tx, actor, group, assessor)
    return { changed: [...back.values()].flat().map((row) => row.id), kept }
  })
}
