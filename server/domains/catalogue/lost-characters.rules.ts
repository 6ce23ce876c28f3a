// What a spreadsheet makes of a text when it saves it in Shift_JIS, which lacks some characters (é, 𠮷).
import { forCp932, missingInCp932 } from '#server/platform/cp932'

const withoutMarks = (character: string): string => character.normalize('NFKD').replace(/\p{Mn}/gu, '')

/** Question marks for each character or for each half of a pair, plain letters, or our own substitutes. */
function remaindersOf(stored: string): string[] {
  const missing = new Set(missingInCp932(stored))
  if (missing.size === 0) return []
  const written = (substitute: (character: string) => string) =>
    Array.from(stored.normalize('NFC'), (one) => (missing.has(one) ? substitute(one) : one)).join('')
  const isPlain = (text: string) => text !== '' && missingInCp932(text).length === 0
  return [
    written(() => '?'),
    written((one) => '?'.repeat(one.length)),
    written((one) => (isPlain(withoutMarks(one)) ? withoutMarks(one) : '?')),
    forCp932(stored),
  ]
}

/** Whether a cell is what is left of a stored text after its file was saved in Shift_JIS. */
export const isRemainder = (stored: string, cell: string): boolean =>
  stored !== cell && remaindersOf(stored).includes(cell)

/** Finds the stored text of which a cell is what is left. */
export function remainderFinder(stored: readonly string[]): (cell: string) => string | undefined {
  const known = new Map(stored.flatMap((text) => remaindersOf(text).map((cell) => [cell, text] as const)))
  return (cell) => known.get(cell)
}
