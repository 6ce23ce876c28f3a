import { type Ground, groundRow, type Pixels } from './picture-ground.ts'

/** Of the ground's own lightness: below it a pixel is no shadow of the article, but something dark. */
const darkestShadow = 0.62
const brightest = 1.14
/** From here on it is lit ground, and becomes plain white. */
const lit = 0.93
const mostApart = 0.075
const steepest = 0.055
/** How far a shadow may reach from lit ground, of the longer edge. */
const shadowReach = 0.09

export type CutRefusal = 'uneven' | 'alike' | 'nothing'

/** For each pixel 255 where the ground is; `why` says that the article could be harmed. */
export function groundMask(pixels: Pixels, ground: Ground): Uint8Array | { why: CutRefusal } {
  if (ground.share < 0.7) return { why: 'uneven' }
  const shades = shadesOf(pixels, ground)
  const mask = flooded(pixels, shades)
  const { width, height } = pixels
  const covered = mask.reduce((sum, value) => sum + (value ? 1 : 0), 0) / mask.length
  if (covered > 0.985) return { why: 'nothing' }
  const closed = reclaimed(mask, width, height)
  return harm(closed, shades, width, height) ?? withHoles(closed, shades, width, height)
}

const smallestHole = 0.002
const holeColorApart = 0.04

/** Ground that is seen through a handle or between straps: large, smooth, lit, and exactly of its colour. */
function withHoles(
  mask: Uint8Array,
  { light, colorApart: apart, steepness }: Shades,
  width: number,
  height: number,
): Uint8Array {
  const isHole = (at: number) => {
    const value = light[at] ?? 0
    const isLit = value >= lit && value < 2 - lit
    return !mask[at] && isLit && (apart[at] ?? 1) < holeColorApart && (steepness[at] ?? 1) < steepest
  }
  const seen = new Uint8Array(mask)
  const holes = new Uint8Array(mask.length)
  for (let start = 0; start < mask.length; start++) {
    if (seen[start] || !isHole(start)) continue
    const region = [start]
    seen[start] = 255
    for (let place = 0; place < region.length; place++) {
      const at = region[place] as number
      const x = at % width
      const beside = [x > 0 ? at - 1 : at, x < width - 1 ? at + 1 : at, at - width, at + width]
      for (const near of beside) {
        if (near < 0 || near >= mask.length || seen[near] || !isHole(near)) continue
        seen[near] = 255
        region.push(near)
      }
    }
    if (region.length >= mask.length * smallestHole) for (const at of region) holes[at] = 255
  }
  const grown = spread(spread(holes, width, height), width, height)
  return mask.map((value, at) => value | (grown[at] ?? 0))
}

interface Shades {
  /** Lightness, of the ground's at the same place. */
  light: Float32Array
  /** How far its colour is from the ground's. */
  colorApart: Float32Array
  steepness: Float32Array
}

function shadesOf(pixels: Pixels, ground: Ground): Shades {
  const { data, width, height } = pixels
  const light = new Float32Array(width * height)
  const colorApart = new Float32Array(width * height)
  for (let y = 0; y < height; y++) {
    const row = groundRow(ground, width, height, y)
    for (let x = 0; x < width; x++) {
      const at = y * width + x
      const red = (data[at * 3] ?? 0) / (row[x * 3] ?? 1)
      const green = (data[at * 3 + 1] ?? 0) / (row[x * 3 + 1] ?? 1)
      const blue = (data[at * 3 + 2] ?? 0) / (row[x * 3 + 2] ?? 1)
      const mean = 0.3 * red + 0.59 * green + 0.11 * blue
      light[at] = mean
      const apart = Math.max(Math.abs(red - mean), Math.abs(green - mean), Math.abs(blue - mean))
      colorApart[at] = apart / Math.max(mean, 0.5)
    }
  }
  return { light, colorApart, steepness: steepnessOf(light, width, height) }
}

function steepnessOf(light: Float32Array, width: number, height: number): Float32Array {
  const steep = new Float32Array(width * height)
  for (let y = 0; y < height; y++) {
    const [above, below] = [Math.max(0, y - 1) * width, Math.min(height - 1, y + 1) * width]
    for (let x = 0; x < width; x++) {
      const [left, right] = [Math.max(0, x - 1), Math.min(width - 1, x + 1)]
      const across = (light[y * width + right] ?? 0) - (light[y * width + left] ?? 0)
      const down = (light[below + x] ?? 0) - (light[above + x] ?? 0)
      steep[y * width + x] = Math.max(Math.abs(across), Math.abs(down))
    }
  }
  return steep
}

