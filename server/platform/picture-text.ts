import path from 'node:path'
import { fileURLToPath } from 'node:url'
import sharp, { type Sharp } from 'sharp'
import { createWorker, type Page, type PSM, type Worker } from 'tesseract.js'
import type { ReadBox, Reading, ReadingKind, ReadLine, ReadPicture } from './reading.ts'
import { textAngle } from './text-angle.ts'

type Language = 'eng' | 'jpn'

const sparse = '11' as PSM
const oneBlock = '6' as PSM
const oneLine = '7' as PSM
const restricted = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-/. '
const quiet = { user_defined_dpi: '300', debug_file: '/dev/null' }
const smaller = 0.5
const longestEdge = 1600
const angleEdge = 480

const languageFolder = (language: Language): string =>
  path.join(
    path.dirname(fileURLToPath(import.meta.resolve(`@tesseract.js-data/${language}/package.json`))),
    '4.0.0_best_int',
  )

const started = new Map<Language, Promise<Worker>>()

/** Without word lists: labels are names and numbers. Everything is read from the packages, nothing is fetched. */
function reader(language: Language): Promise<Worker> {
  const known = started.get(language)
  if (known) return known
  const made = createWorker(
    language,
    1,
    { langPath: languageFolder(language), gzip: true, cacheMethod: 'none', errorHandler: () => undefined },
    { load_system_dawg: '0', load_freq_dawg: '0' },
  )
  started.set(language, made)
  made.catch(() => started.delete(language))
  return made
}

interface Upright {
  /** Grey, one byte for each pixel. */
  data: Buffer
  width: number
  height: number
}

async function upright(bytes: Buffer): Promise<Upright> {
  const { data, info } = await sharp(bytes, { failOn: 'error' })
    .rotate()
    .flatten({ background: '#fff' })
    .resize({ width: longestEdge, height: longestEdge, fit: 'inside', withoutEnlargement: true })
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { data, width: info.width, height: info.height }
}

const raw = ({ data, width, height }: Upright) => sharp(data, { raw: { width, height, channels: 1 } })

async function angleOf(picture: Upright) {
  const { data, info } = await raw(picture)
    .resize({ width: angleEdge, height: angleEdge, fit: 'inside', withoutEnlargement: true })
    .blur(0.9)
    .toColourspace('b-w')
    .raw()
    .toBuffer({ resolveWithObject: true })
  return textAngle({ data, width: info.width, height: info.height })
}

interface Turned {
  png: Buffer
  width: number
  height: number
  degrees: number
  scale: number
}

/** With its light evened. Large letters are found in the small one only, and those on a dark ground by local contrast. */
async function evened(picture: Upright, kind: 'whole' | 'small'): Promise<Upright & { scale: number }> {
  const scale = kind === 'small' ? smaller : 1
  const lit =
    kind === 'whole'
      ? raw(picture).normalise({ lower: 1, upper: 99 })
      : raw(await smallOf(picture)).clahe({ width: 60, height: 60, maxSlope: 4 })
  const { data, info } = await lit.toColourspace('b-w').raw().toBuffer({ resolveWithObject: true })
  return { data, width: info.width, height: info.height, scale }
}

async function smallOf(picture: Upright): Promise<Upright> {
  const { data, info } = await raw(picture)
    .resize({ width: Math.round(picture.width * smaller) })
    .normalise({ lower: 1, upper: 99 })
    .toColourspace('b-w')
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { data, width: info.width, height: info.height }
}

async function turn(picture: Upright & { scale: number }, degrees: number): Promise<Turned> {
  const mean = Math.round((await raw(picture).stats()).channels[0]?.mean ?? 128)
  const { data, info } = await raw(picture)
    .rotate(-degrees, { background: { r: mean, g: mean, b: mean } })
    .toColourspace('b-w')
    .png({ compressionLevel: 1 })
    .toBuffer({ resolveWithObject: true })
  return { png: data, width: info.width, height: info.height, degrees, scale: picture.scale }
}

