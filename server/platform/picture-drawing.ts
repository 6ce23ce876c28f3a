// Runs in a process of its own (picture-process.ts): it takes much processor time and memory.
import { createHash } from 'node:crypto'
import sharp, { type Sharp } from 'sharp'
import { openUpright, type RefusedImage, refusedImage, type Source } from './image.ts'
import { type CutRefusal, groundMask, spread, whiten } from './picture-cut.ts'
import { groundOf, neutralGains, type Pixels } from './picture-ground.ts'
import { lookHash, lookSide } from './picture-look.ts'

export interface Original {
  /** JPEG in sRGB, upright and without metadata. */
  bytes: Buffer
  /** WebP. */
  thumbnail: Buffer
  width: number
  height: number
  look: Buffer
  sha256: string
}

export interface PictureEdits {
  crop: { x: number; y: number; width: number; height: number } | null
  turn: number
  is_balanced: boolean
  is_cut_out: boolean
}

/** `ground_colored`: no white can be told from it. The others say why the ground cannot become white. */
export interface RefusedEdit {
  refused: 'ground_colored' | `ground_${CutRefusal}`
}

export interface Size {
  width: number
  height: number
  avif: Buffer
  webp: Buffer
}

const longestEdge = 4000
const thumbnailEdge = 480
/** Of lists, pages and a page that is zoomed. */
const sizeEdges = [480, 1200, 2000]
const maskEdge = 900

/** Optimised Huffman tables would take five times as long and save 3 % of the bytes. */
const jpeg = (image: Sharp): Sharp => image.jpeg({ quality: 90, optimiseCoding: false })
const inside = (edge: number) => ({
  width: edge,
  height: edge,
  fit: 'inside' as const,
  withoutEnlargement: true,
})

/** From the bytes that were sent to what is kept of them. */
export async function drawOriginal(path: string): Promise<Original | RefusedImage> {
  const refused = await refusedImage(path)
  if (refused) return { refused }
  try {
    const drawn = openUpright(path).resize(inside(longestEdge)).flatten({ background: '#fff' })
    return await shown(await jpeg(drawn).toBuffer())
  } catch {
    return { refused: 'file_type' }
  }
}

async function shown(bytes: Buffer): Promise<Original> {
  const { width, height } = await sharp(bytes).metadata()
  const small = await pixelsOf(sharp(bytes).resize(inside(thumbnailEdge)))
  const thumbnail = await imageOf(small).webp({ quality: 82, effort: 2 }).toBuffer()
  const grey = await imageOf(small)
    .resize({ width: lookSide, height: lookSide, fit: 'fill' })
    .greyscale()
    .raw()
    .toBuffer()
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  return { bytes, thumbnail, width, height, look: lookHash(grey), sha256 }
}

/** The ground is looked for in the whole picture, as a crop may leave none of it. */
export async function drawEdited(picture: Source, edits: PictureEdits): Promise<Original | RefusedEdit> {
  const whole = await pixelsOf(sharp(picture).rotate(edits.turn))
  if (edits.is_balanced || edits.is_cut_out) {
    const small = await pixelsOf(imageOf(whole).resize(inside(maskEdge)))
    const ground = groundOf(small)
    if (!ground) return { refused: 'ground_uneven' }
    if (edits.is_balanced) {
      const gains = ground.share < 0.5 ? null : neutralGains(ground)
      if (!gains) return { refused: 'ground_colored' }
      balance(whole, gains)
      balance(small, gains)
    }
    const refused = edits.is_cut_out ? await cutOut(whole, small, edits.is_balanced) : null
    if (refused) return refused
  }
  const { width, height } = whole
  const cropped = edits.crop ? imageOf(whole).extract(extractOf(edits.crop, width, height)) : imageOf(whole)
  return shown(await jpeg(cropped).toBuffer())
}

async function cutOut(whole: Pixels, small: Pixels, isBalanced: boolean): Promise<RefusedEdit | null> {
  const ground = groundOf(small)
  if (!ground) return { refused: isBalanced ? 'ground_colored' : 'ground_uneven' }
  const mask = groundMask(small, ground)
  if ('why' in mask) return { refused: `ground_${mask.why}` }
  const { width, height } = small
  const inner = shrunk(shrunk(mask, width, height), width, height)
  const outer = spread(spread(mask, width, height), width, height)
  whiten(whole, ground, await enlarged(inner, small, whole), await enlarged(outer, small, whole))
  return null
}

const shrunk = (mask: Uint8Array, width: number, height: number): Uint8Array =>
  spread(
    mask.map((value) => 255 - value),
    width,
    height,
  ).map((value) => 255 - value)

/** Softened, so that the steps of the small one do not show. */
const enlarged = (mask: Uint8Array, { width, height }: Pixels, to: Pixels): Promise<Buffer> =>
  sharp(mask, { raw: { width, height, channels: 1 } })
    .blur(1)
    .resize({ width: to.width, height: to.height, fit: 'fill', kernel: 'linear' })
    .toColourspace('b-w')
    .raw()
    .toBuffer()

async function pixelsOf(image: Sharp): Promise<Pixels> {
  const { data, info } = await image
    .toColourspace('srgb')
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { data, width: info.width, height: info.height }
}

const imageOf = ({ data, width, height }: Pixels): Sharp =>
  sharp(data, { raw: { width, height, channels: 3 } })

function balance({ data }: Pixels, gains: readonly number[]): void {
  const tables = gains.map((gain) =>
    Uint8Array.from({ length: 256 }, (_, value) => Math.min(255, Math.round(value * gain))),
  ) as [Uint8Array, Uint8Array, Uint8Array]
  const [red, green, blue] = tables
  for (let at = 0; at < data.length; at += 3) {
    data[at] = red[data[at] ?? 0] ?? 0
    data[at + 1] = green[data[at + 1] ?? 0] ?? 0
    data[at + 2] = blue[data[at + 2] ?? 0] ?? 0
  }
}

/** At least one pixel, and none beyond the edge. */
function extractOf(crop: NonNullable<PictureEdits['crop']>, width: number, height: number) {
  const left = Math.min(width - 1, Math.round(crop.x * width))
  const top = Math.min(height - 1, Math.round(crop.y * height))
  return {
    left,
    top,
    width: Math.max(1, Math.min(width - left, Math.round(crop.width * width))),
    height: Math.max(1, Math.min(height - top, Math.round(crop.height * height))),
  }
}

/** Smaller pictures are not enlarged: one that is smaller than a page has fewer sizes. */
export async function drawSizes(picture: Source): Promise<Size[]> {
  const largest = Math.max(...sizeEdges)
  const base = await pixelsOf(sharp(picture).resize(inside(largest)))
  const longer = Math.max(base.width, base.height)
  const edges = sizeEdges.filter((_, place) => place === 0 || (sizeEdges[place - 1] ?? 0) < longer)
  const sizes: Size[] = []
  for (const edge of edges) {
    const one = edge >= longer ? base : await pixelsOf(imageOf(base).resize(inside(edge)))
    const webp = await imageOf(one).webp({ quality: 82, effort: 1 }).toBuffer()
    // Higher efforts take up to ten times as long for a tenth of the bytes. WebP halves the resolution of colours always.
    const avif = await imageOf(one).avif({ quality: 55, effort: 0, chromaSubsampling: '4:2:0' }).toBuffer()
    sizes.push({ width: one.width, height: one.height, avif, webp })
  }
  return sizes
}
