import { rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import sharp from 'sharp'
import { afterAll, expect, test } from 'vitest'
import { drawing } from '#server/seed/drawing'
import type { Color, Shape } from '#server/seed/goods'
import { drawEdited, drawOriginal, drawSizes, type PictureEdits } from './picture-drawing.ts'

const plain: PictureEdits = { crop: null, turn: 0, is_balanced: false, is_cut_out: false }
const file = path.join(tmpdir(), `okuru-picture-${process.pid}.jpg`)
afterAll(() => rm(file, { force: true }))

const garment = (shape: Shape, color: Color) =>
  sharp(Buffer.from(drawing(shape, color)))
    .jpeg({ quality: 92 })
    .toBuffer()

async function edited(bytes: Buffer, edits: Partial<PictureEdits>): Promise<Buffer> {
  const drawn = await drawEdited(bytes, { ...plain, ...edits })
  if ('refused' in drawn) throw new Error(drawn.refused)
  return drawn.bytes
}
const why = async (bytes: Buffer, edits: Partial<PictureEdits>) => {
  const drawn = await drawEdited(bytes, { ...plain, ...edits })
  return 'refused' in drawn ? drawn.refused : 'done'
}

/** Red, green and blue at a place from 0 to 1. */
async function colorAt(bytes: Buffer, x: number, y: number): Promise<number[]> {
  const { data, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true })
  const at = (Math.floor(y * info.height) * info.width + Math.floor(x * info.width)) * 3
  return [...data.subarray(at, at + 3)]
}
const corners = [
  [0.02, 0.02],
  [0.97, 0.03],
  [0.03, 0.97],
  [0.97, 0.97],
] as const
const spreadOf = (color: readonly number[]) => Math.max(...color) - Math.min(...color)

async function original(bytes: Buffer) {
  await writeFile(file, bytes)
  const drawn = await drawOriginal(file)
  if ('refused' in drawn) throw new Error(drawn.refused)
  return drawn
}

test('what is kept of a photo says neither where nor with what it was taken, and stands upright', async () => {
  const bytes = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#c33' } })
    .jpeg()
    .withExif({
      IFD0: { Make: 'Okuru Camera', Orientation: '6' },
      IFD3: { GPSLatitude: '35/1 40/1 0/1', GPSLatitudeRef: 'N' },
    })
    .withMetadata({ orientation: 6 })
    .toBuffer()
  expect(bytes.includes('Exif')).toBe(true)
  const drawn = await original(bytes)
  expect([drawn.width, drawn.height]).toEqual([40, 60])
  for (const kept of [drawn.bytes, drawn.thumbnail])
    for (const trace of ['Exif', 'EXIF', 'GPS', 'Okuru Camera']) expect(kept.includes(trace)).toBe(false)
  const { exif, icc, xmp } = await sharp(drawn.bytes).metadata()
  expect([exif, icc, xmp]).toEqual([undefined, undefined, undefined])
})

test('a large photo is kept at 4000 pixels, a small one as it is', async () => {
  const large = await sharp({ create: { width: 5200, height: 2600, channels: 3, background: '#777' } })
    .jpeg()
    .toBuffer()
  const drawn = await original(large)
  expect([drawn.width, drawn.height]).toEqual([4000, 2000])
  const small = await original(await garment('knit', '赤'))
  expect([small.width, small.height]).toEqual([960, 1200])
})

const bitsApart = (one: Buffer, other: Buffer) =>
  one.reduce(
    (sum, byte, place) => sum + (byte ^ (other[place] ?? 0)).toString(2).replaceAll('0', '').length,
    0,
  )

test('the same picture in another size and quality looks the same, another article does not', async () => {
  const jacket = await garment('jacket', '紺')
  const first = await original(jacket)
  const again = await original(await sharp(jacket).resize(640).jpeg({ quality: 55 }).toBuffer())
  expect(bitsApart(first.look, again.look)).toBeLessThanOrEqual(7)
  for (const [shape, color] of [
    ['bag', '茶'],
    ['dress', '赤'],
    ['shoes', '黒'],
    ['bottoms', '紺'],
  ] as const) {
    const other = await original(await garment(shape, color))
    expect(bitsApart(first.look, other.look)).toBeGreaterThan(7)
  }
})

