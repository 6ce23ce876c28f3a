import { foldBrand } from '#server/domains/catalogue/brand-search.rules'
import type { ReadBox, Reading, ReadLine } from '#server/platform/reading'
import { lookDistance } from './confusion.rules.ts'

export interface KnownBrand {
  id: number
  name: string
  name_kana: string
  aliases: readonly string[]
}

export interface BrandMatch {
  id: number
  name: string
  confidence: number
  box: ReadBox
}

interface Spelling {
  brand: KnownBrand
  text: string
}

export interface BrandIndex {
  exact: ReadonlyMap<string, KnownBrand>
  spellings: readonly Spelling[]
}

const folded = (text: string): string => foldBrand(text).toUpperCase()

export function brandIndex(brands: readonly KnownBrand[]): BrandIndex {
  const exact = new Map<string, KnownBrand>()
  const spellings: Spelling[] = []
  // Names before aliases: an alias of one brand may be the name of another.
  for (const own of [true, false]) {
    for (const brand of brands) {
      for (const spelling of own ? [brand.name] : [brand.name_kana, ...brand.aliases]) {
        const text = folded(spelling)
        if (text.length < 2 || exact.has(text)) continue
        exact.set(text, brand)
        spellings.push({ brand, text })
      }
    }
  }
  return { exact, spellings }
}

/** The brand of this very name. */
export const spelled = (text: string, { exact }: BrandIndex): KnownBrand | undefined =>
  exact.get(folded(text))

const notBrands =
  /%|MADE|JAPAN|ITALY|CHINA|FRANCE|COTTON|WOOL|LINEN|SILK|NYLON|RAYON|POLY|ACRYL|CASHMERE|SIZE|STYLE|^ART|^TEL|^RN|^NO[. ]/i
const mostWords = 6

interface Span {
  text: string
  /** Share of the line that the span is. */
  share: number
  confidence: number
  box: ReadBox
  size: number
}

function spansOf(lines: readonly ReadLine[]): Span[] {
  const usable = lines.filter(({ text }) => !notBrands.test(text))
  const spans: Span[] = []
  for (const [at, line] of usable.entries()) {
    const whole = folded(line.text)
    const add = (text: string, confidence: number, share: number) => {
      if (text.length >= 2) spans.push({ text, share, confidence, box: line.box, size: line.size })
    }
    add(whole, line.confidence, 1)
    const { words } = line
    for (let from = 0; from < words.length && words.length <= mostWords; from += 1) {
      for (let to = from + 1; to <= words.length; to += 1) {
        if (to - from === words.length) continue
        const text = folded(
          words
            .slice(from, to)
            .map((word) => word.text)
            .join(''),
        )
        add(text, line.confidence, text.length / Math.max(1, whole.length))
      }
    }
    const next = usable[at + 1]
    // Names of two words are often read as two lines.
    if (next && Math.abs(next.size - line.size) < line.size * 0.4) {
      const text = folded(line.text + next.text)
      add(text, Math.min(line.confidence, next.confidence), 0.95)
    }
  }
  return spans
}

interface Vote {
  brand: KnownBrand
  /** 1: letter by letter. */
  likeness: number
  span: Span
}

const shortest = 4

function near(span: Span, { exact, spellings }: BrandIndex): Vote[] {
  const same = exact.get(span.text)
  if (same) return [{ brand: same, likeness: 1, span }]
  if (span.text.length < shortest || span.share < 0.75) return []
  const votes: Vote[] = []
  for (const { brand, text } of spellings) {
    if (text.length < shortest || Math.abs(text.length - span.text.length) > text.length * 0.3) continue
    const most = text.length * 0.3
    const distance = lookDistance(span.text, text, most)
    if (distance <= most) votes.push({ brand, likeness: 1 - distance / text.length, span })
  }
  return votes.toSorted((a, b) => b.likeness - a.likeness).slice(0, 3)
}

/** By letters read the same in one or several readings; short names need more. */
function confidenceOf(votes: readonly Vote[], tallest: number): number {
  const best = Math.max(...votes.map(({ likeness, span }) => likeness * (0.6 + 0.4 * span.share)))
  const exact = votes.filter(({ likeness }) => likeness === 1)
  if (exact.length === 0) return Math.min(0.85, best * 0.9)
  const longest = Math.max(...exact.map(({ span }) => span.text.length))
  const isWhole = exact.some(({ span }) => span.share === 1)
  const isTall = exact.some(({ span }) => span.size >= tallest * 0.7)
  const sure = Math.max(...exact.map(({ span }) => span.confidence))
  const least = longest <= 2 ? 0.4 : longest === 3 ? 0.6 : 0.78
  const twice = new Set(votes.map(({ span }) => span)).size > 1
  return Math.min(
    0.98,
    least + (isWhole ? 0.08 : 0) + (isTall ? 0.04 : 0) + (twice ? 0.06 : 0) + (sure > 0.85 ? 0.04 : -0.06),
  )
}

/** The likeliest first. */
export function matchBrands(readings: readonly Reading[], index: BrandIndex): BrandMatch[] {
  const found = new Map<number, Vote[]>()
  let tallest = 0
  for (const { kind, lines } of readings) {
    if (kind === 'exact') continue
    const seen = new Set<number>()
    for (const span of spansOf(lines)) {
      if (span.text.length >= 3) tallest = Math.max(tallest, span.confidence > 0.5 ? span.size : 0)
      for (const vote of near(span, index)) {
        if (seen.has(vote.brand.id) && vote.likeness < 1) continue
        seen.add(vote.brand.id)
        found.set(vote.brand.id, [...(found.get(vote.brand.id) ?? []), vote])
      }
    }
  }
  const matches = [...found.values()].map((votes) => {
    const [best] = votes.toSorted((a, b) => b.likeness * b.span.share - a.likeness * a.span.share) as [Vote]
    const covered = Math.max(...votes.map(({ likeness, span }) => likeness * span.text.length))
    return {
      match: {
        id: best.brand.id,
        name: best.brand.name,
        confidence: confidenceOf(votes, tallest),
        box: best.span.box,
      },
      covered,
    }
  })
  // A name within a longer one that was read as well (BURBERRY in BURBERRY LONDON) comes after it.
  const ordered = matches.toSorted((a, b) => b.match.confidence - a.match.confidence || b.covered - a.covered)
  const [first, second] = ordered
  if (first && second && second.match.confidence > 0.85 && first.match.confidence >= 0.9) {
    const [long, short] = first.covered >= second.covered ? [first, second] : [second, first]
    short.match.confidence = Math.min(short.match.confidence, 0.7)
    if (long.covered - short.covered < 2) long.match.confidence = Math.min(long.match.confidence, 0.85)
  }
  return ordered.map(({ match }) => match).toSorted((a, b) => b.confidence - a.confidence)
}
