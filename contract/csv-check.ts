import * as z from 'zod'
import { count } from './field.ts'

/** What a file in Shift_JIS would contain otherwise than written. */
export const missingInShiftJis = z.object({
  count: count.describe('Places in the whole file.'),
  characters: z.array(z.object({ character: z.string(), substitute: z.string(), count })),
  places: z
    .array(
      z.object({
        line: count.describe('Record of the file; the header is 1.'),
        seq: count,
        column: z.string(),
        character: z.string(),
        substitute: z.string(),
      }),
    )
    .describe('The first 200.'),
})
