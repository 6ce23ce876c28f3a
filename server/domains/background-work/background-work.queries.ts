import { sql } from 'kysely'
import type * as z from 'zod'
import {
  type backgroundWorkCalls,
  type JobState,
  type job,
  mostJobs,
  type OutboxChannel,
  type OutboxState,
} from '#contract/background-work'
import type { CallResult } from '#contract/call'
import type { BusinessActor } from '#server/platform/actor'
import type { Db, Tx } from '#server/platform/db'
import type { Window } from '#server/platform/paging'
import { scopeOf } from '#server/platform/scope'
import { joined, limited, type Part, selectRows } from '#server/platform/statement'

export type JobRow = z.output<typeof job>
export type OutboxRow = CallResult<typeof backgroundWorkCalls.outbox>['results'][number]
type Overview = CallResult<typeof backgroundWorkCalls.overview>

/** The operator's people watch all of it, a company's what is done for it alone. */
const isOwn = (actor: BusinessActor, company: string): Part =>
  actor.is_operator ? sql`true` : scopeOf(actor, { company })

/** Only payloads name the company of a job; most jobs are about rows of any company. */
const jobSource = (actor: BusinessActor): Part =>
  actor.is_operator
    ? sql`graphile_worker._private_jobs j`
    : sql`(select x.*, (x.payload ->> 'company')::bigint as company_id from graphile_worker._private_jobs x
        where json_typeof(x.payload -> 'company') = 'number') j`

const stateCondition: Readonly<Record<JobState, Part>> = {
  running: sql`j.locked_at is not null`,
  failed: sql`(j.locked_at is null and j.attempts >= j.max_attempts)`,
  retrying: sql`(j.locked_at is null and j.attempts > 0 and j.attempts < j.max_attempts)`,
  waiting: sql`(j.locked_at is null and j.attempts = 0)`,
}
const state = sql`case when ${stateCondition.running} then 'running' when ${stateCondition.failed} then 'failed'
  when ${stateCondition.retrying} then 'retrying' else 'waiting' end`

const jobWhere = (actor: BusinessActor, wanted: JobState | undefined): Part =>
  joined([isOwn(actor, 'j.company_id'), ...(wanted ? [stateCondition[wanted]] : [])], ' and ')

export const countJobs = (db: Db, actor: BusinessActor, wanted: JobState | undefined): Promise<number> =>
  countUpTo(db, sql`select from ${jobSource(actor)} where ${jobWhere(actor, wanted)}`)

async function countUpTo(db: Db, rows: Part): Promise<number> {
  const [row] = await selectRows<{ n: number }>(
    db,
    sql`select count(*) as n from (${rows} limit ${mostJobs}) counted`,
  )
  return row?.n ?? 0
}

const longestError = 300

/** Only the first line of an error: the rest is of use to developers, who have the log. */
const jobColumns = sql`j.id, t.identifier as task, ${state} as state, j.attempts::int as attempts, j.max_attempts::int as max_attempts,
  j.run_at, j.created_at, j.locked_at as running_since,
  left(split_part(coalesce(j.last_error, ''), E'\\n', 1), ${sql.lit(longestError)}) as error`

export function jobRows(
  db: Db,
  actor: BusinessActor,
  wanted: JobState | undefined,
  window: Window,
): Promise<JobRow[]> {
  return selectRows<JobRow>(
    db,
    sql`select ${jobColumns} from ${jobSource(actor)} join graphile_worker._private_tasks t on t.id = j.task_id
      where ${jobWhere(actor, wanted)} order by j.id desc ${limited(window)}`,
  )
}

export async function jobById(db: Db | Tx, actor: BusinessActor, id: number): Promise<JobRow | undefined> {
  const [row] = await selectRows<JobRow>(
    db,
    sql`select ${jobColumns} from ${jobSource(actor)} join graphile_worker._private_tasks t on t.id = j.task_id
      where j.id = ${id} and ${isOwn(actor, 'j.company_id')}`,
  )
  return row
}

/** False: a worker has just taken it. */
export async function runNow(tx: Tx, id: number): Promise<boolean> {
  const { rows } = await sql`
    select from graphile_worker.reschedule_jobs(array[${id}::bigint], run_at := now(), attempts := 0)`.execute(
    tx,
  )
  return rows.length > 0
}

