import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from './db.ts'
import type { Tools } from './tools.ts'

/** Payloads hold ids only, no personal data. Domains extend this, so that no job lacks a handler. */
export interface JobPayloads {
  'backup.make': unknown
  'field.reseal': unknown
  'idempotency.clean': unknown
  'list_change.prune': unknown
  'mail.send': { mail: number }
  'rate_limit.clean': unknown
  'unclaimed_file.clean': unknown
  'unclaimed_file.discard': { key: string }
  'upload.clean': unknown
}
export type JobName = keyof JobPayloads

export type JobTable<Owner extends string = string> = {
  [K in Extract<JobName, `${Owner}.${string}`>]: (payload: JobPayloads[K]) => Promise<void>
}

/** Cron pattern (minute hour day month weekday) in UTC. */
export interface Schedule {
  task: JobName
  match: string
}

export interface Jobs<Owner extends string> {
  tasks: (db: Db, tools: Tools) => JobTable<Owner>
  schedules?: Schedule[]
}

export type AnyJobs = Readonly<Record<string, (payload: never) => Promise<void>>>

export async function runJob(tasks: AnyJobs, name: string, payload: unknown): Promise<void> {
  const handler = tasks[name]
  if (!handler) throw new Error(`no handler for the job ${name}`)
  await handler(payload as never)
}

interface JobOptions {
  runAt?: Date
  jobKey?: string
  /** Jobs of one queue run one after another. */
  queue?: string
  /** Jobs with a lower number run first; usually 0. */
  priority?: number
  maxAttempts?: number
}

const mostAttempts = 12

export async function addJob<K extends JobName>(
  tx: Tx,
  task: K,
  payload: JobPayloads[K],
  options: JobOptions = {},
): Promise<void> {
  await sql`select ${jobAdded(task, payload, options)}`.execute(tx)
}

export async function addJobs<K extends JobName>(
  tx: Tx,
  task: K,
  payloads: readonly JobPayloads[K][],
  options: Pick<JobOptions, 'maxAttempts'> = {},
): Promise<void> {
  if (payloads.length === 0) return
  await sql`select count(*) from graphile_worker.add_jobs(array(
    select row(${task}, p.payload::json, null, null, ${options.maxAttempts ?? mostAttempts}, null, null, null)::graphile_worker.job_spec
    from unnest(${payloads.map((payload) => JSON.stringify(payload))}::text[]) with ordinality as p(payload, place) order by p.place
  ))`.execute(tx)
}

/** As an expression inside another statement, which saves a round trip. */
export function jobAdded<K extends JobName>(
  task: K,
  payload: JobPayloads[K],
  options: JobOptions = {},
): RawBuilder<unknown> {
  return jobAddedPerRow(task, sql<JobPayloads[K]>`${JSON.stringify(payload)}::json`, options)
}

/** One job per row of the statement. */
export function jobAddedPerRow<K extends JobName>(
  task: K,
  payload: RawBuilder<JobPayloads[K]>,
  options: JobOptions = {},
): RawBuilder<unknown> {
  return sql`(graphile_worker.add_job(
    ${task}, payload := ${payload}, queue_name := ${options.queue ?? null}, run_at := ${options.runAt?.toISOString() ?? null}::timestamptz,
    job_key := ${options.jobKey ?? null}, max_attempts := ${options.maxAttempts ?? mostAttempts}, priority := ${options.priority ?? null})).id`
}

/** A condition: no job of this key is about to start. One that has started may have missed what is written now. */
export const noJobWaits = (jobKey: string): RawBuilder<boolean> => sql`not exists (
  select from graphile_worker._private_jobs where key = ${jobKey} and locked_at is null and attempts < max_attempts and run_at <= now())`
