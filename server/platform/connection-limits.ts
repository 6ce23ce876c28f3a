import type { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { networkOf } from './network.ts'
import { busy, throttled } from './request-limit.ts'

/** Times in milliseconds. */
export interface ConnectionLimits {
  headers: number
  /** Hard limit for a body: enough for the largest photo. */
  body: number
  /** Base time of a body, plus a second per `bytesPerSecond` received. */
  grace: number
  bytesPerSecond: number
  /** Idle time between requests; longer than proxies', so that they close first. */
  keepAlive: number
  /** Idle time while a response is being sent. */
  silence: number
  connections: number
  connectionsOfOne: number
  largeBodies: number
  largeBodiesOfOneNetwork: number
  largeBodiesOfOneAccount: number
  largeBodiesOfNobody: number
}

export const connectionLimits: ConnectionLimits = {
  headers: 15_000,
  body: 180_000,
  grace: 20_000,
  bytesPerSecond: 8_000,
  keepAlive: 75_000,
  silence: 120_000,
  connections: 1_500,
  connectionsOfOne: 300,
  largeBodies: 40,
  largeBodiesOfOneNetwork: 24,
  largeBodiesOfOneAccount: 8,
  largeBodiesOfNobody: 8,
}

const largeFrom = 64 * 1024
const lookEvery = 1_000
const retryAfterSeconds = 5

/** Node's own limits back up ours, for what reaches no hook. */
export function connectionOptions(limits: ConnectionLimits) {
  return {
    requestTimeout: limits.body + limits.headers,
    keepAliveTimeout: limits.keepAlive,
    connectionTimeout: limits.silence,
    http: { headersTimeout: limits.headers, connectionsCheckingInterval: lookEvery },
    clientErrorHandler: (error: Error & { code?: string }, socket: Socket) => refuseConnection(error, socket),
  }
}

interface Arriving {
  raw: IncomingMessage
  response: ServerResponse
  /** Monotonic time; the injected clock does not apply to sockets. */
  began: number
  bytesBefore: number
}

export function registerConnectionLimits(
  app: FastifyInstance,
  limits: ConnectionLimits,
  isProxied: boolean,
): void {
  boundConnections(app, limits, isProxied)
  const arriving = new Set<Arriving>()
  const places = createPlaces(limits)

  app.addHook('onRequest', (request, reply, done) => {
    const { raw } = request
    if (hasBody(raw) && !raw.complete && isConnected(raw)) {
      const began = performance.now()
      const one = { raw, response: reply.raw, began, bytesBefore: raw.socket.bytesRead }
      arriving.add(one)
      const arrived = () => void arriving.delete(one)
      raw.once('end', arrived).once('close', arrived)
    }
    done()
  })
  // The caller is known here and the body is still unread.
  app.addHook('preParsing', (request, _reply, _payload, done) => {
    const { raw } = request
    if (!isLarge(raw) || !isConnected(raw)) return done()
    const leave = places.take(request)
    if (leave === 'full') return done(busy(retryAfterSeconds))
    if (leave === 'yours') return done(throttled(retryAfterSeconds))
    raw.once('end', leave).once('close', leave)
    done()
  })

  // An upload that failed leaves its body half read. Unread, it would keep its place among the large bodies and block the
  // next request of the connection.
  app.addHook('onResponse', ({ raw }, _reply, done) => {
    if (!raw.readableEnded) raw.resume()
    done()
  })

  const look = setInterval(() => {
    const now = performance.now()
    for (const one of arriving) if (isLate(one, now, limits)) breakOff(one)
  }, lookEvery)
  look.unref()
  app.addHook('onClose', async () => clearInterval(look))
}

const isConnected = ({ socket }: IncomingMessage): boolean => socket instanceof Socket

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

/** Without a length, a body counts as large. */
const isLarge = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > largeFrom

/** Checks the average rate, so that trickled bytes do not help. Applies to refused bodies: browsers send them whole. */
function isLate({ raw, began, bytesBefore }: Arriving, now: number, limits: ConnectionLimits): boolean {
  const received = raw.socket.bytesRead - bytesBefore
  const allowed = limits.grace + (received / limits.bytesPerSecond) * 1000
  return now - began > Math.min(allowed, limits.body)
}

function breakOff({ raw, response }: Arriving): void {
  const error = Object.assign(new Error('body timed out'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' })
  refuseConnection(error, raw.socket, response.headersSent)
}

type Refused = 'full' | 'yours'

function createPlaces(limits: ConnectionLimits) {
  const used = new Map<string, number>()
  const add = (key: string, by: number) => {
    const count = (used.get(key) ?? 0) + by
    if (count > 0) used.set(key, count)
    else used.delete(key)
  }

  return {
    take({ actor, ip }: FastifyRequest): Refused | (() => void) {
      const isSignedIn = actor?.kind === 'customer' || actor?.kind === 'business'
      const counted: [key: string, most: number, refused: Refused][] = [
        ['all', limits.largeBodies, 'full'],
        [`network ${networkOf(ip)}`, limits.largeBodiesOfOneNetwork, 'yours'],
        isSignedIn
          ? [`account ${actor.account_id}`, limits.largeBodiesOfOneAccount, 'yours']
          : ['nobody', limits.largeBodiesOfNobody, 'full'],
      ]
      const full = counted.findLast(([key, most]) => (used.get(key) ?? 0) >= most)
      if (full) return full[2]
      for (const [key] of counted) add(key, 1)
      let isLeft = false
      return () => {
        if (isLeft) return
        isLeft = true
        for (const [key] of counted) add(key, -1)
      }
    },
  }
}

function boundConnections({ server }: FastifyInstance, limits: ConnectionLimits, isProxied: boolean): void {
  server.maxConnections = limits.connections
  server.on('drop', () => server.closeIdleConnections())
  // Behind a proxy all connections share its address.
  if (isProxied) return
  const open = new Map<string, number>()
  server.on('connection', (socket: Socket) => {
    const network = networkOf(socket.remoteAddress ?? '')
    const count = (open.get(network) ?? 0) + 1
    open.set(network, count)
    socket.once('close', () => {
      const left = (open.get(network) ?? 1) - 1
      if (left > 0) open.set(network, left)
      else open.delete(network)
    })
    if (count > limits.connectionsOfOne) socket.destroy()
  })
}

const connectionErrors: Readonly<Record<string, [status: string, sentence: string]>> = {
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', '時間内に受け取れませんでした。もう一度お送りください。'],
  HPE_HEADER_OVERFLOW: ['431 Request Header Fields Too Large', 'リクエストのヘッダーが大きすぎます。'],
}

/** Writes a raw response, because there is no request yet. After a response it would corrupt the stream. */
function refuseConnection(error: Error & { code?: string }, socket: Socket, isAnswered = false): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return
  const known = connectionErrors[error.code ?? '']
  const [status, detail] = known ?? ['400 Bad Request', 'リクエストの形式が正しくありません。']
  const body = JSON.stringify({ detail })
  if (socket.writable && !isAnswered) {
    const headers = [
      `HTTP/1.1 ${status}`,
      'content-type: application/json; charset=utf-8',
      `content-length: ${Buffer.byteLength(body)}`,
      'connection: close',
    ]
    socket.write(`${headers.join('\r\n')}\r\n\r\n${body}`)
  }
  socket.destroy(error)
}
