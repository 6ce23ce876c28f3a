import { randomUUID } from 'node:crypto'
import cors from '@fastify/cors'
import multipart from '@fastify/multipart'
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify'
import { allCalls } from '#contract/calls'
import { authenticate, authenticateNow, nobody, refreshAccess } from '#server/domains/account/account.service'
import { apiKeyIn, authenticateKey, authenticateKeyNow } from '#server/domains/api-key/authenticate.service'
import { looksForPage } from '#server/domains/store-look/store-look-kept.service'
import { dressedPage, installableStore, looksText } from '#server/domains/store-look/store-page.rules'
import { registerCompression } from '#server/platform/compress'
import {
  type ConnectionLimits,
  connectionLimits,
  connectionOptions,
  registerConnectionLimits,
} from '#server/platform/connection-limits'
import type { Db } from '#server/platform/db'
import { renderOutbox } from '#server/platform/dev-mail-page'
import { registerDocs } from '#server/platform/docs'
import type { Domain } from '#server/platform/domain'
import { registerFiles } from '#server/platform/file-route'
import { handleNotBuilt, type ReplicaApp } from '#server/platform/handle'
import { registerHealth } from '#server/platform/health'
import { newRequestId } from '#server/platform/log'
import type { Outbox } from '#server/platform/mail'
import { createMetrics, type Metrics } from '#server/platform/metrics'
import { trustedProxies } from '#server/platform/network'
import { RequestLog, registerRequestLog } from '#server/platform/observe'
import { createPageDrawing, registerPageDrawing } from '#server/platform/page-drawing'
import type { Ready } from '#server/platform/readiness'
import type { Replica } from '#server/platform/replica'
import { requestLimits } from '#server/platform/request-limit'
import { corsOptions, type FixedHeaders, fixedHeaders } from '#server/platform/security-headers'
import { sessionNetwork } from '#server/platform/session-network'
import { createSharedThrottle } from '#server/platform/shared-throttle'
import type { Tools } from '#server/platform/tools'
import { silent, type Tracing } from '#server/platform/tracing'
import { drawingThread, registerWeb, webFolder } from '#server/platform/web'
import { registerMethodCheck, registerWire, sendError } from '#server/platform/wire'
import * as domains from './domains.ts'

export interface AppOptions extends Tools {
  db: Db
  /** Of `db`, for lists and files. */
  replica?: Replica | undefined
  metrics?: Metrics
  tracing?: Tracing
  ready?: () => Promise<Ready>
  /** Whether connections are to end with their next response. */
  isLeaving?: () => boolean
  /** Mails kept instead of sent; shown at /dev/mail outside production. */
  outbox?: Outbox | undefined
  /** Folder of the built pages. */
  web?: string
  limits?: ConnectionLimits
}

const parts: Domain[] = Object.values(domains)

