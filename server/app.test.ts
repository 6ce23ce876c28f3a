import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '../tests/support/app.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp()
})
afterAll(() => t.close())

test('an unknown path answers 404 as JSON', async () => {
  const response = await t.ask('GET /api/nothing-here/')
  expect(response.status).toBe(404)
  expect(response.body).toEqual({ detail: '見つかりませんでした。' })
})

test('both spellings of a path are served without a redirect', async () => {
  for (const path of ['/api/auth/jwt/refresh/', '/api/auth/jwt/refresh']) {
    const response = await t.ask(`POST ${path}`, { body: {} })
    expect(response.status).toBe(400)
    expect(response.body).toEqual({ refresh: ['この項目は必須です。'] })
  }
})

test('a call that is not built yet says so only after authentication', async () => {
  const response = await t.ask('POST /api/biz/analyze_images/', { body: {} })
  expect(response.status).toBe(401)
  expect(response.headers['www-authenticate']).toBe('Bearer realm="api"')
})

test('a wrong method on a protected path is 401 first; on an open one 405 with Allow', async () => {
  expect((await t.ask('DELETE /api/me/')).status).toBe(401)
  const response = await t.ask('GET /api/logout/')
  expect(response.status).toBe(405)
  expect(response.headers.allow).toBe('POST, OPTIONS')
})

test('every answer names its language and what the path can do', async () => {
  const shops = await t.ask('GET /api/shop/')
  expect(shops.headers).toMatchObject({ allow: 'GET, HEAD, OPTIONS', 'content-language': 'ja' })
  const refused = await t.ask('GET /api/me/')
  expect(refused.headers).toMatchObject({ allow: 'GET, HEAD, OPTIONS', 'content-language': 'ja' })
})

test.each([
  ['*/*', 200],
  ['application/json', 200],
  ['text/html, application/json;q=0.9', 200],
  ['application/*', 200],
  ['application/problem+json', 200],
  ['text/html', 406],
  ['application/xml;q=0.9, image/png', 406],
])('a caller who takes %s gets %i, before anything else is asked', async (accept, status) => {
  const response = await t.ask('GET /api/shop/', { headers: { accept } })
  expect(response.status).toBe(status)
  expect((await t.ask('GET /api/me/', { headers: { accept } })).status).toBe(status === 406 ? 406 : 401)
})

test('bodies that are no object, or no JSON, get the documented answers', async () => {
  expect((await t.ask('POST /api/auth/jwt/refresh/', { body: [] })).body).toEqual({
    non_field_errors: ['不正なデータです。list 型ではなく辞書を入力してください。'],
  })
  const broken = await t.ask('POST /api/auth/jwt/refresh/', {
    body: '{"refresh"',
    headers: { 'content-type': 'application/json' },
  })
  expect(broken.status).toBe(400)
  expect(broken.body.detail).toMatch(/^JSON parse error - /)
  const xml = await t.ask('POST /api/auth/jwt/refresh/', {
    body: '<a/>',
    headers: { 'content-type': 'text/xml' },
  })
  expect(xml.status).toBe(415)
})
