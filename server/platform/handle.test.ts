import { createHash } from 'node:crypto'
import multipart from '@fastify/multipart'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod'
import { call } from '#contract/call'
import { query, text } from '#contract/field'
import { whole } from '#contract/put'
import type { NobodyActor } from './actor.ts'
import type { Db } from './db.ts'
import { handle, handleNotBuilt, type ReplicaApp, type ReplicaRoutes, withStatus } from './handle.ts'
import { RequestLog } from './observe.ts'
import { refuse } from './refusal.ts'
import type { Tools } from './tools.ts'
import { registerMethodCheck, registerWire, sendError } from './wire.ts'

const thing = z.object({ id: z.int(), name: z.string().nullable() })
const calls = {
  list: call('GET /api/things/', {
    summary: 'Things',
    may: 'anyone',
    query: z.object({ shop: query.int, word: query.text }),
    ok: z.object({ shop: z.int().nullable(), word: z.string().nullable() }),
  }),
  read: call('GET /api/things/{id}/', { summary: 'One', may: 'anyone', ok: thing }),
  named: call('GET /api/named/{slug}/', {
    summary: 'By name',
    may: 'anyone',
    ok: z.object({ slug: z.string() }),
  }),
  write: call('PUT /api/things/{id}/', {
    summary: 'Write',
    may: 'anyone',
    body: whole(z.object({ name: text(20), extra: z.record(z.string(), z.unknown()).nullish() }), {}),
    ok: thing,
  }),
  remove: call('DELETE /api/things/{id}/', { summary: 'Remove', may: 'anyone', ok: 'nothing' }),
  create: call('POST /api/things/', { summary: 'Create', may: 'anyone', status: 201, ok: thing }),
  photo: call('POST /api/photos/', {
    summary: 'Photo',
    may: 'anyone',
    multipart: z.object({}),
    ok: z.object({ bytes: z.int() }),
  }),
  secret: call('GET /api/secret/', { summary: 'Not for nobody', may: 'signed_in', ok: 'nothing' }),
  limited: call('POST /api/limited/', {
    summary: 'Limited',
    may: 'anyone',
    limit: 'write',
    body: thing,
    ok: thing,
  }),
  later: call('PUT /api/later/', { summary: 'Later', may: 'anyone', notBuilt: true, body: thing, ok: thing }),
  signed: call('POST /api/signed/', {
    summary: 'Signed',
    may: 'anyone',
    signedBy: 'x-seal',
    body: thing,
    ok: thing,
  }),
  csv: call('GET /api/csv/', { summary: 'CSV', may: 'anyone', ok: 'csv' }),
  late: call('GET /api/late/', {
    summary: 'Late',
    may: 'anyone',
    fromReplica: true,
    ok: z.object({ from: z.string() }),
  }),
}

const sealOf = (bytes: string | Buffer) => createHash('sha256').update(bytes).digest('hex')

const named = (name: string) => ({ name }) as unknown as Db & { name: string }
const late: ReplicaRoutes = (app) => {
  handle(app, calls.late, async ({ db }) => ({ from: (db as ReturnType<typeof named>).name }))
}

let app: FastifyInstance
const reported: Error[] = []
let written = 0
/** Returned by the handler of `read`, whatever its type says. */
let row: unknown

