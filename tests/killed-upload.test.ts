import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from './support/app.ts'
import { type ServerProcess, startProcess } from './support/process.ts'
import { makeWorld, type World } from './support/world.ts'

let t: TestApp
let w: World
const running: ServerProcess[] = []
beforeAll(async () => {
  t = await testApp()
  w = await makeWorld(t)
})
afterEach(async () => {
  for (const server of running.splice(0)) {
    server.child.kill('SIGKILL')
    await server.ended
  }
})
afterAll(() => t.close())

function start(): ServerProcess {
  const { connectionString } = t.pool.options as { connectionString: string }
  const server = startProcess({ DATABASE_URL: connectionString, OKURU_DATA_DIR: t.tools.config.dataDir })
  running.push(server)
  return server
}

const rows = 30_000
const state = async () =>
  (await t.pool.query('select state, rows_done, csv is null as is_gone, result from pre_assessment_upload'))
    .rows[0]
const templates = async () => (await t.pool.query('select count(*)::int as n from price_template')).rows[0].n

test('a file outlives processes killed while it is loaded: all of it, once', async () => {
  const lines = Array.from({ length: rows }, (_, n) => `GUCCI,番号=${n},5000,15,2026-01-01`)
  const csv = ['ブランド名,属性,基準額,幅(%),適用開始', ...lines].join('\n')
  const { status, body } = await t.ask('POST /api/pre-assessment/price-templates/csv-upload/', {
    token: w.aoyama.admin.token,
    body: { csv },
  })
  expect([status, body.state]).toEqual([200, 'waiting'])
  const first = start()
  await expect
    .poll(async () => (await state()).rows_done, { timeout: 60_000, interval: 10 })
    .toBeGreaterThan(0)
  first.child.kill('SIGKILL')
  await first.ended
  expect(await state()).toMatchObject({ state: 'running', is_gone: false })
  expect(await templates()).toBe(0)
  start()
  await expect.poll(async () => (await state()).state, { timeout: 60_000 }).toBe('done')
  expect(await state()).toMatchObject({
    is_gone: true,
    rows_done: rows,
    result: { created: rows, updated: 0 },
  })
  expect(await templates()).toBe(rows)
}, 180_000)
