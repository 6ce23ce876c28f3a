import dns from 'node:dns'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { createOutgoing, type OutgoingError } from './outgoing.ts'

const servers: http.Server[] = []
afterEach(async () => {
  vi.restoreAllMocks()
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
})

async function receiver(answer: http.RequestListener): Promise<number> {
  const server = http.createServer(answer)
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return (server.address() as AddressInfo).port
}

const send = async (url: string, networks: string[] = ['127.0.0.0/8'], timeout = 500) => {
  const outgoing = createOutgoing({ networks, timeout })
  try {
    return await outgoing.post({ url, headers: { 'content-type': 'application/json' }, body: '{}' })
  } catch (error) {
    return (error as OutgoingError).problem
  } finally {
    outgoing.close()
  }
}

describe('an address that is entered', () => {
  const { refusalOf } = createOutgoing({ networks: [] })

  test.each([
    'https://example.com/hook',
    'https://example.com:8443/hook?a=b',
    'https://8.8.8.8/hook',
    'https://[2606:4700::1111]/hook',
  ])('%s is taken', (url) => expect(refusalOf(url)).toBeNull())

  test.each([
    ['http://example.com/', 'https'],
    ['ftp://example.com/', 'form'],
    ['https://user:secret@example.com/', 'form'],
    ['https://example.com/#part', 'form'],
    ['no address', 'form'],
    ['https://localhost/', 'address'],
    ['https://db.internal/', 'address'],
    ['https://127.0.0.1/', 'address'],
    ['https://0x7f.1/', 'address'],
    ['https://2130706433/', 'address'],
    ['https://10.1.2.3/', 'address'],
    ['https://172.31.0.1/', 'address'],
    ['https://192.168.0.1/', 'address'],
    ['https://169.254.169.254/latest/meta-data/', 'address'],
    ['https://100.64.0.1/', 'address'],
    ['https://0.0.0.0/', 'address'],
    ['https://224.0.0.1/', 'address'],
    ['https://[::1]/', 'address'],
    ['https://[::]/', 'address'],
    ['https://[::ffff:127.0.0.1]/', 'address'],
    ['https://[::ffff:7f00:1]/', 'address'],
    ['https://[64:ff9b::7f00:1]/', 'address'],
    ['https://[2002:7f00:1::]/', 'address'],
    ['https://[fd00::1]/', 'address'],
    ['https://[fe80::1]/', 'address'],
  ])('%s is refused: %s', (url, why) => expect(refusalOf(url)).toBe(why))
})

test('a status of any kind is the outcome; a redirect is not followed', async () => {
  let asked = 0
  const port = await receiver((_request, response) => {
    asked += 1
    response.writeHead(asked === 1 ? 204 : 302, { location: '/elsewhere' }).end()
  })
  expect(await send(`http://127.0.0.1:${port}/`)).toBe(204)
  expect(await send(`http://127.0.0.1:${port}/`)).toBe(302)
  expect(asked).toBe(2)
})

test('a name that leads inside is refused when it is sent, and asked once for each connection', async () => {
  const reached = vi.fn()
  const port = await receiver((_request, response) => {
    reached()
    response.end()
  })
  const lookup = vi
    .spyOn(dns, 'lookup')
    .mockImplementation(((
      _host: string,
      _options: object,
      done: (error: null, found: { address: string; family: number }[]) => void,
    ) => done(null, [{ address: '127.0.0.1', family: 4 }])) as never)
  expect(await send(`https://hook.example.com:${port}/`, [])).toBe('address')
  expect(reached).not.toHaveBeenCalled()
  expect(lookup).toHaveBeenCalledTimes(1)
})

test('a name with a public and a private address is refused', async () => {
  vi.spyOn(dns, 'lookup').mockImplementation(((
    _host: string,
    _options: object,
    done: (error: null, found: { address: string; family: number }[]) => void,
  ) =>
    done(null, [
      { address: '93.184.216.34', family: 4 },
      { address: '10.0.0.1', family: 4 },
    ])) as never)
  expect(await send('https://hook.example.com/', [])).toBe('address')
})

test('a receiver that does not respond is left after the time, also in the middle of a response', async () => {
  const silent = await receiver(() => undefined)
  expect(await send(`http://127.0.0.1:${silent}/`)).toBe('timeout')
  const dripping = await receiver((_request, response) => {
    response.writeHead(200)
    const drip = setInterval(() => response.write('.'), 50)
    response.on('close', () => clearInterval(drip))
  })
  const begun = performance.now()
  expect(['timeout', 200]).toContain(await send(`http://127.0.0.1:${dripping}/`))
  expect(performance.now() - begun).toBeLessThan(15_000)
})

test('of a long response only the beginning is read', async () => {
  let written = 0
  const port = await receiver((_request, response) => {
    response.writeHead(200)
    const more = () => {
      while (!response.destroyed && response.write(Buffer.alloc(64_000))) written += 64_000
    }
    response.on('drain', more)
    more()
  })
  expect(await send(`http://127.0.0.1:${port}/`, ['127.0.0.0/8'], 5_000)).toBe(200)
  expect(written).toBeLessThan(50_000_000)
})

test('a closed port is unreachable, and an unknown certificate is refused', async () => {
  expect(await send('http://127.0.0.1:9/')).toBe('unreachable')
})
