import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { createCanvas, GlobalFonts, type SKRSContext2D } from '@napi-rs/canvas'
import { parse } from 'csv-parse/sync'
import sharp from 'sharp'
import { type Dice, dice } from '../server/seed/random.ts'

// Photographs of brand and care labels, drawn: what reading them is measured with. A picture is its seed and its number.

export interface LabelTruth {
  brand: string
  product_number: string
  materials: string[]
  size: string
  /** What was done to it: degrees, blur in pixels, share of the light, depth of the creases. */
  taken: { turn: number; blur: number; light: number; crease: number }
}

export interface LabelPicture {
  bytes: Buffer
  truth: LabelTruth
}

const require = createRequire(import.meta.url)
const width = 1280
const height = 960

const families = {
  'EB Garamond': ['@fontsource/eb-garamond', 'eb-garamond', [500, 700]],
  Jost: ['@fontsource/jost', 'jost', [400, 600]],
  Montserrat: ['@fontsource/montserrat', 'montserrat', [500, 700]],
  Oswald: ['@fontsource/oswald', 'oswald', [400, 600]],
  'Playfair Display': ['@fontsource/playfair-display', 'playfair-display', [500, 700]],
  'Roboto Mono': ['@fontsource/roboto-mono', 'roboto-mono', [400, 500]],
} as const
const brandFonts = ['EB Garamond', 'Jost', 'Montserrat', 'Oswald', 'Playfair Display'] as const
const smallFonts = ['Jost', 'Montserrat', 'Roboto Mono', 'Oswald'] as const

let areFontsLoaded = false
function loadFonts(): void {
  if (areFontsLoaded) return
  for (const [family, [pkg, file, weights]] of Object.entries(families)) {
    for (const weight of weights) register(`${pkg}/files/${file}-latin-${weight}-normal.woff2`, family)
  }
  register('@fontsource/noto-sans-jp/files/noto-sans-jp-japanese-500-normal.woff2', 'Noto Sans JP')
  areFontsLoaded = true
}

function register(file: string, family: string): void {
  if (!GlobalFonts.registerFromPath(require.resolve(file), family)) throw new Error(`no font ${file}`)
}

