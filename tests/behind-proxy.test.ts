import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { factoryPassword, makeCustomerAccount } from '#server/domains/account/account.factory'
import { type TestApp, testApp } from './support/app.ts'

let t: TestApp
const proxies: ChildProcess[] = []
afterEach(async () => {
  for (const proxy of proxies.splice(0)) {
    proxy.kill()
    await once(proxy, 'close')
  }
  await t.close()
})

/** A separate process that prints its port. */
async function startProxy(target: number): Promise<number> {
  const proxy = spawn(process.execPath, [
    path.join(import.meta.dirname, 'support', 'proxy.mjs'),
    String(target),
  ])
  proxies.push(proxy)
  const [port] = await once(proxy.stdout, 'data')
  return Number(String(port))
}

async function start(count: number) {
  t = await testApp({ config: { trustProxy: count } })
  await t.app.listen({ port: 0, host: '127.0.0.1' })
  let port = (t.app.server.address() as AddressInfo).port
  const direct = port
  for (let index = 0; index < count; index += 1) port = await startProxy(port)
  const { email } = await makeCustomerAccount(t.db, t.tools)
  return { port, direct, email }
}

function signIn(to: { port: number; from: string; written?: string; email: string; password?: string }) {
  return new Promise<number>((resolve, reject) => {
    const body = JSON.stringify({ email: to.email, password: to.password ?? 'a guess' })
    const request = http.request({
      host: '127.0.0.1',
      port: to.port,
      localAddress: to.from,
      agent: false,
      method: 'POST',
      path: '/api/auth/jwt/create/',
      headers: {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
        ...(to.written === undefined ? {} : { 'x-forwarded-for': to.written }),
      },
    })
    request.on('error', reject).on('response', (response) => resolve(response.resume().statusCode ?? 0))
    request.end(body)
  })
}

test.each([
  [1, 'one entry', (index: number) => `203.0.113.${index}`],
  [1, 'two entries', (index: number) => `198.51.100.7, 203.0.113.${index}`],
  [1, 'three entries', (index: number) => `127.0.0.1, 10.0.0.1, 203.0.113.${index}`],
  [2, 'two entries behind two proxies', (index: number) => `198.51.100.7, 203.0.113.${index}`],
])('behind %i proxy, %s that a caller writes change nothing', async (count, _what, written) => {
  const { port, email } = await start(count)
  const statuses: number[] = []
  for (let index = 0; index < 25; index += 1) {
    statuses.push(await signIn({ port, email, from: '127.0.0.41', written: written(index) }))
  }
  // Twenty tries from one network on one account, whatever the header claims.
  expect(statuses.filter((status) => status === 401)).toHaveLength(20)
  expect(statuses.slice(20).every((status) => status === 429)).toBe(true)
  const owner = { port, email, password: factoryPassword }
  expect(await signIn({ ...owner, from: '127.0.0.42' })).toBe(200)
})

test('nobody locks out the network whose address they write', async () => {
  const { port, email } = await start(1)
  for (let index = 0; index < 70; index += 1) {
    await signIn({ port, email: `nobody${index}@example.jp`, from: '127.0.0.43', written: '127.0.0.44' })
  }
  expect(await signIn({ port, email, from: '127.0.0.44', password: factoryPassword })).toBe(200)
})
