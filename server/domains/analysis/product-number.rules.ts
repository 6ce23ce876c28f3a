import type { ReadBox, Reading, ReadingKind, ReadLine } from '#server/platform/reading'
import { digitFor, letterFor } from './confusion.rules.ts'
import { commonForms, formsOf } from './number-pattern.rules.ts'

export interface NumberMatch {
  value: string
  confidence: number
  box: ReadBox | null
}

const dashes = /[‐‑‒–—―−－ー_~=:;.,·•]/g
/** Capitals, digits and single hyphens, whatever was typed or read. */
export function tidyNumber(text: string): string {
  return text
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[\]|!\\]/g, '1')
    .replace(/§/g, '8')
    .replace(/\$/g, '5')
    .replace(dashes, '-')
    .replace(/\s+/g, ' ')
    .replace(/[^A-Z0-9/ -]/g, '')
    .replace(/ ?- ?/g, '-')
    .replace(/-{2,}/g, '-')
    .replace(/^[- ]+|[- ]+$/g, '')
}

export interface Fitted {
  value: string
  /** Characters that had to be taken for another. */
  changes: number
}

function fitChar(slot: string, char: string): { char: string; changes: number } | undefined {
  const isDigit = char >= '0' && char <= '9'
  if (slot === '*') return { char, changes: 0 }
  if (slot === '9') {
    if (isDigit) return { char, changes: 0 }
    const digit = digitFor(char)
    return digit === undefined ? undefined : { char: digit, changes: 1 }
  }
  if (slot === 'A') {
    if (!isDigit) return { char, changes: 0 }
    const letter = letterFor(char)
    return letter === undefined ? undefined : { char: letter, changes: 1 }
  }
  const wanted = slot.toUpperCase()
  if (char === wanted) return { char, changes: 0 }
  const other = isDigit ? letterFor(char) : digitFor(char)
  return other === wanted ? { char: wanted, changes: 1 } : undefined
}

/** What was read as a number of this form, or nothing. Separators do not count. */
export function fitForm(form: string, text: string): Fitted | undefined {
  const chars = text.replace(/[^A-Z0-9]/g, '')
  let value = ''
  let changes = 0
  let at = 0
  for (const slot of form) {
    if (slot === '-' || slot === '.') {
      value += slot
      continue
    }
    const char = chars[at]
    const fitted = char === undefined ? undefined : fitChar(slot, char)
    if (!fitted) return undefined
    value += fitted.char
    changes += fitted.changes
    at += 1
  }
  return at === chars.length && changes <= 3 ? { value, changes } : undefined
}

/** By the forms of the brand, the fewest changes first. */
export function fitBrand(brand: string, text: string): Fitted | undefined {
  const fits = formsOf(brand).flatMap((form) => fitForm(form, text) ?? [])
  return fits.toSorted((a, b) => a.changes - b.changes)[0]
}

const notNumbers = /TEL|FAX|PHONE|電話|〒|\bRN\b|\bCA\b|WPL|%|％/i
const leading =
  /^.*?(?:STYLE\s*N[O0]?[.:]?|STYLE|ART(?:ICLE)?\b[.:,]?|MODEL|ITEM|REF|CODE|品\s*番|型\s*番|商品番号|\bN[Oo0o°º][.:,]?)\s*/i
const looseLeading = /^(?:[A-Z0]{1,2}|[^A-Z0-9\s]+)[.,:&]\s*/
const isTelephone = (text: string): boolean => /^0\d{1,3}-?\d{2,4}-?\d{4}$/.test(text) && text.startsWith('0')

interface Token {
  text: string
  isNamed: boolean
}

const isNumber = (text: string): boolean => {
  const plain = text.replace(/[^A-Z0-9]/g, '')
  const digits = plain.replace(/\D/g, '').length
  return plain.length >= 4 && plain.length <= 22 && digits >= 2 && digits * 3 >= plain.length
}