beforeAll(async () => {
  app = Fastify({
    frameworkErrors: sendError,
    logController: new RequestLog(),
    bodyLimit: 2_000,
    routerOptions: { maxParamLength: 200 },
  })
  const nobody: NobodyActor = { kind: 'nobody', role: 'nobody', at: new Date(0), http_request_id: '' }
  app.decorate('primary', named('primary'))
  app.decorate('replica', undefined)
  app.decorate('served', new Map())
  app.decorate('allows', new Map())
  app.decorate('authenticate', async () => nobody)
  app.decorate('nobody', () => nobody)
  app.decorate('throttle', () => {
    throw refuse('throttled')
  })
  app.decorate('reportError', (error) => void reported.push(error))
  app.decorateRequest('actor')
  registerWire(app)
  await app.register(multipart)
  handle(app, calls.list, async ({ query }) => ({ shop: query.shop ?? null, word: query.word ?? null }))
  handle(app, calls.read, async () => row as z.output<typeof thing>)
  handle(app, calls.named, async ({ params }) => ({ slug: params.slug }))
  handle(
    app,
    calls.write,
    async ({ params, body }) => {
      written += 1
      return { id: params.id, name: body.name }
    },
    { exists: async ({ params }) => params.id !== 404 },
  )
  handle(app, calls.remove, async () => undefined)
  handle(app, calls.create, async () =>
    withStatus(calls.create, 200, { id: 1, name: 'there before', secret: 1 } as never),
  )
  handle(app, calls.photo, async ({ request }) => {
    const file = await request.file()
    return { bytes: (await file?.toBuffer())?.length ?? 0 }
  })
  handle(app, calls.secret, async () => undefined)
  handle(app, calls.limited, async () => ({ id: 1, name: null }))
  handle(
    app,
    calls.signed,
    async ({ body }) => {
      written += 1
      return { id: body.id, name: body.name }
    },
    { isAuthentic: (bytes, headers) => headers['x-seal'] === sealOf(bytes) },
  )
  handle(app, calls.csv, async () => ({
    name: '一覧.csv',
    pieces: async function* () {
      yield 'a,b\r\n'
    },
  }))
  late(app as ReplicaApp, {} as Tools)
  handleNotBuilt(app, calls.later)
  registerMethodCheck(app)
  await app.ready()
})
afterAll(() => app.close())

const json = { 'content-type': 'application/json' }
async function put(
  payload: string | Buffer,
  headers: Record<string, string> = json,
  id: number | string = 1,
) {
  const response = await app.inject({ method: 'PUT', url: `/api/things/${id}/`, headers, payload })
  return { status: response.statusCode, body: response.body === '' ? null : response.json() }
}
const get = (url: string) => app.inject({ method: 'GET', url })

test('a call that reads the replica is given the database, and is registered where there is no other', async () => {
  expect((await get('/api/late/')).json()).toEqual({ from: 'primary' })
  // @ts-expect-error here a handler could read a database around the one it is given
  const around = () => handle(app, calls.late, async () => ({ from: 'the primary, always' }))
  expect(around).toThrow()
})

test('only declared properties leave, whatever a handler returns', async () => {
  row = { id: 1, name: 'coat', password_hash: 'x', company_id: 3 }
  const response = await get('/api/things/1/')
  expect(response.json()).toEqual({ id: 1, name: 'coat' })
  expect(response.headers['cache-control']).toBe('no-store')
})

test('a row without a promised property is an error that is reported, not half an answer', async () => {
  row = { name: 'coat' }
  const response = await get('/api/things/1/')
  expect(response.statusCode).toBe(500)
  expect(response.json()).toEqual({ detail: 'サーバーエラーが発生しました。' })
  expect(reported.map(({ message }) => message)).toEqual([expect.stringContaining('"id" is required')])
})

test('another status than the usual leaves through the same schema', async () => {
  const response = await app.inject({ method: 'POST', url: '/api/things/' })
  expect(response.statusCode).toBe(200)
  expect(response.json()).toEqual({ id: 1, name: 'there before' })
})

test('a missing object is found out before its body is judged, also before one that cannot be read', async () => {
  const xml = { 'content-type': 'text/xml' }
  for (const [payload, headers, here] of [
    ['{}', json, 400],
    ['{"name"', json, 400],
    ['<a/>', xml, 415],
  ] as const) {
    expect((await put(payload, headers, 404)).status).toBe(404)
    expect((await put(payload, headers)).status).toBe(here)
  }
  expect((await put('{"name":"coat"}', json, 404)).status).toBe(200)
})

