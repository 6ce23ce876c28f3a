// What an upgrade to this program would do to a database in use, before anything is stopped or changed.
import { statfs } from 'node:fs/promises'
import type pg from 'pg'
import { type Config, ConfigError, readConfig } from '#server/platform/config'
import { prepareHome } from '#server/platform/embedded-postgres-home'
import { majorOf } from '#server/platform/embedded-postgres-major'
import { migrationState, pendingMigrations } from '#server/platform/migrate'
import { type Effect, effects, effectsOf, statementsOf } from '#server/platform/migration.rules'
import { type Migration, programRelease, readReleases } from '#server/platform/migration-files'
import { limits, makePool } from '#server/platform/pool'
import { embeddedFolder, runningDatabase } from './boot.ts'
import { bad, type Finding, ok, tellFindings, warn } from './finding.ts'

/** Returns whether nothing stands against it. Changes nothing. */
export async function checkUpgrade(say: (line: string) => void): Promise<boolean> {
  return tellFindings(await findingsOf(readConfig()), say, '更新できます。 / Ready to upgrade.')
}

async function findingsOf(config: Config): Promise<Finding[]> {
  const releases = (await readReleases()).map(({ release }) => release)
  const release = releases[programRelease - 1] ?? `${releases.at(-1)} の次 / after ${releases.at(-1)}`
  const program = ok('program', `okuru ${release} (${programRelease})`)
  const embedded = config.databaseUrl === undefined ? await embeddedFindings(config) : []
  if (embedded.some(({ state }) => state === 'bad')) return [program, ...embedded]
  const connectionString = config.databaseUrl ?? (await runningDatabase(config))?.connectionString
  if (connectionString === undefined)
    throw new ConfigError([
      '同梱の PostgreSQL は止まっています。今のサーバーを動かしたまま実行してください。',
      'The embedded PostgreSQL is not running. Run this while the server of now is running.',
    ])
  const pool = makePool({ connectionString, limits: limits.calls, max: 1 })
  try {
    return [program, ...embedded, ...(await databaseFindings(pool, config))]
  } catch (error) {
    return [program, ...embedded, bad('database', error)]
  } finally {
    await pool.end()
  }
}

async function embeddedFindings(config: Config): Promise<Finding[]> {
  const home = await prepareHome(embeddedFolder(config))
  const found = majorOf(home.cluster)
  if (found === undefined)
    return [bad('database', `${home.cluster} にデータベースがありません。 / No database there.`)]
  if (found === home.major) return [ok('PostgreSQL', `${found}, 同梱 / embedded`)]
  return [
    warn(
      'PostgreSQL',
      `${found} から ${home.major} へ: サーバーを止めて npm run okuru -- upgrade database / with the server stopped`,
    ),
  ]
}

async function databaseFindings(pool: pg.Pool, config: Config): Promise<Finding[]> {
  const state = await migrationState(pool)
  if (state === 'ahead' || state === 'far_ahead' || state === 'changed')
    return [
      bad(
        'schema',
        `データベースは、このプログラムより新しいか、別のものです(${state})。 / The database is newer than this program, or another (${state}).`,
      ),
    ]
  const sizes = await sizesOf(pool)
  const pending = await pendingMigrations(pool)
  return [
    ...(await serverFindings(pool, config)),
    ...(pending.length === 0
      ? [ok('schema', '更新するものはありません / nothing to apply')]
      : pending.map((migration) => migrationFinding(migration, sizes))),
    ...(await spaceFindings(pending, sizes, config)),
    ...(await processFindings(pool)),
    ...(await transactionFindings(pool)),
    await backupFinding(pool),
  ]
}

interface Size {
  rows: number
  bytes: number
}
type Sizes = ReadonlyMap<string, Size>

async function sizesOf(pool: pg.Pool): Promise<Sizes> {
  const { rows } = await pool.query<{ name: string; rows: number; bytes: string }>(
    `select c.relname::text as name, greatest(c.reltuples, s.n_live_tup, 0)::float8 as rows, pg_total_relation_size(c.oid) as bytes
     from pg_class c left join pg_stat_user_tables s on s.relid = c.oid
     where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace`,
  )
  return new Map(rows.map((row) => [row.name, { rows: row.rows, bytes: Number(row.bytes) }]))
}

const words: Record<Effect, [ja: string, en: string]> = {
  moment: ['一瞬だけ止めます', 'locked for a moment'],
  scans: ['読みますが、止めません', 'read, without holding anybody up'],
  blocks_writes: ['終わるまで書き込みが止まります', 'no writes until done'],
  changes_rows: ['行を書き換えます', 'rows are changed'],
  rewrites: ['表を作り直し、その間は使えません', 'rewritten, unusable until done'],
}

/** Above it, what holds up others is worth a quiet hour. */
const manyRows = 100_000

interface Touched extends Size {
  table: string
  effect: Effect
}

/** The gravest effect on each table that there is already. */
function touchedBy({ sql }: Migration, sizes: Sizes): Touched[] {
  const gravest = new Map<string, Effect>()
  for (const { text } of statementsOf(sql))
    for (const { table, effect } of effectsOf(text)) {
      const before = gravest.get(table)
      if (before === undefined || effects.indexOf(effect) > effects.indexOf(before))
        gravest.set(table, effect)
    }
  return [...gravest].flatMap(([table, effect]) => {
    const size = sizes.get(table)
    return size ? [{ table, effect, ...size }] : []
  })
}

