// `npm run bench -- kills [100]`: kills the server, its PostgreSQL, both or the launcher under load, again and again.
// What was acknowledged has to be there once, and the server has to be back by itself.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { demoPassword } from '#server/demo-sign-ins'
import { connectionStringFor, type PostgresHome, prepareHome } from '#server/platform/embedded-postgres-home'
import { freePort } from '#server/platform/start-checks'
import { root } from './data.ts'
import { figure, note } from './figures.ts'

const kinds = ['node', 'postgres', 'both', 'launcher'] as const
type Kind = (typeof kinds)[number]

interface Site {
  address: string
  env: NodeJS.ProcessEnv
  home: PostgresHome
  launcher: ChildProcess
}

export async function benchKills(times: number): Promise<void> {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'okuru-kills-'))
  await chmod(dataDir, 0o755)
  const port = await freePort()
  const env = {
    ...process.env,
    ...{
      NODE_ENV: '',
      PORT: String(port),
      HOST: '127.0.0.1',
      OKURU_DATA_DIR: dataDir,
      OKURU_LOG_LEVEL: 'fatal',
    },
  }
  const home = await prepareHome(path.join(dataDir, 'postgres'))
  const site: Site = { address: `http://127.0.0.1:${port}`, env, home, launcher: launch(env) }
  try {
    await back(site, () => true, 300)
    await killAgainAndAgain(site, times)
  } finally {
    site.launcher.kill('SIGTERM')
    await Promise.race([new Promise((resolve) => site.launcher.once('exit', resolve)), sleep(20_000)])
    await rm(dataDir, { recursive: true, force: true })
  }
}

const launch = (env: NodeJS.ProcessEnv): ChildProcess =>
  spawn(process.execPath, [path.join(root, 'scripts', 'start.mjs')], { env, stdio: 'ignore' })

async function killAgainAndAgain(site: Site, times: number): Promise<void> {
  const load = startLoad(site)
  const slowest: Record<Kind, number> = { node: 0, postgres: 0, both: 0, launcher: 0 }
  for (let n = 0; n < times; n++) {
    await sleep(300 + Math.random() * 2_500)
    const kind = kinds[n % kinds.length] as Kind
    const seconds = await killOne(site, kind)
    slowest[kind] = Math.max(slowest[kind], seconds)
    if (n % 10 === 9)
      note(`${n + 1} kills, ${load.acknowledged.size} acknowledged, ${JSON.stringify(slowest)}`)
  }
  await sleep(1_000)
  await load.stop()
  const { lost, doubled } = await compare(site, load.acknowledged)
  for (const kind of kinds)
    figure(`back after a kill of ${kind}, slowest`, slowest[kind], 's', { atMost: 15 })
  figure(`writes acknowledged under ${times} kills`, load.acknowledged.size, '', { atLeast: times })
  figure('acknowledged and lost', lost, '', { atMost: 0 })
  figure('doubled', doubled, '', { atMost: 0 })
  for (const words of [
    ['book', 'prove'],
    ['ledger', 'verify'],
  ]) {
    const { status } = spawnSync(process.execPath, ['server/cli.ts', ...words], { cwd: root, env: site.env })
    figure(`okuru ${words.join(' ')}: exit code`, status ?? 99, '', { atMost: 0 })
  }
}

async function killOne(site: Site, kind: Kind): Promise<number> {
  const [node, postgres] = [serverOf(site), postmasterOf(site)]
  const began = performance.now()
  if (kind === 'launcher') {
    site.launcher.kill('SIGKILL')
    while (node !== undefined && isThere(node)) await sleep(20)
    site.launcher = launch(site.env)
  } else {
    for (const [pid, own] of [
      [postgres, 'postgres'],
      [node, 'node'],
    ] as const)
      if (pid !== undefined && (kind === 'both' || kind === own)) process.kill(pid, 'SIGKILL')
  }
  const isNew = () => (kind === 'postgres' ? postmasterOf(site) !== postgres : serverOf(site) !== node)
  await back(site, isNew, 60)
  return (performance.now() - began) / 1000
}