interface Pixels {
  x0: number
  y0: number
  x1: number
  y1: number
}

/** From the turned picture to the one that was sent. */
function boxOf(box: Pixels, turned: Turned, picture: Upright): ReadBox {
  const angle = (turned.degrees * Math.PI) / 180
  const [sin, cos] = [Math.sin(angle), Math.cos(angle)]
  const corners = [box.x0, box.x1].flatMap((x) =>
    [box.y0, box.y1].map((y) => {
      const [dx, dy] = [(x - turned.width / 2) / turned.scale, (y - turned.height / 2) / turned.scale]
      return [dx * cos - dy * sin + picture.width / 2, dx * sin + dy * cos + picture.height / 2] as const
    }),
  )
  const share = (value: number, whole: number): number =>
    Math.min(1000, Math.max(0, Math.round((value / whole) * 1000)))
  const xs = corners.map(([x]) => share(x, picture.width))
  const ys = corners.map(([, y]) => share(y, picture.height))
  const [x, y] = [Math.min(...xs), Math.min(...ys)]
  return { x, y, width: Math.max(...xs) - x, height: Math.max(...ys) - y }
}

type Found = ReadLine & { pixels: Pixels }

function linesOf(page: Page, turned: Turned, picture: Upright): Found[] {
  const lines = (page.blocks ?? []).flatMap(({ paragraphs }) =>
    paragraphs.flatMap(({ lines: found }) => found),
  )
  return lines.flatMap((line) => {
    const words = line.words
      .filter(({ text }) => text.trim() !== '')
      .map(({ text, symbols, confidence }) => ({
        text: text.trim(),
        confidence: Math.min(confidence, ...symbols.map((symbol) => symbol.confidence)) / 100,
      }))
    const text = words.map((word) => word.text).join(' ')
    if (text === '') return []
    return {
      text,
      confidence: line.confidence / 100,
      words,
      box: boxOf(line.bbox, turned, picture),
      size: Math.round(((line.bbox.y1 - line.bbox.y0) / turned.scale / picture.height) * 1000),
      pixels: line.bbox,
    }
  })
}

async function read(mode: PSM, turned: Turned, picture: Upright): Promise<Found[]> {
  const worker = await reader('eng')
  await worker.setParameters({ ...quiet, tessedit_pageseg_mode: mode, tessedit_char_whitelist: '' })
  const { data } = await worker.recognize(turned.png, {}, { text: false, blocks: true })
  return linesOf(data, turned, picture)
}

interface Again {
  language: Language
  whitelist: string
  most: number
  light: (cut: Sharp) => Sharp
}
const exactly: Again = {
  language: 'eng',
  whitelist: restricted,
  most: 5,
  light: (cut) => cut.resize({ height: 72 }).normalise(),
}
const harder: Again = {
  language: 'eng',
  whitelist: '',
  most: 5,
  light: (cut) =>
    cut.resize({ height: 96, kernel: 'cubic' }).median(3).normalise({ lower: 5, upper: 95 }).sharpen(),
}
const inJapanese: Again = {
  language: 'jpn',
  whitelist: '',
  most: 4,
  light: (cut) => cut.resize({ height: 72 }).normalise(),
}

async function readAgain(
  lines: readonly Found[],
  turned: Turned,
  picture: Upright,
  how: Again,
): Promise<ReadLine[]> {
  if (lines.length === 0) return []
  const worker = await reader(how.language)
  await worker.setParameters({
    ...quiet,
    tessedit_pageseg_mode: oneLine,
    tessedit_char_whitelist: how.whitelist,
  })
  const again: ReadLine[] = []
  for (const { pixels } of lines.slice(0, how.most)) {
    const { data } = await worker.recognize(
      await cutOut(turned, pixels, how.light),
      {},
      { text: false, blocks: true },
    )
    const [first] = linesOf(data, turned, picture).toSorted((a, b) => b.text.length - a.text.length)
    if (first) again.push({ ...bare(first), box: boxOf(pixels, turned, picture) })
  }
  return again
}