function migrationFinding(migration: Migration, sizes: Sizes): Finding {
  const touched = touchedBy(migration, sizes)
  const lines = touched.map(({ table, effect, rows }) => {
    const [ja, en] = words[effect]
    return `\n${' '.repeat(20)} ${table} (${rows.toLocaleString('en')} 行 / rows): ${ja} / ${en}`
  })
  const isHeavy = touched.some(
    ({ effect, rows }) => rows > manyRows && effects.indexOf(effect) >= effects.indexOf('blocks_writes'),
  )
  return (isHeavy ? warn : ok)('migration', `${migration.version}${lines.join('')}`)
}

const gigabytes = (bytes: number) => `${(bytes / 1_000_000_000).toFixed(1)} GB`

/** A rewritten table is there twice until the commit; an index takes a part of it, and the log as much again. */
async function spaceFindings(pending: Migration[], sizes: Sizes, config: Config): Promise<Finding[]> {
  const share: Record<Effect, number> = {
    moment: 0,
    scans: 0.5,
    blocks_writes: 0.5,
    changes_rows: 2,
    rewrites: 2,
  }
  const needed = pending
    .flatMap((migration) => touchedBy(migration, sizes))
    .reduce((sum, { effect, bytes }) => sum + share[effect] * bytes, 0)
  const total = [...sizes.values()].reduce((sum, { bytes }) => sum + bytes, 0)
  const text = `データベース / database ${gigabytes(total)}, 更新に / for the upgrade ${gigabytes(needed)}`
  if (config.databaseUrl !== undefined)
    return [
      ok('space', `${text}(データベースのディスクで確かめてください / look at the disk of the database)`),
    ]
  const { bavail, bsize } = await statfs(embeddedFolder(config))
  const free = `${text}, 空き / free ${gigabytes(bavail * bsize)}`
  return [bavail * bsize < needed + 1_000_000_000 ? bad('space', free) : ok('space', free)]
}

async function serverFindings(pool: pg.Pool, config: Config): Promise<Finding[]> {
  const { rows } = await pool.query<{ version: number; read_only: boolean }>(
    `select current_setting('server_version_num')::int as version, current_setting('transaction_read_only')::boolean as read_only`,
  )
  const { version = 0, read_only = false } = rows[0] ?? {}
  const found: Finding[] = []
  const text = `${Math.floor(version / 10_000)}.${version % 10_000}`
  if (version < 150_000)
    found.push(bad('PostgreSQL', `${text}: 15 以上が必要です。 / 15 or newer is needed.`))
  else if (config.databaseUrl !== undefined) found.push(ok('PostgreSQL', text))
  if (read_only)
    found.push(bad('database', '書き込めません(待機系?)。 / It is read-only, perhaps a standby.'))
  return found
}

/** Older processes name their release at the end of the name of each connection; 1.0.0 did not yet. */
async function processFindings(pool: pg.Pool): Promise<Finding[]> {
  const { rows } = await pool.query<{ release: number; place: string; connections: number }>(
    `select coalesce(substring(application_name from '/(\\d+)$')::int, 1) as release,
       coalesce(host(client_addr), 'local') as place, count(*)::int as connections
     from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid() and application_name ~ '^okuru(-jobs)?(/\\d+)?$'
     group by 1, 2 order by 1, 2`,
  )
  return rows.map(({ release, place, connections }) => {
    const text = `版 / release ${release}: ${place}, ${connections} 接続 / connections`
    if (release >= programRelease) return ok('process', text)
    if (release === programRelease - 1 && release > 1)
      return ok('process', `${text}。更新の間も動きます。 / It goes on during the upgrade.`)
    return warn(
      'process',
      `${text}。更新の前に止めてください。 / Stop it before the upgrade: it cannot use the new schema.`,
    )
  })
}

async function transactionFindings(pool: pg.Pool): Promise<Finding[]> {
  const { rows } = await pool.query<{ pid: number; name: string; minutes: number }>(
    `select pid, application_name as name, floor(extract(epoch from now() - xact_start) / 60)::int as minutes
     from pg_stat_activity where datname = current_database() and xact_start < now() - interval '1 minute' order by 3 desc limit 5`,
  )
  return rows.map(({ pid, name, minutes }) =>
    warn(
      'transaction',
      `pid ${pid} (${name}) が ${minutes} 分続いています。更新を待たせます。 / has lasted ${minutes} min and would hold up the upgrade.`,
    ),
  )
}

const freshBackup = 24

async function backupFinding(pool: pg.Pool): Promise<Finding> {
  const { rows: tables } = await pool.query<{ is_there: boolean }>(
    `select to_regclass('public.backup_run') is not null as is_there`,
  )
  const { rows } = tables[0]?.is_there
    ? await pool.query<{ hours: number | null }>(
        `select extract(epoch from now() - max(begun_at))::float8 / 3600 as hours from backup_run where name is not null`,
      )
    : { rows: [] }
  const hours = rows[0]?.hours ?? null
  if (hours === null)
    return warn('backup', 'まだありません。先に npm run okuru -- backup / There is none: make one first.')
  const text = `${hours.toFixed(1)} 時間前 / hours old`
  return hours > freshBackup
    ? warn('backup', `${text}。先に npm run okuru -- backup / Make one first.`)
    : ok('backup', text)
}
