import { sql } from 'kysely'
import { editableStatuses, requestStatus as S } from '#contract/lifecycle'
import { isRequestOnHold } from '#server/domains/hold/hold.predicates'
import { isIdentified, isIdentifiedFor } from '#server/domains/identity/identification.predicates'
import { systemActor } from '#server/platform/actor'
import { daysBefore } from '#server/platform/calendar'
import { type Db, inTransaction, type Tx } from '#server/platform/db'
import { allById, forEachLogged } from '#server/platform/each'
import { addJobs, type Jobs } from '#server/platform/jobs'
import { Refusal } from '#server/platform/refusal'
import type { Tools } from '#server/platform/tools'
import { lockRequest, moveRequest } from './purchase-request.move.ts'
import { daysToIdentify } from './purchase-request.rules.ts'
import { returnWholeBox } from './purchase-request.service.ts'
import { foldCounts } from './purchase-request-list.queries.ts'

const before = (at: Date, days: number): string => daysBefore(at, days).toISOString()

type Log = Pick<Tools['log'], 'error'>
type Found = Promise<{ rows: { id: number }[] }>

/** One transaction per request. Refused ones, such as held requests, are skipped. */
async function forEach(
  find: (after: number, limit: number) => Found,
  log: Log,
  act: (id: number) => Promise<void>,
): Promise<void> {
  const all = allById(async (after, limit) => (await find(after, limit)).rows)
  await forEachLogged(all, log, async ({ id }) => {
    try {
      await act(id)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
    }
  })
}