export async function buildApp(options: AppOptions): Promise<FastifyInstance> {
  const {
    db,
    replica,
    metrics,
    tracing,
    ready,
    isLeaving,
    outbox,
    web,
    limits = connectionLimits,
    ...tools
  } = options
  const { config } = tools
  const app = Fastify({
    loggerInstance: tools.log as FastifyBaseLogger,
    logController: new RequestLog(),
    genReqId: newRequestId,
    trustProxy: trustedProxies(config.trustProxy),
    bodyLimit: 1_000_000,
    ...connectionOptions(limits),
    forceCloseConnections: 'idle',
    // What still arrives while the server stops is served; connections end with it.
    return503OnClosing: false,
    routerOptions: { maxParamLength: 200 },
    frameworkErrors: (error, request, reply) => {
      unroutableHeaders(config, request, reply)
      sendError(error, request, reply)
    },
  })
  app.decorate('apiUrl', config.apiUrl)
  app.decorate('fieldCipher', tools.keys.field)
  app.decorate('primary', db)
  app.decorate('replica', replica)
  app.decorate('served', new Map())
  app.decorate('allows', new Map())
  app.decorate('authenticate', ({ headers: { authorization }, id }) =>
    apiKeyIn(authorization)
      ? authenticateKey(db, authorization, id, tools)
      : authenticate(db, authorization, id, tools),
  )
  app.decorate('authenticateNow', ({ headers: { authorization }, id }) =>
    apiKeyIn(authorization)
      ? authenticateKeyNow(db, authorization, id, tools)
      : authenticateNow(db, authorization, id, tools),
  )
  app.decorate('nobody', (request) => nobody(tools.clock.now(), request.id))
  app.decorate('throttle', requestLimits(tools.clock, createSharedThrottle(db, tools.keys.mark)))
  app.decorateRequest('actor')
  const counted = metrics ?? createMetrics()
  registerRequestLog(app, counted, tracing ?? silent)
  const fixed = await fixedHeaders(config)
  await registerHeaders(app, config, fixed, isLeaving)
  registerWire(app)
  registerConnectionLimits(app, limits, config.trustProxy !== false)
  await app.register(multipart, {
    limits: { fileSize: 20_000_000, files: 10, fields: 20, fieldSize: 100_000 },
  })
  for (const { routes, replicaRoutes } of parts) {
    routes?.(app, db, tools)
    replicaRoutes?.(app as FastifyInstance as ReplicaApp, tools)
  }
  for (const { call } of allCalls) {
    if (call.notBuilt && !app.served.has(call.route)) handleNotBuilt(app, call)
  }
  registerMethodCheck(app)
  registerHealth(app, {
    ready: ready ?? (async () => ({ reason: null })),
    metrics: counted,
    metricsKey: config.secrets.metrics,
    production: config.production,
  })
  registerFiles(app, { files: tools.files, key: tools.keys.file, clock: tools.clock })
  if (outbox && !config.production) registerOutbox(app, outbox, fixed)
  await registerDocs(app, config.apiUrl)
  const origin = config.publicUrl
  const pages = web ?? webFolder
  registerPageDrawing(app, createPageDrawing(drawingThread(pages), tools.log), {
    looks: async () => looksText(await looksForPage(db)),
    access: async (token, { ip }) =>
      (await refreshAccess(db, { token, network: sessionNetwork(ip, tools) }, tools)).access,
  })
  await registerWeb(app, pages, config, fixed.pagePolicy, {
    dress: async (html, store) => dressedPage(html, await looksForPage(db), { store, origin }),
    installable: async (store) => installableStore(await looksForPage(db), store),
  })
  return app
}

/** For a process that only does background work. */
export function buildHealthApp(
  { config, log }: Pick<Tools, 'config' | 'log'>,
  health: { metrics: Metrics; ready: () => Promise<Ready> },
): FastifyInstance {
  const app = Fastify({ loggerInstance: log as FastifyBaseLogger, logController: new RequestLog() })
  registerHealth(app, { ...health, metricsKey: config.secrets.metrics, production: config.production })
  return app
}

/** Response headers, also on errors. Preflights are answered before authentication. */
async function registerHeaders(
  app: FastifyInstance,
  config: Tools['config'],
  { headers }: FixedHeaders,
  isLeaving: () => boolean = () => false,
): Promise<void> {
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(headers)
    if (isLeaving()) reply.header('connection', 'close')
    done()
  })
  await app.register(cors, corsOptions(config))
  registerCompression(app)
}

/** Unroutable URLs pass no hooks, so the error handler sets their headers here. */
function unroutableHeaders(config: Tools['config'], request: FastifyRequest, reply: FastifyReply): void {
  const { origin } = request.headers
  reply.header('vary', 'Origin').header('x-content-type-options', 'nosniff')
  if (origin && config.corsOrigins.includes(origin)) reply.header('access-control-allow-origin', origin)
}

function registerOutbox(app: FastifyInstance, outbox: Outbox, { pagePolicy }: FixedHeaders): void {
  app.get('/dev/mail', async (_request, reply) => {
    const nonce = randomUUID()
    return reply
      .header('cache-control', 'no-store')
      .header('content-security-policy', pagePolicy(nonce))
      .type('text/html; charset=utf-8')
      .send(renderOutbox(await outbox.listOutbox(), nonce))
  })
}