test('a turn is clockwise and comes before the crop', async () => {
  const left = await sharp({ create: { width: 40, height: 20, channels: 3, background: '#00f' } })
    .composite([
      { input: { create: { width: 20, height: 20, channels: 3, background: '#f00' } }, left: 0, top: 0 },
    ])
    .png()
    .toBuffer()
  const turned = await edited(left, { turn: 90 })
  const { width, height } = await sharp(turned).metadata()
  expect([width, height]).toEqual([20, 40])
  expect((await colorAt(turned, 0.5, 0.1))[0]).toBeGreaterThan(200)
  const cropped = await edited(left, { turn: 90, crop: { x: 0, y: 0.5, width: 1, height: 0.5 } })
  expect(await sharp(cropped).metadata()).toMatchObject({ width: 20, height: 20 })
  expect((await colorAt(cropped, 0.5, 0.5))[2]).toBeGreaterThan(200)
})

test('a crop of nothing leaves a pixel, one beyond the edge ends there', async () => {
  const bytes = await garment('knit', '緑')
  const sizeOf = async (crop: PictureEdits['crop']) => {
    const { width, height } = await sharp(await edited(bytes, { crop })).metadata()
    return [width, height]
  }
  expect(await sizeOf({ x: 1, y: 1, width: 0, height: 0 })).toEqual([1, 1])
  expect(await sizeOf({ x: 0.5, y: 0.5, width: 1, height: 1 })).toEqual([480, 600])
})

const warm = async (bytes: Buffer) => sharp(bytes).linear([1.04, 0.94, 0.78], [0, 0, 0]).jpeg().toBuffer()

test('white balance makes a warm ground neutral, and moves the article with it', async () => {
  const bytes = await warm(await garment('jacket', '紺'))
  expect(spreadOf(await colorAt(bytes, 0.05, 0.05))).toBeGreaterThan(35)
  const balanced = await edited(bytes, { is_balanced: true })
  for (const [x, y] of corners) expect(spreadOf(await colorAt(balanced, x, y))).toBeLessThan(12)
  const [before, after] = [await colorAt(bytes, 0.5, 0.55), await colorAt(balanced, 0.5, 0.55)]
  expect((after[2] ?? 0) - (after[0] ?? 0)).toBeGreaterThan((before[2] ?? 0) - (before[0] ?? 0))
})

test('from a coloured or dark ground no white is guessed', async () => {
  const on = async (background: string) =>
    sharp({ create: { width: 300, height: 400, channels: 3, background } })
      .composite([
        {
          input: { create: { width: 120, height: 200, channels: 3, background: '#888' } },
          left: 90,
          top: 100,
        },
      ])
      .png()
      .toBuffer()
  expect(await why(await on('#2255cc'), { is_balanced: true })).toBe('ground_colored')
  expect(await why(await on('#101010'), { is_balanced: true })).toBe('ground_colored')
  expect(await why(await on('#d8cfc0'), { is_balanced: true })).toBe('done')
})

const articles = [
  ['jacket', '紺', 0.5, 0.5],
  ['knit', 'グレー', 0.5, 0.5],
  ['coat', 'ベージュ', 0.5, 0.5],
  ['dress', '赤', 0.5, 0.6],
  ['bag', '茶', 0.5, 0.65],
  ['bottoms', '黒', 0.4, 0.6],
] as const

