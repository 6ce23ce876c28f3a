import { lookup } from 'node:dns/promises'
import { existsSync } from 'node:fs'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import type { Config } from './config.ts'
import { connectAlone, endAlone, limits } from './pool.ts'

export async function requireFreePort({ host, port }: Pick<Config, 'host' | 'port'>): Promise<void> {
  if (port === 0) return
  await new Promise<void>((resolve, reject) => {
    const probe = createServer().once('error', reject)
    probe.listen({ host, port }, () => probe.close(() => resolve()))
  })
}

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}

const dataFolder = { ja: 'データの保存先', en: 'The data folder', variable: 'OKURU_DATA_DIR' }

/** Makes the folder where it is missing. */
export async function requireWritable(folder: string, named = dataFolder): Promise<void> {
  const probe = path.join(folder, `.write-check-${process.pid}`)
  try {
    await makeFolder(path.resolve(folder))
    // Not empty: an empty file can be created on a full disk.
    await writeFile(probe, Buffer.alloc(65_536))
    await rm(probe)
  } catch (cause) {
    await rm(probe, { force: true }).catch(() => undefined)
    const code = (cause as NodeJS.ErrnoException).code ?? 'unknown'
    const [ja, en] =
      code === 'ENOSPC'
        ? ['ディスクの空きがありません。空きを作ってください', 'the disk is full. Free some space']
        : [
            `書き込めません。フォルダーの権限と、読み取り専用でないことを確かめるか、${named.variable} に別の場所を指定してください`,
            `it cannot be written. Check its permissions and that it is not read-only, or set ${named.variable} to another folder`,
          ]
    throw new Error(`${named.ja} ${folder}: ${ja}(${code})。 / ${named.en} ${folder}: ${en} (${code}).`, {
      cause,
    })
  }
}

/** Node's recursive mkdir hangs where the system returns ENOENT, as below /proc. */
async function makeFolder(folder: string): Promise<void> {
  if (existsSync(folder)) return
  await makeFolder(path.dirname(folder))
  await mkdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
}

const nameTimeout = 5_000

export async function requireNames(config: Pick<Config, 'databaseUrl' | 'smtp' | 's3'>): Promise<void> {
  const named: [string, string | undefined][] = [
    ['DATABASE_URL', config.databaseUrl],
    ['OKURU_SMTP_URL', config.smtp?.url],
    ['OKURU_S3_ENDPOINT', config.s3?.endpoint],
  ]
  const problems = await Promise.all(
    named.map(async ([variable, url]) => (url === undefined ? null : nameProblem(variable, url))),
  )
  const found = problems.filter((problem) => problem !== null)
  if (found.length > 0) throw new Error(found.join('\n'))
}

async function nameProblem(variable: string, url: string): Promise<string | null> {
  const host = new URL(url).hostname.replace(/^\[|\]$/g, '')
  if (host === '' || host.startsWith('%2F')) return null
  const found = await Promise.race([
    lookup(host).then(
      () => null,
      (error: NodeJS.ErrnoException) => error.code ?? 'unknown',
    ),
    sleep(nameTimeout, 'no answer', { ref: false }),
  ])
  if (found === null) return null
  return (
    `${variable} のサーバー名 ${host} の住所が分かりません(${found})。名前のつづりと、ネットワーク・DNS の設定を確かめてください。 / ` +
    `The host ${host} of ${variable} cannot be resolved (${found}). Check its spelling, the network and DNS.`
  )
}

/** Detects poolers in transaction mode: advisory locks and LISTEN need a session. */
export async function requireOwnSession(connectionString: string): Promise<void> {
  const connect = () => connectAlone({ connectionString, limits: limits.calls })
  const clients: pg.Client[] = []
  try {
    const mine = await connect()
    clients.push(mine)
    const word = String(process.pid)
    await mine.query(`select set_config('okuru.session', $1, false)`, [word])
    for (let others = 0; others < 2; others++) {
      const other = await connect()
      clients.push(other)
      await other.query('begin')
      await other.query('select 1')
      const { rows } = await mine.query<{ word: string | null }>(
        `select current_setting('okuru.session', true) as word`,
      )
      if (rows[0]?.word !== word) throw new Error(pooledSentence)
    }
  } finally {
    await Promise.all(clients.map(endAlone))
  }
}

const pooledSentence =
  'DATABASE_URL の先の接続プール(PgBouncer など)が、トランザクション単位で接続を貸しています。pool_mode = session にするか、PostgreSQL に直接つないでください。 / ' +
  'The connection pooler behind DATABASE_URL (PgBouncer) lends connections for single transactions. Set pool_mode = session, or connect to PostgreSQL directly.'

/** Besides the pool for calls: jobs and their queue, and what the start and a command need. */
export const otherConnections = 12

/** A pooler that lends fewer sessions than a process keeps would let its calls wait for each other. */
export async function requireEnoughSessions({
  databaseUrl: connectionString,
  dbPool,
}: Pick<Config, 'databaseUrl' | 'dbPool'>): Promise<void> {
  if (connectionString === undefined) return
  const clients: pg.Client[] = []
  const connect = async () => {
    const client = await connectAlone({ connectionString, limits: limits.calls })
    clients.push(client)
    return client
  }
  const needed = dbPool + otherConnections
  try {
    if (!(await isPooled(await connect()))) return
    const others = await Promise.allSettled(Array.from({ length: needed - 1 }, connect))
    const had = others.filter(({ status }) => status === 'fulfilled').length + 1
    if (had < needed) throw new Error(tooFewSentence(had, needed))
  } finally {
    await Promise.all(clients.map(endAlone))
  }
}

/** A pooler gives each client a number of its own to cancel with, in place of that of the database's process. */
async function isPooled(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  return rows[0]?.pid !== (client as unknown as { processID: number | null }).processID
}

const tooFewSentence = (had: number, needed: number) =>
  `DATABASE_URL の先の接続プール(PgBouncer など)から、同時に ${had} 本しか借りられません。1プロセスに ${needed} 本要ります。default_pool_size を増やすか、OKURU_DB_POOL を減らしてください。 / ` +
  `The connection pooler behind DATABASE_URL (PgBouncer) lends only ${had} sessions at once, and a process needs ${needed}. Raise default_pool_size, or lower OKURU_DB_POOL.`
