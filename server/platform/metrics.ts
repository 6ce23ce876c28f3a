import { createHash, timingSafeEqual } from 'node:crypto'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

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
  metricsText(): Promise<string>
  readonly contentType: string
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
  return {
    httpDone({ route, method, status, seconds }) {
      http.observe({ route: route ?? 'unmatched', method, status: String(status) }, seconds)
    },
    jobDone: (task, ok) => jobs.inc({ task, result: ok ? 'done' : 'failed' }),
    watchPool(watched) {
      pool = watched
    },
    metricsText: () => registry.metrics(),
    contentType: registry.contentType,
  }
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
