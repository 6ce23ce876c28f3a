import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type ErrorCode, errors } from '#contract/error'
import { requirePermission, spellings } from './handle.ts'
import { Refusal, refuse } from './refusal.ts'

/** The wire's manners for everything that is not a plain success: JSON for every error, DRF's shapes. */
export function registerWire(app: FastifyInstance): void {
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, text, done) => {
    const source = (text as string).trim()
    if (source === '') return done(null, undefined)
    try {
      done(null, JSON.parse(source))
    } catch (error) {
      done(new Refusal('invalid', 400, { detail: `JSON parse error - ${(error as Error).message}` }))
    }
  })
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, text, done) => {
      done(null, Object.fromEntries(new URLSearchParams(text as string)))
    },
  )
  app.setErrorHandler((error: FastifyError, request, reply) => sendError(error, request, reply))
  app.setNotFoundHandler((request, reply) =>
    sendError(refuse('not_found') as unknown as FastifyError, request, reply),
  )
}

function sendError(error: FastifyError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (error instanceof Refusal) {
    if (error.status === 401) reply.header('www-authenticate', 'Bearer realm="api"')
    return json(reply, error.status, error.body, error.headers)
  }
  switch (error.code) {
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return json(reply, 415, {
        detail: `リクエストのメディアタイプ "${request.headers['content-type'] ?? ''}" はサポートされていません。`,
      })
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return json(reply, 413, { detail: '送られた内容が大きすぎます。' })
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
    case 'FST_ERR_BAD_URL':
    case 'FST_ERR_CTP_EMPTY_JSON_BODY':
      return json(reply, 400, { detail: 'リクエストの形式が正しくありません。' })
    default:
  }
  if (error.statusCode && error.statusCode >= 400 && error.statusCode < 500) {
    return json(reply, error.statusCode, { detail: 'リクエストの形式が正しくありません。' })
  }
  // Logged once, here; the client is told nothing.
  request.log.error({ err: error }, 'unexpected error')
  return json(reply, 500, { detail: errors.server_error.message })
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

/** Methods a path does not have: 401 and 403 come first, as for those it has, then 405 with `Allow`. */
export function registerMethodCheck(app: FastifyInstance): void {
  const byPath = new Map<
    string,
    { methods: Set<string>; calls: { may: Parameters<typeof requirePermission>[1][number] }[] }
  >()
  for (const call of app.served.values()) {
    const entry = byPath.get(call.path) ?? { methods: new Set(), calls: [] }
    entry.methods.add(call.method)
    entry.calls.push(call)
    byPath.set(call.path, entry)
  }
  for (const [path, { methods, calls }] of byPath) {
    const missing = (['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const).filter(
      (method) => !methods.has(method),
    )
    const allow = [...methods, ...(methods.has('GET') ? ['HEAD'] : []), 'OPTIONS'].join(', ')
    for (const url of spellings(path)) {
      if (missing.length === 0) continue
      app.route({
        method: missing,
        url,
        exposeHeadRoute: false,
        onRequest: async (request) => {
          const actor = await app.authenticate(request)
          requirePermission(
            actor,
            calls.map((call) => call.may),
          )
          throw new Refusal(
            'invalid',
            405,
            { detail: `メソッド "${request.method}" は許されていません。` },
            { allow },
          )
        },
        handler: async () => undefined,
      })
    }
  }
}

/** Status of a code, for documents. */
export function statusOf(code: ErrorCode): number {
  return errors[code].status
}
