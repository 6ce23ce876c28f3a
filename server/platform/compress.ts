import { promisify } from 'node:util'
import { gzip, type InputType, type ZlibOptions } from 'node:zlib'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

const squeeze = promisify<InputType, ZlibOptions, Buffer>(gzip)

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
  app.addHook('onSend', async (request: FastifyRequest, reply: FastifyReply, payload: unknown) => {
    if (typeof payload !== 'string' || payload.length < leastBytes) return payload
    if (reply.hasHeader('content-encoding')) return payload
    if (!compressible.test(String(reply.getHeader('content-type')))) return payload
    const vary = reply.getHeader('vary')
    reply.header('vary', vary ? `${String(vary)}, Accept-Encoding` : 'Accept-Encoding')
    if (!takesGzip.test(String(request.headers['accept-encoding']))) return payload
    const squeezed = await squeeze(payload, { level: 1 })
    reply.header('content-encoding', 'gzip').header('content-length', squeezed.length)
    return squeezed
  })
}
