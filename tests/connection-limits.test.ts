import { readdir, rm, symlink, writeFile } from 'node:fs/promises'
import http from 'node:http'
import net, { type AddressInfo } from 'node:net'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import sharp from 'sharp'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { allTasks } from '#server/jobs'
import { type ConnectionLimits, connectionLimits } from '#server/platform/connection-limits'
import { uploadFolder } from '#server/platform/files'
import { type TestApp, testApp } from './support/app.ts'
import { apply, read, receive } from './support/steps.ts'
import { makeWorld, type World } from './support/world.ts'

let t: TestApp
let w: World
let open: net.Socket[]
beforeEach(() => {
  open = []
})
afterEach(async () => {
  for (const socket of open) socket.destroy()
  await t.close()
})

async function start(limits: Partial<ConnectionLimits>) {
  t = await testApp({ limits: { ...connectionLimits, ...limits } })
  w = await makeWorld(t)
  await t.app.listen({ port: 0, host: '127.0.0.1' })
}

interface Talk {
  socket: net.Socket
  said: () => string
  status: () => string | undefined
  ended: Promise<number>
}

/** Sends exactly the given bytes and then nothing. */
function talk(text: string | Buffer, from = '127.0.0.1'): Talk {
  const { port } = t.app.server.address() as AddressInfo
  const socket = net.connect({ port, host: '127.0.0.1', localAddress: from })
  open.push(socket)
  let said = ''
  const began = performance.now()
  socket.on('data', (part) => {
    said += part.toString('utf8')
  })
  socket.on('error', () => undefined)
  const ended = new Promise<number>((resolve) =>
    socket.once('close', () => resolve(performance.now() - began)),
  )
  socket.write(text)
  return { socket, said: () => said, status: () => /^HTTP\/1\.1 (\d+)/.exec(said)?.[1], ended }
}

const head = (route: string, headers: Record<string, string | number>) =>
  `${route} HTTP/1.1\r\nhost: x\r\n${Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')}\r\n`
const json = (length: number, sent: number, more: Record<string, string> = {}) =>
  head('POST /api/contact/', { 'content-type': 'application/json', 'content-length': length, ...more }) +
  `{"name":"${'x'.repeat(Math.max(0, sent - 9))}`

/** A photo of 3 MB, of which the server stops reading after the first part. */
async function brokenUpload(agent: http.Agent, id: number, broken: Buffer): Promise<number> {
  const boundary = 'x'
  const body = Buffer.concat([
    Buffer.from(`--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="a.jpg"\r\n`),
    broken,
    Buffer.alloc(3_000_000, 'x'),
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ])
  return ask(agent, 'POST', `/api/biz/purchase_requests/${id}/opening-photos/`, body, {
    authorization: `Bearer ${w.aoyama.staff.token}`,
    'content-type': `multipart/form-data; boundary=${boundary}`,
  })
}

function ask(agent: http.Agent, method: string, url: string, body?: Buffer, headers = {}): Promise<number> {
  const { port } = t.app.server.address() as AddressInfo
  return new Promise((resolve, reject) => {
    http
      .request({ agent, port, method, path: url, headers, timeout: 15_000 }, (response) =>
        response.resume().once('end', () => resolve(response.statusCode ?? 0)),
      )
      .once('timeout', function (this: http.ClientRequest) {
        this.destroy(new Error(`no response to ${method} ${url}`))
      })
      .once('error', reject)
      .end(body)
  })
}

test.skipIf(process.platform !== 'linux')(
  'an upload that fails half-way keeps no place and holds up no request after it',
  async () => {
    await start({ largeBodiesOfOneAccount: 3 })
    const box = await apply(t, w)
    await receive(t, box, 1)
    // No file can be made there, not even by root.
    const uploads = uploadFolder(t.tools.config)
    await rm(uploads, { recursive: true, force: true })
    await symlink('/proc', uploads)
    const agent = new http.Agent({ keepAlive: true, maxSockets: 1 })
    try {
      for (let n = 0; n < 5; n++) {
        expect(await brokenUpload(agent, box.id, Buffer.from('\r\n'))).toBe(503)
        expect(await ask(agent, 'GET', '/healthz')).toBe(200)
      }
      await rm(uploads)
      for (let n = 0; n < 5; n++) {
        expect(await brokenUpload(agent, box.id, Buffer.from('broken header\r\n\r\n'))).toBe(400)
        expect(await ask(agent, 'GET', '/healthz')).toBe(200)
      }
    } finally {
      agent.destroy()
    }
  },
)

