import type { ServerResponse } from 'node:http'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type TestApp, testApp } from '../../../tests/support/app.ts'
import { startModelServer } from '../../../tests/support/model-server.ts'
import { makeWorld, type World } from '../../../tests/support/world.ts'

let model: Awaited<ReturnType<typeof startModelServer>>
let t: TestApp
let w: World
beforeAll(async () => {
  model = await startModelServer()
  t = await testApp({ config: { analysis: model.config } })
  w = await makeWorld(t)
})
beforeEach(() => {
  model.sent.length = 0
})
afterAll(async () => {
  await t.close()
  await model.close()
})

const post = (call: string, body: unknown) =>
  t.ask(`POST /api/biz/${call}/`, { token: w.aoyama.staff.token, body })
const number = () => post('analyze_product_number', { product_number: 'IM01-FG120', brand: 'ISSEY MIYAKE' })
const spent = async () => (await t.pool.query('select calls from analysis_budget')).rows[0]?.calls ?? 0

test('right: its findings join our own, with our brand, and never fill a field alone', async () => {
  model.answers({
    candidates: [
      { field: 'brand', value: 'gucci', confidence: 1, picture: 0 },
      { field: 'brand', value: 'Nobody Knows', confidence: 0.99, picture: 0 },
      { field: 'category', value: 'ありえない分類', confidence: 1, picture: 0 },
      { field: 'color', value: '黒', confidence: 0.99, picture: 0 },
    ],
  })
  // With a place and a device in it, as telephones write them.
  const picture = await sharp({ create: { width: 40, height: 40, channels: 3, background: '#345' } })
    .withExif({ IFD0: { Copyright: 'Hanako', Make: 'Telephone' }, IFD3: { GPSLatitude: '35/1' } })
    .jpeg()
    .toBuffer()
  const { status, body } = await post('analyze_images', {
    images: [{ filename: 'hanako-sato.jpg', data: picture.toString('base64') }],
  })
  expect([status, body.engine, body.fallback]).toEqual([200, 'openai', null])
  expect(body.brand).toBe('')
  expect(body.candidates[0]).toMatchObject({
    field: 'brand',
    value: 'GUCCI',
    id: w.brands.gucci,
    confidence: 0.88,
    source: 'remote',
  })
  expect(body.candidates.some(({ field }: { field: string }) => field === 'category')).toBe(false)
  const [asked] = model.sent
  expect(asked?.headers.authorization).toBe('Bearer the key of the house')
  const sent = JSON.parse(asked?.body ?? '')
  expect(sent.response_format.json_schema.strict).toBe(true)
  const url: string = sent.messages[1].content[1].image_url.url
  const bytes = Buffer.from(url.slice(url.indexOf(',') + 1), 'base64')
  expect((await sharp(bytes).metadata()).exif).toBeUndefined()
  expect(asked?.body).not.toMatch(/hanako|Telephone|aoyama/i)
  const { rows } = await t.pool.query('select engine, fallback from analysis_run order by id desc limit 1')
  expect(rows).toEqual([{ engine: 'openai', fallback: null }])
})

const html = (response: ServerResponse) =>
  response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Hello</h1>')
const status = (code: number) => (response: ServerResponse) =>
  response.writeHead(code).end('{"error":"secret detail"}')

