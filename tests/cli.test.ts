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
const okuru = (...words: string[]) => run('server/cli.ts', ...words)

function run(file: string, ...words: string[]): Promise<{ code: number; text: string }> {
  const cli = path.join(import.meta.dirname, '..', file)
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

test('an administrator is added to a house without two, and to no other', async () => {
  const person = '内幸 次郎 <jiro@okuru.example.jp>'
  expect(await okuru('setup', 'administrator')).toMatchObject({ code: 2 })
  expect(await okuru('setup', 'administrator', '--user', 'nobody')).toMatchObject({ code: 2 })
  expect(await okuru('setup', 'administrator', '--user', person)).toMatchObject({
    code: 1,
    text: expect.stringContaining('2人います'),
  })
  await t.pool.query(
    `update business_user set is_active = false where id =
     (select max(b.id) from business_user b join company c on c.id = b.company_id where c.is_operator)`,
  )
  expect(await okuru('setup', 'administrator', '--user', person)).toMatchObject({
    code: 0,
    text: expect.stringMatching(/password-reset\?uid=/),
  })
})

test('what is not understood says how to use it', async () => {
  expect(await okuru('ledger', 'burn')).toMatchObject({
    code: 2,
    text: expect.stringContaining('ledger verify'),
  })
  expect(await okuru('ledger', 'verify', '--company', 'x')).toMatchObject({ code: 2 })
  expect(await okuru('book', 'prove', '--company', '1')).toMatchObject({
    code: 2,
    text: expect.stringContaining('--company'),
  })
  expect(await okuru('book', 'prove', '--quick')).toMatchObject({ code: 2 })
  expect(await okuru('--help')).toMatchObject({ code: 0 })
})

test.each([
  ['server/seed/large.ts', 'npm run seed:large'],
  ['server/seed/demo.ts', 'empty database'],
  ['bench/run.ts', 'npm run bench'],
])(
  '%s does nothing but tell when it is asked for help or given what it does not know',
  async (file, told) => {
    const rows = async () => (await t.pool.query('select count(*) from account')).rows
    const before = await rows()
    expect(await run(file, '--help')).toEqual({ code: 0, text: expect.stringContaining(told) })
    const unknown = await run(file, '--size', 'small')
    expect(unknown).toEqual({ code: 2, text: expect.stringContaining(told) })
    expect(unknown.text).toContain('--size')
    expect(unknown.text).not.toContain('    at ')
    expect(await rows()).toEqual(before)
  },
)
