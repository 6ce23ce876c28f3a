import type { FastifyInstance } from 'fastify'
import { type Metrics, mayReadMetrics } from './metrics.ts'

interface HealthOptions {
  /** Returns why the server cannot serve now, or null. */
  unready: () => Promise<string | null>
  metrics: Metrics
  metricsKey: string | undefined
  production: boolean
}

export function registerHealth(app: FastifyInstance, options: HealthOptions): void {
  app.get('/healthz', async (_request, reply) => {
    reply.header('cache-control', 'no-store')
    return { status: 'ok' }
  })
  app.get('/readyz', async (request, reply) => {
    reply.header('cache-control', 'no-store')
    const reason = await options.unready().catch((error: Error) => {
      request.log.warn({ reason: error.message }, 'not ready')
      return 'the database does not respond'
    })
    if (reason === null) return { status: 'ok' }
    return reply.code(503).send({ status: 'unavailable', reason })
  })
  app.get('/metrics', async (request, reply) => {
    const { metrics, metricsKey, production } = options
    reply.header('cache-control', 'no-store')
    if (!mayReadMetrics(request.headers.authorization, metricsKey, production)) return reply.callNotFound()
    return reply.type(metrics.contentType).send(await metrics.metricsText())
  })
}
