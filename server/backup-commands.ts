import { createCipheriv, createDecipheriv, randomBytes, scryptSync } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { placeCheckpoints } from '#server/domains/antique-ledger/antique-ledger.checkpoint-files'
import { checkBackup, listBackups, type ReadingBackup, readManifest } from '#server/platform/backup-read'
import { restoreBackup } from '#server/platform/backup-restore'
import { noBackupsSentence } from '#server/platform/backup-run'
import { backupTarget } from '#server/platform/backup-target'
import { systemClock } from '#server/platform/clock'
import { type BackupConfig, type Config, ConfigError } from '#server/platform/config'
import { createFileStore } from '#server/platform/files'
import { readSecrets, secretsText } from '#server/platform/keys'
import { openDatabase } from './boot.ts'

type Given = ReadonlyMap<string, readonly string[]>
type Say = (line: string) => void

const last = (given: Given, option: string): string | undefined => given.get(option)?.at(-1) || undefined

export const restoreOptions = ['--backup', '--replace']
export const restoreHelp = `  --backup NAME   npm run okuru -- backup list の名前。なければいちばん新しいもの / one of the list; otherwise the newest
  --replace       空でないデータベースとファイルを置き換えます / overwrite a database and files that are not empty

サーバーをすべて止め、空のデータベース(DATABASE_URL または OKURU_DATA_DIR)に対して実行します。鍵は、バックアップのときと同じものが必要です。
Stop all servers, and use an empty database (DATABASE_URL or OKURU_DATA_DIR). The keys have to be those of the backup.`

function backupOf(config: Config): BackupConfig {
  if (!config.backup) throw new ConfigError(noBackupsSentence)
  return config.backup
}

async function openBackup(config: Config, named: string | undefined): Promise<ReadingBackup> {
  const backup = backupOf(config)
  const target = backupTarget(backup)
  const { whole } = await listBackups(target)
  const name = named ?? whole.at(-1)
  if (name === undefined || !whole.includes(name)) {
    throw new ConfigError([
      `${target.place} に${named === undefined ? 'バックアップ' : `バックアップ ${named} `}がありません。npm run okuru -- backup list で確かめられます。`,
      `${target.place} holds no ${named === undefined ? 'backup' : `backup ${named}`}. See npm run okuru -- backup list`,
    ])
  }
  return { target, key: backup.key, manifest: await readManifest(target, backup.key, name) }
}

const megabytes = (bytes: number) => `${(bytes / 1_000_000).toFixed(1)} MB`

/** Returns whether there is one. */
export async function tellBackups(config: Config, say: Say): Promise<boolean> {
  const { key, ...backup } = backupOf(config)
  const target = backupTarget(backup)
  const { whole, broken } = await listBackups(target)
  for (const name of whole) {
    const { tables, files, bytes, ended_at } = await readManifest(target, key, name)
    const rows = tables.reduce((sum, table) => sum + table.rows, 0)
    say(`${name}  ${ended_at}  ${rows} 行 / rows  ${files.count} ファイル / files  ${megabytes(bytes)}`)
  }
  for (const name of broken) say(`${name}  途中で終わっています / incomplete`)
  if (whole.length === 0) say('バックアップはまだありません。 / There is no backup yet.')
  return whole.length > 0
}

export async function tryBackup(config: Config, given: Given, say: Say): Promise<void> {
  const reading = await openBackup(config, last(given, '--backup'))
  await checkBackup(reading, { files: true })
  say(`${reading.manifest.name}: すべて読めました。 / everything in it can be read.`)
}

export async function restore(config: Config, given: Given, say: Say): Promise<void> {
  const reading = await openBackup(config, last(given, '--backup'))
  say(`${reading.target.place} ${reading.manifest.name}`)
  const { connectionString, stop } = await openDatabase(config, say)
  try {
    await restoreBackup({
      ...reading,
      connectionString,
      config,
      files: createFileStore(config),
      replacing: given.has('--replace'),
      say,
      placeExtras: async (extras) => {
        const aside = await placeCheckpoints(config, extras, systemClock.now())
        if (aside !== null) say(`台帳の前の控えファイル / Former checkpoint files: ${aside}`)
      },
    })
  } finally {
    await stop()
  }
}

