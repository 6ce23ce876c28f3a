// The part of chroma.js that a theme needs (CIE Lab under D65, 18 units of lightness per step), without its weight; a
// test compares the two.

export type Rgb = readonly [number, number, number]
export type Lab = readonly [number, number, number]

const WHITE_POINT: Lab = [0.95047, 1, 1.08883]
const STEP = 18

export const isHexColor = (value: string): boolean => /^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/i.test(value)

export function parseHex(hex: string): Rgb {
  if (!isHexColor(hex)) throw new Error(`Not a hex colour: ${hex}`)
  const digits = hex.slice(1)
  const full = digits.length === 3 ? [...digits].map((digit) => digit + digit).join('') : digits
  const value = Number.parseInt(full, 16)
  return [(value >> 16) & 255, (value >> 8) & 255, value & 255]
}

const clamp = (value: number, low: number, high: number): number => Math.min(high, Math.max(low, value))

const toHex = (rgb: Rgb): string =>
  `#${rgb.map((part) => clamp(Math.round(part), 0, 255).toString(16).padStart(2, '0')).join('')}`

const toLinear = (part: number): number => {
  const value = part / 255
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
}

const fromLinear = (value: number): number =>
  255 * (value <= 0.0031308 ? 12.92 * value : 1.055 * Math.max(value, 0) ** (1 / 2.4) - 0.055)

const labCurve = (value: number): number =>
  value > 216 / 24389 ? Math.cbrt(value) : (value * 841) / 108 + 4 / 29

const labCurveBack = (value: number): number => (value > 6 / 29 ? value ** 3 : (108 / 841) * (value - 4 / 29))

export function toLab(hex: string): Lab {
  const [r, g, b] = parseHex(hex).map(toLinear) as [number, number, number]
  const x = labCurve((0.4124564 * r + 0.3575761 * g + 0.1804375 * b) / WHITE_POINT[0])
  const y = labCurve(0.2126729 * r + 0.7151522 * g + 0.072175 * b)
  const z = labCurve((0.0193339 * r + 0.119192 * g + 0.9503041 * b) / WHITE_POINT[2])
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)]
}

export function fromLab([lightness, a, b]: Lab): string {
  const fy = (clamp(lightness, 0, 100) + 16) / 116
  const x = WHITE_POINT[0] * labCurveBack(fy + a / 500)
  const y = labCurveBack(fy)
  const z = WHITE_POINT[2] * labCurveBack(fy - b / 200)
  return toHex([
    fromLinear(3.2404542 * x - 1.5371385 * y - 0.4985314 * z),
    fromLinear(-0.969266 * x + 1.8760108 * y + 0.041556 * z),
    fromLinear(0.0556434 * x - 0.2040259 * y + 1.0572252 * z),
  ])
}

export function brighten(hex: string, amount = 1): string {
  const [lightness, a, b] = toLab(hex)
  return fromLab([lightness + STEP * amount, a, b])
}

export const darken = (hex: string, amount = 1): string => brighten(hex, -amount)

/** Sets the lightness (0–100) and keeps the share `chroma` of the saturation. */
export function atLightness(hex: string, lightness: number, chroma = 1): string {
  const [, a, b] = toLab(hex)
  return fromLab([lightness, a * chroma, b * chroma])
}

export function luminance(hex: string): number {
  const [r, g, b] = parseHex(hex).map(toLinear) as [number, number, number]
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

export function contrast(one: string, other: string): number {
  const [high, low] = [luminance(one), luminance(other)].sort((a, b) => b - a) as [number, number]
  return (high + 0.05) / (low + 0.05)
}

export const mostReadable = (background: string, candidates: readonly string[]): string =>
  candidates.reduce((best, next) => (contrast(background, next) > contrast(background, best) ? next : best))

/** Darkens a colour in small steps until it is readable on every given (light) background. */
export function darkenUntilReadable(hex: string, backgrounds: readonly string[], ratio = 4.5): string {
  let colour = hex
  for (let step = 0; step < 60; step += 1) {
    if (backgrounds.every((background) => contrast(colour, background) >= ratio)) return colour
    colour = darken(colour, 0.1)
  }
  return colour
}