export async function drop(tx: Tx, id: number): Promise<boolean> {
  const { rows } = await sql`select from graphile_worker.complete_jobs(array[${id}::bigint])`.execute(tx)
  return rows.length > 0
}

export async function jobCounts(db: Db, actor: BusinessActor): Promise<Overview['jobs']> {
  const [row] = await selectRows<Overview['jobs']>(
    db,
    sql`
    select count(*) filter (where ${stateCondition.waiting} and j.run_at <= now()) as waiting,
      count(*) filter (where ${stateCondition.retrying}) as retrying, count(*) filter (where ${stateCondition.running}) as running,
      count(*) filter (where ${stateCondition.failed}) as failed,
      min(j.run_at) filter (where j.locked_at is null and j.attempts < j.max_attempts and j.run_at <= now()) as oldest_due_at
    from ${jobSource(actor)} where ${isOwn(actor, 'j.company_id')}`,
  )
  return row as Overview['jobs']
}

const mailSource = (actor: BusinessActor): Part =>
  actor.is_operator
    ? sql`mail m where m.sent_at is null`
    : sql`mail m join business_user b on b.account_id = m.account_id
        where m.sent_at is null and ${scopeOf(actor, { company: 'b.company_id' })}`

const counts = (alias: string) => {
  const failed = sql.ref(`${alias}.failed_at`)
  return sql`count(*) filter (where ${failed} is null) as waiting, count(*) filter (where ${failed} is not null) as failed`
}

async function counted(db: Db, columns: Part, from: Part): Promise<Overview['mail']> {
  const [row] = await selectRows<Overview['mail']>(db, sql`select ${columns} from ${from}`)
  return row ?? { waiting: 0, failed: 0 }
}

export const mailCounts = (db: Db, actor: BusinessActor) => counted(db, counts('m'), mailSource(actor))

export const lineCounts = (db: Db) =>
  counted(db, counts('l'), sql`line_message l where l.sent_at is null and not l.is_recorded`)

export const webhookCounts = (db: Db, actor: BusinessActor) =>
  counted(
    db,
    sql`count(*) filter (where d.state = 'waiting') as waiting, count(*) filter (where d.state = 'failed') as failed`,
    sql`webhook_delivery d where d.state in ('waiting', 'failed') and ${isOwn(actor, 'd.company_id')}`,
  )

interface OutboxFilter {
  channel?: OutboxChannel | undefined
  state?: OutboxState | undefined
}

/** LINE messages are the operator's to watch: a company sees those about its requests on a page of their own. */
function outboxSource(actor: BusinessActor, { channel, state: wanted }: OutboxFilter): Part | null {
  const inState = (alias: string): Part => {
    const failed = sql.ref(`${alias}.failed_at`)
    if (wanted === undefined) return sql`true`
    return wanted === 'failed' ? sql`${failed} is not null` : sql`${failed} is null`
  }
  const parts = [
    ...(channel === 'line'
      ? []
      : [
          sql`select m.id, 'mail' as channel, m.template as kind, m.to_address as recipient, m.created_at, m.failed_at, m.failure
            from ${mailSource(actor)} and ${inState('m')}`,
        ]),
    ...(channel === 'mail' || !actor.is_operator
      ? []
      : [
          sql`select l.id, 'line' as channel, n.kind, '' as recipient, l.created_at, l.failed_at, l.failure
            from line_message l join notification n on n.id = l.notification_id
            where l.sent_at is null and not l.is_recorded and ${inState('l')}`,
        ]),
  ]
  return parts.length === 0 ? null : sql.join(parts, sql` union all `)
}

export async function countOutbox(db: Db, actor: BusinessActor, filter: OutboxFilter): Promise<number> {
  const source = outboxSource(actor, filter)
  return source ? countUpTo(db, sql`select from (${source}) o`) : 0
}

export async function outboxRows(
  db: Db,
  actor: BusinessActor,
  filter: OutboxFilter,
  window: Window,
): Promise<Omit<OutboxRow, 'state'>[]> {
  const source = outboxSource(actor, filter)
  if (!source) return []
  return selectRows<Omit<OutboxRow, 'state'>>(
    db,
    sql`select o.* from (${source}) o order by o.created_at desc, o.channel, o.id desc ${limited(window)}`,
  )
}
