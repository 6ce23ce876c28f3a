import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { demoPassword } from '#server/demo-sign-ins'
import { makeBusinessAccount, makeCustomerAccount } from '#server/domains/account/account.factory'
import { makeCompany } from '#server/domains/company/company.factory'
import { hashPassword } from '#server/platform/password'
import { type TestApp, testApp } from './support/app.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp()
  await takeOverKeys()
  const password_hash = await hashPassword(demoPassword)
  await makeCustomerAccount(t.db, t.tools, { account: { email: 'hanako@example.com', password_hash } })
  const company = await makeCompany(t.db)
  await makeBusinessAccount(t.db, company, { account: { email: 'operator@okuru.example', password_hash } })
  await makeCustomerAccount(t.db, t.tools, { account: { email: 'someone@example.com' } })
})
afterAll(() => t.close())

const warnsAtTheEnd = `process.once('SIGTERM',()=>process.emitWarning('madeForThisTest'))`

const key = () => randomBytes(32).toString('base64')
const environment = {
  NODE_ENV: 'production',
  PORT: '0',
  OKURU_PUBLIC_URL: 'https://okuru.example',
  OKURU_TOKEN_KEY: key(),
  OKURU_CHAIN_KEY: `c1:${key()}`,
  OKURU_FIELD_KEY: `f1:${key()}`,
  OKURU_FILE_KEY: key(),
  OKURU_SMTP_URL: 'smtp://127.0.0.1:1',
  OKURU_MAIL_FROM: 'info@okuru.example',
}

/** Keeps the data encrypted so far readable. */
async function takeOverKeys(): Promise<void> {
  const local = JSON.parse(await readFile(path.join(t.tools.config.dataDir, 'secrets.json'), 'utf8'))
  const named = ({ id, key }: { id: string; key: string }) => `,${id}:${key}`
  environment.OKURU_CHAIN_KEY += local.chain.map(named).join('')
  environment.OKURU_FIELD_KEY += local.field.map(named).join('')
}

function run(file: string, words: string[] = [], more: Record<string, string> = {}) {
  const child = spawn(process.execPath, [path.join(import.meta.dirname, '..', 'server', file), ...words], {
    env: {
      PATH: process.env.PATH,
      DATABASE_URL: String(t.pool.options.connectionString),
      OKURU_DATA_DIR: t.tools.config.dataDir,
      ...environment,
      ...more,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let text = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (part) => {
      const wasReady = text.includes('Ready in')
      text += String(part)
      if (!wasReady && text.includes('Ready in')) child.kill('SIGTERM')
    })
  }
  return new Promise<{ code: number | null; text: string }>((resolve) =>
    child.once('close', (code) => resolve({ code, text })),
  )
}

test('production does not start with the demo’s sign-ins, says what to do, and starts once that is done', async () => {
  const refused = await run('main.ts')
  expect(refused.code).toBe(1)
  expect(refused.text).toContain('見本のログインが2件')
  expect(refused.text).toContain('npm run okuru -- demo close')
  expect(refused.text).not.toContain('Ready in')

  const asked = await run('main.ts', [], { OKURU_DEMO: '1' })
  expect(asked.code).toBe(0)
  expect(asked.text).toContain('The demo sign-ins are open')

  const closed = await run('cli.ts', ['demo', 'close'])
  expect(closed).toMatchObject({ code: 0, text: expect.stringContaining('2 demo sign-ins are closed') })
  const started = await run('main.ts', [], { NODE_OPTIONS: `--import data:text/javascript,${warnsAtTheEnd}` })
  expect([started.code, started.text.includes('Ready in')]).toEqual([0, true])
  expect(started.text).not.toContain('demo sign-ins are open')
  const lines = started.text.split('\n').filter((line) => line !== '')
  expect(lines.map((line) => JSON.parse(line))).toContainEqual(
    expect.objectContaining({ level: 'warn', msg: 'Warning: madeForThisTest' }),
  )

  for (const { text } of [refused, asked, closed, started]) expect(text).not.toContain(demoPassword)
  const { rows } = await t.pool.query(
    `select count(*)::int as n from account where password_hash is not null and email = 'someone@example.com'`,
  )
  expect(rows[0].n).toBe(1)
}, 120_000)
