import { maskProse } from '#contract/mask'
import { BackupUnderWay, type ExtrasOf, type Made, makeBackup, OtherRelease } from './backup.ts'
import { backupTarget } from './backup-target.ts'
import { daysBefore } from './calendar.ts'
import { ConfigError } from './config.ts'
import { type Db, poolOf } from './db.ts'
import type { Jobs } from './jobs.ts'
import type { Tools } from './tools.ts'

type BackupTools = Pick<Tools, 'config' | 'files' | 'clock' | 'log'>

export const noBackupsSentence = [
  'バックアップの保存先が設定されていません。OKURU_BACKUP_FOLDER(または OKURU_BACKUP_S3_ENDPOINT など)と OKURU_BACKUP_KEY を設定してください。',
  'No place for backups is configured. Set OKURU_BACKUP_FOLDER (or OKURU_BACKUP_S3_ENDPOINT and its companions) and OKURU_BACKUP_KEY.',
]

/** Makes a backup and records how it ended. Whoever asked for it says or logs why it failed. */
export async function backUp(db: Db, tools: BackupTools, extrasOf: ExtrasOf): Promise<Made> {
  const { config, files, clock, log } = tools
  const { backup } = config
  if (!backup) throw new ConfigError(noBackupsSentence)
  const at = clock.now()
  try {
    const made = await makeBackup({
      connectionString: String(poolOf(db).options.connectionString),
      config,
      files,
      target: backupTarget(backup),
      key: backup.key,
      extrasOf,
      at,
      now: clock.now,
    })
    const { name, bytes, files: copied } = made.manifest
    await record(db, tools, { begun_at: at, name, bytes, file_count: copied.count, problem: '' })
    log.info({ backup: name, bytes, files: copied.count }, 'a backup was made')
    if (made.untidy !== null) log.error({ err: made.untidy as Error }, 'old backups could not be removed')
    return made
  } catch (error) {
    // Tried again, perhaps by a process of the newer release.
    if (error instanceof BackupUnderWay || error instanceof OtherRelease) throw error
    const problem = maskProse((error as Error).message).slice(0, 500)
    await record(db, tools, { begun_at: at, name: null, bytes: 0, file_count: 0, problem }).catch(
      (unrecorded: Error) => log.warn({ reason: unrecorded.message }, 'the failed backup was not recorded'),
    )
    throw error
  }
}

interface Ended {
  begun_at: Date
  name: string | null
  bytes: number
  file_count: number
  problem: string
}

const daysRecorded = 400

async function record(db: Db, { clock }: BackupTools, { begun_at, ...ended }: Ended): Promise<void> {
  const now = clock.now()
  await db
    .insertInto('backup_run')
    .values({ ...ended, begun_at: begun_at.toISOString(), ended_at: now.toISOString() })
    .execute()
  await db
    .deleteFrom('backup_run')
    .where('ended_at', '<', daysBefore(now, daysRecorded).toISOString())
    .execute()
}

export const backupJobs = (extrasOf: ExtrasOf): Jobs<'backup'> => ({
  tasks: (db, tools) => ({
    'backup.make': async () => {
      if (!tools.config.backup) return
      try {
        await backUp(db, tools, extrasOf)
      } catch (error) {
        // The other process records its own.
        if (!(error instanceof BackupUnderWay)) throw error
      }
    },
  }),
})