test('text that the database cannot keep is refused under its field', async () => {
  const message = ['使えない文字が含まれています。']
  expect(await put('{"name":"a\\u0000b"}')).toEqual({ status: 400, body: { name: message } })
  expect(await put('{"name":"\\ud800"}')).toEqual({ status: 400, body: { name: message } })
  expect(await put('{"name":"ok","extra":{"deep":["x","\\u0000"]}}')).toEqual({
    status: 400,
    body: { extra: { deep: { '1': message } } },
  })
  expect((await put('{"name":"ok","extra":{"\\u0000":1}}')).status).toBe(400)
  expect((await get('/api/things/?word=a%00b')).json()).toEqual({ word: message })
  expect((await get('/api/named/a%00b/')).statusCode).toBe(404)
})

test('__proto__ neither reaches a handler nor changes what every object has', async () => {
  expect((await put('{"name":"ok","__proto__":{"polluted":1}}')).status).toBe(200)
  expect((await put('{"name":"ok","extra":{"__proto__":{"name":"\\u0000"}}}')).status).toBe(200)
  expect((await put('{"__proto__":{"name":"inherited"}}')).body).toEqual({ name: ['この項目は必須です。'] })
  expect(Reflect.get({}, 'polluted')).toBeUndefined()
})

test('input nested deeper than any form is refused without exhausting the stack', async () => {
  const deep = `{"name":"ok","extra":{"a":${'['.repeat(900)}${']'.repeat(900)}}}`
  expect((await put(deep)).body).toEqual({ detail: '入力の入れ子が深すぎます。' })
})

test('bodies in another charset, broken UTF-8, or too large are refused', async () => {
  expect((await put('{"name":"a"}', { 'content-type': 'application/json; charset=shift_jis' })).status).toBe(
    415,
  )
  expect((await put('{"name":"a"}', { 'content-type': 'application/json;charset="UTF-8"' })).status).toBe(200)
  const broken = Buffer.concat([Buffer.from('{"name":"'), Buffer.from([0x83, 0x65]), Buffer.from('"}')])
  expect((await put(broken)).status).toBe(400)
  expect((await put('\uFEFF{"name":"a"}')).status).toBe(200)
  const large = await put(`{"name":"${'a'.repeat(3_000)}"}`)
  expect(large).toEqual({ status: 413, body: { detail: '送られた内容が大きすぎます。' } })
})

test('form bodies are understood; an empty one is an empty object', async () => {
  const form = await put('name=coat', { 'content-type': 'application/x-www-form-urlencoded' })
  expect(form.body).toEqual({ id: 1, name: 'coat' })
  expect((await put('')).body).toEqual({ name: ['この項目は必須です。'] })
  expect((await put('null')).body).toEqual({ non_field_errors: ['No data provided'] })
})

test('refused bodies never reach the handler', async () => {
  const before = written
  for (const payload of ['[]', '"x"', '{', '{"name":""}', '{"name":null}', '{"name":5}']) {
    expect((await put(payload)).status).toBe(400)
  }
  expect(written).toBe(before)
})

test('of a repeated filter the last counts; an empty one is off; a bad one is named', async () => {
  expect((await get('/api/things/?shop=1&shop=2')).json()).toEqual({ shop: 2, word: null })
  expect((await get('/api/things/?shop=&word=')).json()).toEqual({ shop: null, word: null })
  expect((await get('/api/things/?shop=x&unknown=1')).json()).toEqual({ shop: ['数値を入力してください。'] })
  expect((await get('/api/things/?__proto__=1&constructor=2')).statusCode).toBe(200)
})

test('path parameters are taken literally, and none of them can break the server', async () => {
  expect((await get('/api/named/a%2Fb/')).json()).toEqual({ slug: 'a/b' })
  expect((await get('/api/named/..%2F..%2Fetc/')).json()).toEqual({ slug: '../../etc' })
  for (const id of ['abc', '-1', '1.5', '1e3', '９', '99999999999999999', '%20', '1%00']) {
    expect((await get(`/api/things/${id}/`)).statusCode).toBe(404)
  }
  expect((await get(`/api/named/${'a'.repeat(300)}/`)).statusCode).toBe(404)
  const bad = await get('/api/named/%zz/')
  expect(bad.statusCode).toBe(400)
  expect(bad.headers['content-type']).toContain('application/json')
})

