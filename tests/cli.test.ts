import { execFile, spawn } from 'node:child_process'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
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

const okuru = (...words: string[]) => run('server/cli.ts', ...words)

const environment = (overrides: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv => ({
  ...process.env,
  DATABASE_URL: url,
  OKURU_DATA_DIR: t.tools.config.dataDir,
  NODE_ENV: 'test',
  ...overrides,
})
const fileOf = (name: string) => path.join(import.meta.dirname, '..', name)
const run = (file: string, ...words: string[]) => runIn(environment(), file, ...words)

function runIn(
  env: NodeJS.ProcessEnv,
  file: string,
  ...words: string[]
): Promise<{ code: number; text: string }> {
  return new Promise((resolve) => {
    execFile(process.execPath, [fileOf(file), ...words], { env }, (error, stdout, stderr) => {
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

describe('commands that only look', () => {
  const looks = [
    ['ledger', 'verify'],
    ['ledger', 'checkpoint'],
    ['book', 'prove'],
    ['mail', 'list'],
  ]

  test.each(looks)('%s %s with a mistyped data folder makes nothing and says so', async (...words) => {
    const folder = await mkdtemp(path.join(os.tmpdir(), 'okuru-cli-'))
    try {
      const none = path.join(folder, 'none')
      for (const DATABASE_URL of ['', url]) {
        const env = environment({ OKURU_DATA_DIR: none, DATABASE_URL })
        const { code, text } = await runIn(env, 'server/cli.ts', ...words)
        expect(code).toBe(2)
        expect(text).toContain(none)
        expect(text).toContain('OKURU_DATA_DIR')
        expect(text).not.toContain('    at ')
      }
      expect(await readdir(folder)).toEqual([])
    } finally {
      await rm(folder, { recursive: true })
    }
  })

  test('another database is not one of ours, and stays as it is', async () => {
    const other = new URL(url)
    other.pathname = '/postgres'
    const { code, text } = await runIn(
      environment({ DATABASE_URL: String(other) }),
      'server/cli.ts',
      'ledger',
      'verify',
    )
    expect([code, text]).toEqual([2, expect.stringContaining('postgres に Okuru のデータがありません')])
    expect(text).not.toContain('    at ')
  })

  test('end quietly when nobody reads on, with what they found', async () => {
    const ended = await new Promise<{ code: number | null; said: string }>((resolve) => {
      const cli = spawn(process.execPath, [fileOf('server/cli.ts'), 'book', 'prove'], { env: environment() })
      let said = ''
      cli.stderr.on('data', (data) => (said += String(data)))
      // The reader closes the pipe before any output, as `head -0` does.
      cli.stdout.destroy()
      cli.on('close', (code) => resolve({ code, said }))
    })
    expect(ended).toEqual({ code: 0, said: '' })
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
