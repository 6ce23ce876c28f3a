import {
  makeWorkerUtils,
  parseCronItems,
  Logger as QueueLogger,
  type Runner,
  run,
  type Task,
} from 'graphile-worker'
import { type RawBuilder, sql } from 'kysely'
import pg from 'pg'
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

/** Held by every process that works on jobs for as long as it lives, together with the others. */
const aliveLock = 826_173_402

/**
 * A process that was killed leaves the jobs it was at marked as its own, and the queue would give them to nobody for
 * four hours. Who finds that nobody else is alive takes the marks away. Answers what ends being alive.
 */
async function takeOver(pool: pg.Pool, log: Logger): Promise<() => Promise<void>> {
  // A connection of its own: the lock ends with it, however the process ends.
  const alive = new pg.Client(pool.options)
  alive.on('error', (error) => log.warn({ err: error }, 'connection that shows we work on jobs was lost'))
  await alive.connect()
  try {
    const { rows } = await alive.query<{ alone: boolean }>('select pg_try_advisory_lock($1) as alone', [
      aliveLock,
    ])
    if (rows[0]?.alone) await freeJobs(pool, log)
    await alive.query('select pg_advisory_lock_shared($1)', [aliveLock])
    if (rows[0]?.alone) await alive.query('select pg_advisory_unlock($1)', [aliveLock])
  } catch (error) {
    await alive.end()
    throw error
  }
  return () => alive.end()
}

async function freeJobs(pool: pg.Pool, log: Logger): Promise<void> {
  const utils = await makeWorkerUtils({ pgPool: pool, logger: queueLogger(log) })
  try {
    const { rows } = await pool.query<{ worker: string; jobs: number }>(
      'select locked_by as worker, count(*) as jobs from graphile_worker.jobs where locked_at is not null group by 1',
    )
    if (rows.length === 0) return
    await utils.forceUnlockWorkers(rows.map(({ worker }) => worker))
    log.warn(
      { jobs: rows.reduce((sum, { jobs }) => sum + jobs, 0) },
      'jobs of a process that died are done again',
    )
  } finally {
    await utils.release()
  }
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
  const leave = await takeOver(options.pool, options.log)
  const runner = await run({
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
  runner.promise
    .then(leave, leave)
    .catch((error) => options.log.warn({ err: error }, 'a connection did not end in order'))
  return runner
}

/** The queue tells of every start and end at its `info`; only its troubles are news. */
function queueLogger(log: Logger): QueueLogger {
  return new QueueLogger(() => (level, message) => {
    if (level === 'error') log.error({ queue: message }, 'job queue')
    else if (level === 'warning') log.warn({ queue: message }, 'job queue')
    else log.debug({ queue: message }, 'job queue')
  })
}
