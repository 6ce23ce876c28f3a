import { hyphens } from '#contract/text'

// The database indexes the numbers of items by the same rules: `number_key` and `item_numbers` (0157); a test compares.

const SHORTEST = 4
const mixedUp: Readonly<Record<string, string>> = { O: '0', I: '1', L: '1' }

/** Without separators, width and case. */
export const plainNumber = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/[^A-Za-z0-9]/g, '')
    .toUpperCase()

/** The same for numbers that people confuse: O and 0, I, l and 1. */
export const numberKey = (text: string): string =>
  plainNumber(text).replace(/[OIL]/g, (letter) => mixedUp[letter] as string)

export const hasDigit = (text: string): boolean => /[0-9]/.test(text.normalize('NFKC'))
const isLong = (text: string): boolean => plainNumber(text).length >= SHORTEST

const hyphenInside = new RegExp(`(?<=[A-Za-z0-9])${hyphens.source}(?=[A-Za-z0-9])`, 'g')

/** `No.` is no part of a number; `A01112/A58600` may be one number, or the old and the new one. */
const wordsIn = (text: string): string[] =>
  (
    text
      .normalize('NFKC')
      .replace(hyphenInside, '-')
      .replace(/(^|[^A-Za-z0-9])No[.]/gi, '$1 ')
      .match(/[A-Za-z0-9][A-Za-z0-9./_-]*[A-Za-z0-9]/g) ?? []
  ).flatMap((word) => (word.includes('/') ? [word, ...word.split('/')] : [word]))

/** A field as a whole, and each of its words that could be a number. */
export function numbersIn(fields: readonly string[], text = ''): string[] {
  // A number that was read as letters only is found in its own field.
  const whole = fields.filter((field) => hasDigit(numberKey(field)))
  const words = wordsIn([...fields, text].join(' ')).filter(hasDigit)
  return [...new Set([...whole, ...words].filter(isLong))]
}

export const numberKeys = (fields: readonly string[], text = ''): string[] => [
  ...new Set(numbersIn(fields, text).map(numberKey)),
]
