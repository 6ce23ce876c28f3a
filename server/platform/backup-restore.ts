import type pg from 'pg'
import type { Extra } from './backup.ts'
import {
  type BackupTable,
  checkBackup,
  extraBytes,
  filesIn,
  plainBytes,
  type ReadingBackup,
  readFileOf,
} from './backup-read.ts'
import { copyIn, refill, setSequences, tablesOf } from './backup-tables.ts'
import type { Config } from './config.ts'
import { storeMarker } from './file-marker.ts'
import { contentTypeOf, type FileStore } from './files.ts'
import { readSecrets } from './keys.ts'
import { refuseLost } from './known-keys.ts'
import { migrate } from './migrate.ts'
import { readMigrations } from './migration-files.ts'
import { connectAlone, endAlone, limits } from './pool.ts'

/** Nothing was changed. */
export class RestoreRefused extends Error {
  override readonly name = 'RestoreRefused'
}

export interface Restoring extends ReadingBackup {
  connectionString: string
  config: Config
  files: FileStore
  /** Whether to overwrite a database and files that hold something. */
  replacing: boolean
  /** Before the commit. */
  placeExtras: (extras: readonly Extra[]) => Promise<void>
  say: (line: string) => void
}

/** Reads the whole backup before it writes anything. The database is restored in one transaction. */
export async function restoreBackup(restoring: Restoring): Promise<void> {
  const { manifest, config, connectionString, say } = restoring
  await refuseOtherRelease(restoring)
  refuseLost(
    manifest.keys.map(({ purpose, id, canary }) => ({ purpose, id, canary: Buffer.from(canary, 'base64') })),
    readSecrets(config),
  )
  say('バックアップを確かめています… / Checking the backup…')
  await checkBackup(restoring)
  const isNew = await inspectTarget(restoring)
  if (isNew) await migrate(connectionString, say, { last: manifest.migrations.at(-1)?.version })
  say('ファイルを戻しています… / Restoring files…')
  await restoreFiles(restoring)
  say('データベースを戻しています… / Restoring the database…')
  await restoreDatabase(restoring)
}

/** An older backup is restored as it was, and brought up to date by the next start. */
async function refuseOtherRelease({ manifest }: Restoring): Promise<void> {
  const known = await readMigrations()
  const isOurs =
    manifest.migrations.length > 0 &&
    manifest.migrations.every(
      ({ version, checksum }, at) => known[at]?.version === version && known[at]?.checksum === checksum,
    )
  if (isOurs) return
  throw new RestoreRefused(
    'このバックアップは、別の、または新しい版の okuru のものです。作った版のプログラムで戻してください。 / ' +
      'This backup is of another or a newer release. Restore it with the release that made it.',
  )
}

/** True: nothing is there yet. */
async function inspectTarget(restoring: Restoring): Promise<boolean> {
  const { connectionString, manifest, replacing } = restoring
  const client = await connectAlone({ connectionString, limits: limits.long })
  try {
    const isNew = await isBare(client)
    if (!isNew) {
      await refuseOtherSchema(client, manifest.migrations)
      await refuseOthers(client)
      if (!replacing && (await isFilled(client))) throw new RestoreRefused(filledSentence)
    }
    if (!replacing && !(await mayTakeFiles(restoring))) throw new RestoreRefused(filesSentence)
    return isNew
  } finally {
    await endAlone(client)
  }
}

/** An empty store, or the one of the backup: its database alone was lost, or an earlier attempt ended halfway. */
async function mayTakeFiles(restoring: Restoring): Promise<boolean> {
  const there = await restoring.files.get(storeMarker)
  if (!there) return true
  for await (const file of filesIn(restoring))
    if (file.key === storeMarker) return there.bytes.equals(await readFileOf(restoring, file))
  return false
}

const filledSentence =
  '戻す先のデータベースは空ではありません。空のデータベースを DATABASE_URL に指定するか、今のデータを捨ててよければ --replace を付けてください。 / ' +
  'The database is not empty. Set DATABASE_URL to an empty one or, if its data may be lost, add --replace.'
