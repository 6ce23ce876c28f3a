import { createHash } from 'node:crypto'
import { open as openFile } from 'node:fs/promises'
import sharp, { type Sharp, type SharpOptions } from 'sharp'

export interface Picture {
  bytes: Buffer
  contentType: 'image/webp' | 'image/jpeg'
  width: number
  height: number
}

export interface Reencoded extends Picture {
  sha256: string
  thumbnail: Picture
}

/** `file_type`: not a complete JPEG, PNG, WebP or AVIF. `file_too_large`: too many bytes or pixels. */
export interface RefusedImage {
  refused: 'file_type' | 'file_heic' | 'file_too_large'
}

export interface ReencodeOptions {
  /** Longer edge in pixels; smaller pictures are not enlarged. */
  maxEdge: number
  format?: 'webp' | 'jpeg'
  /** For drawings; photographs would become large. */
  lossless?: boolean
  maxBytes?: number
}

const maxPixels = 50_000_000
const defaultMaxBytes = 20 * 1024 * 1024
const thumbnailEdge = 480

const ascii = (bytes: Buffer, start: number, end: number) => bytes.toString('latin1', start, end)

/** Checks magic bytes first: sharp would also decode SVG, TIFF and PDF, and it cannot decode HEIC. */
function looksLikePhoto(bytes: Buffer): boolean {
  const isJpeg = bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff
  const isPng = ascii(bytes, 0, 8) === '\x89PNG\r\n\x1a\n'
  const isWebp = ascii(bytes, 0, 4) === 'RIFF' && ascii(bytes, 8, 12) === 'WEBP'
  const isAvif = ascii(bytes, 4, 12) === 'ftypavif'
  return isJpeg || isPng || isWebp || isAvif
}

/** Bytes, or a path that is read only when its turn comes. */
export type Source = Buffer | string

/** Brands that telephones write. */
const looksLikeHeic = (bytes: Buffer): boolean =>
  ascii(bytes, 4, 8) === 'ftyp' && /^(hei[cxms]|hev[cxms]|mif1|msf1)$/.test(ascii(bytes, 8, 12))

function open(source: Source, options: SharpOptions): Sharp {
  // 'error' refuses truncated pictures but accepts the harmless warnings of phone cameras.
  return sharp(source, { failOn: 'error', ...options })
}

async function beginningOf(source: Source): Promise<{ first: Buffer; size: number }> {
  if (typeof source !== 'string') return { first: source.subarray(0, 16), size: source.length }
  const file = await openFile(source, 'r')
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(16), 0, 16, 0)
    return { first: buffer.subarray(0, bytesRead), size: (await file.stat()).size }
  } finally {
    await file.close()
  }
}

async function encode(
  image: Sharp,
  edge: number,
  format: 'webp' | 'jpeg',
  lossless = false,
): Promise<Picture> {
  const resized = image.resize({ width: edge, height: edge, fit: 'inside', withoutEnlargement: true })
  const encoded =
    format === 'webp'
      ? resized.webp(lossless ? { lossless } : { quality: 82 })
      : resized.flatten({ background: '#fff' }).jpeg({ quality: 85, mozjpeg: true })
  const { data, info } = await encoded.toBuffer({ resolveWithObject: true })
  return { bytes: data, contentType: `image/${format}`, width: info.width, height: info.height }
}

/** Whether it may be decoded at all: by its first bytes, its size and its pixels. */
export async function refusedImage(
  source: Source,
  maxBytes = defaultMaxBytes,
): Promise<RefusedImage['refused'] | null> {
  const { first, size } = await beginningOf(source)
  if (size > maxBytes) return 'file_too_large'
  if (looksLikeHeic(first)) return 'file_heic'
  if (!looksLikePhoto(first)) return 'file_type'
  try {
    const { width, height } = await open(source, { limitInputPixels: false }).metadata()
    return width * height > maxPixels ? 'file_too_large' : null
  } catch {
    return 'file_type'
  }
}

/** Upright, and refused where it is damaged. */
export const openUpright = (source: Source): Sharp => open(source, { limitInputPixels: maxPixels }).rotate()

/** Re-encodes upright in sRGB, without metadata (place, time, device) or any original bytes. */
export async function reencodeImage(
  source: Source,
  { maxEdge, format = 'webp', lossless = false, maxBytes = defaultMaxBytes }: ReencodeOptions,
): Promise<Reencoded | RefusedImage> {
  const refused = await refusedImage(source, maxBytes)
  if (refused) return { refused }
  try {
    const upright = openUpright(source)
    const picture = await encode(upright.clone(), maxEdge, format, lossless)
    const thumbnail = await encode(sharp(picture.bytes), thumbnailEdge, 'webp')
    return { ...picture, sha256: createHash('sha256').update(picture.bytes).digest('hex'), thumbnail }
  } catch {
    return { refused: 'file_type' }
  }
}
