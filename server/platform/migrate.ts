// Forward-only migrations: each SQL file is applied once, in its own transaction, and recorded with its checksum.
import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { runMigrations } from 'graphile-worker'
import pg from 'pg'
import { connectAlone, endAlone, limits, makePool } from './pool.ts'

export const migrationsDirectory = path.join(import.meta.dirname, '..', 'migrations')

export type MigrationState = 'current' | 'behind' | 'ahead' | 'changed'

export interface Migration {
  readonly version: string
  readonly checksum: string
  readonly sql: string
}

// Queues processes that start together.
const advisoryLock = 7_261_548_901

export async function migrate(
  connectionString: string,
  log: (line: string) => void = () => undefined,
  directory: string = migrationsDirectory,
  /** The last version to apply: for restoring an older backup. */
  last?: string,
): Promise<{ applied: string[] }> {
  const all = await readMigrations(directory)
  const files = last === undefined ? all : all.filter(({ version }) => version <= last)
  const client = await connectAlone({ connectionString, name: 'okuru-migrate', limits: limits.long })
  const pool = makePool({ connectionString, limits: limits.long, max: 1 })
  try {
    await client.query('select pg_advisory_lock($1)', [advisoryLock])
    await client.query(
      `create table if not exists public.schema_migration (
        version text primary key, checksum text not null, applied_at timestamptz not null default now())`,
    )
    const applied = await applyMissing(client, files, log)
    // The job queue versions its own tables.
    await runMigrations({ pgPool: pool, logger: undefined })
    return { applied }
  } finally {
    await pool.end()
    await endAlone(client)
  }
}

export async function migrationState(
  pool: pg.Pool,
  directory: string = migrationsDirectory,
): Promise<MigrationState> {
  const files = await readMigrations(directory)
  const { rows } = await pool.query<{ present: boolean }>(
    `select to_regclass('public.schema_migration') is not null as present`,
  )
  if (!rows[0]?.present) return 'behind'
  return compare(files, await readRecord(pool))
}

export async function readMigrations(directory: string = migrationsDirectory): Promise<Migration[]> {
  const names = (await readdir(directory)).filter((name) => name.endsWith('.sql')).sort()
  const migrations = await Promise.all(
    names.map(async (name) => {
      if (!/^\d{4}_[a-z0-9_]+\.sql$/.test(name)) {
        throw new Error(`Migration ${name} must be named like 0001_short_name.sql`)
      }
      // CRLF checkouts have the same checksum.
      const sql = (await readFile(path.join(directory, name), 'utf8')).replaceAll('\r\n', '\n')
      return { version: name.slice(0, -'.sql'.length), checksum: sha256(sql), sql }
    }),
  )
  const numbers = migrations.map(({ version }) => version.slice(0, 4))
  const twice = numbers.find((number, index) => numbers.indexOf(number) !== index)
  if (twice !== undefined) throw new Error(`Two migrations are numbered ${twice}`)
  return migrations
}

type Applied = ReadonlyMap<string, string>

async function readRecord(client: Pick<pg.ClientBase, 'query'> | pg.Pool): Promise<Applied> {
  const { rows } = await client.query<{ version: string; checksum: string }>(
    'select version, checksum from public.schema_migration',
  )
  return new Map(rows.map((row) => [row.version, row.checksum]))
}

function compare(files: readonly Migration[], record: Applied): MigrationState {
  const known = new Map(files.map((file) => [file.version, file.checksum]))
  for (const [version, checksum] of record) {
    const expected = known.get(version)
    if (expected === undefined) return 'ahead'
    if (expected !== checksum) return 'changed'
  }
  return record.size < files.length ? 'behind' : 'current'
}

async function applyMissing(
  client: pg.Client,
  files: readonly Migration[],
  log: (line: string) => void,
): Promise<string[]> {
  const record = await readRecord(client)
  refuseUnlessForward(files, record)
  const applied: string[] = []
  for (const file of files.filter(({ version }) => !record.has(version))) {
    log(`データベースを更新しています: ${file.version} / Applying migration ${file.version}`)
    await applyOne(client, file)
    applied.push(file.version)
  }
  return applied
}

function refuseUnlessForward(files: readonly Migration[], record: Applied): void {
  const known = new Map(files.map((file) => [file.version, file.checksum]))
  for (const [version, checksum] of record) {
    const expected = known.get(version)
    if (expected === undefined) {
      throw new Error(
        `このデータベースは、新しい版の okuru (${version}) で更新されています。新しい版で起動してください。 / ` +
          `This database was migrated by a newer okuru (${version}). Start that version, or restore a backup.`,
      )
    }
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

async function applyOne(client: pg.Client, file: Migration): Promise<void> {
  await client.query('begin')
  try {
    await client.query(file.sql)
    await client.query('insert into public.schema_migration (version, checksum) values ($1, $2)', [
      file.version,
      file.checksum,
    ])
    await client.query('commit')
  } catch (cause) {
    await client.query('rollback')
    const position = cause instanceof pg.DatabaseError ? Number(cause.position) : Number.NaN
    const line = Number.isInteger(position) ? `, line ${file.sql.slice(0, position).split('\n').length}` : ''
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new Error(
      `データベースの更新 ${file.version} に失敗しました。何も変更されていません。 / ` +
        `Migration ${file.version} failed${line} and was rolled back: ${reason}`,
      { cause },
    )
  }
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
