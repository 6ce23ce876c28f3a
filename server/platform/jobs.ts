import { parseCronItems, Logger as QueueLogger, type Runner, run, type Task } from 'graphile-worker'
import { type RawBuilder, sql } from 'kysely'
import type pg from 'pg'
import type { Tx } from './db.ts'
import type { Logger } from './log.ts'

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

/** Puts a job into the queue in the same transaction: it happens exactly if the transaction does. */
export async function addJob(
  tx: Tx,
  task: string,
  payload: Record<string, unknown>,
  options: JobOptions = {},
): Promise<void> {
  await sql`select ${jobAdded(task, payload, options)}`.execute(tx)
}

/** The same as part of a statement that writes something else, which spares a way to the database and back. */
export function jobAdded(
  task: string,
  payload: Record<string, unknown>,
  options: JobOptions = {},
): RawBuilder<unknown> {
  return sql`(graphile_worker.add_job(
    ${task}, payload := ${JSON.stringify(payload)}::json, run_at := ${options.runAt?.toISOString() ?? null}::timestamptz,
    job_key := ${options.jobKey ?? null}, max_attempts := ${options.maxAttempts ?? 12})).id`
}

/** Starts the worker in this process. Failures are retried with growing pauses and logged without the payload. */
export async function startJobs(options: {
  pool: pg.Pool
  tasks: JobTable
  schedules: Schedule[]
  log: Logger
  onDone?: (task: string, ok: boolean) => void
}): Promise<Runner> {
  const taskList: Record<string, Task> = {}
  for (const [name, handler] of Object.entries(options.tasks)) {
    taskList[name] = async (payload) => {
      try {
        await handler((payload ?? {}) as Record<string, unknown>)
        options.onDone?.(name, true)
      } catch (error) {
        options.onDone?.(name, false)
        options.log.error({ task: name, err: error as Error }, 'job failed')
        throw error
      }
    }
  }
  return run({
    pgPool: options.pool,
    taskList,
    parsedCronItems: parseCronItems(
      options.schedules.map((schedule) => ({
        task: schedule.task,
        match: schedule.match,
        identifier: schedule.task,
      })),
    ),
    concurrency: 2,
    pollInterval: 1000,
    noHandleSignals: true,
    logger: queueLogger(options.log),
  })
}

/** The queue tells of every start and end at its `info`; only its troubles are news. */
function queueLogger(log: Logger): QueueLogger {
  return new QueueLogger(() => (level, message) => {
    if (level === 'error') log.error({ queue: message }, 'job queue')
    else if (level === 'warning') log.warn({ queue: message }, 'job queue')
    else log.debug({ queue: message }, 'job queue')
  })
}
