import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { type Db, inTransaction, type Tx } from './db.ts'
import { dropLocal, dropTemporary, type LocalFile, signFileUrl } from './files.ts'
import { reencodeImage } from './image.ts'
import { Refusal, refuse } from './refusal.ts'
import type { Tools } from './tools.ts'
import { discardNow, dropFile, noteUnclaimed } from './unclaimed-file.ts'
import type { Upload } from './upload.ts'

export interface PictureRow {
  id: number
  key: string
  thumbnail_key: string
  kind: string
  caption: string
}

export interface Picture {
  id: number
  url: string
  thumbnail_url: string
  kind: string
  caption: string
}

const hours = 6

export function pictureOf(row: PictureRow, at: Date, tools: Pick<Tools, 'keys'>): Picture {
  const until = new Date(at.getTime() + hours * 3_600_000)
  const url = signFileUrl(row.key, until, tools.keys.file)
  return {
    id: row.id,
    url,
    thumbnail_url: row.thumbnail_key ? signFileUrl(row.thumbnail_key, until, tools.keys.file) : url,
    kind: row.kind,
    caption: row.caption,
  }
}

/** Address of the small picture, for as long as those of `pictureOf`. */
export const signedThumbnail = (
  row: Pick<PictureRow, 'key' | 'thumbnail_key'>,
  at: Date,
  tools: Pick<Tools, 'keys'>,
): string => pictureOf({ ...row, id: 0, kind: '', caption: '' }, at, tools).thumbnail_url

export interface DrawnPicture {
  row: {
    key: string
    thumbnail_key: string
    content_type: string
    width: number
    height: number
    size: number
    sha256: string
  }
  bytes: Buffer | LocalFile
  thumbnail: Buffer | LocalFile
}

/** Re-encodes an upload under an unguessable name and deletes the temporary file. Stores nothing. */
export async function drawPicture({ path }: Pick<Upload, 'path'>, folder: string): Promise<DrawnPicture> {
  const drawn = await reencodeImage(path, { maxEdge: 2000 }).finally(() => dropTemporary(path))
  if ('refused' in drawn) throw refuse(drawn.refused)
  const name = randomBytes(16).toString('hex')
  return {
    row: {
      key: `${folder}/${name}.webp`,
      thumbnail_key: `${folder}/${name}-s.webp`,
      content_type: drawn.contentType,
      width: drawn.width,
      height: drawn.height,
      size: drawn.bytes.length,
      sha256: drawn.sha256,
    },
    bytes: drawn.bytes,
    thumbnail: drawn.thumbnail.bytes,
  }
}

/** Stores the files first, so that no lock is held meanwhile; `work` inserts the row by `claim`. Deletes unclaimed files. */
export function keepPicture<T>(
  db: Db,
  picture: DrawnPicture,
  at: Date,
  tools: Pick<Tools, 'files' | 'log'>,
  work: (tx: Tx, claim: () => Promise<number>) => Promise<T>,
): Promise<T> {
  return keepPictures(db, [picture], at, tools, (tx, claim) => work(tx, () => claim(picture)))
}

/** The same for several, of which `work` claims some. */
export async function keepPictures<T>(
  db: Db,
  pictures: readonly DrawnPicture[],
  at: Date,
  tools: Pick<Tools, 'files' | 'log'>,
  work: (tx: Tx, claim: (picture: DrawnPicture) => Promise<number>) => Promise<T>,
): Promise<T> {
  try {
    for (const { row, bytes, thumbnail } of pictures) {
      await noteUnclaimed(db, row, at)
      await tools.files.put(row.key, bytes, row.content_type)
      await tools.files.put(row.thumbnail_key, thumbnail, 'image/webp')
    }
  } finally {
    await dropPictures(pictures)
  }
  const keys = pictures.map(({ row }) => row.key)
  let claimed = new Set<string>()
  try {
    const result = await inTransaction(db, (tx) => {
      claimed = new Set()
      return work(tx, async (picture) => {
        claimed.add(picture.row.key)
        return claimPicture(tx, picture, at)
      })
    })
    await discardNow(
      db,
      keys.filter((key) => !claimed.has(key)),
      tools,
    )
    return result
  } catch (error) {
    if (error instanceof Refusal) await discardNow(db, keys, tools)
    throw error
  }
}

/** For pictures that were drawn in vain. */
export const dropPictures = (pictures: readonly DrawnPicture[]): Promise<void> =>
  dropLocal(pictures.flatMap(({ bytes, thumbnail }) => [bytes, thumbnail]))

async function claimPicture(tx: Tx, { row }: DrawnPicture, at: Date): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    with claimed as (delete from unclaimed_file where key = ${row.key} returning key, thumbnail_key)
    insert into stored_file (key, thumbnail_key, content_type, width, height, size, sha256, created_at)
    select key, thumbnail_key, ${row.content_type}, ${row.width}::int, ${row.height}::int, ${row.size}::int,
      ${row.sha256}, ${at.toISOString()}::timestamptz
    from claimed returning id`.execute(tx)
  const made = rows[0]
  if (!made) throw new Error('an upload took so long that its files were deleted meanwhile')
  return made.id
}

/** Returns the key, for `discardNow` after the commit. */
export async function dropPicture(tx: Tx, fileId: number, at: Date): Promise<string> {
  const file = await tx
    .deleteFrom('stored_file')
    .where('id', '=', fileId)
    .returning(['key', 'thumbnail_key'])
    .executeTakeFirstOrThrow()
  await dropFile(tx, file, at)
  return file.key
}
