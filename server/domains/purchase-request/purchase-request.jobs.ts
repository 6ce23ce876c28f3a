import { sql } from 'kysely'
import { requestStatus as S } from '#contract/codes'
import type { Jobs } from '#server/jobs'
import { systemActor } from '#server/platform/actor'
import { type Db, inTransaction, type Tx } from '#server/platform/db'
import { eachAlone } from '#server/platform/each'
import { addJob } from '#server/platform/jobs'
import { Refusal } from '#server/platform/refusal'
import type { Tools } from '#server/platform/tools'
import { lockRequest, moveRequest } from './purchase-request.move.ts'
import { returnWholeBox } from './purchase-request.service.ts'
import { foldCounts } from './purchase-request-list.queries.ts'

const day = 86_400_000

type Log = Pick<Tools['log'], 'error'>

/** Each request found in a transaction of its own. One that is refused, held meanwhile, is left as it is. */
async function forEach(
  found: Promise<{ rows: { id: number }[] }>,
  log: Log,
  act: (id: number) => Promise<void>,
): Promise<void> {
  await eachAlone((await found).rows, log, async ({ id }) => {
    try {
      await act(id)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
    }
  })
}

/** At the deadline goods go back. Silence never sells: there is no other way out of here. */
export async function closeOverdueOffers(db: Db, at: Date, log: Log): Promise<void> {
  const due = sql<{ id: number }>`
    select r.id from purchase_request r where r.status = 11 and r.offer_expires_at <= ${at.toISOString()}
      and not exists (select 1 from hold h where h.request_id = r.id and h.released_at is null) order by r.id limit 500`.execute(
    db,
  )
  await forEach(due, log, (id) =>
    inTransaction(db, async (tx) => {
      const actor = systemActor(at)
      const request = await lockRequest(tx, actor, id)
      // The customer may have answered while this waited for the lock.
      if (
        request?.status !== S.OFFERED ||
        !request.offer_expires_at ||
        new Date(request.offer_expires_at) > at
      )
        return
      await returnWholeBox(tx, actor, request, 'お返事の期限を過ぎたため', 'system')
    }),
  )
}

/** An answer that waited thirty days for identification ends: the goods go back. */
export async function closeUnverified(db: Db, at: Date, log: Log): Promise<void> {
  const due = sql<{ id: number }>`
    select r.id from purchase_request r where r.status = 13 and r.answered_at <= ${new Date(at.getTime() - 30 * day).toISOString()}
      and not exists (select 1 from identification f where f.customer_id = r.customer_id and f.company_id = r.company_id
        and f.cleared_at is null and f.ekyc_status = 3)
      and not exists (select 1 from hold h where h.request_id = r.id and h.released_at is null) order by r.id limit 500`.execute(
    db,
  )
  await forEach(due, log, (id) =>
    inTransaction(db, async (tx) => {
      const actor = systemActor(at)
      const request = await lockRequest(tx, actor, id)
      // Somebody may have recorded the check while this waited for the lock.
      if (request?.status === S.ANSWERED && !(await isIdentified(tx, request)))
        await returnWholeBox(tx, actor, request, '本人確認が30日以内に終わらなかったため', 'system')
    }),
  )
}

async function isIdentified(tx: Tx, request: { customer_id: number; company_id: number }): Promise<boolean> {
  const { rows } = await sql`
    select from identification f where f.customer_id = ${request.customer_id} and f.company_id = ${request.company_id}
      and f.cleared_at is null and f.ekyc_status = 3`.execute(tx)
  return rows.length > 0
}

/** A box that was never sent: reminded after seven days, canceled fourteen days after that. */
export async function closeUnsent(db: Db, at: Date, log: Log): Promise<void> {
  const before = (days: number) => new Date(at.getTime() - days * day).toISOString()
  await inTransaction(db, async (tx) => {
    const { rows } = await sql<{ id: number }>`
      update purchase_request set reminders_sent = 1, updated_at = ${at.toISOString()}
      where status = 1 and reminders_sent = 0 and updated_at <= ${before(7)} returning id`.execute(tx)
    for (const { id } of rows)
      await addJob(tx, 'notification.request_reminder', { request: id, kind: 'unsent' })
  })
  const due = sql<{ id: number }>`
    select id from purchase_request where status = 1 and reminders_sent >= 1 and updated_at <= ${before(14)} order by id limit 500`.execute(
    db,
  )
  await forEach(due, log, (id) =>
    inTransaction(db, async (tx) => {
      const actor = systemActor(at)
      const request = await lockRequest(tx, actor, id)
      if (request?.status === S.AWAITING_SHIPMENT) {
        await moveRequest(tx, actor, request, {
          to: S.CANCELED,
          reason: '発送がないまま期限を過ぎたため',
          isReasonPublic: true,
        })
      }
    }),
  )
}

const reminderDays = [1, 3, 6] as const

/** Reminders on the first, third and sixth day after the result, as long as nobody answered. */
export async function remindOffers(db: Db, at: Date): Promise<void> {
  for (const [index, days] of reminderDays.entries()) {
    await inTransaction(db, async (tx) => {
      const due = await sql<{ id: number }>`
        select id from purchase_request where status = 11 and reminders_sent = ${index}
          and offered_at <= ${new Date(at.getTime() - days * day).toISOString()} and offer_expires_at > ${at.toISOString()}
        order by id for update`.execute(tx)
      // After the lock: a hold may have been placed while it was waited for.
      const { rows } = await sql<{ id: number }>`
        update purchase_request r set reminders_sent = ${index + 1}
        where r.id = any(${due.rows.map(({ id }) => id)}::bigint[])
          and not exists (select 1 from hold h where h.request_id = r.id and h.released_at is null)
        returning r.id`.execute(tx)
      for (const { id } of rows)
        await addJob(tx, 'notification.request_reminder', { request: id, kind: 'offer' })
    })
  }
}

export const purchaseRequestJobs: Jobs = {
  tasks: (db, tools) => ({
    'purchase-request.deadlines': async () => {
      const at = tools.clock.now()
      const failures: unknown[] = []
      for (const close of [closeOverdueOffers, closeUnverified, closeUnsent, remindOffers]) {
        await close(db, at, tools.log).catch((error: unknown) => failures.push(error))
      }
      if (failures.length > 0) throw new AggregateError(failures, 'deadlines')
    },
    'purchase-request.fold_counts': async () => {
      await inTransaction(db, foldCounts)
    },
  }),
  schedules: [
    { task: 'purchase-request.deadlines', match: '*/5 * * * *' },
    { task: 'purchase-request.fold_counts', match: '* * * * *' },
  ],
}