function tokensOf({ text }: ReadLine, brand: string | undefined): Token[] {
  if (notNumbers.test(text)) return []
  const named = leading.test(text)
  const rest = named ? text.replace(leading, '') : text.replace(looseLeading, '')
  const words = rest.split(/\s+/).filter((word) => /[A-Za-z0-9]/.test(word))
  const found = new Map<string, Token>()
  const add = (raw: string) => {
    const tidy = tidyNumber(raw)
    if (isNumber(tidy) && !isTelephone(tidy) && !found.has(tidy))
      found.set(tidy, { text: tidy, isNamed: named })
  }
  for (const [at, word] of words.entries()) {
    const next = words[at + 1]
    add(word)
    if (next === undefined) continue
    const joined = `${word}${next}`
    if (/[-‐–—]$/.test(word) || /^[-‐–—]/.test(next)) add(joined)
    else if (brand !== undefined && fitBrand(brand, tidyNumber(joined))) add(joined)
    else if (words.length === 2 && named) add(joined)
  }
  return [...found.values()]
}

interface Group {
  value: string
  kinds: Set<ReadingKind>
  sure: number
  isNamed: boolean
  /** Fewest changes to the brand's form; undefined where it has none. */
  changes: number | undefined
  box: ReadBox
}

/** What is read in two ways is not certain, however often one of them was read. */
const mostDisputed = 0.88

const clearKinds = ['plain', 'small', 'contrast', 'exact'] as const

function confidenceOf({ kinds, sure, isNamed, changes, value }: Group): number {
  const clear = clearKinds.filter((kind) => kinds.has(kind)).length
  const agreed = Math.min(3, clear + (kinds.has('japanese') ? 0.5 : 0))
  const formed =
    changes === undefined
      ? commonForms.some((form) => fitForm(form, value)?.changes === 0)
        ? 0.02
        : -0.04
      : changes === 0
        ? 0.1
        : 0.02
  const base = 0.4 + 0.15 * agreed + (isNamed ? 0.05 : 0) + formed + (sure > 0.8 ? 0.03 : -0.05)
  // What had to be changed to fit is a guess.
  return Math.max(0.05, Math.min(changes ? mostDisputed : 0.98, base - (changes ?? 0) * 0.03))
}

/** Whether two stand in the same line. */
const isSameLine = (one: ReadBox, other: ReadBox): boolean => {
  const middle = other.y + other.height / 2
  return (
    middle > one.y &&
    middle < one.y + one.height &&
    other.x < one.x + one.width &&
    one.x < other.x + other.width
  )
}

/** What one way of reading found in one line; the last of a line and the first of the next may be one number. */
function tokensIn(
  { kind, lines }: Reading,
  brand: string | undefined,
): (Token & { kind: ReadingKind; line: ReadLine })[] {
  return lines.flatMap((line, at) => {
    const next = lines[at + 1]
    const own = tokensOf(line, brand).map((token) => ({ ...token, kind, line }))
    const [last] = line.text.split(' ').slice(-1)
    if (!next || last === undefined || !/\d/.test(last) || !/^[\d-]\S*$/.test(next.text)) return own
    const both = { ...line, text: line.text + next.text, confidence: Math.min(line.confidence, mostJoined) }
    return [...own, ...tokensOf(both, brand).map((token) => ({ ...token, kind, line: both }))]
  })
}
const mostJoined = 0.6

/** Where readings differ in single characters only, the character that most of them saw. */
function majority(groups: readonly Group[]): Group[] {
  const made = groups.flatMap((first) => {
    const alike = groups.filter(
      (other) =>
        other.value.length === first.value.length && (other === first || isSameLine(first.box, other.box)),
    )
    const votes = alike.flatMap(({ value, kinds }) => Array.from(kinds, () => value))
    if (alike.length < 2 || votes.length < 3) return []
    const value = Array.from(first.value, (_, at) => commonest(votes.map((vote) => vote[at] as string))).join(
      '',
    )
    return groups.some((group) => group.value === value)
      ? []
      : [{ ...first, value, kinds: new Set<ReadingKind>(['plain']), changes: undefined }]
  })
  return made.filter(({ value }, at) => made.findIndex((one) => one.value === value) === at)
}

