import { describe, expect, test } from 'vitest'
import { createMetrics, mayReadMetrics } from './metrics.ts'

describe('metrics', () => {
  test('requests, jobs, connections and event-loop lag come out as Prometheus text', async () => {
    const metrics = createMetrics()
    const pool = { totalCount: 5, idleCount: 2, waitingCount: 1 }
    metrics.watchPool(pool)
    metrics.httpDone({ route: '/api/items/:id/', method: 'GET', status: 200, seconds: 0.03 })
    metrics.httpDone({ route: '/api/items/:id/', method: 'GET', status: 200, seconds: 0.3 })
    metrics.httpDone({ route: undefined, method: 'GET', status: 404, seconds: 0.001 })
    metrics.jobDone('send_mail', true)
    metrics.jobDone('send_mail', false)
    pool.waitingCount = 4
    const text = await metrics.metricsText()
    const labels = text.split('\n').filter((line) => line.startsWith('http_request_duration_seconds'))
    expect(labels.some((line) => line.includes('route="/api/items/:id/"') && /_count.* 2$/.test(line))).toBe(
      true,
    )
    const quick = labels.filter((line) => line.includes('le="0.05"') && line.includes('/:id/'))
    expect(quick).toEqual([expect.stringMatching(/ 1$/)])
    expect(labels.some((line) => line.includes('route="unmatched"'))).toBe(true)
    expect(text).toContain('jobs_total{task="send_mail",result="failed"} 1')
    expect(text).toContain('db_pool_connections{state="used"} 3')
    expect(text).toContain('db_pool_connections{state="waiting"} 4')
    expect(text).toMatch(/nodejs_eventloop_lag_p99_seconds \d/)
    expect(metrics.contentType).toMatch(/^text\/plain/)
  })

  test('two registries in one process do not mix', async () => {
    const [one, two] = [createMetrics(), createMetrics()]
    one.jobDone('only_here', true)
    expect(await two.metricsText()).not.toContain('only_here')
  })

  test('with a key only its holder reads, without one nobody in production', () => {
    expect(mayReadMetrics('Bearer a-long-enough-key', 'a-long-enough-key', true)).toBe(true)
    expect(mayReadMetrics('Bearer a-long-enough-ke', 'a-long-enough-key', false)).toBe(false)
    expect(mayReadMetrics(undefined, 'a-long-enough-key', false)).toBe(false)
    expect(mayReadMetrics(undefined, undefined, true)).toBe(false)
    expect(mayReadMetrics(undefined, undefined, false)).toBe(true)
  })
})
