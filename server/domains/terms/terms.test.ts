import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeTerms } from '#server/domains/terms/terms.factory'
import { type TestApp, testApp } from '../../../tests/support/app.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp()
})
afterAll(() => t.close())

test('the terms in force are those of the latest day that has come, by the calendar of Tokyo', async () => {
  expect((await t.ask('GET /api/terms/')).status).toBe(404)
  await makeTerms(t.db, { version: '2026-04', effective_on: '2026-04-01' })
  await makeTerms(t.db, { version: '2026-12', effective_on: '2026-12-01' })
  expect((await t.ask('GET /api/terms/')).body).toMatchObject({
    version: '2026-04',
    effective_on: '2026-04-01',
  })
  t.clock.set('2026-11-30T23:59:59+09:00')
  expect((await t.ask('GET /api/terms/')).body.version).toBe('2026-04')
  t.clock.set('2026-12-01T00:00:00+09:00')
  expect((await t.ask('GET /api/terms/')).body.version).toBe('2026-12')
})

test('every version stays readable, an unknown one is missing', async () => {
  expect((await t.ask('GET /api/terms/2026-04/')).body.version).toBe('2026-04')
  expect((await t.ask('GET /api/terms/2026-04')).status).toBe(200)
  expect((await t.ask('GET /api/terms/1999-01/')).status).toBe(404)
})
