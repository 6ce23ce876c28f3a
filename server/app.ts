import helmet from '@fastify/helmet'
import Fastify, { type FastifyBaseLogger, type FastifyInstance } from 'fastify'
import { allCalls } from '#contract/calls'
import { authenticate, nobody } from '#server/domains/account/account.service'
import type { Db } from '#server/platform/db'
import { handleNotBuilt } from '#server/platform/handle'
import { requestLimits } from '#server/platform/request-limit'
import type { Tools } from '#server/platform/tools'
import { registerMethodCheck, registerWire } from '#server/platform/wire'
import { registerDomains } from './routes.ts'

export interface AppOptions extends Tools {
  db: Db
}

/** The whole server, wired by name; it opens nothing and listens nowhere. */
export async function buildApp(options: AppOptions): Promise<FastifyInstance> {
  const { db, ...tools } = options
  const app = Fastify({
    loggerInstance: tools.log as FastifyBaseLogger,
    disableRequestLogging: true,
    trustProxy: proxies(tools.config.trustProxy),
    bodyLimit: 1_000_000,
    forceCloseConnections: 'idle',
    routerOptions: { maxParamLength: 200 },
  })
  app.decorate('served', new Map())
  app.decorate('authenticate', (request) =>
    authenticate(db, request.headers.authorization, request.id, tools),
  )
  app.decorate('nobody', (request) => nobody(tools.clock.now(), request.id))
  app.decorate('throttle', requestLimits(tools.clock))
  app.decorateRequest('actor')
  await app.register(helmet)
  registerWire(app)
  registerDomains(app, db, tools)
  for (const { call } of allCalls) {
    if (call.notBuilt && !app.served.has(call.route)) handleNotBuilt(app, call)
  }
  registerMethodCheck(app)
  return app
}

/** A number of proxies in front means: believe that many hops. */
function proxies(trust: AppOptions['config']['trustProxy']) {
  return typeof trust === 'number' ? (_address: string, hop: number) => hop <= trust : trust
}
