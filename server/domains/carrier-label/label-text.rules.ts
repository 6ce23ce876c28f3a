// Text as labels can print it: CP932, lines of limited width.
import { toFullKatakana } from '#contract/text'
import { forCp932, missingInCp932, toCp932 } from '#server/platform/cp932'

/** One line, composed: nothing that can be seen changes. */
export const tidy = (text: string): string =>
  text
    .normalize('NFC')
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim()

/** `forCp932` writes it for what has no substitute; it means nothing on a label. */
const geta = '〓'

export const unprintable = (text: string): string[] => [
  ...new Set([...missingInCp932(text), ...(text.includes(geta) ? [geta] : [])]),
]

/** Close characters where there are any; pictures are left out. */
export const printable = (text: string): string =>
  tidy(forCp932(text.replace(/\p{Extended_Pictographic}/gu, '')).replaceAll('\u200d', ''))

/** Spreadsheets evaluate such cells, and people open these files in them. */
export const startsFormula = (text: string): boolean => /^[=+\-@＝＋－＠]/.test(text)

/** One for a half-width character, two for others; also for characters that CP932 lacks. */
export function halfWidths(text: string): number {
  return Array.from(text).reduce(
    (sum, one) => sum + (missingInCp932(one).length > 0 ? 2 : toCp932(one).length),
    0,
  )
}

export const characters = (text: string): number => Array.from(text).length

type Measure = (text: string) => number

const segmenter = new Intl.Segmenter('ja', { granularity: 'grapheme' })
const graphemes = (text: string): string[] => Array.from(segmenter.segment(text), ({ segment }) => segment)

const inNumber = /[\d０-９A-Za-zＡ-Ｚａ-ｚ\-－‐−ー]/

/** Not within a house number: 1-2-3 stays together. */
const mayBreak = (parts: readonly string[], at: number): boolean =>
  !(inNumber.test(parts[at - 1] ?? '') && inNumber.test(parts[at] ?? ''))

function fitting(parts: readonly string[], limit: number, measure: Measure): number {
  let width = 0
  let count = 0
  for (const part of parts) {
    width += measure(part)
    if (width > limit) return count
    count += 1
  }
  return count
}

function inLines(
  text: string,
  limits: readonly number[],
  measure: Measure,
  breaksAt: (parts: readonly string[], most: number) => number,
): string[] | null {
  let rest = graphemes(text)
  const lines = limits.map((limit) => {
    const most = fitting(rest, limit, measure)
    const end = most === rest.length ? most : breaksAt(rest, most)
    const line = rest.slice(0, end).join('').trim()
    rest = graphemes(rest.slice(end).join('').trim())
    return line
  })
  return rest.length === 0 ? lines : null
}

/** The next line has a cell of its own. */
const startsPlain = (parts: readonly string[], at: number): boolean =>
  !startsFormula(parts.slice(at).join('').trimStart())

function widestBreak(parts: readonly string[], most: number): number {
  for (let at = most; at > 0; at -= 1) if (startsPlain(parts, at)) return at
  return 0
}

function nicestBreak(parts: readonly string[], most: number): number {
  for (let at = most; at > 0; at -= 1) if (mayBreak(parts, at) && startsPlain(parts, at)) return at
  return widestBreak(parts, most)
}

/** Never within a character, with its marks; null when it does not fit. */
export const splitLines = (text: string, limits: readonly number[], measure: Measure): string[] | null =>
  inLines(text, limits, measure, nicestBreak) ?? inLines(text, limits, measure, widestBreak)

const halfKana = new Map(
  Array.from({ length: 0xff9f - 0xff61 + 1 }, (_, index) => {
    const half = String.fromCharCode(0xff61 + index)
    return [half.normalize('NFKC'), half] as const
  }),
)

/** Half-width kana, as carriers print readings; null for other characters. */
export function toHalfKana(text: string): string | null {
  const parts = Array.from(toFullKatakana(text).normalize('NFKC').normalize('NFD'), (one) =>
    /^[ -~]$/.test(one) ? one : halfKana.get(one),
  )
  return parts.includes(undefined) ? null : parts.join('')
}
