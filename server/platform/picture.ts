import { randomBytes } from 'node:crypto'
import type { MultipartFile } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { type Db, inTransaction, type Tx } from './db.ts'
import { signFileUrl } from './files.ts'
import { reencodeImage } from './image.ts'
import { checkInput } from './input-text.ts'
import { invalidField, Refusal, refuse } from './refusal.ts'
import type { Tools } from './tools.ts'
import { discardNow, noteUnclaimed } from './unclaimed-file.ts'

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

/** A photo as its reader gets it: an address that works for some hours and for nobody who was not told it. */
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

export interface Upload {
  bytes: Buffer
  fields: Record<string, string>
}

/** One uploaded file of a multipart body with its text fields. */
export async function readUpload(request: FastifyRequest): Promise<Upload> {
  if (!request.isMultipart()) throw invalidField('file', '写真のファイルを送ってください。')
  const { file, bytes } = await readWhole(request)
  const fields: Record<string, string> = {}
  for (const [name, part] of Object.entries(file.fields)) {
    const one = Array.isArray(part) ? part[0] : part
    if (one && one.type === 'field' && typeof one.value === 'string') fields[name] = one.value
  }
  checkInput(fields)
  return { bytes, fields }
}

async function readWhole(request: FastifyRequest): Promise<{ file: MultipartFile; bytes: Buffer }> {
  try {
    const file = await request.file({
      limits: { fileSize: 20 * 1024 * 1024, files: 1, fields: 10, fieldSize: 2000 },
    })
    if (!file) throw invalidField('file', '写真のファイルを送ってください。')
    return { file, bytes: await file.toBuffer() }
  } catch (error) {
    const { code } = error as { code?: string }
    if (code === 'FST_REQ_FILE_TOO_LARGE') throw refuse('file_too_large')
    // The parser tells of a cut or shapeless body in errors without a code: the sender's fault, not the server's.
    if (code === undefined)
      throw invalidField('file', '写真を最後まで受け取れませんでした。もう一度お送りください。')
    throw error
  }
}

/** An upload drawn anew, and what its row will say. */
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
  bytes: Buffer
  thumbnail: Buffer
}

/** Draws an upload anew under a name nobody can guess. Nothing is stored yet. */
export async function drawPicture(bytes: Buffer, folder: string): Promise<DrawnPicture> {
  const drawn = await reencodeImage(bytes, { maxEdge: 2000 })
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

/**
 * Stores a drawn picture and runs `work` in a transaction, which makes the picture's row with `claim` once nothing
 * speaks against it. Stored before, so that nobody waits for the store behind a lock; refused or not claimed, the
 * files go again. After any other failure nobody knows whether the row was made: the nightly job looks then.
 */
export async function keepPicture<T>(
  db: Db,
  picture: DrawnPicture,
  at: Date,
  tools: Pick<Tools, 'files' | 'log'>,
  work: (tx: Tx, claim: () => Promise<number>) => Promise<T>,
): Promise<T> {
  const { row } = picture
  await noteUnclaimed(db, row, at)
  await tools.files.put(row.key, picture.bytes, row.content_type)
  await tools.files.put(row.thumbnail_key, picture.thumbnail, 'image/webp')
  let isClaimed = false
  try {
    const result = await inTransaction(db, (tx) => {
      isClaimed = false
      return work(tx, async () => {
        isClaimed = true
        return claimPicture(tx, picture, at)
      })
    })
    if (!isClaimed) await discardNow(db, [row.key], tools)
    return result
  } catch (error) {
    if (error instanceof Refusal) await discardNow(db, [row.key], tools)
    throw error
  }
}

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
