import { useQuery } from '@tanstack/react-query'
import { preAssessmentCalls } from '#contract/pre-assessment'
import type { AskResult } from '#web/lib/ask.ts'
import { queryOf } from '#web/lib/query-client.ts'
import type { AttributeValue, Row } from './entry-types.ts'

export type Attribute = AskResult<typeof preAssessmentCalls.attributes>[number]

const kindOf = (value: AttributeValue): Attribute['kind'] =>
  typeof value === 'boolean' ? 'BOOLEAN' : typeof value === 'number' ? 'NUMBER' : 'STRING'

/** What the templates of the row's category ask for, and what the row says already, so that it can be taken out. */
export function useAttributes(row: Row | undefined): readonly Attribute[] {
  const category = row?.category ?? undefined
  const asked = queryOf(preAssessmentCalls.attributes, { query: { category } })
  const { data } = useQuery({ ...asked, enabled: category !== undefined })
  const known = category === undefined ? [] : (data ?? [])
  const others = Object.entries(row?.attributes ?? {})
    .filter(([name]) => !known.some((one) => one.name === name))
    .map(([name, value]): Attribute => ({ name, kind: kindOf(value), values: [] }))
  return [...known, ...others]
}