let brandNames: string[] | undefined
async function latinBrands(): Promise<string[]> {
  const file = new URL('../server/seed/catalogue/brands.csv', import.meta.url)
  brandNames ??= (parse(await readFile(file), { columns: true, bom: true }) as Record<string, string>[])
    .map((row) => row.ブランド名 ?? '')
    .filter((name) => /^[\p{Script=Latin}\d .,&'’+\-*/()#:!]{3,26}$/u.test(name))
  return brandNames
}

/** Written apart from the patterns that reading uses: 9 a digit, A a letter, the rest as it stands. */
const ownNumbers: Readonly<Record<string, readonly string[]>> = {
  'ISSEY MIYAKE': ['IM99FA999', 'IM99-FA999'],
  'PLEATS PLEASE': ['PP99-JA999', 'PP99JF999'],
  'HOMME PLISSÉ': ['HP99JF999'],
  'COMME des GARÇONS': ['GA-A999', 'GE-S999', 'RA-T999'],
  'COMME des GARÇONS HOMME PLUS': ['PA-J999', 'PL-B999'],
  'COMME des GARÇONS SHIRT': ['W99999', 'FA-B999'],
  'Yohji Yamamoto': ['HN-D99-999', 'FC-J99-999', 'HV-T99-999'],
  "Y's": ['YA-B99-999', 'YX-T99-999'],
  UNDERCOVER: ['UC9A9999-9', 'UCZ9999'],
  sacai: ['99-99999M', '99-99999'],
  kolor: ['99WCM-A99999', '99SCL-T99999'],
  'Maison Margiela': ['S99AA9999', 'S99GC9999'],
  BURBERRY: ['8099999', '4099999'],
  'BURBERRY LONDON': ['FRC99-999-99'],
  GUCCI: ['999999', '999999 AAA99'],
  PRADA: ['P99999', 'UCS999'],
  'MIU MIU': ['MM9999'],
  'LOUIS VUITTON': ['M99999', 'N99999'],
  CELINE: ['2A999999A', '189999AAA'],
  LOEWE: ['S999Y99X99', 'H999Y99X99'],
  MONCLER: ['A99999A9999', '9A99999'],
  'CANADA GOOSE': ['9999JM', '9999JL'],
  'THE NORTH FACE': ['NP99999', 'ND99999', 'NT99999', 'NPW99999'],
  Patagonia: ['99999FA99', '99999'],
  Theory: ['99-9999999', '99-9999999-999-999'],
  'Max Mara': ['90199999', '60199999'],
  'JIL SANDER': ['J99AA9999', 'JSPQ999999'],
  MARNI: ['AAMA9999A9', 'CUMU9999A9'],
  'STONE ISLAND': ['991599999', '761599999'],
  AURALEE: ['A99AA99AA', 'A9SS99AA'],
  COMOLI: ['A99-99999', 'U99-99999'],
  YAECA: ['99999', '99-999'],
  beams: ['99-99-9999-999'],
  BEAMS: ['99-99-9999-999', '11-99-9999-999'],
  SHIPS: ['999-99-9999'],
  'UNITED ARROWS': ['9999-999-9999', '9999-199-9999'],
  TOMORROWLAND: ['99-99-99-99999'],
  'JOURNAL STANDARD': ['99-999-99-9999-9999'],
  adidas: ['AA9999', 'HA9999'],
  NIKE: ['AA9999-999', '999999-999'],
  "LEVI'S": ['99999-9999', '00999-9999'],
  DIOR: ['999A999A9999', '9A99999A9999'],
}
const otherNumbers = [
  'AA-9999',
  'AAA-99999',
  '9999-999',
  '999-99999',
  '99-99999',
  'A99-999',
  'AA99-A999',
  '999999',
  '99999999',
  'AA9999A',
  '9A9-99999',
  'AAA999-99',
] as const

// O and I are not drawn where figures are as likely: nobody could tell them apart either.
const letters = 'ABCDEFGHJKLMNPRSTUVWXYZ'
const numberFrom = (shape: string, dies: Dice): string =>
  [...shape]
    .map((char) =>
      char === '9' ? String(dies.int(0, 9)) : char === 'A' ? letters[dies.int(0, letters.length - 1)] : char,
    )
    .join('')

const materialWords = [
  ['綿', 'COTTON'],
  ['毛', 'WOOL'],
  ['麻', 'LINEN'],
  ['絹', 'SILK'],
  ['ポリエステル', 'POLYESTER'],
  ['ナイロン', 'NYLON'],
  ['レーヨン', 'RAYON'],
  ['カシミヤ', 'CASHMERE'],
  ['アクリル', 'ACRYLIC'],
  ['ポリウレタン', 'POLYURETHANE'],
] as const
const sizes = ['1', '2', '3', 'S', 'M', 'L', 'XL', '36', '38', '40', '46', '48', 'FREE'] as const
const prefixes = ['', '', '品番 ', 'STYLE ', 'STYLE NO. ', 'ART. ', 'No. ', 'MODEL '] as const

interface Mixture {
  names: string[]
  lines: string[]
}

function mixture(dies: Dice): Mixture {
  const first = dies.pick(materialWords)
  const rest = materialWords.filter((word) => word !== first)
  const share = dies.chance(0.5) ? 100 : dies.pick([95, 90, 80, 70, 65, 60, 55, 50])
  const parts: [readonly [string, string], number][] = [[first, share]]
  if (share < 100) parts.push([dies.pick(rest), 100 - share])
  const isEnglish = dies.chance(0.55)
  return {
    names: parts.map(([[name]]) => name),
    lines: parts.map(([[name, english], percent]) => `${isEnglish ? english : name} ${percent}%`),
  }
}

const shade = (value: number): string => `rgb(${value},${value},${value})`

function ground(context: SKRSContext2D, dies: Dice): void {
  const hue = dies.int(0, 359)
  const light = dies.int(12, 75)
  context.fillStyle = `hsl(${hue} ${dies.int(4, 45)}% ${light}%)`
  context.fillRect(-width, -height, width * 3, height * 3)
  const step = dies.int(3, 7)
  context.lineWidth = 1
  for (let at = -width; at < width * 2; at += step) {
    context.strokeStyle = `hsl(${hue} 20% ${light + dies.int(-5, 5)}% / .7)`
    context.beginPath()
    context.moveTo(at, -height)
    context.lineTo(at + height, height * 2)
    context.stroke()
  }
}

interface Box {
  top: number
  width: number
  height: number
}

function sheet(context: SKRSContext2D, { top, width: wide, height: high }: Box, fill: string): void {
  context.save()
  context.shadowColor = 'rgba(0,0,0,.45)'
  context.shadowBlur = 14
  context.shadowOffsetY = 5
  context.fillStyle = fill
  context.fillRect(-wide / 2, top, wide, high)
  context.restore()
}

function write(
  context: SKRSContext2D,
  text: string,
  y: number,
  most: number,
  font: (size: number) => string,
  size: number,
): void {
  let fitted = size
  context.font = font(fitted)
  while (context.measureText(text).width > most && fitted > 14) {
    fitted -= 1
    context.font = font(fitted)
  }
  context.fillText(text, 0, y)
}

const fontOf = (family: keyof typeof families, weight: number) => (size: number) =>
  `${weight} ${size}px "${family}", "Noto Sans JP"`

function drawLabels(
  context: SKRSContext2D,
  dies: Dice,
  brand: string,
  number: string,
): Omit<LabelTruth, 'taken' | 'brand' | 'product_number'> {
  const { names, lines } = mixture(dies)
  const size = dies.pick(sizes)
  const isDark = dies.chance(0.4)
  const [paper, ink] = isDark
    ? [dies.int(14, 45), dies.int(205, 250)]
    : [dies.int(222, 252), dies.int(10, 60)]
  context.textAlign = 'center'
  context.textBaseline = 'middle'
  const brandBox = { top: -330, width: dies.int(520, 720), height: dies.int(150, 210) }
  sheet(context, brandBox, shade(paper))
  context.fillStyle = shade(ink)
  const brandFamily = dies.pick(brandFonts)
  const brandFont = fontOf(brandFamily, dies.pick(families[brandFamily][2]))
  const shown = dies.chance(0.5) ? brand.toUpperCase() : brand
  write(
    context,
    shown,
    brandBox.top + brandBox.height * 0.45,
    brandBox.width - 70,
    brandFont,
    dies.int(54, 78),
  )
  if (dies.chance(0.5))
    write(
      context,
      dies.pick(['MADE IN JAPAN', 'MADE IN ITALY', 'PARIS', 'TOKYO']),
      brandBox.top + brandBox.height * 0.82,
      300,
      brandFont,
      22,
    )
  const careBox = {
    top: brandBox.top + brandBox.height + dies.int(20, 60),
    width: dies.int(420, 600),
    height: 0,
  }
  const step = dies.int(42, 54)
  const rows = [
    `${dies.pick(prefixes)}${number}`,
    `${dies.pick(['SIZE ', 'サイズ ', ''])}${size}`,
    ...lines,
    dies.pick(['MADE IN JAPAN', '日本製', 'MADE IN CHINA', 'MADE IN ITALY']),
    ...(dies.chance(0.3) ? [`RN ${dies.int(10_000, 149_999)}`] : []),
    ...(dies.chance(0.4) ? [`TEL 03-${dies.int(3000, 6999)}-${dies.int(1000, 9999)}`] : []),
  ]
  careBox.height = step * (rows.length + 1)
  sheet(context, careBox, shade(dies.int(226, 252)))
  context.fillStyle = shade(dies.int(10, 80))
  const family = dies.pick(smallFonts)
  const font = fontOf(family, dies.pick(families[family][2]))
  const letterSize = dies.int(25, 34)
  for (const [index, row] of rows.entries())
    write(context, row, careBox.top + step * (index + 1), careBox.width - 50, font, letterSize)
  return { materials: names, size }
}

/** Moves pixels along two waves and shades the folds. */
function crease(pixels: Uint8ClampedArray, depth: number, dies: Dice): Uint8ClampedArray {
  if (depth === 0) return pixels
  const out = new Uint8ClampedArray(pixels.length)
  const [across, down] = [dies.int(180, 420), dies.int(160, 380)]
  const [phase, turn] = [dies.next() * 6, dies.next() * 6]
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const wave = Math.sin(((x + y * 0.4) / across) * 6.28 + phase)
      const other = Math.sin(((y - x * 0.3) / down) * 6.28 + turn)
      const fromX = Math.min(width - 1, Math.max(0, Math.round(x + other * depth)))
      const fromY = Math.min(height - 1, Math.max(0, Math.round(y + wave * depth)))
      const light = 1 + 0.045 * depth * Math.cos(((x + y * 0.4) / across) * 6.28 + phase) * 0.5
      for (let channel = 0; channel < 3; channel += 1)
        out[(y * width + x) * 4 + channel] = (pixels[(fromY * width + fromX) * 4 + channel] ?? 0) * light
      out[(y * width + x) * 4 + 3] = 255
    }
  }
  return out
}

