import { gzip } from 'node:zlib'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/** Below this, the answer is sent as fast as it is. */
const leastBytes = 1024
const compressible = /^(application\/json|text\/)/
const takesGzip = /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/

/**
 * Compresses responses of calls and pages; built files are compressed by the build. One gzip call at the lowest level,
 * off the main thread: it costs half of a stream or of brotli, which would save another tenth.
 */
export function registerCompression(app: FastifyInstance): void {
  app.addHook('onSend', (request: FastifyRequest, reply: FastifyReply, payload: unknown, done) => {
    if (!mayShrink(reply, payload)) return done(null, payload)
    const vary = reply.getHeader('vary')
    reply.header('vary', vary ? `${String(vary)}, Accept-Encoding` : 'Accept-Encoding')
    if (!takesGzip.test(String(request.headers['accept-encoding']))) return done(null, payload)
    gzip(payload, { level: 1 }, (error, squeezed) => {
      if (error) return done(error)
      reply.header('content-encoding', 'gzip').header('content-length', squeezed.length)
      done(null, squeezed)
    })
  })
}

function mayShrink(reply: FastifyReply, payload: unknown): payload is string {
  if (typeof payload !== 'string' || payload.length < leastBytes) return false
  if (reply.hasHeader('content-encoding')) return false
  return compressible.test(String(reply.getHeader('content-type')))
}
