import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { createTracing } from './tracing.ts'
import { createOtlpTracing } from './tracing-otlp.ts'

const closers: (() => void)[] = []
afterEach(() => {
  for (const close of closers.splice(0)) close()
})

interface Got {
  path: string | undefined
  key: unknown
  // biome-ignore lint/suspicious/noExplicitAny: read freely
  body: any
}

async function startCollector(hangs = false): Promise<{ endpoint: string; got: Got[] }> {
  const got: Got[] = []
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    got.push({
      path: request.url,
      key: request.headers['x-key'],
      body: JSON.parse(Buffer.concat(chunks).toString()),
    })
    if (!hangs) response.end('{}')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closers.push(() => {
    server.closeAllConnections()
    server.close()
  })
  return { endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, got }
}

const [startedAt, endedAt] = [new Date('2026-11-24T01:00:00.000Z'), new Date('2026-11-24T01:00:00.250Z')]
const done = {
  ...{ name: 'GET /api/items/:id/', op: 'http.server', startedAt, endedAt },
  ...{ method: 'GET', route: '/api/items/:id/', status: 503, requestId: 'r-1' },
}
const named = { environment: 'test', release: 'okuru@1.2.3' }

test('calls and jobs arrive as spans, and continue the trace of the caller', async () => {
  const { endpoint, got } = await startCollector()
  const tracing = createOtlpTracing({ endpoint, headers: { 'x-key': 'secret' }, ...named })
  const [trace, parent] = ['0123456789abcdef0123456789abcdef', '0123456789abcdef']
  tracing.captureTransaction({ ...done, traceparent: `00-${trace}-${parent}-01` })
  tracing.captureTransaction({
    name: 'mail.send',
    op: 'queue.process',
    startedAt,
    endedAt,
    traceparent: 'forged',
  })
  await tracing.flush(2_000)
  expect(got).toHaveLength(1)
  expect([got[0]?.path, got[0]?.key]).toEqual(['/v1/traces', 'secret'])
  const [{ resource, scopeSpans }] = got[0]?.body.resourceSpans ?? []
  expect(resource.attributes).toContainEqual({ key: 'service.version', value: { stringValue: '1.2.3' } })
  const [call, job] = scopeSpans[0].spans
  expect(call).toMatchObject({
    ...{ traceId: trace, parentSpanId: parent, name: done.name, kind: 2, status: { code: 2 } },
    startTimeUnixNano: `${startedAt.getTime()}000000`,
    endTimeUnixNano: `${endedAt.getTime()}000000`,
  })
  expect(call.attributes).toContainEqual({
    key: 'http.response.status_code',
    value: { intValue: '503' },
  })
  expect(job).toMatchObject({ name: 'mail.send', kind: 5, status: { code: 0 }, attributes: [] })
  expect([job.traceId, job.spanId]).toEqual([
    expect.stringMatching(/^[0-9a-f]{32}$/),
    expect.stringMatching(/^[0-9a-f]{16}$/),
  ])
  expect(job).not.toHaveProperty('parentSpanId')
})

test('a collector that is away or hangs holds nobody up, and memory is bounded', async () => {
  const { endpoint, got } = await startCollector(true)
  const tracing = createOtlpTracing({ endpoint, headers: {}, ...named, timeout: 100, most: 10 })
  for (let n = 0; n < 100; n++) tracing.captureTransaction(done)
  const began = performance.now()
  await tracing.flush(20_000)
  expect(performance.now() - began).toBeLessThan(10_000)
  expect(got[0]?.body.resourceSpans[0].scopeSpans[0].spans).toHaveLength(10)
  await createOtlpTracing({ endpoint: 'http://127.0.0.1:9', headers: {}, ...named }).flush(500)
})

test('it is one of the receivers that the configuration names', async () => {
  const { endpoint, got } = await startCollector()
  const tracing = await createTracing({ dsn: undefined, otlp: { endpoint, headers: {} }, ...named })
  tracing.captureTransaction(done)
  await tracing.flush(2_000)
  expect(got).toHaveLength(1)
})
