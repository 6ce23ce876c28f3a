import { toLab } from '#contract/color'

/** Pixels, three bytes each, row by row. */
export interface SmallPicture {
  data: Uint8Array
  width: number
  height: number
}

export interface ColorMatch {
  value: string
  confidence: number
}

type Lab = readonly [number, number, number]

/** As the trade writes colours; several shades of each. */
const shades: readonly (readonly [string, readonly string[]])[] = [
  ['黒', ['#0b0b0c', '#1b1b1d', '#2a2a2c']],
  ['白', ['#ffffff', '#f2f1ee', '#e6e4e0']],
  ['グレー', ['#55575a', '#7d7f82', '#a6a8ab', '#c6c7c9']],
  ['紺', ['#141c38', '#1f2a4d', '#2c3860']],
  ['青', ['#1f4fa8', '#3a78c8', '#7fa9d6', '#a9c4e4']],
  ['茶', ['#3d2617', '#5e3b22', '#7d5433', '#9a6a3f']],
  ['ベージュ', ['#b9a17c', '#cdb893', '#dccbac', '#e8dcc6']],
  ['カーキ', ['#4b4a30', '#66643f', '#827d52']],
  ['緑', ['#163d27', '#27663f', '#4c8f5c', '#8fbf95']],
  ['赤', ['#6d1020', '#a3182a', '#cc2a36']],
  ['ピンク', ['#d9668a', '#e99ab2', '#f3c6d2']],
  ['オレンジ', ['#c9561a', '#e3762c', '#f09a55']],
  ['黄', ['#c9a21d', '#e6c32e', '#f2dc74']],
  ['紫', ['#3a2150', '#5d3a80', '#9577b5']],
]
const points: readonly { name: string; lab: Lab }[] = shades.flatMap(([name, list]) =>
  list.map((hex) => ({ name, lab: toLab(hex) })),
)

const hex2 = (value: number): string => value.toString(16).padStart(2, '0')
const labOf = (data: Uint8Array, at: number): Lab =>
  toLab(`#${hex2(data[at] ?? 0)}${hex2(data[at + 1] ?? 0)}${hex2(data[at + 2] ?? 0)}`)
const apart = ([l, a, b]: Lab, [m, c, d]: Lab): number => Math.hypot((l - m) * 0.6, a - c, b - d)

/** The colour along the edge, where it is nearly the same all around. */
function groundOf(labs: readonly Lab[], width: number, height: number): Lab | undefined {
  const edge = labs.filter((_, at) => {
    const [x, y] = [at % width, Math.floor(at / width)]
    return x < 2 || y < 2 || x >= width - 2 || y >= height - 2
  })
  const middle = (part: 0 | 1 | 2): number =>
    edge.map((lab) => lab[part]).toSorted((a, b) => a - b)[edge.length >> 1] ?? 0
  const ground: Lab = [middle(0), middle(1), middle(2)]
  return edge.filter((lab) => apart(lab, ground) < 14).length >= edge.length * 0.65 ? ground : undefined
}

const leastArea = 0.06
const clearlyLit = 62

/** The names of the article's colours by area. Certain only where light on a plain ground says what the camera saw. */
export function matchColors({ data, width, height }: SmallPicture): ColorMatch[] {
  const labs = Array.from({ length: width * height }, (_, at) => labOf(data, at * 3))
  const ground = groundOf(labs, width, height)
  const own = ground ? labs.filter((lab) => apart(lab, ground) > 12) : labs
  if (own.length < labs.length * leastArea) return []
  const areas = new Map<string, { area: number; distance: number }>()
  for (const lab of own) {
    const nearest = points.reduce((best, next) => (apart(lab, next.lab) < apart(lab, best.lab) ? next : best))
    const known = areas.get(nearest.name) ?? { area: 0, distance: 0 }
    areas.set(nearest.name, { area: known.area + 1, distance: known.distance + apart(lab, nearest.lab) })
  }
  const isLit = ground !== undefined && ground[0] >= clearlyLit && Math.hypot(ground[1], ground[2]) < 16
  return [...areas]
    .map(([value, { area, distance }]) => {
      const part = area / own.length
      const close = Math.max(0, 1 - distance / area / 40)
      const most = isLit && part > 0.8 ? 0.93 : 0.8
      return { value, confidence: Math.min(most, part * (0.6 + 0.4 * close) + (isLit ? 0.1 : 0)) }
    })
    .filter(({ confidence }) => confidence >= 0.15)
    .toSorted((a, b) => b.confidence - a.confidence)
    .slice(0, 3)
}
