import { createHash, timingSafeEqual } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { ReplicaState } from './replica.ts'

export interface PoolCounts {
  totalCount: number
  idleCount: number
  waitingCount: number
}

export interface Metrics {
  /** `route` is the pattern, never the path: ids would create a series each. */
  httpDone(request: { route: string | undefined; method: string; status: number; seconds: number }): void
  jobDone(task: string, ok: boolean): void
  watchPool(pool: PoolCounts): void
  watchReplica(state: () => ReplicaState): void
  /** Read at each request for metrics; without a response in time, what is in the database is left out. */
  watchFigures(read: () => Promise<Figures>): void
  metricsText(): Promise<string>
  readonly contentType: string
}

/** What everybody who looks after the business has to hear of. Absent: there is none yet. Times in seconds. */
export interface Figures {
  jobs: { waiting: number; running: number; given_up: number; oldest_wait: number }
  book_proof?: { is_ok: boolean; made_at: number }
  ledgers: { company: number; rows: number; checkpoint_rows: number }[]
  late_requests: { company: number; count: number }[]
  backup?: { is_ok: boolean; succeeded_at: number | null; bytes: number | null }
}

export function createMetrics(): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const http = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time to answer, by route, method and status',
    labelNames: ['route', 'method', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10],
    registers: [registry],
  })
  const jobs = new Counter({
    name: 'jobs_total',
    help: 'Background jobs that ended, by task and result',
    labelNames: ['task', 'result'],
    registers: [registry],
  })
  let pool: PoolCounts | undefined
  new Gauge({
    name: 'db_pool_connections',
    help: 'Database connections, and callers waiting for one',
    labelNames: ['state'],
    registers: [registry],
    collect() {
      if (!pool) return
      this.set({ state: 'used' }, pool.totalCount - pool.idleCount)
      this.set({ state: 'idle' }, pool.idleCount)
      this.set({ state: 'waiting' }, pool.waitingCount)
    },
  })
  let replica: (() => ReplicaState) | undefined
  let read: (() => Promise<Figures>) | undefined
  return {
    httpDone({ route, method, status, seconds }) {
      http.observe({ route: route ?? 'unmatched', method, status: String(status) }, seconds)
    },
    jobDone: (task, ok) => jobs.inc({ task, result: ok ? 'done' : 'failed' }),
    watchPool(watched) {
      pool = watched
    },
    watchReplica(watched) {
      replica = watched
    },
    watchFigures(watched) {
      read = watched
    },
    async metricsText() {
      const own = (await registry.metrics()) + (replica ? await replicaText(replica()) : '')
      return read ? `${own}\n${await figuresText(await soon(read()))}` : own
    },
    contentType: registry.contentType,
  }
}

async function replicaText({ is_in_use, lag, reads }: ReplicaState): Promise<string> {
  const registry = new Registry()
  const gauge = (name: string, help: string) => new Gauge({ name, help, registers: [registry] })
  gauge('replica_in_use', '1: lists and files are read from the replica; 0: from the primary').set(
    Number(is_in_use),
  )
  if (lag) {
    gauge('replica_lag_seconds', 'How old the newest state of the replica is').set(lag.seconds)
    gauge('replica_lag_bytes', 'Bytes of the log that the replica has yet to replay').set(lag.bytes)
  }
  const counter = new Counter({
    name: 'replica_reads_total',
    help: 'Lists and files read there, or on the primary because it was behind the own writes; statements that failed there',
    labelNames: ['result'],
    registers: [registry],
  })
  for (const [result, count] of Object.entries(reads)) counter.inc({ result }, count)
  return `\n${await registry.metrics()}`
}

const longestRead = 3_000

function soon(figures: Promise<Figures>): Promise<Figures | null> {
  const late = sleep(longestRead, null, { ref: false })
  return Promise.race([figures.catch(() => null), late])
}

/** In a registry of its own, so that what is not known is absent: 0 would be a statement. */
async function figuresText(figures: Figures | null): Promise<string> {
  const registry = new Registry()
  const gauge = (name: string, help: string, ...labelNames: string[]) =>
    new Gauge({ name, help, labelNames, registers: [registry] })
  const set = (name: string, help: string, value: number | null | undefined) => {
    if (value !== null && value !== undefined) gauge(name, help).set(value)
  }
  set('figures_read', '1: the database was asked; 0: it did not respond', figures ? 1 : 0)
  if (!figures) return registry.metrics()
  const { book_proof, backup } = figures
  const { oldest_wait, ...states } = figures.jobs
  const jobs = gauge('jobs_queued', 'Jobs that are due, at work, or given up after the last attempt', 'state')
  for (const [state, count] of Object.entries(states)) jobs.set({ state }, count)
  set('jobs_oldest_wait_seconds', 'How long the oldest due job has waited', oldest_wait)
  set('book_proof_ok', '1: the last proof of the books balanced', book_proof && Number(book_proof.is_ok))
  set('book_proof_timestamp_seconds', 'When the books were last proven', book_proof?.made_at)
  const ledger = gauge('ledger_rows', 'Rows of the antique ledger', 'company')
  const covered = gauge('ledger_checkpoint_rows', 'Rows that the checkpoint file covers', 'company')
  for (const { company, rows, checkpoint_rows } of figures.ledgers) {
    ledger.set({ company }, rows)
    covered.set({ company }, checkpoint_rows)
  }
  const late = gauge('late_requests', 'Requests beyond the day by which something was due', 'company')
  for (const { company, count } of figures.late_requests) late.set({ company }, count)
  set('backup_ok', '1: the last backup succeeded', backup && Number(backup.is_ok))
  set('backup_success_timestamp_seconds', 'When a backup last succeeded', backup?.succeeded_at)
  set('backup_bytes', 'Size of the last backup, without files that earlier ones hold', backup?.bytes)
  return registry.metrics()
}

const digest = (text: string) => createHash('sha256').update(text).digest()

/** Requires `Bearer <OKURU_METRICS_KEY>`; without a key, open outside production only. */
export function mayReadMetrics(
  authorization: string | undefined,
  key: string | undefined,
  production: boolean,
): boolean {
  if (key === undefined) return !production
  return timingSafeEqual(digest(authorization ?? ''), digest(`Bearer ${key}`))
}
