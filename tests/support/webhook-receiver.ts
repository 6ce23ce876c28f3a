import http from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Received {
  headers: Record<string, string>
  body: string
  event: { type: string; timestamp: string; data: Record<string, unknown> }
}

export interface Receiver {
  url: string
  received: Received[]
  /** What the next requests are answered with; 0 never answers. */
  answer: (status: number) => void
  close: () => Promise<void>
}

/** The server of somebody who gets webhooks. */
export async function startReceiver(): Promise<Receiver> {
  const received: Received[] = []
  let status = 204
  const server = http.createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const body = Buffer.concat(chunks).toString('utf8')
    received.push({ headers: request.headers as Record<string, string>, body, event: JSON.parse(body) })
    if (status !== 0) response.writeHead(status).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/okuru`,
    received,
    answer: (next) => {
      status = next
    },
    close: () => {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}
