import { gzip } from 'node:zlib'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/** Below this, the answer is sent as fast as it is. */
const leastBytes = 1024
const compressible = /^(application\/json|text\/)/
const takesGzip = /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/

/**
 * Squeezes answers of calls and pages; files of the web folder were squeezed when they were built. The lightest
 * gzip at once, off the main thread: a list of fifty rows shrinks to a fifth at half the cost of a stream or of
 * brotli, whose tenth less is not worth it here.
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
