// A running job names its worker, which holds an advisory lock on that name. The lock ends with its connection.
import type pg from 'pg'
import { asUnavailable, DatabaseUnavailable } from './database-trouble.ts'
import type { Logger } from './log.ts'
import { connectAlone, endAlone, limits, underLock } from './pool.ts'

const lockClass = 826_173_402

export interface WorkerLock {
  claim: (worker: string) => Promise<void>
  /** Resolves once a name is claimed; rejects when the claim fails or is lost. */
  acquired: () => Promise<void>
  release: () => Promise<void>
}

export async function openWorkerLock(
  connectionString: string,
  onLost: (error: Error) => void,
): Promise<WorkerLock> {
  const claimed = Promise.withResolvers<void>()
  claimed.promise.catch(() => undefined)
  let isLost = false
  let isReleased = false
  const lose = (error: Error) => {
    if (isLost || isReleased) return
    isLost = true
    claimed.reject(error)
    onLost(error)
  }
  const client = await connectAlone({
    connectionString,
    name: 'okuru-jobs',
    limits: limits.calls,
    onError: (error) => lose(new DatabaseUnavailable('lost', error)),
  })
  client.once('end', () => lose(new DatabaseUnavailable('lost', 'the connection of the lock ended')))
  const stopAsking = keepAsking(client, lose)
  return {
    async claim(worker) {
      try {
        await client.query(noticeSoon)
        await client.query('select pg_advisory_lock($1, hashtext($2))', [lockClass, worker])
        claimed.resolve()
      } catch (error) {
        lose(error as Error)
      }
    },
    acquired: () => (isLost ? Promise.reject(new Error('the lock is lost')) : claimed.promise),
    async release() {
      isReleased = true
      stopAsking()
      await endAlone(client)
    },
  }
}

const askEvery = 5_000

/**
 * A connection that says nothing any more, as after a failover, is noticed here by the timeout of the statement. The
 * database has long given the lock up then, and others would take jobs that are still at work here.
 */
function keepAsking(client: pg.Client, lose: (error: Error) => void): () => void {
  let isAsking = false
  const timer = setInterval(() => {
    if (isAsking) return
    isAsking = true
    client.query('select 1').then(
      () => {
        isAsking = false
      },
      (error: unknown) => lose(asUnavailable(error) as Error),
    )
  }, askEvery)
  return () => clearInterval(timer)
}

/** Detects a failed machine within 30 s. */
const noticeSoon =
  'set tcp_keepalives_idle = 10; set tcp_keepalives_interval = 5; set tcp_keepalives_count = 3; set idle_session_timeout = 0'

const lookEvery = 1_000

/** Unlocks the jobs of dead workers, which the queue does only after four hours. Dead: missing twice in a row. */
export function startReleasingJobs(pool: pg.Pool, log: Logger): () => void {
  let missed: string[] = []
  let isLooking = false
  const look = async (): Promise<void> => {
    if (isLooking) return
    isLooking = true
    try {
      const missing = await deadWorkers(pool)
      const dead = missing.filter((worker) => missed.includes(worker))
      missed = missing
      if (dead.length === 0) return
      const jobs = await releaseJobs(pool, dead)
      log.warn({ jobs }, 'released jobs of a dead process')
    } catch (error) {
      log.debug({ reason: (error as Error).message }, 'could not look for jobs of dead processes')
    } finally {
      isLooking = false
    }
  }
  void look()
  const timer = setInterval(() => void look(), lookEvery)
  return () => clearInterval(timer)
}

async function deadWorkers(pool: pg.Pool): Promise<string[]> {
  const { rows } = await pool.query<{ worker: string }>(
    `select distinct j.locked_by as worker from graphile_worker.jobs j
     where j.locked_by is not null and not exists (
       select from pg_locks l where l.locktype = 'advisory' and l.granted and l.objsubid = 2 and l.classid = $1::oid
         and l.objid = (hashtext(j.locked_by)::bigint & 4294967295)::oid
         and l.database = (select d.oid from pg_database d where d.datname = current_database()))`,
    [lockClass],
  )
  return rows.map(({ worker }) => worker)
}

/** With the queue's own delay after a failure: a process that dies again and again must not use up the attempts. */
function releaseJobs(pool: pg.Pool, workers: readonly string[]): Promise<number> {
  return underLock(pool, null, async (client) => {
    const { rows } = await client.query<{ id: number }>(
      'select id from graphile_worker.jobs where locked_by = any($1::text[])',
      [workers],
    )
    await client.query('select graphile_worker.force_unlock_workers($1::text[])', [workers])
    await client.query(
      `select graphile_worker.reschedule_jobs(array[id],
         run_at => greatest(run_at, now() + exp(least(attempts, 10)) * interval '1 second'))
       from graphile_worker.jobs where id = any($1::bigint[])`,
      [rows.map(({ id }) => id)],
    )
    return rows.length
  })
}