test('headers, bodies and silence between requests end after their time, and say why where they can', async () => {
  await start({ headers: 1_000, grace: 2_000, body: 4_000, keepAlive: 1_000, silence: 8_000 })
  const silent = talk('')
  const halfHeaders = talk('POST /api/contact/ HTTP/1.1\r\nhost: x\r\n')
  const noBody = talk(json(500, 100))
  const large = talk(json(900_000, 70_000))
  const answered = talk(head('GET /healthz', {}))
  const drip = talk(json(5_000, 100))
  const dripping = setInterval(() => drip.socket.write('x'), 200)
  const [halfTook, bodyTook, largeTook, dripTook] = await Promise.all([
    halfHeaders.ended,
    noBody.ended,
    large.ended,
    drip.ended,
    silent.ended,
    answered.ended,
  ])
  clearInterval(dripping)
  for (const { said, status } of [halfHeaders, noBody, large, drip]) {
    expect(status()).toBe('408')
    expect(said()).toContain('{"detail":"時間内に受け取れませんでした。もう一度お送りください。"}')
  }
  expect(answered.status()).toBe('200')
  expect(Math.max(halfTook, bodyTook, largeTook, dripTook)).toBeLessThan(10_000)
  // A byte now and then does not extend the timeout.
  expect(dripTook).toBeLessThan(bodyTook + 2_500)
  expect(t.logText()).not.toContain('unexpected error')
}, 30_000)

test('who sends at a usable speed gets the time it takes', async () => {
  await start({ grace: 1_500, bytesPerSecond: 1_000, body: 25_000 })
  const body = `{"name":"山","email":"a@example.jp","body":"${'x'.repeat(20_000)}"}`
  const bytes = Buffer.from(body)
  const slow = talk(
    head('POST /api/contact/', { 'content-type': 'application/json', 'content-length': bytes.length }),
  )
  for (let at = 0; at < bytes.length; at += 4_000) {
    slow.socket.write(bytes.subarray(at, at + 4_000))
    await sleep(500)
  }
  // The length of a message is validated only once the body is complete.
  await expect.poll(slow.status).toBe('400')
}, 30_000)

test('large bodies take places: so many from one network, from one account, in all, and from people unknown', async () => {
  await start({
    largeBodies: 6,
    largeBodiesOfOneNetwork: 4,
    largeBodiesOfOneAccount: 2,
    largeBodiesOfNobody: 3,
  })
  const anonymous = (from: string) => talk(json(900_000, 66_000), from)
  const asStaff = (from: string, token: string) =>
    talk(
      head('POST /api/notifications/read/', {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        'content-length': 900_000,
      }),
      from,
    )
  const strangers = ['127.0.0.2', '127.0.0.3', '127.0.0.4', '127.0.0.5'].map(anonymous)
  await expect.poll(() => strangers.map(({ status }) => status()).filter(Boolean)).toEqual(['503'])
  const told = strangers.find(({ status }) => status() === '503')?.said()
  expect(told).toMatch(/retry-after: 5/)
  expect(told).toContain('"code":"busy"')

  // Anonymous clients cannot take the places of staff; one account cannot take all of them.
  const mine = [1, 2, 3].map(() => asStaff('127.0.0.6', w.aoyama.staff.token))
  await expect.poll(() => mine.map(({ status }) => status()).filter(Boolean)).toEqual(['429'])
  const colleague = asStaff('127.0.0.6', w.aoyama.admin.token)
  await sleep(300)
  expect(colleague.status()).toBeUndefined()
  const last = asStaff('127.0.0.7', w.umeda.staff.token)
  await expect.poll(last.status).toBe('503')

  // Small bodies pass, and a place is freed however its body ended.
  expect((await fetch(`${address()}/api/shop/`)).status).toBe(200)
  expect(await send(4_000)).toBe(400)
  strangers[0]?.socket.destroy()
  mine[0]?.socket.destroy()
  await expect.poll(() => send(70_000), { timeout: 5_000 }).toBe(400)
}, 30_000)

