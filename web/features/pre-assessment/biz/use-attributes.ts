import { type QueryClient, useQuery } from '@tanstack/react-query'
import { preAssessmentCalls } from '#contract/pre-assessment'
import type { AskResult } from '#web/lib/ask.ts'
import { queryOf } from '#web/lib/query-client.ts'
import type { AttributeValue, Row } from './entry-types.ts'

export type Attribute = AskResult<typeof preAssessmentCalls.attributes>[number]

/** Longer than this nobody waits for what templates ask for: the article can be gone back to. */
const MOST_WAIT_MS = 600

const kindOf = (value: AttributeValue): Attribute['kind'] =>
  typeof value === 'boolean' ? 'BOOLEAN' : typeof value === 'number' ? 'NUMBER' : 'STRING'

const attributesQuery = (category: number) => queryOf(preAssessmentCalls.attributes, { query: { category } })

/** What templates ask for, and what the row says besides, so that it can be taken out. */
function besides(row: Row | undefined, known: readonly Attribute[] = []): Attribute[] {
  const others = Object.entries(row?.attributes ?? {})
    .filter(([name]) => !known.some((one) => one.name === name))
    .map(([name, value]): Attribute => ({ name, kind: kindOf(value), values: [] }))
  return [...known, ...others]
}

/** Of the row in hand; read as soon as its category is chosen. */
export function useAttributes(row: Row | undefined): readonly Attribute[] {
  const category = row?.category ?? null
  const { data } = useQuery({ ...attributesQuery(category ?? 0), enabled: category !== null })
  return besides(row, category === null ? [] : data)
}

const namesOf = (attributes: readonly Attribute[]): string[] => attributes.map(({ name }) => name)

/** Their names, in the order of the page; a promise while the answer is on its way. */
export function attributeNames(client: QueryClient, row: Row): string[] | Promise<string[]> {
  if (row.category === null) return namesOf(besides(row))
  const query = attributesQuery(row.category)
  const known = client.getQueryData(query.queryKey)
  if (known) return namesOf(besides(row, known))
  const late = new Promise<readonly Attribute[]>((end) => setTimeout(() => end([]), MOST_WAIT_MS))
  const asked = client.ensureQueryData(query).catch(() => [])
  return Promise.race([asked, late]).then((found) => namesOf(besides(row, found)))
}
