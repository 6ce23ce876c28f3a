// Forward-only migrations: each SQL file is applied once and recorded with its checksum, in its own transaction or,
// where it says so, statement by statement. Processes of the release before go on meanwhile: docs/operations.md.
import { setTimeout as sleep } from 'node:timers/promises'
import { runMigrations } from 'graphile-worker'
import pg from 'pg'
import { builtIndex, cannotRepeat, runsOutside, statementsOf } from './migration.rules.ts'
import { type Migration, migrationsDirectory, ownRelease, readMigrations } from './migration-files.ts'
import { connectAlone, endAlone, limits, makePool } from './pool.ts'

/** `ahead`: by one release, with which this program still works. `far_ahead`: by more, or by what it cannot tell. */
export type MigrationState = 'current' | 'behind' | 'ahead' | 'far_ahead' | 'changed'

// Queues processes that start together.
const advisoryLock = 7_261_548_901

export interface MigrateOptions {
  directory?: string
  /** The last version to apply: for restoring an older backup. */
  last?: string | undefined
  /** Pauses in milliseconds between attempts at a table that others hold. */
  pauses?: readonly number[]
}

export interface Migrated {
  applied: string[]
  /** Whether the database is one release ahead of this program; then nothing was changed. */
  isAhead: boolean
}

/** Two and a half minutes, most of them without a statement that others would have to queue behind. */
const usualPauses = [500, 1_000, 2_000, 4_000, 8_000, 15_000, 15_000, 15_000, 15_000, 15_000, 15_000, 15_000]

export async function migrate(
  connectionString: string,
  log: (line: string) => void = () => undefined,
  { directory = migrationsDirectory, last, pauses = usualPauses }: MigrateOptions = {},
): Promise<Migrated> {
  const all = await readMigrations(directory)
  const own = await ownRelease(directory, all)
  const files = last === undefined ? all : all.filter(({ version }) => version <= last)
  const client = await connectAlone({ connectionString, name: 'okuru-migrate', limits: limits.copy })
  const pool = makePool({ connectionString, limits: limits.long, max: 1 })
  try {
    await takeTurn(client, log)
    await prepareRecord(client, all)
    const record = await readRecord(client)
    const isAhead = stateOf(files, record, own) === 'ahead'
    if (isAhead) return { applied: [], isAhead }
    refuseUnlessForward(files, record)
    const applied = await applyMissing({ client, log, pauses }, files, record)
    // The job queue versions its own tables.
    await runMigrations({ pgPool: pool, logger: undefined })
    return { applied, isAhead }
  } finally {
    await pool.end()
    await endAlone(client)
  }
}

/** Asks again and again: a statement that waits would hold a snapshot, for which `create index concurrently` waits. */
async function takeTurn(client: pg.Client, log: (line: string) => void): Promise<void> {
  for (let asked = 0; ; asked++) {
    const { rows } = await client.query<{ is_mine: boolean }>('select pg_try_advisory_lock($1) as is_mine', [
      advisoryLock,
    ])
    if (rows[0]?.is_mine) return
    if (asked === 25)
      log(
        '別のプロセスがデータベースを更新しています。終わるのを待っています… / Another process is migrating the database; waiting…',
      )
    await sleep(200)
  }
}

/** Rows of releases that did not record their number get it from the list. */
async function prepareRecord(client: pg.Client, files: readonly Migration[]): Promise<void> {
  const { rows } = await client.query<{ has_release: boolean }>(
    `select exists (select from pg_attribute where attrelid = to_regclass('public.schema_migration')
       and attname = 'release' and not attisdropped) as has_release`,
  )
  if (rows[0]?.has_release) return
  await client.query(
    `create table if not exists public.schema_migration (
      version text primary key, checksum text not null, applied_at timestamptz not null default now())`,
  )
  await client.query('alter table public.schema_migration add column release integer')
  await client.query(
    `update public.schema_migration m set release = f.release
     from unnest($1::text[], $2::int[]) as f (version, release) where f.version = m.version`,
    [files.map(({ version }) => version), files.map(({ release }) => release)],
  )
}

