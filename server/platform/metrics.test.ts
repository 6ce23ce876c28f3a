import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { createMetrics, type Figures, mayReadMetrics } from './metrics.ts'

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

  test('figures of the database: what is not known is absent, and a database that is away costs nothing else', async () => {
    const metrics = createMetrics()
    let figures: Figures | null = {
      jobs: { waiting: 3, running: 1, given_up: 2, oldest_wait: 12.5 },
      book_proof: { is_ok: false, made_at: 1_795_000_000 },
      ledgers: [{ company: 2, rows: 40, checkpoint_rows: 38 }],
      late_requests: [{ company: 2, count: 5 }],
    }
    metrics.watchFigures(async () => {
      if (!figures) throw new Error('away')
      return figures
    })
    const text = await metrics.metricsText()
    for (const line of [
      'figures_read 1',
      'jobs_queued{state="given_up"} 2',
      'jobs_oldest_wait_seconds 12.5',
      'book_proof_ok 0',
      'ledger_rows{company="2"} 40',
      'ledger_checkpoint_rows{company="2"} 38',
      'late_requests{company="2"} 5',
    ])
      expect(text.split('\n')).toContain(line)
    expect(text).not.toContain('backup_ok')
    figures = { ...figures, backup: { is_ok: true, succeeded_at: 1_795_000_001, bytes: 7 } }
    expect(await metrics.metricsText()).toContain('backup_success_timestamp_seconds 1795000001')
    figures = null
    const away = await metrics.metricsText()
    expect(away).toContain('figures_read 0')
    expect(away).toContain('process_cpu_seconds_total')
    expect(away).not.toContain('ledger_rows')
  })

  test('alert rules and dashboard ask for metrics that there are', async () => {
    const metrics = createMetrics()
    metrics.watchFigures(async () => ({
      jobs: { waiting: 0, running: 0, given_up: 0, oldest_wait: 0 },
      book_proof: { is_ok: true, made_at: 1 },
      ledgers: [],
      late_requests: [],
      backup: { is_ok: true, succeeded_at: 1, bytes: 1 },
    }))
    metrics.watchReplica(() => ({
      is_in_use: true,
      lag: { seconds: 0, bytes: 0 },
      reads: { replica: 1, behind: 0, failed: 0 },
    }))
    const known = (await metrics.metricsText()).matchAll(/^# TYPE (\w+)/gm)
    const names = new Set([...known].map(([, name]) => name))
    const deploy = path.join(import.meta.dirname, '..', '..', 'deploy')
    for (const file of ['prometheus/okuru.yaml', 'grafana/okuru.json']) {
      const text = await readFile(path.join(deploy, file), 'utf8')
      const asked = [...text.matchAll(/(\w+)\{job=/g)].map(([, name = '']) =>
        name.replace(/_(bucket|count)$/, ''),
      )
      expect(asked.length).toBeGreaterThan(10)
      expect(asked.filter((name) => name !== 'up' && !names.has(name))).toEqual([])
    }
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
