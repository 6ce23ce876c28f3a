import type { CallBody } from '#contract/call'
import { productizationCalls as calls, type PhotoRole } from '#contract/productization'
import { dropTemporary } from '#server/platform/files'
import { type FieldErrors, invalid } from '#server/platform/refusal'
import type { Tools } from '#server/platform/tools'
import { saveUpload, type Upload } from '#server/platform/upload'
import { parseBody } from '#server/platform/validation'

export type SentPhoto = Omit<Upload, 'fields'> & { name: string }

/** Photos that were sent, in temporary files. */
export interface SentPhotos {
  slug: string
  role: PhotoRole
  taken_at: string | undefined
  photos: SentPhoto[]
}

export async function dropSent({ photos }: Pick<SentPhotos, 'photos'>): Promise<void> {
  await Promise.all(photos.map(({ path }) => dropTemporary(path)))
}

export async function sentAsForm({ fields, ...upload }: Upload): Promise<SentPhotos> {
  const photos = [{ ...upload, name: '' }]
  try {
    const { slug, role = 'other', taken_at } = parseBody(calls.addImages.multipart, fields)
    return { slug, role, taken_at, photos }
  } catch (error) {
    await dropSent({ photos })
    throw error
  }
}

export async function sentAsJson(
  { slug, role = 'other', images }: CallBody<typeof calls.addImages>,
  tools: Pick<Tools, 'config'>,
): Promise<SentPhotos> {
  const decoded = images.map(({ data }) => bytesOf(data))
  if (decoded.includes(null))
    throw invalid({
      images: decoded.map(
        (bytes): FieldErrors =>
          bytes === null ? { data: ['base64 で書いた写真のデータを入れてください。'] } : {},
      ),
    })
  const photos: SentPhotos['photos'] = []
  try {
    for (const [place, bytes] of decoded.entries())
      if (bytes) photos.push({ ...(await saveUpload(bytes, tools)), name: images[place]?.filename ?? '' })
  } catch (error) {
    await dropSent({ photos })
    throw error
  }
  return { slug, role, taken_at: undefined, photos }
}

/** Node skips what is not base64 without a word. */
function bytesOf(data: string): Buffer | null {
  const bytes = Buffer.from(data, 'base64')
  const isWhole = bytes.toString('base64').replace(/=+$/, '') === data.replace(/={1,2}$/, '')
  return isWhole && bytes.length > 0 ? bytes : null
}
