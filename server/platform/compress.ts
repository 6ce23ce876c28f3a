import { gzip } from 'node:zlib'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

const leastBytes = 1024
const compressible = /^(application\/json|text\/)/
const takesGzip = /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/

/** Compresses responses in one gzip call at the lowest level: half the cost of a stream or brotli. */
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
