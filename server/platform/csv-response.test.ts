import { setTimeout as sleep } from 'node:timers/promises'
import multipart from '@fastify/multipart'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { call } from '#contract/call'
import type { CsvFile } from './csv-response.ts'
import { handle } from './handle.ts'
import { registerMethodCheck, registerWire } from './wire.ts'

const file = call('GET /api/file/', { summary: 'File', may: 'anyone', ok: 'csv' })

let app: FastifyInstance
let url: string
let pieces: CsvFile['pieces']
let reported: Error[]
beforeEach(async () => {
  app = Fastify({ forceCloseConnections: true })
  reported = []
  const nobody = { kind: 'nobody', role: 'nobody', at: new Date(), http_request_id: '' } as const
  app.decorate('served', new Map()).decorate('allows', new Map()).decorateRequest('actor')
  app.decorate('authenticate', () => nobody).decorate('nobody', () => nobody)
  app
    .decorate('throttle', () => undefined)
    .decorate('reportError', (error: Error) => void reported.push(error))
  registerWire(app)
  await app.register(multipart)
  handle(app, file, async () => ({ name: '古物台帳-2026-11-24.csv', pieces: (signal) => pieces(signal) }))
  registerMethodCheck(app)
  url = `${await app.listen({ port: 0, host: '127.0.0.1' })}/api/file/`
})
afterEach(() => app.close())

const line = `${'あ'.repeat(1000)}\r\n`
const soon = () => new Promise((resolve) => setTimeout(resolve, 5))

test('is sent as it is made, under its name', async () => {
  pieces = async function* () {
    for (let made = 0; made < 50; made += 1) yield line
  }
  const response = await fetch(url)
  expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8')
  expect(response.headers.get('content-disposition')).toContain("filename*=UTF-8''%E5%8F%A4")
  expect(response.headers.get('content-length')).toBeNull()
  expect(await response.text()).toBe(line.repeat(50))
})

test('waits for a reader that is slow', async () => {
  let made = 0
  pieces = async function* () {
    for (; made < 4000; made += 1) yield line
  }
  const response = await fetch(url)
  const reader = response.body?.getReader()
  await reader?.read()
  await expect
    .poll(async () => {
      const before = made
      await new Promise((resolve) => setTimeout(resolve, 100))
      return made - before
    })
    .toBe(0)
  // Buffers on both sides hold far less than the whole file.
  expect(made).toBeLessThan(3000)
  await reader?.cancel()
})

test('an error before the first piece is an answer as ever, and no file', async () => {
  // biome-ignore lint/correctness/useYield: it fails before there is anything to give
  pieces = async function* () {
    throw new Error('no database')
  }
  const response = await fetch(url)
  expect([response.status, await response.json()]).toEqual([
    500,
    { detail: 'サーバーエラーが発生しました。' },
  ])
  expect(response.headers.get('content-disposition')).toBeNull()
})

test('an error in the middle cuts the body, so that nobody takes the half for the whole, and is told of', async () => {
  pieces = async function* () {
    yield line
    await soon()
    throw new Error('no database')
  }
  const response = await fetch(url)
  expect(response.status).toBe(200)
  await expect(response.text()).rejects.toThrow()
  expect(reported.map(({ message }) => message)).toEqual(['no database'])
})

test('a reader who goes away ends the making, and nobody is told of an error', async () => {
  let ended = 0
  pieces = async function* (signal) {
    try {
      for (;;) {
        signal.throwIfAborted()
        yield line
        await soon()
      }
    } finally {
      ended += 1
    }
  }
  for (let round = 1; round <= 8; round += 1) {
    const stop = new AbortController()
    const response = await fetch(url, { signal: stop.signal })
    await response.body?.getReader().read()
    stop.abort()
    await expect.poll(() => ended).toBe(round)
  }
  expect(reported).toEqual([])
})

test('a reader who stops reading for a minute without going away ends the making as well', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  let ended = false
  pieces = async function* () {
    try {
      for (;;) yield line
    } finally {
      ended = true
    }
  }
  const stop = new AbortController()
  try {
    const response = await fetch(url, { signal: stop.signal })
    const reader = response.body?.getReader()
    await reader?.read()
    for (let moment = 0; moment < 200 && vi.getTimerCount() === 0; moment++) await sleep(5)
    await sleep(200)
    expect(ended).toBe(false)
    vi.advanceTimersByTime(60_000)
    for (let moment = 0; moment < 200 && !ended; moment++) await sleep(5)
    expect(ended).toBe(true)
  } finally {
    vi.useRealTimers()
    stop.abort()
  }
})

test('a reader who goes away before the first piece ends the making as well', async () => {
  let ended = false
  pieces = async function* (signal) {
    await new Promise((_resolve, reject) =>
      signal.addEventListener('abort', () => {
        ended = true
        reject(new Error('cancelled'))
      }),
    )
    yield line
  }
  for (let round = 0; round < 4; round += 1) {
    ended = false
    const stop = new AbortController()
    const asked = fetch(url, { signal: stop.signal })
    await soon()
    await soon()
    stop.abort()
    await expect(asked).rejects.toThrow()
    await expect.poll(() => ended).toBe(true)
  }
  expect(reported).toEqual([])
})

test('a few are made at a time; who comes then is told when to come again', async () => {
  const open: (() => void)[] = []
  pieces = async function* () {
    yield line
    await new Promise<void>((resolve) => open.push(resolve))
  }
  const three = await Promise.all([1, 2, 3].map(() => fetch(url)))
  const fourth = await fetch(url)
  expect([fourth.status, fourth.headers.get('retry-after')]).toEqual([429, '30'])
  for (const finish of open) finish()
  for (const response of three) expect(await response.text()).toBe(line)
  pieces = async function* () {
    yield line
  }
  await expect.poll(async () => (await fetch(url)).status).toBe(200)
})

test('asked for its head only, nothing is made', async () => {
  let isMade = false
  pieces = async function* () {
    isMade = true
    yield line
  }
  const response = await fetch(url, { method: 'HEAD' })
  expect([response.status, response.headers.get('content-type'), isMade]).toEqual([
    200,
    'text/csv; charset=utf-8',
    false,
  ])
})
