import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { type Db, inTransaction, type Tx } from './db.ts'
import { dropLocal } from './files.ts'
import { sizesOf } from './picture-work.ts'
import type { Tools } from './tools.ts'
import { claimFile, discardNow, dropFile, noteUnclaimed } from './unclaimed-file.ts'

interface SizedFile {
  id: number
  key: string
}

/** Does nothing for a file that was deleted meanwhile or has its sizes. */
export async function makeSizes(
  db: Db,
  { id, key }: SizedFile,
  at: Date,
  tools: Pick<Tools, 'files' | 'log' | 'config'>,
): Promise<void> {
  const made = await tools.files.withLocal(key, (path) => sizesOf(path, tools))
  if (!made) return
  const name = `${key.slice(0, key.lastIndexOf('.'))}-${randomBytes(4).toString('hex')}`
  const sizes = made.map((size) => ({
    ...size,
    keys: { key: `${name}-${size.width}.avif`, thumbnail_key: `${name}-${size.width}.webp` },
  }))
  try {
    for (const { keys, avif, webp } of sizes) {
      await noteUnclaimed(db, keys, at)
      await tools.files.put(keys.key, avif, 'image/avif')
      await tools.files.put(keys.thumbnail_key, webp, 'image/webp')
    }
  } finally {
    await dropLocal(sizes.flatMap(({ avif, webp }) => [avif, webp]))
  }
  const isKept = await inTransaction(db, async (tx) => {
    const { rows } = await sql`select from stored_file where id = ${id}
      and not exists (select from stored_file_size where file_id = ${id}) for update`.execute(tx)
    if (rows.length === 0) return false
    for (const { keys, width, height } of sizes) {
      await claimFile(tx, keys.key)
      await tx
        .insertInto('stored_file_size')
        .values({ file_id: id, width, height, avif_key: keys.key, webp_key: keys.thumbnail_key })
        .execute()
    }
    return true
  })
  if (!isKept)
    await discardNow(
      db,
      sizes.map(({ keys }) => keys.key),
      tools,
    )
}

/** Files with their sizes. Returns the keys, for `discardNow` after the commit. */
export async function dropSizedPictures(tx: Tx, fileIds: readonly number[], at: Date): Promise<string[]> {
  // Before its sizes are deleted, so that none are made meanwhile.
  await sql`select from stored_file where id = any(${fileIds}::bigint[]) order by id for update`.execute(tx)
  const { rows: sizes } = await sql<{ key: string; thumbnail_key: string }>`
    delete from stored_file_size where file_id = any(${fileIds}::bigint[])
    returning avif_key as key, webp_key as thumbnail_key`.execute(tx)
  const { rows: files } = await sql<{ key: string; thumbnail_key: string }>`
    delete from stored_file where id = any(${fileIds}::bigint[]) returning key, thumbnail_key`.execute(tx)
  const gone = [...files, ...sizes]
  for (const file of gone) await dropFile(tx, file, at)
  return gone.map(({ key }) => key)
}
