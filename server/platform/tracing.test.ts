import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { createTracing } from './tracing.ts'

const closers: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closers.splice(0)) await close()
})

interface Report {
  path: string | undefined
  headers: IncomingHttpHeaders
  lines: [Record<string, unknown>, Record<string, unknown>, Record<string, unknown>]
}

/** A fake Sentry. `answer` returns the status, or 'hang' for no response. */
async function startSentry(answer: (index: number) => number | 'hang' = () => 200) {
  const reports: Report[] = []
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const lines = Buffer.concat(chunks)
      .toString()
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    reports.push({ path: request.url, headers: request.headers, lines: lines as Report['lines'] })
    const status = answer(reports.length)
    if (status !== 'hang') response.writeHead(status, { 'retry-after': '30' }).end('{}')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closers.push(
    () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  )
  const { port } = server.address() as AddressInfo
  return { dsn: `http://publickey@127.0.0.1:${port}/prefix/42`, reports }
}

const about = { requestId: 'r-1', route: '/api/items/:id/', method: 'GET', status: 500 }
const tracing = (dsn: string | undefined, change: object = {}) =>
  createTracing({
    dsn,
    environment: 'test',
    release: 'okuru@1.0.0',
    timeout: 5000,
    ...change,
  })

describe('tracing', () => {
  test('an error arrives as an envelope with its type, place and route', async () => {
    const sentry = await startSentry()
    const traced = await tracing(sentry.dsn)
    traced.captureError(new TypeError('cannot do it'), about)
    await traced.flush(30_000)
    const [report] = sentry.reports
    expect(report?.path).toMatch(/^\/prefix\/api\/42\/envelope\/\?.*sentry_key=publickey/)
    expect(report?.headers['content-type']).toBe('application/x-sentry-envelope')
    const [head, item, event] = report?.lines ?? []
    expect(item).toEqual({ type: 'event' })
    expect(head?.event_id).toMatch(/^[0-9a-f]{32}$/)
    expect(event).toMatchObject({
      event_id: head?.event_id,
      environment: 'test',
      release: 'okuru@1.0.0',
      tags: { request_id: 'r-1', route: '/api/items/:id/', method: 'GET', status: '500' },
      exception: { values: [{ type: 'TypeError', value: 'cannot do it' }] },
    })
    const frames = JSON.stringify(event?.exception)
    expect(frames).toContain('"filename":"server/platform/tracing.test.ts"')
  })

  test('a transaction carries its times and continues the trace of the browser', async () => {
    const sentry = await startSentry()
    const traced = await tracing(sentry.dsn)
    const [trace, parent] = ['0123456789abcdef0123456789abcdef', '0123456789abcdef']
    traced.captureTransaction({
      ...about,
      name: 'GET /api/items/:id/',
      op: 'http.server',
      startedAt: new Date('2026-11-21T00:00:00.000Z'),
      endedAt: new Date('2026-11-21T00:00:00.250Z'),
      sentryTrace: `${trace}-${parent}-1`,
    })
    await traced.flush(30_000)
    const [, item, event] = sentry.reports[0]?.lines ?? []
    expect(item).toEqual({ type: 'transaction' })
    expect(Number(event?.timestamp) - Number(event?.start_timestamp)).toBeCloseTo(0.25, 3)
    expect(event).toMatchObject({
      transaction: 'GET /api/items/:id/',
      contexts: {
        trace: { trace_id: trace, parent_span_id: parent, status: 'internal_error', op: 'http.server' },
      },
    })
  })

  test('nothing about a person goes out', async () => {
    const sentry = await startSentry()
    const traced = await tracing(sentry.dsn)
    const error = Object.assign(new Error('hanako@example.com 山田花子 090-1234-5678 /x?access_token=abc'), {
      detail: 'Key (email)=(hanako@example.com)',
    })
    traced.captureError(error, { ...about, sentryTrace: 'hanako@example.com' })
    traced.captureError('山田花子')
    await traced.flush(30_000)
    expect(sentry.reports).toHaveLength(2)
    expect(JSON.stringify(sentry.reports)).not.toMatch(/hanako|花子|090-|access_token|Key \(/)
  })

  test('a server that is slow, broken or gone holds nobody up and throws nothing', async () => {
    const slow = await startSentry(() => 'hang')
    const broken = await startSentry(() => 500)
    for (const dsn of [slow.dsn, broken.dsn, 'http://key@127.0.0.1:1/1']) {
      const traced = await tracing(dsn)
      const start = performance.now()
      traced.captureError(new Error('x'))
      expect(performance.now() - start).toBeLessThan(4_000)
      await traced.flush(1000)
    }
    expect([slow.reports.length, broken.reports.length]).toEqual([1, 1])
  })

  test('only so many wait', async () => {
    const sentry = await startSentry()
    const traced = await tracing(sentry.dsn, { queueSize: 3 })
    for (let index = 0; index < 50; index += 1) traced.captureError(new Error('x'))
    await traced.flush(30_000)
    expect(sentry.reports).toHaveLength(3)
  })

  test('told to slow down it keeps quiet as long as asked', async () => {
    const sentry = await startSentry((index) => (index === 1 ? 429 : 200))
    const traced = await tracing(sentry.dsn)
    const report = async () => {
      traced.captureError(new Error('x'))
      await traced.flush(30_000)
    }
    vi.useFakeTimers({ toFake: ['Date'] })
    await report()
    vi.setSystemTime(Date.now() + 29_000)
    await report()
    expect(sentry.reports).toHaveLength(1)
    vi.setSystemTime(Date.now() + 2000)
    await report()
    expect(sentry.reports).toHaveLength(2)
    vi.useRealTimers()
  })

  test('flush waits no longer than it was told', async () => {
    const sentry = await startSentry(() => 'hang')
    const traced = await tracing(sentry.dsn)
    traced.captureError(new Error('x'))
    const start = performance.now()
    await traced.flush(50)
    expect(performance.now() - start).toBeLessThan(4_000)
  })

  test('without a DSN it does nothing', async () => {
    const fetched = vi.spyOn(globalThis, 'fetch')
    const traced = await tracing(undefined)
    traced.captureError(new Error('x'), about)
    await traced.flush(10)
    expect(fetched).not.toHaveBeenCalled()
    fetched.mockRestore()
  })
})
