import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '../tests/support/app.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp()
})
afterAll(() => t.close())

test('an unknown path answers 404 as JSON', async () => {
  const answer = await t.ask('GET /api/nothing-here/')
  expect(answer.status).toBe(404)
  expect(answer.body).toEqual({ detail: '見つかりませんでした。' })
})

test('both spellings of a path are served without a redirect', async () => {
  for (const path of ['/api/auth/jwt/refresh/', '/api/auth/jwt/refresh']) {
    const answer = await t.ask(`POST ${path}`, { body: {} })
    expect(answer.status).toBe(400)
    expect(answer.body).toEqual({ refresh: ['この項目は必須です。'] })
  }
})

test('a call that is not built yet says so only after authentication', async () => {
  const answer = await t.ask('POST /api/biz/analyze_images/', { body: {} })
  expect(answer.status).toBe(401)
  expect(answer.headers['www-authenticate']).toBe('Bearer realm="api"')
})

test('a wrong method on a protected path is 401 first; on an open one 405 with Allow', async () => {
  expect((await t.ask('DELETE /api/me/')).status).toBe(401)
  const answer = await t.ask('GET /api/logout/')
  expect(answer.status).toBe(405)
  expect(answer.headers.allow).toBe('POST, OPTIONS')
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
