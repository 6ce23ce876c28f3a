import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { errors } from '#contract/error'
import { registerBodies, unsupportedType } from './body.ts'
import { DatabaseUnavailable, type Trouble } from './database-trouble.ts'
import { FileStoreError } from './file-store-error.ts'
import { requirePermission, spellings } from './handle.ts'
import { Refusal, refuse } from './refusal.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** Reports an unexpected error to tracing. */
    reportError: (error: Error, request: FastifyRequest) => void
  }
}

/** Sends every error as JSON in the shapes of Django REST Framework. */
export function registerWire(app: FastifyInstance): void {
  registerBodies(app)
  app.setErrorHandler((error: FastifyError, request, reply) => sendError(error, request, reply))
  app.setNotFoundHandler((request, reply) => sendError(refuse('not_found'), request, reply))
}

function refusalOf(error: FastifyError, request: FastifyRequest): Refusal | undefined {
  switch (error.code) {
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return unsupportedType(request.headers['content-type'] ?? '')
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return new Refusal('invalid', 413, { detail: '送られた内容が大きすぎます。' })
    case 'FST_REQ_FILE_TOO_LARGE':
      return refuse('file_too_large')
    case 'FST_ERR_MAX_PARAM_LENGTH':
      return refuse('not_found')
    default:
  }
  const status = error.statusCode ?? 500
  if (status < 400 || status >= 500) return undefined
  return new Refusal('invalid', status, { detail: 'リクエストの形式が正しくありません。' })
}

export function sendError(
  error: FastifyError | Error,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const refusal = error instanceof Refusal ? error : refusalOf(error as FastifyError, request)
  if (refusal) {
    if (refusal.status === 401) reply.header('www-authenticate', 'Bearer realm="api"')
    return json(reply, refusal.status, refusal.body, refusal.headers)
  }
  if (error instanceof DatabaseUnavailable) return sendUnavailable(error, request, reply)
  if (error instanceof FileStoreError) return sendStoreUnavailable(error, request, reply)
  request.log.error({ err: error }, 'unexpected error')
  request.server.reportError(error, request)
  return json(reply, 500, { detail: errors.server_error.message })
}

const retryAfter: Readonly<Record<Trouble, number>> = {
  busy: 2,
  lost: 2,
  unreachable: 5,
  silent: 5,
  read_only: 30,
}

/** Logs one line without a stack: during an outage every call fails. */
function sendUnavailable(
  error: DatabaseUnavailable,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  request.log.warn({ trouble: error.trouble, reason: error.message }, 'database unavailable')
  const { status, body } = refuse('database_unavailable')
  return json(reply, status, body, { 'retry-after': String(retryAfter[error.trouble]) })
}

/** A wrong key or bucket does not pass by itself, so it is logged as an error. */
function sendStoreUnavailable(
  error: FileStoreError,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  request.log[error.mayPass ? 'warn' : 'error']({ reason: error.message }, 'file store unavailable')
  const { status, body } = refuse('file_store_unavailable')
  return json(reply, status, body, { 'retry-after': '10' })
}

function json(
  reply: FastifyReply,
  status: number,
  body: object,
  headers: Record<string, string> = {},
): FastifyReply {
  return reply
    .code(status)
    .headers(headers)
    .header('cache-control', 'no-store')
    .header('content-type', 'application/json; charset=utf-8')
    .serializer(JSON.stringify)
    .send(body)
}

interface Path {
  methods: Set<string>
  mays: Parameters<typeof requirePermission>[1][number][]
  ignoresToken: boolean
}

/** 401 and 403 come first, then 405 with `Allow`. */
export function registerMethodCheck(app: FastifyInstance): void {
  const paths = new Map<string, Path>()
  for (const call of app.served.values()) {
    const entry = paths.get(call.path) ?? { methods: new Set(), mays: [], ignoresToken: true }
    entry.methods.add(call.method)
    entry.mays.push(call.may)
    entry.ignoresToken &&= call.ignoresToken ?? false
    paths.set(call.path, entry)
  }
  for (const [path, { methods, mays, ignoresToken }] of paths) {
    if (methods.has('GET')) methods.add('HEAD')
    const missing = (['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'] as const).filter(
      (method) => !methods.has(method),
    )
    const allow = [...methods, 'OPTIONS'].join(', ')
    app.allows.set(path, allow)
    const onRequest = async (request: FastifyRequest): Promise<void> => {
      const actor = ignoresToken ? app.nobody(request) : await app.authenticate(request)
      requirePermission(actor, mays)
      const detail = `メソッド "${request.method}" は許されていません。`
      throw new Refusal('invalid', 405, { detail }, { allow })
    }
    for (const url of spellings(path)) {
      if (missing.length === 0) continue
      app.route({ method: missing, url, exposeHeadRoute: false, onRequest, handler: async () => undefined })
    }
  }
}