async function back(site: Site, isNew: () => boolean, seconds: number): Promise<void> {
  const until = performance.now() + seconds * 1000
  while (performance.now() < until) {
    const isReady =
      isNew() &&
      (await fetch(`${site.address}/readyz`, { signal: AbortSignal.timeout(5_000) }).then(
        ({ ok }) => ok,
        () => false,
      ))
    if (isReady) return
    await sleep(50)
  }
  throw new Error(`not back after ${seconds} s`)
}

function serverOf({ launcher }: Site): number | undefined {
  for (const name of readdirSync('/proc')) {
    const stat = /^\d+$/.test(name) ? textOf(`/proc/${name}/stat`) : ''
    const parent = Number(/\) \S (\d+)/.exec(stat)?.[1])
    if (parent === launcher.pid && textOf(`/proc/${name}/cmdline`).includes('server/main.ts'))
      return Number(name)
  }
  return undefined
}

function postmasterOf({ home }: Site): number | undefined {
  const pid = Number(textOf(path.join(home.cluster, 'postmaster.pid')).split('\n')[0])
  return pid > 1 && isThere(pid) ? pid : undefined
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}

function isThere(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

/** Below what a call may be made in a minute. */
const pause = 150
const people = [
  'staff@aoyama.example',
  'admin@aoyama.example',
  'admin2@aoyama.example',
  'staff@umeda.example',
]

function startLoad(site: Site) {
  const acknowledged = new Set<string>()
  let isOver = false
  const always = async (email: string): Promise<void> => {
    let token = ''
    for (let n = 0; !isOver; n++) {
      const name = `${email} ${n}`
      const key = randomUUID()
      while (!isOver) {
        if (token === '') token = await signIn(site, email)
        const status = await write(site, { name, key, token })
        if (status === 401) token = ''
        if (status === 201) {
          acknowledged.add(name)
          break
        }
        await sleep(200)
      }
      await sleep(pause)
    }
  }
  const all = Promise.all(people.map(always))
  return {
    acknowledged,
    async stop() {
      isOver = true
      await all
    },
  }
}

const json = { 'content-type': 'application/json' }

async function signIn({ address }: Site, email: string): Promise<string> {
  try {
    const response = await fetch(`${address}/api/biz/auth/jwt/create/`, {
      method: 'POST',
      headers: json,
      body: JSON.stringify({ email, password: demoPassword }),
      signal: AbortSignal.timeout(10_000),
    })
    const body = (await response.json()) as { access?: string }
    return body.access ?? ''
  } catch {
    return ''
  }
}

/** 0: no response arrived. The write may have happened, so it is repeated with the same idempotency key. */
async function write(
  { address }: Site,
  { name, key, token }: { name: string; key: string; token: string },
): Promise<number> {
  try {
    const response = await fetch(`${address}/api/pre-assessment/customers/`, {
      method: 'POST',
      headers: { ...json, authorization: `Bearer ${token}`, 'idempotency-key': key },
      body: JSON.stringify({ name, name_kana: '', phone: '', email: '', note: 'kills' }),
      signal: AbortSignal.timeout(10_000),
    })
    await response.arrayBuffer()
    return response.status
  } catch {
    return 0
  }
}

async function compare(
  { home }: Site,
  acknowledged: ReadonlySet<string>,
): Promise<{ lost: number; doubled: number }> {
  const client = new pg.Client({ connectionString: connectionStringFor(home, 5432, 'okuru') })
  await client.connect()
  const { rows } = await client.query<{ name: string; n: number }>(
    `select name, count(*)::int as n from prospect where note = 'kills' group by name`,
  )
  await client.end()
  const there = new Map(rows.map(({ name, n }) => [name, n]))
  return {
    lost: [...acknowledged].filter((name) => !there.has(name)).length,
    doubled: rows.filter(({ n }) => n > 1).length,
  }
}
