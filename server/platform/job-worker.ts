import { EventEmitter } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  parseCronItems,
  Logger as QueueLogger,
  type Runner,
  run,
  type Task,
  type WorkerEvents,
} from 'graphile-worker'
import type pg from 'pg'
import { inBackground } from './background.ts'
import { DatabaseUnavailable } from './database-trouble.ts'
import type { AnyJobs, Schedule } from './jobs.ts'
import type { Logger } from './log.ts'
import { limits, makePool } from './pool.ts'
import { openWorkerLock, startReleasingJobs, type WorkerLock } from './worker-lock.ts'

export interface JobWorkerOptions {
  connectionString: string
  tasks: AnyJobs
  schedules: Schedule[]
  log: Logger
  onDone?: (task: string, ok: boolean, startedAt: Date) => void
  /** Called with errors other than database failures, after logging. */
  onError?: (error: unknown) => void
}

export interface JobWorker {
  stop: (patience?: number) => Promise<void>
}

/** Restart delays in milliseconds; the last repeats. */
const pauses = [1_000, 2_000, 5_000]

export function startJobs(options: JobWorkerOptions): JobWorker {
  const ending = new AbortController()
  const always = async (): Promise<void> => {
    for (let failures = 0; !ending.signal.aborted; ) {
      const begun = performance.now()
      try {
        await workOnce(options, ending.signal)
      } catch (error) {
        if (ending.signal.aborted) return
        failures = performance.now() - begun > 60_000 ? 1 : failures + 1
        reportError(error, options)
        const pause = pauses[Math.min(failures, pauses.length) - 1]
        await sleep(pause, undefined, { signal: ending.signal }).catch(() => undefined)
      }
    }
  }
  const ended = always()
  return {
    async stop(patience = 10_000) {
      ending.abort()
      await Promise.race([ended, sleep(patience, undefined, { ref: false })])
    },
  }
}

function reportError(error: unknown, { log, onError }: JobWorkerOptions): void {
  if (error instanceof DatabaseUnavailable) {
    log.warn({ trouble: error.trouble, reason: error.message }, 'jobs wait for the database')
    return
  }
  log.error({ err: error as Error }, 'jobs stopped; starting them again')
  onError?.(error)
}

async function workOnce(options: JobWorkerOptions, ending: AbortSignal): Promise<void> {
  const { connectionString, log } = options
  const failed = Promise.withResolvers<never>()
  // Awaited below; until then a rejection must not count as unhandled.
  failed.promise.catch(() => undefined)
  const onStray = (error: unknown) => {
    log.error({ err: error as Error }, 'uncaught error in background work')
    failed.reject(error)
  }
  const pool = makePool({ connectionString, limits: limits.calls, max: 4 })
  const workerLock = await openWorkerLock(connectionString, failed.reject)
  const stopFreeing = startReleasingJobs(pool, log)
  const underWay = new Set<Promise<unknown>>()
  try {
    const runner = await inBackground(onStray, () => startRunner(options, { pool, workerLock, underWay }))
    await Promise.race([runner.promise, failed.promise, aborted(ending)]).finally(() =>
      finish(runner, underWay),
    )
    if (!ending.aborted) throw new Error('the job queue stopped unexpectedly')
  } finally {
    stopFreeing()
    await workerLock.release()
    pool.destroy()
  }
}

const aborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve()
    else signal.addEventListener('abort', () => resolve(), { once: true })
  })

/** The queue miscounts after a failure and then never ends by itself. */
const longestEnd = 5_000

/** Waits for running jobs too: others would start them again. */
async function finish(runner: Runner, underWay: ReadonlySet<Promise<unknown>>): Promise<void> {
  const ended = runner
    .stop()
    .catch(() => undefined)
    .then(() => runner.promise.catch(() => undefined))
  await Promise.race([ended, quiet(underWay)])
  await Promise.allSettled(underWay)
}

async function quiet(underWay: ReadonlySet<Promise<unknown>>): Promise<void> {
  do {
    await Promise.allSettled(underWay)
    await sleep(longestEnd, undefined, { ref: false })
  } while (underWay.size > 0)
}

interface Around {
  pool: pg.Pool
  workerLock: WorkerLock
  underWay: Set<Promise<unknown>>
}

async function startRunner(
  options: JobWorkerOptions,
  { pool, workerLock, underWay }: Around,
): Promise<Runner> {
  const events: WorkerEvents = new EventEmitter()
  events.on('pool:create', ({ workerPool }) => void workerLock.claim(workerPool.id))
  return run({
    pgPool: pool,
    taskList: taskList(options, underWay),
    parsedCronItems: parseCronItems(
      options.schedules.map(({ task, match }) => ({ task, match, identifier: task })),
    ),
    concurrency: 2,
    pollInterval: 1000,
    noHandleSignals: true,
    logger: queueLogger(options.log),
    events,
    // Called before every job: takes none before the lock is acquired.
    forbiddenFlags: async () => {
      await workerLock.acquired()
      return null
    },
    preset: {
      worker: {
        // Without any delay the queue does not await these writes; a lost connection becomes an unhandled rejection.
        completeJobBatchDelay: 0,
        failJobBatchDelay: 0,
      },
    },
  })
}

function taskList(options: JobWorkerOptions, underWay: Set<Promise<unknown>>): Record<string, Task> {
  return Object.fromEntries(
    Object.entries(options.tasks).map(([name, handler]): [string, Task] => [
      name,
      async (payload) => {
        const work = doJob(name, () => handler(payload as never), options)
        underWay.add(work)
        await work.finally(() => underWay.delete(work))
      },
    ]),
  )
}

/** Logs a failure without its payload; the queue retries. */
async function doJob(
  name: string,
  work: () => Promise<void>,
  { log, onDone }: JobWorkerOptions,
): Promise<void> {
  const startedAt = new Date()
  try {
    await work()
    onDone?.(name, true, startedAt)
  } catch (error) {
    onDone?.(name, false, startedAt)
    log.error({ task: name, err: error as Error }, 'job failed')
    throw error
  }
}

function queueLogger(log: Logger): QueueLogger {
  return new QueueLogger(() => (level, message) => {
    if (level === 'error') log.error({ queue: message }, 'job queue')
    else if (level === 'warning') log.warn({ queue: message }, 'job queue')
    else log.debug({ queue: message }, 'job queue')
  })
}
