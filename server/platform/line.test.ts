import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type LineServer, startLineServer } from '../../tests/support/line-server.ts'
import { createLine, LineError, lineOf, recordingLine } from './line.ts'

let server: LineServer
const user = `U${'a'.repeat(32)}`
const message = {
  title: '査定結果をご確認ください',
  body: '山田 花子さま\n3点で ¥12,400 です。',
  button: { label: '査定結果を見る', url: 'https://okuru.example/requests/1/result' },
}
const key = () => crypto.randomUUID()

beforeAll(async () => {
  server = await startLineServer()
})
afterAll(() => server.close())
beforeEach(() => {
  server.fail(undefined)
  server.delivered.length = 0
  server.befriend(user)
})

const failure = async (work: Promise<unknown>) => {
  try {
    await work
    return 'none'
  } catch (error) {
    if (!(error instanceof LineError)) throw error
    expect(error.message).not.toContain(user)
    return error.temporary ? 'temporary' : 'final'
  }
}

test('a message arrives once, however often its retry key is tried', async () => {
  const line = createLine(server.config)
  const retryKey = key()
  await line.push(user, message, retryKey)
  await line.push(user, message, retryKey)
  expect(server.delivered).toEqual([
    { to: user, altText: expect.stringContaining('¥12,400'), uri: message.button.url },
  ])
})

test('a response that is lost after the delivery does not send it twice', async () => {
  const line = createLine(server.config)
  const retryKey = key()
  await line.push(user, message, retryKey)
  server.fail((request) => {
    request.socket.destroy()
    return true
  })
  expect(await failure(line.push(user, message, retryKey))).toBe('temporary')
  server.fail(undefined)
  await line.push(user, message, retryKey)
  expect(server.delivered).toHaveLength(1)
})

test('only what may pass by itself is tried again', async () => {
  const line = createLine(server.config)
  const kinds: string[] = []
  for (const status of [500, 503, 429, 400, 403, 404]) {
    server.fail((_request, response) => {
      response.writeHead(status, { 'content-type': 'application/json' }).end('{"message":"no"}')
      return true
    })
    kinds.push(await failure(line.push(user, message, key())))
  }
  expect(kinds).toEqual(['temporary', 'temporary', 'temporary', 'final', 'final', 'final'])
  server.fail(undefined)
  expect(await failure(createLine({ ...server.config, channelToken: 'x' }).push(user, message, key()))).toBe(
    'final',
  )
  expect(await failure(line.push('U-nobody', message, key()))).toBe('final')
  expect(
    await failure(createLine({ ...server.config, apiUrl: 'http://127.0.0.1:9' }).issueLinkToken(user)),
  ).toBe('temporary')
})

test('long texts stay within what LINE takes', async () => {
  await createLine(server.config).push(
    user,
    { ...message, body: 'あ'.repeat(3_000), button: { ...message.button, label: 'い'.repeat(60) } },
    key(),
  )
  expect(server.delivered).toHaveLength(1)
})

test('a signature is right only for its bytes and its secret', () => {
  const line = createLine(server.config)
  const bytes = Buffer.from('{"events":[]}')
  expect(line.isSigned(bytes, server.signature(bytes))).toBe(true)
  for (const wrong of ['', 'x', server.signature('{}'), server.signature(bytes).slice(0, -4)])
    expect(line.isSigned(bytes, wrong)).toBe(false)
})

test('without a channel messages are recorded, in production not offered', () => {
  expect(lineOf({ line: undefined, production: false })).toBe(recordingLine)
  expect(lineOf({ line: undefined, production: true })).toBeNull()
  expect(lineOf({ line: server.config, production: true })?.friendUrl).toBe('https://line.me/R/ti/p/%40okuru')
})
