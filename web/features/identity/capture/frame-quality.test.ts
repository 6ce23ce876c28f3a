import { expect, test } from 'vitest'
import { hintOf, type Pixels, qualityOf } from './frame-quality.ts'

const width = 60
const height = 40
const draw = (grey: (x: number, y: number) => number): Pixels => {
  const data = new Uint8ClampedArray(width * height * 4)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) data.fill(grey(x, y), (y * width + x) * 4, (y * width + x) * 4 + 4)
  return { data, width, height }
}
/** Black letters on light paper. */
const sharp = draw((x, y) => (x % 4 < 2 && y % 6 < 3 ? 30 : 200))
const blurred = draw((x) => 150 + 40 * Math.sin(x / 12))
const inTheDark = draw((x) => (x % 4 < 2 ? 10 : 40))
const withLight = draw((x, y) => (x > 40 && y > 20 ? 255 : x % 4 < 2 ? 30 : 200))

test.each([
  ['a sharp paper', sharp, null],
  ['a blurred one', blurred, 'blur'],
  ['one in the dark', inTheDark, 'dark'],
  ['one with a reflection', withLight, 'glare'],
  ['a white wall', draw(() => 250), 'bright'],
  ['nothing', draw(() => 0), 'dark'],
] as const)('%s', (_, pixels, hint) => {
  expect(hintOf(qualityOf(pixels), 'paper')).toBe(hint)
})

test('a face needs less sharpness than letters, and a light behind it is no reflection', () => {
  expect(hintOf(qualityOf(withLight), 'face')).toBeNull()
  expect(qualityOf({ data: [], width: 0, height: 0 })).toEqual({ brightness: 0, glare: 0, sharpness: 0 })
})
