import multipart from '@fastify/multipart'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import * as z from 'zod'
import { type AnyCall, call } from '#contract/call'
import { allCalls } from '#contract/calls'
import { query } from '#contract/field'
import type { Actor } from './actor.ts'
import { handle } from './handle.ts'
import { RequestLog } from './observe.ts'
import { parseQuery } from './validation.ts'
import { registerWire, sendError } from './wire.ts'

// Parsed queries are cached.
let read = 0
const counting = z.preprocess((value) => {
  read += 1
  return value
}, query.text) as unknown as typeof query.text
const calls = {
  words: call('GET /api/words/', {
    summary: 'Words',
    may: 'anyone',
    query: z.object({ q: counting, n: query.int }),
    ok: z.object({ q: z.string().nullable(), n: z.int().nullable(), who: z.string() }),
  }),
  numbers: call('GET /api/numbers/', {
    summary: 'The same address line means something else here',
    may: 'anyone',
    query: z.object({ q: query.int }),
    ok: z.object({ q: z.int().nullable() }),
  }),
  careless: call('GET /api/careless/', {
    summary: 'Its handler writes into what it was given',
    may: 'anyone',
    query: z.object({ q: query.text }),
    ok: z.object({ q: z.string().nullable(), hasFailed: z.boolean() }),
  }),
}

let app: FastifyInstance
beforeAll(async () => {
  app = Fastify({ frameworkErrors: sendError, logController: new RequestLog() })
  const actorOf = (request: { headers: Record<string, unknown> }): Actor => ({
    kind: 'nobody',
    role: 'nobody',
    at: new Date(0),
    http_request_id: String(request.headers['x-who'] ?? ''),
  })
  app.decorate('served', new Map())
  app.decorate('allows', new Map())
  app.decorate('authenticate', actorOf as never)
  app.decorate('nobody', actorOf as never)
  app.decorate('throttle', () => undefined)
  app.decorate('reportError', () => undefined)
  app.decorateRequest('actor')
  registerWire(app)
  await app.register(multipart)
  handle(app, calls.words, async ({ query: { q, n }, actor }) => ({
    q: q ?? null,
    n: n ?? null,
    who: actor.http_request_id,
  }))
  handle(app, calls.numbers, async ({ query: { q } }) => ({ q: q ?? null }))
  handle(app, calls.careless, async ({ query: given }) => {
    const { q } = given
    let hasFailed = false
    try {
      given.q = `${q} of somebody else`
    } catch {
      hasFailed = true
    }
    return { q: q ?? null, hasFailed }
  })
  await app.ready()
})
afterAll(() => app.close())
beforeEach(() => {
  read = 0
})

const get = async (url: string, who = '') =>
  (await app.inject({ method: 'GET', url, headers: { 'x-who': who } })).json()

describe('kept filters', () => {
  test('are read once for everybody, and everything else is each asker’s own', async () => {
    expect(await get('/api/words/?q=coat&n=1', 'a')).toEqual({ q: 'coat', n: 1, who: 'a' })
    expect(await get('/api/words/?q=coat&n=1', 'b')).toEqual({ q: 'coat', n: 1, who: 'b' })
    expect(await get('/api/words?q=coat&n=1', 'c')).toEqual({ q: 'coat', n: 1, who: 'c' })
    expect(read).toBeLessThanOrEqual(2)
  })

  test('are told apart by every letter, by the call, and from none at all', async () => {
    expect(await get('/api/words/?q=1')).toMatchObject({ q: '1' })
    expect(await get('/api/numbers/?q=1')).toEqual({ q: 1 })
    expect(await get('/api/words/?q=1&n=2')).toMatchObject({ q: '1', n: 2 })
    expect(await get('/api/words/?q=%31&n=3')).toMatchObject({ q: '1', n: 3 })
    expect(await get('/api/words/?q=a&q=b')).toMatchObject({ q: 'b' })
    expect(await get('/api/words/?q=b&q=a')).toMatchObject({ q: 'a' })
    expect(await get('/api/words/?Q=1')).toMatchObject({ q: null })
    expect(await get('/api/words/?')).toMatchObject({ q: null, n: null })
    expect(await get('/api/words/')).toMatchObject({ q: null, n: null })
  })

  test('cannot be written into by a handler', async () => {
    for (let time = 0; time < 3; time++) {
      expect(await get('/api/careless/?q=mine')).toEqual({ q: 'mine', hasFailed: true })
    }
  })

  test('are only good ones: a bad one is refused every time', async () => {
    for (let time = 0; time < 3; time++) {
      expect(await get('/api/words/?n=x')).toEqual({ n: ['数値を入力してください。'] })
      expect(await get('/api/words/?q=a%00b')).toEqual({ q: ['使えない文字が含まれています。'] })
    }
  })

  test('are few: the one unused longest is read again, and one just used is not', async () => {
    await get('/api/words/?q=first')
    for (let index = 0; index < 150; index++) {
      await get(`/api/words/?q=other-${index}`)
      if (index % 10 === 0) await get('/api/words/?q=used')
    }
    read = 0
    await get('/api/words/?q=used')
    await get('/api/words/?q=other-149')
    expect(read).toBe(0)
    await get('/api/words/?q=first')
    expect(read).toBe(1)
  })

  test('are short: nobody can fill the memory with long ones', async () => {
    const long = `/api/words/?q=${'a'.repeat(150)}&x=${'b'.repeat(200)}`
    await get(long)
    await get(long)
    expect(read).toBe(2)
  })
})

test('every filter of every call is one value, which freezing the whole makes unchangeable', () => {
  const samples = ['', '1', 'a', '2026-11-24', 'true', '-id', ['1', '2'], ['a', 'b']]
  const nested: string[] = []
  for (const { name, call: one } of allCalls as { name: string; call: AnyCall }[]) {
    for (const field of Object.keys(one.query?.shape ?? {})) {
      for (const sample of samples) {
        const value = readOrRefused(one, { [field]: sample })?.[field]
        if (typeof value === 'object' && value !== null) nested.push(`${name} ${field}`)
      }
    }
  }
  expect(nested).toEqual([])
})

function readOrRefused(one: AnyCall, input: object): Record<string, unknown> | undefined {
  try {
    return parseQuery(one.query as z.ZodObject, input)
  } catch {
    return undefined
  }
}
