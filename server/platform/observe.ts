import { type FastifyInstance, type FastifyReply, type FastifyRequest, LogController } from 'fastify'
import { type Logger, pathForLog } from './log.ts'
import type { Metrics } from './metrics.ts'
import type { Tracing } from './tracing.ts'

/** Polled by machines: logged only on failure. */
const quiet = new Set(['/healthz', '/readyz', '/metrics'])

/** Fastify's type lacks our logger's `isLevelEnabled`. */
const logsRequests = (log: object) => 'isLevelEnabled' in log && (log as Logger).isLevelEnabled('info')

export class RequestLog extends LogController {
  override incomingRequest(): void {}
  override routeNotFound(): void {}
  override requestCompleted(
    error: Error | null | undefined,
    request: FastifyRequest,
    reply: FastifyReply,
  ): void {
    if (!error && reply.statusCode < 500 && quiet.has(request.routeOptions.url ?? '')) return
    if (!error && !logsRequests(request.log)) return
    const line = {
      method: request.method,
      path: pathForLog(request.url),
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime * 10) / 10,
    }
    if (error) request.log.warn({ ...line, err: error }, 'response not delivered')
    else request.log.info(line, 'request')
  }
}

export function registerRequestLog(app: FastifyInstance, metrics: Metrics, tracing: Tracing): void {
  app.decorate('reportError', (error, request) => tracing.captureError(error, about(request)))
  app.addHook('onResponse', (request, reply, done) => {
    done()
    const { url: route } = request.routeOptions
    metrics.httpDone({
      route,
      method: request.method,
      status: reply.statusCode,
      seconds: reply.elapsedTime / 1000,
    })
    if (quiet.has(route ?? '')) return
    const endedAt = new Date()
    tracing.captureTransaction({
      ...about(request),
      status: reply.statusCode,
      name: `${request.method} ${route ?? 'unmatched'}`,
      op: 'http.server',
      startedAt: new Date(endedAt.getTime() - reply.elapsedTime),
      endedAt,
    })
  })
}

function about(request: FastifyRequest) {
  const { 'sentry-trace': trace, traceparent } = request.headers
  return {
    requestId: request.id,
    method: request.method,
    ...(request.routeOptions.url ? { route: request.routeOptions.url } : {}),
    ...(typeof trace === 'string' ? { sentryTrace: trace } : {}),
    ...(typeof traceparent === 'string' ? { traceparent } : {}),
  }
}
