import { type RawBuilder, sql } from 'kysely'
import type { Tx } from './db.ts'

/** What a job gets: a payload of ids only, never personal data. */
export type JobHandler = (payload: Record<string, unknown>) => Promise<void>
export interface JobTable {
  [name: string]: JobHandler
}

/** Work that comes by itself: name and cron pattern (minute hour day month weekday, Asia/Tokyo times as UTC). */
export interface Schedule {
  task: string
  /** In UTC, as the queue reads it. */
  match: string
}

interface JobOptions {
  runAt?: Date
  jobKey?: string
  maxAttempts?: number
}

const mostAttempts = 12

/** Puts a job into the queue in the same transaction: it happens exactly if the transaction does. */
export async function addJob(
  tx: Tx,
  task: string,
  payload: Record<string, unknown>,
  options: JobOptions = {},
): Promise<void> {
  await sql`select ${jobAdded(task, payload, options)}`.execute(tx)
}

/** The same job for each payload, in one statement however many there are. */
export async function addJobs(
  tx: Tx,
  task: string,
  payloads: readonly Record<string, unknown>[],
  options: Pick<JobOptions, 'maxAttempts'> = {},
): Promise<void> {
  if (payloads.length === 0) return
  await sql`select count(*) from graphile_worker.add_jobs(array(
    select row(${task}, p.payload::json, null, null, ${options.maxAttempts ?? mostAttempts}, null, null, null)::graphile_worker.job_spec
    from unnest(${payloads.map((payload) => JSON.stringify(payload))}::text[]) with ordinality as p(payload, place) order by p.place
  ))`.execute(tx)
}

/** The same as part of a statement that writes something else, which spares a way to the database and back. */
export function jobAdded(
  task: string,
  payload: Record<string, unknown>,
  options: JobOptions = {},
): RawBuilder<unknown> {
  return sql`(graphile_worker.add_job(
    ${task}, payload := ${JSON.stringify(payload)}::json, run_at := ${options.runAt?.toISOString() ?? null}::timestamptz,
    job_key := ${options.jobKey ?? null}, max_attempts := ${options.maxAttempts ?? mostAttempts})).id`
}
