import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { cp, mkdir, mkdtemp, rm, symlink, utimes } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { freePort } from '#server/platform/start-checks'
import { cloneDatabase } from '../tests/support/database.ts'

const root = path.join(import.meta.dirname, '..')
const patience = 120_000

let database: Awaited<ReturnType<typeof cloneDatabase>>
let copy: string
let dev: ChildProcess
let output = ''

beforeEach(async () => {
  database = await cloneDatabase()
  // A copy, because touching a file of the sources would rerun tests that are being watched.
  copy = await mkdtemp(path.join(os.tmpdir(), 'okuru-dev-'))
  for (const entry of [
    'contract',
    'server',
    'web',
    'scripts',
    'package.json',
    'tsconfig.json',
    'vite.config.ts',
  ])
    await cp(path.join(root, entry), path.join(copy, entry), { recursive: true })
  await symlink(path.join(root, 'node_modules'), path.join(copy, 'node_modules'))
  await mkdir(path.join(copy, '.data'))
})
afterEach(async () => {
  if (dev.exitCode === null) dev.kill('SIGKILL')
  await database.drop()
  await rm(copy, { recursive: true, force: true })
})

async function until<T>(what: string, look: () => Promise<T | undefined> | T | undefined): Promise<T> {
  for (const end = Date.now() + patience; Date.now() < end; await sleep(50)) {
    const found = await look()
    if (found !== undefined) return found
  }
  throw new Error(`${what} did not come:\n${output}`)
}

const isAlive = (pid: number) => {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

test('npm run dev serves pages and calls, restarts the server on a change, and leaves no process', async () => {
  const port = await freePort()
  dev = spawn(process.execPath, ['scripts/dev.ts'], {
    cwd: copy,
    env: {
      ...process.env,
      NODE_ENV: 'development',
      PORT: String(port),
      DATABASE_URL: database.url,
      OKURU_DATA_DIR: path.join(copy, '.data'),
      OKURU_DEMO: 'false',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  output = ''
  for (const stream of [dev.stdout, dev.stderr]) stream?.on('data', (chunk) => (output += chunk))
  const get = (url: string) => fetch(`http://127.0.0.1:${port}${url}`).catch(() => undefined)
  const starts = () => output.match(/Server: \d+ ms/g)?.length ?? 0
  const children = () =>
    execFileSync('pgrep', ['-P', String(dev.pid)], { encoding: 'utf8' })
      .trim()
      .split('\n')
      .map(Number)

  await until('the page', async () => ((await get('/'))?.ok ? true : undefined))
  expect(await (await get('/'))?.text()).toContain('/main.tsx')
  expect((await get('/api/announcements/'))?.status).toBe(200)
  expect(starts()).toBe(1)
  const before = children()

  const now = new Date()
  await utimes(path.join(copy, 'server', 'platform', 'clock.ts'), now, now)
  await until('the restart', () => (starts() === 2 ? true : undefined))
  expect((await get('/api/announcements/'))?.status).toBe(200)
  const after = children()
  expect(after).not.toEqual(before)

  dev.kill('SIGINT')
  await until('the end', () => (dev.exitCode === null ? undefined : true))
  expect(dev.exitCode).toBe(0)
  expect([...before, ...after].filter(isAlive)).toEqual([])
}, 300_000)
