import type { FastifyInstance } from 'fastify'
import { type Metrics, mayReadMetrics } from './metrics.ts'
import type { Ready } from './readiness.ts'

interface HealthOptions {
  ready: () => Promise<Ready>
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
    const { reason, warning } = await options.ready().catch((error: Error): Ready => {
      request.log.warn({ reason: error.message }, 'not ready')
      return { reason: 'the database does not respond' }
    })
    if (reason === null) return warning === undefined ? { status: 'ok' } : { status: 'ok', warning }
    return reply.code(503).send({ status: 'unavailable', reason })
  })
  app.get('/metrics', async (request, reply) => {
    const { metrics, metricsKey, production } = options
    reply.header('cache-control', 'no-store')
    if (!mayReadMetrics(request.headers.authorization, metricsKey, production)) return reply.callNotFound()
    return reply.type(metrics.contentType).send(await metrics.metricsText())
  })
}
