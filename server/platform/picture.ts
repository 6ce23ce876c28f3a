import { randomBytes } from 'node:crypto'
import type { MultipartFile } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import type { Tx } from './db.ts'
import { signFileUrl } from './files.ts'
import { reencodeImage } from './image.ts'
import { checkInput } from './input-text.ts'
import { invalidField, refuse } from './refusal.ts'
import type { Tools } from './tools.ts'

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

export interface PreparedPicture {
  key: string
  thumbnail_key: string
  content_type: string
  width: number
  height: number
  size: number
  sha256: string
}

/** Draws an upload anew and puts it into the store; the row is written later, in a transaction. */
export async function storePicture(
  bytes: Buffer,
  folder: string,
  tools: Pick<Tools, 'files'>,
): Promise<PreparedPicture> {
  const drawn = await reencodeImage(bytes, { maxEdge: 2000 })
  if ('refused' in drawn) throw refuse(drawn.refused)
  const name = randomBytes(16).toString('hex')
  const key = `${folder}/${name}.webp`
  const thumbnailKey = `${folder}/${name}-s.webp`
  await tools.files.put(key, drawn.bytes, drawn.contentType)
  await tools.files.put(thumbnailKey, drawn.thumbnail.bytes, drawn.thumbnail.contentType)
  return {
    key,
    thumbnail_key: thumbnailKey,
    content_type: drawn.contentType,
    width: drawn.width,
    height: drawn.height,
    size: drawn.bytes.length,
    sha256: drawn.sha256,
  }
}

export async function insertPicture(tx: Tx, picture: PreparedPicture, at: Date): Promise<number> {
  const row = await tx
    .insertInto('stored_file')
    .values({ ...picture, created_at: at.toISOString() })
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}
