import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import Fastify from 'fastify'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { logTest } from './log.ts'
import { createPageDrawing, registerPageDrawing } from './page-drawing.ts'
import { refuse } from './refusal.ts'
import { registerWire } from './wire.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'okuru-drawing-'))
})
afterAll(() => rm(folder, { recursive: true }))

/** Stands in for the built thread; `draw` gets the order and a way to ask for a response. */
async function threadThat(name: string, draw: string): Promise<string> {
  const file = path.join(folder, `${name}.mjs`)
  const body = `
    import { parentPort } from 'node:worker_threads'
    const awaited = new Map()
    let requests = 0
    const askIn = (id) => (path) => new Promise((resolve) => {
      awaited.set(++requests, resolve)
      parentPort.postMessage({ id, request: requests, path })
    })
    const draw = ${draw}
    parentPort.on('message', (message) => {
      if ('status' in message) return awaited.get(message.request)(message)
      const html = (html) => ({ html, css: '', responses: [] })
      Promise.resolve(draw(message, askIn(message.id), html)).then(
        (page) => parentPort.postMessage({ id: message.id, page }),
        (error) => parentPort.postMessage({ id: message.id, failed: error.message }))
    })`
  await writeFile(file, body)
  return file
}

const draws = `async ({ visit, signedIn, looks }, ask, html) => {
  const { status, body } = await ask('/api/me/')
  return html(JSON.stringify({ page: visit.page, signedIn, looks, status, body }))
}`

async function siteWith(file: string) {
  const app = Fastify()
  registerWire(app)
  let asked = 0
  app.get('/api/me/', async (request) => {
    asked += 1
    return `${request.headers.authorization ?? 'nobody'} from ${request.ip}`
  })
  registerPageDrawing(app, createPageDrawing(file, logTest().logger), {
    looks: async () => '["aoyama"]',
    access: async (refresh) => {
      if (refresh === 'ended') throw refuse('token_not_valid')
      return `access of ${refresh}`
    },
  })
  onTestFinished(() => app.close())
  const visit = (body: object) =>
    app.inject({
      method: 'POST',
      url: '/drawn',
      remoteAddress: '192.0.2.7',
      payload: { page: '/requests?status=1', store: '', width: 390, ...body },
    })
  return { visit, asked: () => asked }
}

test('a page is drawn with what its visitor may read, and brings a new access token', async () => {
  const { visit } = await siteWith(await threadThat('usual', draws))
  const response = await visit({ refresh: 'hanako' })
  expect(response.statusCode).toBe(200)
  expect(response.headers['cache-control']).toBe('no-store')
  const { access, html } = response.json()
  expect(access).toBe('access of hanako')
  expect(JSON.parse(html)).toEqual({
    ...{ page: '/requests?status=1', signedIn: true, looks: '["aoyama"]', status: 200 },
    body: 'Bearer access of hanako from 192.0.2.7',
  })
})

test('pages drawn at the same time keep to their visitors', async () => {
  const { visit } = await siteWith(await threadThat('many', draws))
  const names = ['hanako', 'taro', 'jiro', 'saburo']
  const seen = await Promise.all(
    names.map(async (refresh) => JSON.parse((await visit({ refresh })).json().html)),
  )
  expect(seen.map(({ body }) => body)).toEqual(names.map((name) => `Bearer access of ${name} from 192.0.2.7`))
})

test('what everyone sees is drawn once for many, what a customer sees each time', async () => {
  const { visit, asked } = await siteWith(await threadThat('kept', draws))
  const [first, second] = [await visit({}), await visit({})]
  expect(first.json()).toMatchObject({ access: null })
  expect(second.json()).toEqual(first.json())
  expect(asked()).toBe(1)
  for (const refresh of ['hanako', 'hanako', 'taro']) await visit({ refresh })
  expect(asked()).toBe(4)
  expect(JSON.parse((await visit({})).json().html).body).toContain('nobody')
})

test('an ended session gets nothing, not the page of a visitor without one', async () => {
  const { visit, asked } = await siteWith(await threadThat('ended', draws))
  await visit({})
  const response = await visit({ refresh: 'ended' })
  expect([response.statusCode, response.body]).toEqual([204, ''])
  expect(asked()).toBe(1)
})

test.each([
  ['is missing', 'missing', undefined],
  ['fails', 'fails', `async () => { throw new Error('broken') }`],
  ['ends', 'ends', `async () => process.exit(1)`],
  ['is slow', 'slow', `() => new Promise(() => undefined)`],
  ['cannot draw this page', 'cannot', `async () => null`],
])('a thread that %s leaves the document as it is', async (_, name, draw) => {
  const file = draw === undefined ? path.join(folder, 'none.mjs') : await threadThat(name, draw)
  const { visit } = await siteWith(file)
  for (const refresh of ['hanako', undefined]) {
    const response = await visit({ refresh })
    expect([response.statusCode, response.body]).toEqual([204, ''])
  }
})

test('bad input is refused', async () => {
  const { visit, asked } = await siteWith(await threadThat('input', draws))
  for (const body of [
    { page: 'requests' },
    { page: 7 },
    { width: -1 },
    { refresh: 7 },
    { store: 'x'.repeat(200) },
  ])
    expect((await visit(body)).statusCode, JSON.stringify(body)).toBe(400)
  expect(asked()).toBe(0)
})
