import type * as z from 'zod'
import type { missingInShiftJis } from '#contract/csv-check'
import { cp932Substitute, missingInCp932 } from './cp932.ts'

export type MissingInShiftJis = z.output<typeof missingInShiftJis>
export type MissingPlace = MissingInShiftJis['places'][number]

/** Characters of one record that Shift_JIS lacks. */
export function* missingIn(
  at: Pick<MissingPlace, 'line' | 'seq'>,
  cells: Iterable<readonly [column: string, text: string]>,
): Generator<MissingPlace> {
  for (const [column, text] of cells)
    for (const character of missingInCp932(text))
      yield { ...at, column, character, substitute: cp932Substitute(character) }
}

const mostPlaces = 200

/** Nothing changes unseen: all characters with how often, and the first places. */
export async function listMissing(found: AsyncIterable<MissingPlace>): Promise<MissingInShiftJis> {
  const places: MissingPlace[] = []
  const characters = new Map<string, MissingInShiftJis['characters'][number]>()
  let count = 0
  for await (const place of found) {
    const { character, substitute } = place
    const seen = characters.get(character) ?? { character, substitute, count: 0 }
    characters.set(character, { ...seen, count: seen.count + 1 })
    count += 1
    if (places.length < mostPlaces) places.push(place)
  }
  return { count, characters: [...characters.values()].sort((a, b) => b.count - a.count), places }
}
