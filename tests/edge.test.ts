import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildApp } from '#server/app'
import { signFileUrl } from '#server/platform/files'
import { createOutbox } from '#server/platform/mail'
import { type TestApp, testApp } from './support/app.ts'
import { makeWorld } from './support/world.ts'

const page = `<!doctype html><html><head><title>x</title><style nonce="__CSP_NONCE__">a{}</style></head><body></body></html>`
const friend = 'https://shop.example'

let t: TestApp
let app: TestApp['app']
let folder: string
let reason: string | null = null

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'okuru-edge-'))
  const web = path.join(folder, 'web')
  await mkdir(path.join(web, 'assets'), { recursive: true })
  await writeFile(path.join(web, 'index.html'), page)
  await writeFile(path.join(web, 'favicon.svg'), '<svg/>')
  await writeFile(path.join(web, 'assets', 'main-1a2b.js'), 'plain')
  await writeFile(path.join(web, 'assets', 'main-1a2b.js.br'), 'squeezed')
  t = await testApp({ config: { corsOrigins: [friend], apiUrl: 'https://api.okuru.example' } })
  const outbox = createOutbox(path.join(folder, 'outbox'), 'test@okuru.example', t.clock.now)
  await outbox.send({ to: 'hanako@example.jp', subject: '確認のお願い', text: 'https://okuru.example/x' })
  app = await buildApp({ db: t.db, ...t.tools, web, outbox, ready: async () => ({ reason }) })
})
afterAll(async () => {
  await app.close()
  await t.close()
  await rm(folder, { recursive: true, force: true })
})

const get = (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers })
const html = { accept: 'text/html' }

test('a preflight is answered before anybody is asked who they are', async () => {
  const preflight = (origin: string) =>
    app.inject({
      method: 'OPTIONS',
      url: '/api/me/',
      headers: {
        origin,
        'access-control-request-method': 'PUT',
        'access-control-request-headers': 'authorization',
      },
    })
  const known = await preflight(friend)
  expect([known.statusCode, known.body]).toEqual([200, ''])
  expect(known.headers).toMatchObject({
    'access-control-allow-origin': friend,
    'access-control-allow-methods': 'DELETE, GET, OPTIONS, PATCH, POST, PUT',
    'access-control-max-age': '86400',
  })
  expect(known.headers['access-control-allow-headers']).toContain('authorization')
  expect((await preflight('https://evil.example')).headers).not.toHaveProperty('access-control-allow-origin')
})

test('every error can be read from a known origin, and from no other', async () => {
  for (const [url, status] of [
    ['/api/me/', 401],
    ['/api/nothing/', 404],
    ['/api/brand/%zz/', 400],
    [`/api/purchase_items/${'a'.repeat(300)}/`, 404],
    ['/files/x.webp', 403],
  ] as const) {
    const response = await get(url, { origin: friend })
    expect([url, response.statusCode]).toEqual([url, status])
    expect(response.headers['access-control-allow-origin']).toBe(friend)
    const other = await get(url, { origin: 'https://evil.example' })
    expect(other.headers).not.toHaveProperty('access-control-allow-origin')
  }
})

test('every answer carries the headers that keep it to itself, errors as well', async () => {
  for (const url of [
    '/',
    '/api/me/',
    '/api/brand/',
    '/api/nothing/',
    '/healthz',
    '/files/x.webp',
    '/assets/no.js',
  ]) {
    const { headers } = await get(url, html)
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'x-frame-options': 'DENY',
      'permissions-policy': expect.stringContaining('camera=(self)'),
    })
    expect(headers['content-security-policy']).toContain("frame-ancestors 'none'")
  }
})

test('answers of calls are for nobody’s cache', async () => {
  for (const url of ['/api/brand/', '/api/me/', '/api/nothing/']) {
    expect((await get(url)).headers['cache-control']).toBe('no-store')
  }
})

test('an address of the single page gives its document, with a fresh nonce and where the calls are', async () => {
  const [first, second] = [await get('/', html), await get('/purchase/12', html)]
  expect([first.statusCode, second.statusCode]).toEqual([200, 200])
  const nonce = /<style nonce="([\w-]+)">/.exec(first.body)?.[1]
  expect(first.headers['content-security-policy']).toContain(`'nonce-${nonce}'`)
  expect(second.body).not.toContain(nonce)
  expect(first.body).toContain('<meta name="okuru-api" content="https://api.okuru.example" />')
  expect(first.headers['cache-control']).toBe('no-cache')
  expect((await get('/index.html', html)).body).not.toContain('__CSP_NONCE__')
})

test('assets are kept for ever and sent as they were squeezed; what is not there is 404, never the page', async () => {
  const asset = await get('/assets/main-1a2b.js', { 'accept-encoding': 'br' })
  expect([asset.body, asset.headers['content-encoding']]).toEqual(['squeezed', 'br'])
  expect(asset.headers['cache-control']).toBe('public, max-age=31536000, immutable')
  expect((await get('/assets/main-1a2b.js')).body).toBe('plain')
  expect((await get('/favicon.svg')).headers['content-type']).toBe('image/svg+xml')
  for (const url of [
    '/assets/gone.js',
    '/gone.png',
    '/api/gone',
    '/api',
    '/files',
    '/assets/../index.html.br',
    '/..%2f..%2fpackage.json',
  ]) {
    const response = await get(url, html)
    expect([url, response.statusCode]).toEqual([url, 404])
    expect(response.json()).toEqual({ detail: '見つかりませんでした。' })
    expect(response.headers['cache-control']).toBe('no-store')
  }
  expect((await get('/some/page', { accept: 'application/json' })).statusCode).toBe(404)
  expect((await app.inject({ method: 'POST', url: '/some/page' })).statusCode).toBe(404)
})

