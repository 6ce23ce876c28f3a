// For read-only commands: a mistyped folder or database is an error, never a new, empty one.
import { existsSync } from 'node:fs'
import path from 'node:path'
import type pg from 'pg'
import { type Config, ConfigError } from '#server/platform/config'
import { migrationState } from '#server/platform/migrate'

export function requireDataFolder(config: Config): void {
  const folder = path.resolve(config.dataDir)
  const wrong = (japanese: string, english: string) =>
    new ConfigError([
      `データの保存先 ${folder} に${japanese}がありません。OKURU_DATA_DIR を確かめてください。何も作っていません。`,
      `${english} in the data folder ${folder}. Check OKURU_DATA_DIR; nothing was made.`,
    ])
  if (config.databaseUrl === undefined && !hasCluster(path.join(folder, 'postgres')))
    throw wrong('データベース', 'There is no database')
  const { token, chain, field, file } = config.secrets
  const isKeyMissing = !(token && chain && field && file)
  if (isKeyMissing && !existsSync(path.join(folder, 'secrets.json')))
    throw wrong('鍵のファイル(secrets.json)', 'There is no file of keys (secrets.json)')
}

const hasCluster = (folder: string): boolean =>
  existsSync(path.join(folder, 'cluster', 'PG_VERSION')) || existsSync(path.join(folder, 'database-location'))

export async function requireOkuruDatabase(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query<{ name: string; is_ours: boolean }>(
    "select current_database() as name, to_regclass('public.schema_migration') is not null as is_ours",
  )
  const [database] = rows
  if (!database?.is_ours)
    throw new ConfigError([
      `データベース ${database?.name} に Okuru のデータがありません。DATABASE_URL を確かめてください。何も作っていません。`,
      `The database ${database?.name} holds no data of Okuru. Check DATABASE_URL; nothing was made.`,
    ])
  const state = await migrationState(pool)
  if (state === 'behind' || state === 'far_ahead')
    throw new ConfigError([
      `データベースの版がこのプログラムと違います。${state === 'behind' ? 'npm run okuru -- migrate で更新してください。' : '新しい版のプログラムで実行してください。'}`,
      `The database is ${state === 'behind' ? 'behind' : 'ahead of'} this program.${state === 'behind' ? ' Bring it up to date: npm run okuru -- migrate' : ''}`,
    ])
}
