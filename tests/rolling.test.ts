// Two servers on one database behind a proxy are replaced one after the other, and no request is lost.
import { mkdtemp, rm } from 'node:fs/promises'
import { Agent, createServer, type Server, request as send } from 'node:http'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freePort } from '#server/platform/start-checks'
import { cloneDatabase, type TestDatabase } from './support/database.ts'
import { type ServerProcess, startProcess } from './support/process.ts'

let database: TestDatabase
let folder: string
let ports: number[]
let servers: ServerProcess[]
let proxy: Server

const start = (port: number) =>
  startProcess({
    ...{ DATABASE_URL: database.url, OKURU_DATA_DIR: folder, PORT: String(port), OKURU_TRUST_PROXY: '1' },
  })

beforeAll(async () => {
  database = await cloneDatabase()
  folder = await mkdtemp(path.join(os.tmpdir(), 'okuru-rolling-'))
  ports = [await freePort(), await freePort()]
  servers = ports.map(start)
  for (const server of servers) await server.ready()
  proxy = await startProxy()
}, 120_000)
afterAll(async () => {
  proxy.closeAllConnections()
  proxy.close()
  for (const server of servers) await server.stop()
  await database.drop()
  await rm(folder, { recursive: true, force: true })
})

/** As nginx does it: kept connections, and another server only where nothing was sent or a repeat is harmless. */
function startProxy(): Promise<Server> {
  const agent = new Agent({ keepAlive: true, maxSockets: 64 })
  let turn = 0
  const server = createServer(async (incoming, outgoing) => {
    const chunks: Buffer[] = []
    for await (const chunk of incoming) chunks.push(chunk as Buffer)
    const first = turn++
    const ask = (tried: number): void => {
      const port = ports[(first + tried) % ports.length]
      const { method, url: path, headers } = incoming
      const onward = send({ agent, port, host: '127.0.0.1', method, path, headers }, (response) => {
        outgoing.writeHead(response.statusCode ?? 502)
        response.pipe(outgoing)
      })
      onward.on('error', (error: NodeJS.ErrnoException) => {
        const mayRepeat = error.code === 'ECONNREFUSED' || method === 'GET'
        if (mayRepeat && tried + 1 < ports.length && !outgoing.headersSent) ask(tried + 1)
        else outgoing.writeHead(502).end(error.code)
      })
      onward.end(Buffer.concat(chunks))
    }
    ask(0)
  })
  return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server)))
}

test('every request of a rolling restart is answered', async () => {
  const address = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`
  const statuses = new Map<string, number>()
  let isOver = false
  const count = (status: string) => statuses.set(status, (statuses.get(status) ?? 0) + 1)
  const caller = async (n: number) => {
    for (let turn = n; !isOver; turn++) {
      const isSignIn = turn % 3 === 0
      const response = await fetch(
        `${address}/api/${isSignIn ? 'auth/jwt/verify/' : 'stores/'}`,
        isSignIn
          ? {
              method: 'POST',
              headers: { 'content-type': 'application/json' },
              body: JSON.stringify({ token: 'eyJx' }),
            }
          : {},
      )
      await response.arrayBuffer()
      count(`${isSignIn ? 'POST' : 'GET'} ${response.status}`)
      await sleep(15)
    }
  }
  const callers = Array.from({ length: 12 }, (_, n) => caller(n))
  for (let round = 0; round < 2; round++) {
    for (const [at, port] of ports.entries()) {
      expect(await servers[at]?.stop()).toBe(0)
      servers[at] = start(port)
      await servers[at].ready()
      await sleep(500)
    }
  }
  isOver = true
  await Promise.all(callers)
  const total = [...statuses.values()].reduce((sum, n) => sum + n, 0)
  process.stdout.write(
    `rolling restart: ${total} requests, ${JSON.stringify(Object.fromEntries(statuses))}\n`,
  )
  expect(total).toBeGreaterThan(500)
  expect([...statuses.keys()].sort()).toEqual(['GET 200', 'POST 401'])
}, 180_000)
