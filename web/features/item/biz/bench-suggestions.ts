import { sureEnough } from '#contract/analysis'
import type { Analysis, Candidate } from '#web/features/analysis/shared/use-item-analysis.ts'
import type { Item, Patch } from './bench-types.ts'

export type SuggestedField = 'brand' | 'category' | 'color' | 'product_number'

export type Suggestion = {
  field: SuggestedField
  /** Certain enough to stand in the field until a person confirms it. */
  sure: Candidate | undefined
  /** Otherwise, beside the field. */
  choices: readonly Candidate[]
  all: readonly Candidate[]
}

export const suggestedLabel: Readonly<Record<SuggestedField, string>> = {
  brand: 'ブランド',
  category: 'カテゴリ',
  color: '色',
  product_number: '品番',
}
const fields = Object.keys(suggestedLabel) as SuggestedField[]

const isEmpty = (item: Item, field: SuggestedField): boolean =>
  field === 'product_number'
    ? item.productNumber === ''
    : field === 'color'
      ? item.color === ''
      : item[field] === null

const isUsable = ({ field, id }: Candidate): boolean =>
  (field !== 'brand' && field !== 'category') || id !== null

const leastShown = 0.3
const mostChoices = 3

/** For the fields that are empty, and in which nothing is being typed. */
export function suggestionsFor(
  item: Item,
  analysis: Analysis | undefined,
  typed: readonly SuggestedField[],
): Suggestion[] {
  if (!analysis) return []
  return fields.flatMap((field) => {
    if (!isEmpty(item, field) || typed.includes(field)) return []
    const found = analysis.candidates.filter(
      (one) => one.field === field && isUsable(one) && one.confidence >= leastShown,
    )
    const [first, second] = found
    if (!first) return []
    const isSure = first.confidence >= sureEnough && (second?.confidence ?? 0) < sureEnough
    return [
      {
        field,
        sure: isSure ? first : undefined,
        choices: isSure ? [] : found.slice(0, mostChoices),
        all: found,
      },
    ]
  })
}

export function patchOf({ field, value, id }: Candidate): Patch {
  if (field === 'brand') return { brand: id, brandName: value }
  if (field === 'category') return { category: id, categoryName: value }
  return field === 'color' ? { color: value } : { productNumber: value }
}