describe('whatever it does, our own engine answers and says why', () => {
  test.each<[string, string, number, (response: ServerResponse) => void]>([
    [
      'nonsense',
      'unusable',
      2,
      (response) => response.end('{"choices":[{"message":{"content":"{\\"candidates\\":7}"}}]}'),
    ],
    ['HTML', 'unusable', 2, html],
    ['10 MB', 'unusable', 2, (response) => response.end('x'.repeat(10_000_000))],
    ['401', 'refused', 1, status(401)],
    ['403', 'refused', 1, status(403)],
    ['429', 'limited', 1, status(429)],
    ['500', 'failed', 2, status(500)],
    [
      'a redirect',
      'failed',
      2,
      (response) => response.writeHead(302, { location: 'http://127.0.0.1:9/' }).end(),
    ],
    ['a cut connection', 'failed', 2, (response) => response.socket?.destroy()],
    [
      'half an answer',
      'failed',
      2,
      (response) => {
        response.writeHead(200, { 'content-length': '500' }).write('{"choices"')
        setTimeout(() => response.socket?.destroy(), 20)
      },
    ],
    [
      'an answer after a minute',
      'timeout',
      1,
      (response) => void setTimeout(() => html(response), 60_000).unref(),
    ],
    [
      'drops, for ever',
      'timeout',
      1,
      (response) => {
        const drip = setInterval(() => response.write(' '), 50)
        response.on('close', () => clearInterval(drip))
      },
    ],
    ['never', 'timeout', 1, () => undefined],
  ])('%s', async (_, code, attempts, act) => {
    model.behaves((_request, response) => act(response))
    const before = await spent()
    const answer = await number()
    expect(answer.status).toBe(200)
    expect(answer.body.engine).toBe('local')
    expect(answer.body.fallback.code).toBe(code)
    expect(answer.body.fallback.message).toMatch(/。本体の機能で分析しました。$/)
    expect(answer.body.candidates[0]).toMatchObject({ value: 'IM01FG120' })
    expect(JSON.stringify(answer.body)).not.toContain('secret detail')
    expect([model.sent.length, (await spent()) - before]).toEqual([attempts, attempts])
    expect(t.logText()).not.toContain('the key of the house')
  })

  test('once wrong and then right is right', async () => {
    let times = 0
    model.behaves((_request, response) => {
      times += 1
      if (times === 1) return status(503)(response)
      response.end(JSON.stringify({ choices: [{ message: { content: '{"candidates":[]}' } }] }))
    })
    expect((await number()).body).toMatchObject({ engine: 'openai', fallback: null })
  })
})

test('the calls of a day are counted by company, also when asked at once, and begin anew the next day', async () => {
  model.answers({ candidates: [] })
  const used = await spent()
  const { analysis } = t.tools.config
  t.tools.config.analysis = { ...model.config, dailyBudget: used + 3 }
  const engines = async (times: number) =>
    (await Promise.all(Array.from({ length: times }, number)))
      .map(({ body }) => body.fallback?.code ?? body.engine)
      .sort()
  expect(await engines(6)).toEqual(['budget', 'budget', 'budget', 'openai', 'openai', 'openai'])
  t.clock.forward(24 * 3_600_000)
  const { body } = await t.ask('POST /api/biz/analyze_product_number/', {
    token: (await makeToken()) ?? '',
    body: { product_number: 'IM01-FG120' },
  })
  expect(body.engine).toBe('openai')
  t.tools.config.analysis = analysis
})

async function makeToken() {
  const { signIn } = await import('../../../tests/support/world.ts')
  return (await signIn(t, w.aoyama.staff)).token
}

test('a text is written by it, and by ourselves when its text is none', async () => {
  const token = (await makeToken()) ?? ''
  const review = () =>
    t.ask('POST /api/biz/generate_staff_review/', {
      token,
      body: { brand: 'GUCCI', category: 'バッグ', grade: 'A_1' },
    })
  model.answers({ review: 'GUCCIのバッグです。' })
  expect((await review()).body).toMatchObject({ review: 'GUCCIのバッグです。', engine: 'openai' })
  model.answers({ review: '' })
  const own = (await review()).body
  expect([own.engine, own.fallback.code, own.review.startsWith('GUCCIのバッグです。')]).toEqual([
    'local',
    'unusable',
    true,
  ])
})

test('the other kind of endpoint', async () => {
  const other = await startModelServer('anthropic')
  const before = t.tools.config.analysis
  t.tools.config.analysis = other.config
  try {
    other.answers({ review: '丁寧に保管されていた品です。' })
    const { body } = await t.ask('POST /api/biz/generate_staff_review/', {
      token: (await makeToken()) ?? '',
      body: { brand: 'GUCCI' },
    })
    expect(body).toMatchObject({ engine: 'anthropic', review: '丁寧に保管されていた品です。' })
    expect(other.sent[0]).toMatchObject({
      url: '/v1/messages',
      headers: { 'x-api-key': 'the key of the house' },
    })
    expect(JSON.parse(other.sent[0]?.body ?? '').tool_choice).toEqual({ type: 'tool', name: 'answer' })
  } finally {
    t.tools.config.analysis = before
    await other.close()
  }
})
