import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { preAssessmentCalls } from '#contract/pre-assessment'
import type { AskInput, AskResult } from '#web/lib/ask.ts'
import { queryOf } from '#web/lib/query-client.ts'
import type { AttributeValue, Row } from './entry-types.ts'

export type Attribute = AskResult<typeof preAssessmentCalls.attributes>[number]

/** Longer than this nobody waits for what templates ask for: the article can be gone back to. */
const MOST_WAIT_MS = 600

const kindOf = (value: AttributeValue): Attribute['kind'] =>
  typeof value === 'boolean' ? 'BOOLEAN' : typeof value === 'number' ? 'NUMBER' : 'STRING'

type Asked = NonNullable<AskInput<typeof preAssessmentCalls.attributes>['query']>

const attributesQuery = (query: Asked) => queryOf(preAssessmentCalls.attributes, { query })

const askedOf = ({ category, brand, gender, condition, season }: Row): Asked => ({
  ...(category !== null && { category }),
  ...(brand !== null && { brand }),
  ...(gender !== null && { gender }),
  ...(condition !== null && { condition }),
  ...(season !== null && { season }),
})

/** The answer to the same question with fewer fields filled in. It may name attributes that no longer matter. */
function answeredBefore(client: QueryClient, asked: Asked): readonly Attribute[] | undefined {
  const { season, ...toCondition } = asked
  const { condition, ...toGender } = toCondition
  const { gender, ...toBrand } = toGender
  for (const query of [toCondition, toGender, toBrand]) {
    const known = client.getQueryData(attributesQuery(query).queryKey)
    if (known) return known
  }
  return undefined
}

/** What templates ask for, and what the row says besides, so that it can be taken out. */
function besides(row: Row | undefined, known: readonly Attribute[] = []): Attribute[] {
  const others = Object.entries(row?.attributes ?? {})
    .filter(([name]) => !known.some((one) => one.name === name))
    .map(([name, value]): Attribute => ({ name, kind: kindOf(value), values: [] }))
  return [...known, ...others]
}

/** Of the row in hand; read as soon as its category is chosen. */
export function useAttributes(row: Row | undefined): readonly Attribute[] {
  const client = useQueryClient()
  const asked = row ? askedOf(row) : {}
  const isAsked = row !== undefined && row.category !== null
  const { data } = useQuery({
    ...attributesQuery(asked),
    enabled: isAsked,
    placeholderData: () => answeredBefore(client, asked) as Attribute[] | undefined,
  })
  return besides(row, isAsked ? data : [])
}

const namesOf = (attributes: readonly Attribute[]): string[] => attributes.map(({ name }) => name)

/** React renders an answer one task after it arrives; until then the fields do not exist. */
const shown = () => new Promise((end) => setTimeout(end))

/** Their names, in the order of the page; a promise while the answer is on its way. */
export function attributeNames(client: QueryClient, row: Row): string[] | Promise<string[]> {
  if (row.category === null) return namesOf(besides(row))
  const asked = askedOf(row)
  const query = attributesQuery(asked)
  const known = client.getQueryData(query.queryKey)
  if (known) return namesOf(besides(row, known))
  const before = () => answeredBefore(client, asked) ?? []
  const late = new Promise<readonly Attribute[]>((end) => setTimeout(() => end(before()), MOST_WAIT_MS))
  const answer = client.ensureQueryData(query).catch(before)
  return Promise.race([answer, late]).then(async (found) => {
    await shown()
    return namesOf(besides(row, found))
  })
}
