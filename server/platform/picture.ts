import { randomBytes } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { MultipartFile } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { type Db, inTransaction, type Tx } from './db.ts'
import { signFileUrl } from './files.ts'
import { reencodeImage } from './image.ts'
import { checkInput } from './input-text.ts'
import type { Jobs } from './jobs.ts'
import { privateFile, privateFolder } from './private-folder.ts'
import { invalidField, Refusal, refuse } from './refusal.ts'
import type { Tools } from './tools.ts'
import { discardNow, dropFile, noteUnclaimed } from './unclaimed-file.ts'

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

export interface Upload {
  path: string
  fields: Record<string, string>
}

const uploadFolder = ({ dataDir }: Tools['config']): string => join(dataDir, 'uploads')

export async function readUpload(
  request: FastifyRequest,
  { config }: Pick<Tools, 'config'>,
): Promise<Upload> {
  if (!request.isMultipart()) throw invalidField('file', '写真のファイルを送ってください。')
  const folder = uploadFolder(config)
  await mkdir(folder, { recursive: true, mode: privateFolder })
  const path = join(folder, `${randomBytes(16).toString('hex')}.upload`)
  try {
    return { path, fields: fieldsOf(await saveFile(request, path)) }
  } catch (error) {
    await rm(path, { force: true })
    throw error
  }
}

function fieldsOf(file: MultipartFile): Record<string, string> {
  const fields: Record<string, string> = {}
  for (const [name, part] of Object.entries(file.fields)) {
    const one = Array.isArray(part) ? part[0] : part
    if (one && one.type === 'field' && typeof one.value === 'string') fields[name] = one.value
  }
  checkInput(fields)
  return fields
}

const cutOff = new Set(['ECONNRESET', 'ERR_STREAM_PREMATURE_CLOSE', 'ERR_HTTP_REQUEST_TIMEOUT'])

async function saveFile(request: FastifyRequest, path: string): Promise<MultipartFile> {
  try {
    const file = await request.file({
      limits: { fileSize: 20 * 1024 * 1024, files: 1, fields: 10, fieldSize: 2000 },
    })
    if (!file) throw invalidField('file', '写真のファイルを送ってください。')
    await pipeline(file.file, createWriteStream(path, { flags: 'wx', mode: privateFile }))
    return file
  } catch (error) {
    const { code } = error as { code?: string }
    if (code === 'FST_REQ_FILE_TOO_LARGE') throw refuse('file_too_large')
    // Malformed bodies give an error without a code, aborted ones a premature end: both are 400.
    if (code === undefined || cutOff.has(code))
      throw invalidField('file', '写真を最後まで受け取れませんでした。もう一度お送りください。')
    throw error
  }
}

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

/** Re-encodes an upload under an unguessable name and deletes the temporary file. Stores nothing. */
export async function drawPicture({ path }: Pick<Upload, 'path'>, folder: string): Promise<DrawnPicture> {
  const drawn = await reencodeImage(path, { maxEdge: 2000 }).finally(() => rm(path, { force: true }))
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

export const uploadJobs: Jobs<'upload'> = {
  tasks: (_db, { config, clock }) => ({
    'upload.clean': async () => {
      const folder = uploadFolder(config)
      for (const name of await readdir(folder).catch(() => [])) {
        const path = join(folder, name)
        const file = await stat(path).catch(() => null)
        if (file && clock.now().getTime() - file.mtimeMs > 3_600_000) await rm(path, { force: true })
      }
    },
  }),
  schedules: [{ task: 'upload.clean', match: '55 18 * * *' }],
}

/** Stores the files first, so that no lock is held meanwhile; `work` inserts the row by `claim`. Deletes unclaimed files. */
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
