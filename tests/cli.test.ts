import { execFile } from 'node:child_process'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from './support/app.ts'
import { contracted } from './support/steps.ts'
import { makeWorld } from './support/world.ts'

let t: TestApp
let url: string
beforeAll(async () => {
  t = await testApp()
  const world = await makeWorld(t)
  await contracted(t, world)
  url = String(t.pool.options.connectionString)
})
afterAll(() => t.close())

/** A command as an operator gives it, on the test's database with the test's keys. */
function okuru(...words: string[]): Promise<{ code: number; text: string }> {
  const cli = path.join(import.meta.dirname, '..', 'server', 'cli.ts')
  const env = { ...process.env, DATABASE_URL: url, OKURU_DATA_DIR: t.tools.config.dataDir, NODE_ENV: 'test' }
  return new Promise((resolve) => {
    execFile(process.execPath, [cli, ...words], { env }, (error, stdout, stderr) => {
      resolve({ code: error ? Number(error.code) : 0, text: stdout + stderr })
    })
  })
}

test('a true ledger and true books are proven, a changed ledger is found, and the exit code says which', async () => {
  expect(await okuru('book', 'prove')).toMatchObject({ code: 0, text: expect.stringContaining('OK') })
  expect(await okuru('ledger', 'verify')).toMatchObject({
    code: 0,
    text: expect.stringMatching(/2 行 \/ rows {2}OK/),
  })
  await t.pool.query('alter table antique_ledger disable trigger user')
  await t.pool.query(`update antique_ledger set price = price + 1 where seq = 1`)
  expect(await okuru('ledger', 'verify')).toMatchObject({
    code: 1,
    text: expect.stringContaining('BROKEN (seq 1)'),
  })
})

test('recent mail is listed without addresses', async () => {
  const { code, text } = await okuru('mail', 'list')
  expect(code).toBe(0)
  expect(text).not.toContain('@')
})

test('what is not understood says how to use it', async () => {
  expect(await okuru('ledger', 'burn')).toMatchObject({
    code: 2,
    text: expect.stringContaining('ledger verify'),
  })
  expect(await okuru('ledger', 'verify', '--company', 'x')).toMatchObject({ code: 2 })
  expect(await okuru('--help')).toMatchObject({ code: 0 })
})