function cutOut(turned: Turned, { x0, y0, x1, y1 }: Pixels, light: Again['light']): Promise<Buffer> {
  const margin = Math.round((y1 - y0) * 0.35)
  const [left, top] = [Math.max(0, x0 - margin), Math.max(0, y0 - margin)]
  const width = Math.min(turned.width, x1 + margin) - left
  const height = Math.min(turned.height, y1 + margin) - top
  return light(sharp(turned.png).extract({ left, top, width, height }))
    .png({ compressionLevel: 1 })
    .toBuffer()
}

const bare = ({ pixels: _, ...line }: Found): ReadLine => line

interface Worth {
  /** Characters of words that were read with certainty. */
  certain: number
  all: number
}

function worth(lines: readonly ReadLine[]): Worth {
  const words = lines.flatMap((line) => line.words.map(({ text }) => ({ text, confidence: line.confidence })))
  const long = words.filter(({ text }) => /[A-Z0-9]{3}/i.test(text))
  const count = (list: typeof words) => list.reduce((sum, { text }) => sum + text.length, 0)
  return { certain: count(long.filter(({ confidence }) => confidence > 0.8)), all: count(long) }
}

const enough = 12
/** Letters that stand upside down are never read this well. */
const isBeyondDoubt = ({ certain, all }: Worth): boolean => certain >= enough * 2 && certain > all * 0.8
const isClear = ({ certain, all }: Worth): boolean => certain >= enough && certain > all * 0.6

/** Of the ways the picture may be turned, the one in which most can be read; all is tried only where little can. */
async function rightWayUp(picture: Upright): Promise<{ degrees: number; lines: Found[] }> {
  const { lying, standing, isStanding } = await angleOf(picture)
  const small = await evened(picture, 'small')
  const pairs = isStanding ? [standing, lying] : [lying, standing]
  let found: { degrees: number; lines: Found[]; worth: Worth } | undefined
  for (const angle of pairs) {
    for (const degrees of [angle, angle + 180]) {
      const turned = await turn(small, degrees)
      const lines = await read(oneBlock, turned, picture)
      const value = worth(lines)
      if (!found || value.certain > found.worth.certain) found = { degrees, lines, worth: value }
      if (isBeyondDoubt(value)) return found
    }
    if (found && isClear(found.worth)) break
  }
  return found as { degrees: number; lines: Found[] }
}

/** A word of letters and digits that is long enough for a number of some kind; shares are read well enough. */
const hasNumber = ({ text }: ReadLine): boolean => {
  const plain = text.replace(/\s*[-.:]\s*/g, '-')
  return !/[%％]/.test(text) && (plain.match(/\d/g)?.length ?? 0) >= 3 && /[A-Z0-9-]{4}/i.test(plain)
}

/** Beside digits or a share there is something that is no plain Latin word. */
const isUnclear = ({ text, words }: ReadLine): boolean =>
  (/\d\s*[%％]/.test(text) || (/\d/.test(text) && !/\d{4}|\d-\d/.test(text))) &&
  !words.some((word) => /^[A-Z]{3,}$/i.test(word.text) && word.confidence > 0.8)

/** Text of a picture, read several times in different light so that readings can be compared. Throws on what is no picture. */
export async function readText(bytes: Buffer): Promise<ReadPicture> {
  const picture = await upright(bytes)
  const { degrees, lines: large } = await rightWayUp(picture)
  const turned = await turn(await evened(picture, 'whole'), degrees)
  const lines = await read(sparse, turned, picture)
  const numbers = lines.filter(hasNumber)
  const readings: Reading[] = []
  const add = (kind: ReadingKind, found: ReadLine[]) => readings.push({ kind, lines: found })
  add('plain', lines.map(bare))
  add('small', large.map(bare))
  add('exact', await readAgain(numbers, turned, picture, exactly))
  add('contrast', await readAgain(numbers, turned, picture, harder))
  add('japanese', await readAgain(lines.filter(isUnclear), turned, picture, inJapanese))
  return { width: picture.width, height: picture.height, turned: degrees, readings }
}