test('HEAD works where GET does, and a body on GET is ignored', async () => {
  const head = await app.inject({ method: 'HEAD', url: '/api/things/' })
  expect([head.statusCode, head.body]).toEqual([200, ''])
  const got = await app.inject({ method: 'GET', url: '/api/things/', headers: json, payload: '{"broken' })
  expect(got.statusCode).toBe(200)
  expect((await app.inject({ method: 'HEAD', url: '/api/photos/' })).statusCode).toBe(405)
  const removed = await app.inject({ method: 'DELETE', url: '/api/things/1/', headers: json, payload: '' })
  expect([removed.statusCode, removed.body]).toEqual([204, ''])
})

test('the order: 401 before 405, 429 before 400, 503 before 400', async () => {
  expect((await app.inject({ method: 'POST', url: '/api/secret/' })).statusCode).toBe(401)
  const bad = { headers: json, payload: '{' }
  expect((await app.inject({ method: 'POST', url: '/api/limited/', ...bad })).statusCode).toBe(429)
  const later = await app.inject({ method: 'PUT', url: '/api/later/', ...bad })
  expect(later.json()).toEqual({ detail: 'この機能は準備中です。', code: 'not_built' })
  const method = await app.inject({ method: 'PATCH', url: '/api/things/1', ...bad })
  expect([method.statusCode, method.headers.allow]).toEqual([405, 'GET, PUT, DELETE, HEAD, OPTIONS'])
})

test('multipart is for the calls that take it', async () => {
  const type = { 'content-type': 'multipart/form-data; boundary=x' }
  const form = '--x\r\ncontent-disposition: form-data; name="file"; filename="a.txt"\r\n\r\nabc\r\n--x--\r\n'
  const sent = await app.inject({ method: 'POST', url: '/api/photos/', headers: type, payload: form })
  expect(sent.json()).toEqual({ bytes: 3 })
  expect((await put(form, type)).status).toBe(415)
})

test('a signed body is judged by its bytes before it is parsed', async () => {
  const send = async (payload: string | Buffer, seal: string | undefined, type = json['content-type']) => {
    const headers = { 'content-type': type, ...(seal === undefined ? {} : { 'x-seal': seal }) }
    const response = await app.inject({ method: 'POST', url: '/api/signed/', headers, payload })
    return { status: response.statusCode, body: response.json() }
  }
  // Spaces, order and escapes are what the sender signed.
  const spaced = '\uFEFF{ "name" : "\\u30b3ート",\n"id":7 }'
  expect(await send(spaced, sealOf(spaced))).toEqual({ status: 200, body: { id: 7, name: 'コート' } })

  const before = written
  const forged = { status: 400, body: { detail: expect.any(String), code: 'signature_invalid' } }
  const broken = Buffer.from([0x7b, 0x83, 0x65])
  expect(await send(JSON.stringify(JSON.parse(spaced.slice(1))), sealOf(spaced))).toEqual(forged)
  for (const seal of [undefined, '', sealOf('x'), `${sealOf(spaced)} `]) {
    for (const payload of [spaced, '{"id"', '', broken]) expect(await send(payload, seal)).toEqual(forged)
  }
  expect((await send('{"id"', sealOf('{"id"'))).body.detail).toContain('JSON parse error')
  expect((await send(broken, sealOf(broken))).status).toBe(400)
  expect((await send('', sealOf(''))).status).toBe(400)
  expect((await send('{"id":"x"}', sealOf('{"id":"x"}'))).body.id).toEqual([expect.any(String)])
  expect((await send(spaced, sealOf(spaced), 'text/plain')).status).toBe(415)
  expect((await send(`{"name":"${'a'.repeat(3_000)}"}`, 'x')).status).toBe(413)
  expect(written).toBe(before)
})

test('CSV leaves as CSV', async () => {
  const csv = await get('/api/csv')
  expect([csv.headers['content-type'], csv.body]).toEqual(['text/csv; charset=utf-8', 'a,b\r\n'])
})
