// Looks at everything that a start needs and at what it would notice only later, and says what is missing.
import { existsSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import path from 'node:path'
import type pg from 'pg'
import { backupTarget } from '#server/platform/backup-target'
import { type Config, ConfigError, readConfig } from '#server/platform/config'
import { createFileStore } from '#server/platform/files'
import { knownKeyStates } from '#server/platform/known-keys'
import { checkSmtp } from '#server/platform/mail'
import { migrationState } from '#server/platform/migrate'
import { connectAlone, endAlone, limits, makePool } from '#server/platform/pool'
import { aheadSentence } from '#server/platform/readiness'
import { examineReplica } from '#server/platform/replica'
import {
  otherConnections,
  requireEnoughSessions,
  requireNames,
  requireOwnSession,
  requireWritable,
} from '#server/platform/start-checks'
import { webFolder } from '#server/platform/web'
import { embeddedFolder, runningDatabase } from './boot.ts'
import { bad, type Finding, ok, tellFindings, warn } from './finding.ts'

/** Returns whether nothing prevents a start. Changes nothing but a probe in the data folder and in S3. */
export async function examine(say: (line: string) => void): Promise<boolean> {
  const findings = await findingsOf()
  return tellFindings(findings, say, '始められます。 / Ready to start.')
}

async function findingsOf(): Promise<Finding[]> {
  let config: Config
  try {
    config = readConfig()
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    return error.problems.map((text) => ({ about: 'settings', state: 'bad', text }))
  }
  const groups = await Promise.all([
    machine(config),
    names(config),
    database(config),
    replica(config),
    mail(config),
    storage(config),
    backups(config),
    proxy(config),
  ])
  return [
    { about: 'settings', state: 'ok', text: `NODE_ENV=${process.env.NODE_ENV ?? ''}` },
    ...groups.flat(),
  ]
}

const leastSpace = 2_000_000_000

async function machine(config: Config): Promise<Finding[]> {
  const found: Finding[] = []
  try {
    await requireWritable(config.dataDir)
    const { bavail, bsize } = await statfs(config.dataDir)
    const gigabytes = (bavail * bsize) / 1_000_000_000
    const text = `${path.resolve(config.dataDir)}: ${gigabytes.toFixed(1)} GB 空き / free`
    found.push(bavail * bsize < leastSpace ? warn('data folder', text) : ok('data folder', text))
  } catch (error) {
    found.push(bad('data folder', error))
  }
  if (config.role !== 'jobs') {
    found.push(
      existsSync(path.join(webFolder, 'index.html'))
        ? ok('pages', '組み立てられています / built')
        : bad(
            'pages',
            '画面がまだありません。npm run build を実行してください。 / The pages are not built: npm run build',
          ),
    )
  }
  if (config.production && config.secrets.metrics === undefined)
    found.push(
      warn(
        'metrics',
        'OKURU_METRICS_KEY がないため、/metrics は読めません。 / Without it nobody reads /metrics.',
      ),
    )
  return found
}

async function names(config: Config): Promise<Finding[]> {
  try {
    await requireNames(config)
    return []
  } catch (error) {
    return [bad('names', error)]
  }
}

async function database(config: Config): Promise<Finding[]> {
  const running = config.databaseUrl ?? (await runningDatabase(config))?.connectionString
  if (running === undefined) {
    const isThere = existsSync(path.join(embeddedFolder(config), 'cluster', 'PG_VERSION'))
    const text = isThere
      ? '同梱の PostgreSQL は止まっています。起動してから、もう一度確かめてください。 / The embedded PostgreSQL is not running: start the server, then look again.'
      : '最初の起動で、同梱の PostgreSQL を作ります。 / The first start creates the embedded PostgreSQL.'
    return [warn('database', text)]
  }
  try {
    if (config.databaseUrl !== undefined) await requireOwnSession(config.databaseUrl)
    await requireEnoughSessions(config)
    const client = await connectAlone({ connectionString: running, limits: limits.calls })
    try {
      return [...(await databaseFindings(client, config)), ...(await schemaFindings(running, config))]
    } finally {
      await endAlone(client)
    }
  } catch (error) {
    return [bad('database', error)]
  }
}

interface DatabaseFacts {
  version: number
  encoding: string
  may_create: boolean
  is_superuser: boolean
  is_read_only: boolean
  knows_tokyo: boolean
  connections: number
  now: number
}

const oldestVersion = 150_000
const mostDrift = 5_000

async function databaseFindings(client: pg.Client, config: Config): Promise<Finding[]> {
  const asked = Date.now()
  const { rows } = await client.query<DatabaseFacts>(
    `select current_setting('server_version_num')::int as version, current_setting('server_encoding') as encoding,
       has_schema_privilege('public', 'create') as may_create,
       current_setting('is_superuser')::boolean as is_superuser,
       current_setting('transaction_read_only')::boolean as is_read_only,
       exists (select from pg_timezone_names where name = 'Asia/Tokyo') as knows_tokyo,
       current_setting('max_connections')::int as connections,
       extract(epoch from clock_timestamp())::float8 * 1000 as now`,
  )
  const [facts] = rows
  if (!facts) return []
  const found: Finding[] = []
  const version = `PostgreSQL ${Math.floor(facts.version / 10_000)}`
  found.push(
    facts.version < oldestVersion
      ? bad('database', `${version} は古すぎます。15 以上にしてください。 / is too old: 15 or newer.`)
      : ok('database', `${version}, ${facts.connections} 接続まで / connections`),
  )
  if (facts.encoding !== 'UTF8')
    found.push(
      bad(
        'database',
        `文字コードが ${facts.encoding} です。UTF8 で作り直してください。 / Its encoding has to be UTF8.`,
      ),
    )
  if (!facts.may_create)
    found.push(
      bad(
        'database',
        '表を作る権限がありません。データベースの所有者で接続してください。 / May not create tables: connect as the owner of the database.',
      ),
    )
  if (facts.is_superuser && config.databaseUrl !== undefined)
    found.push(
      warn(
        'database',
        '管理者(superuser)で接続しています。所有者の権限で足ります。 / Connected as superuser; the owner of the database suffices.',
      ),
    )
  if (facts.is_read_only)
    found.push(bad('database', '書き込めません(待機系?)。 / It is read-only, perhaps a standby.'))
  if (!facts.knows_tokyo)
    found.push(
      bad('time zone', 'データベースが Asia/Tokyo を知りません。 / The database does not know Asia/Tokyo.'),
    )
  const needed = config.dbPool + otherConnections
  if (facts.connections < needed)
    found.push(
      bad(
        'database',
        `max_connections が足りません。1プロセスに ${needed} 本要ります。 / max_connections is too low: a process needs ${needed}.`,
      ),
    )
  const drift = Math.abs(facts.now - (asked + Date.now()) / 2)
  found.push(
    drift > mostDrift
      ? bad(
          'clock',
          `このマシンとデータベースの時計が ${(drift / 1000).toFixed(0)} 秒ずれています。NTP で合わせてください。 / The clocks of this machine and the database differ by that many seconds: use NTP.`,
        )
      : ok('clock', `データベースとの差 / off the database by ${Math.round(drift)} ms`),
  )
  return found
}

async function schemaFindings(connectionString: string, config: Config): Promise<Finding[]> {
  const pool = makePool({ connectionString, limits: limits.calls, max: 1 })
  try {
    const state = await migrationState(pool)
    if (state === 'far_ahead' || state === 'changed')
      return [
        bad(
          'schema',
          `データベースはこの版のものではありません(${state})。 / The database is not of this release (${state}).`,
        ),
      ]
    const { rows } = await pool.query<{ is_there: boolean }>(
      `select to_regclass('public.known_key') is not null as is_there`,
    )
    const schema =
      state === 'ahead'
        ? warn('schema', aheadSentence)
        : ok(
            'schema',
            state === 'current' ? '最新 / current' : '次の起動で更新します / the next start migrates it',
          )
    if (!rows[0]?.is_there) return [schema, ok('keys', 'まだ使われていません / not used yet')]
    const keys = await knownKeyStates(pool, config)
    const lost = keys.filter(({ is_configured }) => !is_configured)
    const named = (list: typeof keys) => list.map(({ purpose, id }) => `${purpose} ${id}`).join(', ')
    return [
      schema,
      lost.length > 0
        ? bad(
            'keys',
            `設定にない、または違う鍵: ${named(lost)} / Keys that are missing or differ. npm run okuru -- keys list`,
          )
        : ok('keys', named(keys)),
    ]
  } finally {
    await pool.end()
  }
}

/** Nothing about it prevents a start. */
async function replica(config: Config): Promise<Finding[]> {
  if (!config.replica || config.databaseUrl === undefined) return []
  try {
    const { objection, bytes, keepsReaders } = await examineReplica(config.databaseUrl, config.replica)
    if (objection !== null) return [warn('replica', objection)]
    return [
      keepsReaders
        ? ok('replica', `${bytes} バイト遅れ / bytes behind`)
        : warn(
            'replica',
            '待機系の hot_standby_feedback が off なので、長い読み取りが取り消されることがあります。 / hot_standby_feedback is off on the standby: long reads may be cancelled there.',
          ),
    ]
  } catch (error) {
    return [
      warn(
        'replica',
        `待機系を読めません。それまでは本体から読みます。 / The standby cannot be read; the primary is, until then: ${(error as Error).message}`,
      ),
    ]
  }
}

async function mail(config: Config): Promise<Finding[]> {
  if (!config.smtp) return [warn('mail', '送信せず、フォルダーに置きます。 / Kept in a folder, not sent.')]
  try {
    await checkSmtp(config.smtp)
    return [ok('mail', config.smtp.from.replace(/.*@/, '@'))]
  } catch (error) {
    return [
      bad(
        'mail',
        `メールサーバーを使えません。OKURU_SMTP_URL を確かめてください。 / ${(error as Error).message}`,
      ),
    ]
  }
}

const probe = 'okuru-doctor.json'

async function storage(config: Config): Promise<Finding[]> {
  const place = config.s3 ? `${config.s3.endpoint}/${config.s3.bucket}` : path.join(config.dataDir, 'files')
  try {
    const files = createFileStore(config)
    const bytes = Buffer.from('{}\n')
    await files.put(probe, bytes, 'application/json')
    const read = await files.get(probe)
    await files.delete(probe)
    if (!read?.bytes.equals(bytes)) throw new Error('what was written is not what is read')
    return [ok('files', place)]
  } catch (error) {
    return [
      bad(
        'files',
        `${place}: 書き込み・読み出し・削除のどれかができません。鍵と権限を確かめてください。 / ${(error as Error).message}`,
      ),
    ]
  }
}

async function backups(config: Config): Promise<Finding[]> {
  if (!config.backup)
    return [warn('backup', '設定されていません(OKURU_BACKUP_FOLDER、OKURU_BACKUP_KEY)。 / Not configured.')]
  try {
    const target = backupTarget(config.backup)
    const name = 'probe'
    await target.put(name, Buffer.from('okuru'))
    const isThere = (await target.get(name))?.toString() === 'okuru'
    await target.delete(name)
    if (!isThere) throw new Error('what was written is not what is read')
    const when = config.backup.at ? `毎日 / daily ${config.backup.at}` : '命令でだけ / by command only'
    return [ok('backup', `${target.place}, ${when}`)]
  } catch (error) {
    return [bad('backup', error)]
  }
}

/** Through the proxy, as browsers come: only when the server is running. */
async function proxy(config: Config): Promise<Finding[]> {
  if (!config.publicUrl.startsWith('https:')) return []
  const found: Finding[] = []
  if (config.trustProxy === false)
    found.push(
      warn(
        'proxy',
        'OKURU_TRUST_PROXY がないため、利用者はみなプロキシの住所に見えます。 / Without it everybody seems to come from the address of the proxy.',
      ),
    )
  try {
    const response = await fetch(`${config.publicUrl}/healthz`, {
      signal: AbortSignal.timeout(8_000),
      redirect: 'manual',
    })
    await response.body?.cancel()
    if (response.status !== 200) found.push(bad('proxy', `${config.publicUrl}/healthz: ${response.status}`))
    else if (!response.headers.has('strict-transport-security'))
      found.push(
        warn(
          'proxy',
          'プロキシが Strict-Transport-Security を落としています。 / The proxy drops this header.',
        ),
      )
    else found.push(ok('proxy', config.publicUrl))
  } catch (error) {
    const { cause, message } = error as Error & { cause?: Error }
    found.push(
      warn(
        'proxy',
        `${config.publicUrl} に届きません。サーバーの起動後に確かめてください。 / cannot be reached; look again once the server runs (${cause?.message ?? message}).`,
      ),
    )
  }
  return found
}