function expose(pixels: Uint8ClampedArray, light: number, noise: number, dies: Dice): void {
  const fall = dies.next() * 0.35
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const share = light * (1 - fall * (x / width))
      const grain = (dies.next() - 0.5) * 2 * noise
      for (let channel = 0; channel < 3; channel += 1) {
        const at = (y * width + x) * 4 + channel
        pixels[at] = (pixels[at] ?? 0) * share + grain
      }
    }
  }
}

export async function labelPicture(seed: number, number: number): Promise<LabelPicture> {
  loadFonts()
  const dies = dice(seed * 100_003 + number * 7919)
  const brands = await latinBrands()
  const brand = dies.chance(0.6)
    ? dies.pick(Object.keys(ownNumbers).filter((name) => brands.includes(name)))
    : dies.pick(brands)
  const product = numberFrom(dies.pick(ownNumbers[brand] ?? otherNumbers), dies)
  const taken = {
    turn: Math.round((dies.next() * 30 - 15) * 10) / 10 + (dies.chance(0.08) ? dies.pick([90, 180, 270]) : 0),
    blur: Math.round(dies.next() * 14) / 10,
    light: Math.round((0.3 + dies.next() * 0.7) * 100) / 100,
    crease: dies.chance(0.6) ? dies.int(1, 4) : 0,
  }
  const canvas = createCanvas(width, height)
  const context = canvas.getContext('2d')
  ground(context, dies)
  context.translate(width / 2, height / 2)
  context.rotate((taken.turn * Math.PI) / 180)
  const drawn = drawLabels(context, dies, brand, product)
  context.resetTransform()
  const { data } = context.getImageData(0, 0, width, height)
  const creased = crease(data, taken.crease, dies)
  expose(creased, taken.light, dies.int(0, 9), dies)
  const raw = sharp(Buffer.from(creased.buffer), { raw: { width, height, channels: 4 } }).removeAlpha()
  const bytes = await (taken.blur >= 0.3 ? raw.blur(taken.blur) : raw)
    .jpeg({ quality: dies.int(62, 90) })
    .toBuffer()
  return { bytes, truth: { brand, product_number: product, ...drawn, taken } }
}

async function writeFolder(folder: string, seed: number, count: number): Promise<void> {
  await mkdir(folder, { recursive: true })
  const truths: Record<string, LabelTruth> = {}
  for (let number = 0; number < count; number += 1) {
    const { bytes, truth } = await labelPicture(seed, number)
    const name = `label-${String(number).padStart(3, '0')}.jpg`
    await writeFile(join(folder, name), bytes)
    truths[name] = truth
  }
  await writeFile(join(folder, 'labels.json'), JSON.stringify(truths, null, 1))
}

if (import.meta.main) {
  const { values } = parseArgs({
    options: {
      out: { type: 'string', default: '.cache/labels' },
      seed: { type: 'string', default: '1' },
      count: { type: 'string', default: '300' },
    },
  })
  await writeFolder(values.out, Number(values.seed), Number(values.count))
  process.stdout.write(`${values.count} pictures in ${values.out}\n`)
}
