/** Three bytes for each pixel. */
export interface Pixels {
  data: Uint8Array
  width: number
  height: number
}

type Triple = [number, number, number]

/** In sRGB: the lightness and colour of a ground that is lit from one side. */
export interface Ground {
  /** Coefficients of 1, x, y, x², xy and y² for each channel; x and y are 0 to 1. */
  channels: [Float64Array, Float64Array, Float64Array]
  /** The mean colour. */
  mean: Triple
  /** Of the border, what agrees with the surface. */
  share: number
}

const terms = 6
const termsAt = (x: number, y: number) => [1, x, y, x * x, x * y, y * y] as const

function surfaceAt(surface: Float64Array, x: number, y: number): number {
  const at = termsAt(x, y)
  let sum = 0
  for (let place = 0; place < terms; place++) sum += (surface[place] ?? 0) * (at[place] ?? 0)
  return sum
}

interface Sample {
  x: number
  y: number
  color: Triple
}

const frameShare = 0.025
const mostSamples = 4000
const agrees = 20

/** The surface through most of the border: what crosses it, as a sleeve may, is left out step by step. */
export function groundOf(pixels: Pixels): Ground | null {
  const border = borderOf(pixels)
  if (border.length < terms * 4) return null
  let near = border.filter(isNearMedian(border))
  let channels: Ground['channels'] | null = null
  for (let round = 0; round < 3; round++) {
    channels = fitted(near)
    if (!channels) return null
    const surfaces = channels
    near = border.filter((sample) => apart(sample, surfaces) < agrees)
    if (near.length < terms * 4) return null
  }
  if (!channels) return null
  const mean = [0, 1, 2].map(
    (channel) => near.reduce((sum, { color }) => sum + (color[channel] ?? 0), 0) / near.length,
  ) as Triple
  return { channels, mean, share: near.length / border.length }
}

function borderOf({ data, width, height }: Pixels): Sample[] {
  const frame = Math.max(1, Math.round(Math.min(width, height) * frameShare))
  const found: Sample[] = []
  const step = Math.max(1, Math.floor((2 * frame * (width + height)) / mostSamples))
  let place = 0
  for (let y = 0; y < height; y++) {
    const isInside = y >= frame && y < height - frame
    for (let x = 0; x < width; x++) {
      if (isInside && x === frame && width > 2 * frame) x = width - frame
      if (place++ % step > 0) continue
      const at = (y * width + x) * 3
      const color: Triple = [data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0]
      found.push({ x: x / width, y: y / height, color })
    }
  }
  return found
}

function isNearMedian(samples: readonly Sample[]): (sample: Sample) => boolean {
  const median = [0, 1, 2].map((channel) => {
    const values = samples.map(({ color }) => color[channel] ?? 0).sort((one, other) => one - other)
    return values[Math.floor(values.length / 2)] ?? 0
  })
  return ({ color }) => color.every((value, channel) => Math.abs(value - (median[channel] ?? 0)) < 3 * agrees)
}

function apart({ x, y, color }: Sample, channels: Ground['channels']): number {
  return Math.max(
    ...channels.map((surface, channel) => Math.abs(surfaceAt(surface, x, y) - (color[channel] ?? 0))),
  )
}

/** Least squares. */
function fitted(samples: readonly Sample[]): Ground['channels'] | null {
  const matrix = Array.from({ length: terms }, () => new Float64Array(terms + 3))
  for (const { x, y, color } of samples) {
    const at = termsAt(x, y)
    for (let row = 0; row < terms; row++) {
      const line = matrix[row] as Float64Array
      const weight = at[row] ?? 0
      for (let column = 0; column < terms; column++)
        line[column] = (line[column] ?? 0) + weight * (at[column] ?? 0)
      for (let channel = 0; channel < 3; channel++)
        line[terms + channel] = (line[terms + channel] ?? 0) + weight * (color[channel] ?? 0)
    }
  }
  return solved(matrix)
}

/** Gauss and Jordan, with a little on the diagonal so that a border in one line is solved as well. */
function solved(matrix: Float64Array[]): Ground['channels'] | null {
  for (let row = 0; row < terms; row++) {
    const line = matrix[row] as Float64Array
    line[row] = (line[row] ?? 0) + 1e-6
  }
  for (let row = 0; row < terms; row++) {
    const line = matrix[row] as Float64Array
    const pivot = line[row] ?? 0
    if (Math.abs(pivot) < 1e-9) return null
    for (let column = 0; column < line.length; column++) line[column] = (line[column] ?? 0) / pivot
    for (let other = 0; other < terms; other++) {
      if (other === row) continue
      const next = matrix[other] as Float64Array
      const factor = next[row] ?? 0
      for (let column = 0; column < next.length; column++)
        next[column] = (next[column] ?? 0) - factor * (line[column] ?? 0)
    }
  }
  const channel = (place: number) => Float64Array.from(matrix, (line) => line[terms + place] ?? 0)
  return [channel(0), channel(1), channel(2)]
}

const darkest = 60
const mostColored = 0.28

/** What each channel is multiplied by, so that the ground becomes neutral; null for a dark or coloured one. */
export function neutralGains({ mean }: Ground): Triple | null {
  const grey = (mean[0] + mean[1] + mean[2]) / 3
  if (grey < darkest) return null
  if (mean.some((value) => Math.abs(value - grey) > mostColored * grey)) return null
  return mean.map((value) => grey / value) as Triple
}

/** The ground at each pixel of a row, channel by channel. */
export function groundRow({ channels }: Ground, width: number, height: number, y: number): Float64Array {
  const row = new Float64Array(width * 3)
  for (let channel = 0; channel < 3; channel++) {
    const surface = channels[channel] as Float64Array
    const [one = 0, byX = 0, byY = 0, byXX = 0, byXY = 0, byYY = 0] = surface
    const down = y / height
    for (let x = 0; x < width; x++) {
      const across = x / width
      const value = one + byX * across + byY * down + byXX * across * across
      row[x * 3 + channel] = Math.max(1, value + byXY * across * down + byYY * down * down)
    }
  }
  return row
}
