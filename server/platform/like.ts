// Texts to look for with LIKE, and the searched columns that have an index for it.
import { sql } from 'kysely'
import { bigrams, foldSearch } from '#contract/text'
import type { Part } from './statement.ts'

/** The characters stand for themselves. */
const literally = (text: string): string => text.replaceAll(/[\\%_]/g, '\\$&')

export const startingWith = (text: string): string => `${literally(text)}%`

export const containing = (text: string): string => `%${literally(text)}%`

/** Whether a folded column contains the text. Indexes of such columns hold pairs of letters, so one letter alone is slow. */
export const contains = (column: string, text: string): Part => {
  const folded = foldSearch(text)
  const like = sql`${sql.ref(column)} like ${containing(folded)}`
  return [...folded].length > 1
    ? sql`public.bigram_array(${sql.ref(column)}) @> ${bigrams(text)}::text[] and ${like}`
    : like
}