export const keysOptions = ['--to', '--from']
export const keysHelp = `  keys export --to FILE               鍵をすべて、OKURU_KEYS_PASSPHRASE で暗号化してファイルに書きます / Write all keys, encrypted, to a file
  keys read --from FILE --to FILE     それを secrets.json の形のファイルに戻します / Turn it into a file like secrets.json

バックアップに鍵は入りません。このファイルは、バックアップとは別の場所に保管してください。
Backups hold no keys. Keep this file apart from them.`

const shortestPassphrase = 16

function passphrase(): string {
  const text = process.env.OKURU_KEYS_PASSPHRASE ?? ''
  if (text.length >= shortestPassphrase) return text
  throw new ConfigError([
    `OKURU_KEYS_PASSPHRASE に${shortestPassphrase}文字以上の合言葉を設定してください。 / Set OKURU_KEYS_PASSPHRASE to at least ${shortestPassphrase} characters.`,
  ])
}

const scryptCost = { N: 2 ** 17, r: 8, p: 1, maxmem: 256 * 1024 * 1024 }
const fileKey = (salt: Buffer) => scryptSync(passphrase(), salt, 32, scryptCost)
const magic = Buffer.from('OKK1')

/** Salt, nonce, ciphertext, tag. */
export async function exportKeys(config: Config, given: Given, say: Say): Promise<void> {
  const { secrets, file } = readSecrets(config)
  if (!secrets) throw new ConfigError([`鍵がありません / There are no keys: ${file}`])
  const [salt, nonce] = [randomBytes(16), randomBytes(12)]
  const cipher = createCipheriv('aes-256-gcm', fileKey(salt), nonce)
  const sealed = Buffer.concat([cipher.update(secretsText(secrets), 'utf8'), cipher.final()])
  const bytes = Buffer.concat([magic, salt, nonce, sealed, cipher.getAuthTag()])
  await writeNew(String(last(given, '--to')), bytes, say)
}

export async function readKeys(given: Given, say: Say): Promise<void> {
  const from = String(last(given, '--from'))
  const bytes = await readFile(from).catch((error: NodeJS.ErrnoException) => {
    throw new ConfigError([
      `${path.resolve(from)} を読めません(${error.code})。 / It cannot be read (${error.code}).`,
    ])
  })
  const [salt, nonce] = [bytes.subarray(4, 20), bytes.subarray(20, 32)]
  let text: Buffer
  try {
    if (!bytes.subarray(0, 4).equals(magic)) throw new Error('another file')
    const cipher = createDecipheriv('aes-256-gcm', fileKey(salt), nonce)
    cipher.setAuthTag(bytes.subarray(-16))
    text = Buffer.concat([cipher.update(bytes.subarray(32, -16)), cipher.final()])
  } catch (error) {
    if (error instanceof ConfigError) throw error
    throw new ConfigError([
      '鍵のファイルが壊れているか、OKURU_KEYS_PASSPHRASE が違います。 / The file of keys is damaged, or OKURU_KEYS_PASSPHRASE is another one.',
    ])
  }
  await writeNew(String(last(given, '--to')), text, say)
}

async function writeNew(file: string, bytes: Buffer, say: Say): Promise<void> {
  await writeFile(file, bytes, { flag: 'wx', mode: 0o600 }).catch((error: NodeJS.ErrnoException) => {
    throw new ConfigError([
      `${path.resolve(file)} に書けません(${error.code})。まだないファイルの名前を指定してください。 / It cannot be written (${error.code}). Name a file that does not exist yet.`,
    ])
  })
  say(`${path.resolve(file)} に書きました。 / The keys were written there.`)
}
