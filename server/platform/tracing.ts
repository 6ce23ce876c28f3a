import { randomBytes } from 'node:crypto'
import { cwd } from 'node:process'
import { errorForLog } from './log.ts'

/** What may be told about a request: nothing a person typed. `route` is the pattern, never the path. */
export interface About {
  requestId?: string
  route?: string
  method?: string
  status?: number
  /** The browser's `sentry-trace` header: both ends then show as one trace. */
  sentryTrace?: string
}

export interface Tracing {
  captureError(error: unknown, about?: About): void
  /** A finished request or job. Every one is sent (sample rate 1). */
  captureTransaction(done: About & { name: string; op: string; startedAt: Date; endedAt: Date }): void
  /** Waits until what is queued has gone out or failed, at most so long. For shutting down. */
  flush(milliseconds: number): Promise<void>
}

export interface TracingOptions {
  /** Absent: nothing is recorded or sent. */
  dsn: string | undefined
  environment: string
  release: string
  now: () => Date
  /** Longest wait for one delivery, in milliseconds. */
  timeout?: number
  /** Reports waiting at most; further ones are dropped. */
  queueSize?: number
}

const silent: Tracing = { captureError() {}, captureTransaction() {}, flush: async () => {} }

const hexId = (bytes: number) => randomBytes(bytes).toString('hex')
const seconds = (date: Date) => date.getTime() / 1000

/** Where a DSN (`https://key@host/path/project`) wants its reports. */
function targetOf(dsn: string): { url: string; auth: string } {
  const { protocol, host, pathname, username } = new URL(dsn)
  const [, path = '', project = ''] = /^(.*)\/(\d+)$/.exec(pathname) ?? []
  return {
    url: `${protocol}//${host}${path}/api/${project}/envelope/`,
    auth: `Sentry sentry_version=7, sentry_client=okuru/1.0, sentry_key=${username}`,
  }
}

/** Continues the browser's trace when it sent one, else begins its own. */
function traceOf(header: string | undefined) {
  const [, trace, parent] = /^([0-9a-f]{32})-([0-9a-f]{16})(?:-[01])?$/.exec(header ?? '') ?? []
  return {
    trace_id: trace ?? hexId(16),
    span_id: hexId(8),
    ...(parent === undefined ? {} : { parent_span_id: parent }),
  }
}

interface Frame {
  function: string
  filename: string
  lineno: number
  colno: number
  in_app: boolean
}

/** The stack as the protocol wants it, outermost call first. Paths start at the program's folder. */
function framesOf(stack: string): Frame[] {
  const frames: Frame[] = []
  for (const line of stack.split('\n')) {
    const [, name, file, row, column] =
      /^\s+at (?:(.+?) \()?(?:file:\/\/)?(.+?):(\d+):(\d+)\)?$/.exec(line) ?? []
    if (file === undefined) continue
    frames.push({
      function: name ?? '?',
      filename: file.replace(`${cwd()}/`, ''),
      lineno: Number(row),
      colno: Number(column),
      in_app: !file.includes('node_modules') && !file.startsWith('node:'),
    })
  }
  return frames.reverse()
}

function exceptionOf(error: unknown) {
  const plain = errorForLog(error instanceof Error ? error : new Error(`thrown: ${typeof error}`))
  return { type: plain.type, value: plain.message, stacktrace: { frames: framesOf(plain.stack ?? '') } }
}

function tagsOf({ requestId, route, method, status }: About): Record<string, string> {
  const tags = { request_id: requestId, route, method, status: status?.toString() }
  return Object.fromEntries(
    Object.entries(tags).filter((tag): tag is [string, string] => tag[1] !== undefined),
  )
}

const spanStatus = (status = 200) =>
  status < 400 ? 'ok' : status < 500 ? 'invalid_argument' : 'internal_error'

interface Sender {
  add(envelope: string): void
  settled(): Promise<void>
}

/** Delivers one after the other in the background. Whatever goes wrong is dropped: reports are worth less than us. */
function createSender(options: TracingOptions & { dsn: string }): Sender {
  const { now, timeout = 3000, queueSize = 100 } = options
  const { url, auth } = targetOf(options.dsn)
  const queue: string[] = []
  let working: Promise<void> | undefined
  let quietUntil = 0

  async function deliver(envelope: string): Promise<void> {
    try {
      const response = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/x-sentry-envelope', 'x-sentry-auth': auth },
        body: envelope,
        signal: AbortSignal.timeout(timeout),
      })
      await response.body?.cancel()
      if (response.status !== 429) return
      quietUntil = now().getTime() + (Number(response.headers.get('retry-after')) || 60) * 1000
    } catch {
      // Not reachable or too slow: the report is lost, the request it told of is long answered.
    }
  }

  async function work(): Promise<void> {
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
      if (now().getTime() >= quietUntil) await deliver(next)
    }
    working = undefined
  }

  return {
    add(envelope) {
      if (queue.length >= queueSize || now().getTime() < quietUntil) return
      queue.push(envelope)
      working ??= Promise.resolve().then(work)
    },
    settled: () => working ?? Promise.resolve(),
  }
}

/** Errors and timings to a Sentry-compatible server. Calls return at once and never throw. */
export function createTracing(options: TracingOptions): Tracing {
  const { dsn, environment, release, now } = options
  if (dsn === undefined) return silent
  const sender = createSender({ ...options, dsn })

  function send(type: 'event' | 'transaction', about: About, payload: object): void {
    const eventId = hexId(16)
    const event = {
      event_id: eventId,
      platform: 'node',
      environment,
      release,
      tags: tagsOf(about),
      ...payload,
    }
    const lines = [{ event_id: eventId, sent_at: now().toISOString() }, { type }, event]
    sender.add(`${lines.map((line) => JSON.stringify(line)).join('\n')}\n`)
  }

  return {
    captureError(error, about = {}) {
      send('event', about, {
        level: 'error',
        timestamp: seconds(now()),
        transaction: about.route,
        contexts: { trace: traceOf(about.sentryTrace) },
        exception: { values: [exceptionOf(error)] },
      })
    },
    captureTransaction({ name, op, startedAt, endedAt, ...about }) {
      send('transaction', about, {
        transaction: name,
        transaction_info: { source: 'route' },
        start_timestamp: seconds(startedAt),
        timestamp: seconds(endedAt),
        contexts: { trace: { ...traceOf(about.sentryTrace), op, status: spanStatus(about.status) } },
        spans: [],
      })
    },
    async flush(milliseconds) {
      const { promise: late, resolve } = Promise.withResolvers<void>()
      const timer = setTimeout(resolve, milliseconds)
      await Promise.race([sender.settled(), late])
      clearTimeout(timer)
    },
  }
}