test.each(articles)('the ground of %s in %s becomes white, the article stays as it is', async (...given) => {
  const [shape, color, x, y] = given
  const bytes = await garment(shape, color)
  const cut = await edited(bytes, { is_cut_out: true })
  for (const [left, top] of corners) {
    const corner = await colorAt(cut, left, top)
    expect(Math.min(...corner)).toBeGreaterThanOrEqual(252)
  }
  const [before, after] = [await colorAt(bytes, x, y), await colorAt(cut, x, y)]
  for (const channel of [0, 1, 2])
    expect(Math.abs((before[channel] ?? 0) - (after[channel] ?? 0))).toBeLessThan(10)
})

test('no more of an article is lost than its rim', async () => {
  const bytes = await garment('jacket', '紺')
  const cut = await edited(bytes, { is_cut_out: true })
  const isDark = (value: number) => value < 130
  const countDark = async (picture: Buffer) => {
    const { data } = await sharp(picture).greyscale().raw().toBuffer({ resolveWithObject: true })
    return data.reduce((sum, value) => sum + (isDark(value) ? 1 : 0), 0)
  }
  const [before, after] = [await countDark(bytes), await countDark(cut)]
  expect(after / before).toBeGreaterThan(0.97)
})

test('a shadow on the ground stays, soft and without colour', async () => {
  const bytes = await garment('coat', '黒')
  const cut = await edited(bytes, { is_cut_out: true })
  const { data, info } = await sharp(cut).raw().toBuffer({ resolveWithObject: true })
  let shadow = 0
  let colored = 0
  for (let at = 0; at < data.length; at += info.channels) {
    const color = [data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0]
    if (Math.min(...color) < 200 || Math.min(...color) > 250) continue
    shadow += 1
    if (spreadOf(color) > 14) colored += 1
  }
  expect(shadow).toBeGreaterThan(500)
  expect(colored / shadow).toBeLessThan(0.1)
})

test('what shows through the handle of a bag is ground as well', async () => {
  const cut = await edited(await garment('bag', '茶'), { is_cut_out: true })
  expect(Math.min(...(await colorAt(cut, 0.5, 0.33)))).toBeGreaterThan(250)
})

test.each([
  ['shirt', '白'],
  ['knit', '白'],
] as const)('a %s in %s on a light ground is left alone rather than eaten', async (shape, color) => {
  expect(await why(await garment(shape, color), { is_cut_out: true })).toBe('ground_alike')
})

test('a ground of two colours, and one of noise, are left alone', async () => {
  const jacket = await garment('jacket', '紺')
  const board = await sharp(jacket)
    .composite([
      { input: { create: { width: 480, height: 1200, channels: 3, background: '#a33' } }, left: 0, top: 0 },
    ])
    .png()
    .toBuffer()
  expect(await why(board, { is_cut_out: true })).toMatch(/^ground_(uneven|alike)$/)
  const noise = await sharp({
    create: {
      width: 400,
      height: 400,
      channels: 3,
      background: '#888',
      noise: { type: 'gaussian', mean: 128, sigma: 60 },
    },
  })
    .png()
    .toBuffer()
  expect(await why(noise, { is_cut_out: true })).toMatch(/^ground_/)
  const nothing = await sharp({ create: { width: 400, height: 400, channels: 3, background: '#e8e4dc' } })
    .png()
    .toBuffer()
  expect(await why(nothing, { is_cut_out: true })).toBe('ground_nothing')
})

test('sizes are made for lists, pages and a page that is zoomed, and none is larger than the photo', async () => {
  const large = await sharp({ create: { width: 3000, height: 2250, channels: 3, background: '#789' } })
    .jpeg()
    .toBuffer()
  const sizes = await drawSizes(large)
  expect(sizes.map(({ width, height }) => [width, height])).toEqual([
    [480, 360],
    [1200, 900],
    [2000, 1500],
  ])
  for (const { avif, webp, width } of sizes) {
    expect(await sharp(avif).metadata()).toMatchObject({ format: 'heif', compression: 'av1', width })
    expect(await sharp(webp).metadata()).toMatchObject({ format: 'webp', width })
  }
  const small = await drawSizes(await garment('knit', '緑'))
  expect(small.map(({ width }) => width)).toEqual([384, 960])
})