/** Silence never sells: unanswered goods go back. */
export async function closeOverdueOffers(db: Db, at: Date, log: Log): Promise<void> {
  const due = (after: number, limit: number): Found =>
    sql<{ id: number }>`
    select r.id from purchase_request r where r.status = ${sql.lit(S.OFFERED)} and r.id > ${after} and r.offer_expires_at <= ${at.toISOString()}
      and not ${isRequestOnHold('r.id')}
    order by r.id limit ${limit}`.execute(db)
  await forEach(due, log, (id) =>
    inTransaction(db, async (tx) => {
      const actor = systemActor(at)
      const request = await lockRequest(tx, actor, id)
      // Re-checked under the lock: the customer may have answered.
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

const notIdentified = `本人確認が${daysToIdentify}日以内に終わらなかったため`

export async function closeUnverified(db: Db, at: Date, log: Log): Promise<void> {
  const due = (after: number, limit: number): Found =>
    sql<{ id: number }>`
    select r.id from purchase_request r where r.status = ${sql.lit(S.ANSWERED)} and r.id > ${after} and r.answered_at <= ${before(at, daysToIdentify)}
      and not ${isIdentifiedFor('r.customer_id', 'r.company_id')}
      and not ${isRequestOnHold('r.id')}
    order by r.id limit ${limit}`.execute(db)
  await forEach(due, log, (id) =>
    inTransaction(db, async (tx) => {
      const actor = systemActor(at)
      const request = await lockRequest(tx, actor, id)
      // Re-checked under the lock: the identification may be there.
      if (request?.status === S.ANSWERED && !(await isCustomerIdentified(tx, request)))
        await returnWholeBox(tx, actor, request, notIdentified, 'system')
    }),
  )
}

async function isCustomerIdentified(
  tx: Tx,
  request: { customer_id: number; company_id: number },
): Promise<boolean> {
  const { rows } = await sql`
    select from identification f where f.customer_id = ${request.customer_id} and f.company_id = ${request.company_id}
      and ${isIdentified('f')}`.execute(tx)
  return rows.length > 0
}

/** Of a request aliased `r` that is not sent yet: the shop's turn. */
const awaitsKit = sql`exists (select from request_kit k where k.request_id = r.id and k.sent_at is null)`

/** Boxes the customer brings need no arrangement; a pickup is booked by staff. */
export async function arrangeSelfSent(db: Db, at: Date, log: Log): Promise<void> {
  const due = (after: number, limit: number): Found =>
    sql<{ id: number }>`
    select r.id from purchase_request r
    where r.status = ${sql.lit(S.APPLIED)} and r.id > ${after} and r.delivering_option = 'SELF_ONLY' and r.created_at <= ${before(at, 1)}
      and not ${awaitsKit}
    order by r.id limit ${limit}`.execute(db)
  await forEach(due, log, (id) =>
    inTransaction(db, async (tx) => {
      const actor = systemActor(at)
      const request = await lockRequest(tx, actor, id)
      if (request?.status === S.APPLIED && request.delivering_option === 'SELF_ONLY')
        await moveRequest(tx, actor, request, { to: S.AWAITING_SHIPMENT })
    }),
  )
}

/** Not before the day of the pickup is over, and the kit is there. */
const untouchedSince = sql`greatest(r.updated_at,
  case when r.delivering_option = 'PICKUP_ONLY' then (r.pickup_date + 1)::timestamp at time zone 'Asia/Tokyo' end,
  (select (k.expected_on + 1)::timestamp at time zone 'Asia/Tokyo' from request_kit k where k.request_id = r.id))`

/** Reminds after seven days; cancels fourteen days after that. */
export async function closeUnsent(db: Db, at: Date, log: Log): Promise<void> {
  await inTransaction(db, async (tx) => {
    const { rows } = await sql<{ id: number }>`
      update purchase_request r set reminders_sent = 1, updated_at = ${at.toISOString()}
      where r.status = any(${editableStatuses}::smallint[]) and r.reminders_sent = 0 and ${untouchedSince} <= ${before(at, 7)}
        and not ${awaitsKit}
      returning r.id`.execute(tx)
    await remind(tx, rows, 'unsent')
  })
  const due = (db: Db, after: number, upTo: number, limit: number): Found =>
    sql<{ id: number }>`
    select r.id from purchase_request r
    where r.status = any(${editableStatuses}::smallint[]) and r.reminders_sent >= 1 and ${untouchedSince} <= ${before(at, 14)}
      and not ${awaitsKit} and r.id > ${after} and r.id <= ${upTo}
    order by r.id limit ${limit}`.execute(db)
  await forEach(
    (after, limit) => due(db, after, Number.MAX_SAFE_INTEGER, limit),
    log,
    (id) =>
      inTransaction(db, async (tx) => {
        const actor = systemActor(at)
        const request = await lockRequest(tx, actor, id)
        // Re-checked under the lock: the customer may have changed or sent it.
        if (!request || (await due(tx, id - 1, id, 1)).rows.length === 0) return
        await moveRequest(tx, actor, request, {
          to: S.CANCELED,
          reason: '発送がないまま期限を過ぎたため',
          isReasonPublic: true,
        })
      }),
  )
}

/** Only notifies, after a week; giving the box up takes staff and a reason. */
export async function remindNotArrived(db: Db, at: Date): Promise<void> {
  await inTransaction(db, async (tx) => {
    const { rows } = await sql<{ id: number }>`
      update purchase_request r set reminders_sent = 1
      where r.status = ${S.IN_TRANSIT} and r.reminders_sent = 0 and r.status_changed_at <= ${before(at, 7)}
      returning r.id`.execute(tx)
    await remind(tx, rows, 'not_arrived')
  })
}

const reminderDays = [1, 3, 6] as const

export async function remindOffers(db: Db, at: Date): Promise<void> {
  for (const [index, days] of reminderDays.entries()) {
    await inTransaction(db, async (tx) => {
      const due = await sql<{ id: number }>`
        select id from purchase_request where status = ${sql.lit(S.OFFERED)} and reminders_sent = ${index}
          and offered_at <= ${before(at, days)} and offer_expires_at > ${at.toISOString()}
        order by id for update`.execute(tx)
      // After the lock, so that a new hold is seen.
      const { rows } = await sql<{ id: number }>`
        update purchase_request r set reminders_sent = ${index + 1}
        where r.id = any(${due.rows.map(({ id }) => id)}::bigint[])
          and not ${isRequestOnHold('r.id')}
        returning r.id`.execute(tx)
      await remind(tx, rows, 'offer')
    })
  }
}

async function remind(
  tx: Tx,
  requests: readonly { id: number }[],
  kind: 'offer' | 'unsent' | 'not_arrived',
): Promise<void> {
  const payloads = requests.map(({ id }) => ({ request: id, kind }))
  await addJobs(tx, 'notification.request_reminder', payloads)
}

const deadlines = [
  closeOverdueOffers,
  closeUnverified,
  arrangeSelfSent,
  closeUnsent,
  remindNotArrived,
  remindOffers,
]

declare module '#server/platform/jobs' {
  interface JobPayloads {
    'purchase-request.deadlines': unknown
    'purchase-request.fold_counts': unknown
  }
}

export const purchaseRequestJobs: Jobs<'purchase-request'> = {
  tasks: (db, tools) => ({
    'purchase-request.deadlines': async () => {
      const at = tools.clock.now()
      const failures: unknown[] = []
      for (const look of deadlines) {
        await look(db, at, tools.log).catch((error: unknown) => failures.push(error))
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
