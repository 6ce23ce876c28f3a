// A database and its file store carry the same marker, so that a server with the wrong store does not start.
import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import type { Config } from './config.ts'
import type { FileStore } from './files.ts'
import { S3StoreError } from './files-s3.ts'
import { underLock } from './pool.ts'

export class StoreTrouble extends Error {
  override readonly name = 'StoreTrouble'
}

export const storeMarker = 'okuru-store.json'
const key = storeMarker
const lockNumber = 7_261_548_906

interface Given {
  pool: pg.Pool
  files: FileStore
  config: Pick<Config, 's3' | 'dataDir'>
  at: Date
}

/** Throws `StoreTrouble` for another database's store. A database without a marker adopts the store. */
export async function verifyFileStore({ pool, files, config, at }: Given): Promise<void> {
  await underLock(pool, lockNumber, async (client) => {
    const found = await readWord(files, config)
    const { rows } = await client.query<{ word: string }>('select word from file_store')
    const word = rows[0]?.word
    if (word === undefined) await claim(client, files, found, config, at)
    else if (found !== word) throw new StoreTrouble(sentence(config, found === null))
  })
}

export async function adoptFileStore({ pool, files, config, at }: Given): Promise<void> {
  await underLock(pool, lockNumber, async (client) => {
    const { rows } = await client.query<{ word: string }>('select word from file_store')
    const word = rows[0]?.word ?? randomUUID()
    await writeWord(files, word, config)
    await remember(client, word, at)
  })
}

/** Keeps an existing marker: the database may have been restored from an older copy. */
async function claim(
  client: pg.PoolClient,
  files: FileStore,
  found: string | null,
  config: Given['config'],
  at: Date,
): Promise<void> {
  const word = found ?? randomUUID()
  if (found === null) await writeWord(files, word, config)
  await remember(client, word, at)
}

async function remember(client: pg.PoolClient, word: string, at: Date): Promise<void> {
  await client.query(
    'insert into file_store (word, created_at) values ($1, $2) on conflict (is_only) do update set word = excluded.word',
    [word, at.toISOString()],
  )
}

async function readWord(files: FileStore, config: Given['config']): Promise<string | null> {
  const stored = await files.get(key).catch((error) => {
    throw unusable(error, config)
  })
  if (!stored) return null
  try {
    const { word } = JSON.parse(stored.bytes.toString('utf8')) as { word?: unknown }
    return typeof word === 'string' ? word : ''
  } catch {
    return ''
  }
}

async function writeWord(files: FileStore, word: string, config: Given['config']): Promise<void> {
  const bytes = Buffer.from(`${JSON.stringify({ word })}\n`)
  await files.put(key, bytes, 'application/json').catch((error) => {
    throw unusable(error, config)
  })
}

function unusable(error: unknown, { s3 }: Given['config']): unknown {
  if (!(error instanceof S3StoreError) || !s3) return error
  const { status } = error
  const [ja, en] =
    status === 0
      ? [
          '応答がありません。アドレスとネットワークを確かめてください',
          'does not respond. Check the address and the network',
        ]
      : status === 404
        ? [`バケット ${s3.bucket} がありません`, `has no bucket ${s3.bucket}`]
        : [
            `断られました(${status})。OKURU_S3_ACCESS_KEY と OKURU_S3_SECRET_KEY、バケットの権限を確かめてください`,
            `refused (${status}). Check OKURU_S3_ACCESS_KEY, OKURU_S3_SECRET_KEY and the rights on the bucket`,
          ]
  return new StoreTrouble(`OKURU_S3_ENDPOINT ${s3.endpoint}: ${ja}。 / The storage ${en}.`)
}

function sentence({ s3, dataDir }: Given['config'], isEmpty: boolean): string {
  const place = s3 ? `${s3.endpoint}/${s3.bucket}` : `${dataDir}/files`
  const [ja, en] = isEmpty
    ? ['には、このデータベースの写真などのファイルがありません', 'does not hold the files of this database']
    : ['は、別のデータベースのものです', 'belongs to another database']
  return (
    `ファイルの保存先 ${place} ${ja}。複数のサーバーを動かすときは、全員が同じデータフォルダー(OKURU_DATA_DIR)を共有するか、S3(OKURU_S3_ENDPOINT など)を使ってください。保存先を移したときは、先にファイルをすべて写してください。ファイルなしで始めてよいときだけ npm run okuru -- files adopt を実行してください。 / ` +
    `The file store ${place} ${en}. Several servers share one data folder (OKURU_DATA_DIR) or use S3 (OKURU_S3_ENDPOINT). After a move, copy all files first. Only if it is right to go on without them: npm run okuru -- files adopt`
  )
}