const address = () => `http://127.0.0.1:${(t.app.server.address() as AddressInfo).port}`
const send = async (length: number) => {
  const body = JSON.stringify({ name: 'x'.repeat(length) })
  const headers = { 'content-type': 'application/json' }
  return (await fetch(`${address()}/api/contact/`, { method: 'POST', headers, body })).status
}

test('250 unfinished bodies cost little memory and end, and everybody else is served meanwhile', async () => {
  await start({ grace: 6_000, bytesPerSecond: 1_000_000 })
  await fetch(`${address()}/api/shop/`)
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  const memory = () => {
    collect()
    const { external, arrayBuffers } = process.memoryUsage()
    return (external + arrayBuffers) / 1e6
  }
  // One shared buffer: the clients' unsent bytes would count as memory too.
  const unfinished = Buffer.from(json(990_000, 900_000))
  const before = memory()
  const held = Array.from({ length: 250 }, (_, index) => talk(unfinished, `127.0.1.${1 + (index % 50)}`))
  const refused = () => held.filter(({ status }) => status() === '503').length
  await expect.poll(refused, { timeout: 15_000 }).toBe(250 - connectionLimits.largeBodiesOfNobody)
  // Buffering all 250 would take more than 200 MB. Freed memory is returned by another thread.
  await expect.poll(() => memory() - before, { timeout: 2_000 }).toBeLessThan(60)
  expect((await fetch(`${address()}/api/shop/`)).status).toBe(200)
  await expect.poll(() => held.every(({ socket }) => socket.destroyed), { timeout: 20_000 }).toBe(true)
}, 60_000)

test('connections of one address have a bound, others are served', async () => {
  await start({ connectionsOfOne: 20 })
  const many = Array.from({ length: 30 }, () => talk('GET / HT', '127.0.0.9'))
  await expect.poll(() => many.filter(({ socket }) => socket.destroyed).length).toBe(10)
  const other = talk(head('GET /healthz', {}), '127.0.0.10')
  await expect.poll(other.status).toBe('200')
})

test('a photo goes to the disk as it comes; cut off it leaves nothing, and what a dead process left goes in the night', async () => {
  await start({ grace: 1_000, body: 3_000 })
  const box = await apply(t, w)
  await receive(t, box, 1)
  const slug: string = (await read(t, box)).items[0].slug
  const folder = path.join(t.tools.config.dataDir, 'uploads')
  const files = () => readdir(folder).catch(() => [])
  const picture = await sharp({ create: { width: 900, height: 900, channels: 3, background: '#854' } })
    .jpeg({ quality: 100 })
    .toBuffer()
  const begin = Buffer.from(
    '--b\r\ncontent-disposition: form-data; name="file"; filename="a.jpg"\r\ncontent-type: image/jpeg\r\n\r\n',
  )
  const end = Buffer.from('\r\n--b--\r\n')
  const route = `POST /api/biz/purchase-items/${slug}/photos/`
  const headers = {
    authorization: `Bearer ${w.aoyama.staff.token}`,
    'content-type': 'multipart/form-data; boundary=b',
    'content-length': begin.length + picture.length + end.length,
  }
  const upload = talk(head(route, headers))
  upload.socket.write(begin)
  upload.socket.write(picture.subarray(0, 1_000))
  await expect.poll(files).toHaveLength(1)
  upload.socket.write(Buffer.concat([picture.subarray(1_000), end]))
  await expect.poll(upload.status).toBe('201')
  expect(await files()).toEqual([])

  for (const leave of [(one: Talk) => one.socket.destroy(), () => undefined]) {
    const broken = talk(head(route, headers))
    broken.socket.write(Buffer.concat([begin, picture.subarray(0, 1_000)]))
    await expect.poll(files).toHaveLength(1)
    leave(broken)
    await expect.poll(files, { timeout: 8_000 }).toEqual([])
  }
  expect(t.logText()).not.toContain('unexpected error')

  await writeFile(path.join(folder, 'left.upload'), 'by a process that was killed')
  const night = { now: () => new Date(vi.getRealSystemTime() + 2 * 3_600_000) }
  await allTasks(t.db, { ...t.tools, clock: night as typeof t.tools.clock })['upload.clean']({})
  expect(await files()).toEqual([])
}, 40_000)