/** From the border inwards, as far as it stays smooth and of one colour; shadows only near lit ground. */
function flooded({ width, height }: Pixels, { light, colorApart, steepness }: Shades): Uint8Array {
  const mask = new Uint8Array(width * height)
  const depth = new Uint16Array(width * height)
  const reach = Math.round(Math.max(width, height) * shadowReach)
  let waiting: number[] = []
  const take = (at: number, shadow: number): void => {
    if (mask[at] || (colorApart[at] ?? 1) > mostApart || (steepness[at] ?? 0) > steepest) return
    const value = light[at] ?? 0
    if (value < darkestShadow || value > brightest || shadow > reach) return
    mask[at] = 255
    depth[at] = value >= lit ? 0 : shadow
    waiting.push(at)
  }
  for (let x = 0; x < width; x++) {
    take(x, 0)
    take((height - 1) * width + x, 0)
  }
  for (let y = 0; y < height; y++) {
    take(y * width, 0)
    take(y * width + width - 1, 0)
  }
  while (waiting.length > 0) {
    const now = waiting
    waiting = []
    for (const at of now) {
      const x = at % width
      const shadow = (depth[at] ?? 0) + 1
      if (x > 0) take(at - 1, shadow)
      if (x < width - 1) take(at + 1, shadow)
      if (at >= width) take(at - width, shadow)
      if (at < width * (height - 1)) take(at + width, shadow)
    }
  }
  return mask
}

/** Grown by what the steepness of an edge kept out, and with specks of dust filled. */
function reclaimed(mask: Uint8Array, width: number, height: number): Uint8Array {
  const grown = spread(spread(mask, width, height), width, height)
  return inverted(spread(inverted(grown), width, height))
}

const inverted = (mask: Uint8Array) => mask.map((value) => 255 - value)

/** What is set or has a set neighbour. */
export function spread(mask: Uint8Array, width: number, height: number): Uint8Array {
  const next = new Uint8Array(mask)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const at = y * width + x
      if (mask[at]) continue
      const near =
        (x > 0 && mask[at - 1]) ||
        (x < width - 1 && mask[at + 1]) ||
        (y > 0 && mask[at - width]) ||
        (y < height - 1 && mask[at + width])
      if (near) next[at] = 255
    }
  }
  return next
}

const most = (mask: Uint8Array) => mask.reduce((sum, value) => sum + (value ? 1 : 0), 0)

/** What is left has to be one solid thing, and another colour than the ground; otherwise the flood may have eaten it. */
function harm(
  mask: Uint8Array,
  { light, colorApart }: Shades,
  width: number,
  height: number,
): { why: CutRefusal } | null {
  let inner = inverted(mask)
  const whole = most(inner)
  if (whole < mask.length * 0.01) return { why: 'nothing' }
  const rim = Math.max(1, Math.round(Math.max(width, height) * 0.008))
  for (let step = 0; step < rim; step++) inner = inverted(spread(inverted(inner), width, height))
  const solid = most(inner)
  if (solid < whole * 0.35) return { why: 'alike' }
  let alike = 0
  for (let at = 0; at < inner.length; at++) {
    const value = light[at] ?? 0
    if (inner[at] && (colorApart[at] ?? 1) < mostApart && value > 0.88 && value < brightest) alike += 1
  }
  return alike > solid * 0.35 ? { why: 'alike' } : null
}

/** How much of its darkness a shadow keeps. */
const shadowKept = 0.8

/**
 * In place: the ground becomes white and shadows on it neutral. `sure` is the ground without its rim, `rim` with it, in
 * the size of the picture; between the two each pixel decides by its own colour.
 */
export function whiten(pixels: Pixels, ground: Ground, sure: Uint8Array, rim: Uint8Array): void {
  const { data, width, height } = pixels
  for (let y = 0; y < height; y++) {
    const row = groundRow(ground, width, height, y)
    for (let x = 0; x < width; x++) {
      const at = y * width + x
      const outer = (rim[at] ?? 0) / 255
      if (outer === 0) continue
      const place = at * 3
      const red = data[place] ?? 0
      const green = data[place + 1] ?? 0
      const blue = data[place + 2] ?? 0
      const r = red / (row[x * 3] ?? 1)
      const g = green / (row[x * 3 + 1] ?? 1)
      const b = blue / (row[x * 3 + 2] ?? 1)
      const light = 0.3 * r + 0.59 * g + 0.11 * b
      const inner = (sure[at] ?? 0) / 255
      const weight = inner >= 1 ? 1 : inner + Math.max(0, outer - inner) * likeness(r, g, b, light)
      const shade = light >= lit ? 1 : 1 - (1 - light / lit) * shadowKept
      const target = 255 * shade
      data[place] = Math.round(red + weight * (target - red))
      data[place + 1] = Math.round(green + weight * (target - green))
      data[place + 2] = Math.round(blue + weight * (target - blue))
    }
  }
}

/** 1 for a shade of the ground, falling to 0 with the distance. */
function likeness(red: number, green: number, blue: number, light: number): number {
  const color = Math.max(Math.abs(red - light), Math.abs(green - light), Math.abs(blue - light))
  const dark = Math.max(0, 0.9 - light)
  return Math.min(1, Math.max(0, 1.6 - color / 0.09 - dark / 0.16))
}