test('files open by their signed address only, and until it runs out', async () => {
  await t.tools.files.put('items/1/a.webp', Buffer.from('picture'), 'image/webp')
  const url = signFileUrl('items/1/a.webp', new Date(t.clock.now().getTime() + 3_600_000), t.tools.keys.file)
  const file = await get(url)
  expect([file.statusCode, file.body]).toEqual([200, 'picture'])
  expect(file.headers['cache-control']).toMatch(/^private, max-age=\d+, immutable$/)
  expect((await get(url.replace('/1/', '/2/'))).statusCode).toBe(403)
  expect((await get(url.split('?')[0] ?? '')).statusCode).toBe(403)
  const missing = signFileUrl(
    'items/1/b.webp',
    new Date(t.clock.now().getTime() + 3_600_000),
    t.tools.keys.file,
  )
  expect((await get(missing)).statusCode).toBe(404)
  t.clock.forward(3 * 3_600_000)
  expect((await get(url)).statusCode).toBe(403)
})

test('links to other pages lead to the configured origin, whatever host a caller names', async () => {
  const named = {
    host: 'evil.example',
    'x-forwarded-host': 'evil.example',
    'x-forwarded-proto': 'gopher',
    forwarded: 'host=evil.example;proto=gopher',
  }
  for (const trustProxy of [false, 1] as const) {
    const other = await testApp({ config: { trustProxy, apiUrl: 'https://api.okuru.example' } })
    const person = await makeWorld(other)
    for (const name of ['一', '二', '三']) {
      await other.pool.query(
        `insert into notification (account_id, title, body, created_at) values ($1, $2, '', now())`,
        [person.hanako.account_id, name],
      )
    }
    const pages = await other.ask('GET /api/notifications/', {
      token: person.hanako.token,
      query: { page: 2, size: 1 },
      headers: named,
    })
    expect([pages.body.next, pages.body.previous]).toEqual([
      'https://api.okuru.example/api/notifications/?page=3&size=1',
      'https://api.okuru.example/api/notifications/?size=1',
    ])
    await other.close()
  }
})

test('alive, ready and counted', async () => {
  expect((await get('/healthz')).json()).toEqual({ status: 'ok' })
  expect((await get('/readyz')).statusCode).toBe(200)
  reason = 'the database schema is behind'
  const unready = await get('/readyz')
  expect([unready.statusCode, unready.json()]).toEqual([503, { status: 'unavailable', reason }])
  reason = null
  const metrics = await get('/metrics')
  expect(metrics.body).toMatch(
    /http_request_duration_seconds_count\{route="\/healthz",method="GET",status="200"\} \d+/,
  )
})

test('in production nobody reads the metrics without the key, and there is no outbox', async () => {
  const config = { ...t.tools.config, production: true }
  const metrics = 'a-key-of-sixteen-or-more'
  const outbox = createOutbox(path.join(folder, 'outbox'), 'test@okuru.example', t.clock.now)
  const strict = await buildApp({
    db: t.db,
    ...t.tools,
    config: { ...config, secrets: { ...config.secrets, metrics } },
    outbox,
  })
  const status = async (url: string, headers = {}) => (await strict.inject({ url, headers })).statusCode
  expect(await status('/metrics')).toBe(404)
  expect(await status('/metrics', { authorization: `Bearer ${metrics}` })).toBe(200)
  expect(await status('/dev/mail', html)).toBe(404)
  await strict.close()
  expect((await get('/dev/mail')).body).toContain('確認のお願い')
})

test('long answers are squeezed for those who take it', async () => {
  const plain = await get('/openapi.json')
  expect((await get('/docs/json')).body).toEqual(plain.body)
  const zipped = await get('/openapi.json', { 'accept-encoding': 'gzip' })
  expect(zipped.headers['content-encoding']).toBe('gzip')
  expect(gunzipSync(zipped.rawPayload).toString()).toBe(plain.body)
  expect([plain.headers.vary, zipped.headers.vary]).toEqual([
    'Origin, Accept-Encoding',
    'Origin, Accept-Encoding',
  ])
  const unwanted = await get('/openapi.json', { 'accept-encoding': 'br, gzip;q=0' })
  expect(unwanted.headers).not.toHaveProperty('content-encoding')
  expect((await get('/healthz', { 'accept-encoding': 'gzip' })).headers).not.toHaveProperty(
    'content-encoding',
  )
})

test('the log has the path without its query', async () => {
  await t.ask('GET /api/brand/', { query: { search_text: 'himitsu' } })
  expect(t.logText()).toContain('"path":"/api/brand/"')
  expect(t.logText()).not.toContain('himitsu')
})
