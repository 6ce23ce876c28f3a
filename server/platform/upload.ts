import { createHash, randomBytes } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { MultipartFile } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import { asStoreError } from './file-store-error.ts'
import { dropTemporary, uploadFolder } from './files.ts'
import { checkInput } from './input-text.ts'
import type { Jobs } from './jobs.ts'
import { privateFile, privateFolder } from './private-folder.ts'
import { invalidField, refuse } from './refusal.ts'
import type { Tools } from './tools.ts'

export interface Upload {
  path: string
  /** Of the bytes as they were sent: a repeated upload is known before it is decoded. */
  sha256: string
  fields: Record<string, string>
}

/** What a call takes, and how its refusals name it. */
interface Expected {
  name: string
  /** In bytes. */
  most: number
  tooLarge?: string
}
const photo: Expected = { name: '写真', most: 20 * 1024 * 1024 }

export async function readUpload(
  request: FastifyRequest,
  { config }: Pick<Tools, 'config'>,
  expected = photo,
): Promise<Upload> {
  if (!request.isMultipart()) throw missing(expected)
  const folder = uploadFolder(config)
  const path = join(folder, `${randomBytes(16).toString('hex')}.upload`)
  try {
    await mkdir(folder, { recursive: true, mode: privateFolder })
    const { file, sha256 } = await saveFile(request, path, expected)
    return { path, sha256, fields: fieldsOf(file) }
  } catch (error) {
    await dropTemporary(path)
    throw asStoreError(error)
  }
}

/** Bytes that came in another way than as a form, in the same place. */
export async function saveUpload(
  bytes: Buffer,
  { config }: Pick<Tools, 'config'>,
): Promise<Omit<Upload, 'fields'>> {
  const folder = uploadFolder(config)
  const path = join(folder, `${randomBytes(16).toString('hex')}.upload`)
  try {
    await mkdir(folder, { recursive: true, mode: privateFolder })
    await writeFile(path, bytes, { flag: 'wx', mode: privateFile })
    return { path, sha256: createHash('sha256').update(bytes).digest('hex') }
  } catch (error) {
    await dropTemporary(path)
    throw asStoreError(error)
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

const missing = ({ name }: Expected) => invalidField('file', `${name}のファイルを送ってください。`)

const tooLarge = ({ tooLarge: message }: Expected) =>
  refuse('file_too_large', message === undefined ? undefined : { message })

async function saveFile(
  request: FastifyRequest,
  path: string,
  expected: Expected,
): Promise<{ file: MultipartFile; sha256: string }> {
  try {
    const file = await request.file({
      limits: { fileSize: expected.most, files: 1, fields: 10, fieldSize: 2000 },
    })
    if (!file) throw missing(expected)
    const hash = createHash('sha256')
    await pipeline(
      file.file,
      async function* (chunks: AsyncIterable<Buffer>) {
        for await (const chunk of chunks) {
          hash.update(chunk)
          yield chunk
        }
      },
      createWriteStream(path, { flags: 'wx', mode: privateFile }),
    )
    if (file.file.truncated) throw tooLarge(expected)
    return { file, sha256: hash.digest('hex') }
  } catch (error) {
    const { code } = error as { code?: string }
    if (code === 'FST_REQ_FILE_TOO_LARGE') throw tooLarge(expected)
    // Malformed bodies give an error without a code, aborted ones a premature end: both are 400.
    if (code === undefined || cutOff.has(code))
      throw invalidField('file', `${expected.name}を最後まで受け取れませんでした。もう一度お送りください。`)
    throw error
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
