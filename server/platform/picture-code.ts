/** Pixels, three bytes each, row by row, `codeEdge` square. */
export interface SquarePicture {
  data: Uint8Array
}

export const codeEdge = 32
const bits = 256
const bands = 16
const bandBits = bits / bands
const lumaParts = 72
const chromaParts = 28

export interface PictureCode {
  /** 256 characters, 0 or 1; pictures that look alike differ in few of them. */
  code: string
  /** What one of which is the same in pictures that look alike. */
  tokens: number[]
  /** `tokens` with those that a slightly different picture would have had: to search with. */
  probes: number[]
}

const cosines = Array.from({ length: codeEdge }, (_, u) =>
  Float64Array.from({ length: codeEdge }, (_, x) => Math.cos(((2 * x + 1) * u * Math.PI) / (2 * codeEdge))),
)

/** The lowest frequencies of a square, from the coarsest; without the mean where `skipsMean`. */
function frequencies(
  values: Float64Array,
  count: number,
  skipsMean: boolean,
): { value: number; wave: number }[] {
  const most = 13
  const rows = Array.from({ length: most }, () => new Float64Array(codeEdge))
  for (let u = 0; u < most; u += 1) {
    for (let y = 0; y < codeEdge; y += 1) {
      let sum = 0
      for (let x = 0; x < codeEdge; x += 1)
        sum += (values[y * codeEdge + x] as number) * (cosines[u]?.[x] as number)
      ;(rows[u] as Float64Array)[y] = sum
    }
  }
  const found: { value: number; wave: number }[] = []
  for (let wave = skipsMean ? 1 : 0; found.length < count; wave += 1) {
    for (let u = 0; u <= wave && found.length < count; u += 1) {
      const v = wave - u
      if (u >= most || v >= most) continue
      let sum = 0
      for (let y = 0; y < codeEdge; y += 1) sum += (rows[u]?.[y] as number) * (cosines[v]?.[y] as number)
      found.push({ value: (sum * 2) / codeEdge ** 2, wave })
    }
  }
  return found
}

/** How far a coefficient may be from nothing and still count as nothing; higher ones are smaller. */
const lumaQuiet = 0.5
const chromaQuiet = 0.035

function margins({ data }: SquarePicture): number[] {
  const size = codeEdge ** 2
  const [luma, blue, red] = [new Float64Array(size), new Float64Array(size), new Float64Array(size)]
  for (let at = 0; at < size; at += 1) {
    const [r, g, b] = [data[at * 3] as number, data[at * 3 + 1] as number, data[at * 3 + 2] as number]
    const y = 0.299 * r + 0.587 * g + 0.114 * b
    luma[at] = y / 255
    // By lightness, so that more light changes no colour.
    blue[at] = (b - y) / (y + 40)
    red[at] = (r - y) / (y + 40)
  }
  const light = frequencies(luma, lumaParts, true)
  const strength = Math.sqrt(light.reduce((sum, { value }) => sum + value ** 2, 0) / light.length) || 1
  const two = (value: number, quiet: number): number[] => [value - quiet, value + quiet]
  return [
    ...light.flatMap(({ value, wave }) => two(value / strength, lumaQuiet / Math.sqrt(wave))),
    ...[blue, red].flatMap((values) =>
      frequencies(values, chromaParts, false).flatMap(({ value, wave }) =>
        two(value * 6, chromaQuiet * (wave === 0 ? 6 : 1)),
      ),
    ),
  ]
}

/** Spreads neighbouring bits over the bands: 97 has no factor in common with 256. */
const placeOf = (bit: number): number => (bit * 97) % bits

/** Mixes the owner in, so that one index serves everybody and finds nobody else’s. */
function tokenOf(owner: number, band: number, value: number): number {
  let hash = Math.imul(owner ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul(band * 65_536 + value, 0xc2b2ae35)
  hash = Math.imul(hash ^ (hash >>> 15), 0x27d4eb2f)
  return (hash ^ (hash >>> 13)) | 0
}

const wordOf = (code: string, band: number): number => {
  let value = 0
  for (let at = 0; at < bandBits; at += 1) if (code[placeOf(band * bandBits + at)] === '1') value += 2 ** at
  return value
}

/** Of a code that is known already. */
export const tokensOf = (code: string, owner: number): number[] =>
  Array.from({ length: bands }, (_, band) => tokenOf(owner, band, wordOf(code, band)))

/** In each band, so many bits that were decided most narrowly are tried the other way round. */
const weakest = 2

export function pictureCode(picture: SquarePicture, owner: number): PictureCode {
  const all = margins(picture)
  const code = all.map((margin) => (margin > 0 ? '1' : '0')).join('')
  const probes = Array.from({ length: bands }, (_, band) => {
    const value = wordOf(code, band)
    const weak = Array.from({ length: bandBits }, (_bit, at) => ({
      flip: 2 ** at,
      margin: Math.abs(all[placeOf(band * bandBits + at)] as number),
    }))
      .toSorted((a, b) => a.margin - b.margin)
      .slice(0, weakest)
      .map(({ flip }) => flip)
    const flips = [0, ...weak, weak.reduce((sum, flip) => sum + flip, 0)]
    return flips.map((flip) => tokenOf(owner, band, value ^ flip))
  })
  return { code, tokens: tokensOf(code, owner), probes: probes.flat() }
}
