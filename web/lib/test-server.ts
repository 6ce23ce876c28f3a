import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { checkedStub } from './stub-checks.ts'

export interface Seen {
  method: string
  url: string
  path: string
  headers: IncomingMessage['headers']
  body: string
  json: unknown
}

export interface Reply {
  status?: number
  headers?: Record<string, string>
  text?: string
  json?: unknown
  pieces?: readonly string[]
  ends?: 'cut' | 'wait'
}

type Responder = (seen: Seen, count: number) => Reply | Promise<Reply>

function parsed(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}

/** A real HTTP server on a free port that records requests. JSON responses have to fit the call. */
export const startServer = (respond: Responder) =>
  startRawServer(async (seen, count) => {
    const reply = await respond(seen, count)
    if (reply.text !== undefined || reply.pieces || reply.ends) return reply
    return { ...reply, json: checkedStub(seen.method, seen.path, reply.status ?? 200, reply.json) }
  })

export async function startRawServer(answer: Responder) {
  const seen: Seen[] = []
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const body = Buffer.concat(chunks).toString('utf8')
    const url = request.url ?? '/'
    const entry: Seen = {
      method: request.method ?? '',
      url,
      path: url.split('?')[0] ?? '',
      headers: request.headers,
      body,
      json: parsed(body),
    }
    seen.push(entry)
    const reply = await answer(entry, seen.length)
    const type = reply.json === undefined ? {} : { 'Content-Type': 'application/json' }
    response.writeHead(reply.status ?? 200, { ...type, ...reply.headers })
    for (const piece of reply.pieces ?? []) {
      response.write(piece)
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
    if (reply.ends === 'cut') response.destroy()
    else if (reply.ends !== 'wait')
      response.end(reply.text ?? (reply.json === undefined ? undefined : JSON.stringify(reply.json)))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  pointTo(url)
  return {
    url,
    seen,
    to: (path: string) => seen.filter((entry) => entry.path === path),
    close: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}

export type TestServer = Awaited<ReturnType<typeof startServer>>

export function pointTo(url: string): void {
  document.querySelector('meta[name="okuru-api"]')?.remove()
  const meta = document.createElement('meta')
  meta.name = 'okuru-api'
  meta.content = url
  document.head.append(meta)
}

export function tokenOf(userId: number, mark = 'a', aud = 'customer'): string {
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
  return `${part({ alg: 'HS256', typ: 'JWT' })}.${part({ user_id: userId, aud, jti: mark })}.sign`
}
