import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { registerWeb } from './web.ts'

let app: FastifyInstance
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'okuru-pages-'))
  await mkdir(path.join(folder, 'assets'))
  await mkdir(path.join(folder, 'biz'))
  await writeFile(
    path.join(folder, 'index.html'),
    '<html><head></head><body nonce="__CSP_NONCE__"></body></html>',
  )
  for (const name of ['requests', 'requests/new', 'requests/$id']) {
    const file = path.join(folder, 'documents', `${name}.html`)
    await mkdir(path.dirname(file), { recursive: true })
    const script = `<script data-release="r1">paint('${name}')</script>`
    await writeFile(file, `<html><head></head><body>${name}${script}</body></html>`)
  }
  await writeFile(path.join(folder, 'assets', 'main-1.js'), 'main()')
  await writeFile(path.join(folder, 'biz', 'worker.js'), 'work()')
  await writeFile(path.join(folder, 'worker.js'), 'sell()')
  app = Fastify()
  app.addHook('onRequest', async (_request, reply) => {
    reply.headers({ 'content-security-policy': "default-src 'self'", 'x-content-type-options': 'nosniff' })
  })
  const origin = 'https://okuru.example'
  const provider = {
    ...{ id: 'line', label: 'LINE "&', issuer: 'https://access.line.me', scope: 'openid' },
    ...{ clientId: 'client of the channel', clientSecret: 'secret of the channel' },
  }
  const config = { publicUrl: origin, apiUrl: origin, sentryDsn: undefined, signInProviders: [provider] }
  await registerWeb(
    app,
    folder,
    config,
    (nonce, script) => `style-src 'nonce-${nonce}'; script-src ${script}`,
    {
      dress: async (html, store) => html.replace('</head>', `<title>${store}</title></head>`),
      installable: async (store) => ({
        key: store,
        name: store || 'okuru',
        brand: '#10203f',
        icons: [{ src: '/icons/default-192.png', sizes: '192x192' }],
      }),
    },
  )
})
afterAll(async () => {
  await app.close()
  await rm(folder, { recursive: true })
})

const get = (url: string) => app.inject({ url, headers: { accept: 'text/html' } })

test('the worker of the back office may have its pages and no others, and is never kept', async () => {
  const { statusCode, headers, body } = await get('/biz/worker.js')
  expect([statusCode, body]).toEqual([200, 'work()'])
  expect(headers['service-worker-allowed']).toBe('/biz')
  expect(headers['cache-control']).toBe('no-cache')
  expect(headers['content-type']).toContain('javascript')
  for (const url of ['/assets/main-1.js', '/biz', '/biz/bench/5', '/'])
    expect((await get(url)).headers['service-worker-allowed']).toBeUndefined()
})

test('every page has the document with its first paint, and any other address that of the top page', async () => {
  const shown = async (url: string) => /<body[^>]*>([^<]*)/.exec((await get(url)).body)?.[1]
  expect(await shown('/requests')).toBe('requests')
  expect(await shown('/requests/')).toBe('requests')
  expect(await shown('/requests/new?store=umeda')).toBe('requests/new')
  expect(await shown('/requests/12')).toBe('requests/$id')
  for (const url of ['/', '/requests/12/result', '/shops', '/documents/requests.html', '/documents/requests'])
    expect(await shown(url), url).toBe('')
})

test('the policy of a page allows its own inline script and no other', async () => {
  const policy = async (url: string) => (await get(url)).headers['content-security-policy']
  const hash = (script: string) => `sha256-${createHash('sha256').update(script).digest('base64')}`
  expect(await policy('/requests')).toContain(`script-src ${hash("paint('requests')")}`)
  expect(await policy('/requests/new')).toContain(`script-src ${hash("paint('requests/new')")}`)
  expect(await policy('/')).toContain('script-src undefined')
})

test('the worker of the storefront is never kept either', async () => {
  const { statusCode, headers, body } = await get('/worker.js')
  expect([statusCode, body]).toEqual([200, 'sell()'])
  expect(headers['service-worker-allowed']).toBe('/')
  expect(headers['cache-control']).toBe('no-cache')
})

test('every store is installed by itself, and its pages are its own', async () => {
  const manifestOf = async (query: string) => (await get(`/manifest.webmanifest${query}`)).json()
  const common = await manifestOf('')
  expect(common).toMatchObject({ id: '/', start_url: '/', short_name: 'okuru' })
  const store = await manifestOf('?store=umeda')
  expect(store).toMatchObject({ id: '/?store=umeda', start_url: '/?store=umeda', short_name: 'umeda' })
  expect(store.shortcuts[0].url).toBe('/requests/new?store=umeda')
  for (const query of ['?store=umeda&store=sakae', '?store=', '?store[a]=b'])
    expect(await manifestOf(query), query).toEqual(common)
  expect((await get('/shops?store=umeda')).body).toContain('<title>umeda</title>')
})

test('a part of an earlier release is missing, and not a page', async () => {
  expect((await get('/assets/main-0.js')).statusCode).toBe(404)
  const { headers: ofScript } = await get('/assets/main-1.js')
  expect(ofScript['cache-control']).toContain('immutable')
  // What a document may do is said with the document.
  expect(ofScript['content-security-policy']).toBeUndefined()
  expect(ofScript['x-content-type-options']).toBe('nosniff')
  const { headers, body } = await get('/biz/bench/5')
  expect(headers['cache-control']).toBe('no-cache')
  const nonce = /nonce="([^"]+)"/.exec(body)?.[1]
  expect(headers['content-security-policy']).toContain(`style-src 'nonce-${nonce}';`)
})

test('the page names the sign-in providers, and nothing secret of them', async () => {
  const { body } = await get('/login')
  expect(body).toContain(
    '<meta name="okuru-providers" content="[{&quot;id&quot;:&quot;line&quot;,&quot;label&quot;:&quot;LINE \\&quot;&amp;&quot;}]" />',
  )
  expect(body).not.toContain('of the channel')
})
