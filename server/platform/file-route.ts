import type { FastifyInstance } from 'fastify'
import type { Clock } from './clock.ts'
import { type FileStore, verifyFileUrl } from './files.ts'
import type { Secret } from './keys.ts'
import { notFound, refuse } from './refusal.ts'

interface FileOptions {
  files: FileStore
  key: Secret
  clock: Clock
}

interface SignedQuery {
  expires?: unknown
  signature?: unknown
}

/** Serves files by signed URL. Content never changes, so browsers cache it until the URL expires. */
export function registerFiles(app: FastifyInstance, { files, key: secret, clock }: FileOptions): void {
  app.get<{ Params: { '*': string }; Querystring: SignedQuery }>('/files/*', async (request, reply) => {
    const key = request.params['*']
    const now = clock.now()
    if (!verifyFileUrl(key, request.query, secret, now)) throw refuse('permission_denied')
    const file = await files.get(key)
    if (!file) throw notFound()
    const seconds = Math.floor(Number(request.query.expires) - now.getTime() / 1000)
    return reply
      .header('cache-control', `private, max-age=${seconds}, immutable`)
      .header('content-security-policy', "default-src 'none'; frame-ancestors 'none'")
      .type(file.contentType)
      .send(file.bytes)
  })
}
