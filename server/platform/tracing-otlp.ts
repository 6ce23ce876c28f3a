// Spans of calls and jobs as OTLP over HTTP in JSON, which every collector of OpenTelemetry takes. Holds nothing that a
// person typed: names are patterns of routes, as for the other receiver of traces.
import { randomBytes } from 'node:crypto'
import type { Tracing } from './tracing.ts'

export interface OtlpConfig {
  /** `/v1/traces` is added. */
  endpoint: string
  headers: Readonly<Record<string, string>>
}

export interface OtlpOptions extends OtlpConfig {
  environment: string
  release: string
  /** Per delivery, in milliseconds. */
  timeout?: number
  /** In milliseconds. */
  every?: number
  /** Spans kept for the next delivery; more are dropped. */
  most?: number
}

type Value = { stringValue: string } | { intValue: string }
interface Span {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  kind: number
  startTimeUnixNano: string
  endTimeUnixNano: string
  attributes: { key: string; value: Value }[]
  status: { code: number }
}

const kinds: Readonly<Record<string, number>> = { 'http.server': 2, 'queue.process': 5 }
const [internal, failed, unset] = [1, 2, 0]

const attributesOf = (values: Readonly<Record<string, string | number | undefined>>): Span['attributes'] =>
  Object.entries(values).flatMap(([key, value]) =>
    value === undefined
      ? []
      : [{ key, value: typeof value === 'number' ? { intValue: String(value) } : { stringValue: value } }],
  )

const nanoseconds = (date: Date): string => `${date.getTime()}000000`

/** `version-trace-parent-flags`, as W3C Trace Context has it. */
function parentIn(traceparent: string | undefined): { traceId: string; parentSpanId: string } | undefined {
  const [, traceId, parentSpanId] =
    /^00-([0-9a-f]{32})-([0-9a-f]{16})-[0-9a-f]{2}$/.exec(traceparent ?? '') ?? []
  if (!traceId || !parentSpanId || /^0+$/.test(traceId) || /^0+$/.test(parentSpanId)) return undefined
  return { traceId, parentSpanId }
}

/** Never blocks or throws: a collector that is away costs the spans of the meantime. */
export function createOtlpTracing(options: OtlpOptions): Tracing {
  const { endpoint, headers, environment, release, timeout = 5_000, every = 5_000, most = 2_000 } = options
  const [service = 'okuru', version = ''] = release.split('@')
  const resource = {
    attributes: attributesOf({
      'service.name': service,
      'service.version': version,
      'deployment.environment.name': environment,
    }),
  }
  let waiting: Span[] = []

  async function deliver(): Promise<void> {
    if (waiting.length === 0) return
    const spans = waiting
    waiting = []
    try {
      const response = await fetch(`${endpoint.replace(/\/+$/, '')}/v1/traces`, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify({
          resourceSpans: [{ resource, scopeSpans: [{ scope: { name: service }, spans }] }],
        }),
        signal: AbortSignal.timeout(timeout),
      })
      await response.body?.cancel()
    } catch {
      // Counted nowhere: the collector's own alarms say that it is away.
    }
  }
  const timer = setInterval(() => void deliver(), every)
  timer.unref()

  return {
    captureError() {},
    captureTransaction({ name, op, startedAt, endedAt, status, method, route, requestId, traceparent }) {
      if (waiting.length >= most) return
      const parent = parentIn(traceparent)
      waiting.push({
        traceId: parent?.traceId ?? randomBytes(16).toString('hex'),
        spanId: randomBytes(8).toString('hex'),
        ...(parent && { parentSpanId: parent.parentSpanId }),
        name,
        kind: kinds[op] ?? internal,
        startTimeUnixNano: nanoseconds(startedAt),
        endTimeUnixNano: nanoseconds(endedAt),
        attributes: attributesOf({
          'http.request.method': method,
          'http.route': route,
          'http.response.status_code': op === 'http.server' ? status : undefined,
          'okuru.request_id': requestId,
        }),
        status: { code: (status ?? 200) >= 500 ? failed : unset },
      })
    },
    async flush(milliseconds) {
      let timer: NodeJS.Timeout | undefined
      const late = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, milliseconds)
      })
      await Promise.race([deliver(), late])
      clearTimeout(timer)
    },
  }
}