function commonest(values: readonly string[]): string {
  const count = (value: string): number => values.filter((one) => one === value).length
  return values.reduce((best, next) => (count(next) > count(best) ? next : best))
}

function groupsOf(readings: readonly Reading[], brand: string | undefined): Group[] {
  const groups = new Map<string, Group>()
  const hasForms = brand !== undefined && formsOf(brand).length > 0
  for (const { text, isNamed, kind, line } of readings.flatMap((reading) => tokensIn(reading, brand))) {
    const fitted = hasForms ? fitBrand(brand, text) : undefined
    // Makers avoid the letters O and I, because nobody could tell them from digits.
    const value = fitted?.value ?? text.replaceAll('O', '0').replaceAll('I', '1')
    const known = groups.get(value)
    const changes = fitted?.changes ?? (value === text ? undefined : 1)
    groups.set(value, {
      value,
      kinds: new Set([...(known?.kinds ?? []), kind]),
      sure: Math.max(known?.sure ?? 0, line.confidence),
      isNamed: isNamed || (known?.isNamed ?? false),
      changes: known?.changes === undefined ? changes : Math.min(known.changes, changes ?? known.changes),
      box: known?.box ?? line.box,
    })
  }
  return [...groups.values()]
}

/** The likeliest first. `brand`: the one that was read, whose forms say what a character must be. */
export function matchNumbers(readings: readonly Reading[], brand: string | undefined): NumberMatch[] {
  const groups = groupsOf(readings, brand)
  const all = [...groups, ...majority(groups)]
  return all
    .map((group) => {
      const isDisputed = all.some((other) => other !== group && isSameLine(group.box, other.box))
      const confidence = confidenceOf(group)
      return {
        value: group.value,
        confidence: isDisputed ? Math.min(mostDisputed, confidence - 0.05) : confidence,
        box: group.box,
      }
    })
    .toSorted((a, b) => b.confidence - a.confidence || b.value.length - a.value.length)
}

export interface LikelyNumber {
  value: string
  confidence: number
}

/** For a number that was typed or read by a person: as it should be written, and what else it may be. */
export function likelyNumbers(typed: string, brand: string | undefined): LikelyNumber[] {
  const tidy = tidyNumber(typed)
  if (!isNumber(tidy)) return []
  const known = brand === undefined ? [] : formsOf(brand)
  const fits = (list: readonly string[], sure: number): LikelyNumber[] =>
    list.flatMap((form) => {
      const fitted = fitForm(form, tidy)
      return fitted ? [{ value: fitted.value, confidence: Math.max(0.3, sure - fitted.changes * 0.12) }] : []
    })
  const found = [
    ...fits(known, 0.93),
    ...(known.length === 0 ? fits(commonForms, 0.7) : []),
    { value: tidy.replaceAll(' ', ''), confidence: known.length > 0 ? 0.45 : 0.6 },
  ]
  const best = new Map<string, LikelyNumber>()
  for (const one of found)
    if (one.confidence > (best.get(one.value)?.confidence ?? 0)) best.set(one.value, one)
  return [...best.values()].toSorted((a, b) => b.confidence - a.confidence).slice(0, 5)
}

const mostBrands = 3

/** Brands whose numbers look like this one, where the form has letters of its own. */
export function fitAnyBrand(
  number: string,
  brands: readonly string[],
): { name: string; confidence: number }[] {
  return brands
    .flatMap((name) => {
      const own = formsOf(name).filter((form) => /[a-z]/.test(form))
      const fits = own.flatMap((form) => fitForm(form, number) ?? []).filter(({ changes }) => changes === 0)
      return fits.length > 0 ? [{ name, confidence: 0.6 }] : []
    })
    .slice(0, mostBrands)
}
