import { existsSync } from 'node:fs'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type BackupConfig, ConfigError } from './config.ts'
import { filesBelow, onDisk, writeAtomically } from './files.ts'
import { createS3Store } from './files-s3.ts'
import { requireWritable } from './start-checks.ts'

/** Where backups are kept. Put is atomic: an object is there whole, or not at all. */
export interface BackupTarget {
  place: string
  put(name: string, bytes: Buffer): Promise<void>
  get(name: string): Promise<Buffer | null>
  delete(name: string): Promise<void>
  list(prefix: string): AsyncIterable<string>
  /** Refuses with a sentence what cannot take a backup; a store is tried by its first object. */
  requireWritable?(): Promise<void>
}

export function backupTarget({ target }: Pick<BackupConfig, 'target'>): BackupTarget {
  if ('folder' in target) return folderTarget(target.folder)
  const store = createS3Store(target, { timeout: 120_000, tries: 5, pause: 500 })
  return {
    place: `${target.endpoint}/${target.bucket}`,
    put: (name, bytes) => store.put(name, bytes, 'application/octet-stream'),
    get: (name) => store.get(name),
    delete: (name) => store.delete(name),
    async *list(prefix) {
      for await (const { key } of store.list(prefix)) yield key
    },
  }
}

const backupFolder = {
  ja: 'バックアップの保存先',
  en: 'The folder of backups',
  variable: 'OKURU_BACKUP_FOLDER',
}

function folderTarget(folder: string): BackupTarget {
  // Not created here: it is often a mounted disk, and a folder in its place would fill another one.
  if (!existsSync(folder)) {
    throw new ConfigError([
      `バックアップの保存先 ${folder} がありません。作るか、ディスクがつながっていることを確かめてください。`,
      `There is no folder ${folder} for backups. Create it, or check that its disk is mounted.`,
    ])
  }
  const at = (name: string) => join(folder, name)
  return {
    place: folder,
    requireWritable: () => requireWritable(folder, backupFolder),
    put: (name, bytes) => onDisk(() => writeAtomically(at(name), bytes)),
    get: (name) =>
      onDisk(() =>
        readFile(at(name)).catch((error: NodeJS.ErrnoException) => {
          if (error.code === 'ENOENT') return null
          throw error
        }),
      ),
    delete: (name) => onDisk(() => rm(at(name), { force: true })),
    async *list(prefix) {
      for await (const name of filesBelow(join(folder, prefix))) {
        if (!name.endsWith('.part')) yield `${prefix}${name}`
      }
    },
  }
}
