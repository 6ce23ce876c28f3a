import { createHash } from 'node:crypto'
import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { type Reencoded, type RefusedImage, reencodeImage } from './image.ts'

function photo(width: number, height: number) {
  const right = { create: { width: width / 2, height, channels: 3 as const, background: '#00f' } }
  return sharp({ create: { width, height, channels: 3, background: '#f00' } }).composite([
    { input: right, left: width / 2, top: 0 },
  ])
}

function accepted(result: Reencoded | RefusedImage): Reencoded {
  if ('refused' in result) throw new Error(`refused: ${result.refused}`)
  return result
}

function pngChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}

/** One bit per pixel: few bytes, many pixels. */
function pngBomb(width: number, height: number): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header[8] = 1
  const rows = deflateSync(Buffer.alloc((1 + Math.ceil(width / 8)) * height), { level: 9 })
  const chunks = [pngChunk('IHDR', header), pngChunk('IDAT', rows), pngChunk('IEND', Buffer.alloc(0))]
  return Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), ...chunks])
}

describe('what is taken', () => {
  test.each(['jpeg', 'png', 'webp', 'avif'] as const)('%s becomes WebP with a thumbnail', async (format) => {
    const result = accepted(
      await reencodeImage(await photo(1200, 600).toFormat(format).toBuffer(), { maxEdge: 800 }),
    )
    expect(result).toMatchObject({ contentType: 'image/webp', width: 800, height: 400 })
    expect(result.thumbnail).toMatchObject({ contentType: 'image/webp', width: 480, height: 240 })
    expect(result.sha256).toBe(createHash('sha256').update(result.bytes).digest('hex'))
    expect((await sharp(result.bytes).metadata()).format).toBe('webp')
  })

  test('JPEG on request, on white where it was transparent', async () => {
    const clear = { create: { width: 20, height: 20, channels: 4 as const, background: '#0000' } }
    const bytes = await sharp(clear).png().toBuffer()
    const result = accepted(await reencodeImage(bytes, { maxEdge: 800, format: 'jpeg' }))
    expect(result).toMatchObject({ contentType: 'image/jpeg', width: 20, height: 20 })
    expect((await sharp(result.bytes).stats()).dominant.r).toBeGreaterThan(240)
  })

  test('place, device and profile are gone, and the picture is upright', async () => {
    const bytes = await photo(200, 100)
      .withExif({
        IFD0: { Make: 'Camera-of-Hanako' },
        IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '35/1 39/1 29/1', GPSLongitudeRef: 'E' },
      })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer()
    expect((await sharp(bytes).metadata()).orientation).toBe(6)
    expect(bytes.includes('Camera-of-Hanako')).toBe(true)
    const result = accepted(await reencodeImage(bytes, { maxEdge: 800 }))
    for (const output of [result.bytes, result.thumbnail.bytes]) {
      const { exif, xmp, icc, orientation, width, height } = await sharp(output).metadata()
      expect({ exif, xmp, icc, orientation }).toEqual({})
      expect([width, height]).toEqual([100, 200])
      expect(output.includes('Camera-of-Hanako')).toBe(false)
    }
    const top = await sharp(result.bytes).extract({ left: 50, top: 20, width: 1, height: 1 }).raw().toBuffer()
    expect(top[0]).toBeGreaterThan(200)
  })

  test('what hides behind the picture does not come along', async () => {
    const hidden = Buffer.concat([
      await photo(40, 40).jpeg().toBuffer(),
      Buffer.from('<script>alert(1)</script>'),
    ])
    expect(accepted(await reencodeImage(hidden, { maxEdge: 800 })).bytes.includes('<script>')).toBe(false)
  })
})

describe('what is refused', () => {
  const refusal = (bytes: Buffer, maxBytes?: number) => reencodeImage(bytes, { maxEdge: 800, maxBytes })

  test.each([
    ['HTML named .jpg', '<html><script>alert(1)</script></html>'],
    ['SVG', '<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"/>'],
    ['SVG with a declaration', '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>'],
    ['PDF', '%PDF-1.7'],
    ['nothing', ''],
    ['only the first bytes of a JPEG', '\xff\xd8\xff'],
  ])('%s', async (_what, content) => {
    expect(await refusal(Buffer.from(content, 'latin1'))).toEqual({ refused: 'file_type' })
  })

  test.each(['heic', 'heix', 'hevc', 'mif1'])(
    '%s, whose decoder is not there, by its name',
    async (brand) => {
      const bytes = Buffer.from(`\0\0\0\x18ftyp${brand}\0\0\0\0mif1heic`, 'latin1')
      expect(await refusal(bytes)).toEqual({ refused: 'file_heic' })
    },
  )

  test.each(['tiff', 'gif'] as const)('%s', async (format) => {
    expect(await refusal(await photo(20, 20).toFormat(format).toBuffer())).toEqual({ refused: 'file_type' })
  })

  test.each(['jpeg', 'png', 'webp'] as const)('a truncated %s', async (format) => {
    const bytes = await photo(400, 400).toFormat(format).toBuffer()
    expect(await refusal(bytes.subarray(0, Math.floor(bytes.length * 0.6)))).toEqual({ refused: 'file_type' })
  })

  test('200 million pixels in a few bytes, without decoding them', async () => {
    const bomb = pngBomb(20_000, 10_000)
    expect(bomb.length).toBeLessThan(100_000)
    const start = performance.now()
    expect(await refusal(bomb)).toEqual({ refused: 'file_too_large' })
    // Decoding them takes minutes.
    expect(performance.now() - start).toBeLessThan(10_000)
  })

  test('more bytes than allowed', async () => {
    const bytes = await photo(100, 100).png().toBuffer()
    expect(await refusal(bytes, bytes.length - 1)).toEqual({ refused: 'file_too_large' })
    expect(await refusal(bytes, bytes.length)).not.toHaveProperty('refused')
  })
})
