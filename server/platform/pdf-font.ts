import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { create, type Font } from 'fontkit'

// The self-hosted font is made for browsers: one file with the usual characters, and slices by range for the others
// (髙, 﨑, 𠮷). A PDF embeds only the glyphs it uses.

export interface PdfFace {
  name: string
  source: Buffer
}
type Loaded = PdfFace & { font: Font }

export type PdfWeight = 400 | 700

const require = createRequire(import.meta.url)
const { convert }: { convert: (font: Buffer, format: 'sfnt') => Promise<Buffer> } = require('fontverter')
const usual = 'japanese'
/** What Japanese print sets where a character is missing. */
const geta = '〓'

const loaded = new Map<string, Promise<Loaded>>()

async function load(subset: string, weight: PdfWeight): Promise<Loaded> {
  const name = `noto-sans-jp-${subset}-${weight}-normal`
  const file = await readFile(require.resolve(`@fontsource/noto-sans-jp/files/${name}.woff2`))
  const source = await convert(file, 'sfnt')
  return { name, source, font: create(source) as Font }
}

function face(subset: string, weight: PdfWeight): Promise<Loaded> {
  const key = `${subset}-${weight}`
  const known = loaded.get(key) ?? load(subset, weight)
  loaded.set(key, known)
  known.catch(() => loaded.delete(key))
  return known
}

const ranges: Record<string, string> = require('@fontsource/noto-sans-jp/unicode.json')
const slices = Object.entries(ranges)
  .filter(([subset]) => /^\[\d+\]$/.test(subset))
  .map(([subset, range]) => ({ subset: subset.slice(1, -1), spans: spansOf(range) }))

function spansOf(range: string): [number, number][] {
  return range.split(',').map((span) => {
    const [from = '', to = from] = span.trim().replace(/^U\+/i, '').split('-')
    return [Number.parseInt(from, 16), Number.parseInt(to, 16)]
  })
}

const sliceOf = (code: number): string | undefined =>
  slices.find(({ spans }) => spans.some(([from, to]) => code >= from && code <= to))?.subset

export type PdfRun = { text: string; face: PdfFace }

/** The text in runs of one face each. A character that no face has becomes its plain form (Ⅱ as II), or 〓. */
export async function pdfRuns(text: string, weight: PdfWeight): Promise<PdfRun[]> {
  const first = await face(usual, weight)
  const runs: PdfRun[] = []
  for (const character of text.normalize('NFC')) {
    const one = has(first, character)
      ? { text: character, face: first }
      : await rare(character, weight, first)
    const last = runs.at(-1)
    if (last?.face === one.face) last.text += one.text
    else runs.push(one)
  }
  return runs
}

const has = ({ font }: Loaded, character: string): boolean =>
  font.hasGlyphForCodePoint(character.codePointAt(0) ?? 0)

async function rare(character: string, weight: PdfWeight, first: Loaded): Promise<PdfRun> {
  const subset = sliceOf(character.codePointAt(0) ?? 0)
  const second = subset === undefined ? undefined : await face(subset, weight)
  if (second && has(second, character)) return { text: character, face: second }
  const plain = character.normalize('NFKC')
  return { text: [...plain].every((part) => has(first, part)) ? plain : geta, face: first }
}
