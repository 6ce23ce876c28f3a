import { type AttributeValue, type Template, ties } from '#contract/pre-assessment-price'

export interface TemplateInput {
  brand: number | null
  brand_rank: string | null
  category: number | null
  gender: number | null
  condition: number | null
  season: number | null
  attributes: Readonly<Record<string, AttributeValue | null>>
  base: number
  band_permille: number
  valid_from: string
  valid_to: string | null
}

/** Sorted by name and without blanks, so that equal attributes are one text. */
export const attributesOf = (
  given: Readonly<Record<string, AttributeValue | null>>,
): Record<string, AttributeValue> =>
  Object.fromEntries(
    Object.entries(given)
      .flatMap(([name, value]) => (value === null || value === '' ? [] : [[name.trim(), value] as const]))
      .filter(([name]) => name !== '')
      .toSorted(([one], [other]) => (one < other ? -1 : 1)),
  )

/** What a template is for, as one text: two rows in force of one text must not overlap. */
export const matchKeyOf = (
  template: Omit<TemplateInput, 'base' | 'band_permille' | 'valid_from' | 'valid_to'>,
) =>
  JSON.stringify([
    template.brand,
    template.brand_rank,
    template.category,
    template.gender,
    template.condition,
    template.season,
    attributesOf(template.attributes),
  ])

export const templateOf = (id: number, { condition, ...input }: TemplateInput): Template => ({
  ...input,
  id,
  status: condition,
  attributes: attributesOf(input.attributes),
})

/** Sentences by field; none when it can be saved. */
export function templateProblems(input: TemplateInput): Record<string, string[]> {
  const problems: Record<string, string[]> = {}
  if (input.brand !== null && input.brand_rank !== null)
    problems.brand_rank = ['ブランドかランクのどちらか一方を選んでください。']
  if (input.valid_to !== null && input.valid_to < input.valid_from)
    problems.valid_to = ['適用の終わりは、始まりの日かそのあとの日にしてください。']
  if (Object.keys(attributesOf(input.attributes)).length > 10) problems.attributes = ['属性は10個までです。']
  return problems
}

export const tieWith = <One extends Template>(template: Template, others: readonly One[]): One | undefined =>
  others.find((other) => ties(template, other))