export async function migrationState(
  pool: pg.Pool,
  directory: string = migrationsDirectory,
): Promise<MigrationState> {
  const files = await readMigrations(directory)
  return stateOf(files, await readRecord(pool), await ownRelease(directory, files))
}

/** What the next start would apply. */
export async function pendingMigrations(
  pool: pg.Pool,
  directory: string = migrationsDirectory,
): Promise<Migration[]> {
  const record = await readRecord(pool)
  return (await readMigrations(directory)).filter(({ version }) => !record.has(version))
}

interface Recorded {
  checksum: string
  /** Null: a release that did not record it. */
  release: number | null
}
type Applied = ReadonlyMap<string, Recorded>

/** Empty for a database that nobody has begun. */
async function readRecord(client: Pick<pg.ClientBase, 'query'> | pg.Pool): Promise<Applied> {
  const { rows: found } = await client.query<{ is_there: boolean }>(
    `select to_regclass('public.schema_migration') is not null as is_there`,
  )
  if (!found[0]?.is_there) return new Map()
  // As JSON, because a database of an older release lacks the column.
  const { rows } = await client.query<{ version: string; checksum: string; release: number | null }>(
    `select version, checksum, (to_jsonb(m) ->> 'release')::int as release from public.schema_migration m`,
  )
  return new Map(rows.map(({ version, ...rest }) => [version, rest]))
}

function stateOf(files: readonly Migration[], record: Applied, own: number): MigrationState {
  const known = new Map(files.map((file) => [file.version, file.checksum]))
  const unknown: (number | null)[] = []
  for (const [version, { checksum, release }] of record) {
    const expected = known.get(version)
    if (expected === undefined) unknown.push(release)
    else if (expected !== checksum) return 'changed'
  }
  const isBehind = files.some(({ version }) => !record.has(version))
  if (unknown.length === 0) return isBehind ? 'behind' : 'current'
  // One that also lacks migrations of ours is of a release beside this one.
  const isNear = !isBehind && unknown.every((release) => release !== null && release <= own + 1)
  return isNear ? 'ahead' : 'far_ahead'
}

interface Applying {
  client: pg.Client
  log: (line: string) => void
  pauses: readonly number[]
}

async function applyMissing(
  applying: Applying,
  files: readonly Migration[],
  record: Applied,
): Promise<string[]> {
  const applied: string[] = []
  for (const file of files.filter(({ version }) => !record.has(version))) {
    applying.log(`データベースを更新しています: ${file.version} / Applying migration ${file.version}`)
    await (runsOutside(file.sql) ? applyOutside : applyWithin)(applying, file)
    applied.push(file.version)
  }
  return applied
}

export const farAheadSentence =
  'このデータベースは、2つ以上新しい版の okuru で更新されています。新しい版で起動してください。 / ' +
  'This database was migrated by an okuru more than one release newer. Start that version, or restore a backup.'

function refuseUnlessForward(files: readonly Migration[], record: Applied): void {
  const known = new Map(files.map((file) => [file.version, file.checksum]))
  for (const [version, { checksum }] of record) {
    const expected = known.get(version)
    if (expected === undefined) throw new Error(`${farAheadSentence} (${version})`)
    if (expected !== checksum) {
      throw new Error(
        `適用済みの更新 ${version} の内容が変わっています。元に戻し、変更は新しい番号のファイルに書いてください。 / ` +
          `Migration ${version} was changed after it had been applied. Restore the file and put the change into a new one.`,
      )
    }
  }
  const last = [...record.keys()].sort().at(-1) ?? ''
  const late = files.find(({ version }) => !record.has(version) && version < last)
  if (late) {
    throw new Error(
      `更新 ${late.version} は、適用済みの ${last} より前の番号です。後の番号を付けてください。 / ` +
        `Migration ${late.version} is numbered before ${last}, which has been applied. Give it a later number.`,
    )
  }
}

/** Everybody who uses the table waits behind a statement that waits for it, so it gives up before their patience ends. */
const lockPatience = 2_500

