import { randomBytes } from 'node:crypto'
import { cwd } from 'node:process'
import type { ErrorEvent, Event } from '@sentry/node'
import { errorForLog } from './log.ts'
import type { OtlpConfig } from './tracing-otlp.ts'

/** Contains nothing a person typed. `route` is the pattern, never the path. */
export interface About {
  requestId?: string
  route?: string
  method?: string
  status?: number
  sentryTrace?: string
  /** As W3C Trace Context has it. */
  traceparent?: string
}

export interface Tracing {
  captureError(error: unknown, about?: About): void
  captureTransaction(done: About & { name: string; op: string; startedAt: Date; endedAt: Date }): void
  flush(milliseconds: number): Promise<void>
}

export interface TracingOptions {
  dsn: string | undefined
  otlp?: OtlpConfig | undefined
  environment: string
  release: string
  /** Per delivery, in milliseconds. */
  timeout?: number
  queueSize?: number
}

export const silent: Tracing = { captureError() {}, captureTransaction() {}, flush: async () => {} }

const seconds = (date: Date) => date.getTime() / 1000

const spanStatus = (status = 200) =>
  status < 400 ? 'ok' : status < 500 ? 'invalid_argument' : 'internal_error'

function tagsOf({ requestId, route, method, status }: About): Record<string, string> {
  const tags = { request_id: requestId, route, method, status: status?.toString() }
  return Object.fromEntries(
    Object.entries(tags).filter((tag): tag is [string, string] => tag[1] !== undefined),
  )
}

function withoutPerson<E extends Event>(event: E): E {
  return { ...event, request: undefined, user: undefined, extra: undefined, breadcrumbs: undefined }
}

/** Masks the message as the log does; makes stack paths relative. */
function masked(event: ErrorEvent, error: Error): ErrorEvent {
  const { type, message } = errorForLog(error)
  const frames = event.exception?.values?.[0]?.stacktrace?.frames ?? []
  const own = frames.map(({ function: name, filename, lineno, colno, in_app }) => ({
    ...{ function: name, lineno, colno, in_app },
    filename: filename?.replace('file://', '').replace(`${cwd()}/`, ''),
  }))
  return {
    ...withoutPerson(event),
    exception: { values: [{ type, value: message, stacktrace: { frames: own } }] },
  }
}

/** To whom the configuration names; what is not named is not even loaded. Never blocks or throws. */
export async function createTracing({ dsn, otlp, ...options }: TracingOptions): Promise<Tracing> {
  const receivers: Tracing[] = []
  if (dsn !== undefined) receivers.push(await createSentryTracing({ ...options, dsn }))
  if (otlp) {
    const { createOtlpTracing } = await import('./tracing-otlp.ts')
    receivers.push(createOtlpTracing({ ...options, ...otlp }))
  }
  if (receivers.length === 0) return silent
  return {
    captureError: (error, about) => {
      for (const receiver of receivers) receiver.captureError(error, about)
    },
    captureTransaction: (done) => {
      for (const receiver of receivers) receiver.captureTransaction(done)
    },
    flush: async (milliseconds) => {
      await Promise.all(receivers.map((receiver) => receiver.flush(milliseconds)))
    },
  }
}

type SentryOptions = Omit<TracingOptions, 'dsn' | 'otlp'> & { dsn: string }

/** Sends errors and timings to a Sentry-compatible server. */
async function createSentryTracing(options: SentryOptions): Promise<Tracing> {
  const { dsn, environment, release, timeout = 3000, queueSize = 100 } = options
  const sentry = await import('@sentry/node')
  // Sentry's own transport has no timeout and stays full once enough requests hang.
  const send = async (url: string, body: string | Uint8Array) => {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/x-sentry-envelope' },
      body: body as BodyInit,
      signal: AbortSignal.timeout(timeout),
    })
    await response.body?.cancel()
    const { headers, status: statusCode } = response
    return {
      statusCode,
      headers: {
        'retry-after': headers.get('retry-after'),
        'x-sentry-rate-limits': headers.get('x-sentry-rate-limits'),
      },
    }
  }
  const client = new sentry.NodeClient({
    dsn,
    environment,
    release,
    // No instrumentation: it would send request data.
    integrations: [],
    enableRuntimeChannelInjection: false,
    includeServerName: false,
    sendClientReports: false,
    stackParser: sentry.defaultStackParser,
    transport: (transport) =>
      sentry.createTransport({ ...transport, bufferSize: queueSize }, ({ body }) =>
        send(transport.url, body),
      ),
    beforeSend: (event, { originalException }) => masked(event, originalException as Error),
    beforeSendTransaction: withoutPerson,
  })

  const scopeOf = (about: About) => {
    const scope = new sentry.Scope().setTags(tagsOf(about)).setTransactionName(about.route)
    sentry.continueTrace({ sentryTrace: about.sentryTrace, baggage: undefined }, () =>
      scope.setPropagationContext(sentry.getCurrentScope().getPropagationContext()),
    )
    return scope
  }

  return {
    captureError(error, about = {}) {
      const known = error instanceof Error ? error : new Error(`thrown: ${typeof error}`)
      client.captureException(known, { originalException: known }, scopeOf(about))
    },
    captureTransaction({ name, op, startedAt, endedAt, ...about }) {
      const scope = scopeOf(about)
      const { traceId: trace_id, parentSpanId: parent_span_id } = scope.getPropagationContext()
      const span_id = randomBytes(8).toString('hex')
      const status = spanStatus(about.status)
      const event = {
        type: 'transaction' as const,
        transaction: name,
        transaction_info: { source: 'route' as const },
        start_timestamp: seconds(startedAt),
        timestamp: seconds(endedAt),
        contexts: { trace: { trace_id, span_id, ...(parent_span_id && { parent_span_id }), op, status } },
        spans: [],
      }
      client.captureEvent(event, undefined, scope)
    },
    async flush(milliseconds) {
      await client.flush(milliseconds)
    },
  }
}