const filesSentence =
  'ファイルの保存先に、すでにファイルがあります。空の保存先を指定するか、上書きしてよければ --replace を付けてください。 / ' +
  'The file store holds files already. Use an empty one or, if they may be overwritten, add --replace.'

async function isBare(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ is_bare: boolean }>(
    `select not exists (select from pg_class c join pg_namespace n on n.oid = c.relnamespace
       where n.nspname in ('public', 'graphile_worker') and c.relkind in ('r', 'p', 'v', 'm', 'S') and not exists (
         select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')) as is_bare`,
  )
  return rows[0]?.is_bare ?? false
}

async function refuseOtherSchema(
  client: pg.Client,
  wanted: ReadingBackup['manifest']['migrations'],
): Promise<void> {
  const { rows: tables } = await client.query<{ is_there: boolean }>(
    `select to_regclass('public.schema_migration') is not null as is_there`,
  )
  if (!tables[0]?.is_there) {
    throw new RestoreRefused(
      '戻す先のデータベースに、okuru のものでない表があります。空のデータベースを指定してください。 / ' +
        'The database holds tables that are not of okuru. Use an empty database.',
    )
  }
  const { rows } = await client.query<{ version: string; checksum: string }>(
    'select version, checksum from public.schema_migration order by version',
  )
  if (JSON.stringify(rows) === JSON.stringify(wanted)) return
  throw new RestoreRefused(
    '戻す先のデータベースの版が、バックアップの版と違います。空のデータベースを作って指定してください。 / ' +
      'The database is of another release than the backup. Create an empty database and use that.',
  )
}

/** Reference data of a first start does not count. */
async function isFilled(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ is_filled: boolean }>(
    'select exists (select from company) or exists (select from account) as is_filled',
  )
  return rows[0]?.is_filled ?? true
}

async function refuseOthers(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ n: number }>(
    `select count(*)::int as n from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`,
  )
  const others = rows[0]?.n ?? 0
  if (others === 0) return
  throw new RestoreRefused(
    `データベースに、ほかの接続が${others}本あります。サーバーをすべて止めてからやり直してください。 / ` +
      `${others} other connections use the database. Stop all servers first.`,
  )
}

async function restoreFiles(restoring: Restoring): Promise<void> {
  for await (const file of filesIn(restoring)) {
    const bytes = await readFileOf(restoring, file)
    await restoring.files.put(file.key, bytes, contentTypeOf(file.key))
  }
}

async function restoreDatabase(restoring: Restoring): Promise<void> {
  const { connectionString, manifest } = restoring
  const client = await connectAlone({ connectionString, name: 'okuru-restore', limits: limits.copy })
  try {
    await client.query('begin')
    await refuseMissingTables(client, manifest.tables)
    await refill(client, manifest.tables, async () => {
      for (const table of manifest.tables) {
        const rows = await copyIn(client, table, plainBytes(restoring, table))
        if (rows !== table.rows) throw new Error(`${table.name}: ${rows} of ${table.rows} rows`)
      }
      await setSequences(client, manifest.sequences)
    })
    const extras: Extra[] = []
    for (const extra of manifest.extras)
      extras.push({ name: extra.name, bytes: await extraBytes(restoring, extra) })
    await restoring.placeExtras(extras)
    await client.query('commit')
    await client.query('analyze')
  } finally {
    await endAlone(client)
  }
}

/** A table that the backup lacks would stay as it is. */
async function refuseMissingTables(client: pg.Client, wanted: readonly BackupTable[]): Promise<void> {
  const shapeOf = ({ schema, name, columns }: Omit<BackupTable, 'first' | 'chunks' | 'rows'>) =>
    `${schema}.${name} (${columns.join(', ')})`
  const there = (await tablesOf(client)).map(shapeOf).join('\n')
  if (there === wanted.map(shapeOf).join('\n')) return
  throw new RestoreRefused(
    'データベースの表が、バックアップのときと違います。作った版のプログラムで戻してください。 / ' +
      'The tables differ from those of the backup. Restore it with the release that made it.',
  )
}