async function applyWithin({ client, log, pauses }: Applying, file: Migration): Promise<void> {
  for (let attempt = 0; ; attempt++) {
    await client.query('begin')
    try {
      await client.query(`set local lock_timeout = ${lockPatience}`)
      await client.query(file.sql)
      await recordApplied(client, file)
      await client.query('commit')
      return
    } catch (cause) {
      await client.query('rollback').catch(() => undefined)
      const pause = pauses[attempt]
      if (!isHeldByOthers(cause) || pause === undefined)
        throw failure(file, cause, '何も変更されていません。', 'and was rolled back')
      log(
        `表がほかの処理に使われているため、${pause / 1000} 秒後にやり直します。 / A table is in use; trying again in ${pause / 1000} s.`,
      )
      await sleep(pause)
    }
  }
}

/** A crash between two statements leaves those before it done; each bears a repeat (`cannotRepeat`). */
async function applyOutside({ client, log, pauses }: Applying, file: Migration): Promise<void> {
  const [odd] = cannotRepeat(file.sql)
  if (odd !== undefined)
    throw new Error(`Migration ${file.version} cannot repeat outside a transaction: ${odd}`)
  // No lock is queued behind that anybody would notice: these statements let reads and writes pass.
  await client.query('set lock_timeout = 0')
  try {
    for (const { text } of statementsOf(file.sql)) await buildBeside({ client, log, pauses }, text)
    await recordApplied(client, file)
  } catch (cause) {
    throw failure(file, cause, 'もう一度起動すると、続きから始めます。', 'and goes on at the next start')
  } finally {
    // The connection may be what was lost.
    await client.query(`set lock_timeout = ${limits.copy.lock}`).catch(() => undefined)
  }
}

async function buildBeside({ client, log, pauses }: Applying, text: string): Promise<void> {
  for (let attempt = 0; ; attempt++) {
    try {
      const index = builtIndex(text)
      if (index !== undefined) await dropUnfinished(client, index, log)
      await client.query(text)
      return
    } catch (cause) {
      const pause = pauses[attempt]
      if (!isHeldByOthers(cause) || pause === undefined) throw cause
      await sleep(pause)
    }
  }
}

/** A build that was interrupted leaves an index that is kept up to date, but never used. */
async function dropUnfinished(client: pg.Client, index: string, log: (line: string) => void): Promise<void> {
  const { rows } = await client.query<{ is_valid: boolean }>(
    `select i.indisvalid as is_valid from pg_index i join pg_class c on c.oid = i.indexrelid
     where c.relname = $1 and c.relnamespace = 'public'::regnamespace`,
    [index],
  )
  if (rows[0]?.is_valid !== false) return
  log(`作りかけの索引 ${index} を作り直します。 / The index ${index} was left unfinished; building it again.`)
  await client.query(`drop index concurrently if exists public.${pg.escapeIdentifier(index)}`)
}

async function recordApplied(client: pg.Client, { version, checksum, release }: Migration): Promise<void> {
  await client.query('insert into public.schema_migration (version, checksum, release) values ($1, $2, $3)', [
    version,
    checksum,
    release,
  ])
}

/** lock_not_available, deadlock_detected */
const isHeldByOthers = (cause: unknown): boolean =>
  cause instanceof pg.DatabaseError && ['55P03', '40P01'].includes(cause.code ?? '')

function failure(file: Migration, cause: unknown, japanese: string, english: string): Error {
  const position = cause instanceof pg.DatabaseError ? Number(cause.position) : Number.NaN
  const line = Number.isInteger(position) ? `, line ${file.sql.slice(0, position).split('\n').length}` : ''
  const reason = cause instanceof Error ? cause.message : String(cause)
  const [ja, en] = isHeldByOthers(cause)
    ? [
        'ほかの接続が表をロックしたままです。その処理が終わってから、もう一度起動してください。',
        'Another connection keeps a table locked: start again when it has ended.',
      ]
    : ['', '']
  return new Error(
    `データベースの更新 ${file.version} に失敗しました。${japanese}${ja} / ` +
      `Migration ${file.version} failed${line} ${english}: ${reason}. ${en}`.trimEnd(),
    { cause },
  )
}
